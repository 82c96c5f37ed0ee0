import { useState } from 'react'
import { suggestedSupportEnd, supportEndProblem } from '@/domain/device/support-access.ts'
import type { Device } from '@/features/device-page/device.queries.ts'
import { OperationDialog } from '@/features/device-page/OperationDialog.tsx'
import { fromLocalInput, toLocalInput } from '@/lib/format.ts'
import { useTimeSource } from '@/ui/display/now.tsx'
import { SupportAccessField } from '@/widgets/operations/SupportAccessField.tsx'

/** Grants support access until a chosen date. */
export function SupportAccessDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const time = useTimeSource()
  const [from] = useState(() => time.now())
  const [text, setText] = useState(() => toLocalInput(suggestedSupportEnd(from)))
  const until = fromLocalInput(text)
  const problem = supportEndProblem(until, time.now())
  return (
    <OperationDialog
      name="grantSupport"
      device={device}
      input={until === null ? null : { until, from }}
      reason={problem}
      onClose={onClose}
    >
      <SupportAccessField value={text} onChange={setText} min={from} error={problem} />
    </OperationDialog>
  )
}
