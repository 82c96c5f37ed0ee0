import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { linesThrough, nearestPoint, timeTicks, xOf, yOf, type ChartPoint } from './line-chart.ts'
import type { Tone } from '../feedback/tone.ts'
import styles from './LineChart.module.css'

export interface LineChartProps {
  /** Oldest first. */
  points: readonly ChartPoint[]
  from: number
  to: number
  /** The value at the top; 0 is at the bottom. */
  top: number
  /** Above each value the line takes the tone; the lowest first. Below the first it is well. */
  thresholds: readonly { value: number; tone: Tone }[]
  /** A longer silence breaks the line. */
  gap: number
  /** What it shows, with its figures in words. */
  label: string
  /** Names the choice of a moment, for the keyboard. */
  pickLabel: string
  /** A point in words: "14:05: 34 %". */
  describe: (point: ChartPoint) => string
  formatTick: (at: number) => string
  formatValue: (value: number) => string
}

const WIDTH = 600
const HEIGHT = 150
const MOST_TICKS = 6

/**
 * A line of values over time. Pointing at it, or the arrow keys, read out one point; Home and End go to the first and
 * the last. A table beside it should tell the same.
 */
export function LineChart({
  points,
  from,
  to,
  top,
  thresholds,
  gap,
  label,
  pickLabel,
  ...words
}: LineChartProps) {
  const id = useId()
  const [picked, setPicked] = useState<number | null>(null)
  const scale = { from, to, top, width: WIDTH, height: HEIGHT }
  const last = points.length - 1
  const place = picked === null ? null : Math.min(picked, last)
  const point = place === null ? undefined : points[place]
  const pointAt = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPicked(nearestPoint(points, from + ((clientX - left) / Math.max(1, width)) * (to - from)))
  }
  const move = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, place ?? last, last)
    if (next === undefined) return
    event.preventDefault()
    setPicked(next)
  }
  return (
    <figure className={styles.chart}>
      <div className={styles.plot}>
        <svg
          role="img"
          aria-label={label}
          className={styles.picture}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
        >
          <Tones id={id} thresholds={thresholds} top={top} />
          {thresholds.map(({ value, tone }) => (
            <line
              key={value}
              className={styles.threshold}
              data-tone={tone}
              x1={0}
              x2={WIDTH}
              y1={yOf(value, scale)}
              y2={yOf(value, scale)}
            />
          ))}
          {linesThrough(points, scale, gap).map((line) => (
            <path key={line} className={styles.line} d={line} stroke={`url(#${id})`} />
          ))}
          {point && (
            <line
              className={styles.cursor}
              x1={xOf(point.at, scale)}
              x2={xOf(point.at, scale)}
              y1={0}
              y2={HEIGHT}
            />
          )}
        </svg>
        <div
          role="slider"
          tabIndex={0}
          className={styles.picker}
          aria-label={pickLabel}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, last)}
          aria-valuenow={place ?? Math.max(0, last)}
          aria-valuetext={describeOr(points[place ?? last], words.describe)}
          onKeyDown={move}
          onPointerMove={pointAt}
          onPointerLeave={() => setPicked(null)}
          onBlur={() => setPicked(null)}
        />
        <span className={styles.top}>{words.formatValue(top)}</span>
        {point && <output className={styles.readout}>{words.describe(point)}</output>}
      </div>
      <div className={styles.ticks} aria-hidden="true">
        {timeTicks(from, to, MOST_TICKS).map((at) => (
          <span key={at} style={{ left: `clamp(1rem, ${(xOf(at, scale) / WIDTH) * 100}%, 100% - 1rem)` }}>
            {words.formatTick(at)}
          </span>
        ))}
      </div>
    </figure>
  )
}

/** The line's colours by height: hard edges at the thresholds. */
function Tones({ id, thresholds, top }: Pick<LineChartProps, 'thresholds' | 'top'> & { id: string }) {
  const bands = [{ value: 0, tone: 'ok' as Tone }, ...thresholds]
  return (
    <defs>
      <linearGradient id={id} gradientUnits="userSpaceOnUse" x1={0} x2={0} y1={HEIGHT} y2={0}>
        {bands.flatMap(({ value, tone }, index) => {
          const end = bands[index + 1]?.value ?? top
          return [value, end].map((edge) => (
            <stop
              key={`${tone}-${edge}`}
              className={styles.stop}
              data-tone={tone}
              offset={top > 0 ? edge / top : 0}
            />
          ))
        })}
      </linearGradient>
    </defs>
  )
}

function placeAfter(key: string, place: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, place - 1)
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, place + 1)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

const describeOr = (point: ChartPoint | undefined, describe: (point: ChartPoint) => string) =>
  point === undefined ? undefined : describe(point)
