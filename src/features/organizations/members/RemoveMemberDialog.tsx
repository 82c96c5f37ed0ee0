import { useQuery } from '@tanstack/react-query'
import type { OrganizationMember } from '@/domain/organization/organization-people.queries.ts'
import { paths } from '@/lib/paths.ts'
import { removeOrganizationMemberText as text } from '@/messages/organizations/organization-members.ts'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { usePeopleChange } from '@/widgets/access/use-people-change.ts'
import { RemovalDialog } from '@/widgets/dialog/RemovalDialog.tsx'
import { QueryErrorBanner } from '@/widgets/query-states/QueryErrorBanner.tsx'
import { REQUIRED_SUPERVISOR } from './device-update.ts'
import { devicesToUpdateQuery } from './members.queries.ts'

export interface RemoveMemberDialogProps {
  organization: { id: number; name: string }
  member: OrganizationMember
  onClose: () => void
}

/** Removes a member, unless devices would lose their access with them. */
export function RemoveMemberDialog({ organization, member, onClose }: RemoveMemberDialogProps) {
  const apply = usePeopleChange()
  const devices = useQuery(devicesToUpdateQuery(organization.id, member.user))
  const isBlocked = devices.data !== undefined && devices.data.length > 0
  return (
    <RemovalDialog
      rows={{ resource: 'organization_membership', id: member.id }}
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
      onConfirm={(remove) =>
        apply(remove, text.done(member.name), {
          to: paths.organizationMembers(organization.id),
          replace: true,
        })
      }
    >
      <p>{text.body(member.name, organization.name)}</p>
      <QueryErrorBanner query={devices} failed={text.checkFailed} />
      {isBlocked && (
        <ErrorBanner>
          <p>{text.updateDetail(member.name, REQUIRED_SUPERVISOR)}</p>
          <ul>
            {devices.data.map(({ uuid, version }) => (
              <li key={uuid} className="mono">
                <Link to={paths.device(uuid)}>{text.device(uuid, version ?? text.unknownVersion)}</Link>
              </li>
            ))}
          </ul>
        </ErrorBanner>
      )}
    </RemovalDialog>
  )
}
