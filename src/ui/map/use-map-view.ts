import { select } from 'd3-selection'
import { zoom, zoomIdentity, type ZoomBehavior } from 'd3-zoom'
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { isInView, LEAST_ZOOM, MOST_ZOOM, viewOf, type Place, type Size, type View } from './mercator.ts'

/** Until the frame has been measured, and where nothing has a size. */
const FIRST_SIZE: Size = { width: 800, height: 460 }

export interface MapViewControl {
  frame: RefObject<HTMLDivElement | null>
  size: Size
  view: View
  /** Nearer or farther, around the middle. */
  zoomBy: (factor: number) => void
  moveBy: (x: number, y: number) => void
  /** Shows all of these places. */
  show: (places: readonly Place[]) => void
}

/** Which part of the world is seen. Mouse, wheel and touch change it; so do the functions. */
export function useMapView(places: readonly Place[]): MapViewControl {
  const frame = useRef<HTMLDivElement>(null)
  const behavior = useRef<ZoomBehavior<HTMLDivElement, unknown>>(null)
  const [size, setSize] = useState(FIRST_SIZE)
  const [view, setView] = useState(() => viewOf(places, FIRST_SIZE))
  const current = useRef({ places, size, view })
  useEffect(() => {
    current.current = { places, size, view }
  })

  const set = useCallback(({ x, y, k }: View) => {
    const element = frame.current
    if (element === null) return
    behavior.current?.transform(select(element), zoomIdentity.translate(x, y).scale(k))
  }, [])

  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const zooming = zoom<HTMLDivElement, unknown>()
      .scaleExtent([LEAST_ZOOM, MOST_ZOOM])
      .extent(() => [
        [0, 0],
        [current.current.size.width, current.current.size.height],
      ])
      .filter((event: Event) => !(event instanceof MouseEvent && event.button > 0))
      .on('zoom', ({ transform: { x, y, k } }: { transform: View }) => setView({ x, y, k }))
    behavior.current = zooming
    const selection = select(element)
    zooming(selection)
    // A double press would zoom, and would choose two places on the way.
    selection.on('dblclick.zoom', null)
    set(current.current.view)
    return () => void selection.on('.zoom', null)
  }, [set])

  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element
      if (width === 0 || height === 0) return
      setSize({ width, height })
      set(viewOf(current.current.places, { width, height }))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [set])

  // A marker that has moved out of sight is followed; one that is still seen moves on the map as it lies.
  const where = places.map(({ latitude, longitude }) => `${latitude},${longitude}`).join(' ')
  useEffect(() => {
    const now = current.current
    if (now.places.length === 0 || now.places.some((place) => isInView(place, now.view, now.size))) return
    set(viewOf(now.places, now.size))
  }, [where, set])

  return {
    frame,
    size,
    view,
    zoomBy(factor) {
      if (frame.current) behavior.current?.scaleBy(select(frame.current), factor)
    },
    moveBy: (x, y) => set({ ...view, x: view.x + x, y: view.y + y }),
    show: (shown) => set(viewOf(shown, size)),
  }
}
