import { IconTrash } from '@tabler/icons-react'
import type { OrganizationMember } from '@/domain/organization-people.queries.ts'
import { roleNamed } from '@/domain/permissions.ts'
import { paths } from '@/lib/paths.ts'
import { accessText } from '@/messages/access.ts'
import { commonText } from '@/messages/common.ts'
import { membersText } from '@/messages/organization-members.ts'
import { teamMembersText as text } from '@/messages/organization-teams.ts'
import { Avatar } from '@/ui/Avatar.tsx'
import { IconButton } from '@/ui/Button.tsx'
import { Checkbox } from '@/ui/Checkbox.tsx'
import { NameLink } from '@/ui/NameLink.tsx'
import { RelativeTime } from '@/ui/RelativeTime.tsx'
import { TableFrame } from '@/ui/Table.tsx'
import { Tag } from '@/ui/Tag.tsx'
import styles from '../members/MembersTable.module.css'
import type { TeamMember } from './team-facts.ts'

export interface TeamMembersTableProps {
  organization: number
  members: readonly TeamMember[]
  /** Everybody of the organization, for the seats that they take. */
  people: readonly OrganizationMember[]
  me: number | undefined
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
  whyNotRemove: string | undefined
  onRemove: (member: TeamMember) => void
}

/** Who is in a team; each name leads to the member (spec 3 §2). */
export function TeamMembersTable(props: TeamMembersTableProps) {
  const { organization, members, people, me, chosen, onChoose, whyNotRemove, onRemove } = props
  const { columns } = text
  const seatOf = (user: number) => roleNamed(people.find((each) => each.user === user)?.seat ?? '')
  const count = members.filter(({ id }) => chosen.has(id)).length
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
              checked={count === members.length}
              mixed={count > 0 && count < members.length}
              onChange={(on) => onChoose(new Set(on ? members.map(({ id }) => id) : []))}
            />
          </th>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.seat}</th>
          <th scope="col">{columns.joined}</th>
          <th scope="col" data-align="end">
            {columns.actions}
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.id} data-selected={chosen.has(member.id) || undefined}>
            <td className={styles.select}>
              <Checkbox
                hideLabel
                label={text.select(member.name)}
                checked={chosen.has(member.id)}
                onChange={(on) => choose(member.id, on)}
              />
            </td>
            <td className={styles.nameCell}>
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
            <td data-label={columns.seat}>{accessText.roles[seatOf(member.user) ?? 'member']}</td>
            <td data-label={columns.joined}>
              <RelativeTime at={member.joined} />
            </td>
            <td data-align="end">
              <IconButton
                size="s"
                label={member.user === me ? text.leave : text.removeOf(member.name)}
                icon={<IconTrash size={16} aria-hidden="true" />}
                // One's own membership may always be given up (spec 3 §4).
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
