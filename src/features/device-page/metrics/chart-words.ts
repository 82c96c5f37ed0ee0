import { formatDayTime, formatTime } from '@/lib/format.ts'
import { metricHistoryText } from '@/messages/device-page/device-history.ts'
import type { TimeRange } from '@/ui/chart/line-chart.ts'
import { metricThresholds } from './metrics.ts'

/** Ranges longer than this include the day in their times. */
const LONG_MS = 25 * 60 * 60_000

const isLong = ({ from, to }: TimeRange) => to - from > LONG_MS

/** A time within a range as text. The panel names the time zone. */
export const chartTime = (whole: TimeRange, at: number): string =>
  isLong(whole) ? formatDayTime(at, { zone: 'beside' }) : formatTime(at, { zone: 'beside' })

const tickText = (whole: TimeRange, at: number): string =>
  isLong(whole) ? formatDayTime(at, { short: true, zone: 'beside' }) : formatTime(at, { zone: 'beside' })

/** Texts shared by all charts of a range. */
export const chartWords = (whole: TimeRange) => ({
  hint: metricHistoryText.keys,
  describe: (at: number, values: readonly string[]) =>
    metricHistoryText.at(chartTime(whole, at), values.join(', ')),
  formatTick: (at: number) => tickText(whole, at),
})

/** Thresholds at which a line of a metric with this total changes its tone. */
export const thresholdsOf = (total: number) =>
  metricThresholds.map(({ percent, tone }) => ({ value: (percent / 100) * total, tone }))
