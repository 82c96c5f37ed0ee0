import { Fragment, useMemo } from 'react'

/** Who made a map's tiles, as servers of tiles write it: words and links. Of any other HTML only the words are shown. */
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

/** A document that is parsed and never shown runs nothing; out of it come words, and links to the web. */
export function partsOf(html: string): AttributionPart[] {
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

/** Before it is parsed: browsers report handlers even where they never run. */
const wordsAndLinks = (html: string) =>
  html.replaceAll(/<(script|style)\b.*?<\/\1\s*>/gis, '').replaceAll(/<[^>]*>/g, (tag) => {
    if (/^<\/a\b/i.test(tag)) return '</a>'
    const href = /^<a\b.*?\shref\s*=\s*["']?(https?:\/\/[^"'\s>]+)/is.exec(tag)?.[1]
    return href === undefined ? '' : `<a href="${href}">`
  })
