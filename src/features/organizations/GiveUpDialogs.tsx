import { paths } from '@/lib/paths.ts'
import { organizationEditText as text } from '@/messages/organizations/organization-edit.ts'
import { removeOrganizationMemberText as leaveText } from '@/messages/organizations/organization-members.ts'
import { usePeopleChange } from '@/widgets/access/use-people-change.ts'
import { RemovalDialog } from '@/widgets/dialog/RemovalDialog.tsx'

interface Named {
  id: number
  name: string
}

export interface LeaveOrganizationDialogProps {
  organization: Named
  membership: number
  onClose: () => void
}

/** Ends the user's own membership, and opens the list of organizations. */
export function LeaveOrganizationDialog({ organization, membership, onClose }: LeaveOrganizationDialogProps) {
  const apply = usePeopleChange()
  const { name } = organization
  return (
    <RemovalDialog
      rows={{ resource: 'organization_membership', id: membership }}
      onClose={onClose}
      title={leaveText.leaveTitle(name)}
      confirmLabel={leaveText.leave}
      onConfirm={(remove) =>
        apply(remove, leaveText.left(name), {
          to: paths.organizations(),
        })
      }
    >
      <p>{leaveText.leaveBody(name)}</p>
    </RemovalDialog>
  )
}

/** Deletes an organization with everything in it, and opens the list of organizations. */
export function DeleteOrganizationDialog({
  organization: { id, name },
  onClose,
}: {
  organization: Named
  onClose: () => void
}) {
  const apply = usePeopleChange()
  return (
    <RemovalDialog
      rows={{ resource: 'organization', id }}
      onClose={onClose}
      title={text.deleteTitle(name)}
      confirmLabel={text.delete}
      typed={name}
      onConfirm={(remove) => apply(remove, text.deleted(name), { to: paths.organizations() })}
    >
      <p>{text.deleteBody(name)}</p>
    </RemovalDialog>
  )
}
