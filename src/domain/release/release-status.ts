import type { Tone } from '@/domain/device/device-status.ts'
import type { releaseStatusText } from '@/messages/releases/releases.ts'

/** The displayed status; failed, error, timeout and interrupted are all shown as failed. */
export type ShownReleaseStatus = keyof typeof releaseStatusText

/** The statuses of the API, and the two derived ones. */
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

/** A running release without an update for longer than this has timed out. */
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
  /** ISO time of the builder's last heartbeat. */
  update_timestamp: string
  /** Where the release was built. */
  source?: string
}

/**
 * The status, or a derived one: `timeout` for a running build without an update for over 120 s
 * (docs/decisions/product-rules.md, 19), `local` for a successful one that was not built by the builder.
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

/** Whether the build failed: such a release can be neither validated nor invalidated. */
export function isFailedLike(derived: string): boolean {
  return failedLike.has(derived)
}

/** The displayed status of a derived one. Unknown statuses of a newer server count as failed. */
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
