import type { OrganizationTeam } from '@/domain/organization/organization-people.queries.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import {
  deleteTeamText,
  teamNameText,
  teamsText as text,
} from '@/messages/organizations/organization-teams.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { NameLink } from '@/ui/layout/NameLink.tsx'
import { RowActions } from '@/ui/table/RowActions.tsx'
import { TableFrame } from '@/ui/table/Table.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import { teamMemberList, rolesThrough } from './team-facts.ts'

export interface TeamsTableProps {
  organization: number
  teams: readonly OrganizationTeam[]
  whyNotRename: string | undefined
  whyNotDelete: string | undefined
  onRename: (team: OrganizationTeam) => void
  onDelete: (team: OrganizationTeam) => void
}

/** Teams by name, each with a link. */
export function TeamsTable(props: TeamsTableProps) {
  const { organization, teams, whyNotRename, whyNotDelete, onRename, onDelete } = props
  const { columns } = text
  return (
    <TableFrame label={text.table} stacks>
      <TableHead
        columns={[
          columns.name,
          { end: columns.members },
          { end: columns.fleets },
          columns.created,
          { end: columns.actions },
        ]}
      />
      <tbody>
        {teams.map((team) => {
          const members = teamMemberList(team).length
          const reached = rolesThrough(team).length
          return (
            <tr key={team.id}>
              <td role="rowheader" data-wide>
                <NameLink to={paths.organizationTeam(organization, team.id)}>{team.name}</NameLink>
              </td>
              <td data-align="end" data-unit={text.membersNoun(members)}>
                {formatNumber(members)}
              </td>
              <td data-align="end" data-unit={text.fleetsNoun(reached)}>
                {formatNumber(reached)}
              </td>
              <td data-label={columns.created}>
                <RelativeTime at={team.created_at} />
              </td>
              <td data-align="end">
                <RowActions
                  change={{
                    label: teamNameText.renameOf(team.name),
                    reason: whyNotRename,
                    onPress: () => onRename(team),
                  }}
                  remove={{
                    label: deleteTeamText.actionOf(team.name),
                    reason: whyNotDelete,
                    onPress: () => onDelete(team),
                  }}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </TableFrame>
  )
}
