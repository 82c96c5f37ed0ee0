import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { MapPin } from './MapPin.tsx'
import styles from './MapFrame.module.css'
import type { Place } from './place.ts'
import { spread } from './spread.ts'

export interface SpreadSpotProps {
  map: LeafletMap
  place: Place
  /** What stands on this spot, in words. */
  label: string
  pins: readonly { id: string; pin: ReactNode }[]
}

/** The markers of one spot, around it, each at the end of a line. */
export function SpreadSpot({ map, place, label, pins }: SpreadSpotProps) {
  const ends = useMemo(() => spread(pins.length), [pins.length])
  const list = useRef<HTMLUListElement>(null)
  // The number that was pressed is gone; the markers stand in its place.
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
