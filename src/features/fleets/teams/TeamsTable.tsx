import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { errorMessage } from '@/domain/error-message.ts'
import { whyNotAllowed } from '@/domain/fleet-access.ts'
import type { Fleet } from '@/domain/fleet.queries.ts'
import type { Role } from '@/domain/permissions.ts'
import { formatNumber } from '@/lib/format.ts'
import { teamAccessText as text } from '@/messages/fleet-members.ts'
import { IconButton } from '@/ui/Button.tsx'
import { ConfirmDialog } from '@/ui/ConfirmDialog.tsx'
import { EquivalentCommand } from '@/ui/EquivalentCommand.tsx'
import { TableFrame } from '@/ui/Table.tsx'
import { fleetCommands } from '../fleet-commands.ts'
import styles from '../members/AccessTable.module.css'
import { ChangeRoleDialog } from '../members/ChangeRoleDialog.tsx'
import { accessCalls, type TeamAccess } from '../members/members.queries.ts'
import { roleLabel } from '../members/role-choices.ts'
import { useAccessChange } from '../members/use-access-change.ts'

export interface TeamsTableProps {
  fleet: Fleet
  teams: readonly TeamAccess[]
  role: Role
  isFreePlan: boolean | undefined
}

interface Open {
  kind: 'role' | 'remove'
  id: number
  name: string
  role: string | undefined
}

/** Teams with their roles, and what can be done about each. */
export function TeamsTable({ fleet, teams, role, isFreePlan }: TeamsTableProps) {
  const apply = useAccessChange()
  const [open, setOpen] = useState<Open | null>(null)
  const rows = teams
    .map(({ id, team: [team], application_membership_role: [held] }) => ({
      id,
      name: team?.name ?? '',
      members: team?.team_membership ?? 0,
      role: held?.name,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  return (
    <>
      <TableFrame label={text.table}>
        <thead>
          <tr>
            <th scope="col">{text.columns.name}</th>
            <th scope="col" data-align="end">
              {text.columns.members}
            </th>
            <th scope="col">{text.columns.role}</th>
            <th scope="col" data-align="end">
              {text.columns.actions}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className={styles.name}>{row.name}</td>
              <td data-align="end">{formatNumber(row.members)}</td>
              <td>{roleLabel(row.role)}</td>
              <td data-align="end">
                <span className={styles.actions}>
                  <IconButton
                    size="s"
                    label={text.changeRole(row.name)}
                    icon={<IconPencil size={16} aria-hidden="true" />}
                    reason={whyNotAllowed(role, 'resin.team_application_access.all')}
                    onClick={() => setOpen({ kind: 'role', ...row })}
                  />
                  <IconButton
                    size="s"
                    label={text.remove(row.name)}
                    icon={<IconTrash size={16} aria-hidden="true" />}
                    reason={whyNotAllowed(role, 'resin.team_application_access.delete')}
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
          row={`team_application_access(${open.id})`}
          onChange={(next) => accessCalls.changeTeamRole(open.id, next)}
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
          onConfirm={() => apply(() => accessCalls.removeTeam(open.id), text.removed(open.name))}
        >
          <p>{text.removeBody(open.name, fleet.app_name)}</p>
          <EquivalentCommand
            {...fleetCommands(null, { method: 'DELETE', path: `/v7/team_application_access(${open.id})` })}
          />
        </ConfirmDialog>
      )}
    </>
  )
}
