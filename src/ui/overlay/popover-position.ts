const GAP = 4
const EDGE = 8

/**
 * Puts a `position: fixed` element under another, over it where there is no room below, and never over the window's
 * edge. Works inside transformed ancestors too, where "fixed" is not relative to the window.
 */
export function popoverPosition(element: HTMLElement, anchor: HTMLElement, align: 'start' | 'end') {
  element.style.left = '0px'
  element.style.top = '0px'
  const origin = element.getBoundingClientRect()
  const at = anchor.getBoundingClientRect()
  const { width, height } = origin
  const wantedLeft = align === 'start' ? at.left : at.right - width
  const left = Math.max(EDGE, Math.min(wantedLeft, window.innerWidth - width - EDGE))
  const below = at.bottom + GAP
  const fitsBelow = below + height <= window.innerHeight - EDGE
  const top = fitsBelow ? below : Math.max(EDGE, at.top - GAP - height)
  element.style.left = `${left - origin.left}px`
  element.style.top = `${top - origin.top}px`
}
