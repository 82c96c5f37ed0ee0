import { expect, test } from 'vitest'
import { clockSkew } from './clock-skew.ts'
import { filledShare, storageFillPlan } from './storage.ts'

const DAY = 86_400_000
const facts = { seed: 3, index: 8, fills: [2 * DAY, 9 * DAY] as const, metAt: 100 * DAY }

test('growing data fills the storage steadily until it is full', () => {
  const filling = storageFillPlan(facts, null)
  if (!filling) throw new Error('It does not fill')
  expect(filling.since).toBeLessThanOrEqual(facts.metAt)
  expect(filling.fullAt).toBeGreaterThan(facts.metAt)
  const shares = [-1, 0, 0.5, 1, 2].map((it) =>
    filledShare(filling, filling.since + it * (filling.fullAt - filling.since)),
  )
  expect(shares).toEqual([0, 0, 0.5, 1, 1])
})

test('after a purge, the storage fills from empty at the same rate', () => {
  const [first, second] = [storageFillPlan(facts, null), storageFillPlan(facts, 120 * DAY)]
  expect(second?.since).toBe(120 * DAY)
  expect((second?.fullAt ?? 0) - (second?.since ?? 0)).toBe((first?.fullAt ?? 0) - (first?.since ?? 0))
})

test('a storage without growing data never fills', () => {
  expect(storageFillPlan({ ...facts, fills: null }, null)).toBeNull()
})

test('a wrong clock is noticeably fast or slow, and other clocks are exact', () => {
  const skews = Array.from({ length: 200 }, (_, index) => clockSkew(1, index, 1_000_000))
  expect(skews.every((it) => Math.abs(it) >= 200_000 && Math.abs(it) <= 1_000_000)).toBe(true)
  expect([Math.min(...skews) < 0, Math.max(...skews) > 0]).toEqual([true, true])
  expect(clockSkew(1, 5, 0)).toBe(0)
})
