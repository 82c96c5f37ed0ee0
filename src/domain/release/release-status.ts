import type { releaseStatusText } from '../../messages/releases.ts'
import type { Tone } from '../device/device-status.ts'

/** How a release is shown; failed, error, timeout and interrupted all read as failed. */
export type ShownReleaseStatus = keyof typeof releaseStatusText

/** Statuses as the wire has them, with the two that follow from it. */
export const releaseStatuses = [
  'success',
  'running',
  'failed',
  'error',
  'interrupted',
  'cancelled',
  'timeout',
  'local',
] as const
export type ReleaseStatus = (typeof releaseStatuses)[number]

/** A running release that has not been updated for longer than this has timed out. */
export const RUNNING_TIMEOUT_MS = 120_000

export const releaseStatusTone: Record<ShownReleaseStatus, Tone> = {
  succeeded: 'ok',
  running: 'info',
  failed: 'bad',
  cancelled: 'idle',
  local: 'idle',
}

export interface ReleaseStatusFields {
  status: string
  /** ISO moment of the builder's last sign of life. */
  update_timestamp: string
  /** Where it was built. */
  source?: string
}

/**
 * The status itself; `timeout` for a build that has gone silent for over 120 s (docs/decisions/product-rules.md, 19), `local` for one that
 * succeeded elsewhere than in the builder.
 */
export function derivedReleaseStatus(
  { status, update_timestamp, source }: ReleaseStatusFields,
  now: number,
): ReleaseStatus {
  const known = releaseStatuses.find((each) => each === status) ?? 'failed'
  if (known === 'running' && now - Date.parse(update_timestamp) > RUNNING_TIMEOUT_MS) return 'timeout'
  return known === 'success' && source === 'local' ? 'local' : known
}

const failedLike: ReadonlySet<string> = new Set(['failed', 'error', 'interrupted', 'cancelled', 'timeout'])

/** Whether nothing came of the build: such a release can be neither validated nor invalidated. */
export function isFailedLike(derived: string): boolean {
  return failedLike.has(derived)
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
