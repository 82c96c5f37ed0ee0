import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { sendRequest } from '@/api/data-request.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { useApplicationChange } from '@/features/fleets/use-application-change.ts'
import { deviceTypeText as text, fleetSettingsText } from '@/messages/fleets/fleet-settings.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { QueryErrorBanner } from '@/widgets/query-states/QueryErrorBanner.tsx'
import { deviceTypeCall } from './settings-writes.ts'
import { deviceTypesOfQuery } from './settings.queries.ts'

/** An application with its device type. */
export interface TypedApplication {
  id: number
  is_for__device_type: readonly {
    id: number
    is_of__cpu_architecture: readonly { id: number; slug: string }[]
  }[]
}

export interface DeviceTypeDialogProps {
  fleets: readonly TypedApplication[]
  onClose: () => void
}

/** The CPU architecture shared by all applications; undefined if they differ or it is unknown. */
export function sharedArchitecture(fleets: readonly TypedApplication[]) {
  const [first, ...others] = fleets.map((fleet) => fleet.is_for__device_type[0]?.is_of__cpu_architecture[0])
  return others.every((each) => each?.id === first?.id) ? first : undefined
}

/** Selects a device type of the architecture shared by the selected applications. */
export function DeviceTypeDialog({ fleets, onClose }: DeviceTypeDialogProps) {
  const apply = useApplicationChange()
  const architecture = sharedArchitecture(fleets)
  const types = useQuery({
    ...deviceTypesOfQuery(architecture?.id ?? 0),
    enabled: architecture !== undefined,
  })
  const current = fleets.length === 1 ? fleets[0]?.is_for__device_type[0]?.id : undefined
  const [chosen, setChosen] = useState(String(current ?? ''))
  const name = types.data?.find(({ id }) => String(id) === chosen)?.name
  const call = deviceTypeCall(
    fleets.map(({ id }) => id),
    Number(chosen),
  )
  return (
    <FormDialog
      title={text.title}
      confirmLabel={text.confirm}
      onClose={onClose}
      reason={whyNot({ architecture, chosen, current })}
      commands={platformCommands(null, call)}
      onSubmit={async () => {
        await apply(() => sendRequest(api().data, call), text.done(name ?? ''))
        onClose()
      }}
    >
      {architecture === undefined ? (
        <Banner tone="warn">{text.otherArchitectures}</Banner>
      ) : (
        <>
          <QueryErrorBanner query={types} failed={text.typesFailed} />
          <SelectField
            label={text.label}
            value={chosen}
            description={text.sameArchitecture(architecture.slug)}
            options={[
              ...(current === undefined ? [{ value: '', label: '–' }] : []),
              ...(types.data ?? []).map((type) => ({ value: String(type.id), label: type.name })),
            ]}
            onChange={setChosen}
          />
        </>
      )}
    </FormDialog>
  )
}

function whyNot(state: { architecture: unknown; chosen: string; current: number | undefined }) {
  if (state.architecture === undefined) return text.otherArchitectures
  if (state.chosen === '') return fleetSettingsText.fillIn
  return state.chosen === String(state.current) ? fleetSettingsText.unchanged : undefined
}
