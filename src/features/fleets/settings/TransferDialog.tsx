import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { sendRequest } from '@/api/data-request.ts'
import type { Role } from '@/domain/access/permissions.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { useApplicationChange } from '@/features/fleets/use-application-change.ts'
import { dangerText as text, fleetSettingsText } from '@/messages/fleets/fleet-settings.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Skeleton } from '@/ui/feedback/Skeleton.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { QueryErrorBanner } from '@/widgets/query-states/QueryErrorBanner.tsx'
import { changeCall } from './settings-writes.ts'
import { transferOrganizationsQuery, type FleetSettings } from './settings.queries.ts'
import { transferTargets } from './transfer-targets.ts'

export interface TransferDialogProps {
  fleet: FleetSettings
  role: Role
  onClose: () => void
}

/** Transfers an application to another organization that can receive it. */
export function TransferDialog({ fleet, role, onClose }: TransferDialogProps) {
  const apply = useApplicationChange()
  const { id, app_name: name, is_of__class: fleetClass } = fleet
  const found = useQuery(transferOrganizationsQuery(name, fleetClass))
  const [chosen, setChosen] = useState('')
  const targets =
    found.data && transferTargets(found.data, { name, organization: fleet.organization[0].id, role })
  const target = targets?.find((each) => String(each.id) === chosen)
  const call = target && changeCall(id, { organization: target.id })
  const hasNone = targets?.length === 0
  return (
    <FormDialog
      title={text.transferTitle}
      confirmLabel={text.transferConfirm}
      danger
      onClose={onClose}
      reason={hasNone ? text.noTargets : target === undefined ? fleetSettingsText.fillIn : undefined}
      commands={call && platformCommands(null, call)}
      onSubmit={async () => {
        if (target === undefined || call === undefined) return
        await apply(() => sendRequest(api().data, call), text.transferred(name, target.name))
        onClose()
      }}
    >
      <p>{text.transferBody}</p>
      {found.isPending && <Skeleton height={56} />}
      <QueryErrorBanner query={found} failed={text.targetsFailed} />
      {hasNone && <Banner tone="warn">{text.noTargets}</Banner>}
      {targets && !hasNone && (
        <SelectField
          label={text.transferTo}
          value={chosen}
          options={[
            { value: '', label: '–' },
            ...targets.map((each) => ({ value: String(each.id), label: each.name })),
          ]}
          onChange={setChosen}
        />
      )}
    </FormDialog>
  )
}
