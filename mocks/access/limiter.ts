import type { Middleware } from '../http/middleware.ts'
import { HttpError } from '../odata/http-error.ts'

/** Counts requests of each caller in a window of real time. */
export interface Limiter {
  /** Seconds to wait, or undefined when the request is allowed. */
  take(who: string, now: number): number | undefined
  forget(who: string): void
}

export interface LimiterOptions {
  most: number
  /** Real milliseconds. */
  windowMs: number
}

export function createLimiter({ most, windowMs }: LimiterOptions): Limiter {
  const windows = new Map<string, { since: number; taken: number }>()
  return {
    take(who, now) {
      const open = windows.get(who)
      if (open === undefined || now - open.since >= windowMs) {
        windows.set(who, { since: now, taken: 1 })
        return undefined
      }
      if (open.taken >= most) return Math.max(1, Math.ceil((open.since + windowMs - now) / 1000))
      open.taken++
      return undefined
    },
    forget(who) {
      windows.delete(who)
    },
  }
}

/** A rate limit per caller: then 429 with the time to wait. */
export function limitRequests(options: LimiterOptions, realNow: () => number): Middleware {
  const limiter = createLimiter(options)
  return async ({ credential = 'anybody' }, next) => {
    const wait = limiter.take(credential, realNow())
    if (wait !== undefined) throw new HttpError(429, 'Too Many Requests', { 'Retry-After': String(wait) })
    return next()
  }
}
