import type { Model } from '@/api/model.ts'
import { issueSeverity, type IssueKind } from '@/domain/device/device-issues.ts'
import { deviceStatusShape, deviceStatusTone, isMoving, shownStatus } from '@/domain/device/device-status.ts'
import { statusLabel } from '@/domain/device/status-breakdown.ts'
import { issueKindText, statusWithIssue, statusWithProgress } from '@/messages/device-list/devices.ts'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'

type Device = Pick<Model['device']['Read'], 'overall_status' | 'overall_progress'> & {
  is_frozen?: boolean | null
}

export interface DeviceStatusBadgeProps {
  device: Device
  /** The known issues of the device, the most severe first: an operational device with one is not shown as all well. */
  issues?: readonly IssueKind[]
}

/** A device's status with colour, icon and text, and its progress: "Updating 64 %"; after its issue if it has one: "Storage full, operational". */
export function DeviceStatusBadge({ device, issues = [] }: DeviceStatusBadgeProps) {
  const status = shownStatus(device)
  const [issue] = issues
  if (status === 'operational' && issue !== undefined)
    return (
      <StatusBadge wraps tone={issueSeverity(issue) === 'critical' ? 'bad' : 'warn'}>
        {statusWithIssue(issueKindText[issue], status)}
      </StatusBadge>
    )
  const progress = isMoving(status) ? device.overall_progress : null
  return (
    <StatusBadge tone={deviceStatusTone[status]} shape={deviceStatusShape[status]}>
      {progress === null ? statusLabel[status] : statusWithProgress(statusLabel[status], progress)}
    </StatusBadge>
  )
}
