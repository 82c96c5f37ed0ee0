import { expect, test, vi } from 'vitest'
import { throttleLeading } from './throttle.ts'

test('only the first of several quick clicks counts [PLAN-023]', () => {
  let at = 0
  const press = throttleLeading(500, () => at)
  const run = vi.fn<() => void>()
  for (const moment of [0, 100, 499, 500, 700, 1100]) {
    at = moment
    press(run)
  }
  expect(run).toHaveBeenCalledTimes(3)
})
