import { expect, test } from 'vitest'
import { usualFlags, type FeatureFlags } from '@/domain/platform/feature-flags.ts'
import { canReorder, defaultLayout } from './column-flags.ts'
import { reducedColumns, defaultColumns } from './device-columns.tsx'

const fixed = { ...usualFlags, 'column-ordering': false }
const cases: readonly [what: string, flags: FeatureFlags, columns: readonly string[], moves: boolean][] = [
  ['nothing', fixed, defaultColumns, false],
  ['column-ordering', usualFlags, defaultColumns, true],
  ['reduced columns', { ...fixed, 'reduced-default-device-columns': true }, reducedColumns, false],
  [
    'reduced columns and reordering',
    { ...fixed, 'reduced-default-device-columns-and-reordering': true },
    reducedColumns,
    true,
  ],
]

test.each(cases)(
  'sets the default columns and reordering with %s [SHELL-036]',
  (_what, flags, columns, moves) => {
    expect(defaultLayout(flags).columns).toEqual(columns)
    expect(canReorder(flags)).toBe(moves)
  },
)
