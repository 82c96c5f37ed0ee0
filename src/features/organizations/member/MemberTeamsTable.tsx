import type { OrganizationTeam } from '@/domain/organization/organization-people.queries.ts'
import { teamMemberList, rolesThrough } from '@/features/organizations/teams/team-facts.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { memberTeamsText as text } from '@/messages/organizations/organization-members.ts'
import { teamsText } from '@/messages/organizations/organization-teams.ts'
import { NameLink } from '@/ui/layout/NameLink.tsx'
import { SelectAllCell, SelectCell } from '@/ui/table/SelectCells.tsx'
import { TableFrame } from '@/ui/table/Table.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import type { RowSelection } from '@/ui/table/use-row-selection.ts'

export interface MemberTeamsTableProps {
  organization: number
  teams: readonly OrganizationTeam[]
  selection: RowSelection
}

/** The teams of a member, each with a link. */
export function MemberTeamsTable({ organization, teams, selection }: MemberTeamsTableProps) {
  return (
    <TableFrame label={text.table} stacks>
      <TableHead
        columns={[text.columns.name, { end: text.columns.members }, { end: teamsText.columns.fleets }]}
      >
        <SelectAllCell rows={teams} selection={selection} />
      </TableHead>
      <tbody>
        {teams.map((team) => {
          const members = teamMemberList(team).length
          const reached = rolesThrough(team).length
          return (
            <tr key={team.id} data-selected={selection.ids.has(team.id) || undefined}>
              <SelectCell row={team.id} label={text.select(team.name)} selection={selection} />
              <td role="rowheader">
                <NameLink to={paths.organizationTeam(organization, team.id)}>{team.name}</NameLink>
              </td>
              <td data-align="end" data-unit={teamsText.membersNoun(members)}>
                {formatNumber(members)}
              </td>
              <td data-align="end" data-unit={teamsText.fleetsNoun(reached)}>
                {formatNumber(reached)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </TableFrame>
  )
}
