import Supercluster from 'supercluster'
import type { Box, Place } from './place.ts'

/** Markers nearer to one another than this, in pixels, are shown as one. */
const RADIUS_PX = 48
const TILE_PX = 256
/** Markers that stand together at this zoom never come apart. */
const MOST_ZOOM = 18

/** What is drawn at a place: one marker, by its number among all, or how many stand there. */
export type Spot =
  | { kind: 'one'; at: number }
  | {
      kind: 'many'
      cluster: number
      place: Place
      count: number
      /** The worst state inside. */
      worst: number
      /** How many of them are selected. */
      selected: number
      /** The zoom at which it comes apart; null when it never does. */
      opensAt: number | null
    }

export interface ClusterIndex {
  /** What stands in a part of the world, as it is seen at this zoom. */
  spotsIn: (box: Box, zoom: number) => Spot[]
  /** The first markers of a cluster, by number. */
  markersOf: (cluster: number, most: number) => number[]
}

/** A marker as far as an index knows it; a higher state is a worse one. */
export interface Indexed extends Place {
  state: number
}

/** Markers as one flat row of numbers, which another thread takes over without a copy: latitude, longitude, state, and so on. */
export type FlatMarkers = Float64Array<ArrayBuffer>

const PER_MARKER = 3

/** Which markers are selected: 1 for each that is, by number; empty when none is. */
export type SelectionMarks = Uint8Array<ArrayBuffer>

const noMarks: SelectionMarks = new Uint8Array()

/** Empty when no marker is selected. */
export function selectionMarks<Marker>(
  markers: readonly Marker[],
  isSelected: (marker: Marker) => boolean,
): SelectionMarks {
  let marks = noMarks
  for (const [at, marker] of markers.entries()) {
    if (!isSelected(marker)) continue
    if (marks.length === 0) marks = new Uint8Array(markers.length)
    marks[at] = 1
  }
  return marks
}

export function flatMarkers(markers: readonly Indexed[]): FlatMarkers {
  const flat = new Float64Array(markers.length * PER_MARKER)
  let at = 0
  for (const { latitude, longitude, state } of markers) {
    flat[at] = latitude
    flat[at + 1] = longitude
    flat[at + 2] = state
    at += PER_MARKER
  }
  return flat
}

/**
 * Tens of thousands of markers, prepared once; each view then asks only for what it shows, so that moving and zooming
 * cost the same for a hundred markers as for a hundred thousand.
 */
export function indexClusters(flat: FlatMarkers, marks: SelectionMarks = noMarks): ClusterIndex {
  const index = new Supercluster<{ at: number }, { worst: number; selected: number }>({
    radius: RADIUS_PX,
    maxZoom: MOST_ZOOM,
    extent: TILE_PX,
    map: ({ at }) => ({ worst: flat[at * PER_MARKER + 2] ?? 0, selected: marks[at] ?? 0 }),
    reduce: (all, { worst, selected }) => {
      all.worst = Math.max(all.worst, worst)
      all.selected += selected
    },
  })
  index.load(
    Array.from({ length: flat.length / PER_MARKER }, (_, at) => ({
      type: 'Feature',
      properties: { at },
      geometry: {
        type: 'Point',
        coordinates: [flat[at * PER_MARKER + 1] ?? 0, flat[at * PER_MARKER] ?? 0],
      },
    })),
  )
  const opensAt = (cluster: number) => {
    const zoom = index.getClusterExpansionZoom(cluster)
    return zoom > MOST_ZOOM ? null : zoom
  }
  return {
    spotsIn: ({ west, south, east, north }, zoom) =>
      index
        .getClusters([west, south, east, north], Math.floor(zoom))
        .map(({ properties, geometry }): Spot => {
          if (!('cluster_id' in properties)) return { kind: 'one', at: properties.at }
          const [longitude = 0, latitude = 0] = geometry.coordinates
          const { cluster_id: cluster, point_count: count, worst, selected } = properties
          return {
            kind: 'many',
            cluster,
            place: { latitude, longitude },
            count,
            worst,
            selected,
            opensAt: opensAt(cluster),
          }
        }),
    markersOf: (cluster, most) => index.getLeaves(cluster, most).map(({ properties }) => properties.at),
  }
}
