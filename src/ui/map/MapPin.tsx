import { DivIcon, marker, type Map as LeafletMap, type Marker } from 'leaflet'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { nearestTo, pointedAt, type Place } from './place.ts'

export interface MapPinProps {
  map: LeafletMap
  place: Place
  /** Makes it draggable, and reports the new location. */
  onMoved?: ((place: Place) => void) | undefined
  /** Above the others. */
  isRaised?: boolean
  children: ReactNode
}

/** An element at a location of a map, which moves with it. */
export function MapPin({ map, place, onMoved, isRaised = false, children }: MapPinProps) {
  const [element] = useState(() => {
    const created = document.createElement('div')
    created.setAttribute('role', 'listitem')
    return created
  })
  const pin = useRef<Marker>(null)
  const moved = useRef(onMoved)
  useEffect(() => {
    moved.current = onMoved
  })
  const isDraggable = onMoved !== undefined
  const lat = place.latitude
  const lng = nearestTo(map.getCenter().lng, place.longitude)

  const first = useRef({ lat, lng })
  useLayoutEffect(() => {
    const created = marker(first.current, {
      icon: new ElementIcon(element),
      keyboard: false,
      interactive: isDraggable,
      draggable: isDraggable,
      zIndexOffset: isRaised ? 1000 : 0,
    }).addTo(map)
    map.getPane('markerPane')?.setAttribute('role', 'list')
    created.on('dragend', () => moved.current?.(pointedAt(created.getLatLng(), map.getZoom())))
    pin.current = created
    return () => void created.remove()
  }, [map, element, isDraggable, isRaised])
  useLayoutEffect(() => {
    first.current = { lat, lng }
    pin.current?.setLatLng({ lat, lng })
  }, [lat, lng])
  return createPortal(children, element)
}

/** An existing element: no HTML is written. */
class ElementIcon extends DivIcon {
  readonly #element: HTMLElement

  constructor(element: HTMLElement) {
    super({ className: '' })
    this.#element = element
  }

  override createIcon(): HTMLElement {
    this.#element.classList.add('leaflet-marker-icon')
    return this.#element
  }
}
