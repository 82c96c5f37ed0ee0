import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { fleetRoleQuery, whyNotAllowed } from '@/domain/access/fleet-access.ts'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import { loadAccessPage } from '@/features/fleets/members/access-page.ts'
import { AccessActions, AccessPage } from '@/features/fleets/members/AccessPage.tsx'
import { teamsQuery } from '@/features/fleets/members/members.queries.ts'
import { teamAccessText as text } from '@/messages/fleets/fleet-members.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { useFreePlan } from '@/widgets/billing/use-free-plan.ts'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { AddTeamsDialog } from './AddTeamsDialog.tsx'
import { TeamsTable } from './TeamsTable.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const page = await loadAccessPage(args)
  if (page.maySee) await cacheOf(args).ensureQueryData(teamsQuery(page.id))
  return page
}

/** The teams with access to a fleet, app or block. */
export function Component() {
  return <AccessPage text={text}>{(fleet) => <Teams fleet={fleet} />}</AccessPage>
}

function Teams({ fleet }: { fleet: Fleet }) {
  const teams = useSuspenseQuery(teamsQuery(fleet.id))
  const { data: role } = useQuery(fleetRoleQuery(fleet.id))
  const isFreePlan = useFreePlan(role ?? undefined, fleet.organization[0].id)
  const [isAdding, setAdding] = useState(false)
  const shared = { fleet, teams: teams.data, isFreePlan }
  return (
    <PageFrame
      title={text.title}
      documentTitle={text.documentTitle(fleet.app_name)}
      count={teams.data.length}
      actions={
        <AccessActions
          fleet={fleet}
          label={text.assign}
          reason={role ? whyNotAllowed(role, 'resin.team_application_access.all') : undefined}
          onGive={() => setAdding(true)}
        />
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
      {isAdding && <AddTeamsDialog {...shared} onClose={() => setAdding(false)} />}
    </PageFrame>
  )
}

export const ErrorBoundary = () => <LoadErrorPage title={text.title} failed={text.loadFailed} />
