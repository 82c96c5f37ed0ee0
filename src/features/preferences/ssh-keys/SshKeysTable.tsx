import type { ReactNode } from 'react'
import { commonText } from '@/messages/common.ts'
import { sshText as text } from '@/messages/preferences-ssh.ts'
import { Checkbox } from '@/ui/Checkbox.tsx'
import { RelativeTime } from '@/ui/RelativeTime.tsx'
import { TableFrame } from '@/ui/Table.tsx'
import { fingerprintOf, sshKeyIn } from './ssh-key.ts'
import type { SavedSshKey } from './ssh-keys.queries.ts'
import styles from './SshKeysTable.module.css'

export interface SshKeysTableProps {
  keys: readonly SavedSshKey[]
  selection: ReadonlySet<number>
  onSelect: (selection: ReadonlySet<number>) => void
  /** While some are selected. */
  bar: ReactNode
}

/** SSH keys by their fingerprints, of which some can be chosen. */
export function SshKeysTable({ keys, selection, onSelect, bar }: SshKeysTableProps) {
  const { columns } = text
  const count = keys.filter(({ id }) => selection.has(id)).length
  const select = (id: number, on: boolean) => {
    const next = new Set(selection)
    if (on) next.add(id)
    else next.delete(id)
    onSelect(next)
  }
  return (
    <TableFrame label={text.table} bar={bar} stacks>
      <thead>
        <tr>
          <th className={styles.select}>
            <Checkbox
              hideLabel
              label={commonText.selectAllRows}
              checked={count === keys.length}
              mixed={count > 0 && count < keys.length}
              onChange={(on) => onSelect(new Set(on ? keys.map(({ id }) => id) : []))}
            />
          </th>
          <th scope="col">{columns.title}</th>
          <th scope="col">{columns.type}</th>
          <th scope="col">{columns.fingerprint}</th>
          <th scope="col">{columns.created}</th>
        </tr>
      </thead>
      <tbody>
        {keys.map(({ id, title, public_key: key, created_at: created }) => (
          <tr key={id} data-selected={selection.has(id) || undefined}>
            <td>
              <Checkbox
                hideLabel
                label={text.select(title)}
                checked={selection.has(id)}
                onChange={(on) => select(id, on)}
              />
            </td>
            <td className={styles.title}>{title}</td>
            <td data-label={columns.type}>{sshKeyIn(key)?.type ?? text.unknownType}</td>
            <td data-wide className={styles.fingerprint}>
              {fingerprintOf(key) ?? '–'}
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
