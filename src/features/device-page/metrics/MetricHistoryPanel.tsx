import { useSearchParams } from 'react-router'
import { metricHistoryText } from '@/messages/device-history.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { LoadingRegion, Skeleton } from '@/ui/feedback/Skeleton.tsx'
import type { Device } from '../device.queries.ts'
import { ranges, type Range } from './metric-series.ts'
import { MetricChart } from './MetricChart.tsx'
import { useMeasured } from './use-measured.ts'
import styles from './MetricHistory.module.css'

/** How the device's figures went in the last hour or day; the range stands in the address. */
export function MetricHistoryPanel({ device }: { device: Device }) {
  const [search, setSearch] = useSearchParams()
  const range: Range = search.get('range') === 'day' ? 'day' : 'hour'
  const { source, pending, failed, series, from, to, gap } = useMeasured(device.uuid, range)
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
        {failed && <Banner tone="warn">{metricHistoryText.worldFailed}</Banner>}
        <p className={styles.source}>{metricHistoryText.source[source]}</p>
        {pending ? (
          <LoadingRegion label={metricHistoryText.loading} className={styles.charts}>
            {ranges.map((one) => (
              <Skeleton key={one} height={210} />
            ))}
          </LoadingRegion>
        ) : isDrawn ? (
          <div className={styles.charts}>
            {series.map((one) => (
              <MetricChart key={one.name} series={one} from={from} to={to} gap={gap} />
            ))}
          </div>
        ) : (
          <EmptyState compact title={metricHistoryText.few} />
        )}
      </div>
    </Panel>
  )
}
