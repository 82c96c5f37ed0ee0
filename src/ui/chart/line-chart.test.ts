import { expect, test } from 'vitest'
import { alignedLines, linesThrough, nearestPoint, shifted, timeTicks, yOf, zoomed } from './line-chart.ts'

const scale = { from: 0, to: 100, top: 10, width: 200, height: 50 }
const point = (at: number, value: number) => ({ at, value })

test('draws a line from the bottom left to the top right', () => {
  expect(linesThrough([point(0, 0), point(100, 10)], scale, 1000)).toEqual(['M 0.0 50.0 L 200.0 0.0'])
})

test('a long gap interrupts the line, and an isolated point is still drawn', () => {
  const lines = linesThrough([point(0, 5), point(10, 5), point(90, 5)], scale, 20)
  expect(lines).toEqual(['M 0.0 25.0 L 20.0 25.0', 'M 180.0 25.0 h 0'])
})

test('values beyond the scale stay inside the chart', () => {
  expect([yOf(-3, scale), yOf(99, scale)]).toEqual([50, 0])
})

test('a scale may start above zero, to show small changes', () => {
  const narrow = { ...scale, bottom: 40, top: 60 }
  expect([yOf(40, narrow), yOf(50, narrow), yOf(60, narrow), yOf(0, narrow)]).toEqual([50, 25, 0, 50])
})

test('finds the point nearest to a time', () => {
  expect(nearestPoint([point(0, 1), point(50, 2), point(100, 3)], 70)).toBe(1)
  expect(nearestPoint([], 70)).toBe(-1)
})

test('ticks are at round times, and limited in number', () => {
  const to = Date.parse('2026-11-20T14:07:00Z')
  const hour = timeTicks(to - 3_600_000, to, 6)
  expect(hour.length).toBeLessThanOrEqual(7)
  expect(hour.every((at) => at % (5 * 60_000) === 0)).toBe(true)
  expect(timeTicks(to - 24 * 3_600_000, to, 6).length).toBeLessThanOrEqual(7)
})

test('lines share one list of times; a gap interrupts one line, a point missing in another does not [OPS-030]', () => {
  const { at, values } = alignedLines(
    [
      [point(0, 1), point(10, 2), point(90, 3)],
      [point(0, 5), point(40, 6), point(80, 7)],
    ],
    50,
  )
  expect(at).toEqual([0, 10, 11, 40, 80, 90])
  expect(values).toEqual([
    [1, 2, null, undefined, undefined, 3],
    [5, undefined, undefined, 6, 7, undefined],
  ])
})

test('a zoom stays within the whole range, is at least five minutes, and ends when everything is visible [OPS-031]', () => {
  const minute = 60_000
  const range = { from: 0, to: 60 * minute }
  expect(zoomed(range, range, 0.5, range.to)).toEqual({ from: 30 * minute, to: 60 * minute })
  expect(zoomed({ from: 0, to: 6 * minute }, range, 0.5, 0)).toEqual({ from: 0, to: 5 * minute })
  expect(zoomed({ from: 0, to: 40 * minute }, range, 2, 0)).toBeUndefined()
  expect(shifted({ from: 50 * minute, to: 70 * minute }, range)).toEqual({
    from: 40 * minute,
    to: 60 * minute,
  })
  expect(shifted({ from: -10 * minute, to: 0 }, range)).toEqual({ from: 0, to: 10 * minute })
})
