import { DomUtil, type Map as LeafletMap } from 'leaflet'
import { useLayoutEffect } from 'react'

/** Markers with a smaller vertical distance are in the same row, in pixels. */
const ROW_PX = 32

/**
 * Sorts the markers of a map in reading order, row by row, which is the Tab order: Leaflet appends them in the order in
 * which they come into view.
 */
export function useReadingOrder(map: LeafletMap | undefined, spots: readonly unknown[]): void {
  useLayoutEffect(() => {
    const pane = map?.getPane('markerPane')
    if (pane === undefined) return
    const inOrder = [...pane.children]
      .filter((child) => child instanceof HTMLElement)
      .map((element) => ({ element, at: DomUtil.getPosition(element) }))
      .toSorted(
        (one, other) =>
          Math.floor(one.at.y / ROW_PX) - Math.floor(other.at.y / ROW_PX) || one.at.x - other.at.x,
      )
    // The focused element would lose the focus when it is moved.
    const focused = pane.contains(document.activeElement) ? document.activeElement : null
    for (const [at, { element }] of inOrder.entries())
      if (pane.children[at] !== element) pane.insertBefore(element, pane.children[at] ?? null)
    if (focused instanceof HTMLElement && focused !== document.activeElement)
      focused.focus({ preventScroll: true })
  }, [map, spots])
}
