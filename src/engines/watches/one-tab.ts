import { createStored } from '@/lib/stored.ts'

const RENEW_MS = 3_000
/** A tab that has not renewed its turn for this time counts as closed. */
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
 * Runs a function in one tab at a time: in this one as soon as no other tab does, until the signal aborts. Browsers without
 * locks take turns with a note in the storage; there, two tabs may overlap for a moment.
 */
export function inOneTab(
  name: string,
  signal: AbortSignal,
  run: (signal: AbortSignal) => void,
  locks: Pick<LockManager, 'request'> | undefined = globalThis.navigator?.locks,
): void {
  if (locks === undefined) return runInTurns(name, signal, run)
  const untilEnd = () =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve()
      signal.addEventListener('abort', () => resolve(), { once: true })
      run(signal)
    })
  // Rejects if it is aborted while waiting, when nothing was started.
  void locks.request(name, { signal }, untilEnd).catch(() => {})
}

function runInTurns(name: string, signal: AbortSignal, run: (signal: AbortSignal) => void): void {
  const turn = createStored<Turn | null>(`turn.${name}`, null, readTurn)
  const by = crypto.randomUUID()
  let running: AbortController | undefined
  const renew = () => {
    const now = Date.now()
    const held = turn.get()
    // A time in the far future was written before the clock was corrected.
    const isFree = held === null || held.by === by || held.until < now || held.until > now + LOST_MS
    if (!isFree) {
      running?.abort()
      running = undefined
      return
    }
    turn.set({ by, until: now + LOST_MS })
    if (running !== undefined) return
    running = new AbortController()
    run(running.signal)
  }
  const timer = setInterval(renew, RENEW_MS)
  signal.addEventListener(
    'abort',
    () => {
      clearInterval(timer)
      running?.abort()
      if (turn.get()?.by === by) turn.set(null)
    },
    { once: true },
  )
  renew()
}
