import Supercluster from 'supercluster'
import { MOST_ZOOM, placeAt, type Place, type Size, type View } from './mercator.ts'

/** Markers nearer to one another than this, in pixels, are shown as one. */
const RADIUS_PX = 48
const TILE_PX = 512
/** Pins just outside the frame are there already when it is moved. */
const MARGIN_PX = 80
const MOST_LEVEL = Math.floor(Math.log2(MOST_ZOOM))

/** What is drawn at a place: one marker, or the number of those that stand there. */
export type Spot<Marker> =
  | { kind: 'one'; marker: Marker }
  | { kind: 'many'; cluster: number; place: Place; count: number }

export interface ClusterIndex<Marker> {
  /** What stands in the part of the world that is seen. */
  spotsIn: (view: View, size: Size) => Spot<Marker>[]
  /** How much nearer a cluster must be seen to come apart; undefined when it never does. */
  zoomToOpen: (cluster: number, view: View) => number | undefined
  /** The first markers of a cluster. */
  markersOf: (cluster: number, most: number) => Marker[]
}

const levelOf = ({ k }: View) => Math.max(0, Math.min(MOST_LEVEL, Math.floor(Math.log2(k))))

/**
 * Tens of thousands of markers, prepared once; each view then asks only for what it shows, so that moving and zooming
 * cost the same for a hundred markers as for fifty thousand.
 */
export function indexClusters<Marker extends Place>(markers: readonly Marker[]): ClusterIndex<Marker> {
  const index = new Supercluster<{ at: number }>({ radius: RADIUS_PX, maxZoom: MOST_LEVEL, extent: TILE_PX })
  index.load(
    markers.map(({ latitude, longitude }, at) => ({
      type: 'Feature',
      properties: { at },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  )
  const markerAt = (at: number) => {
    const marker = markers[at]
    return marker === undefined ? [] : [marker]
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
        .flatMap(({ properties, geometry }) => {
          if (!('cluster_id' in properties))
            return markerAt(properties.at).map((marker): Spot<Marker> => ({ kind: 'one', marker }))
          const [longitude = 0, latitude = 0] = geometry.coordinates
          const { cluster_id: cluster, point_count: count } = properties
          return [{ kind: 'many', cluster, place: { latitude, longitude }, count }]
        })
    },
    zoomToOpen(cluster, view) {
      const level = index.getClusterExpansionZoom(cluster)
      return level > MOST_LEVEL ? undefined : 2 ** level / view.k
    },
    markersOf: (cluster, most) =>
      index.getLeaves(cluster, most).flatMap(({ properties }) => markerAt(properties.at)),
  }
}
