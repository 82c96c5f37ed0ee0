import { csvText } from '@/lib/csv.ts'
import { formatDuration } from '@/lib/format.ts'
import { fileName } from '@/lib/save-file.ts'
import { runText } from '@/messages/multi-device.ts'
import type { RunResult } from './run-command.ts'

export interface RunRow {
  name: string
  uuid: string
  result: RunResult
}

export interface RunSetup {
  command: string
  /** Where: the host, or a service by name. */
  where: string
  /** When it was started, in milliseconds since 1970. */
  at: number
}

const { columns, statuses } = runText

/** A row's state in words, with its reason where it has one. */
export function statusOf({ status, reason }: RunResult): string {
  return reason === undefined ? statuses[status] : `${statuses[status]}: ${reason}`
}

/** `command-20261120-143207.txt`: the moment is UTC (docs/decisions/product-rules.md, 27). */
export function runFileName({ at }: RunSetup, kind: 'txt' | 'csv'): string {
  const [date = '', time = ''] = new Date(at).toISOString().split(/[T.]/)
  return fileName(runText.fileName(`${date.replaceAll('-', '')}-${time.replaceAll(':', '')}`, kind))
}

/** All results to be read: the command, then each device with its state and its output. */
export function runAsText(setup: RunSetup, rows: readonly RunRow[]): string {
  const head = `$ ${setup.command}\n${setup.where}, ${new Date(setup.at).toISOString()}\n`
  const parts = rows.map(({ name, uuid, result }) => {
    const took = result.durationMs === null ? '' : `, ${formatDuration(result.durationMs)}`
    return `## ${name} (${uuid})\n${statusOf(result)}${took}\n\n${result.output === '' ? '' : `${result.output}\n`}`
  })
  return [head, ...parts].join('\n')
}

/** All results as a table for other programs; durations in seconds. */
export function runAsCsv(rows: readonly RunRow[]): string {
  return csvText(
    [columns.device, columns.uuid, columns.status, columns.exitCode, columns.duration, columns.output],
    rows.map(({ name, uuid, result }) => [
      name,
      uuid,
      statusOf(result),
      result.exitCode,
      result.durationMs === null ? null : Math.round(result.durationMs) / 1_000,
      result.output,
    ]),
  )
}
