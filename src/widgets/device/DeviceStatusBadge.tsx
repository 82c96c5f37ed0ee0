import { issueSeverity, type IssueKind } from '@/domain/device/device-issues.ts'
import { deviceStatusShape, deviceStatusTone, shownStatus } from '@/domain/device/device-status.ts'
import { leadingIssue, statusText, type DeviceWithStatus } from '@/domain/device/status-text.ts'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'

export interface DeviceStatusBadgeProps {
  device: DeviceWithStatus
  /** The known issues of the device, the most severe first: an operational device with one is not shown as all well. */
  issues?: readonly IssueKind[]
}

/** A device's status with colour, icon and text, and its progress or issue (`statusText`). */
export function DeviceStatusBadge({ device, issues = [] }: DeviceStatusBadgeProps) {
  const status = shownStatus(device)
  const issue = leadingIssue(device, issues)
  if (issue !== undefined)
    return (
      <StatusBadge wraps tone={issueSeverity(issue) === 'critical' ? 'bad' : 'warn'}>
        {statusText(device, issues)}
      </StatusBadge>
    )
  return (
    <StatusBadge tone={deviceStatusTone[status]} shape={deviceStatusShape[status]}>
      {statusText(device)}
    </StatusBadge>
  )
}
