import { createStored } from '@/lib/stored.ts'

const RENEW_MS = 3_000
/** Who has not renewed its turn for so long is gone. */
const LOST_MS = 10_000

interface Turn {
  by: string
  until: number
}

const readTurn = (stored: unknown): Turn | null | undefined =>
  typeof stored === 'object' &&
  stored !== null &&
  'by' in stored &&
  'until' in stored &&
  typeof stored.by === 'string' &&
  typeof stored.until === 'number'
    ? { by: stored.by, until: stored.until }
    : undefined

/**
 * Runs it in one tab at a time: in this one as soon as no other does, until the signal ends it. Browsers without locks
 * take turns by a note in the storage; there two may overlap for a moment.
 */
export function inOneTab(
  name: string,
  signal: AbortSignal,
  run: (signal: AbortSignal) => void,
  locks: Pick<LockManager, 'request'> | undefined = globalThis.navigator?.locks,
): void {
  if (locks === undefined) return takingTurns(name, signal, run)
  const untilEnd = () =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve()
      signal.addEventListener('abort', () => resolve(), { once: true })
      run(signal)
    })
  // Given up while waiting: nothing was begun.
  void locks.request(name, { signal }, untilEnd).catch(() => {})
}

function takingTurns(name: string, signal: AbortSignal, run: (signal: AbortSignal) => void): void {
  const turn = createStored<Turn | null>(`turn.${name}`, null, readTurn)
  const by = crypto.randomUUID()
  let mine: AbortController | undefined
  const renew = () => {
    const now = Date.now()
    const held = turn.get()
    // A time far ahead is of a clock that was put right since.
    const isFree = held === null || held.by === by || held.until < now || held.until > now + LOST_MS
    if (!isFree) {
      mine?.abort()
      mine = undefined
      return
    }
    turn.set({ by, until: now + LOST_MS })
    if (mine !== undefined) return
    mine = new AbortController()
    run(mine.signal)
  }
  const timer = setInterval(renew, RENEW_MS)
  signal.addEventListener(
    'abort',
    () => {
      clearInterval(timer)
      mine?.abort()
      if (turn.get()?.by === by) turn.set(null)
    },
    { once: true },
  )
  renew()
}
