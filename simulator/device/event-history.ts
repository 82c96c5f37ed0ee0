import type { Instant } from '../base/clock.ts'
import type { ConfigChanges } from './configuration.ts'
import type { Command, HeartbeatState } from './device-state.ts'
import type { Connectivity } from './link.ts'
import type { SystemPart, SystemUpdate } from './os-update.ts'
import type { ServiceRun } from './services.ts'
import type { MovingUpdate, Update } from './update.ts'

/** An event of a device. A phase of an update is itself the record of its start. */
export type DeviceEvent =
  | Exclude<Update, { kind: 'out-of-touch' }>
  | { kind: 'resumed'; startedAt: Instant; phase: MovingUpdate }
  | { kind: 'registered'; startedAt: Instant }
  /** The installer has written the internal storage. */
  | { kind: 'flashed'; startedAt: Instant }
  | {
      kind: 'contact'
      startedAt: Instant
      contact: Connectivity
      by: 'itself' | 'power' | 'person'
      /** The first contact: from now on the device counts as active. */
      activates?: true
    }
  | { kind: 'heartbeat'; startedAt: Instant; state: HeartbeatState }
  | { kind: 'target'; startedAt: Instant; releaseId: number | null; origin: 'pin' | 'fleet' | 'move' }
  | { kind: 'command'; startedAt: Instant; command: Command['kind']; forced: boolean }
  | { kind: 'service'; startedAt: Instant; name: string; run: ServiceRun }
  /** `stoppedAt`: all services have stopped; `endsAt`: all run again. Events of older worlds have neither. */
  | { kind: 'purged'; startedAt: Instant; stoppedAt?: Instant; endsAt?: Instant }
  | { kind: 'going-down'; startedAt: Instant; downAt: Instant; returns: boolean }
  | { kind: 'booted'; startedAt: Instant }
  /** The service that took its lock; null when the last one was released. */
  | { kind: 'lock'; startedAt: Instant; service: string | null }
  | {
      kind: 'config'
      startedAt: Instant
      name: string
      value: string | null
      of: 'device' | 'fleet'
    }
  /** `boot`: the boot configuration after it, if it changed. */
  | {
      kind: 'configured'
      startedAt: Instant
      changes: ConfigChanges
      reboots: boolean
      boot?: Readonly<Record<string, string>>
    }
  | { kind: 'config-held'; startedAt: Instant; heldBy: string }
  /** A variable of its containers changed in the cloud. */
  | {
      kind: 'variable'
      startedAt: Instant
      name: string
      of: 'device' | 'service' | 'fleet' | 'image'
      removed: boolean
    }
  /** The containers of these services are recreated, unless a service holds the update lock. */
  | { kind: 'recreating'; startedAt: Instant; heldBy: string | null; names: readonly string[] }
  | { kind: 'recreated'; startedAt: Instant }
  | { kind: 'frozen'; startedAt: Instant; frozen: boolean }
  | { kind: 'renamed'; startedAt: Instant; name: string }
  | { kind: 'moved'; startedAt: Instant; fleetId: number }
  | { kind: 'active'; startedAt: Instant; active: boolean }
  | {
      kind: 'system'
      startedAt: Instant
      part: SystemPart
      phase: Exclude<SystemUpdate['kind'], 'out-of-touch'>
      version: string
      /** The previous version. */
      was: string
      /** The version that ran until this event; absent when it changes nothing. */
      ran?: string
    }

/** Older events beyond this number are dropped. */
export const MAX_EVENTS = 80

export interface History {
  /** How many older events were dropped. */
  forgotten: number
  list: DeviceEvent[]
}

const PHASES: ReadonlySet<DeviceEvent['kind']> = new Set([
  'noticing',
  'clearing',
  'downloading',
  'backing-off',
  'downloaded',
  'applying',
  'done',
  'rejected',
  'aborted',
  'resumed',
])

/** True for the phases of an update, each of which ends when the next begins. */
export function isPhase(it: DeviceEvent): boolean {
  return PHASES.has(it.kind)
}

/** The same, except for the event that only resumes a phase. */
export function isUpdatePhase(it: DeviceEvent): it is Exclude<Update, { kind: 'out-of-touch' }> {
  return it.kind !== 'resumed' && PHASES.has(it.kind)
}

export function appendEvent(histories: Map<number, History>, index: number, event: DeviceEvent): void {
  const history = histories.get(index)
  if (!history) {
    histories.set(index, { forgotten: 0, list: [event] })
    return
  }
  history.list.push(event)
  if (history.list.length > MAX_EVENTS) {
    // Dropped in bulk, so that a busy device does not shift its whole list each time.
    const surplus = MAX_EVENTS / 4
    history.list.splice(0, surplus)
    history.forgotten += surplus
  }
}
