import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { organizationMembersQuery } from '@/domain/organization/organization-people.queries.ts'
import { organizationRole } from '@/domain/organization/organization.queries.ts'
import { RosterPage } from '@/features/organizations/RosterPage.tsx'
import { membersText } from '@/messages/organizations/organization-members.ts'
import { teamMembersText as text } from '@/messages/organizations/organization-teams.ts'
import { useRowSelection } from '@/ui/table/use-row-selection.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { AddMembersDialog } from './AddMembersDialog.tsx'
import { LeaveTeamDialog } from './LeaveTeamDialog.tsx'
import { RemoveTeamMembersDialog } from './RemoveTeamMembersDialog.tsx'
import { teamMemberList, type TeamMember } from './team-facts.ts'
import { TeamMembersTable } from './TeamMembersTable.tsx'
import { loadTeam, useTeam } from './use-team.ts'

export const loader = loadTeam

type Opened =
  | { kind: 'add' }
  | { kind: 'remove'; members: readonly TeamMember[] }
  | { kind: 'leave'; own: number }

/** The members of a team, with actions to add and remove members, and to leave the team. */
export function Component() {
  const { orgScope, query, team } = useTeam()
  const { organization } = orgScope
  const { data: people } = useQuery(organizationMembersQuery(organization.id))
  const [open, setOpen] = useState<Opened | null>(null)
  const close = () => setOpen(null)
  const members = teamMemberList(team)
  const { selection, chosen, clear } = useRowSelection(members)
  const role = organizationRole(organization)
  const whyNotRemove = whyNotAllowed(role, 'resin.team_membership.delete')
  const me = api().session.claims()?.id
  return (
    <RosterPage
      title={text.title(team.name)}
      organization={organization.name}
      query={query}
      count={members.length}
      remove={{
        label: text.remove,
        reason: whyNotRemove ?? (chosen.length === 0 ? membersText.selectOne : undefined),
        onPress: () => setOpen({ kind: 'remove', members: chosen }),
      }}
      add={{
        label: text.add,
        icon: <IconUserPlus size={16} aria-hidden="true" />,
        reason: whyNotAllowed(role, 'resin.team_membership.update'),
        onPress: () => setOpen({ kind: 'add' }),
      }}
      empty={{ title: text.empty(team.name) }}
      table={
        <TeamMembersTable
          organization={organization.id}
          members={members}
          people={people}
          me={me}
          selection={selection}
          whyNotRemove={whyNotRemove}
          onRemove={(member) =>
            setOpen(
              member.user === me ? { kind: 'leave', own: member.id } : { kind: 'remove', members: [member] },
            )
          }
        />
      }
    >
      {open?.kind === 'add' && (
        <AddMembersDialog organization={organization.id} team={team} onClose={close} />
      )}
      {open?.kind === 'remove' && (
        <RemoveTeamMembersDialog team={team.name} members={open.members} onClose={close} onDone={clear} />
      )}
      {open?.kind === 'leave' && (
        <LeaveTeamDialog organization={organization.id} team={team} membership={open.own} onClose={close} />
      )}
    </RosterPage>
  )
}

export const ErrorBoundary = () => <LoadErrorPage title={membersText.title} failed={membersText.failed} />
