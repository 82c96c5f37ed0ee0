import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '@/api/api.ts'
import { sendRequest } from '@/api/data-request.ts'
import { errorMessage } from '@/api/error-message.ts'
import type { SignOnOrganization } from '@/domain/account/sign-on.queries.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { paths } from '@/lib/paths.ts'
import { identityProviderFormText as text } from '@/messages/identity-provider/identity-provider.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { CheckList } from '@/widgets/access/CheckList.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import {
  linkCall,
  providerCalls,
  useProviderChange,
  type ProviderFields as Fields,
  addProvider,
} from './identity-provider.queries.ts'
import { orTaken } from './provider-failures.ts'
import { cleanFields, firstProblem } from './provider-form.ts'
import { ProviderFields } from './ProviderFields.tsx'

export interface AddProviderDialogProps {
  /** The organizations for which the user may add one. */
  organizations: readonly SignOnOrganization[]
  onClose: () => void
}

const EMPTY: Fields = { sso_identifier: '', entry_point: '', issuer: '', certificate: '' }

/** Adds an identity provider for at least one organization, and opens its page. */
export function AddProviderDialog({ organizations, onClose }: AddProviderDialogProps) {
  const apply = useProviderChange()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(EMPTY)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    new Set(organizations.length === 1 ? organizations.map(({ id }) => id) : []),
  )
  const fields = cleanFields(typed)
  const [first, ...others] = organizations.filter(({ id }) => chosen.has(id))
  const call = providerCalls.add(fields, first?.id)
  const add = async () => {
    if (first === undefined) return
    await apply(async () => {
      const providerId = await addProvider(call).catch(orTaken(fields.sso_identifier))
      // The provider exists now, so failing links are only reported and the form closes.
      for (const { id, name } of others)
        await sendRequest(api().data, linkCall(providerId, id)).catch(reportNotLinked(name))
      await navigate(paths.identityProvider(providerId), { replace: true })
    }, text.added(fields.sso_identifier))
    onClose()
  }
  return (
    <FormDialog
      title={text.addTitle}
      size="m"
      confirmLabel={text.add}
      onClose={onClose}
      reason={firstProblem(fields) ?? (first === undefined ? text.organizationMissing : undefined)}
      commands={platformCommands(null, call)}
      onSubmit={add}
    >
      <ProviderFields
        fields={typed}
        onChange={(changes) => setTyped((before) => ({ ...before, ...changes }))}
      />
      <CheckList label={text.organizations} choices={organizations} chosen={chosen} onChange={setChosen} />
    </FormDialog>
  )
}

const reportNotLinked = (name: string) => (error: unknown) => {
  showToast({ tone: 'bad', title: text.notLinked(name), detail: errorMessage(error) })
}
