/** Milliseconds since 1970 in simulated time. */
export type Instant = number

/** The only source of time for the simulator and the cloud. Tests have their own implementation. */
export interface Clock {
  now(): Instant
  /** Calls `wake` once when the clock reaches `at`; soon, but not synchronously, if it already has. Returns a function that cancels. */
  wakeAt(at: Instant, wake: () => void): () => void
}

/** A clock that can be paused, accelerated and advanced. */
export interface ControlledClock extends Clock {
  /** Simulated milliseconds per real millisecond; 0 is paused. */
  readonly speed: number
  /** 0 to 3600. */
  setSpeed(speed: number): void
  /** Jumps forward and runs all wake-ups in order. Throws on a time in the past. */
  advanceTo(at: Instant): void
  /** Calls the listener after each change of speed and each jump. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void
  /** Stops all timers of the host. */
  dispose(): void
}
