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

/** HTTP status 423. */
export function lockedResult(serviceName: string): CommandResult {
  return {
    ok: false,
    reason: 'locked',
    message: `Updates are locked: Lockfile exists for service '${serviceName}'`,
  }
}
