import { expect, test } from 'vitest'
import { usualFlags, type FeatureFlags } from '@/domain/platform/feature-flags.ts'
import { mayReorder, usualLayout } from './column-flags.ts'
import { reducedColumns, usualColumns } from './device-columns.tsx'

const fixed = { ...usualFlags, 'column-ordering': false }
const cases: readonly [what: string, flags: FeatureFlags, columns: readonly string[], moves: boolean][] = [
  ['nothing', fixed, usualColumns, false],
  ['column-ordering', usualFlags, usualColumns, true],
  ['reduced columns', { ...fixed, 'reduced-default-device-columns': true }, reducedColumns, false],
  [
    'reduced columns and reordering',
    { ...fixed, 'reduced-default-device-columns-and-reordering': true },
    reducedColumns,
    true,
  ],
]

test.each(cases)('with %s the device table is so [SHELL-036]', (_what, flags, columns, moves) => {
  expect(usualLayout(flags).columns).toEqual(columns)
  expect(mayReorder(flags)).toBe(moves)
})
