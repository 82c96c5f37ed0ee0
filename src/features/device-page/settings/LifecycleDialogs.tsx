import { useNavigate } from 'react-router'
import type { Device } from '@/features/device-page/device.queries.ts'
import { OperationDialog } from '@/features/device-page/OperationDialog.tsx'
import { paths } from '@/lib/paths.ts'

interface LifecycleDialogProps {
  device: Device
  onClose: () => void
}

/** Deactivates the device until it connects again. */
export function DeactivateDialog({ device, onClose }: LifecycleDialogProps) {
  return <OperationDialog name="deactivate" device={device} input={undefined} onClose={onClose} />
}

/** Deletes the device after its name is typed, then opens its fleet. */
export function DeleteDialog({ device, onClose }: LifecycleDialogProps) {
  const navigate = useNavigate()
  const [fleet] = device.belongs_to__application
  return (
    <OperationDialog
      name="delete"
      device={device}
      input={undefined}
      typed={device.device_name}
      onDone={() => void navigate(fleet ? paths.fleet(fleet.id) : paths.fleets())}
      onClose={onClose}
    />
  )
}
