import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { MoveTarget } from '@/domain/operations/move-targets.ts'
import type { Device } from '@/features/device-page/device.queries.ts'
import { OperationDialog } from '@/features/device-page/OperationDialog.tsx'
import { paths } from '@/lib/paths.ts'
import { moveText } from '@/messages/operations/operations.ts'
import { MoveTargetPicker } from '@/widgets/operations/MoveTargetPicker.tsx'

/** Moves the device to another fleet, then opens that fleet. */
export function MoveDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const [chosen, setChosen] = useState<MoveTarget | null>(null)
  const navigate = useNavigate()
  return (
    <OperationDialog
      name="move"
      device={device}
      input={chosen === null ? null : { fleetId: chosen.id, slug: chosen.slug }}
      reason={chosen === null ? moveText.chooseFirst : undefined}
      onDone={() => {
        if (chosen !== null) void navigate(paths.fleet(chosen.id))
      }}
      onClose={onClose}
    >
      <MoveTargetPicker devices={[device]} value={chosen?.id ?? null} onChange={setChosen} />
    </OperationDialog>
  )
}
