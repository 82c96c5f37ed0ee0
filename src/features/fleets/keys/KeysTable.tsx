import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '@/domain/error-message.ts'
import { whyNotAllowed } from '@/domain/fleet-access.ts'
import type { Fleet } from '@/domain/fleet.queries.ts'
import type { Role } from '@/domain/permissions.ts'
import { formatMoment } from '@/lib/format.ts'
import { fleetKeysText as text } from '@/messages/fleet-keys.ts'
import { ConfirmDialog } from '@/ui/ConfirmDialog.tsx'
import { EquivalentCommand } from '@/ui/EquivalentCommand.tsx'
import { useTimeText } from '@/ui/now.tsx'
import { RelativeTime } from '@/ui/RelativeTime.tsx'
import { TableFrame } from '@/ui/Table.tsx'
import { showToast } from '@/ui/toasts.ts'
import { fleetCommands } from '../fleet-commands.ts'
import { RowActions } from '../RowActions.tsx'
import styles from '../members/AccessTable.module.css'
import { KeyDialog } from './KeyDialog.tsx'
import { fleetKeysQuery, keyCalls, type FleetKey } from './keys.queries.ts'

export interface KeysTableProps {
  fleet: Fleet
  keys: readonly FleetKey[]
  role: Role
}

const nameOf = ({ name }: FleetKey) => (name === null || name === '' ? text.unnamed : name)

/** Keys, never their secrets, and what can be done about each. */
export function KeysTable({ fleet, keys, role }: KeysTableProps) {
  const [open, setOpen] = useState<{ kind: 'edit' | 'delete'; key: FleetKey } | null>(null)
  const { columns } = text
  return (
    <>
      <TableFrame label={text.table} stacks>
        <thead>
          <tr>
            <th scope="col">{columns.name}</th>
            <th scope="col">{columns.description}</th>
            <th scope="col">{columns.created}</th>
            <th scope="col">{columns.expires}</th>
            <th scope="col" data-align="end">
              {columns.actions}
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <td data-wide className={styles.name}>
                {nameOf(key)}
              </td>
              <td data-wide className={styles.message}>
                {key.description ?? '–'}
              </td>
              <td data-label={columns.created}>
                <RelativeTime at={key.created_at} />
              </td>
              <td data-label={columns.expires}>
                <Expiry at={key.expiry_date} />
              </td>
              <td data-align="end">
                <RowActions
                  change={{
                    label: text.edit(nameOf(key)),
                    reason: whyNotAllowed(role, 'resin.api_key.update'),
                    onPress: () => setOpen({ kind: 'edit', key }),
                  }}
                  remove={{
                    label: text.remove(nameOf(key)),
                    reason: whyNotAllowed(role, 'resin.api_key.delete'),
                    onPress: () => setOpen({ kind: 'delete', key }),
                  }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
      {open?.kind === 'edit' && <KeyDialog fleet={fleet} fleetKey={open.key} onClose={() => setOpen(null)} />}
      {open?.kind === 'delete' && (
        <DeleteKeyDialog fleet={fleet} fleetKey={open.key} onClose={() => setOpen(null)} />
      )}
    </>
  )
}

function Expiry({ at }: { at: string | null }) {
  return useTimeText((now) => {
    if (at === null) return text.never
    return Date.parse(at) <= now ? text.expired : formatMoment(at, { seconds: false })
  })
}

interface DeleteKeyDialogProps {
  fleet: Fleet
  fleetKey: FleetKey
  onClose: () => void
}

function DeleteKeyDialog({ fleet, fleetKey, onClose }: DeleteKeyDialogProps) {
  const queries = useQueryClient()
  const name = nameOf(fleetKey)
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      title={text.deleteTitle(name)}
      confirmLabel={text.deleteConfirm}
      describeError={errorMessage}
      onConfirm={async () => {
        await keyCalls.remove(fleetKey.id)
        await queries.invalidateQueries({ queryKey: fleetKeysQuery(fleet.id).queryKey })
        showToast({ tone: 'ok', title: text.deleted(name) })
      }}
    >
      <p>{text.deleteBody}</p>
      <EquivalentCommand
        {...fleetCommands(['api-key', 'revoke', String(fleetKey.id), '--yes'], {
          method: 'DELETE',
          path: `/v7/api_key(${fleetKey.id})`,
        })}
      />
    </ConfirmDialog>
  )
}
