import DOMPurify from 'dompurify'
import { marked } from 'marked'
import { useMemo } from 'react'
import styles from './MarkdownNote.module.css'

/** Links in notes open without referrer or opener. */
const purifier = DOMPurify()
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return
  node.setAttribute('target', '_blank')
  node.setAttribute('rel', 'noreferrer noopener nofollow')
})

/** Renders Markdown as inert HTML: no scripts, frames, forms or styles, and no images that could track readers. */
export function safeHtml(markdown: string): string | TrustedHTML {
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
      'video',
      'audio',
    ],
    FORBID_ATTR: ['style', 'class', 'id', 'name'],
  })
}

/** A rendered note. */
export function MarkdownNote({ text }: { text: string }) {
  const html = useMemo(() => safeHtml(text), [text])
  // oxlint-disable-next-line react/no-danger
  return <div className={styles.markdown} dangerouslySetInnerHTML={{ __html: html }} />
}
