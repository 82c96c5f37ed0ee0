import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { errorMessage } from '@/domain/error-message.ts'
import type { OrganizationMember } from '@/domain/organization-people.queries.ts'
import { platformCommands } from '@/domain/platform-commands.ts'
import { paths } from '@/lib/paths.ts'
import { removeOrganizationMemberText as text } from '@/messages/organization-members.ts'
import { Banner } from '@/ui/Banner.tsx'
import { ConfirmDialog } from '@/ui/ConfirmDialog.tsx'
import { EquivalentCommand } from '@/ui/EquivalentCommand.tsx'
import { Link } from '@/ui/link.tsx'
import { organizationCalls } from '../organization-calls.ts'
import { useOrganizationChange } from '../use-organization-change.ts'
import { REQUIRED_SUPERVISOR } from './device-update.ts'
import { devicesToUpdateQuery } from './members.queries.ts'

export interface RemoveMemberDialogProps {
  organization: { id: number; name: string }
  member: OrganizationMember
  onClose: () => void
}

/** Takes somebody out of an organization, unless devices would be cut off with them (spec 3 §8). */
export function RemoveMemberDialog({ organization, member, onClose }: RemoveMemberDialogProps) {
  const apply = useOrganizationChange()
  const navigate = useNavigate()
  const devices = useQuery(devicesToUpdateQuery(organization.id, member.user))
  const isBlocked = devices.data !== undefined && devices.data.length > 0
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      title={text.title(member.name, organization.name)}
      confirmLabel={text.confirm}
      reason={
        isBlocked
          ? text.updateRequired
          : devices.isPending
            ? text.checking
            : devices.isError
              ? text.checkFailed
              : undefined
      }
      describeError={errorMessage}
      onConfirm={async () => {
        await organizationCalls.removeMember(member.id)
        // The page of who is gone has nothing to show; from the list this leads nowhere else.
        await navigate(paths.organizationMembers(organization.id), { replace: true })
        await apply(() => Promise.resolve(), text.done(member.name))
      }}
    >
      <p>{text.body(member.name, organization.name)}</p>
      {devices.isError && (
        <Banner tone="bad" urgent>
          {`${text.checkFailed}: ${errorMessage(devices.error)}`}
        </Banner>
      )}
      {isBlocked && (
        <Banner tone="bad" urgent>
          <p>{text.updateDetail(member.name, REQUIRED_SUPERVISOR)}</p>
          <ul>
            {devices.data.map(({ uuid, version }) => (
              <li key={uuid} className="mono">
                <Link to={paths.device(uuid)}>{text.device(uuid, version ?? text.unknownVersion)}</Link>
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <EquivalentCommand
        {...platformCommands(null, {
          method: 'DELETE',
          path: `/v7/organization_membership(${member.id})`,
        })}
      />
    </ConfirmDialog>
  )
}
