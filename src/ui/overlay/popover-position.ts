const GAP = 4
const EDGE = 8

/**
 * Positions a `position: fixed` element below another, above it if there is no space, and never outside the window. Works
 * inside transformed ancestors too, in which "fixed" is not relative to the window.
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
