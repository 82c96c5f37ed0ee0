import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { rolesQuery } from '@/domain/access/access.queries.ts'
import { fleetRoleQuery, whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { roleLabel } from '@/domain/access/role-choices.ts'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import { memberText as text } from '@/messages/fleets/fleet-members.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { InvitationsSection } from '@/widgets/access/InvitationsSection.tsx'
import { useFreePlan } from '@/widgets/billing/use-free-plan.ts'
import { cacheOf, readAhead } from '@/widgets/navigation/route-cache.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { loadAccessPage } from './access-page.ts'
import { AccessActions, AccessPage } from './AccessPage.tsx'
import { AddMemberDialog } from './AddMemberDialog.tsx'
import { invitationsQuery, inviteToFleetCall, membersQuery } from './members.queries.ts'
import { MembersTable } from './MembersTable.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const page = await loadAccessPage(args)
  if (page.maySee) {
    const cache = cacheOf(args)
    readAhead(cache, invitationsQuery(page.id))
    await cache.ensureQueryData(membersQuery(page.id))
  }
  return page
}

/** The direct members of a fleet, app or block, and pending invitations. */
export function Component() {
  return <AccessPage text={text}>{(fleet) => <Members fleet={fleet} />}</AccessPage>
}

function Members({ fleet }: { fleet: Fleet }) {
  const members = useSuspenseQuery(membersQuery(fleet.id))
  // Each list is shown when it is there: one that is slow does not hold the other.
  const pending = useQuery(invitationsQuery(fleet.id))
  const invitations = pending.data ?? []
  const { data: role } = useQuery(fleetRoleQuery(fleet.id))
  const { data: roles } = useQuery(rolesQuery)
  const isFreePlan = useFreePlan(role ?? undefined, fleet.organization[0].id)
  const [isAdding, setAdding] = useState(false)
  const whyNotManage = role ? whyNotAllowed(role, 'resin.user_application_membership.all') : undefined
  return (
    <PageFrame
      title={text.title}
      documentTitle={text.documentTitle(fleet.app_name)}
      count={members.data.length}
      actions={
        <AccessActions fleet={fleet} label={text.add} reason={whyNotManage} onGive={() => setAdding(true)} />
      }
    >
      <StaleNotice query={members} />
      {members.data.length === 0 ? (
        <Card>
          <EmptyState title={text.empty} detail={text.emptyDetail} />
        </Card>
      ) : (
        <MembersTable fleet={fleet} members={members.data} role={role ?? 'member'} isFreePlan={isFreePlan} />
      )}
      <InvitationsSection
        resource="application_invite"
        query={pending}
        invitations={invitations.map(
          ({ id, invitee: [invitee], application_membership_role: [role], message }) => ({
            id,
            email: invitee?.email ?? '',
            role: roleLabel(role?.name),
            message,
          }),
        )}
        whyNotManage={whyNotManage}
        inviteAgain={({ id, email, message }) => {
          const [held] = invitations.find((each) => each.id === id)?.application_membership_role ?? []
          const invited = roles?.get(held?.name ?? '')
          return invited === undefined
            ? undefined
            : inviteToFleetCall(fleet.id, email, invited, message ?? '')
        }}
      />
      {isAdding && (
        <AddMemberDialog
          fleet={fleet}
          members={members.data}
          invitations={pending.data}
          isFreePlan={isFreePlan}
          onClose={() => setAdding(false)}
        />
      )}
    </PageFrame>
  )
}

export const ErrorBoundary = () => <LoadErrorPage title={text.title} failed={text.loadFailed} />
