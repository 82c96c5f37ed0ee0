import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { fleetClasses } from '@/domain/fleet/fleet-class.ts'
import { scopePath } from '@/domain/organization/organization-scope.ts'
import { organizationRole } from '@/domain/organization/organization.queries.ts'
import { ReachPanel } from '@/features/organizations/ReachPanel.tsx'
import { classText } from '@/messages/fleets/fleets.ts'
import {
  deleteTeamText,
  teamMembersText,
  teamPageText as text,
  teamsText,
} from '@/messages/organizations/organization-teams.ts'
import { organizationText } from '@/messages/organizations/organizations.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Facts, Panel } from '@/ui/layout/Panel.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { showAppsPreference } from '@/widgets/fleet/show-apps-preference.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { DeleteTeamDialog } from './DeleteTeamDialog.tsx'
import { LeaveTeamDialog } from './LeaveTeamDialog.tsx'
import { teamAccessSummary, teamMemberList } from './team-facts.ts'
import { TeamMembersPanel } from './TeamMembersPanel.tsx'
import { TeamNameDialog } from './TeamNameDialog.tsx'
import { loadTeam, useTeam } from './use-team.ts'
import styles from '@/features/organizations/ReachPanel.module.css'

export const loader = loadTeam

/** The members of a team and its access to applications. */
export function Component() {
  const { orgScope, query, team } = useTeam()
  const { organization } = orgScope
  const [open, setOpen] = useState<'rename' | 'delete' | 'leave' | null>(null)
  const [withApps] = useStored(showAppsPreference)
  const close = () => setOpen(null)
  const members = teamMemberList(team)
  const own = members.find(({ user }) => user === api().session.claims()?.id)
  const role = organizationRole(organization)
  const reached = teamAccessSummary(team)
  return (
    <PageFrame
      title={team.name}
      documentTitle={organizationText.documentTitle(team.name, organization.name)}
      actions={
        <>
          {own && <Button onClick={() => setOpen('leave')}>{teamMembersText.leave}</Button>}
          <Button
            icon={<IconPencil size={16} aria-hidden="true" />}
            reason={whyNotAllowed(role, 'resin.team.update')}
            onClick={() => setOpen('rename')}
          >
            {text.rename}
          </Button>
          <Button
            icon={<IconTrash size={16} aria-hidden="true" />}
            reason={whyNotAllowed(role, 'resin.team_membership.all')}
            onClick={() => setOpen('delete')}
          >
            {deleteTeamText.action}
          </Button>
        </>
      }
    >
      <StaleNotice query={query} />
      <Panel title={text.about}>
        <Facts
          facts={[
            { label: text.created, value: <RelativeTime at={team.created_at} /> },
            {
              label: text.memberCount,
              value: teamsText.members(members.length),
            },
          ]}
        />
      </Panel>
      <div className={styles.panels}>
        <TeamMembersPanel organization={organization.id} team={team.id} members={members} />
        {fleetClasses
          .filter((fleetClass) => withApps || fleetClass !== 'app')
          .map((fleetClass) => (
            <ReachPanel
              key={fleetClass}
              fleetClass={fleetClass}
              reached={reached}
              path={scopePath(orgScope)}
              empty={text.noneOf(classText[fleetClass].title)}
            />
          ))}
      </div>
      {open === 'rename' && <TeamNameDialog organization={organization.id} team={team} onClose={close} />}
      {open === 'delete' && (
        <DeleteTeamDialog
          organization={organization.id}
          team={team}
          members={members.length}
          onClose={close}
        />
      )}
      {open === 'leave' && own && (
        <LeaveTeamDialog organization={organization.id} team={team} membership={own.id} onClose={close} />
      )}
    </PageFrame>
  )
}

export const ErrorBoundary = () => <LoadErrorPage title={teamsText.columns.name} failed={text.failed} />
