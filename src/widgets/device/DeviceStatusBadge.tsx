import type { Model } from '@/api/model.ts'
import { deviceStatusShape, deviceStatusTone, isMoving, shownStatus } from '@/domain/device/device-status.ts'
import { statusLabel } from '@/domain/device/status-breakdown.ts'
import { statusWithProgress } from '@/messages/device-list/devices.ts'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'

type Device = Pick<Model['device']['Read'], 'overall_status' | 'overall_progress'> & {
  is_frozen?: boolean | null
}

/** A device's status with colour, icon and text, and its progress: "Updating 64 %". */
export function DeviceStatusBadge({ device }: { device: Device }) {
  const status = shownStatus(device)
  const progress = isMoving(status) ? device.overall_progress : null
  return (
    <StatusBadge tone={deviceStatusTone[status]} shape={deviceStatusShape[status]}>
      {progress === null ? statusLabel[status] : statusWithProgress(statusLabel[status], progress)}
    </StatusBadge>
  )
}
