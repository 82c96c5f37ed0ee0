import { IconLogin2, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, offers } from '@/api/api.ts'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { staffRole } from '@/domain/access/permissions.ts'
import type { OrganizationMember } from '@/domain/organization/organization-people.queries.ts'
import { organizationRole, type Organization } from '@/domain/organization/organization.queries.ts'
import { isRemovable } from '@/features/organizations/give-up.ts'
import { MemberDialogs, type MemberDialog } from '@/features/organizations/members/MemberDialogs.tsx'
import { administratorsQuery } from '@/features/organizations/organizations.queries.ts'
import {
  loginAsText,
  memberRoleText,
  removeOrganizationMemberText,
} from '@/messages/organizations/organization-members.ts'
import { Button } from '@/ui/form/Button.tsx'
import { LoginAsDialog } from './LoginAsDialog.tsx'

export interface MemberActionsProps {
  organization: Organization
  member: OrganizationMember
}

/** Actions on a member: change the role, remove them, and for staff sign in as them. */
export function MemberActions({ organization, member }: MemberActionsProps) {
  const [open, setOpen] = useState<MemberDialog | null>(null)
  const [isLoggingIn, setLoggingIn] = useState(false)
  const { data } = useQuery(administratorsQuery([organization.id]))
  const administrators = data?.get(organization.id)
  const claims = api().session.claims()
  const isMe = member.user === claims?.id
  const role = organizationRole(organization)
  return (
    <>
      {!isMe && staffRole(claims?.permissions) === 'balena_admin' && (
        <Button icon={<IconLogin2 size={16} aria-hidden="true" />} onClick={() => setLoggingIn(true)}>
          {loginAsText.action}
        </Button>
      )}
      {offers('roles') && (
        <Button
          icon={<IconPencil size={16} aria-hidden="true" />}
          reason={whyNotAllowed(role, 'resin.organization_membership.all')}
          onClick={() => setOpen({ kind: 'role', members: [member] })}
        >
          {memberRoleText.open}
        </Button>
      )}
      {isRemovable(member.id, administrators) && (
        <Button
          icon={<IconTrash size={16} aria-hidden="true" />}
          reason={isMe ? undefined : whyNotAllowed(role, 'resin.organization_membership.delete')}
          onClick={() => setOpen({ kind: isMe ? 'leave' : 'remove', member })}
        >
          {isMe ? removeOrganizationMemberText.leave : removeOrganizationMemberText.confirm}
        </Button>
      )}
      <MemberDialogs
        open={open}
        organization={organization}
        members={[member]}
        administrators={administrators}
        invited={[]}
        onClose={() => setOpen(null)}
        onChanged={() => setOpen(null)}
      />
      {isLoggingIn && <LoginAsDialog username={member.name} onClose={() => setLoggingIn(false)} />}
    </>
  )
}
