import { useState } from 'react'
import { formatNumber } from '@/lib/format.ts'
import { bulkText } from '@/messages/device-list/bulk-changes.ts'
import { classes } from '@/ui/classes.ts'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { Pagination } from '@/ui/table/Pagination.tsx'
import { TableFrame } from '@/ui/table/Table.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import type { Field } from './bulk-file.ts'
import type { BulkChange, BulkProblem } from './bulk-plan.ts'
import type { BulkResult } from './bulk-run.ts'
import styles from './BulkDialog.module.css'

const PAGE = 50
const { table } = bulkText

function fieldName(field: Field): string {
  switch (field.kind) {
    case 'tag':
      return bulkText.field.tag(field.key)
    case 'variable':
      return bulkText.field.variable(field.name, field.service)
    default:
      return bulkText.field[field.kind]
  }
}

function usePaged<Item>(items: readonly Item[]) {
  const [page, setPage] = useState(1)
  const last = Math.max(1, Math.ceil(items.length / PAGE))
  const at = Math.min(page, last)
  return {
    shown: items.slice((at - 1) * PAGE, at * PAGE),
    pages: items.length > PAGE && (
      <Pagination page={at} pageSize={PAGE} total={items.length} onPage={setPage} />
    ),
  }
}

const tones = { done: 'ok', failed: 'bad', unsure: 'warn', waiting: 'idle' } as const

/** Planned changes or their results. Values of variables are hidden until they are revealed. */
export function ChangesTable({
  changes,
  results,
}: {
  changes: readonly BulkChange[]
  results?: ReadonlyMap<BulkChange, BulkResult>
}) {
  const [isOpen, setOpen] = useState(false)
  const { shown, pages } = usePaged(changes)
  const hasSecrets = changes.some(({ field }) => field.kind === 'variable')
  return (
    <>
      {hasSecrets && <Checkbox label={bulkText.showValues} checked={isOpen} onChange={setOpen} />}
      <TableFrame label={bulkText.preview} compact stacks maxHeight={320} rowCount={changes.length}>
        <TableHead
          columns={[table.device, table.field, table.before, table.after, results && table.outcome]}
        />
        <tbody>
          {shown.map((change) => {
            const { device, field, before, after, line } = change
            const isHidden = field.kind === 'variable' && !isOpen
            const result = results?.get(change)
            return (
              <tr key={`${line} ${fieldName(field)}`}>
                <td role="rowheader" className={styles.cell} title={device.uuid}>
                  {device.name}
                </td>
                <td className={styles.cell}>{fieldName(field)}</td>
                <td className={styles.cell}>
                  <ShownValue value={before} isHidden={isHidden} gone={bulkText.none} />
                </td>
                <td className={classes(styles.cell, styles.after)}>
                  <ShownValue value={after} isHidden={isHidden} gone={bulkText.deleted} />
                </td>
                {results && (
                  <td className={styles.words}>
                    {result && (
                      <>
                        <StatusMark tone={tones[result.outcome]} /> {bulkText.outcomes[result.outcome]}
                        {result.reason !== undefined && `: ${result.reason}`}
                      </>
                    )}
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </TableFrame>
      {pages}
    </>
  )
}

function ShownValue({ value, isHidden, gone }: { value: string | null; isHidden: boolean; gone: string }) {
  if (value === null) return <span className={styles.gone}>{gone}</span>
  return isHidden ? bulkText.hidden : <span title={value.slice(0, 1_000)}>{value.slice(0, 200)}</span>
}

/** Problems of the file, by line and column. */
export function ProblemsTable({ problems }: { problems: readonly BulkProblem[] }) {
  const { shown, pages } = usePaged(problems)
  return (
    <>
      <TableFrame label={bulkText.problems} compact stacks maxHeight={240} rowCount={problems.length}>
        <TableHead columns={[table.line, table.device, table.column, table.problem]} />
        <tbody>
          {shown.map(({ line, device, column, problem }) => (
            <tr key={`${line} ${column}`}>
              <td>{formatNumber(line)}</td>
              <td className={styles.cell}>{device.slice(0, 100)}</td>
              <td className={styles.cell}>{column}</td>
              <td className={styles.words}>
                <StatusMark tone="bad" /> {problem}
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
      {pages}
    </>
  )
}
