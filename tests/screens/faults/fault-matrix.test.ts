import { test } from 'vitest'
import { rows } from './rows/index.ts'
import { runRow } from './run-row.ts'

test.each(rows.map((row) => [row.way === undefined ? row.write : `${row.write}, ${row.way}`, row] as const))(
  'with any fault in %s, no input is lost, nothing runs twice, the form shows the result, and a dialog closes with Escape',
  async (_, row) => {
    process.stdout.write(`${(await runRow(row)).join('\n')}\n`)
  },
)
