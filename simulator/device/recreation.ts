import type { Instant } from '../base/clock.ts'
import { nextRetryAt } from './lock.ts'

/** Containers of a device that must be recreated, because variables have changed. */
export type Recreation =
  /** The device cannot learn its new target yet: it is disconnected, in local mode or busy with an update. */
  | { kind: 'waiting'; startedAt: Instant }
  /** The device fetches its target at `until`. */
  | { kind: 'noticing'; startedAt: Instant; until: Instant }
  /** A service holds the update lock; `until` is the next attempt once it is released. */
  | { kind: 'held'; startedAt: Instant; heldBy: string; until: Instant | null }
  /** The containers may be stopped now. */
  | { kind: 'ready'; startedAt: Instant }
  | { kind: 'applying'; startedAt: Instant; until: Instant }
  | { kind: 'done'; startedAt: Instant }

export type RecreationEvent =
  | { type: 'time-passed'; at: Instant }
  /** It can no longer learn its target. */
  | { type: 'blocked'; at: Instant }
  | { type: 'released'; at: Instant; noticedAt: Instant }
  | { type: 'unlocked'; at: Instant }
  | { type: 'forced'; at: Instant }
  | { type: 'booted'; at: Instant }

export interface RecreationParameters {
  /** The service that holds the update lock, unless locks are overridden. */
  lockedBy: string | null
  /** The longest time between two attempts. */
  pollIntervalMs: number
}

/** Pure transition. */
export function advanceRecreation(
  it: Recreation,
  event: RecreationEvent,
  parameters: RecreationParameters,
): Recreation {
  const { at } = event
  switch (event.type) {
    case 'time-passed': {
      const due = nextRecreationWakeAt(it)
      return due === null || due > at ? it : settle(it, due, parameters)
    }
    case 'blocked':
      return it.kind === 'noticing' || it.kind === 'held' ? { kind: 'waiting', startedAt: at } : it
    case 'released':
      return it.kind === 'waiting' ? { kind: 'noticing', startedAt: at, until: event.noticedAt } : it
    case 'unlocked':
      return it.kind === 'held' && it.until === null
        ? { ...it, until: nextRetryAt(it.startedAt, at, parameters.pollIntervalMs) }
        : it
    case 'forced':
      return it.kind === 'held' || it.kind === 'noticing' ? { kind: 'ready', startedAt: at } : it
    case 'booted':
      return it.kind === 'applying' ? { kind: 'done', startedAt: at } : it
  }
}

function settle(it: Recreation, due: Instant, { lockedBy }: RecreationParameters): Recreation {
  if (it.kind === 'applying') return { kind: 'done', startedAt: due }
  if (lockedBy === null) return { kind: 'ready', startedAt: due }
  if (it.kind === 'held') return { ...it, heldBy: lockedBy, until: null }
  return { kind: 'held', startedAt: due, heldBy: lockedBy, until: null }
}

/** The time of its next change; null when only an event can change it. */
export function nextRecreationWakeAt(it: Recreation): Instant | null {
  return 'until' in it ? it.until : null
}
