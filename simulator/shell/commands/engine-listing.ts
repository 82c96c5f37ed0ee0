import { table } from '../options.ts'
import type { Process } from '../process.ts'
import { filled, TemplateProblem } from './go-template.ts'

/** Fails as the engine's command does. */
export function failed(process: Process, message: string, code = 1): number {
  process.err(`${message}\n`)
  return code
}

/** The fields of an object, and for `{{.Label "name"}}` its labels. */
type Row = Readonly<Record<string, string | Readonly<Record<string, string>>>>

/** Rows of objects: as a table, or each through the template of --format. */
export function list(
  process: Process,
  columns: readonly (readonly [title: string, field: string])[],
  rows: readonly Row[],
  format: string | undefined,
): number {
  if (format === undefined || format === 'table') {
    process.out(
      table(
        [
          columns.map(([title]) => title),
          ...rows.map((row) => columns.map(([, field]) => textIn(row, field))),
        ],
        [],
        '   ',
      ),
    )
    return 0
  }
  if (format === 'json') {
    for (const { labels: _labels, ...row } of rows) process.out(`${JSON.stringify(row)}\n`)
    return 0
  }
  const template = withLabels(format)
  // `json` shows all fields but these.
  const values = rows.map(({ labels, ...row }) =>
    Object.defineProperty(row, 'labels', { value: labels ?? {} }),
  )
  try {
    if (format.startsWith('table ')) {
      const titles = new Map(columns.map(([title, field]) => [field, title]))
      for (const field of Array.from(format.matchAll(/\{\{\s*\.(\w+)\s*\}\}/g), ([, name = '']) => name))
        if (!titles.has(field)) titles.set(field, field.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toUpperCase())
      const lines = [Object.fromEntries(titles), ...values].map((row) => filled(template, row).split('\t'))
      process.out(table(lines, [], '   '))
    } else for (const row of values) process.out(`${filled(template, row)}\n`)
    return 0
  } catch (problem) {
    if (problem instanceof TemplateProblem)
      return failed(process, `template parsing error: template: :1: ${problem.message}`)
    throw problem
  }
}

function textIn(row: Row, field: string): string {
  const value = row[field]
  return typeof value === 'string' ? value : ''
}

/** The method of the engine's lists as a function of templates. */
const withLabels = (format: string): string => format.replace(/\.Label(?=\s+["`])/g, 'index .labels')
