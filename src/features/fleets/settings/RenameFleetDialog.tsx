import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { sendRequest } from '@/api/data-request.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { fleetNameProblem } from '@/features/fleets/fleet-name.ts'
import { useApplicationChange } from '@/features/fleets/use-application-change.ts'
import { fleetSettingsText, renameFleetText as text } from '@/messages/fleets/fleet-settings.ts'
import { TextField } from '@/ui/form/TextField.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { changeCall } from './settings-writes.ts'
import { namesQuery, type FleetSettings } from './settings.queries.ts'

/** Renames an application; names taken in the organization are rejected. */
export function RenameFleetDialog({ fleet, onClose }: { fleet: FleetSettings; onClose: () => void }) {
  const organization = fleet.organization[0]
  const [name, setName] = useState(fleet.app_name)
  const apply = useApplicationChange()
  const { data: names = [] } = useQuery(namesQuery(organization.id, fleet.is_of__class, fleet.id))
  const newName = name.trim()
  const isSame = newName === fleet.app_name
  const problem = fleetNameProblem(newName, { organization: organization.name, names })
  const call = changeCall(fleet.id, { app_name: newName })
  return (
    <FormDialog
      title={text.title(fleet.is_of__class)}
      confirmLabel={text.confirm}
      onClose={onClose}
      reason={isSame ? fleetSettingsText.unchanged : problem}
      commands={platformCommands([fleet.is_of__class, 'rename', fleet.slug, newName], call)}
      onSubmit={async () => {
        await apply(() => sendRequest(api().data, call), text.done(newName))
        onClose()
      }}
    >
      <TextField
        required
        label={text.label}
        value={name}
        error={isSame ? undefined : problem}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
