import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { fleetRoleQuery, whyNotAllowed } from '@/domain/fleet-access.ts'
import { fleetQuery, type Fleet } from '@/domain/fleet.queries.ts'
import { LoadError } from '@/domain/LoadError.tsx'
import { cacheOf } from '@/domain/route-cache.ts'
import { StaleNotice } from '@/domain/StaleNotice.tsx'
import { accessDialogText, teamAccessText as text } from '@/messages/fleet-members.ts'
import { Button } from '@/ui/Button.tsx'
import { EmptyState } from '@/ui/EmptyState.tsx'
import { PageFrame } from '@/ui/PageFrame.tsx'
import { Card } from '@/ui/Panel.tsx'
import { AccessDialog } from '../members/AccessDialog.tsx'
import { loadAccessPage } from '../members/access-page.ts'
import { teamsQuery } from '../members/members.queries.ts'
import { Unauthorized } from '../members/Unauthorized.tsx'
import { useFreePlan } from '../use-free-plan.ts'
import { AddTeamsDialog } from './AddTeamsDialog.tsx'
import { TeamsTable } from './TeamsTable.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const page = await loadAccessPage(args)
  if (page.maySee) await cacheOf(args).ensureQueryData(teamsQuery(page.id))
  return page
}

/** The teams with access to a fleet, app or block (spec 2 §2). */
export function Component() {
  const { id, maySee } = useLoaderData<typeof loader>()
  const { data: fleet } = useSuspenseQuery(fleetQuery(id))
  if (maySee) return <Teams fleet={fleet} />
  return (
    <PageFrame title={text.title} documentTitle={text.documentTitle(fleet.app_name)}>
      <Unauthorized />
    </PageFrame>
  )
}

function Teams({ fleet }: { fleet: Fleet }) {
  const teams = useSuspenseQuery(teamsQuery(fleet.id))
  const { data: role } = useQuery(fleetRoleQuery(fleet.id))
  const isFreePlan = useFreePlan(role ?? undefined, fleet.organization[0].id)
  const [open, setOpen] = useState<'add' | 'access' | null>(null)
  const shared = { fleet, teams: teams.data, isFreePlan }
  return (
    <PageFrame
      title={text.title}
      documentTitle={text.documentTitle(fleet.app_name)}
      count={teams.data.length}
      actions={
        <>
          <Button icon={<IconUsers size={16} aria-hidden="true" />} onClick={() => setOpen('access')}>
            {accessDialogText.open}
          </Button>
          <Button
            variant="primary"
            icon={<IconPlus size={16} aria-hidden="true" />}
            reason={role ? whyNotAllowed(role, 'resin.team_application_access.all') : undefined}
            onClick={() => setOpen('add')}
          >
            {text.assign}
          </Button>
        </>
      }
    >
      <StaleNotice query={teams} />
      {teams.data.length === 0 ? (
        <Card>
          <EmptyState title={text.empty} detail={text.emptyDetail} />
        </Card>
      ) : (
        <TeamsTable {...shared} role={role ?? 'member'} />
      )}
      {open === 'add' && <AddTeamsDialog {...shared} onClose={() => setOpen(null)} />}
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
