import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { sendRequests } from '@/api/data-request.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { providerMembershipText as text } from '@/messages/identity-provider/identity-provider.ts'
import { QueryCheckList } from '@/widgets/access/CheckList.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import {
  allOrganizationsQuery,
  linkCall,
  useProviderChange,
  type IdentityProvider,
} from './identity-provider.queries.ts'
import { linkedIds } from './linked-organization.ts'
import { eligible, whyNothingToLink, type Viewer } from './provider-access.ts'

export interface LinkDialogProps {
  provider: IdentityProvider
  viewer: Viewer
  onClose: () => void
}

/**
 * Links more organizations to an identity provider: the user's own ones whose plan includes SAML, for staff any
 * (docs/decisions/product-rules.md, 10).
 */
export function LinkDialog({ provider, viewer, onClose }: LinkDialogProps) {
  const apply = useProviderChange()
  const all = useQuery({ ...allOrganizationsQuery(), enabled: viewer.isStaff })
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const linked = linkedIds(provider.identity_provider_membership)
  const choices = (viewer.isStaff ? all.data : eligible(viewer))?.filter(({ id }) => !linked.includes(id))
  const selected = choices?.filter(({ id }) => chosen.has(id)) ?? []
  const calls = selected.map(({ id }) => linkCall(provider.id, id))
  return (
    <FormDialog
      title={text.linkTitle(provider.sso_identifier)}
      confirmLabel={text.linkConfirm}
      onClose={onClose}
      reason={selected.length === 0 ? text.linkMissing : undefined}
      commands={platformCommands(null, ...calls)}
      onSubmit={async () => {
        await apply(
          () => sendRequests(api().data, calls),
          text.linked(selected.map(({ name }) => name).join(', ')),
        )
        onClose()
      }}
    >
      <QueryCheckList
        query={all}
        label={text.linkChoices}
        choices={choices}
        none={whyNothingToLink(viewer, linked) ?? text.linkNone}
        chosen={chosen}
        onChange={setChosen}
      />
    </FormDialog>
  )
}
