import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useSimulationData } from '@/simulation/simulation-data-context.tsx'
import { metricHistoryText } from '@/messages/device-history.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { useTimeSource } from '@/ui/display/now.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { LoadingRegion, Skeleton } from '@/ui/feedback/Skeleton.tsx'
import type { Device } from '../device.queries.ts'
import { pollHistoryQuery } from '../history/history.queries.ts'
import { emptyPollHistory } from '../history/poll-history.ts'
import { worldMetricsQuery } from './metric-history.queries.ts'
import { metricSeries, rangeMs, ranges, type Range } from './metric-series.ts'
import { MetricChart } from './MetricChart.tsx'
import styles from './MetricHistory.module.css'

/** A device reports every five minutes; a silence of more than two reports breaks the line (docs/platform/device-protocol.md). */
const WORLD_GAP_MS = 11 * 60_000
/** The page notes a point a minute while it is open. */
const SEEN_GAP_MS = 3 * 60_000

/** How the device's figures went in the last hour or day; the range stands in the address. */
export function MetricHistoryPanel({ device }: { device: Device }) {
  const [search, setSearch] = useSearchParams()
  const range: Range = search.get('range') === 'day' ? 'day' : 'hour'
  const time = useTimeSource()
  const knowledge = useSimulationData()
  const world = useQuery(worldMetricsQuery(device.uuid, range, knowledge, () => time.now()))
  const { data: watched = emptyPollHistory } = useQuery(pollHistoryQuery(device.uuid))
  const isWorld = world.data !== undefined
  const measured = world.data ?? watched.points
  const to = Math.max(time.now(), measured.at(-1)?.at ?? 0)
  const from = to - rangeMs[range]
  const series = metricSeries(measured, from, to)
  const isDrawn = series.some(({ points }) => points.length > 1)
  const choose = (next: Range) =>
    setSearch(
      (before) => {
        const changed = new URLSearchParams(before)
        if (next === 'hour') changed.delete('range')
        else changed.set('range', next)
        return changed
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <Panel
      title={metricHistoryText.panel}
      actions={
        <SegmentedControl
          label={metricHistoryText.range}
          size="s"
          value={range}
          options={ranges.map((value) => ({ value, label: metricHistoryText.ranges[value] }))}
          onChange={choose}
        />
      }
    >
      <div className={styles.panel}>
        {world.error && <Banner tone="warn">{metricHistoryText.worldFailed}</Banner>}
        <p className={styles.source}>{metricHistoryText.source[isWorld ? 'world' : 'seen']}</p>
        {knowledge && world.isPending ? (
          <LoadingRegion label={metricHistoryText.loading} className={styles.charts}>
            {ranges.map((one) => (
              <Skeleton key={one} height={210} />
            ))}
          </LoadingRegion>
        ) : isDrawn ? (
          <div className={styles.charts}>
            {series.map((one) => (
              <MetricChart
                key={one.name}
                series={one}
                from={from}
                to={to}
                gap={isWorld ? WORLD_GAP_MS : SEEN_GAP_MS}
              />
            ))}
          </div>
        ) : (
          <EmptyState compact title={metricHistoryText.few} />
        )}
      </div>
    </Panel>
  )
}
