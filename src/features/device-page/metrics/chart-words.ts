import { formatTime } from '@/lib/format.ts'
import { metricHistoryText } from '@/messages/device-history.ts'
import { metricThresholds } from './metrics.ts'

/** What all charts of the page say in the same way. */
export const chartWords = {
  hint: metricHistoryText.keys,
  describe: (at: number, values: readonly string[]) =>
    metricHistoryText.at(formatTime(at), values.join(', ')),
  formatTick: (at: number) => formatTime(at),
}

/** Where a line changes its tone, of a metric that reaches up to `total`. */
export const thresholdsOf = (total: number) =>
  metricThresholds.map(({ percent, tone }) => ({ value: (percent / 100) * total, tone }))
