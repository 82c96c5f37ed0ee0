import { useId } from 'react'
import { formatMoment, formatPercent, formatTime } from '@/lib/format.ts'
import { metricHistoryText } from '@/messages/device-history.ts'
import { metricText } from '@/messages/device.ts'
import { LineChart } from '@/ui/chart/LineChart.tsx'
import type { ChartPoint } from '@/ui/chart/line-chart.ts'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import { SortHeader, TableFrame } from '@/ui/table/Table.tsx'
import { figureText, metricThresholds, metricTone } from './metrics.ts'
import type { MetricSeries } from './metric-series.ts'
import styles from './MetricHistory.module.css'

export interface MetricChartProps {
  series: MetricSeries
  from: number
  to: number
  gap: number
}

/** One metric as a line, and the same as a table. */
export function MetricChart({ series: { name, points, total }, from, to, gap }: MetricChartProps) {
  const id = useId()
  const title = metricText[name]
  const show = (value: number) => figureText(name, value)
  const values = points.map(({ value }) => value)
  const last = points.at(-1)
  if (last === undefined) return null
  const tone = metricTone((last.value / total) * 100)
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
      <LineChart
        points={points}
        from={from}
        to={to}
        top={total}
        gap={gap}
        thresholds={metricThresholds.map((threshold) => ({
          value: (threshold.percent / 100) * total,
          tone: threshold.tone,
        }))}
        label={metricHistoryText.chart(
          title,
          show(Math.min(...values)),
          show(Math.max(...values)),
          show(last.value),
        )}
        pickLabel={metricHistoryText.pick(title)}
        describe={({ at, value }) => metricHistoryText.at(formatTime(at), show(value))}
        formatTick={(at) => formatTime(at)}
        formatValue={show}
      />
      <details className={styles.details}>
        <summary>{metricHistoryText.table}</summary>
        <MetricTable title={title} points={points} total={total} show={show} />
      </details>
    </section>
  )
}

interface MetricTableProps {
  title: string
  points: readonly ChartPoint[]
  total: number
  show: (value: number) => string
}

function MetricTable({ title, points, total, show }: MetricTableProps) {
  return (
    <TableFrame label={metricHistoryText.tableName(title)} compact maxHeight={260}>
      <thead>
        <tr>
          <SortHeader>{metricHistoryText.time}</SortHeader>
          <SortHeader>{title}</SortHeader>
          <SortHeader>{metricHistoryText.state}</SortHeader>
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map(({ at, value }) => {
          const percent = (value / total) * 100
          const tone = metricTone(percent)
          return (
            <tr key={at}>
              <td>{formatMoment(at, { seconds: false })}</td>
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
  )
}
