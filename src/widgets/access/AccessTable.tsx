import { useState, type ReactNode } from 'react'
import type { RowsOf } from '@/api/data-request.ts'
import { type AccessResource } from '@/domain/access/access.queries.ts'
import { roleLabel } from '@/domain/access/role-choices.ts'
import { compareText, formatNumber } from '@/lib/format.ts'
import { RowActions } from '@/ui/table/RowActions.tsx'
import { TableFrame } from '@/ui/table/Table.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import { RemovalDialog } from '@/widgets/dialog/RemovalDialog.tsx'
import { ChangeRoleDialog } from './ChangeRoleDialog.tsx'
import { usePeopleChange } from './use-people-change.ts'
import styles from './AccessTable.module.css'

/** A user or team with a role on an application. */
export interface AccessRow {
  /** Id of the row that grants the access. */
  id: number
  /** The rows that are deleted to remove the access. */
  access: RowsOf
  name: string
  role: string | undefined
  /** The name in the table. */
  shown: ReactNode
  /** Why the role cannot be changed, and why the access cannot be removed. */
  whyNotChange: string | undefined
  whyNotRemove: string | undefined
  /** The number of users, for a team. */
  count?: number
}

/** Texts of the table. */
export interface AccessWords {
  table: string
  columns: { name: string; role: string; actions: string; members?: string }
  membersNoun?: (count: number) => string
  changeRole: (name: string) => string
  /** Texts of the dialog that changes a role; default: those for users and teams. */
  roleTitle?: (name: string) => string
  roleChanged?: (name: string, role: string) => string
  remove: (name: string) => string
  removeTitle: (name: string) => string
  /** Explains what is lost, by the row's name and the subject of the table. */
  removeBody: (name: string, of: string) => string
  removeConfirm: string
  removed: (name: string) => string
}

export interface AccessTableProps {
  /** The resource of the rows that grant the access. */
  resource: AccessResource
  rows: readonly AccessRow[]
  words: AccessWords
  /** The subject of the table: a fleet whose users and teams it lists, or a team or user whose fleets it lists. */
  of: string
  isFreePlan: boolean | undefined
}

/** Roles with actions to change and remove them. */
export function AccessTable({ resource, rows, words, of, isFreePlan }: AccessTableProps) {
  const apply = usePeopleChange()
  const [open, setOpen] = useState<{ kind: 'role' | 'remove'; row: AccessRow } | null>(null)
  const { columns } = words
  const close = () => setOpen(null)
  return (
    <>
      <TableFrame label={words.table} stacks>
        <TableHead
          columns={[
            columns.name,
            columns.members !== undefined && { end: columns.members },
            columns.role,
            { end: columns.actions },
          ]}
        />
        <tbody>
          {rows
            .toSorted((a, b) => compareText(a.name, b.name))
            .map((row) => (
              <tr key={row.id}>
                <td role="rowheader" data-wide>
                  <span className={styles.name}>{row.shown}</span>
                </td>
                {columns.members !== undefined && (
                  <td data-align="end" data-unit={words.membersNoun?.(row.count ?? 0)}>
                    {formatNumber(row.count ?? 0)}
                  </td>
                )}
                <td>{roleLabel(row.role)}</td>
                <td data-align="end">
                  <RowActions
                    change={{
                      label: words.changeRole(row.name),
                      reason: row.whyNotChange,
                      onPress: () => setOpen({ kind: 'role', row }),
                    }}
                    remove={{
                      label: words.remove(row.name),
                      reason: row.whyNotRemove,
                      onPress: () => setOpen({ kind: 'remove', row }),
                    }}
                  />
                </td>
              </tr>
            ))}
        </tbody>
      </TableFrame>
      {open?.kind === 'role' && (
        <ChangeRoleDialog
          name={open.row.name}
          title={words.roleTitle}
          changed={words.roleChanged}
          role={open.row.role}
          isFreePlan={isFreePlan}
          row={{ resource, id: open.row.id }}
          onClose={close}
        />
      )}
      {open?.kind === 'remove' && (
        <RemovalDialog
          rows={open.row.access}
          onClose={close}
          title={words.removeTitle(open.row.name)}
          confirmLabel={words.removeConfirm}
          onConfirm={(remove) => apply(remove, words.removed(open.row.name))}
        >
          <p>{words.removeBody(open.row.name, of)}</p>
        </RemovalDialog>
      )}
    </>
  )
}
