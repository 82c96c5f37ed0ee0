import Supercluster from 'supercluster'
import type { Place } from './mercator.ts'

/** Markers nearer to one another than this, in pixels, are shown as one. */
const RADIUS_PX = 44
/** From this zoom level on nothing is joined. */
const MOST_LEVEL = 12

/** A marker of its own, or some that stand too near to one another. */
export type Pin<Marker extends Place> =
  | { kind: 'one'; marker: Marker }
  | { kind: 'many'; key: string; place: Place; count: number; markers: readonly Marker[] }

const LEVEL_TILE = 512

/** Joins markers that would cover one another; prepared once for all zoom levels. */
export function clusterMarkers<Marker extends Place>(markers: readonly Marker[]) {
  const index = new Supercluster<{ at: number }>({ radius: RADIUS_PX, maxZoom: MOST_LEVEL, extent: LEVEL_TILE })
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
  /** What is shown at a scale, where 1 draws the world 512 pixels wide. */
  return (k: number): Pin<Marker>[] =>
    index
      .getClusters([-180, -90, 180, 90], Math.max(0, Math.floor(Math.log2(k))))
      .flatMap(({ properties, geometry }): Pin<Marker>[] => {
        if (!('cluster_id' in properties)) {
          return markerAt(properties.at).map((marker) => ({ kind: 'one', marker }))
        }
        const [longitude = 0, latitude = 0] = geometry.coordinates
        return [
          {
            kind: 'many',
            key: `cluster-${properties.cluster_id}`,
            place: { latitude, longitude },
            count: properties.point_count,
            markers: index
              .getLeaves(properties.cluster_id, Infinity)
              .flatMap((leaf) => markerAt(leaf.properties.at)),
          },
        ]
      })
}
