import { flatPlaces, indexClusters, type FlatPlaces, type Spot } from './cluster-index.ts'
import type { ClusterAnswer, ClusterQuestion } from './cluster-worker.ts'
import type { Place, Size, View } from './mercator.ts'

/** The index of a map's markers, wherever it is kept. */
export interface Clusters {
  spotsIn: (view: View, size: Size) => Promise<readonly Spot[]>
  markersOf: (cluster: number, most: number) => Promise<readonly number[]>
  close: () => void
}

/** Indexes markers in a thread of its own: for fifty thousand it takes longer than a frame. Without threads it is done here. */
export function openClusters(places: readonly Place[]): Clusters {
  const flat = flatPlaces(places)
  return typeof Worker === 'undefined' ? clustersHere(flat) : clustersIn(startWorker(), flat)
}

const startWorker = () => new Worker(new URL('./cluster-worker.ts', import.meta.url), { type: 'module' })

/** In this thread. */
export function clustersHere(places: FlatPlaces): Clusters {
  const index = indexClusters(places)
  return {
    spotsIn: async (view, size) => index.spotsIn(view, size),
    markersOf: async (cluster, most) => index.markersOf(cluster, most),
    close: () => {},
  }
}

/** What is needed of a worker. */
type Thread = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>

/** In a worker, which takes the places over. */
export function clustersIn(worker: Thread, places: FlatPlaces): Clusters {
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
  tell({ ask: 'index', places }, [places.buffer])
  return {
    spotsIn: (view, size) => ask((id) => ({ ask: 'spots', id, view, size })),
    markersOf: (cluster, most) => ask((id) => ({ ask: 'markers', id, cluster, most })),
    close: () => worker.terminate(),
  }
}
