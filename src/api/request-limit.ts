/** Requests beyond this number per minute are delayed. */
export const REQUESTS_A_MINUTE = 350
const MINUTE = 60_000

/** Shorter delays are not reported. */
const REPORTED_FROM_MS = 3_000

/**
 * Lets at most `limit` requests start in any `intervalMs`; further ones are delayed (docs/decisions/product-rules.md,
 * 15). `onWait` is called for noticeable delays, once for all requests that wait together.
 */
export function createRequestLimit(
  onWait: (waitMs: number) => void = () => {},
  limit = REQUESTS_A_MINUTE,
  intervalMs = MINUTE,
  now: () => number = () => performance.now(),
) {
  const starts: number[] = []
  let toldUntil = -Infinity

  return async function takeTurn(signal?: AbortSignal | null): Promise<void> {
    for (;;) {
      const at = now()
      while (starts[0] !== undefined && at - starts[0] >= intervalMs) starts.shift()
      const oldest = starts[0]
      if (starts.length < limit || oldest === undefined) {
        starts.push(at)
        return
      }
      const waitMs = oldest + intervalMs - at
      if (waitMs >= REPORTED_FROM_MS && at >= toldUntil) {
        toldUntil = at + waitMs
        onWait(waitMs)
      }
      await pause(waitMs, signal)
    }
  }
}

/** Carries out at most `limit` tasks at the same time, the others in order. A task whose signal aborts gives up its place. */
export function createTurns(limit: number) {
  let running = 0
  const waiting: (() => void)[] = []

  const untilFree = (signal?: AbortSignal | null) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const begin = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      function leave() {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      waiting.push(begin)
    })

  return async function inTurn<Result>(
    task: () => Promise<Result>,
    signal?: AbortSignal | null,
  ): Promise<Result> {
    // A task that ends passes its place on.
    if (running >= limit) await untilFree(signal)
    else running += 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

/** Waits, or rejects with the signal's reason when it aborts. */
export function pause(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const timer = setTimeout(done, ms)
    function done() {
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    function stop() {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
}
