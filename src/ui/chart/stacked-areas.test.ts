import { expect, test } from 'vitest'
import { largestSum, stackedAreas, sumAt } from './stacked-areas.ts'

const SCALE = { from: 0, to: 20, top: 10, width: 200, height: 100 }

test('each series stands on the one below it', () => {
  const values = {
    at: [0, 10, 20],
    series: [
      [2, 2, 2],
      [8, 3, 8],
    ],
  }
  expect(largestSum(values)).toBe(10)
  expect(stackedAreas(values, SCALE, 100)).toEqual([
    'M 0.0 80.0 L 100.0 80.0 L 200.0 80.0 L 200.0 100.0 L 100.0 100.0 L 0.0 100.0 Z',
    'M 0.0 0.0 L 100.0 50.0 L 200.0 0.0 L 200.0 80.0 L 100.0 80.0 L 0.0 80.0 Z',
  ])
})

test('an unknown time and a long gap interrupt the areas', () => {
  const unknown = { at: [0, 10, 20], series: [[2, null, 2]] }
  expect(sumAt(unknown, 1)).toBeNull()
  expect(stackedAreas(unknown, SCALE, 100)[0]?.match(/M/g)).toHaveLength(2)
  const late = { at: [0, 20], series: [[2, 2]] }
  expect(stackedAreas(late, SCALE, 15)[0]?.match(/M/g)).toHaveLength(2)
  expect(stackedAreas(late, SCALE, 25)[0]?.match(/M/g)).toHaveLength(1)
})

test('values above the scale end at its top', () => {
  expect(stackedAreas({ at: [0, 20], series: [[50, 50]] }, SCALE, 100)).toEqual([
    'M 0.0 0.0 L 200.0 0.0 L 200.0 100.0 L 0.0 100.0 Z',
  ])
})
