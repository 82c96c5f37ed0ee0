import type { Instant } from '../base/clock.ts'
import type { Command, CommandResult } from './device-state.ts'

/** Actions blocked by an update lock (docs/platform/device-protocol.md); starting a service is not. */
const GUARDED: ReadonlySet<Command['kind']> = new Set([
  'update',
  'restart',
  'stop-service',
  'restart-service',
  'purge',
  'reboot',
  'shutdown',
])

/** The service whose lock blocks the command; null when none does. */
export function blockingLock(command: Command, lockedBy: string | null): string | null {
  const forced = 'force' in command && command.force === true
  return lockedBy !== null && !forced && GUARDED.has(command.kind) ? lockedBy : null
}

/** HTTP status 423, with the sentence of the supervisor. */
export function lockedResult(appId: number, serviceName: string): CommandResult {
  return { ok: false, reason: 'locked', message: lockReason(appId, serviceName) }
}

export const lockReason = (appId: number, serviceName: string): string =>
  `Lockfile exists for { appId: ${appId}, service: ${serviceName} }`

/** The lock file of a service as the host sees it; in the container it is /tmp/balena/updates.lock. */
export const lockPath = (appId: number, serviceName: string): string =>
  `/tmp/balena-supervisor/services/${appId}/${serviceName}/updates.lock`

const FIRST_RETRY_MS = 1000

/** The attempts to take the locks: the wait doubles from 1 s up to the poll interval. */
export function* lockRetries(
  since: Instant,
  pollIntervalMs: number,
): Generator<{ at: Instant; waitMs: number }> {
  let waitMs = Math.min(FIRST_RETRY_MS, pollIntervalMs)
  for (let at = since; ; at += waitMs, waitMs = Math.min(pollIntervalMs, waitMs * 2)) yield { at, waitMs }
}

/** The first attempt after a time, when the first one was at `since`. */
export function nextRetryAt(since: Instant, after: Instant, pollIntervalMs: number): Instant {
  for (const { at } of lockRetries(since, pollIntervalMs)) if (at > after) return at
  return after
}

/** A wait as the supervisor writes it: 1s, 32s, 1m, 15m, 1h. */
export function compactTime(ms: number): string {
  if (ms >= 3_600_000) return `${Math.floor(ms / 3_600_000)}h`
  return ms >= 60_000 ? `${Math.floor(ms / 60_000)}m` : `${Math.max(1, Math.floor(ms / 1000))}s`
}
