import { DomUtil, type Map as LeafletMap } from 'leaflet'
import { useLayoutEffect } from 'react'

/** Markers of one row are less than this apart, in pixels. */
const ROW_PX = 32

/**
 * Puts the markers of a map into reading order, row by row, which is the order of the Tab key: Leaflet appends each when it
 * comes into view.
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
    // What has the focus would lose it when it is moved.
    const focused = pane.contains(document.activeElement) ? document.activeElement : null
    for (const [at, { element }] of inOrder.entries())
      if (pane.children[at] !== element) pane.insertBefore(element, pane.children[at] ?? null)
    if (focused instanceof HTMLElement && focused !== document.activeElement)
      focused.focus({ preventScroll: true })
  }, [map, spots])
}
