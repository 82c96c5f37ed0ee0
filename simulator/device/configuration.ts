import type { Instant } from '../base/clock.ts'

/** Configuration variables that take effect only after a reboot (docs/platform/configuration-variables.md), without their prefix. */
const REBOOTS =
  /^(HOST_CONFIG_(?!fan_profile)|HOST_EXTLINUX_|HOST_ODMDATA_|HOST_CONFIGFS_|HOST_SPLASH_IMAGE$|SUPERVISOR_PERSISTENT_LOGGING$)/

/** True for a variable whose change reboots the device (docs/platform/configuration-variables.md). */
export function rebootsFor(name: string): boolean {
  return REBOOTS.test(name.replace(/^(BALENA|RESIN)_/, ''))
}

/** True for a variable that is not sent to devices (docs/platform/derived-values.md). */
export function isForScreensOnly(name: string): boolean {
  return /^(BALENA|RESIN)_UI_/.test(name)
}

/** Changed variables and their new values; null if removed. */
export type ConfigChanges = Readonly<Record<string, string | null>>

/** A configuration change that the device has not fully applied. */
export type Configuring =
  /** The device fetches it at `until`. */
  | { kind: 'noticing'; changes: ConfigChanges; startedAt: Instant; until: Instant }
  /** It requires a reboot, but a service holds the update lock. */
  | { kind: 'held'; changes: ConfigChanges; startedAt: Instant; heldBy: string }
  | { kind: 'applying'; changes: ConfigChanges; startedAt: Instant; until: Instant }
  /** The device is disconnected and fetches all changes when it reconnects. */
  | { kind: 'waiting'; changes: ConfigChanges; startedAt: Instant }
  /** Done; `reboots` when the device must reboot for it. */
  | { kind: 'applied'; changes: ConfigChanges; startedAt: Instant; reboots: boolean }

export type ConfigEvent =
  | { type: 'time-passed'; at: Instant }
  | { type: 'contact-lost'; at: Instant }
  | { type: 'contact-found'; at: Instant }
  | { type: 'unlocked'; at: Instant }
  /** The device went down for another reason: pending changes are applied when it is up again. */
  | { type: 'booted'; at: Instant }

const APPLY_MS = 700

/** Adds a change to those that are pending. */
export function startConfiguring(
  before: Configuring | undefined,
  changes: ConfigChanges,
  at: Instant,
  noticedAt: Instant | null,
): Configuring {
  const all = { ...(before === undefined || before.kind === 'applied' ? {} : before.changes), ...changes }
  return noticedAt === null
    ? { kind: 'waiting', changes: all, startedAt: at }
    : { kind: 'noticing', changes: all, startedAt: at, until: noticedAt }
}

/** Pure transition. `lockedBy` is the service that holds the update lock. */
export function advanceConfiguring(
  it: Configuring,
  event: ConfigEvent,
  lockedBy: string | null,
): Configuring {
  const { changes } = it
  const { at } = event
  switch (event.type) {
    case 'time-passed': {
      let now = it
      for (let due = nextConfigWakeAt(now); due !== null && due <= at; due = nextConfigWakeAt(now)) {
        now = now.kind === 'noticing' ? take(now, due, lockedBy) : over(now, due)
      }
      return now
    }
    case 'contact-lost':
      return it.kind === 'applied' ? it : { kind: 'waiting', changes, startedAt: at }
    case 'contact-found':
      return it.kind === 'waiting' ? { kind: 'noticing', changes, startedAt: at, until: at + 2500 } : it
    case 'unlocked':
      return it.kind === 'held' ? { kind: 'applying', changes, startedAt: at, until: at + APPLY_MS } : it
    case 'booted':
      return it.kind === 'applying' || it.kind === 'held'
        ? { kind: 'applied', changes, startedAt: at, reboots: false }
        : it
  }
}

/** The time of its next change; null when only an event can change it. */
export function nextConfigWakeAt(it: Configuring): Instant | null {
  return 'until' in it ? it.until : null
}

function take({ changes }: Configuring, at: Instant, lockedBy: string | null): Configuring {
  const reboots = Object.keys(changes).some(rebootsFor)
  if (reboots && lockedBy !== null) return { kind: 'held', changes, startedAt: at, heldBy: lockedBy }
  return { kind: 'applying', changes, startedAt: at, until: at + APPLY_MS }
}

function over({ changes }: Configuring, at: Instant): Configuring {
  return { kind: 'applied', changes, startedAt: at, reboots: Object.keys(changes).some(rebootsFor) }
}
