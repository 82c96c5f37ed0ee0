import type { SharedWorld } from './shared-world.ts'

/** What opening a moment would take away. */
export interface Loss {
  /** Title of the open world. */
  world: string
  /** Actions done in it, which are recorded nowhere else. */
  actions: number
  isSignedIn: boolean
}

/** A moment of a link that waits for an answer. */
export interface PendingSharedWorld {
  shared: SharedWorld
  loss: Loss
}

let pending: PendingSharedWorld | null = null
const listeners = new Set<() => void>()

/** The moment that is asked about; one at a time, the latest. */
export const pendingSharedWorld = {
  get: (): PendingSharedWorld | null => pending,
  set(next: PendingSharedWorld | null): void {
    pending = next
    for (const tell of listeners) tell()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
