import DOMPurify from 'dompurify'
import { marked } from 'marked'
import { useMemo } from 'react'
import { noteText } from '@/messages/device-page/device.ts'
import { isReadableMarkdown } from './markdown-limits.ts'
import styles from './MarkdownNote.module.css'

const purifier = DOMPurify()

purifier.addHook('uponSanitizeElement', (node) => {
  if (!(node instanceof Element)) return
  // Also as HTML: Markdown may contain it.
  if (node instanceof HTMLImageElement) node.replaceWith(imageText(node))
  if (node instanceof HTMLInputElement && node.type === 'checkbox') node.replaceWith(taskMark(node))
})

/** Links in notes open without referrer or opener. */
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return
  node.setAttribute('target', '_blank')
  node.setAttribute('rel', 'noreferrer noopener nofollow')
})

/** Images are not loaded, because they could track readers: their text stands for them, as a link to the image. */
function imageText(image: HTMLImageElement): Node {
  const address = image.getAttribute('src') ?? ''
  const text = image.alt.trim() || image.title.trim() || noteText.image(address)
  if (address === '' || image.closest('a') !== null) return document.createTextNode(text)
  const link = document.createElement('a')
  link.href = address
  link.textContent = text
  return link
}

/** The box of a task, as a picture with a name. */
function taskMark({ checked }: HTMLInputElement): Node {
  const mark = document.createElement('span')
  mark.setAttribute('role', 'img')
  mark.setAttribute('aria-label', checked ? noteText.done : noteText.open)
  mark.textContent = checked ? '☑' : '☐'
  return mark
}

/**
 * Renders Markdown as inert HTML: no scripts, frames, forms or styles, and no images. Null for text that is nested too
 * deeply or is too long to be rendered.
 */
export function safeHtml(markdown: string): string | TrustedHTML | null {
  if (!isReadableMarkdown(markdown)) return null
  try {
    const html = marked.parse(markdown, { async: false, gfm: true, breaks: true })
    return purifier.sanitize(html, {
      USE_PROFILES: { html: true },
      RETURN_TRUSTED_TYPE: true,
      FORBID_TAGS: [
        'style',
        'form',
        'input',
        'button',
        'textarea',
        'select',
        'img',
        'picture',
        'source',
        'video',
        'audio',
      ],
      FORBID_ATTR: ['style', 'class', 'id', 'name'],
    })
  } catch {
    return null
  }
}

/** A rendered note; as plain text if it cannot be rendered. */
export function MarkdownNote({ text }: { text: string }) {
  const html = useMemo(() => safeHtml(text), [text])
  if (html === null) return <div className={styles.plain}>{text}</div>
  // oxlint-disable-next-line react/no-danger
  return <div className={styles.markdown} dangerouslySetInnerHTML={{ __html: html }} />
}
