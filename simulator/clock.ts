/** Milliseconds since 1970 in simulated time. */
export type Instant = number

/** The only source of time for the simulator and the cloud. Tests use another implementation. */
export interface Clock {
  now(): Instant
  /** Calls `wake` once when the clock reaches `at` (asynchronously, if it already has). Returns a function that cancels. */
  wakeAt(at: Instant, wake: () => void): () => void
}

/** A clock that can be paused, sped up and moved. */
export interface ControlledClock extends Clock {
  /** Simulated milliseconds per real millisecond; 0 is paused. */
  readonly speed: number
  /** 0 to 3600. */
  setSpeed(speed: number): void
  /** Jumps forward, running all events on the way in order. Throws if the time is in the past. */
  advanceTo(at: Instant): void
  /** Called after each change of speed and each jump. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void
  /** Stops all timers of the host. */
  dispose(): void
}

export const FASTEST_SPEED = 3600

/** The time of the host. Only this file reads it. */
export interface RealTime {
  /** Monotonic milliseconds. */
  now(): number
  /** Calls back once, after at least that many milliseconds. Returns a function that cancels. */
  setTimeout(callback: () => void, ms: number): () => void
}

/** `Date.now` instead of `performance.now`, which stops in some hosts while the machine sleeps. */
const HOST_TIME: RealTime = {
  now: () => Date.now(),
  setTimeout(callback, ms) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

/** Hosts treat a longer timeout as zero. */
const LONGEST_TIMEOUT_MS = 3_600_000

interface Wake {
  at: Instant
  /** Keeps the order of events at the same time. */
  order: number
  wake: () => void
}

/** Scheduled events in order. A clock has few of them, so a sorted list is fast enough. */
class Agenda {
  #wakes: Wake[] = []
  #orders = 0

  add(at: Instant, wake: () => void): () => void {
    const entry: Wake = { at, order: this.#orders++, wake }
    const later = this.#wakes.findIndex((it) => it.at > at)
    this.#wakes.splice(later < 0 ? this.#wakes.length : later, 0, entry)
    return () => {
      this.#wakes = this.#wakes.filter((it) => it !== entry)
    }
  }

  soonest(): Instant {
    return this.#wakes[0]?.at ?? Infinity
  }

  take(): Wake | undefined {
    return this.#wakes.shift()
  }

  clear(): void {
    this.#wakes = []
  }
}

function checkedSpeed(speed: number): number {
  if (!(speed >= 0 && speed <= FASTEST_SPEED))
    throw new Error(`A clock runs at 0 to ${FASTEST_SPEED}, not at ${speed}`)
  return speed
}

/**
 * Shared by both clocks: the agenda, and running it so that `now()` is the scheduled time of an event while it runs.
 * Deadlines computed from `now()` are therefore not delayed by late timers.
 */
abstract class AgendaClock implements ControlledClock {
  protected readonly agenda = new Agenda()
  /** The latest time that was ever returned. Time never goes back behind it. */
  protected latest: Instant
  #speed: number
  #running = false
  readonly #listeners = new Set<() => void>()

  protected constructor(at: Instant, speed: number) {
    if (!Number.isFinite(at)) throw new Error(`A clock cannot start at ${at}`)
    this.latest = at
    this.#speed = checkedSpeed(speed)
  }

  /** The current time, according to the host. */
  protected abstract current(): Instant
  /** Schedules the agenda for the time of its first event. */
  protected abstract arm(): void
  /** Time continues from `at`. */
  protected abstract rebase(at: Instant): void
  abstract dispose(): void

  get speed(): number {
    return this.#speed
  }

  now(): Instant {
    if (!this.#running) this.latest = Math.max(this.latest, this.current())
    return this.latest
  }

  wakeAt(at: Instant, wake: () => void): () => void {
    const cancel = this.agenda.add(at, wake)
    if (!this.#running) this.arm()
    return cancel
  }

  setSpeed(speed: number): void {
    const next = checkedSpeed(speed)
    this.rebase(this.now())
    this.#speed = next
    this.arm()
    this.#notify()
  }

  advanceTo(at: Instant): void {
    const now = this.now()
    if (!(at >= now)) throw new Error(`The clock cannot go back from ${now} to ${at}`)
    if (this.#running) throw new Error('The clock cannot be moved by one of its own wakes')
    this.runUntil(at)
    this.latest = Math.max(this.latest, at)
    this.rebase(this.latest)
    this.arm()
    this.#notify()
  }

  /** Runs all events up to a time, including those scheduled meanwhile. */
  protected runUntil(at: Instant): void {
    this.#running = true
    try {
      while (this.agenda.soonest() <= at) {
        const due = this.agenda.take()
        if (!due) break
        this.latest = Math.max(this.latest, due.at)
        due.wake()
      }
    } finally {
      this.#running = false
    }
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}

class RunningClock extends AgendaClock {
  readonly #real: RealTime
  #base: Instant
  #realBase: number
  #disarm: (() => void) | null = null
  #disposed = false

  constructor(at: Instant, speed: number, real: RealTime) {
    super(at, speed)
    this.#real = real
    this.#base = at
    this.#realBase = real.now()
  }

  protected current(): Instant {
    const real = Math.max(0, this.#real.now() - this.#realBase)
    return Math.floor(this.#base + real * this.speed)
  }

  protected rebase(at: Instant): void {
    this.#base = at
    this.#realBase = this.#real.now()
  }

  protected arm(): void {
    this.#disarm?.()
    this.#disarm = null
    const due = this.agenda.soonest()
    if (this.#disposed || due === Infinity) return
    const left = due - this.now()
    if (left > 0 && this.speed === 0) return
    const ms = left <= 0 ? 0 : Math.min(LONGEST_TIMEOUT_MS, Math.ceil(left / this.speed))
    this.#disarm = this.#real.setTimeout(() => this.#timeOut(), ms)
  }

  #timeOut(): void {
    this.#disarm = null
    if (this.#disposed) return
    try {
      this.runUntil(Math.max(this.latest, this.current()))
    } finally {
      this.arm()
    }
  }

  dispose(): void {
    this.#disposed = true
    this.#disarm?.()
    this.#disarm = null
    this.agenda.clear()
  }
}

/** A clock that runs by itself, at `speed` simulated milliseconds (0 to 3600) per real millisecond. */
export function createClock(options: { at: Instant; speed?: number; realTime?: RealTime }): ControlledClock {
  return new RunningClock(options.at, options.speed ?? 1, options.realTime ?? HOST_TIME)
}

class ManualClock extends AgendaClock {
  #at: Instant
  #disposed = false

  constructor(at: Instant) {
    super(at, 1)
    this.#at = at
  }

  protected current(): Instant {
    return this.#at
  }

  protected rebase(at: Instant): void {
    this.#at = at
  }

  protected arm(): void {
    if (this.agenda.soonest() > this.latest) return
    // Events that are already due must not wait for the next jump.
    queueMicrotask(() => {
      if (!this.#disposed) this.runUntil(this.latest)
    })
  }

  dispose(): void {
    this.#disposed = true
    this.agenda.clear()
  }
}

/** A clock for tests: it moves only when advanced. Its speed is stored but has no effect. */
export function createManualClock(at: Instant): ControlledClock {
  return new ManualClock(at)
}
