import { createKey, provisioningKeyCall } from '@/domain/access/api-keys.queries.ts'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { fleetKeysText as text } from '@/messages/fleets/fleet-keys.ts'
import { KeyDialog } from '@/widgets/access/KeyDialog.tsx'
import type { NewKey } from '@/widgets/access/SecretDialog.tsx'

export interface CreateKeyDialogProps {
  fleet: Fleet
  onClose: () => void
  onCreated: (created: NewKey) => void
}

/** Creates a provisioning key. */
export function CreateKeyDialog({ fleet, onClose, onCreated }: CreateKeyDialogProps) {
  return (
    <KeyDialog
      title={text.createTitle}
      apiKey={null}
      onClose={onClose}
      onSubmit={async (fields) => {
        const secret = await createKey(provisioningKeyCall(fleet.id, fields))
        onClose()
        onCreated({ name: fields.name, secret })
      }}
      commands={(fields) => platformCommands(null, provisioningKeyCall(fleet.id, fields))}
    />
  )
}
