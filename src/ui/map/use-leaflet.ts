import { latLngBounds, map as createMap, type Map as LeafletMap } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { useCallback, useEffect, useRef, useState } from 'react'
import { boxAround, isInBox, type Box, type Place } from './place.ts'

/** Padding between the outermost markers and the edge. */
const MARGIN_PX = 48
const KEY_STEP_PX = 60

export interface LeafletOptions {
  /** The locations that are visible initially, and after `showAll`. */
  places: readonly Place[]
  /** The zoom level for a single location, and the maximum. */
  nearZoom: number
  maxZoom: number
  /** Whether a double click zooms in; off if a click chooses a location. */
  doubleClickZoom: boolean
}

export interface LeafletControl {
  /** A ref for the element of the map. */
  frame: (element: HTMLDivElement | null) => (() => void) | undefined
  /** Undefined until the element is mounted. */
  map: LeafletMap | undefined
  showAll: () => void
}

/** Creates a Leaflet map, and keeps all locations visible until the user moves it. */
export function useLeaflet({ places, nearZoom, maxZoom, doubleClickZoom }: LeafletOptions): LeafletControl {
  const [map, setMap] = useState<LeafletMap>()
  const current = useRef({ places, nearZoom })
  const isTouched = useRef(false)
  useEffect(() => {
    current.current = { places, nearZoom }
  })

  const frame = useCallback(
    (element: HTMLDivElement | null) => {
      if (element === null) return undefined
      const created = startMap(element, { maxZoom, doubleClickZoom })
      show(created, current.current)
      const touch = () => void (isTouched.current = true)
      const touches = ['pointerdown', 'wheel', 'keydown'] as const
      for (const name of touches) element.addEventListener(name, touch, { passive: true })
      const observer = new ResizeObserver(() => {
        created.invalidateSize({ animate: false })
        if (!isTouched.current) show(created, current.current)
      })
      observer.observe(element)
      setMap(created)
      return () => {
        observer.disconnect()
        for (const name of touches) element.removeEventListener(name, touch)
        created.remove()
        setMap(undefined)
      }
    },
    [maxZoom, doubleClickZoom],
  )

  // Fits the map to additional locations unless the user has moved it; a single location is followed when it leaves the
  // view.
  const locationsKey = places.map(({ latitude, longitude }) => `${latitude},${longitude}`).join(' ')
  useEffect(() => {
    if (map === undefined) return
    const { places: locations } = current.current
    const isOutOfView = locations.length === 1 && !locations.some((place) => isInBox(place, boxSeen(map)))
    if (isOutOfView || (locations.length > 1 && !isTouched.current)) show(map, current.current)
  }, [locationsKey, map])

  const showAll = useCallback(() => {
    if (map) show(map, current.current)
  }, [map])
  return { frame, map, showAll }
}

function startMap(element: HTMLElement, options: Pick<LeafletOptions, 'maxZoom' | 'doubleClickZoom'>) {
  const isCalm = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false
  const created = createMap(element, {
    ...options,
    attributionControl: false,
    zoomControl: false,
    boxZoom: false,
    keyboardPanDelta: KEY_STEP_PX,
    zoomAnimation: !isCalm,
    fadeAnimation: !isCalm,
    markerZoomAnimation: !isCalm,
    inertia: !isCalm,
  })
  // The click after a drag must not activate the marker on which it started.
  let isDragged = false
  created.on('dragstart', () => void (isDragged = true))
  element.addEventListener('pointerdown', () => void (isDragged = false))
  element.addEventListener(
    'click',
    (event) => {
      if (!isDragged || event.detail === 0) return
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true },
  )
  if (isCalm) {
    const panBy = created.panBy.bind(created)
    created.panBy = (offset, pan) => panBy(offset, { ...pan, animate: false })
  }
  return created
}

/** Shows all locations, or the world if there are none; also sets the minimum zoom level to the whole world. */
function show(map: LeafletMap, { places, nearZoom }: Pick<LeafletOptions, 'places' | 'nearZoom'>): void {
  const worldZoom = Math.max(0, Math.round(Math.log2(Math.max(256, map.getSize().x) / 256)))
  map.setMinZoom(worldZoom)
  const box = boxAround(places)
  if (box === undefined) {
    map.setView([20, 0], worldZoom)
    return
  }
  map.fitBounds(
    latLngBounds([
      [box.south, box.west],
      [box.north, box.east],
    ]),
    { maxZoom: nearZoom, padding: [MARGIN_PX, MARGIN_PX] },
  )
}

/** The visible box, extended by `margin` pixels. */
export function boxSeen(map: LeafletMap, margin = 0): Box {
  const { min, max } = map.getPixelBounds()
  const [southWest, northEast] = [
    map.unproject([(min?.x ?? 0) - margin, (max?.y ?? 0) + margin]),
    map.unproject([(max?.x ?? 0) + margin, (min?.y ?? 0) - margin]),
  ]
  return { west: southWest.lng, south: southWest.lat, east: northEast.lng, north: northEast.lat }
}
