import type { OrganizationTeam } from '@/domain/organization-people.queries.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { commonText } from '@/messages/common.ts'
import { memberTeamsText as text } from '@/messages/organization-members.ts'
import { teamsText } from '@/messages/organization-teams.ts'
import { Checkbox } from '@/ui/Checkbox.tsx'
import { NameLink } from '@/ui/NameLink.tsx'
import { TableFrame } from '@/ui/Table.tsx'
import styles from '../members/MembersTable.module.css'
import { membersOf, rolesThrough } from '../teams/team-facts.ts'

export interface MemberTeamsTableProps {
  organization: number
  teams: readonly OrganizationTeam[]
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
}

/** The teams of a member; each leads to the team (spec 3 §2). */
export function MemberTeamsTable({ organization, teams, chosen, onChoose }: MemberTeamsTableProps) {
  const count = teams.filter(({ id }) => chosen.has(id)).length
  const choose = (id: number, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    onChoose(next)
  }
  return (
    <TableFrame label={text.table} stacks>
      <thead>
        <tr>
          <th className={styles.select}>
            <Checkbox
              hideLabel
              label={commonText.selectAllRows}
              checked={count === teams.length}
              mixed={count > 0 && count < teams.length}
              onChange={(on) => onChoose(new Set(on ? teams.map(({ id }) => id) : []))}
            />
          </th>
          <th scope="col">{text.columns.name}</th>
          <th scope="col" data-align="end">
            {text.columns.members}
          </th>
          <th scope="col" data-align="end">
            {teamsText.columns.fleets}
          </th>
        </tr>
      </thead>
      <tbody>
        {teams.map((team) => {
          const members = membersOf(team).length
          const reached = rolesThrough(team).length
          return (
            <tr key={team.id} data-selected={chosen.has(team.id) || undefined}>
              <td className={styles.select}>
                <Checkbox
                  hideLabel
                  label={text.select(team.name)}
                  checked={chosen.has(team.id)}
                  onChange={(on) => choose(team.id, on)}
                />
              </td>
              <td className={styles.nameCell}>
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
