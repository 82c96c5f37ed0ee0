import type { ReactNode } from 'react'
import { sshText as text } from '@/messages/preferences/preferences-ssh.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { SelectAllCell, SelectCell } from '@/ui/table/SelectCells.tsx'
import { TableFrame } from '@/ui/table/Table.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import type { RowSelection } from '@/ui/table/use-row-selection.ts'
import { sshFingerprint, sshKeyIn } from './ssh-key.ts'
import type { SavedSshKey } from './ssh-keys.queries.ts'
import styles from './SshKeysTable.module.css'

export interface SshKeysTableProps {
  keys: readonly SavedSshKey[]
  selection: RowSelection
  /** Shown while rows are selected. */
  bar: ReactNode
}

/** Selectable SSH keys with their fingerprints. */
export function SshKeysTable({ keys, selection, bar }: SshKeysTableProps) {
  const { columns } = text
  return (
    <TableFrame label={text.table} bar={bar} stacks>
      <TableHead columns={[columns.title, columns.type, columns.fingerprint, columns.created]}>
        <SelectAllCell rows={keys} selection={selection} />
      </TableHead>
      <tbody>
        {keys.map(({ id, title, public_key: key, created_at: created }) => (
          <tr key={id} data-selected={selection.ids.has(id) || undefined}>
            <SelectCell row={id} label={text.select(title)} selection={selection} />
            <td role="rowheader" className={styles.title}>
              {title}
            </td>
            <td data-label={columns.type}>{sshKeyIn(key)?.type ?? text.unknownType}</td>
            <td data-wide className={styles.fingerprint}>
              {sshFingerprint(key) ?? '–'}
            </td>
            <td data-label={columns.created}>
              <RelativeTime at={created} />
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}
