import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { formatNumber } from '@/lib/format.ts'
import { mapText } from '@/messages/map.ts'
import { IconButton } from '../Button.tsx'
import { Link } from '../link.tsx'
import { StatusMark } from '../StatusBadge.tsx'
import type { Spot } from './cluster-index.ts'
import cluster from './ClusterMap.module.css'
import { Land } from './Land.tsx'
import styles from './MapView.module.css'
import { toScreen, type Place } from './mercator.ts'
import { onPixel } from './on-pixel.ts'
import { spread } from './spread.ts'
import { useClusters } from './use-clusters.ts'
import { useMapView, type MapViewControl } from './use-map-view.ts'
import type { MapMarker } from './WorldMap.tsx'

const STEP_PX = 60
const ZOOM_STEP = 1.6
/** Most markers that are spread around one spot. */
const MOST_SPREAD = 120

export interface ClusterMapProps {
  label: string
  markers: readonly MapMarker[]
}

interface Opened {
  cluster: number
  place: Place
  count: number
  markers: readonly MapMarker[]
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
          } else pressKey(event, control)
        }}
      >
        <Land view={view} size={size} />
        <ul className={styles.pins}>
          {found.spots.map((each) => {
            if (each.kind === 'one') {
              const marker = found.markers[each.at]
              return marker && <Single key={marker.id} marker={marker} at={toScreen(marker, view)} />
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
      <div className={styles.buttons}>
        <IconButton
          size="s"
          label={mapText.zoomIn}
          icon={<IconPlus size={16} />}
          onClick={() => zoomBy(ZOOM_STEP)}
        />
        <IconButton
          size="s"
          label={mapText.zoomOut}
          icon={<IconMinus size={16} />}
          onClick={() => zoomBy(1 / ZOOM_STEP)}
        />
        <IconButton
          size="s"
          label={mapText.center}
          icon={<IconFocusCentered size={16} />}
          onClick={() => show(bounds)}
        />
      </div>
      <p className={styles.source}>{mapText.sources}</p>
    </div>
  )
}

interface Point {
  x: number
  y: number
}

/** The markers of one spot, around it. */
function SpreadSpot({ spot: { markers, count }, at }: { spot: Opened; at: Point }) {
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
          return <Single key={marker.id} marker={marker} at={{ x: at.x + x, y: at.y + y }} />
        })}
      </ul>
    </>
  )
}

function Single({ marker: { label, to, tone = 'info' }, at }: { marker: MapMarker; at: Point }) {
  return (
    <li className={styles.pin} style={onPixel(at)} title={label}>
      {to === undefined ? (
        <span role="img" aria-label={label} className={styles.marker}>
          <StatusMark tone={tone} />
        </span>
      ) : (
        <Link to={to} aria-label={label} className={styles.marker}>
          <StatusMark tone={tone} />
        </Link>
      )}
    </li>
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

function pressKey(event: KeyboardEvent<HTMLElement>, { moveBy, zoomBy }: MapViewControl) {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
  const actions: Record<string, () => void> = {
    ArrowLeft: () => moveBy(STEP_PX, 0),
    ArrowRight: () => moveBy(-STEP_PX, 0),
    ArrowUp: () => moveBy(0, STEP_PX),
    ArrowDown: () => moveBy(0, -STEP_PX),
    '+': () => zoomBy(ZOOM_STEP),
    '=': () => zoomBy(ZOOM_STEP),
    '-': () => zoomBy(1 / ZOOM_STEP),
  }
  const action = actions[event.key]
  if (action === undefined) return
  event.preventDefault()
  action()
}
