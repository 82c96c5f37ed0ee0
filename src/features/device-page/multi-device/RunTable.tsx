import { IconPlayerStop, IconX } from '@tabler/icons-react'
import { formatDuration } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { runText, multiDeviceText } from '@/messages/device-page/multi-device.ts'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import type { Tone } from '@/ui/feedback/tone.ts'
import { IconButton } from '@/ui/form/Button.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { TableFrame } from '@/ui/table/Table.tsx'
import type { RunDevice } from './multi-device.queries.ts'
import type { RunResult, RunStatus } from './run-command.ts'
import { resultStatus } from './run-files.ts'
import styles from './MultiDevice.module.css'

export interface TableRow {
  device: RunDevice
  result: RunResult
  /** The command has not run, but can. */
  ready: boolean
}

const toneOf: Record<RunStatus, Tone> = {
  waiting: 'idle',
  connecting: 'info',
  running: 'info',
  done: 'ok',
  failed: 'bad',
  skipped: 'idle',
  cancelled: 'warn',
}

interface RunTableProps {
  rows: readonly TableRow[]
  running: boolean
  onCancel: (uuid: string) => void
  onRemove: (uuid: string) => void
}

/** Results of the command by device. */
export function RunTable({ rows, running, onCancel, onRemove }: RunTableProps) {
  const { columns } = runText
  return (
    <TableFrame label={runText.table}>
      <thead>
        <tr>
          <th scope="col">{columns.device}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col" data-align="end">
            {columns.exitCode}
          </th>
          <th scope="col" data-align="end">
            {columns.duration}
          </th>
          <th scope="col" className={styles.outputColumn}>
            {columns.output}
          </th>
          <th aria-hidden="true" />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.device.uuid} row={row} running={running} onCancel={onCancel} onRemove={onRemove} />
        ))}
      </tbody>
    </TableFrame>
  )
}

function Row({ row, running, onCancel, onRemove }: Omit<RunTableProps, 'rows'> & { row: TableRow }) {
  const { device, result, ready } = row
  const { uuid, device_name: name } = device
  const isRunning = ['waiting', 'connecting', 'running'].includes(result.status)
  return (
    <tr>
      <td role="rowheader">
        <Link to={paths.device(uuid)}>{name}</Link>
      </td>
      <td className={styles.status}>
        <StatusBadge plain tone={ready ? 'idle' : toneOf[result.status]}>
          {ready ? runText.statuses.ready : resultStatus(result)}
        </StatusBadge>
      </td>
      <td data-align="end">{result.exitCode}</td>
      <td data-align="end">{result.durationMs !== null && formatDuration(result.durationMs)}</td>
      <td>
        {result.output !== '' && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
          <pre className={styles.output} tabIndex={0} role="region" aria-label={runText.outputOf(name)}>
            {result.output}
          </pre>
        )}
        {result.cut && <p className={styles.note}>{runText.cut}</p>}
        {result.output === '' && result.status === 'done' && (
          <span className={styles.note}>{runText.noOutput}</span>
        )}
      </td>
      <td>
        {isRunning ? (
          <IconButton
            size="s"
            label={runText.cancelOne(name)}
            icon={<IconPlayerStop size={15} aria-hidden="true" />}
            onClick={() => onCancel(uuid)}
          />
        ) : (
          !running && (
            <IconButton
              size="s"
              label={multiDeviceText.remove(name)}
              icon={<IconX size={15} aria-hidden="true" />}
              onClick={() => onRemove(uuid)}
            />
          )
        )}
      </td>
    </tr>
  )
}
