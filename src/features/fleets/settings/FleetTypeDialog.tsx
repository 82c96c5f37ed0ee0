import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { sendRequest } from '@/api/data-request.ts'
import type { Role } from '@/domain/access/permissions.ts'
import { osVersionsQuery } from '@/domain/os-update/os-update.queries.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { useApplicationChange } from '@/features/fleets/use-application-change.ts'
import { fleetSettingsText, fleetTypeText as text } from '@/messages/fleets/fleet-settings.ts'
import { Tag } from '@/ui/display/Tag.tsx'
import { Skeleton } from '@/ui/feedback/Skeleton.tsx'
import { ChoiceList } from '@/ui/form/ChoiceList.tsx'
import { useFreePlan } from '@/widgets/billing/use-free-plan.ts'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { QueryErrorBanner } from '@/widgets/query-states/QueryErrorBanner.tsx'
import { typeOptionState } from './fleet-type-options.ts'
import { changeCall } from './settings-writes.ts'
import { applicationTypesQuery, type FleetSettings } from './settings.queries.ts'

export interface FleetTypeDialogProps {
  fleet: FleetSettings
  role: Role
  onClose: () => void
}

/** Selects the application type; types that do not fit show the reason. */
export function FleetTypeDialog({ fleet, role, onClose }: FleetTypeDialogProps) {
  const apply = useApplicationChange()
  const current = fleet.application_type[0]
  const [chosen, setChosen] = useState(current.id)
  const types = useQuery(applicationTypesQuery())
  const { data: releases } = useQuery(osVersionsQuery([fleet.is_for__device_type[0].slug]))
  const isFreePlan = useFreePlan(role, fleet.organization[0].id)
  // The base version determines the features of an OS, whatever its extended support number.
  const osVersions = releases?.map(({ base }) => base)
  const name = types.data?.find(({ id }) => id === chosen)?.name ?? ''
  const call = changeCall(fleet.id, { application_type: chosen })
  return (
    <FormDialog
      title={text.title(fleet.is_of__class)}
      confirmLabel={text.confirm}
      onClose={onClose}
      reason={chosen === current.id ? fleetSettingsText.unchanged : undefined}
      commands={platformCommands(null, call)}
      onSubmit={async () => {
        await apply(() => sendRequest(api().data, call), text.done(name))
        onClose()
      }}
    >
      {types.isPending && <Skeleton height={90} />}
      <QueryErrorBanner query={types} failed={text.typesFailed} />
      {types.data && (
        <ChoiceList
          label={text.choices}
          value={String(chosen)}
          onChange={(id) => setChosen(Number(id))}
          choices={types.data.map((type) => {
            const isCurrent = type.id === current.id
            const state = isCurrent ? 'ok' : typeOptionState(type, { current, osVersions, isFreePlan })
            const pill = text.pills[state]
            return {
              value: String(type.id),
              label: type.name,
              detail: type.description,
              aside: isCurrent ? <Tag>{text.current}</Tag> : pill !== null && <Tag>{pill}</Tag>,
              reason: text.reasons[state],
            }
          })}
        />
      )}
    </FormDialog>
  )
}
