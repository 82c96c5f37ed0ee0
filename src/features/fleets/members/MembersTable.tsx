import { api } from '@/api/api.ts'
import { userAccess } from '@/domain/access/access.queries.ts'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import type { Role } from '@/domain/access/permissions.ts'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import { paths } from '@/lib/paths.ts'
import { memberText as text } from '@/messages/fleets/fleet-members.ts'
import { Avatar } from '@/ui/display/Avatar.tsx'
import { Tag } from '@/ui/display/Tag.tsx'
import { NameLink } from '@/ui/layout/NameLink.tsx'
import { AccessTable } from '@/widgets/access/AccessTable.tsx'
import type { Member } from './members.queries.ts'

export interface MembersTableProps {
  fleet: Fleet
  members: readonly Member[]
  role: Role
  isFreePlan: boolean | undefined
}

/** Members and their roles; names link to everything they have access to in the organization. */
export function MembersTable({ fleet, members, role, isFreePlan }: MembersTableProps) {
  const me = api().session.claims()?.id
  const organization = fleet.organization[0].id
  const rows = members.map(({ id, user: [user], application_membership_role: [memberRole] }) => {
    const name = user?.username ?? ''
    const isMe = user?.id === me
    // The platform returns no membership of organizations that the user cannot see.
    const membership = user?.organization_membership?.find(({ is_member_of__organization: of }) =>
      of.some(({ id: each }) => each === organization),
    )
    return {
      id,
      access: userAccess(id),
      name,
      role: memberRole?.name,
      shown: (
        <>
          <Avatar name={name} size={26} />
          {membership ? (
            <NameLink to={paths.organizationMember(organization, membership.id)}>{name}</NameLink>
          ) : (
            name
          )}
          {isMe && <Tag>{text.you}</Tag>}
        </>
      ),
      whyNotChange: whyNotAllowed(role, 'resin.user_application_membership.all'),
      // Users may always remove their own role.
      whyNotRemove: isMe ? undefined : whyNotAllowed(role, 'resin.user_application_membership.delete'),
    }
  })
  return (
    <AccessTable
      resource="user_application_membership"
      rows={rows}
      words={text}
      of={fleet.app_name}
      isFreePlan={isFreePlan}
    />
  )
}
