import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { suggestedSupportEnd, supportEndProblem } from '@/domain/device/support-access.ts'
import type { MoveTarget } from '@/domain/operations/move-targets.ts'
import type { PickableRelease } from '@/domain/release/release-picker.queries.ts'
import { fromLocalInput, toLocalInput } from '@/lib/format.ts'
import { batchText, moveText, releasePickerText } from '@/messages/operations/operations.ts'
import { useTimeSource } from '@/ui/display/now.tsx'
import { BatchDialog, type BatchDialogProps } from '@/widgets/operations/BatchDialog.tsx'
import { MoveTargetPicker } from '@/widgets/operations/MoveTargetPicker.tsx'
import { SupportAccessField } from '@/widgets/operations/SupportAccessField.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { ReleasePicker } from '@/widgets/release/ReleasePicker.tsx'
import type { BatchName, UpdateName } from './OperationsMenu.tsx'
import { OsUpdateBatch } from './OsUpdateBatch.tsx'
import type { SelectedDevices } from './selected-devices.ts'
import { SupervisorUpdateBatch } from './SupervisorUpdateBatch.tsx'

type Common = Omit<BatchDialogProps<BatchName>, 'name' | 'input' | 'children' | 'reason'>

export interface BatchOperationProps extends Omit<Common, 'read' | 'targets'> {
  name: BatchName | UpdateName
  fleetId: number
  selected: SelectedDevices
}

/** The dialog of an operation on the selected devices, with its form if it needs input. */
export function BatchOperation({ name, fleetId, selected, ...rest }: BatchOperationProps) {
  const common = { ...rest, read: selected.read, targets: selected.targets }
  switch (name) {
    case 'updateOs':
      return <OsUpdateBatch {...rest} read={selected.readSystems} filter={selected.filter} />
    case 'updateSupervisor':
      return <SupervisorUpdateBatch {...rest} read={selected.readSystems} filter={selected.filter} />
    case 'pin':
      return <PinBatch fleetId={fleetId} {...common} />
    case 'move':
      return <MoveBatch {...common} />
    case 'grantSupport':
      return <SupportBatch {...common} />
    default:
      return <BatchDialog name={name} input={undefined} {...common} />
  }
}

const nothing = { releaseId: 0, commit: '', fleetId: 0, slug: '', until: 0, from: 0 }

function PinBatch({ fleetId, ...common }: Common & { fleetId: number }) {
  const [chosen, setChosen] = useState<PickableRelease | null>(null)
  return (
    <BatchDialog
      name="pin"
      {...common}
      input={chosen === null ? nothing : { releaseId: chosen.id, commit: chosen.commit }}
      reason={chosen === null ? releasePickerText.chooseFirst : undefined}
    >
      <ReleasePicker fleetId={fleetId} value={chosen?.id ?? null} onChange={setChosen} />
    </BatchDialog>
  )
}

function MoveBatch(common: Common) {
  const [chosen, setChosen] = useState<MoveTarget | null>(null)
  // The possible target fleets depend on all selected devices.
  const devices = useQuery({
    queryKey: ['device', 'selection-to-move'],
    queryFn: ({ signal }) => common.read({ signal, onRead: () => undefined }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <BatchDialog
      name="move"
      {...common}
      input={chosen === null ? nothing : { fleetId: chosen.id, slug: chosen.slug }}
      reason={chosen === null ? moveText.chooseFirst : undefined}
    >
      {devices.data !== undefined ? (
        <MoveTargetPicker devices={devices.data} value={chosen?.id ?? null} onChange={setChosen} />
      ) : (
        <QueryFallback
          query={devices}
          failed={batchText.readFailed}
          compact
          label={batchText.reading}
          lines={4}
          height={24}
        />
      )}
    </BatchDialog>
  )
}

function SupportBatch(common: Common) {
  const time = useTimeSource()
  const [from] = useState(() => time.now())
  const [text, setText] = useState(() => toLocalInput(suggestedSupportEnd(from)))
  const until = fromLocalInput(text)
  const problem = supportEndProblem(until, time.now())
  return (
    <BatchDialog
      name="grantSupport"
      {...common}
      input={until === null ? nothing : { until, from }}
      reason={problem}
    >
      <SupportAccessField value={text} onChange={setText} min={from} error={problem} />
    </BatchDialog>
  )
}
