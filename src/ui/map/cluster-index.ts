import Supercluster from 'supercluster'
import { MOST_ZOOM, placeAt, type Place, type Size, type View } from './mercator.ts'

/** Markers nearer to one another than this, in pixels, are shown as one. */
const RADIUS_PX = 48
const TILE_PX = 512
/** Pins just outside the frame are there already when it is moved. */
const MARGIN_PX = 80
const MOST_LEVEL = Math.floor(Math.log2(MOST_ZOOM))

/** What is drawn at a place: one marker, by its number among all, or how many stand there. */
export type Spot =
  | { kind: 'one'; at: number }
  | {
      kind: 'many'
      cluster: number
      place: Place
      count: number
      /** How near it must be seen to come apart; null when it never does. */
      opensAt: number | null
    }

export interface ClusterIndex {
  /** What stands in the part of the world that is seen. */
  spotsIn: (view: View, size: Size) => Spot[]
  /** The first markers of a cluster, by number. */
  markersOf: (cluster: number, most: number) => number[]
}

const levelOf = ({ k }: View) => Math.max(0, Math.min(MOST_LEVEL, Math.floor(Math.log2(k))))

/** Places as one flat row of numbers, which another thread takes over without a copy: latitude, longitude, and so on. */
export type FlatPlaces = Float64Array<ArrayBuffer>

export function flatPlaces(places: readonly Place[]): FlatPlaces {
  const flat = new Float64Array(places.length * 2)
  places.forEach(({ latitude, longitude }, at) => flat.set([latitude, longitude], at * 2))
  return flat
}

/**
 * Tens of thousands of markers, prepared once; each view then asks only for what it shows, so that moving and zooming
 * cost the same for a hundred markers as for fifty thousand.
 */
export function indexClusters(places: FlatPlaces): ClusterIndex {
  const index = new Supercluster<{ at: number }>({ radius: RADIUS_PX, maxZoom: MOST_LEVEL, extent: TILE_PX })
  index.load(
    Array.from({ length: places.length / 2 }, (_, at) => ({
      type: 'Feature',
      properties: { at },
      geometry: { type: 'Point', coordinates: [places[at * 2 + 1] ?? 0, places[at * 2] ?? 0] },
    })),
  )
  const opensAt = (cluster: number) => {
    const level = index.getClusterExpansionZoom(cluster)
    return level > MOST_LEVEL ? null : 2 ** level
  }
  return {
    spotsIn(view, { width, height }) {
      const { latitude: north, longitude: west } = placeAt({ x: -MARGIN_PX, y: -MARGIN_PX }, view)
      const { latitude: south, longitude: east } = placeAt(
        { x: width + MARGIN_PX, y: height + MARGIN_PX },
        view,
      )
      return index
        .getClusters([west, south, east, north], levelOf(view))
        .map(({ properties, geometry }): Spot => {
          if (!('cluster_id' in properties)) return { kind: 'one', at: properties.at }
          const [longitude = 0, latitude = 0] = geometry.coordinates
          const { cluster_id: cluster, point_count: count } = properties
          return { kind: 'many', cluster, place: { latitude, longitude }, count, opensAt: opensAt(cluster) }
        })
    },
    markersOf: (cluster, most) => index.getLeaves(cluster, most).map(({ properties }) => properties.at),
  }
}
