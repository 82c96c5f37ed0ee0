import { expect, test } from 'vitest'
import { metricGauge, metricTone } from './metrics.ts'

const device = {
  cpu_usage: 23,
  cpu_temp: 58,
  memory_usage: 1331,
  memory_total: 1945,
  storage_usage: 12_902,
  storage_total: 14_848,
}

test.each([
  [0, 'ok'],
  [60, 'ok'],
])('a gauge at %d percent is ok [METRIC-005]', (percent, tone) => {
  expect(metricTone(percent)).toBe(tone)
})

test.each([60.1, 80])('a gauge at %d percent is a warning [METRIC-006]', (percent) => {
  expect(metricTone(percent)).toBe('warn')
})

test.each([80.1, 100, 120])('a gauge at %d percent is an error [METRIC-007]', (percent) => {
  expect(metricTone(percent)).toBe('bad')
})

test('gives memory and storage in bytes', () => {
  expect(metricGauge('memory', device)).toMatchObject({ value: 1331 * 1024 ** 2, total: 1945 * 1024 ** 2 })
  expect(metricGauge('storage', device)?.percent).toBeCloseTo(86.9, 1)
})

test('a metric that was not reported has no gauge', () => {
  expect(metricGauge('cpu', { ...device, cpu_usage: null })).toBeNull()
  expect(metricGauge('memory', { ...device, memory_total: 0 })).toBeNull()
})
