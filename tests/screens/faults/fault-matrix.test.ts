import { expect, test } from 'vitest'
import { rows } from './rows/index.ts'
import { REFUSALS, runRow, type Interruption } from './run-row.ts'

/** `npm run faults` tries every refusal and interruption on every form. */
const isSweep = process.env['FLOTILLA_SWEEP'] === 'all'
/** Otherwise each form gets this many of them, in turn: one mechanism handles them all, and each meets every kind of form. */
const SAMPLE = 2

const refusalsOf = (at: number) =>
  isSweep
    ? REFUSALS
    : Array.from({ length: SAMPLE }, (_, nth) => REFUSALS[(at * SAMPLE + nth) % REFUSALS.length]).filter(
        (fault) => fault !== undefined,
      )

const INTERRUPTIONS: readonly Interruption[] = ['session', 'page']
const interruptionsOf = (at: number) =>
  isSweep ? INTERRUPTIONS : INTERRUPTIONS.filter((_, nth) => nth === at % INTERRUPTIONS.length)

test.each(
  rows.map((row, at) => [row.way === undefined ? row.write : `${row.write}, ${row.way}`, row, at] as const),
)(
  'with any fault in %s, no input is lost, nothing runs twice, the form shows the result, and a dialog closes with Escape',
  async (_, row, at) => {
    process.stdout.write(`${(await runRow(row, refusalsOf(at), interruptionsOf(at))).join('\n')}\n`)
  },
)

test('the sample tries every refusal and interruption on many forms', () => {
  const tried = rows.flatMap((_, at) => refusalsOf(at).map(({ name }) => name))
  for (const { name } of REFUSALS)
    expect(tried.filter((each) => each === name).length, name).toBeGreaterThan(rows.length / 4)
  const typed = rows.flatMap((row, at) => (row.isTyped ? interruptionsOf(at) : []))
  for (const name of INTERRUPTIONS)
    expect(typed.filter((each) => each === name).length, name).toBeGreaterThan(typed.length / 3)
})
