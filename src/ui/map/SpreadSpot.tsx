import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { MapPin } from './MapPin.tsx'
import type { Place } from './place.ts'
import { spread } from './spread.ts'
import styles from './MapFrame.module.css'

export interface SpreadSpotProps {
  map: LeafletMap
  place: Place
  /** Text about the markers at this location. */
  label: string
  pins: readonly { id: string; pin: ReactNode }[]
}

/** Markers at the same location, arranged around it with lines. */
export function SpreadSpot({ map, place, label, pins }: SpreadSpotProps) {
  const ends = useMemo(() => spread(pins.length), [pins.length])
  const list = useRef<HTMLUListElement>(null)
  // The clicked cluster is gone, so the focus moves to its markers.
  useEffect(() => list.current?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true }), [])
  return (
    <MapPin map={map} place={place} isRaised>
      <svg className={styles.legs} aria-hidden="true">
        {ends.map(({ x, y }) => (
          <line key={`${x} ${y}`} x1={0} y1={0} x2={x} y2={y} />
        ))}
      </svg>
      <ul ref={list} className={styles.spread} aria-label={label}>
        {pins.map(({ id, pin }, at) => {
          const { x, y } = ends[at] ?? { x: 0, y: 0 }
          return (
            <li key={id} style={{ transform: `translate(${Math.round(x)}px, ${Math.round(y)}px)` }}>
              {pin}
            </li>
          )
        })}
      </ul>
    </MapPin>
  )
}
