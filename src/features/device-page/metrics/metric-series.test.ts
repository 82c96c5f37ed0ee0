import { expect, test } from 'vitest'
import { metricSeries } from './metric-series.ts'

const aPoint = (at: number, cpu_usage: number | null) => ({
  at,
  cpu_usage,
  cpu_temp: 41,
  memory_usage: 512,
  memory_total: 1024,
  storage_usage: null,
  storage_total: null,
})

test('the series contain the values within the range, in display units', () => {
  const series = metricSeries([aPoint(0, 10), aPoint(50, 20), aPoint(60, null), aPoint(100, 30)], 40, 90)
  expect(series.map(({ name, points, total }) => [name, points.map(({ value }) => value), total])).toEqual([
    ['cpu', [20], 100],
    ['temperature', [41, 41], 100],
    ['memory', [512 * 1024 ** 2, 512 * 1024 ** 2], 1024 ** 3],
  ])
})
