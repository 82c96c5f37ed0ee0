import { HttpError } from '../base/http-error.ts'
import type { Middleware } from './middleware.ts'

/** Counts requests of each caller in a window of real time. */
export interface Limiter {
  /** Seconds to wait, or undefined when the request is allowed. */
  take(caller: string, now: number): number | undefined
  forget(caller: string): void
}

export interface LimiterOptions {
  limit: number
  /** Real milliseconds. */
  windowMs: number
}

export function createLimiter({ limit, windowMs }: LimiterOptions): Limiter {
  const windows = new Map<string, { since: number; taken: number }>()
  return {
    take(caller, now) {
      const current = windows.get(caller)
      if (current === undefined || now - current.since >= windowMs) {
        windows.set(caller, { since: now, taken: 1 })
        return undefined
      }
      if (current.taken >= limit) return Math.max(1, Math.ceil((current.since + windowMs - now) / 1000))
      current.taken++
      return undefined
    },
    forget(caller) {
      windows.delete(caller)
    },
  }
}

/** Limits the requests per caller; answers 429 with the time to wait. */
export function limitRequests(options: LimiterOptions, realNow: () => number): Middleware {
  const limiter = createLimiter(options)
  return async ({ credential = 'anonymous' }, next) => {
    const wait = limiter.take(credential, realNow())
    if (wait !== undefined) throw new HttpError(429, 'Too Many Requests', { 'Retry-After': String(wait) })
    return next()
  }
}
