import { test } from 'vitest'
import { rows } from './rows/index.ts'
import { runRow } from './run-row.ts'

test.each(rows.map((row) => [row.way === undefined ? row.write : `${row.write}, ${row.way}`, row] as const))(
  'whatever goes wrong with %s, nothing typed is lost, nothing is done twice, the form says what happened, and a dialog closes with Escape',
  async (_, row) => {
    process.stdout.write(`${(await runRow(row)).join('\n')}\n`)
  },
)
