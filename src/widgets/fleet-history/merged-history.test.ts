import { expect, test } from 'vitest'
import { noCounts } from '@/domain/device/status-breakdown.ts'
import type { FleetHistory } from './fleet-history.queries.ts'
import { mergedHistory } from './merged-history.ts'

const history = (points: readonly [at: number, operational: number][]): FleetHistory => ({
  from: 0,
  to: 100,
  points: points.map(([at, operational]) => ({ at, counts: { ...noCounts(), operational } })),
  events: [],
  gap: 10,
  source: 'browser',
})

const merged = (...all: FleetHistory[]) =>
  mergedHistory(new Map(all.map((one, id) => [id, one])))?.points.map(({ at, counts }) => [
    at,
    counts.operational,
  ])

test('histories with the same times are added', () => {
  expect(
    merged(
      history([
        [10, 1],
        [20, 2],
      ]),
      history([
        [10, 3],
        [20, 5],
      ]),
    ),
  ).toEqual([
    [10, 4],
    [20, 7],
  ])
})

test('histories of as many points at other times are not added', () => {
  expect(
    merged(
      history([
        [10, 1],
        [20, 2],
      ]),
      history([
        [10, 3],
        [30, 5],
      ]),
    ),
  ).toBeUndefined()
})

test('a fleet without devices does not hide the history of the others', () => {
  expect(
    merged(
      history([
        [10, 1],
        [20, 2],
      ]),
      history([[30, 0]]),
    ),
  ).toEqual([
    [10, 1],
    [20, 2],
  ])
})
