import { useState } from 'react'
import { api } from '@/api/api.ts'
import { sendRequest } from '@/api/data-request.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { useApplicationChange } from '@/features/fleets/use-application-change.ts'
import { fleetSettingsText, repositoryText as text } from '@/messages/fleets/fleet-settings.ts'
import { TextField } from '@/ui/form/TextField.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { changeCall } from './settings-writes.ts'
import type { FleetSettings } from './settings.queries.ts'

const isWebAddress = (url: string) => /^https?:\/\/\S+$/i.test(url) && URL.canParse(url)

/** Edits the repository URL; an empty URL removes it. */
export function RepositoryDialog({ fleet, onClose }: { fleet: FleetSettings; onClose: () => void }) {
  const apply = useApplicationChange()
  const saved = fleet.is_stored_at__repository_url ?? ''
  const [url, setUrl] = useState(saved)
  const newUrl = url.trim()
  const problem = newUrl === '' || isWebAddress(newUrl) ? undefined : text.invalid
  const call = changeCall(fleet.id, { is_stored_at__repository_url: newUrl === '' ? null : newUrl })
  return (
    <FormDialog
      title={text.title}
      confirmLabel={text.confirm}
      onClose={onClose}
      reason={newUrl === saved ? fleetSettingsText.unchanged : problem}
      commands={platformCommands(null, call)}
      onSubmit={async () => {
        await apply(() => sendRequest(api().data, call), newUrl === '' ? text.removed : text.done)
        onClose()
      }}
    >
      <TextField
        label={text.label}
        description={text.description}
        type="url"
        value={url}
        error={problem}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setUrl(event.target.value)}
      />
    </FormDialog>
  )
}
