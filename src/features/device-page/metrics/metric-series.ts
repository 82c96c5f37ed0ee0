import type { MeasuredPoint } from '@/domain/history/look.ts'
import type { ChartPoint } from '@/ui/chart/line-chart.ts'
import type { MetricName } from './metrics.ts'

/** A metric over time, in percent, °C or bytes. */
export interface MetricSeries {
  name: MetricName
  /** Oldest first. */
  points: readonly ChartPoint[]
  /** The maximum value, at the top of the chart. */
  total: number
}

export const ranges = ['hour', 'day', 'week'] as const
export type Range = (typeof ranges)[number]

const HOUR_MS = 60 * 60_000
export const rangeMs: Record<Range, number> = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS }

const MEBIBYTE = 1024 * 1024
const shown: readonly MetricName[] = ['cpu', 'temperature', 'memory', 'storage']

/** The metrics of a device within a range, without those that have no values. */
export function metricSeries(points: readonly MeasuredPoint[], from: number, to: number): MetricSeries[] {
  const within = points.filter(({ at }) => at >= from && at <= to)
  return shown.flatMap((name) => {
    const measured = within.flatMap((point) => {
      const { value, total } = figureOf(name, point)
      return value === null || total === null || total <= 0 ? [] : [{ at: point.at, value, total }]
    })
    const last = measured.at(-1)
    return last ? [{ name, points: measured, total: last.total }] : []
  })
}

function figureOf(name: MetricName, point: MeasuredPoint): { value: number | null; total: number | null } {
  const inBytes = (mebibytes: number | null) => (mebibytes === null ? null : mebibytes * MEBIBYTE)
  switch (name) {
    case 'cpu':
      return { value: point.cpu_usage, total: 100 }
    case 'temperature':
      return { value: point.cpu_temp, total: 100 }
    case 'memory':
      return { value: inBytes(point.memory_usage), total: inBytes(point.memory_total) }
    case 'storage':
      return { value: inBytes(point.storage_usage), total: inBytes(point.storage_total) }
  }
}
