import { useId, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import type { Tone } from '@/ui/feedback/tone.ts'
import { timeTicks, xOf, type TimeRange } from './line-chart.ts'
import { largestSum, stackedAreas } from './stacked-areas.ts'
import styles from './StackedTimeChart.module.css'

export interface StackedSeries {
  key: string
  tone: Tone
  /** A value for each time; null where it is unknown. */
  values: readonly (number | null)[]
}

export interface TimeMark {
  /** Milliseconds since 1970. */
  at: number
  label: string
}

export interface StackedTimeChartProps {
  range: TimeRange
  /** Milliseconds since 1970, oldest first. */
  at: readonly number[]
  /** From the bottom up. */
  series: readonly StackedSeries[]
  /** Those of the second chart, on a scale of its own; from the bottom up. */
  detail: readonly StackedSeries[]
  detailLabel: string
  marks: readonly TimeMark[]
  /** A longer gap interrupts the areas, in ms. */
  gap: number
  /** The accessible description, with the values. */
  label: string
  /** Label of the slider that selects a time, for keyboard users. */
  pickLabel: string
  /** The values at a time as text. */
  describe: (index: number) => string
  formatTick: (at: number) => string
  formatValue: (value: number) => string
  /** What is counted. */
  unit: string
  /** Called with the time that is pressed, by its index. */
  onChoose?: ((index: number) => void) | undefined
}

const WIDTH = 1000
const HEIGHT = 100
const MAX_TICKS = 6

/**
 * Values over time, stacked, and below them some of the series again on a scale of their own, so that small numbers are
 * seen. The pointer and the arrow keys read out the values at a time. Provide a table with the same data next to it.
 */
export function StackedTimeChart({
  range,
  at,
  series,
  detail,
  detailLabel,
  marks,
  gap,
  label,
  pickLabel,
  describe,
  formatTick,
  formatValue,
  unit,
  onChoose,
}: StackedTimeChartProps) {
  const [picked, setPicked] = useState<number | null>(null)
  const last = at.length - 1
  const index = picked === null ? null : Math.min(picked, last)
  const share = (time: number) => `${xOf(time, { ...range, top: 1, width: 100, height: 1 })}%`
  const indexAt = ({ currentTarget, clientX }: MouseEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const time = range.from + ((clientX - left) / Math.max(1, width)) * (range.to - range.from)
    return nearest(at, time)
  }
  const pick = (event: PointerEvent<HTMLElement>) => setPicked(indexAt(event))
  const choose = (event: MouseEvent<HTMLElement>) => {
    if (last < 0) return
    // A tap has left the chart when its click comes. Clicks of assistive technology (detail 0) have no position.
    onChoose?.(event.detail === 0 ? (index ?? last) : indexAt(event))
  }
  const press = (event: KeyboardEvent) => {
    if ((event.key === 'Enter' || event.key === ' ') && onChoose && last >= 0) {
      event.preventDefault()
      onChoose(index ?? last)
      return
    }
    const next = stepAfter(event.key, index ?? last, last)
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setPicked(next)
  }
  return (
    <figure className={styles.chart}>
      <div className={styles.frame}>
        <div role="img" aria-label={label} className={styles.pictures}>
          <Areas
            {...{ range, at, gap, unit }}
            series={series}
            formatValue={formatValue}
            className={styles.whole}
          />
          <p className={styles.detailLabel}>{detailLabel}</p>
          <Areas
            {...{ range, at, gap, unit }}
            series={detail}
            formatValue={formatValue}
            className={styles.detail}
          />
        </div>
        <div className={styles.plot}>
          {marks.map((mark, nth) => (
            <span
              key={`${mark.at} ${mark.label}`}
              className={styles.mark}
              data-row={nth % 2}
              data-side={mark.at - range.from > (range.to - range.from) * 0.7 ? 'start' : 'end'}
              style={{ insetInlineStart: share(mark.at) }}
              aria-hidden="true"
            >
              <span>{mark.label}</span>
            </span>
          ))}
          {index !== null && (
            <span className={styles.cursor} style={{ insetInlineStart: share(at[index] ?? 0) }} />
          )}
          <div
            role="slider"
            tabIndex={0}
            className={styles.picker}
            aria-label={pickLabel}
            aria-valuemin={0}
            aria-valuemax={Math.max(0, last)}
            aria-valuenow={index ?? Math.max(0, last)}
            aria-valuetext={last < 0 ? undefined : describe(index ?? last)}
            onKeyDown={press}
            onPointerMove={pick}
            onPointerDown={pick}
            onClick={choose}
            onPointerLeave={() => setPicked(null)}
            onBlur={() => setPicked(null)}
          />
        </div>
        <div className={styles.ticks} aria-hidden="true">
          {timeTicks(range.from, range.to, MAX_TICKS).map((tick) => (
            <span key={tick} style={{ insetInlineStart: `clamp(1rem, ${share(tick)}, 100% - 1.5rem)` }}>
              {formatTick(tick)}
            </span>
          ))}
        </div>
      </div>
      {/* No live region: screen readers say the value of the slider. */}
      <span className={styles.readout}>{index === null ? ' ' : describe(index)}</span>
    </figure>
  )
}

interface AreasProps {
  range: TimeRange
  at: readonly number[]
  series: readonly StackedSeries[]
  gap: number
  formatValue: (value: number) => string
  unit: string
  className: string | undefined
}

function Areas({ range, at, series, gap, formatValue, unit, className }: AreasProps) {
  const values = { at, series: series.map((each) => each.values) }
  const top = Math.max(1, largestSum(values))
  const scale = { ...range, top, width: WIDTH, height: HEIGHT }
  const clip = useId()
  return (
    <div className={className}>
      <span className={styles.limit}>
        {formatValue(top)}
        <span className={styles.unit}>{unit}</span>
      </span>
      <span className={styles.zero}>0</span>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className={styles.areas}>
        <clipPath id={clip}>
          <rect width={WIDTH} height={HEIGHT} />
        </clipPath>
        <g clipPath={`url(#${clip})`}>
          {stackedAreas(values, scale, gap).map((path, nth) => (
            <path key={series[nth]?.key} d={path} data-tone={series[nth]?.tone} />
          ))}
        </g>
      </svg>
    </div>
  )
}

/** Index of the time nearest to another one. */
function nearest(at: readonly number[], time: number): number {
  let best = 0
  for (const [index, each] of at.entries()) {
    if (Math.abs(each - time) < Math.abs((at[best] ?? Infinity) - time)) best = index
  }
  return best
}

function stepAfter(key: string, index: number, last: number): number | undefined {
  const tenth = Math.max(1, Math.ceil(last / 10))
  const steps: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    PageUp: index - tenth,
    PageDown: index + tenth,
    Home: 0,
    End: last,
  }
  const next = steps[key]
  return next === undefined ? undefined : Math.max(0, Math.min(last, next))
}
