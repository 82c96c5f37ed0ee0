import type { Model } from '@/api/model.ts'
import { issueKindText, statusWithIssue, statusWithProgress } from '@/messages/device-list/devices.ts'
import type { IssueKind } from './device-issues.ts'
import { isMoving, shownStatus } from './device-status.ts'
import { statusLabel } from './status-breakdown.ts'

export type DeviceWithStatus = Pick<Model['device']['Read'], 'overall_status' | 'overall_progress'> & {
  is_frozen?: boolean | null
}

/** The issue that stands before the status: that of an operational device, which is not all well. */
export const leadingIssue = (device: DeviceWithStatus, issues: readonly IssueKind[]): IssueKind | undefined =>
  shownStatus(device) === 'operational' ? issues[0] : undefined

/**
 * A device's status with its progress, "Updating 64 %", or after its issue if it has one, "Storage full, operational". The
 * most severe issue is the first.
 */
export function statusText(device: DeviceWithStatus, issues: readonly IssueKind[] = []): string {
  const status = shownStatus(device)
  const issue = leadingIssue(device, issues)
  if (issue !== undefined) return statusWithIssue(issueKindText[issue], 'operational')
  const { overall_progress: progress } = device
  return isMoving(status) && progress !== null
    ? statusWithProgress(statusLabel[status], progress)
    : statusLabel[status]
}
