/** Finds unreadable text: clipped without scrolling, overflowing its box, or overlapping other text. Runs in the page. */
export const lostText = () => {
  interface Piece {
    text: string
    box: DOMRect
    element: Element
  }
  const seen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
  /** Fixed layers such as the header and toasts may overlap the text that scrolls below them. */
  const layer = (element: Element | null): Element | null => {
    if (element === null || element.matches('header, nav, dialog, [role="dialog"]')) return element
    const { position, bottom } = getComputedStyle(element)
    return position === 'fixed' || (position === 'sticky' && bottom !== 'auto')
      ? element
      : layer(element.parentElement)
  }
  const pieces: Piece[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (text === '' || element === null || !seen(element) || element.closest('svg, option, noscript, script'))
      continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects())
      if (box.width > 0) pieces.push({ text: text.slice(0, 40), box, element })
  }
  const lost = new Set<string>()
  const shown: Piece[] = []
  /** How a box affects a piece of text inside it; undefined if the next outer box decides. */
  const fateIn = (at: Element, { box, text }: Piece): 'hidden' | 'scrolls' | 'shown' | undefined => {
    const style = getComputedStyle(at)
    const own = at.getBoundingClientRect()
    // Visible to screen readers only.
    if (own.width <= 1 || own.height <= 1 || style.clipPath === 'inset(50%)') return 'hidden'
    if (style.position === 'fixed') return 'shown'
    if (/auto|scroll/.test(style.overflowX + style.overflowY)) return 'scrolls'
    if (style.display === 'inline') return undefined
    const isBeside = box.right > own.right + 2 || box.left < own.left - 2
    const isBelow = box.bottom > own.bottom + 3 || box.top < own.top - 3
    if (style.overflowX !== 'visible') {
      const isWhole = at.closest('[title], [aria-label]') !== null || style.textOverflow === 'ellipsis'
      if (isBelow) lost.add(`cut below: ${text} in ${at.className}`)
      if (isBeside && !isWhole) lost.add(`cut at the side: ${text} in ${at.className}`)
      return isBeside || isBelow ? 'hidden' : 'shown'
    }
    const hasEdge = style.borderRightWidth !== '0px' || style.backgroundColor !== 'rgba(0, 0, 0, 0)'
    if (hasEdge && (isBelow || isBeside)) lost.add(`over the edge: ${text} in ${at.className}`)
    return undefined
  }
  /** A clipping box inside a scroller, such as a cell of a log line, does not mean that its text is in view. */
  const scrolls = (element: Element | null): boolean => {
    if (element === null || element === document.body) return false
    const { position, overflowX, overflowY } = getComputedStyle(element)
    if (position === 'fixed') return false
    return /auto|scroll/.test(overflowX + overflowY) || scrolls(element.parentElement)
  }
  for (const piece of pieces) {
    let fate: ReturnType<typeof fateIn>
    for (
      let at: Element | null = piece.element;
      at !== null && at !== document.body && fate === undefined;
      at = at.parentElement
    )
      fate = fateIn(at, piece)
    if (fate === undefined || (fate === 'shown' && !scrolls(piece.element))) shown.push(piece)
  }
  for (const [at, one] of shown.entries()) {
    for (const other of shown.slice(at + 1)) {
      if (layer(one.element) !== layer(other.element)) continue
      const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      const isInside = one.element.contains(other.element) || other.element.contains(one.element)
      if (width > 3 && height > 4 && !isInside) lost.add(`one over another: ${one.text} | ${other.text}`)
    }
  }
  return [...lost]
}
