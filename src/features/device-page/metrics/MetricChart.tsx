import { useId, useState } from 'react'
import { formatInstant, formatPercent } from '@/lib/format.ts'
import { metricHistoryText } from '@/messages/device-page/device-history.ts'
import { metricText } from '@/messages/device-page/device.ts'
import type { ChartPoint, TimeRange } from '@/ui/chart/line-chart.ts'
import { TimeChart } from '@/ui/chart/TimeChart.tsx'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import { SortHeader, TableFrame } from '@/ui/table/Table.tsx'
import { chartWords, thresholdsOf } from './chart-words.ts'
import type { MetricSeries } from './metric-series.ts'
import { figureText, metricTone } from './metrics.ts'
import styles from './MetricHistory.module.css'

/** Maximum rows of the table; zooming in reveals the others. */
const MAX_ROWS = 500

export interface ChartStretch {
  whole: TimeRange
  /** The visible range, shared by all charts; undefined shows everything. */
  zoom: TimeRange | undefined
  onZoom: (zoom: TimeRange | undefined) => void
  /** Gaps longer than this interrupt the line, in ms. */
  gap: number
}

/** A metric as a line chart and as a table. */
export function MetricChart({
  series: { name, points, total },
  ...stretch
}: ChartStretch & { series: MetricSeries }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const title = metricText[name]
  const show = (value: number) => figureText(name, value)
  const values = points.map(({ value }) => value)
  const last = points.at(-1)
  if (last === undefined) return null
  const tone = metricTone((last.value / total) * 100)
  const shown = stretch.zoom ?? stretch.whole
  const table = (
    <MetricTable
      title={title}
      points={points.filter(({ at }) => at >= shown.from && at <= shown.to)}
      total={total}
      show={show}
    />
  )
  return (
    <section aria-labelledby={id} className={styles.metric}>
      <div className={styles.head}>
        <h3 id={id} className={styles.name}>
          {title}
        </h3>
        <StatusBadge plain tone={tone}>
          {show(last.value)}
        </StatusBadge>
      </div>
      <TimeChart
        {...stretch}
        {...chartWords(stretch.whole)}
        series={[{ name: title, points, format: show }]}
        top={total}
        thresholds={thresholdsOf(total)}
        label={metricHistoryText.chart(
          title,
          show(Math.min(...values)),
          show(Math.max(...values)),
          show(last.value),
        )}
        pickLabel={metricHistoryText.pick(title)}
        formatTop={show}
        instead={<p className={styles.source}>{metricHistoryText.notDrawn}</p>}
        onFailed={() => setOpen(true)}
      />
      <details
        className={styles.details}
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>{metricHistoryText.table}</summary>
        {isOpen && table}
      </details>
    </section>
  )
}

export interface MetricTableProps {
  title: string
  points: readonly ChartPoint[]
  total: number
  show: (value: number) => string
}

/** The values of a metric, newest first. */
export function MetricTable({ title, points, total, show }: MetricTableProps) {
  const newest = points.slice(-MAX_ROWS)
  return (
    <>
      {newest.length < points.length && (
        <p className={styles.source}>{metricHistoryText.newest(newest.length, points.length)}</p>
      )}
      <TableFrame label={metricHistoryText.tableName(title)} compact maxHeight={260}>
        <thead>
          <tr>
            <SortHeader>{metricHistoryText.time}</SortHeader>
            <SortHeader>{title}</SortHeader>
            <SortHeader>{metricHistoryText.state}</SortHeader>
          </tr>
        </thead>
        <tbody>
          {newest.toReversed().map(({ at, value }) => {
            const percent = (value / total) * 100
            const tone = metricTone(percent)
            return (
              <tr key={at}>
                <td role="rowheader">{formatInstant(at, { seconds: false })}</td>
                <td title={formatPercent(percent)}>{show(value)}</td>
                <td>
                  <StatusBadge plain tone={tone}>
                    {metricHistoryText.states[tone]}
                  </StatusBadge>
                </td>
              </tr>
            )
          })}
        </tbody>
      </TableFrame>
    </>
  )
}
