import { Fragment, useMemo } from 'react'

/** The attribution of map tiles, as provided by the tile server: text and links. Other HTML is reduced to its text. */
export function Attribution({ html }: { html: string }) {
  const parts = useMemo(() => partsOf(html), [html])
  return parts.map(({ text, href }, at) =>
    href === undefined ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never change places
      <Fragment key={at}>{text}</Fragment>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- as above
      <a key={at} href={href} target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    ),
  )
}

export interface AttributionPart {
  text: string
  href?: string
}

/** Parses HTML in a document that is never shown, so that nothing runs; returns text and web links. */
function partsOf(html: string): AttributionPart[] {
  const { body } = new DOMParser().parseFromString(wordsAndLinks(html), 'text/html')
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const parts: AttributionPart[] = []
  while (walker.nextNode()) {
    const { textContent: text, parentElement } = walker.currentNode
    const href = parentElement?.closest('a')?.getAttribute('href')
    if (text) parts.push(href ? { text, href } : { text })
  }
  return parts
}

/** Removes event handlers before parsing: browsers report them to the content security policy even if they never run. */
const wordsAndLinks = (html: string) =>
  html.replaceAll(/<(script|style)\b.*?<\/\1\s*>/gis, '').replaceAll(/<[^>]*>/g, (tag) => {
    if (/^<\/a\b/i.test(tag)) return '</a>'
    const href = /^<a\b.*?\shref\s*=\s*["']?(https?:\/\/[^"'\s>]+)/is.exec(tag)?.[1]
    return href === undefined ? '' : `<a href="${href}">`
  })
