import type { LeafletMouseEvent } from 'leaflet'
import { useEffect, useRef } from 'react'
import type { MapTiles } from '@/lib/third-parties.ts'
import { mapText } from '@/messages/common/map.ts'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { MapFrame } from './MapFrame.tsx'
import { MapPin } from './MapPin.tsx'
import { pointedAt, type Place } from './place.ts'
import { useLeaflet } from './use-leaflet.ts'
import { zoomsOf } from './zooms.ts'
import styles from './MapFrame.module.css'

export interface LocatedMarker extends Place {
  id: string
  /** The marker: its accessible name and its tooltip. */
  label: string
}

export interface WorldMapProps {
  /** Accessible name. */
  label: string
  markers: readonly LocatedMarker[]
  /** Allows choosing any location: by a click, by dragging the marker, or with Enter for the center. */
  onPick?: ((place: Place) => void) | undefined
  tiles: MapTiles | null
  height?: number
}

/** The map itself, loaded when it is first shown. */
export function MapView({ label, markers, onPick, tiles, height }: WorldMapProps & { height: number }) {
  const leaflet = useLeaflet({ places: markers, doubleClickZoom: false, ...zoomsOf(tiles) })
  const { map } = leaflet
  const pick = useRef(onPick)
  useEffect(() => {
    pick.current = onPick
  })
  useEffect(() => {
    if (map === undefined) return
    const press = ({ latlng, originalEvent: { target } }: LeafletMouseEvent) => {
      const isOnPin = target instanceof Element && target.closest('[role="listitem"]') !== null
      if (!isOnPin) pick.current?.(pointedAt(latlng, map.getZoom()))
    }
    map.on('click', press)
    return () => void map.off('click', press)
  }, [map])
  return (
    // The requested height, if the window is high enough.
    <div style={{ height: `min(${height}px, 62svh)` }}>
      <MapFrame
        label={label}
        keys={onPick ? mapText.pickKeys : mapText.keys}
        leaflet={leaflet}
        tiles={tiles}
        isPicking={onPick !== undefined}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.target !== map?.getContainer()) return
          event.preventDefault()
          onPick?.(pointedAt(map.getCenter(), map.getZoom()))
        }}
      >
        {map &&
          markers.map((marker) => (
            <MapPin key={marker.id} map={map} place={marker} onMoved={onPick}>
              <span role="img" aria-label={marker.label} title={marker.label} className={styles.marker}>
                <StatusMark tone="info" shape="dot" />
              </span>
            </MapPin>
          ))}
      </MapFrame>
    </div>
  )
}
