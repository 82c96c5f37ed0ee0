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

/** The cluster index, in this thread or in a worker. */
export interface Clusters {
  spotsIn: (box: Box, zoom: number) => Promise<readonly Spot[]>
  markersOf: (cluster: number, most: number) => Promise<readonly number[]>
  /** Sets the selected markers for all further requests. */
  select: (marks: SelectionMarks) => void
  close: () => void
}

/**
 * Builds the index in a worker: for fifty thousand markers it takes longer than a frame. Without workers, it is built here.
 */
export function openClusters(markers: readonly Indexed[]): Clusters {
  const flat = flatMarkers(markers)
  return typeof Worker === 'undefined' ? clustersHere(flat) : clustersIn(startWorker(), flat)
}

const startWorker = () => new Worker(new URL('./cluster-worker.ts', import.meta.url), { type: 'module' })

/** The index in this thread. */
function clustersHere(markers: FlatMarkers): Clusters {
  let index = indexClusters(markers)
  return {
    select: (marks) => void (index = indexClusters(markers, marks)),
    spotsIn: async (box, zoom) => index.spotsIn(box, zoom),
    markersOf: async (cluster, most) => index.markersOf(cluster, most),
    close: () => {},
  }
}

/** The required subset of a worker. */
type Thread = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>

/** The index in a worker. The markers are transferred, so the caller must not use them afterwards. */
export function clustersIn(worker: Thread, markers: FlatMarkers): Clusters {
  const waiting = new Map<number, (found: unknown) => void>()
  let last = 0
  worker.addEventListener('message', ({ data: { id, found } }: MessageEvent<ClusterAnswer>) => {
    waiting.get(id)?.(found)
    waiting.delete(id)
  })
  const send = (question: ClusterQuestion, moved: Transferable[] = []) => worker.postMessage(question, moved)
  const ask = <Found>(question: (id: number) => ClusterQuestion) =>
    new Promise<Found>((resolve) => {
      last += 1
      waiting.set(last, (found) => resolve(found as Found))
      send(question(last))
    })
  send({ ask: 'index', markers }, [markers.buffer])
  return {
    spotsIn: (box, zoom) => ask((id) => ({ ask: 'spots', id, box, zoom })),
    markersOf: (cluster, most) => ask((id) => ({ ask: 'markers', id, cluster, most })),
    select: (marks) => send({ ask: 'select', marks }),
    close: () => worker.terminate(),
  }
}
