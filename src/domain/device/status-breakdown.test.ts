import { expect, test } from 'vitest'
import { breakdownParts, noCounts, percentInGoodOrder, totalDevices } from './status-breakdown.ts'

test('a fleet without devices has no share of operational ones', () => {
  expect(percentInGoodOrder(noCounts())).toBeNull()
})

test('the share of operational devices counts frozen ones in the total', () => {
  const counts = { ...noCounts(), operational: 3, frozen: 1 }
  expect(totalDevices(counts)).toBe(4)
  expect(percentInGoodOrder(counts)).toBe(75)
})

test('the four usual statuses are always shown, the others only if present', () => {
  const keys = (counts: Parameters<typeof breakdownParts>[0]) => breakdownParts(counts).map(({ key }) => key)
  expect(keys(noCounts())).toEqual(['operational', 'updating', 'reduced-functionality', 'disconnected'])
  expect(keys({ ...noCounts(), configuring: 2, frozen: 1 })).toEqual([
    'operational',
    'updating',
    'configuring',
    'reduced-functionality',
    'disconnected',
    'frozen',
  ])
})

test('each part of the breakdown has a label, a count and a tone', () => {
  const parts = breakdownParts({ ...noCounts(), 'reduced-functionality': 21 })
  expect(parts[2]).toEqual({
    key: 'reduced-functionality',
    label: 'Reduced functionality',
    value: 21,
    tone: 'warn',
  })
})
