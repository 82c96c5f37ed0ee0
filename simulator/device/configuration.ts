import type { Instant } from '../clock.ts'

/** Variables of the configuration that a device takes on only by a reboot (docs/platform/configuration-variables.md), without their prefix. */
const REBOOTS =
  /^(HOST_CONFIG_(?!fan_profile)|HOST_EXTLINUX_|HOST_ODMDATA_|HOST_CONFIGFS_|HOST_SPLASH_IMAGE$|SUPERVISOR_PERSISTENT_LOGGING$)/

/** True for a variable whose change reboots the device (docs/platform/configuration-variables.md). */
export function rebootsFor(name: string): boolean {
  return REBOOTS.test(name.replace(/^(BALENA|RESIN)_/, ''))
}

/** True for one that devices never hear of (docs/platform/derived-values.md). */
export function isForScreensOnly(name: string): boolean {
  return /^(BALENA|RESIN)_UI_/.test(name)
}

/** Variables that a person has changed and what they are to become; null for one that was removed. */
export type ConfigChanges = Readonly<Record<string, string | null>>

/** A change of its configuration on its way into a device. */
export type Configuring =
  /** The device learns of it at `until`. */
  | { kind: 'noticing'; changes: ConfigChanges; startedAt: Instant; until: Instant }
  /** It needs a reboot, and a service holds the update lock. */
  | { kind: 'held'; changes: ConfigChanges; startedAt: Instant; heldBy: string }
  | { kind: 'applying'; changes: ConfigChanges; startedAt: Instant; until: Instant }
  /** Out of touch: it learns of all of it when it is back. */
  | { kind: 'waiting'; changes: ConfigChanges; startedAt: Instant }
  /** Over; `reboots` when the machine must start anew for it. */
  | { kind: 'applied'; changes: ConfigChanges; startedAt: Instant; reboots: boolean }

export type ConfigEvent =
  | { type: 'time-passed'; at: Instant }
  | { type: 'contact-lost'; at: Instant }
  | { type: 'contact-found'; at: Instant }
  | { type: 'unlocked'; at: Instant }
  /** The machine went down by itself: what it had begun is there when it is up again. */
  | { type: 'booted'; at: Instant }

const APPLY_MS = 700

/** A further change joins those that are on their way. */
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

/** Pure: the same change and event always give the same change. `lockedBy` is the service that holds the lock. */
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

/** When it next moves by itself; null when only an event can move it. */
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
