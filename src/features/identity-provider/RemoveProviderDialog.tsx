import { paths } from '@/lib/paths.ts'
import { identityProviderDetailsText as text } from '@/messages/identity-provider/identity-provider.ts'
import { RemovalDialog } from '@/widgets/dialog/RemovalDialog.tsx'
import { useProviderChange, type IdentityProvider } from './identity-provider.queries.ts'
import { linkedOrganizationName } from './linked-organization.ts'
import { orInUse } from './provider-failures.ts'

export interface RemoveProviderDialogProps {
  provider: IdentityProvider
  onClose: () => void
}

/** Removes an identity provider without accounts, and opens the list of providers. */
export function RemoveProviderDialog({ provider, onClose }: RemoveProviderDialogProps) {
  const apply = useProviderChange()
  const { id, sso_identifier: name, identity_provider_membership: links } = provider
  return (
    <RemovalDialog
      rows={{ resource: 'identity_provider', id }}
      onClose={onClose}
      title={text.removeTitle(name)}
      confirmLabel={text.remove}
      onConfirm={(remove) =>
        apply(() => remove().catch(orInUse), text.removed(name), {
          to: paths.identityProviders(),
          from: id,
        })
      }
    >
      <p>{text.removeBody(links.map(linkedOrganizationName).join(', '))}</p>
    </RemovalDialog>
  )
}
