import type { ControlledClock, Instant } from '../clock.ts'

interface Wake {
  at: Instant
  wake: () => void
}

/** A clock for tests: it stands still until somebody advances it. Its speed is kept but moves nothing. */
export function createManualClock(start: Instant): ControlledClock {
  let now = start
  let speed = 1
  let wakes: Wake[] = []
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  /** Runs every wake due up to a moment, those included that the wakes themselves ask for. */
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
      // Equal moments keep the order in which they were asked for.
      wakes = [...wakes, entry].toSorted((a, b) => a.at - b.at)
      // What is due already must not wait for the next jump.
      if (at <= now) void Promise.resolve().then(() => runUntil(now))
      return () => {
        wakes = wakes.filter((other) => other !== entry)
      }
    },
    setSpeed(wanted) {
      speed = wanted
      tell()
    },
    advanceTo(at) {
      if (at < now) throw new Error(`The clock cannot go back from ${now} to ${at}`)
      runUntil(at)
      now = Math.max(now, at)
      tell()
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
