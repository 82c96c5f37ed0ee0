import { formatDayTime, formatTime } from '@/lib/format.ts'
import { metricHistoryText } from '@/messages/device-history.ts'
import type { TimeRange } from '@/ui/chart/line-chart.ts'
import { metricThresholds } from './metrics.ts'

/** In a longer stretch a moment is told with its day. */
const LONG_MS = 25 * 60 * 60_000

const isLong = ({ from, to }: TimeRange) => to - from > LONG_MS

/** A moment within a stretch of time, in words. */
export const momentText = (whole: TimeRange, at: number): string =>
  isLong(whole) ? formatDayTime(at) : formatTime(at)

export const tickText = (whole: TimeRange, at: number): string =>
  isLong(whole) ? formatDayTime(at, { short: true }) : formatTime(at)

/** What all charts of a stretch of time say in the same way. */
export const chartWords = (whole: TimeRange) => ({
  hint: metricHistoryText.keys,
  describe: (at: number, values: readonly string[]) =>
    metricHistoryText.at(momentText(whole, at), values.join(', ')),
  formatTick: (at: number) => tickText(whole, at),
})

/** Where a line changes its tone, of a metric that reaches up to `total`. */
export const thresholdsOf = (total: number) =>
  metricThresholds.map(({ percent, tone }) => ({ value: (percent / 100) * total, tone }))
