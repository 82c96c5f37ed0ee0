import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { fleetRoleQuery, whyNotAllowed } from '@/domain/fleet-access.ts'
import { fleetQuery, type Fleet } from '@/domain/fleet.queries.ts'
import { LoadError } from '@/domain/LoadError.tsx'
import { cacheOf } from '@/domain/route-cache.ts'
import { StaleNotice } from '@/domain/StaleNotice.tsx'
import { accessDialogText, memberText as text } from '@/messages/fleet-members.ts'
import { Button } from '@/ui/Button.tsx'
import { EmptyState } from '@/ui/EmptyState.tsx'
import { PageFrame } from '@/ui/PageFrame.tsx'
import { Card } from '@/ui/Panel.tsx'
import { useFreePlan } from '../use-free-plan.ts'
import { AccessDialog } from './AccessDialog.tsx'
import { loadAccessPage } from './access-page.ts'
import { AddMemberDialog } from './AddMemberDialog.tsx'
import { InvitationsSection } from './InvitationsSection.tsx'
import { invitationsQuery, membersQuery } from './members.queries.ts'
import { MembersTable } from './MembersTable.tsx'
import { Unauthorized } from './Unauthorized.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const page = await loadAccessPage(args)
  if (page.maySee) {
    const cache = cacheOf(args)
    await Promise.all([
      cache.ensureQueryData(membersQuery(page.id)),
      cache.ensureQueryData(invitationsQuery(page.id)),
    ])
  }
  return page
}

/** The people who have a role of their own on a fleet, app or block, and those who are invited (spec 2 §2). */
export function Component() {
  const { id, maySee } = useLoaderData<typeof loader>()
  const { data: fleet } = useSuspenseQuery(fleetQuery(id))
  if (maySee) return <Members fleet={fleet} />
  return (
    <PageFrame title={text.title} documentTitle={text.documentTitle(fleet.app_name)}>
      <Unauthorized />
    </PageFrame>
  )
}

function Members({ fleet }: { fleet: Fleet }) {
  const members = useSuspenseQuery(membersQuery(fleet.id))
  const { data: invitations } = useSuspenseQuery(invitationsQuery(fleet.id))
  const { data: role } = useQuery(fleetRoleQuery(fleet.id))
  const isFreePlan = useFreePlan(role ?? undefined, fleet.organization[0].id)
  const [open, setOpen] = useState<'add' | 'access' | null>(null)
  const whyNotManage = role ? whyNotAllowed(role, 'resin.user_application_membership.all') : undefined
  const add = (
    <Button
      variant="primary"
      icon={<IconPlus size={16} aria-hidden="true" />}
      reason={whyNotManage}
      onClick={() => setOpen('add')}
    >
      {text.add}
    </Button>
  )
  return (
    <PageFrame
      title={text.title}
      documentTitle={text.documentTitle(fleet.app_name)}
      count={members.data.length}
      actions={
        <>
          <Button icon={<IconUsers size={16} aria-hidden="true" />} onClick={() => setOpen('access')}>
            {accessDialogText.open}
          </Button>
          {add}
        </>
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
      <InvitationsSection invitations={invitations} whyNotManage={whyNotManage} />
      {open === 'add' && (
        <AddMemberDialog
          fleet={fleet}
          members={members.data}
          invitations={invitations}
          isFreePlan={isFreePlan}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'access' && <AccessDialog fleet={fleet} onClose={() => setOpen(null)} />}
    </PageFrame>
  )
}

export function ErrorBoundary() {
  return (
    <PageFrame title={text.title}>
      <LoadError title={text.loadFailed} />
    </PageFrame>
  )
}
