import { useState } from 'react'
import { api } from '@/api/api.ts'
import { sendRequest } from '@/api/data-request.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { identityProviderFormText as text } from '@/messages/identity-provider/identity-provider.ts'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { providerCalls, useProviderChange, type IdentityProvider } from './identity-provider.queries.ts'
import { orTaken } from './provider-failures.ts'
import { changedFields, cleanFields, firstProblem } from './provider-form.ts'
import { ProviderFields } from './ProviderFields.tsx'

export interface EditProviderDialogProps {
  provider: IdentityProvider
  onClose: () => void
}

/** Edits an identity provider; sends only the changed fields. */
export function EditProviderDialog({ provider, onClose }: EditProviderDialogProps) {
  const apply = useProviderChange()
  // The values when the dialog opened, so that concurrent changes by other users are not reverted.
  const [before] = useState(() => cleanFields(provider))
  const [typed, setTyped] = useState(before)
  const fields = cleanFields(typed)
  const changes = changedFields(before, fields)
  const call = providerCalls.change(provider.id, changes)
  const isSame = Object.keys(changes).length === 0
  return (
    <FormDialog
      title={text.editTitle(provider.sso_identifier)}
      size="m"
      confirmLabel={text.save}
      onClose={onClose}
      reason={isSame ? text.same : firstProblem(fields)}
      commands={platformCommands(null, call)}
      onSubmit={async () => {
        await apply(
          () => sendRequest(api().data, call).catch(orTaken(fields.sso_identifier)),
          text.saved(fields.sso_identifier),
        )
        onClose()
      }}
    >
      <ProviderFields fields={typed} onChange={(part) => setTyped((now) => ({ ...now, ...part }))} />
    </FormDialog>
  )
}
