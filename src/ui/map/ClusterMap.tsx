import { IconMarquee2, IconSelectAll } from '@tabler/icons-react'
import { useMemo, useState, type ReactNode } from 'react'
import { formatNumber } from '@/lib/format.ts'
import type { MapTiles } from '@/lib/third-parties.ts'
import { mapText } from '@/messages/common/map.ts'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import type { Shape, Tone } from '@/ui/feedback/tone.ts'
import { IconButton } from '@/ui/form/Button.tsx'
import type { Indexed, Spot } from './cluster-index.ts'
import { MapFrame } from './MapFrame.tsx'
import { MapPin } from './MapPin.tsx'
import { Pin, type PinContent } from './Pin.tsx'
import { boxAround, isInBox, type Box, type Place } from './place.ts'
import { SpreadSpot } from './SpreadSpot.tsx'
import { useBoxSelect } from './use-box-select.ts'
import { useClusters } from './use-clusters.ts'
import { boxSeen, useLeaflet } from './use-leaflet.ts'
import { useReadingOrder } from './use-reading-order.ts'
import { zoomsOf } from './zooms.ts'
import styles from './MapFrame.module.css'

/** Maximum number of markers that are spread around one location. */
const MAX_SPREAD = 120

/** One of many; its state is a number among those of the map, the worst last. */
export interface MapMarker extends Indexed {
  id: string
}

export interface MarkerState {
  label: string
  tone: Tone
  /** Instead of that of the tone, for states of the same tone. */
  shape?: Shape | undefined
}

export interface ClusterMapProps<Marker extends MapMarker> {
  label: string
  markers: readonly Marker[]
  /** From best to worst. */
  states: readonly MarkerState[]
  /** The label of a marker, requested only for visible single markers. */
  contentOf: (marker: Marker) => PinContent
  /** Must keep its identity while the selection does not change. */
  isSelected: (marker: Marker) => boolean
  /** Called with the markers that the user selects by area, or all in view. */
  onSelect: (markers: readonly Marker[]) => void
  tiles: MapTiles | null
}

interface Opened<Marker> {
  cluster: number
  place: Place
  count: number
  markers: readonly Marker[]
  zoom: number
}

/**
 * A map for a hundred thousand markers: nearby ones are clustered, with their number and the colour and icon of the
 * worst state. Clicking a cluster zooms in, or spreads markers at the same location.
 */
export function ClusterMap<Marker extends MapMarker>({
  label,
  markers,
  states,
  contentOf,
  isSelected,
  onSelect,
  tiles,
}: ClusterMapProps<Marker>) {
  const corners = useMemo(() => cornersOf(markers), [markers])
  const zooms = zoomsOf(tiles)
  const leaflet = useLeaflet({ places: corners, doubleClickZoom: true, ...zooms })
  const { map } = leaflet
  const found = useClusters(map, markers, isSelected)
  useReadingOrder(map, found.spots)
  const [opened, setOpened] = useState<Opened<Marker>>()
  // Another zoom level has other clusters.
  const spot = opened?.zoom === found.zoom ? opened : undefined

  const selectIn = (box: Box) => onSelect(markers.filter((marker) => isInBox(marker, box)))
  const boxes = useBoxSelect(map, selectIn)

  const open = async ({ cluster, place, count, opensAt }: Extract<Spot, { kind: 'many' }>) => {
    if (map === undefined) return
    if (opensAt === null || opensAt > zooms.maxZoom || map.getZoom() === zooms.maxZoom) {
      const inside = await found.markersOf(cluster, MAX_SPREAD)
      return setOpened({ cluster, place, count, markers: inside, zoom: found.zoom })
    }
    // The clicked cluster splits, so the focus stays on the map.
    map.getContainer().focus({ preventScroll: true })
    map.setView([place.latitude, place.longitude], Math.max(map.getZoom() + 1, opensAt))
  }
  const pinOf = (marker: Marker): ReactNode => (
    <Pin
      {...contentOf(marker)}
      tone={states[marker.state]?.tone ?? 'idle'}
      shape={states[marker.state]?.shape}
    />
  )
  return (
    <MapFrame
      label={label}
      keys={mapText.selectKeys}
      leaflet={leaflet}
      tiles={tiles}
      tools={
        <>
          <IconButton
            size="s"
            label={mapText.selectBox}
            icon={<IconMarquee2 size={16} />}
            aria-pressed={boxes.isOn}
            onClick={boxes.toggle}
          />
          <IconButton
            size="s"
            label={mapText.selectView}
            icon={<IconSelectAll size={16} />}
            onClick={() => map && selectIn(boxSeen(map))}
          />
        </>
      }
      legend={<Legend markers={markers} states={states} />}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        boxes.cancel()
        if (spot === undefined) return
        setOpened(undefined)
        map?.getContainer().focus({ preventScroll: true })
      }}
    >
      {boxes.drawn && <span className={styles.box} style={boxes.drawn} aria-hidden="true" />}
      {map &&
        found.spots.map((each) => {
          if (each.kind === 'one') {
            const marker = found.markers[each.at]
            return (
              marker && (
                <MapPin key={marker.id} map={map} place={marker}>
                  {pinOf(marker)}
                </MapPin>
              )
            )
          }
          if (each.cluster === spot?.cluster) return null
          const state = states[each.worst]
          const label = mapText.cluster(each, state?.label ?? '')
          return (
            <MapPin key={each.cluster} map={map} place={each.place}>
              <button
                type="button"
                className={styles.cluster}
                data-tone={state?.tone}
                data-selected={
                  each.selected === 0 ? undefined : each.selected === each.count ? 'all' : 'some'
                }
                aria-label={label}
                title={label}
                onClick={() => void open(each)}
              >
                {state && <StatusMark tone={state.tone} shape={state.shape} />}
                {each.ofWorst === each.count
                  ? formatNumber(each.count)
                  : mapText.share(formatNumber(each.ofWorst), formatNumber(each.count))}
              </button>
            </MapPin>
          )
        })}
      {map && spot && (
        <SpreadSpot
          key={spot.cluster}
          map={map}
          place={spot.place}
          label={mapText.spread(formatNumber(spot.count), formatNumber(spot.markers.length))}
          pins={spot.markers.map((marker) => ({ id: marker.id, pin: pinOf(marker) }))}
        />
      )}
    </MapFrame>
  )
}

/** The states of the markers with their icons, the worst first, and what a number means. */
function Legend({ markers, states }: { markers: readonly MapMarker[]; states: readonly MarkerState[] }) {
  const shown = useMemo(() => {
    const present = new Set(markers.map(({ state }) => state))
    return states.filter((_, at) => present.has(at)).toReversed()
  }, [markers, states])
  return (
    <ul className={styles.states} aria-label={mapText.legend}>
      {shown.map(({ label, tone, shape }) => (
        <li key={label} className={styles.state}>
          <StatusMark tone={tone} shape={shape} />
          {label}
        </li>
      ))}
      <li className={styles.state}>
        <span className={styles.many} aria-hidden="true">
          {mapText.legendNumber}
        </span>
        {mapText.legendMany}
      </li>
    </ul>
  )
}

/** Two corners of the bounding box of all locations. */
function cornersOf(places: readonly Place[]): Place[] {
  const box = boxAround(places)
  if (box === undefined) return []
  return [
    { latitude: box.south, longitude: box.west },
    { latitude: box.north, longitude: box.east },
  ]
}
