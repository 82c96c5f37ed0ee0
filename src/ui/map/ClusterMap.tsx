import { useId, useMemo, useState } from 'react'
import { formatNumber } from '@/lib/format.ts'
import { mapText } from '@/messages/map.ts'
import type { Spot } from './cluster-index.ts'
import cluster from './ClusterMap.module.css'
import { Land } from './Land.tsx'
import { moveByKey, ZOOM_STEP } from './map-keys.ts'
import { MapControls } from './MapControls.tsx'
import styles from './MapView.module.css'
import { toScreen, type Place } from './mercator.ts'
import { onPixel } from './on-pixel.ts'
import { Pin, type MapMarker } from './Pin.tsx'
import { SpreadSpot, type OpenedSpot } from './SpreadSpot.tsx'
import { useClusters } from './use-clusters.ts'
import { useMapView } from './use-map-view.ts'

/** Most markers that are spread around one spot. */
const MOST_SPREAD = 120

export interface ClusterMapProps {
  label: string
  markers: readonly MapMarker[]
}

interface Opened extends OpenedSpot {
  cluster: number
  place: Place
}

/**
 * A map of tens of thousands of markers: those that stand too near to one another are a number; a press on it goes
 * nearer, or spreads those that stand on the same spot.
 */
export function ClusterMap({ label, markers }: ClusterMapProps) {
  const id = useId()
  const bounds = useMemo(() => boundsOf(markers), [markers])
  const control = useMapView(bounds)
  const { frame, size, view, show, zoomBy, moveBy } = control
  const found = useClusters(markers, view, size)
  const [opened, setOpened] = useState<{ view: number; spot: Opened }>()
  // Another scale joins other markers.
  const spot = opened?.view === view.k ? opened.spot : undefined

  const open = async ({ cluster: number, place, count, opensAt }: Extract<Spot, { kind: 'many' }>) => {
    if (opensAt === null) {
      const inside = await found.markersOf(number, MOST_SPREAD)
      return setOpened({ view: view.k, spot: { cluster: number, place, count, markers: inside } })
    }
    // The number that was pressed comes apart: the focus stays on the map.
    frame.current?.focus({ preventScroll: true })
    const { x, y } = toScreen(place, view)
    moveBy(size.width / 2 - x, size.height / 2 - y)
    zoomBy(Math.max(ZOOM_STEP, opensAt / view.k))
  }
  return (
    <div className={cluster.map}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move it */}
      <div
        ref={frame}
        role="application"
        aria-label={label}
        aria-describedby={id}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the map is moved by keys
        tabIndex={0}
        className={styles.frame}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && spot) {
            setOpened(undefined)
            event.currentTarget.focus()
          } else moveByKey(event, control)
        }}
      >
        <Land view={view} size={size} />
        <ul className={styles.pins}>
          {found.spots.map((each) => {
            if (each.kind === 'one') {
              const marker = found.markers[each.at]
              return marker && <Pin key={marker.id} marker={marker} at={toScreen(marker, view)} />
            }
            return (
              each.cluster !== spot?.cluster && (
                <li key={each.cluster} className={styles.pin} style={onPixel(toScreen(each.place, view))}>
                  <button
                    type="button"
                    className={styles.cluster}
                    aria-label={mapText.cluster(formatNumber(each.count))}
                    onClick={() => void open(each)}
                  >
                    {formatNumber(each.count)}
                  </button>
                </li>
              )
            )
          })}
        </ul>
        {spot && <SpreadSpot key={spot.cluster} spot={spot} at={toScreen(spot.place, view)} />}
      </div>
      <p id={id} hidden>
        {mapText.keys}
      </p>
      <MapControls zoomBy={zoomBy} onCenter={() => show(bounds)} />
    </div>
  )
}

/** Two corners that all places lie between; few, whatever the number of places. */
function boundsOf(places: readonly Place[]): Place[] {
  const [first] = places
  if (first === undefined) return []
  const low = { latitude: first.latitude, longitude: first.longitude }
  const high = { ...low }
  for (const { latitude, longitude } of places) {
    low.latitude = Math.min(low.latitude, latitude)
    low.longitude = Math.min(low.longitude, longitude)
    high.latitude = Math.max(high.latitude, latitude)
    high.longitude = Math.max(high.longitude, longitude)
  }
  return [low, high]
}
