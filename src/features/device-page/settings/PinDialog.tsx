import { useState } from 'react'
import type { PickableRelease } from '@/domain/release/release-picker.queries.ts'
import type { Device } from '@/features/device-page/device.queries.ts'
import { OperationDialog } from '@/features/device-page/OperationDialog.tsx'
import { releasePickerText } from '@/messages/operations/operations.ts'
import { ReleasePicker } from '@/widgets/release/ReleasePicker.tsx'

export interface PinDialogProps {
  device: Device
  fleetId: number
  onClose: () => void
}

/** Pins the device to a release. */
export function PinDialog({ device, fleetId, onClose }: PinDialogProps) {
  const [chosen, setChosen] = useState<PickableRelease | null>(null)
  const pinned = device.is_pinned_on__release[0]?.id ?? null
  const reason = chosen === null ? releasePickerText.chooseFirst : undefined
  return (
    <OperationDialog
      name="pin"
      device={device}
      input={chosen === null ? null : { releaseId: chosen.id, commit: chosen.commit }}
      reason={chosen !== null && chosen.id === pinned ? releasePickerText.alreadyPinned : reason}
      onClose={onClose}
    >
      <ReleasePicker fleetId={fleetId} value={chosen?.id ?? pinned} onChange={setChosen} current={pinned} />
    </OperationDialog>
  )
}
