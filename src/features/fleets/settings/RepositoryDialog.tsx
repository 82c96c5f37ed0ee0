import { api } from '@/api/api.ts'
import { sendRequest } from '@/api/data-request.ts'
import { useState } from 'react'
import { fleetSettingsText, repositoryText as text } from '@/messages/fleet-settings.ts'
import { TextField } from '@/ui/form/TextField.tsx'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { FormDialog } from '@/domain/screen/FormDialog.tsx'
import { useApplicationChange } from '../use-application-change.ts'
import type { FleetSettings } from './settings.queries.ts'
import { changeCall } from './settings-writes.ts'

const isWebAddress = (url: string) => /^https?:\/\/\S+$/i.test(url) && URL.canParse(url)

/** Asks where the source is kept; an empty address takes it away. */
export function RepositoryDialog({ fleet, onClose }: { fleet: FleetSettings; onClose: () => void }) {
  const apply = useApplicationChange()
  const saved = fleet.is_stored_at__repository_url ?? ''
  const [url, setUrl] = useState(saved)
  const wanted = url.trim()
  const problem = wanted === '' || isWebAddress(wanted) ? undefined : text.invalid
  const call = changeCall(fleet.id, { is_stored_at__repository_url: wanted === '' ? null : wanted })
  return (
    <FormDialog
      title={text.title}
      confirmLabel={text.confirm}
      onClose={onClose}
      reason={wanted === saved ? fleetSettingsText.unchanged : problem}
      commands={platformCommands(null, call)}
      onSubmit={async () => {
        await apply(() => sendRequest(api().data, call), wanted === '' ? text.removed : text.done)
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
