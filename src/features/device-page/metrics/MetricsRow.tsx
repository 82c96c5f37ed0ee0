import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '@/lib/format.ts'
import { metricText } from '@/messages/device.ts'
import { UsageBar } from '@/ui/chart/Bars.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { Sparkline } from '@/ui/chart/Sparkline.tsx'
import { Tooltip } from '@/ui/overlay/Tooltip.tsx'
import { emptyMetricHistory } from './metric-poll-history.ts'
import { seenQuery, type Device } from '../device.queries.ts'
import { figureText, gaugeOf, metricTone, type Gauge, type MetricName } from './metrics.ts'
import summary from '../summary/DeviceSummaryPage.module.css'
import styles from './MetricsRow.module.css'

const shownMetrics: readonly MetricName[] = ['cpu', 'temperature', 'memory', 'storage']

/** How hard the device works, how warm it is and what it has left. */
export function MetricsRow({ device }: { device: Device }) {
  const { data: seen = emptyMetricHistory } = useQuery(seenQuery(device.uuid))
  return (
    <section aria-label={metricText.region} className={summary.metrics}>
      {shownMetrics.map((name) => (
        <MetricCard
          key={name}
          name={name}
          gauge={gaugeOf(name, device, seen.points)}
          disk={device.storage_block_device}
        />
      ))}
    </section>
  )
}

interface MetricCardProps {
  name: MetricName
  gauge: Gauge | null
  /** The block device that storage speaks of. */
  disk: string | null
}

function MetricCard({ name, gauge, disk }: MetricCardProps) {
  return (
    <Tooltip text={metricText.refresh}>
      <Card className={styles.card}>
        <div className={styles.head}>
          <h2 className={styles.name}>{metricText[name]}</h2>
          {gauge && <span className={styles.whole}>{wholeOf(gauge, disk)}</span>}
        </div>
        {gauge ? <Figure gauge={gauge} /> : <p className={styles.none}>{metricText.none}</p>}
        <span className="visually-hidden">{metricText.refresh}</span>
      </Card>
    </Tooltip>
  )
}

function Figure({ gauge }: { gauge: Gauge }) {
  const tone = metricTone(gauge.percent)
  const name = metricText[gauge.name]
  const show = (value: number) => figureText(gauge.name, value)
  return (
    <>
      <div className={styles.middle}>
        <p className={styles.value}>{show(gauge.value)}</p>
        {gauge.history.length > 1 && (
          <Sparkline
            points={gauge.history}
            tone={tone}
            {...scaleOf(gauge)}
            label={metricText.history(
              name,
              show(Math.min(...gauge.history)),
              show(Math.max(...gauge.history)),
              show(gauge.value),
            )}
          />
        )}
      </div>
      <UsageBar percent={gauge.percent} tone={tone} label={name} text={inWords(gauge)} height={5} />
    </>
  )
}

function wholeOf({ name, total }: Gauge, disk: string | null): string {
  if (name === 'cpu' || name === 'temperature') return ''
  if (name === 'memory' || disk === null) return metricText.of(formatBytes(total))
  return metricText.ofOn(formatBytes(total), disk.replace(/^\/dev\//, ''))
}

function inWords({ name, value, total }: Gauge): string {
  const shown = figureText(name, value)
  return name === 'memory' || name === 'storage' ? metricText.usedOf(shown, formatBytes(total)) : shown
}

/** Small movements stay small: the line never stretches over less than a tenth of the whole. */
function scaleOf({ history, total }: Gauge): { min: number; max: number } {
  const low = Math.min(...history)
  const high = Math.max(...history)
  const spare = Math.max(0, total / 10 - (high - low)) / 2
  return { min: low - spare, max: high + spare }
}
