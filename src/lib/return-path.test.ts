import { expect, test } from 'vitest'
import { safeReturnPath } from './return-path.ts'

test('a path of this dashboard keeps its query and anchor', () => {
  expect(safeReturnPath('/fleets/12/devices?page=2#top')).toBe('/fleets/12/devices?page=2#top')
})

test.each(['/login/cli/http%253A%252F%252F127.0.0.1%253A8989%252Fauth', '/login/oauth/forum?state=x'])(
  '%s needs a signed-in user, and is a return path',
  (wanted) => {
    expect(safeReturnPath(wanted)).toBe(wanted)
  },
)

test.each([
  ['https://elsewhere.example/'],
  ['//elsewhere.example'],
  ['/\\elsewhere.example'],
  ['javascript:alert(1)'],
  ['fleets'],
  ['/login'],
  ['/login/two-factor?redirect=/'],
  ['/.//elsewhere.example'],
  ['/..//elsewhere.example/x'],
  ['/x/..//elsewhere.example'],
  ['/x/..\\/elsewhere.example'],
  ['/\t/elsewhere.example'],
  ['/%2e//elsewhere.example'],
  ['/LOGIN'],
  ['/%6cogin'],
  ['/x/../login'],
  ['/login/cli/../two-factor'],
  ['/login/cli/'],
  [''],
  [null],
  [undefined],
])('%s is not a return path', (wanted) => {
  expect(safeReturnPath(wanted)).toBeUndefined()
})
