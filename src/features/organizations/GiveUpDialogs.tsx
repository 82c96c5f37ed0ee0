import { useNavigate } from 'react-router'
import { errorMessage } from '@/domain/error-message.ts'
import { platformCommands } from '@/domain/platform-commands.ts'
import { paths } from '@/lib/paths.ts'
import { removeOrganizationMemberText as leaveText } from '@/messages/organization-members.ts'
import { organizationEditText as text } from '@/messages/organizations.ts'
import { ConfirmDialog } from '@/ui/ConfirmDialog.tsx'
import { EquivalentCommand } from '@/ui/EquivalentCommand.tsx'
import { organizationCalls } from './organization-calls.ts'
import { useOrganizationChange } from './use-organization-change.ts'

interface Named {
  id: number
  name: string
}

export interface LeaveOrganizationDialogProps {
  organization: Named
  membership: number
  onClose: () => void
}

/** Gives up one's own membership, and leads to the list of organizations (spec 3 §1). */
export function LeaveOrganizationDialog({ organization, membership, onClose }: LeaveOrganizationDialogProps) {
  const apply = useOrganizationChange()
  const navigate = useNavigate()
  const { name } = organization
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      title={leaveText.leaveTitle(name)}
      confirmLabel={leaveText.leave}
      describeError={errorMessage}
      onConfirm={async () => {
        await organizationCalls.removeMember(membership)
        // Away from the page first: what was left cannot be seen any more.
        await navigate(paths.organizations())
        await apply(() => Promise.resolve(), leaveText.left(name))
      }}
    >
      <p>{leaveText.leaveBody(name)}</p>
      <EquivalentCommand
        {...platformCommands(null, {
          method: 'DELETE',
          path: `/v7/organization_membership(${membership})`,
        })}
      />
    </ConfirmDialog>
  )
}

/** Deletes an organization with all that it has, and leads to the list of the others (spec 3 §6). */
export function DeleteOrganizationDialog({
  organization: { id, name },
  onClose,
}: {
  organization: Named
  onClose: () => void
}) {
  const apply = useOrganizationChange()
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      title={text.deleteTitle(name)}
      confirmLabel={text.delete}
      typed={name}
      describeError={errorMessage}
      onConfirm={async () => {
        await organizationCalls.remove(id)
        await navigate(paths.organizations())
        await apply(() => Promise.resolve(), text.deleted(name))
      }}
    >
      <p>{text.deleteBody(name)}</p>
      <EquivalentCommand {...platformCommands(null, { method: 'DELETE', path: `/v7/organization(${id})` })} />
    </ConfirmDialog>
  )
}
