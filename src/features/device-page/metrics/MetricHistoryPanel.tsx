import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Device } from '@/features/device-page/device.queries.ts'
import { ClearHistory } from '@/features/device-page/history/ClearHistory.tsx'
import { deviceHistoryQuery } from '@/features/device-page/history/history.queries.ts'
import { stateBands, type VpnPeriod } from '@/features/device-page/history/state-bands.ts'
import { StateBands } from '@/features/device-page/history/StateBands.tsx'
import { timeZoneName } from '@/lib/format.ts'
import { timeText } from '@/messages/common/time.ts'
import { metricHistoryText } from '@/messages/device-page/device-history.ts'
import { zoomed, type TimeRange } from '@/ui/chart/line-chart.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { LoadingRegion, Skeleton } from '@/ui/feedback/Skeleton.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { Button, IconButton } from '@/ui/form/Button.tsx'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { chartTime } from './chart-words.ts'
import { ranges, type Range } from './metric-series.ts'
import { MetricChart } from './MetricChart.tsx'
import { MetricsTogether } from './MetricsTogether.tsx'
import { useMeasured } from './use-measured.ts'
import styles from './MetricHistory.module.css'

const views = ['each', 'together'] as const
type View = (typeof views)[number]

const noPeriods: readonly VpnPeriod[] = []

/** Device metrics of the last hour, day or week. Range and view are stored in the address. */
export function MetricHistoryPanel({ device }: { device: Device }) {
  const [search, setSearch] = useSearchParams()
  const range: Range = ranges.find((one) => one === search.get('range')) ?? 'hour'
  const view: View = search.get('charts') === 'together' ? 'together' : 'each'
  const { source, pending, failed, isKept, series, spans, from, to, gap } = useMeasured(device.uuid, range)
  const isDrawn = series.some(({ points }) => points.length > 1)
  const [zoom, setZoom] = useState<TimeRange>()
  const whole = { from, to }
  const recorded = useQuery(deviceHistoryQuery(device.id)).data?.vpn ?? noPeriods
  const bands = useMemo(() => stateBands(spans, recorded, { from, to }), [spans, recorded, from, to])
  const zoomBy = (factor: number) => {
    const shown = zoom ?? whole
    // Zooms around the newest values first, which matter most.
    const about = zoom === undefined ? shown.to : (shown.from + shown.to) / 2
    setZoom(zoomed(shown, whole, factor, about))
  }
  const choose = (name: 'range' | 'charts', next: string, defaultValue: string) =>
    setSearch(
      (before) => {
        const changed = new URLSearchParams(before)
        if (next === defaultValue) changed.delete(name)
        else changed.set(name, next)
        return changed
      },
      { replace: true, preventScrollReset: true },
    )
  const allShown = zoom === undefined ? metricHistoryText.allShown : undefined
  const stretch = { whole, zoom, onZoom: setZoom, gap }
  return (
    <Panel
      title={metricHistoryText.panel}
      actions={
        <>
          <SegmentedControl
            label={metricHistoryText.view}
            size="s"
            value={view}
            options={views.map((value) => ({ value, label: metricHistoryText.views[value] }))}
            onChange={(next) => choose('charts', next, 'each')}
          />
          <SegmentedControl
            label={metricHistoryText.range}
            size="s"
            value={range}
            options={ranges.map((value) => ({ value, label: metricHistoryText.ranges[value] }))}
            onChange={(next) => {
              setZoom(undefined)
              choose('range', next, 'hour')
            }}
          />
        </>
      }
    >
      <div className={styles.panel}>
        {failed && <Banner tone="warn">{metricHistoryText.worldFailed}</Banner>}
        {source === 'seen' && isKept === false && <Banner tone="warn">{metricHistoryText.notKept}</Banner>}
        <div className={styles.above}>
          <p className={styles.source}>
            {metricHistoryText.source[source]} {timeText.zone(timeZoneName(whole.to))}
          </p>
          {isDrawn && (
            <div className={styles.zoom}>
              <Status as="span">
                {zoom !== undefined &&
                  metricHistoryText.zoomed(chartTime(whole, zoom.from), chartTime(whole, zoom.to))}
              </Status>
              <Button size="s" reason={allShown} onClick={() => setZoom(undefined)}>
                {metricHistoryText.resetZoom}
              </Button>
              <IconButton
                size="s"
                label={metricHistoryText.zoomIn}
                icon={<IconPlus size={16} />}
                onClick={() => zoomBy(0.5)}
              />
              <IconButton
                size="s"
                label={metricHistoryText.zoomOut}
                icon={<IconMinus size={16} />}
                reason={allShown}
                onClick={() => zoomBy(2)}
              />
            </div>
          )}
        </div>
        {bands.length > 0 && <StateBands bands={bands} whole={whole} zoom={zoom} />}
        {pending ? (
          <LoadingRegion label={metricHistoryText.loading} className={styles.charts}>
            {[0, 1, 2, 3].map((one) => (
              <Skeleton key={one} height={210} />
            ))}
          </LoadingRegion>
        ) : !isDrawn ? (
          <EmptyState compact title={metricHistoryText.few} />
        ) : view === 'together' ? (
          <MetricsTogether series={series} {...stretch} />
        ) : (
          <div className={styles.charts}>
            {series.map((one) => (
              <MetricChart key={one.name} series={one} {...stretch} />
            ))}
          </div>
        )}
        {source === 'seen' && isKept === true && <ClearHistory />}
      </div>
    </Panel>
  )
}
