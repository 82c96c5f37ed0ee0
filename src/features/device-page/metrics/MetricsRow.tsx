import type { Device } from '@/features/device-page/device.queries.ts'
import { formatBytes } from '@/lib/format.ts'
import { metricText } from '@/messages/device-page/device.ts'
import { UsageBar } from '@/ui/chart/Bars.tsx'
import { Sparkline } from '@/ui/chart/Sparkline.tsx'
import type { Tone } from '@/ui/feedback/tone.ts'
import { Card } from '@/ui/layout/Panel.tsx'
import { Tooltip } from '@/ui/overlay/Tooltip.tsx'
import { figureText, metricGauge, metricTone, metricNames, type Gauge, type MetricName } from './metrics.ts'
import { useMeasured, type Measured } from './use-measured.ts'
import styles from './MetricsRow.module.css'
import summary from '@/features/device-page/summary/DeviceSummaryPage.module.css'

/** Current load, temperature and free resources of the device, each with its last hour. */
export function MetricsRow({ device }: { device: Device }) {
  const measured = useMeasured(device.uuid, 'hour')
  return (
    <section aria-label={metricText.region} className={summary.metrics}>
      {metricNames.map((name) => (
        <MetricCard
          key={name}
          name={name}
          gauge={metricGauge(name, device)}
          measured={measured}
          disk={device.storage_block_device}
        />
      ))}
      {/* The tooltips, once. */}
      <span className="visually-hidden">{metricText.refresh}</span>
    </section>
  )
}

interface MetricCardProps {
  name: MetricName
  gauge: Gauge | null
  measured: Measured
  /** Name of the block device whose usage is shown. */
  disk: string | null
}

function MetricCard({ name, gauge, measured, disk }: MetricCardProps) {
  return (
    <Tooltip text={metricText.refresh}>
      <Card className={styles.card}>
        <div className={styles.head}>
          <h2 className={styles.name}>{metricText[name]}</h2>
          {/* Read with the meter. */}
          {gauge && (
            <span className={styles.whole} aria-hidden="true">
              {totalText(gauge, disk)}
            </span>
          )}
        </div>
        {gauge ? (
          <Figure gauge={gauge} measured={measured} />
        ) : (
          <p className={styles.none}>{metricText.none}</p>
        )}
      </Card>
    </Tooltip>
  )
}

function Figure({ gauge, measured }: { gauge: Gauge; measured: Measured }) {
  const tone = metricTone(gauge.percent)
  const name = metricText[gauge.name]
  return (
    <>
      <div className={styles.middle}>
        <p className={styles.value}>{figureText(gauge.name, gauge.value)}</p>
        <LastHour gauge={gauge} measured={measured} tone={tone} />
      </div>
      <UsageBar percent={gauge.percent} tone={tone} label={name} text={inWords(gauge)} height={4} />
    </>
  )
}

function LastHour({ gauge, measured, tone }: { gauge: Gauge; measured: Measured; tone: Tone }) {
  const { series, source, from, to, gap } = measured
  const points = series.find(({ name }) => name === gauge.name)?.points ?? []
  if (points.length < 2) return null
  const values = points.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  // The range of a line is at least a tenth of the total, so that small changes look small.
  const spare = Math.max(0, gauge.total / 10 - (high - low)) / 2
  const show = (value: number) => figureText(gauge.name, value)
  return (
    <Sparkline
      points={points}
      from={from}
      to={to}
      gap={gap}
      bottom={low - spare}
      top={high + spare}
      tone={tone}
      label={metricText.history[source](metricText[gauge.name], show(low), show(high), show(gauge.value))}
    />
  )
}

function totalText({ name, total }: Gauge, disk: string | null): string {
  if (name === 'cpu' || name === 'temperature') return ''
  if (name === 'memory' || disk === null) return metricText.of(formatBytes(total))
  return metricText.ofOn(formatBytes(total), disk.replace(/^\/dev\//, ''))
}

function inWords({ name, value, total }: Gauge): string {
  const shown = figureText(name, value)
  return name === 'memory' || name === 'storage' ? metricText.usedOf(shown, formatBytes(total)) : shown
}
