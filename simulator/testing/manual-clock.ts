import type { ControlledClock, Instant } from '../base/clock.ts'

interface Wake {
  at: Instant
  wake: () => void
}

/** A clock for tests, which moves only when advanced. Its speed is stored, but has no effect. */
export function createManualClock(start: Instant): ControlledClock {
  let now = start
  let speed = 1
  let wakes: Wake[] = []
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of [...listeners]) listener()
  }
  /** Runs all wake-ups up to a time, including those that they schedule. */
  const runUntil = (at: Instant) => {
    for (let due = wakes[0]; due !== undefined && due.at <= at; due = wakes[0]) {
      wakes.shift()
      now = Math.max(now, due.at)
      due.wake()
    }
  }
  return {
    get speed() {
      return speed
    },
    now: () => now,
    wakeAt(at, wake) {
      const entry: Wake = { at, wake }
      // Equal times keep the order in which they were scheduled.
      wakes = [...wakes, entry].toSorted((a, b) => a.at - b.at)
      // An overdue wake-up must not wait for the next jump.
      if (at <= now) void Promise.resolve().then(() => runUntil(now))
      return () => {
        wakes = wakes.filter((other) => other !== entry)
      }
    },
    setSpeed(value) {
      speed = value
      notify()
    },
    advanceTo(at) {
      if (at < now) throw new Error(`The clock cannot go back from ${now} to ${at}`)
      runUntil(at)
      now = Math.max(now, at)
      notify()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispose() {
      wakes = []
    },
  }
}
