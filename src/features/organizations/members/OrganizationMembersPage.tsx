import { IconUserPlus } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { api, offers } from '@/api/api.ts'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import {
  organizationMembersQuery,
  type OrganizationMember,
} from '@/domain/organization/organization-people.queries.ts'
import { organizationRole } from '@/domain/organization/organization.queries.ts'
import { administratorsQuery } from '@/features/organizations/organizations.queries.ts'
import { accessText } from '@/messages/access/access.ts'
import { inviteText, membersText as text } from '@/messages/organizations/organization-members.ts'
import { organizationText } from '@/messages/organizations/organizations.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { TableFrame } from '@/ui/table/Table.tsx'
import { useRowSelection } from '@/ui/table/use-row-selection.ts'
import { InvitationsSection } from '@/widgets/access/InvitationsSection.tsx'
import { cacheOf, readAhead } from '@/widgets/navigation/route-cache.ts'
import { loadOrganizationScope, useOrganizationScope } from '@/widgets/organization/organization-route.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { MemberDialogs, type MemberDialog } from './MemberDialogs.tsx'
import { inviteCall, organizationInvitationsQuery, organizationRolesQuery } from './members.queries.ts'
import { MembersBar } from './MembersBar.tsx'
import { MembersTable } from './MembersTable.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const orgScope = await loadOrganizationScope(args)
  if (orgScope === null) return null
  const cache = cacheOf(args)
  const { id } = orgScope.organization
  readAhead(cache, administratorsQuery([id]))
  readAhead(cache, organizationInvitationsQuery(id))
  await cache.ensureQueryData(organizationMembersQuery(id))
  return null
}

/** Members and invitations of an organization, with actions on both. */
export function Component() {
  const { organization } = useOrganizationScope()
  const members = useSuspenseQuery(organizationMembersQuery(organization.id))
  // Each list is shown when it is there: one that is slow does not hold the other.
  const pending = useQuery(organizationInvitationsQuery(organization.id))
  const invitations = pending.data ?? []
  const { data: administrators } = useQuery(administratorsQuery([organization.id]))
  const { data: roles } = useQuery(organizationRolesQuery)
  const [open, setOpen] = useState<MemberDialog | null>(null)
  const { selection, chosen, clear } = useRowSelection(members.data)
  const role = organizationRole(organization)
  const whyNotManage = whyNotAllowed(role, 'resin.organization_membership.all')
  const whyNotInvite = whyNotAllowed(role, 'resin.organization_invite.create')
  const isMe = ({ user }: OrganizationMember) => user === api().session.claims()?.id
  return (
    <PageFrame
      title={text.title}
      documentTitle={organizationText.documentTitle(text.title, organization.name)}
      {...(members.data.length === 0 ? {} : { count: members.data.length })}
      actions={
        offers('invitations') && (
          <Button
            variant="primary"
            icon={<IconUserPlus size={16} aria-hidden="true" />}
            reason={whyNotInvite}
            onClick={() => setOpen({ kind: 'invite' })}
          >
            {inviteText.open}
          </Button>
        )
      }
    >
      <StaleNotice query={members} />
      {members.data.length === 0 ? (
        <Card>
          <EmptyState title={text.unauthorized} detail={text.unauthorizedDetail} />
        </Card>
      ) : (
        <TableFrame
          label={text.table}
          stacks
          bar={
            chosen.length > 0 && (
              <MembersBar
                count={chosen.length}
                whyNotChange={whyNotManage}
                onChangeRole={() => setOpen({ kind: 'role', members: chosen })}
                onClear={clear}
              />
            )
          }
        >
          <MembersTable
            organization={organization.id}
            members={members.data}
            administrators={administrators?.get(organization.id)}
            selection={selection}
            whyNotChange={whyNotManage}
            whyNotRemove={whyNotAllowed(role, 'resin.organization_membership.delete')}
            onChangeRole={(member) => setOpen({ kind: 'role', members: [member] })}
            onRemove={(member) => setOpen({ kind: isMe(member) ? 'leave' : 'remove', member })}
          />
        </TableFrame>
      )}
      {offers('invitations') ? (
        <InvitationsSection
          resource="organization_invite"
          query={pending}
          invitations={invitations.map((each) => ({
            ...each,
            role: accessText.roles[each.role],
          }))}
          whyNotManage={whyNotAllowed(role, 'resin.organization_invite.delete')}
          inviteAgain={({ id, email, message }) => {
            const invited = roles?.get(invitations.find((each) => each.id === id)?.role ?? '')
            return invited === undefined
              ? undefined
              : inviteCall(organization.id, email, invited, message ?? '')
          }}
          {...(whyNotInvite === undefined ? {} : { empty: text.noInvitationsSeen })}
        />
      ) : (
        <p>{text.noInvitations}</p>
      )}
      <MemberDialogs
        open={open}
        organization={organization}
        members={members.data}
        administrators={administrators?.get(organization.id)}
        invited={pending.data?.map(({ email }) => email)}
        onClose={() => setOpen(null)}
        onChanged={clear}
      />
    </PageFrame>
  )
}

export const ErrorBoundary = () => <LoadErrorPage title={text.title} failed={text.failed} />
