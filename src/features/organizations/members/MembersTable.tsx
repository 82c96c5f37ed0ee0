import { api, offers } from '@/api/api.ts'
import { seatLabel } from '@/domain/billing/seats.ts'
import type { OrganizationMember } from '@/domain/organization/organization-people.queries.ts'
import { tagValues } from '@/domain/tags/tags.ts'
import { isRemovable } from '@/features/organizations/give-up.ts'
import { paths } from '@/lib/paths.ts'
import { accessText } from '@/messages/access/access.ts'
import {
  memberRoleText,
  membersText as text,
  removeOrganizationMemberText,
} from '@/messages/organizations/organization-members.ts'
import { Avatar } from '@/ui/display/Avatar.tsx'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Tag, TagList } from '@/ui/display/Tag.tsx'
import { NameLink } from '@/ui/layout/NameLink.tsx'
import { RowActions } from '@/ui/table/RowActions.tsx'
import { SelectAllCell, SelectCell } from '@/ui/table/SelectCells.tsx'
import type { RowSelection } from '@/ui/table/use-row-selection.ts'
import styles from './MembersTable.module.css'

export interface MembersTableProps {
  organization: number
  members: readonly OrganizationMember[]
  /** Membership ids of all administrators; undefined until loaded, and nobody can be removed before. */
  administrators: readonly number[] | undefined
  selection: RowSelection
  whyNotChange: string | undefined
  whyNotRemove: string | undefined
  onChangeRole: (member: OrganizationMember) => void
  onRemove: (member: OrganizationMember) => void
}

/** Head and rows of the members table: role, seat and actions. */
export function MembersTable(props: MembersTableProps) {
  const { members, selection } = props
  const { columns } = text
  return (
    <>
      <thead>
        <tr>
          <SelectAllCell rows={members} selection={selection} />
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.role}</th>
          {offers('billing') && <th scope="col">{columns.seat}</th>}
          {offers('organizationTags') && <th scope="col">{columns.tags}</th>}
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
  const { organization, selection } = table
  const { id, name, role, seat, tags, joined } = member
  const isMe = member.user === api().session.claims()?.id
  return (
    <tr data-selected={selection.ids.has(id) || undefined}>
      <SelectCell row={id} label={text.select(name)} selection={selection} />
      <td role="rowheader">
        <span className={styles.name}>
          <Avatar name={name} size={26} />
          <NameLink to={paths.organizationMember(organization, id)}>{name}</NameLink>
          {isMe && <Tag>{text.you}</Tag>}
        </span>
      </td>
      <td>{accessText.roles[role]}</td>
      {offers('billing') && <td data-label={text.columns.seat}>{seatLabel(seat)}</td>}
      {offers('organizationTags') && (
        <td data-label={text.columns.tags}>
          <TagList tags={tagValues(tags)} max={2} label={text.tagsOf(name)} empty="–" />
        </td>
      )}
      <td data-label={text.columns.joined}>
        <RelativeTime at={joined} />
      </td>
      <td data-align="end">
        <RowActions
          change={
            offers('roles')
              ? {
                  label: memberRoleText.of(name),
                  reason: table.whyNotChange,
                  onPress: () => table.onChangeRole(member),
                }
              : undefined
          }
          remove={
            isRemovable(id, table.administrators)
              ? {
                  label: isMe
                    ? removeOrganizationMemberText.leave
                    : removeOrganizationMemberText.action(name),
                  // Users may always end their own membership.
                  reason: isMe ? undefined : table.whyNotRemove,
                  onPress: () => table.onRemove(member),
                }
              : undefined
          }
        />
      </td>
    </tr>
  )
}
