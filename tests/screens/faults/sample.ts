import { test } from 'vitest'
import type { Row } from './row.ts'
import { rows } from './rows/index.ts'
import { REFUSALS, runRow, type Fault, type Interruption } from './run-row.ts'

/** `npm run faults` tries every refusal and interruption on every form. */
const isSweep = process.env['FLOTILLA_SWEEP'] === 'all'
/** Otherwise each form gets this many refusals, in turn: one mechanism handles them all, and each meets every kind of form. */
const SAMPLE = 2
export const INTERRUPTIONS: readonly Interruption[] = ['session', 'page']

/** What the form at this place of the list of all rows is refused with. */
export const refusalsAt = (at: number): readonly Fault[] =>
  isSweep
    ? REFUSALS
    : Array.from({ length: SAMPLE }, (_, nth) => REFUSALS[(at * SAMPLE + nth) % REFUSALS.length]).filter(
        (fault) => fault !== undefined,
      )

/** What interrupts typing in the form at this place. */
export const interruptionsAt = (at: number): readonly Interruption[] =>
  isSweep ? INTERRUPTIONS : INTERRUPTIONS.filter((_, nth) => nth === at % INTERRUPTIONS.length)

/** Registers a test for each of these rows. Several files share the rows: one would keep a processor busy after all others. */
export function testRows(chosen: readonly Row[]): void {
  test.each(
    chosen.map((row) => [row.way === undefined ? row.write : `${row.write}, ${row.way}`, row] as const),
  )(
    'with any fault in %s, no input is lost, nothing runs twice, the form shows the result, and a dialog closes with Escape',
    async (_, row) => {
      const at = rows.indexOf(row)
      process.stdout.write(`${(await runRow(row, refusalsAt(at), interruptionsAt(at))).join('\n')}\n`)
    },
  )
}
