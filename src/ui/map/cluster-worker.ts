import { indexClusters, type ClusterIndex, type FlatPlaces } from './cluster-index.ts'
import type { Size, View } from './mercator.ts'

/** What the page asks of the thread that keeps the index. */
export type ClusterQuestion =
  | { ask: 'index'; places: FlatPlaces }
  | { ask: 'spots'; id: number; view: View; size: Size }
  | { ask: 'markers'; id: number; cluster: number; most: number }

export interface ClusterAnswer {
  id: number
  found: unknown
}

let index: ClusterIndex | undefined

addEventListener('message', ({ data }: MessageEvent<ClusterQuestion>) => {
  if (data.ask === 'index') {
    index = indexClusters(data.places)
    return
  }
  if (index === undefined) throw new Error('Nothing has been indexed yet')
  const found =
    data.ask === 'spots' ? index.spotsIn(data.view, data.size) : index.markersOf(data.cluster, data.most)
  postMessage({ id: data.id, found } satisfies ClusterAnswer)
})
