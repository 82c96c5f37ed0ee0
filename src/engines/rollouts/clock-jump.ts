import { pause } from '@/api/request-limit.ts'

/** If the platform's clock advances by more than this between two checks, it was moved forward. */
const CLOCK_JUMP_MS = 60_000
const CLOCK_CHECK_MS = 500

/**
 * Waits for `waitMs` of real time, or until the signal aborts. Ends early if the platform's clock is moved forward, as in a
 * simulated world or when a computer wakes up: devices may have changed since.
 */
export async function pauseUnlessClockJumps(
  waitMs: number,
  now: () => number,
  signal: AbortSignal,
): Promise<void> {
  const end = performance.now() + waitMs
  let last = now()
  for (let leftMs = waitMs; leftMs > 0 && !signal.aborted; leftMs = end - performance.now()) {
    await pause(Math.min(leftMs, CLOCK_CHECK_MS), signal).catch(() => {})
    const at = now()
    if (at - last > CLOCK_JUMP_MS) return
    last = at
  }
}
