import { pause } from '../../api/request-limit.ts'

/** How far the platform's clock goes ahead of ours at once before it counts as having been moved. */
const CLOCK_JUMP_MS = 60_000
const CLOCK_CHECK_MS = 500

/**
 * Waits so many real milliseconds, or until the signal aborts, but not on when the platform's clock is moved ahead, as it is in
 * a simulated world or when a computer wakes: minutes of the devices have passed then, and there is something to see.
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
