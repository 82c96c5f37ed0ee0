import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import {
  organizationTeamsQuery,
  type OrganizationTeam,
} from '@/domain/organization/organization-people.queries.ts'
import { organizationRole } from '@/domain/organization/organization.queries.ts'
import { teamsText as text } from '@/messages/organizations/organization-teams.ts'
import { organizationText } from '@/messages/organizations/organizations.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { loadOrganizationScope, useOrganizationScope } from '@/widgets/organization/organization-route.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { DeleteTeamDialog } from './DeleteTeamDialog.tsx'
import { teamMemberList } from './team-facts.ts'
import { TeamNameDialog } from './TeamNameDialog.tsx'
import { TeamsTable } from './TeamsTable.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const orgScope = await loadOrganizationScope(args)
  if (orgScope !== null) await cacheOf(args).ensureQueryData(organizationTeamsQuery(orgScope.organization.id))
  return null
}

type Opened = { kind: 'create' } | { kind: 'rename' | 'delete'; team: OrganizationTeam }

/** The teams of an organization, with actions to create, rename and delete them. */
export function Component() {
  const { organization } = useOrganizationScope()
  const teams = useSuspenseQuery(organizationTeamsQuery(organization.id))
  const [open, setOpen] = useState<Opened | null>(null)
  const close = () => setOpen(null)
  const role = organizationRole(organization)
  const create = (
    <Button
      variant="primary"
      icon={<IconPlus size={16} aria-hidden="true" />}
      reason={whyNotAllowed(role, 'resin.team.create')}
      onClick={() => setOpen({ kind: 'create' })}
    >
      {text.create}
    </Button>
  )
  return (
    <PageFrame
      title={text.title}
      documentTitle={organizationText.documentTitle(text.title, organization.name)}
      count={teams.data.length}
      actions={create}
    >
      <StaleNotice query={teams} />
      {teams.data.length === 0 ? (
        <Card>
          <EmptyState title={text.empty} detail={text.emptyDetail} action={create} />
        </Card>
      ) : (
        <TeamsTable
          organization={organization.id}
          teams={teams.data}
          whyNotRename={whyNotAllowed(role, 'resin.team.update')}
          whyNotDelete={whyNotAllowed(role, 'resin.team_membership.all')}
          onRename={(team) => setOpen({ kind: 'rename', team })}
          onDelete={(team) => setOpen({ kind: 'delete', team })}
        />
      )}
      {open?.kind === 'create' && <TeamNameDialog organization={organization.id} onClose={close} />}
      {open?.kind === 'rename' && (
        <TeamNameDialog organization={organization.id} team={open.team} onClose={close} />
      )}
      {open?.kind === 'delete' && (
        <DeleteTeamDialog
          organization={organization.id}
          team={open.team}
          members={teamMemberList(open.team).length}
          onClose={close}
        />
      )}
    </PageFrame>
  )
}

export const ErrorBoundary = () => <LoadErrorPage title={text.title} failed={text.failed} />
