import { indexClusters, type ClusterIndex, type FlatMarkers, type SelectionMarks } from './cluster-index.ts'
import type { Box } from './place.ts'

/** A request of the page to the worker. */
export type ClusterQuestion =
  | { ask: 'index'; markers: FlatMarkers }
  | { ask: 'select'; marks: SelectionMarks }
  | { ask: 'spots'; id: number; box: Box; zoom: number }
  | { ask: 'markers'; id: number; cluster: number; most: number }

export interface ClusterAnswer {
  id: number
  found: unknown
}

let markers: FlatMarkers | undefined
let index: ClusterIndex | undefined

addEventListener('message', ({ data }: MessageEvent<ClusterQuestion>) => {
  if (data.ask === 'index') {
    markers = data.markers
    index = indexClusters(markers)
    return
  }
  if (data.ask === 'select') {
    // Cluster numbers depend only on the locations, so a new selection does not change them.
    if (markers !== undefined) index = indexClusters(markers, data.marks)
    return
  }
  if (index === undefined) throw new Error('Nothing has been indexed yet')
  const found =
    data.ask === 'spots' ? index.spotsIn(data.box, data.zoom) : index.markersOf(data.cluster, data.most)
  postMessage({ id: data.id, found } satisfies ClusterAnswer)
})
