/** Milliseconds since 1970 in simulated time. */
export type Instant = number

/** All that the simulator and the cloud may know about time. A test holds another implementation in its hand. */
export interface Clock {
  now(): Instant
  /** Calls `wake` once when the clock reaches `at` (at once, but not synchronously, if it already has). Returns a way to cancel. */
  wakeAt(at: Instant, wake: () => void): () => void
}

/** A clock that people can pause, speed up and move. */
export interface ControlledClock extends Clock {
  /** Simulated milliseconds for each real one; 0 is paused. */
  readonly speed: number
  /** 0 to 3600. */
  setSpeed(speed: number): void
  /** Jumps forward, running every wake on the way in the order they were due. Throws on a moment in the past. */
  advanceTo(at: Instant): void
  /** Called after each change of speed and each jump. Returns a way to stop. */
  onChange(listener: () => void): () => void
  /** Stops all timers of the host. */
  dispose(): void
}
