import type { Instant } from '../base/clock.ts'
import { nextRetryAt } from './lock.ts'

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

const BOOT_CONFIG = /^(?:BALENA|RESIN)_HOST_(?:CONFIG|EXTLINUX|ODMDATA|CONFIGFS|SPLASH)_/

/** True for a variable that is written to the files from which the device boots. */
export const isBootConfig = (name: string): boolean => BOOT_CONFIG.test(name)

/** Its name in those files. */
export const bootConfigName = (name: string): string => name.replace(BOOT_CONFIG, '')

/** The name of a variable of the supervisor in its log lines. */
export const supervisorName = (name: string): string => name.replace(/^(?:BALENA|RESIN)_/, '')

/** The values that the supervisor uses without a variable. */
export const CONFIG_DEFAULTS: Readonly<Record<string, string>> = {
  SUPERVISOR_POLL_INTERVAL: '900000',
  SUPERVISOR_INSTANT_UPDATE_TRIGGER: 'true',
  SUPERVISOR_LOCAL_MODE: 'false',
  SUPERVISOR_CONNECTIVITY_CHECK: 'true',
  SUPERVISOR_LOG_CONTROL: 'true',
  SUPERVISOR_DELTA: 'false',
  SUPERVISOR_OVERRIDE_LOCK: 'false',
  SUPERVISOR_PERSISTENT_LOGGING: 'false',
  SUPERVISOR_HARDWARE_METRICS: 'true',
  SUPERVISOR_VPN_CONTROL: 'true',
  HOST_FIREWALL_MODE: 'off',
  HOST_DISCOVERABILITY: 'true',
}

/** Changed variables and their new values; null if removed. */
export type ConfigChanges = Readonly<Record<string, string | null>>

/** A configuration change that the device has not fully applied. */
export type Configuring =
  /** The device fetches it at `until`. */
  | { kind: 'noticing'; changes: ConfigChanges; startedAt: Instant; until: Instant }
  /** It is applied and requires a reboot, but a service holds the update lock; `until`: the next attempt once it is released. */
  | { kind: 'held'; changes: ConfigChanges; startedAt: Instant; heldBy: string; until: Instant | null }
  | { kind: 'applying'; changes: ConfigChanges; startedAt: Instant; until: Instant }
  /** The device is disconnected and fetches all changes when it reconnects. */
  | { kind: 'waiting'; changes: ConfigChanges; startedAt: Instant }
  /** Done; `reboots` when the device must reboot for it now. */
  | { kind: 'applied'; changes: ConfigChanges; startedAt: Instant; reboots: boolean }

export type ConfigEvent =
  | { type: 'time-passed'; at: Instant }
  | { type: 'contact-lost'; at: Instant }
  | { type: 'contact-found'; at: Instant }
  | { type: 'unlocked'; at: Instant }
  /** A user requests it now, overriding locks. */
  | { type: 'forced'; at: Instant }
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

/**
 * Pure transition. `lockedBy` is the service that holds the update lock. It holds back only the reboot that some changes
 * need, and is tried again after waits that double up to the poll interval.
 */
export function advanceConfiguring(
  it: Configuring,
  event: ConfigEvent,
  lockedBy: string | null,
  pollIntervalMs = 900_000,
): Configuring {
  const { changes } = it
  const { at } = event
  switch (event.type) {
    case 'time-passed': {
      let now = it
      for (let due = nextConfigWakeAt(now); due !== null && due <= at; due = nextConfigWakeAt(now)) {
        now = settle(now, due, lockedBy)
      }
      return now
    }
    case 'contact-lost':
      return it.kind === 'applied' || it.kind === 'held' ? it : { kind: 'waiting', changes, startedAt: at }
    case 'contact-found':
      return it.kind === 'waiting' ? { kind: 'noticing', changes, startedAt: at, until: at + 2500 } : it
    case 'unlocked':
      return it.kind === 'held' && it.until === null
        ? { ...it, until: nextRetryAt(it.startedAt, at, pollIntervalMs) }
        : it
    case 'forced':
      return it.kind === 'held' ? { kind: 'applied', changes, startedAt: at, reboots: true } : it
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

function settle(it: Configuring, at: Instant, lockedBy: string | null): Configuring {
  const { changes } = it
  if (it.kind === 'noticing') return { kind: 'applying', changes, startedAt: at, until: at + APPLY_MS }
  const reboots = Object.keys(changes).some(rebootsFor)
  if (!reboots || lockedBy === null) return { kind: 'applied', changes, startedAt: at, reboots }
  if (it.kind === 'held') return { ...it, heldBy: lockedBy, until: null }
  return { kind: 'held', changes, startedAt: at, heldBy: lockedBy, until: null }
}
