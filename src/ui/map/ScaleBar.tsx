import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useState, type CSSProperties } from 'react'
import { formatNumber } from '@/lib/format.ts'
import { mapText } from '@/messages/common/map.ts'
import { scaleOf } from './scale.ts'
import styles from './MapFrame.module.css'

/** How far a length on the map is, at its middle: also the open sea then says something. */
export function ScaleBar({ map }: { map: LeafletMap }) {
  const [scale, setScale] = useState(() => seen(map))
  useEffect(() => {
    const update = () => setScale(seen(map))
    update()
    map.on('zoomend moveend resize', update)
    return () => void map.off('zoomend moveend resize', update)
  }, [map])
  if (scale === undefined) return null
  const { metres, width } = scale
  const distance =
    metres >= 1_000 ? mapText.kilometres(formatNumber(metres / 1_000)) : mapText.metres(formatNumber(metres))
  return (
    <div className={styles.scale} style={{ '--length': `${width}px` } as CSSProperties}>
      {distance}
    </div>
  )
}

function seen(map: LeafletMap) {
  try {
    return scaleOf(map.getCenter().lat, map.getZoom())
  } catch {
    // It has no view yet.
    return undefined
  }
}
