import { providerMembershipText as text } from '@/messages/identity-provider/identity-provider.ts'
import { RemovalDialog } from '@/widgets/dialog/RemovalDialog.tsx'
import { useProviderChange, type Away } from './identity-provider.queries.ts'

export interface UnlinkDialogProps {
  /** SSO identifier of the identity provider. */
  provider: string
  link: number
  organization: string
  /** The page to open if the user can no longer see the identity provider afterwards. */
  away: Away | undefined
  onClose: () => void
}

/** Unlinks an organization from an identity provider. */
export function UnlinkDialog({ provider, link, organization, away, onClose }: UnlinkDialogProps) {
  const apply = useProviderChange()
  return (
    <RemovalDialog
      rows={{ resource: 'identity_provider_membership', id: link }}
      onClose={onClose}
      title={text.unlinkTitle(organization)}
      confirmLabel={text.unlinkConfirm}
      onConfirm={(remove) => apply(remove, text.unlinked(organization), away)}
    >
      <p>{text.unlinkBody(organization, provider)}</p>
    </RemovalDialog>
  )
}
