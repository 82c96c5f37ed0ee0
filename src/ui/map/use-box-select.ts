import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useRef, useState } from 'react'
import type { Box } from './place.ts'

/** A shorter drag is a click. */
const MIN_PX = 4

interface Point {
  x: number
  y: number
}

/** The drawn box, in pixels of the frame. */
interface Drawn {
  left: number
  top: number
  width: number
  height: number
}

/** Draws a box on a map with the pointer: with Shift held, or after `toggle`, which is needed for touch. */
export function useBoxSelect(map: LeafletMap | undefined, onBox: (box: Box) => void) {
  const [isOn, setOn] = useState(false)
  const [drawn, setDrawn] = useState<Drawn>()
  const current = useRef({ isOn, onBox })
  useEffect(() => {
    current.current = { isOn, onBox }
  })

  useEffect(() => {
    if (map === undefined) return
    const frame = map.getContainer()
    let from: Point | undefined
    const at = ({ clientX, clientY }: PointerEvent): Point => {
      const { left, top, width, height } = frame.getBoundingClientRect()
      const within = (value: number, most: number) => Math.max(0, Math.min(most, value))
      return { x: within(clientX - left, width), y: within(clientY - top, height) }
    }
    const start = (event: PointerEvent) => {
      if (event.button !== 0 || !(current.current.isOn || event.shiftKey)) return
      from = at(event)
      map.dragging.disable()
      frame.setPointerCapture?.(event.pointerId)
      event.preventDefault()
    }
    const draw = (event: PointerEvent) => {
      if (from !== undefined) setDrawn(between(from, at(event)))
    }
    const stop = () => {
      from = undefined
      setDrawn(undefined)
      setOn(false)
      map.dragging.enable()
    }
    const end = (event: PointerEvent) => {
      if (from === undefined) return
      const { left, top, width, height } = between(from, at(event))
      stop()
      if (width < MIN_PX || height < MIN_PX) return
      const northWest = map.containerPointToLatLng([left, top])
      const southEast = map.containerPointToLatLng([left + width, top + height])
      current.current.onBox({
        west: northWest.lng,
        north: northWest.lat,
        east: southEast.lng,
        south: southEast.lat,
      })
    }
    // Before Leaflet, which would start to pan the map.
    frame.addEventListener('pointerdown', start, { capture: true })
    frame.addEventListener('pointermove', draw)
    frame.addEventListener('pointerup', end)
    frame.addEventListener('pointercancel', stop)
    return () => {
      frame.removeEventListener('pointerdown', start, { capture: true })
      frame.removeEventListener('pointermove', draw)
      frame.removeEventListener('pointerup', end)
      frame.removeEventListener('pointercancel', stop)
    }
  }, [map])

  useEffect(() => {
    if (map && isOn) map.getContainer().dataset.boxing = ''
    return () => void delete map?.getContainer().dataset.boxing
  }, [map, isOn])

  return { isOn, drawn, toggle: () => setOn((before) => !before), cancel: () => setOn(false) }
}

const between = (a: Point, b: Point): Drawn => ({
  left: Math.min(a.x, b.x),
  top: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
})
