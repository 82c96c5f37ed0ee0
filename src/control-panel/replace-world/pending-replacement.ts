/** What replacing the world would take away. */
export interface Loss {
  /** Title of the open world. */
  world: string
  /** Actions done in it, which are recorded nowhere else. */
  actions: number
  /** Other tabs that show it, as far as known. */
  tabs: number
  /** What happens to the session, as a sentence; null without one. */
  session: string | null
}

/** A link that waits for an answer. */
export interface PendingReplacement {
  /** What the link opens. */
  kind: 'share' | 'world' | 'story'
  loss: Loss
  /** Rejects with a readable message. */
  open(): Promise<void>
  /** The current world stays. */
  dismiss?(): void
}

let pending: PendingReplacement | null = null
const listeners = new Set<() => void>()

/** The link that is asked about; one at a time, the latest. */
export const pendingReplacement = {
  get: (): PendingReplacement | null => pending,
  set(next: PendingReplacement | null): void {
    pending = next
    for (const tell of listeners) tell()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
