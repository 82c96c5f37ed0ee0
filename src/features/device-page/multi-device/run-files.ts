import { csvText } from '@/lib/csv.ts'
import { formatDuration } from '@/lib/format.ts'
import { fileName } from '@/lib/save-file.ts'
import { runText } from '@/messages/device-page/multi-device.ts'
import type { RunResult } from './run-command.ts'

export interface RunRow {
  name: string
  uuid: string
  result: RunResult
}

export interface RunSetup {
  command: string
  /** Target: the host OS or the name of a service. */
  target: string
  /** Start time, in ms since 1970. */
  at: number
}

const { columns, statuses } = runText

/** The status of a row as text, with its reason. */
export function resultStatus({ status, reason }: RunResult): string {
  return reason === undefined ? statuses[status] : `${statuses[status]}: ${reason}`
}

/** `command-20261120-143207.txt`, in UTC (docs/decisions/product-rules.md, 27). */
export function runFileName({ at }: RunSetup, kind: 'txt' | 'csv'): string {
  const [date = '', time = ''] = new Date(at).toISOString().split(/[T.]/)
  return fileName(runText.fileName(`${date.replaceAll('-', '')}-${time.replaceAll(':', '')}`, kind))
}

/** Readable report: the command, then status and output of each device. */
export function runAsText(setup: RunSetup, rows: readonly RunRow[]): string {
  const head = `$ ${setup.command}\n${setup.target}, ${new Date(setup.at).toISOString()}\n`
  const parts = rows.map(({ name, uuid, result }) => {
    const took = result.durationMs === null ? '' : `, ${formatDuration(result.durationMs)}`
    return `## ${name} (${uuid})\n${resultStatus(result)}${took}\n\n${result.output === '' ? '' : `${result.output}\n`}`
  })
  return [head, ...parts].join('\n')
}

/** Results as CSV; durations in seconds. */
export function runAsCsv(rows: readonly RunRow[]): string {
  return csvText(
    [columns.device, columns.uuid, columns.status, columns.exitCode, columns.duration, columns.output],
    rows.map(({ name, uuid, result }) => [
      name,
      uuid,
      resultStatus(result),
      result.exitCode,
      result.durationMs === null ? null : Math.round(result.durationMs) / 1_000,
      result.output,
    ]),
  )
}
