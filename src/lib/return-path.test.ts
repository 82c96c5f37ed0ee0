import { expect, test } from 'vitest'
import { safeReturnPath } from './return-path.ts'

test('a path of this dashboard is returned to with its query and anchor', () => {
  expect(safeReturnPath('/fleets/12/devices?page=2#top')).toBe('/fleets/12/devices?page=2#top')
})

test.each([
  ['https://elsewhere.example/'],
  ['//elsewhere.example'],
  ['/\\elsewhere.example'],
  ['javascript:alert(1)'],
  ['fleets'],
  ['/login'],
  ['/login/two-factor?redirect=/'],
  ['/x/../login'],
  [''],
  [null],
  [undefined],
])('%s is not returned to', (wanted) => {
  expect(safeReturnPath(wanted)).toBeUndefined()
})
