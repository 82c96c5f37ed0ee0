import { IconPencil, IconTrash } from '@tabler/icons-react'
import { api } from '@/api/api.ts'
import type { OrganizationMember } from '@/domain/organization-people.queries.ts'
import { roleNamed } from '@/domain/permissions.ts'
import { tagValues } from '@/domain/tags.ts'
import { paths } from '@/lib/paths.ts'
import { accessText } from '@/messages/access.ts'
import { commonText } from '@/messages/common.ts'
import {
  memberRoleText,
  membersText as text,
  removeOrganizationMemberText,
} from '@/messages/organization-members.ts'
import { Avatar } from '@/ui/Avatar.tsx'
import { IconButton } from '@/ui/Button.tsx'
import { Checkbox } from '@/ui/Checkbox.tsx'
import { NameLink } from '@/ui/NameLink.tsx'
import { RelativeTime } from '@/ui/RelativeTime.tsx'
import { Tag, TagList } from '@/ui/Tag.tsx'
import styles from './MembersTable.module.css'
import { isSoleAdministrator } from '../give-up.ts'

export interface MembersTableProps {
  organization: number
  members: readonly OrganizationMember[]
  /** Memberships of all administrators; undefined while not known, and then nobody can be removed. */
  administrators: readonly number[] | undefined
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
  whyNotChange: string | undefined
  whyNotRemove: string | undefined
  onChangeRole: (member: OrganizationMember) => void
  onRemove: (member: OrganizationMember) => void
}

/** Head and rows of the table of members: what each is, the seat that they take, and what can be done (spec 3 §2). */
export function MembersTable(props: MembersTableProps) {
  const { members, chosen, onChoose } = props
  const { columns } = text
  return (
    <>
      <thead>
        <tr>
          <th className={styles.select}>
            <Checkbox
              hideLabel
              label={commonText.selectAllRows}
              checked={chosen.size === members.length}
              mixed={chosen.size > 0 && chosen.size < members.length}
              onChange={(on) => onChoose(new Set(on ? members.map(({ id }) => id) : []))}
            />
          </th>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.role}</th>
          <th scope="col">{columns.seat}</th>
          <th scope="col">{columns.tags}</th>
          <th scope="col">{columns.joined}</th>
          <th scope="col" data-align="end">
            {columns.actions}
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <MemberRow key={member.id} {...props} member={member} />
        ))}
      </tbody>
    </>
  )
}

function MemberRow({ member, ...table }: MembersTableProps & { member: OrganizationMember }) {
  const { organization, chosen, onChoose } = table
  const { id, name, role, seat, tags, joined } = member
  const isMe = member.user === api().session.claims()?.id
  return (
    <tr data-selected={chosen.has(id) || undefined}>
      <td className={styles.select}>
        <Checkbox
          hideLabel
          label={text.select(name)}
          checked={chosen.has(id)}
          onChange={(on) => {
            const next = new Set(chosen)
            if (on) next.add(id)
            else next.delete(id)
            onChoose(next)
          }}
        />
      </td>
      <td className={styles.nameCell}>
        <span className={styles.name}>
          <Avatar name={name} size={26} />
          <NameLink to={paths.organizationMember(organization, id)}>{name}</NameLink>
          {isMe && <Tag>{text.you}</Tag>}
        </span>
      </td>
      <td>{accessText.roles[role]}</td>
      <td data-label={text.columns.seat}>{accessText.roles[roleNamed(seat) ?? 'member']}</td>
      <td data-label={text.columns.tags}>
        <TagList tags={tagValues(tags)} max={2} label={text.tagsOf(name)} empty="–" />
      </td>
      <td data-label={text.columns.joined}>
        <RelativeTime at={joined} />
      </td>
      <td data-align="end">
        <RowButtons member={member} isMe={isMe} {...table} />
      </td>
    </tr>
  )
}

type RowButtonsProps = Pick<
  MembersTableProps,
  'administrators' | 'whyNotChange' | 'whyNotRemove' | 'onChangeRole' | 'onRemove'
> & { member: OrganizationMember; isMe: boolean }

/** The sole administrator cannot be removed: there it is not offered, nor while that is not known (spec 3 §5). */
function RowButtons(props: RowButtonsProps) {
  const { member, isMe, administrators, whyNotChange, whyNotRemove, onChangeRole, onRemove } = props
  const isRemovable = administrators !== undefined && !isSoleAdministrator(member.id, administrators)
  return (
    <span className={styles.actions}>
      <IconButton
        size="s"
        label={memberRoleText.of(member.name)}
        icon={<IconPencil size={16} aria-hidden="true" />}
        reason={whyNotChange}
        onClick={() => onChangeRole(member)}
      />
      {isRemovable && (
        <IconButton
          size="s"
          label={isMe ? removeOrganizationMemberText.leave : removeOrganizationMemberText.action(member.name)}
          icon={<IconTrash size={16} aria-hidden="true" />}
          // One's own membership may always be given up (spec 3 §5).
          reason={isMe ? undefined : whyNotRemove}
          onClick={() => onRemove(member)}
        />
      )}
    </span>
  )
}
