import { useEffect, useRef } from 'react'
import { formatNumber } from '@/lib/format.ts'
import { mapText } from '@/messages/map.ts'
import cluster from './ClusterMap.module.css'
import styles from './MapView.module.css'
import { Pin, type MapMarker } from './Pin.tsx'
import { spread } from './spread.ts'

/** A spot whose markers are shown around it. */
export interface OpenedSpot {
  /** How many stand there; more than are shown where there are very many. */
  count: number
  markers: readonly MapMarker[]
}

interface Point {
  x: number
  y: number
}

/** The markers of one spot, around it. */
export function SpreadSpot({ spot: { markers, count }, at }: { spot: OpenedSpot; at: Point }) {
  const places = spread(markers.length)
  const list = useRef<HTMLUListElement>(null)
  // The number that was pressed is gone; the markers stand in its place.
  useEffect(() => list.current?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true }), [])
  return (
    <>
      <svg className={cluster.legs} aria-hidden="true">
        {places.map(({ x, y }) => (
          <line key={`${x} ${y}`} x1={at.x} y1={at.y} x2={at.x + x} y2={at.y + y} />
        ))}
      </svg>
      <ul
        ref={list}
        className={styles.pins}
        aria-label={mapText.spread(formatNumber(count), formatNumber(markers.length))}
      >
        {markers.map((marker, index) => {
          const { x, y } = places[index] ?? { x: 0, y: 0 }
          return <Pin key={marker.id} marker={marker} at={{ x: at.x + x, y: at.y + y }} />
        })}
      </ul>
    </>
  )
}
