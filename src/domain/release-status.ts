import type { releaseStatusText } from '../messages/releases.ts'
import type { Tone } from './device-status.ts'

/** How a release is shown; failed, error, timeout and interrupted all read as failed (spec 2 §4). */
export type ShownReleaseStatus = keyof typeof releaseStatusText

/** A running release that has not been updated for longer than this has timed out (spec 2 §4, §9). */
const RUNNING_TIMEOUT_MS = 120_000

export const releaseStatusTone: Record<ShownReleaseStatus, Tone> = {
  succeeded: 'ok',
  running: 'info',
  failed: 'bad',
  cancelled: 'idle',
  local: 'idle',
}

interface ReleaseFields {
  status: string
  /** ISO moment of the builder's last sign of life. */
  update_timestamp: string
}

/** The status itself, or `timeout` for a build that has gone silent for over 120 s (decisions 19). */
export function derivedReleaseStatus({ status, update_timestamp }: ReleaseFields, now: number): string {
  const silent = status === 'running' && now - Date.parse(update_timestamp) > RUNNING_TIMEOUT_MS
  return silent ? 'timeout' : status
}

/** How a derived status is shown; a text from a newer server that we do not know counts as failed. */
export function shownReleaseStatus(derived: string): ShownReleaseStatus {
  switch (derived) {
    case 'success':
      return 'succeeded'
    case 'running':
    case 'cancelled':
    case 'local':
      return derived
    default:
      return 'failed'
  }
}
