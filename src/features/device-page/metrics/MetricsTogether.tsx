import { useState } from 'react'
import { formatPercent } from '@/lib/format.ts'
import { sentences, labelled } from '@/messages/common/compose.ts'
import { metricHistoryText } from '@/messages/device-page/device-history.ts'
import { metricText } from '@/messages/device-page/device.ts'
import { TimeChart } from '@/ui/chart/TimeChart.tsx'
import { lineDashes } from '@/ui/chart/use-canvas-lines.ts'
import { Button } from '@/ui/form/Button.tsx'
import { chartWords, thresholdsOf } from './chart-words.ts'
import type { MetricSeries } from './metric-series.ts'
import { MetricTable, type ChartStretch } from './MetricChart.tsx'
import { figureText, type MetricName } from './metrics.ts'
import styles from './MetricHistory.module.css'

const COLOURS: Partial<Record<MetricName, string>> = {
  cpu: '--brand',
  temperature: '--bad',
  memory: '--ok',
  storage: '--warn',
}
const colourOf = (name: MetricName) => COLOURS[name] ?? '--ink-2'

/** All metrics in one chart, in percent of their totals. The legend toggles them. */
export function MetricsTogether({ series, ...stretch }: ChartStretch & { series: readonly MetricSeries[] }) {
  const [hidden, setHidden] = useState<readonly MetricName[]>([])
  const shown = series.filter(({ name }) => !hidden.includes(name))
  const lastValues = shown.map(({ name, points }) => {
    const last = points.at(-1)
    return last === undefined ? metricText[name] : sentences(metricText[name], figureText(name, last.value))
  })
  return (
    <div className={styles.metric}>
      <TimeChart
        {...stretch}
        {...chartWords(stretch.whole)}
        series={shown.map(({ name, points, total }) => ({
          name: metricText[name],
          colour: colourOf(name),
          points: points.map(({ at, value }) => ({ at, value: (value / total) * 100 })),
          format: (percent) => figureText(name, (percent / 100) * total),
        }))}
        top={100}
        thresholds={thresholdsOf(100)}
        label={labelled(metricHistoryText.together, lastValues.join(', '))}
        pickLabel={metricHistoryText.pick(metricHistoryText.together)}
        formatTop={formatPercent}
        instead={
          <>
            <p className={styles.source}>{metricHistoryText.notDrawn}</p>
            {shown.map(({ name, points, total }) => (
              <MetricTable
                key={name}
                title={metricText[name]}
                points={points}
                total={total}
                show={(value) => figureText(name, value)}
              />
            ))}
          </>
        }
      />
      <div role="group" aria-label={metricHistoryText.lines} className={styles.legend}>
        {series.map(({ name }) => (
          <Button
            key={name}
            size="s"
            icon={<Swatch colour={colourOf(name)} place={shown.findIndex((one) => one.name === name)} />}
            aria-pressed={!hidden.includes(name)}
            onClick={() =>
              setHidden(hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name])
            }
          >
            {metricText[name]}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** A piece of a line of the chart. */
function Swatch({ colour, place }: { colour: string; place: number }) {
  return (
    <svg className={styles.swatch} viewBox="0 0 24 4" width="24" height="4" aria-hidden="true">
      <line
        x1="0"
        x2="24"
        y1="2"
        y2="2"
        stroke={`var(${colour})`}
        strokeWidth="2.5"
        strokeDasharray={lineDashes[Math.max(0, place) % lineDashes.length]?.join(' ')}
      />
    </svg>
  )
}
