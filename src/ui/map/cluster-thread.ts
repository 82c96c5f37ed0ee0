import {
  flatMarkers,
  indexClusters,
  type FlatMarkers,
  type Indexed,
  type SelectionMarks,
  type Spot,
} from './cluster-index.ts'
import type { ClusterAnswer, ClusterQuestion } from './cluster-worker.ts'
import type { Box } from './place.ts'

/** The index of a map's markers, wherever it is kept. */
export interface Clusters {
  spotsIn: (box: Box, zoom: number) => Promise<readonly Spot[]>
  markersOf: (cluster: number, most: number) => Promise<readonly number[]>
  /** What is asked from now on counts these as selected. */
  select: (marks: SelectionMarks) => void
  close: () => void
}

/** Indexes markers in a thread of its own: for fifty thousand it takes longer than a frame. Without threads it is done here. */
export function openClusters(markers: readonly Indexed[]): Clusters {
  const flat = flatMarkers(markers)
  return typeof Worker === 'undefined' ? clustersHere(flat) : clustersIn(startWorker(), flat)
}

const startWorker = () => new Worker(new URL('./cluster-worker.ts', import.meta.url), { type: 'module' })

/** In this thread. */
export function clustersHere(markers: FlatMarkers): Clusters {
  let index = indexClusters(markers)
  return {
    select: (marks) => void (index = indexClusters(markers, marks)),
    spotsIn: async (box, zoom) => index.spotsIn(box, zoom),
    markersOf: async (cluster, most) => index.markersOf(cluster, most),
    close: () => {},
  }
}

/** What is needed of a worker. */
type Thread = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>

/** In a worker, which takes the markers over. */
export function clustersIn(worker: Thread, markers: FlatMarkers): Clusters {
  const waiting = new Map<number, (found: unknown) => void>()
  let last = 0
  worker.addEventListener('message', ({ data: { id, found } }: MessageEvent<ClusterAnswer>) => {
    waiting.get(id)?.(found)
    waiting.delete(id)
  })
  const tell = (question: ClusterQuestion, moved: Transferable[] = []) => worker.postMessage(question, moved)
  const ask = <Found>(question: (id: number) => ClusterQuestion) =>
    new Promise<Found>((resolve) => {
      last += 1
      waiting.set(last, (found) => resolve(found as Found))
      tell(question(last))
    })
  tell({ ask: 'index', markers }, [markers.buffer])
  return {
    spotsIn: (box, zoom) => ask((id) => ({ ask: 'spots', id, box, zoom })),
    markersOf: (cluster, most) => ask((id) => ({ ask: 'markers', id, cluster, most })),
    select: (marks) => tell({ ask: 'select', marks }),
    close: () => worker.terminate(),
  }
}
