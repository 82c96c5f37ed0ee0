import { expect, test } from 'vitest'
import { isFreePlanQuery, maySeePlan, REASON_STALE_MS, typesWithoutLight } from './setting.queries.ts'

test('checks for disabled reasons are cached for 5000 ms [PERM-060]', () => {
  expect(REASON_STALE_MS).toBe(5_000)
  expect(isFreePlanQuery(1).staleTime).toBe(5_000)
})

test('only users with access to billing see the plan', () => {
  expect(maySeePlan('administrator')).toBe(true)
  expect(maySeePlan('developer')).toBe(false)
})

test('device types whose contract excludes an LED cannot blink', () => {
  const type = (hasLight: boolean) => ({ name: '', architecture: null, hasLight })
  expect([
    ...typesWithoutLight(
      new Map([
        ['pi', type(true)],
        ['nuc', type(false)],
      ]),
    ),
  ]).toEqual(['nuc'])
})
