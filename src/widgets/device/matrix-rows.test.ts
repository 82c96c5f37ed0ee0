import { expect, test } from 'vitest'
import type { MatrixDevice } from './device-order.ts'
import { matrixRows } from './MatrixRows.tsx'

const aDevice = (uuid: string): MatrixDevice => ({
  uuid,
  device_name: uuid,
  overall_status: 'operational',
  is_frozen: false,
})

const rowsOf = (values: readonly (string | null)[]) =>
  matrixRows(
    values.map((_, index) => aDevice(String(index))),
    ({ uuid }) => values[Number(uuid)] ?? null,
  ).map(({ value, members, isRest }) => [isRest ? 'rest' : value, members.length])

test('each value has a row, the most frequent first, then the devices without one', () => {
  expect(rowsOf([null, 'b', 'a', 'b', null, null, 'c'])).toEqual([
    ['b', 2],
    ['a', 1],
    ['c', 1],
    [null, 3],
  ])
})

test('many values share the last row, and no device is lost', () => {
  const values = Array.from({ length: 40 }, (_, index) => `v${index % 20}`)
  const rows = rowsOf(values)
  expect(rows).toHaveLength(8)
  expect(rows.at(-1)).toEqual(['rest', 26])
  expect(rows.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(40)
})
