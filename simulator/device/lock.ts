import type { Command, CommandResult } from '../world/device-state.ts'

/** What an update lock stops (docs/platform/device-protocol.md); starting a service disturbs nobody. */
const GUARDED: ReadonlySet<Command['kind']> = new Set([
  'update',
  'restart',
  'stop-service',
  'restart-service',
  'purge',
  'reboot',
  'shutdown',
])

/** The service that refuses the command; null when nothing does. */
export function lockRefusing(command: Command, lockedBy: string | null): string | null {
  const forced = 'force' in command && command.force === true
  return lockedBy !== null && !forced && GUARDED.has(command.kind) ? lockedBy : null
}

/** 423 on the wire. */
export function lockedResult(serviceName: string): CommandResult {
  return {
    ok: false,
    reason: 'locked',
    message: `Updates are locked: Lockfile exists for service '${serviceName}'`,
  }
}
