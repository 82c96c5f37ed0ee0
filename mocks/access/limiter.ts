/** Counts what each caller does in a window of real time. */
export interface Limiter {
  /** Seconds to wait, or undefined when this one is allowed. */
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
