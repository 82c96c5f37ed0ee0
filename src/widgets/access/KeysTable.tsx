import { useState } from 'react'
import { api } from '@/api/api.ts'
import { sendRequest } from '@/api/data-request.ts'
import { errorMessage } from '@/api/error-message.ts'
import { keyCalls, type ApiKey, type KeyFields } from '@/domain/access/api-keys.queries.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { formatInstant } from '@/lib/format.ts'
import { keysText as text } from '@/messages/access/keys.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { useTimeText } from '@/ui/display/now.tsx'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { RowActions } from '@/ui/table/RowActions.tsx'
import { TableFrame } from '@/ui/table/Table.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import styles from './KeysTable.module.css'

export interface KeysTableProps {
  label: string
  keys: readonly ApiKey[]
  /** The total number, if this is only a page of them. */
  total: number
  /** Why the user cannot change them. */
  whyNotChange?: string | undefined
  whyNotRevoke?: string | undefined
  /** The effect of revoking a key. */
  revokeBody: string
  /** Reloads the list. */
  onChanged: () => Promise<unknown>
}

const nameOf = ({ name }: ApiKey) => (name === null || name === '' ? text.unnamed : name)

/** Keys without their secrets, with actions. */
export function KeysTable({ label, keys, total, whyNotChange, whyNotRevoke, ...dialogs }: KeysTableProps) {
  const [open, setOpen] = useState<{ kind: 'edit' | 'revoke'; key: ApiKey } | null>(null)
  const close = () => setOpen(null)
  const { columns } = text
  return (
    <>
      <TableFrame label={label} rowCount={total + 1} stacks>
        <TableHead
          columns={[
            columns.name,
            columns.description,
            columns.created,
            columns.expires,
            { end: columns.actions },
          ]}
        />
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <td role="rowheader" data-wide className={styles.name}>
                {nameOf(key)}
              </td>
              <td data-wide className={styles.description} data-empty={key.description === null || undefined}>
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
                    reason: whyNotChange,
                    onPress: () => setOpen({ kind: 'edit', key }),
                  }}
                  remove={{
                    label: text.revoke(nameOf(key)),
                    reason: whyNotRevoke,
                    onPress: () => setOpen({ kind: 'revoke', key }),
                  }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
      {open?.kind === 'edit' && <EditKeyDialog {...dialogs} apiKey={open.key} onClose={close} />}
      {open?.kind === 'revoke' && <RevokeKeyDialog {...dialogs} apiKey={open.key} onClose={close} />}
    </>
  )
}

function Expiry({ at }: { at: string | null }) {
  return useTimeText((now) => {
    if (at === null) return text.never
    return Date.parse(at) <= now ? text.expired : formatInstant(at, { seconds: false })
  })
}

interface KeyActionProps extends Pick<KeysTableProps, 'revokeBody' | 'onChanged'> {
  apiKey: ApiKey
  onClose: () => void
}

function EditKeyDialog({ apiKey, onChanged, onClose }: KeyActionProps) {
  const { id } = apiKey
  const save = async (fields: KeyFields) => {
    await sendRequest(api().data, keyCalls.change(id, fields))
    showToast({ tone: 'ok', title: text.saved(fields.name) })
    onClose()
    await onChanged()
  }
  return (
    <KeyDialog
      title={text.editTitle}
      apiKey={apiKey}
      onClose={onClose}
      onSubmit={save}
      commands={(fields) => platformCommands(null, keyCalls.change(id, fields))}
    />
  )
}

function RevokeKeyDialog({ apiKey, revokeBody, onChanged, onClose }: KeyActionProps) {
  const call = keyCalls.revoke(apiKey.id)
  const name = nameOf(apiKey)
  return (
    <ConfirmDialog
      danger
      onClose={onClose}
      title={text.revokeTitle(name)}
      confirmLabel={text.revokeConfirm}
      describeError={errorMessage}
      onConfirm={async () => {
        await sendRequest(api().data, call)
        await onChanged()
        showToast({ tone: 'ok', title: text.revoked(name) })
      }}
    >
      <p>{revokeBody}</p>
      <EquivalentCommand {...platformCommands(['api-key', 'revoke', String(apiKey.id), '--yes'], call)} />
    </ConfirmDialog>
  )
}
