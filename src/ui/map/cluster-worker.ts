import { indexClusters, type ClusterIndex, type FlatMarkers } from './cluster-index.ts'
import type { Box } from './place.ts'

/** What the page asks of the thread that keeps the index. */
export type ClusterQuestion =
  | { ask: 'index'; markers: FlatMarkers }
  | { ask: 'spots'; id: number; box: Box; zoom: number }
  | { ask: 'markers'; id: number; cluster: number; most: number }

export interface ClusterAnswer {
  id: number
  found: unknown
}

let index: ClusterIndex | undefined

addEventListener('message', ({ data }: MessageEvent<ClusterQuestion>) => {
  if (data.ask === 'index') {
    index = indexClusters(data.markers)
    return
  }
  if (index === undefined) throw new Error('Nothing has been indexed yet')
  const found =
    data.ask === 'spots' ? index.spotsIn(data.box, data.zoom) : index.markersOf(data.cluster, data.most)
  postMessage({ id: data.id, found } satisfies ClusterAnswer)
})
