import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { errorMessage } from '@/domain/error-message.ts'
import { whyNotAllowed } from '@/domain/fleet-access.ts'
import type { Fleet } from '@/domain/fleet.queries.ts'
import type { Role } from '@/domain/permissions.ts'
import { memberText as text } from '@/messages/fleet-members.ts'
import { Avatar } from '@/ui/Avatar.tsx'
import { IconButton } from '@/ui/Button.tsx'
import { ConfirmDialog } from '@/ui/ConfirmDialog.tsx'
import { EquivalentCommand } from '@/ui/EquivalentCommand.tsx'
import { TableFrame } from '@/ui/Table.tsx'
import { Tag } from '@/ui/Tag.tsx'
import { fleetCommands } from '../fleet-commands.ts'
import styles from './AccessTable.module.css'
import { ChangeRoleDialog } from './ChangeRoleDialog.tsx'
import { accessCalls, type Member } from './members.queries.ts'
import { roleLabel } from './role-choices.ts'
import { useAccessChange } from './use-access-change.ts'

export interface MembersTableProps {
  fleet: Fleet
  members: readonly Member[]
  role: Role
  isFreePlan: boolean | undefined
}

interface Open {
  kind: 'role' | 'remove'
  id: number
  name: string
  role: string | undefined
}

/** Members with their roles, and what can be done about each. */
export function MembersTable({ fleet, members, role, isFreePlan }: MembersTableProps) {
  const apply = useAccessChange()
  const [open, setOpen] = useState<Open | null>(null)
  const me = api().session.claims()?.id
  const rows = members
    .map((member) => ({
      id: member.id,
      name: member.user[0]?.username ?? '',
      isMe: member.user[0]?.id === me,
      role: member.application_membership_role[0]?.name,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  const whyNotChange = whyNotAllowed(role, 'resin.user_application_membership.all')
  const whyNotRemove = whyNotAllowed(role, 'resin.user_application_membership.delete')
  return (
    <>
      <TableFrame label={text.table}>
        <thead>
          <tr>
            <th scope="col">{text.columns.name}</th>
            <th scope="col">{text.columns.role}</th>
            <th scope="col" data-align="end">
              {text.columns.actions}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <span className={styles.name}>
                  <Avatar name={row.name} size={26} />
                  {row.name}
                  {row.isMe && <Tag>{text.you}</Tag>}
                </span>
              </td>
              <td>{roleLabel(row.role)}</td>
              <td data-align="end">
                <span className={styles.actions}>
                  <IconButton
                    size="s"
                    label={text.changeRole(row.name)}
                    icon={<IconPencil size={16} aria-hidden="true" />}
                    reason={whyNotChange}
                    onClick={() => setOpen({ kind: 'role', ...row })}
                  />
                  <IconButton
                    size="s"
                    label={text.remove(row.name)}
                    icon={<IconTrash size={16} aria-hidden="true" />}
                    // What is one's own may always be given up (spec 3 §5).
                    reason={row.isMe ? undefined : whyNotRemove}
                    onClick={() => setOpen({ kind: 'remove', ...row })}
                  />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
      {open?.kind === 'role' && (
        <ChangeRoleDialog
          name={open.name}
          role={open.role}
          isFreePlan={isFreePlan}
          row={`user_application_membership(${open.id})`}
          onChange={(next) => accessCalls.changeMemberRole(open.id, next)}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === 'remove' && (
        <ConfirmDialog
          opened
          danger
          onClose={() => setOpen(null)}
          title={text.removeTitle(open.name)}
          confirmLabel={text.removeConfirm}
          describeError={errorMessage}
          onConfirm={() => apply(() => accessCalls.removeMember(open.id), text.removed(open.name))}
        >
          <p>{text.removeBody(open.name, fleet.app_name)}</p>
          <EquivalentCommand
            {...fleetCommands(null, {
              method: 'DELETE',
              path: `/v7/user_application_membership(${open.id})`,
            })}
          />
        </ConfirmDialog>
      )}
    </>
  )
}
