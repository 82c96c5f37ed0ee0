import type { MeasuredPoint } from '@/engines/history/observation.ts'
import type { ChartPoint } from '@/ui/chart/line-chart.ts'
import { metricGauge, metricNames, type MetricName } from './metrics.ts'

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

/** The metrics of a device within a range, without those that have no values. */
export function metricSeries(points: readonly MeasuredPoint[], from: number, to: number): MetricSeries[] {
  const within = points.filter(({ at }) => at >= from && at <= to)
  return metricNames.flatMap((name) => {
    const measured = within.flatMap((point) => {
      const gauge = metricGauge(name, point)
      return gauge ? [{ at: point.at, value: gauge.value, total: gauge.total }] : []
    })
    const last = measured.at(-1)
    return last ? [{ name, points: measured, total: last.total }] : []
  })
}
