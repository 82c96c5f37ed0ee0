import Supercluster from 'supercluster'
import type { Box, Place } from './place.ts'

/** Markers within this distance, in pixels, are clustered. */
const RADIUS_PX = 48
const TILE_PX = 256
/** Markers that are clustered at this zoom level are at the same location. */
const MAX_ZOOM = 18

/** A single marker, by index, or a cluster. */
export type Spot =
  | { kind: 'one'; at: number }
  | {
      kind: 'many'
      cluster: number
      place: Place
      count: number
      /** The worst state inside. */
      worst: number
      /** How many are in it. */
      ofWorst: number
      /** How many of them are selected. */
      selected: number
      /** The zoom level at which it splits; null when it never does. */
      opensAt: number | null
    }

export interface ClusterIndex {
  /** Markers and clusters in a part of the world at a zoom level. */
  spotsIn: (box: Box, zoom: number) => Spot[]
  /** The first markers of a cluster, by index. */
  markersOf: (cluster: number, most: number) => number[]
}

/** A marker for the index; a higher state is worse. */
export interface Indexed extends Place {
  state: number
}

/** Markers as a flat array that can be transferred to a worker: latitude, longitude, state, and so on. */
export type FlatMarkers = Float64Array<ArrayBuffer>

const PER_MARKER = 3

/** Selected markers: 1 for each selected index; empty when none is. */
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
 * An index of tens of thousands of markers, built once; each view requests only what it shows, so that panning and
 * zooming are as fast with a hundred thousand markers as with a hundred.
 */
export function indexClusters(flat: FlatMarkers, marks: SelectionMarks = noMarks): ClusterIndex {
  const index = new Supercluster<{ at: number }, { worst: number; ofWorst: number; selected: number }>({
    radius: RADIUS_PX,
    maxZoom: MAX_ZOOM,
    extent: TILE_PX,
    map: ({ at }) => ({ worst: flat[at * PER_MARKER + 2] ?? 0, ofWorst: 1, selected: marks[at] ?? 0 }),
    reduce: (all, { worst, ofWorst, selected }) => {
      if (worst > all.worst) all.ofWorst = ofWorst
      else if (worst === all.worst) all.ofWorst += ofWorst
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
    return zoom > MAX_ZOOM ? null : zoom
  }
  return {
    spotsIn: ({ west, south, east, north }, zoom) =>
      index
        .getClusters([west, south, east, north], Math.floor(zoom))
        .map(({ properties, geometry }): Spot => {
          if (!('cluster_id' in properties)) return { kind: 'one', at: properties.at }
          const [longitude = 0, latitude = 0] = geometry.coordinates
          const { cluster_id: cluster, point_count: count, worst, ofWorst, selected } = properties
          return {
            kind: 'many',
            cluster,
            place: { latitude, longitude },
            count,
            worst,
            ofWorst,
            selected,
            opensAt: opensAt(cluster),
          }
        }),
    markersOf: (cluster, most) => index.getLeaves(cluster, most).map(({ properties }) => properties.at),
  }
}
