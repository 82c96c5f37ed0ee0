import type { ControlledClock, Instant } from '../../simulator/base/clock.ts'

/** Maximum speed. */
const MAX_SPEED = 3600

/** Maximum delay of a host timer. */
const MAX_TIMEOUT = 2 ** 31 - 1

export interface CloudClock extends ControlledClock {
  /** Restarts at another time, which may be in the past; pending wakes are dropped. */
  restart(at: Instant): void
  /**
   * Stops the clock until the returned function is called; then it continues as if it had not been stopped. All of a
   * request thus happens at one point in time, at which it can be replayed.
   */
  hold(): () => void
}

interface Wake {
  at: Instant
  order: number
  wake: () => void
}

const byTime = (one: Wake, other: Wake) => one.at - other.at || one.order - other.order

/** A clock that runs at `speed` times the host's; with speed 0 it moves only when advanced. */
export function createClock(start: Instant, speed = 1): CloudClock {
  let base = { real: performance.now(), at: start }
  let currentSpeed = speed
  let wakes: Wake[] = []
  let order = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let disposed = false
  const listeners = new Set<() => void>()

  let holders = 0
  let heldAt: Instant | undefined

  const running = (): Instant => Math.floor(base.at + (performance.now() - base.real) * currentSpeed)
  const now = (): Instant => heldAt ?? running()
  const rebase = (at: Instant) => {
    base = { real: performance.now(), at }
    // Moving the clock also moves it for requests that hold it.
    if (heldAt !== undefined) heldAt = at
  }
  const notify = () => {
    for (const listener of [...listeners]) listener()
  }

  function schedule() {
    clearTimeout(timer)
    const next = wakes[0]
    if (next === undefined || currentSpeed === 0 || disposed || heldAt !== undefined) return
    timer = setTimeout(wakeDue, Math.min(MAX_TIMEOUT, Math.max(0, (next.at - now()) / currentSpeed)))
  }
  function wakeDue() {
    for (let next = wakes[0]; next !== undefined && next.at <= now(); next = wakes[0]) {
      wakes.shift()
      next.wake()
    }
    schedule()
  }

  return {
    get speed() {
      return currentSpeed
    },
    now,
    wakeAt(at, wake) {
      const entry = { at, order: order++, wake }
      if (at <= now()) {
        let cancelled = false
        queueMicrotask(() => {
          if (!cancelled && !disposed) wake()
        })
        return () => {
          cancelled = true
        }
      }
      wakes = [...wakes, entry].toSorted(byTime)
      if (wakes[0] === entry) schedule()
      return () => {
        wakes = wakes.filter((other) => other !== entry)
      }
    },
    setSpeed(requested) {
      if (!(requested >= 0 && requested <= MAX_SPEED)) {
        throw new Error(`The speed must be from 0 to ${MAX_SPEED}, not ${requested}`)
      }
      rebase(now())
      currentSpeed = requested
      schedule()
      notify()
    },
    advanceTo(at) {
      if (at < now()) throw new Error(`The clock cannot go back to ${new Date(at).toISOString()}`)
      for (let next = wakes[0]; next !== undefined && next.at <= at; next = wakes[0]) {
        wakes.shift()
        rebase(Math.max(next.at, now()))
        next.wake()
      }
      rebase(Math.max(at, now()))
      schedule()
      notify()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    restart(at) {
      wakes = []
      rebase(at)
      schedule()
      notify()
    },
    hold() {
      heldAt ??= running()
      holders++
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        holders--
        if (holders > 0) return
        heldAt = undefined
        schedule()
      }
    },
    dispose() {
      disposed = true
      wakes = []
      listeners.clear()
      clearTimeout(timer)
    },
  }
}

export const isCloudClock = (clock: ControlledClock): clock is CloudClock => 'restart' in clock

/** A clock controlled from outside: it cannot go back, so a new world starts at its current time. */
export function foreignClock(clock: ControlledClock): CloudClock {
  return {
    get speed() {
      return clock.speed
    },
    now: () => clock.now(),
    wakeAt: (at, wake) => clock.wakeAt(at, wake),
    setSpeed: (speed) => clock.setSpeed(speed),
    advanceTo: (at) => clock.advanceTo(at),
    onChange: (listener) => clock.onChange(listener),
    dispose: () => clock.dispose(),
    restart(at) {
      if (at > clock.now()) clock.advanceTo(at)
    },
    hold: () => () => {},
  }
}
