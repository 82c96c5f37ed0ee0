import { expect, test } from 'vitest'
import {
  addMonths,
  coveredByCredits,
  creditUnitPrice,
  lessPercent,
  periodFrom,
  unusedCredit,
} from './pricing.ts'

const at = (text: string) => Date.parse(`${text}T12:00:00Z`)

test.each([
  ['2026-01-15', 1, '2026-02-15'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2026-12-31', -1, '2026-11-30'],
])('%s plus %i months is %s', (from, months, to) => {
  expect(addMonths(at(from), months)).toBe(at(to))
})

test('an annual period ends on the day of the year on which it began [PLAN-011]', () => {
  expect(periodFrom(at('2026-03-01'), 'annual').end).toBe(at('2027-03-01'))
  expect(periodFrom(at('2026-03-01'), 'monthly').end).toBe(at('2026-04-01'))
})

test('the unused part of a price is proportional to the remaining time', () => {
  const period = { start: 0, end: 100 }
  expect(unusedCredit(period, 900, 50)).toBe(450)
  expect(unusedCredit(period, 900, 200)).toBe(0)
  expect(unusedCredit(period, 900, -50)).toBe(900)
})

test('subtracts a discount from the price of a seat [PLAN-049]', () => {
  expect(lessPercent(4900, 0)).toBe(4900)
  expect(lessPercent(4900, 15)).toBe(4165)
  expect(lessPercent(4900, 100)).toBe(0)
})

test.each([
  [1, 0, 200],
  [999, 0, 200],
  [1_000, 0, 190],
  [10_000, 25, 135],
  [1_500_000, 0, 160],
])(
  '%i credits with a discount of %i percent cost %i cents each [CREDIT-047]',
  (quantity, discount, price) => {
    expect(creditUnitPrice(quantity, discount)).toBe(price)
  },
)

test('one credit covers two device months', () => {
  expect(coveredByCredits(0, 10)).toEqual({ credits: 0, uncovered: 0 })
  expect(coveredByCredits(5, 10)).toEqual({ credits: 3, uncovered: 0 })
  expect(coveredByCredits(25, 10)).toEqual({ credits: 10, uncovered: 5 })
})
