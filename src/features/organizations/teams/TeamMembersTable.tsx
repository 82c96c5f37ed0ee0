import { IconTrash } from '@tabler/icons-react'
import { seatLabel } from '@/domain/billing/seats.ts'
import type { OrganizationMember } from '@/domain/organization/organization-people.queries.ts'
import { paths } from '@/lib/paths.ts'
import { membersText } from '@/messages/organizations/organization-members.ts'
import { teamMembersText as text } from '@/messages/organizations/organization-teams.ts'
import { Avatar } from '@/ui/display/Avatar.tsx'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Tag } from '@/ui/display/Tag.tsx'
import { IconButton } from '@/ui/form/Button.tsx'
import { NameLink } from '@/ui/layout/NameLink.tsx'
import { SelectAllCell, SelectCell } from '@/ui/table/SelectCells.tsx'
import { TableFrame } from '@/ui/table/Table.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import type { RowSelection } from '@/ui/table/use-row-selection.ts'
import type { TeamMember } from './team-facts.ts'
import styles from '@/features/organizations/members/MembersTable.module.css'

export interface TeamMembersTableProps {
  organization: number
  members: readonly TeamMember[]
  /** All members of the organization, for their seats; undefined until loaded. */
  people: readonly OrganizationMember[] | undefined
  me: number | undefined
  selection: RowSelection
  whyNotRemove: string | undefined
  onRemove: (member: TeamMember) => void
}

/** The members of a team, each with a link. */
export function TeamMembersTable(props: TeamMembersTableProps) {
  const { organization, members, people, me, selection, whyNotRemove, onRemove } = props
  const { columns } = text
  const seatOf = (user: number) => {
    const person = people?.find((each) => each.user === user)
    return person ? seatLabel(person.seat) : '–'
  }
  return (
    <TableFrame label={text.table} stacks>
      <TableHead columns={[columns.name, columns.seat, columns.joined, { end: columns.actions }]}>
        <SelectAllCell rows={members} selection={selection} />
      </TableHead>
      <tbody>
        {members.map((member) => (
          <tr key={member.id} data-selected={selection.ids.has(member.id) || undefined}>
            <SelectCell row={member.id} label={text.select(member.name)} selection={selection} />
            <td role="rowheader">
              <span className={styles.name}>
                <Avatar name={member.name} size={26} />
                {member.membership === undefined ? (
                  member.name
                ) : (
                  <NameLink to={paths.organizationMember(organization, member.membership)}>
                    {member.name}
                  </NameLink>
                )}
                {member.user === me && <Tag>{membersText.you}</Tag>}
              </span>
            </td>
            <td data-label={columns.seat}>{seatOf(member.user)}</td>
            <td data-label={columns.joined}>
              <RelativeTime at={member.joined} />
            </td>
            <td data-align="end">
              <IconButton
                size="s"
                label={member.user === me ? text.leave : text.removeOf(member.name)}
                icon={<IconTrash size={16} aria-hidden="true" />}
                // Users may always end their own membership.
                reason={member.user === me ? undefined : whyNotRemove}
                onClick={() => onRemove(member)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}
