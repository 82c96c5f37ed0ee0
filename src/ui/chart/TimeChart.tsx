import { useId, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import {
  nearestPoint,
  shifted,
  timeTicks,
  xOf,
  zoomed,
  type ChartPoint,
  type TimeRange,
} from './line-chart.ts'
import { useCanvasLines, type Threshold, type TimeSeries } from './use-canvas-lines.ts'
import styles from './TimeChart.module.css'

export interface TimeChartProps {
  series: readonly TimeSeries[]
  /** The whole time range. */
  whole: TimeRange
  /** The visible time range; undefined is the whole. */
  zoom: TimeRange | undefined
  onZoom: (zoom: TimeRange | undefined) => void
  /** The value at the top; 0 is at the bottom. */
  top: number
  /** Above each threshold the line has its tone; lowest first. Below the first it is normal. */
  thresholds: readonly Threshold[]
  /** A longer gap interrupts the line, in ms. */
  gap: number
  /** The accessible description, with the values. */
  label: string
  /** Label of the slider that selects a time, for keyboard users. */
  pickLabel: string
  /** Instructions for zooming. */
  hint: string
  /** Values at a time as text: "14:05: 34 %". */
  describe: (at: number, values: readonly string[]) => string
  formatTick: (at: number) => string
  formatTop: (value: number) => string
  /** Shown instead of the chart where it cannot be drawn. */
  instead: ReactNode
  /** Called once when it cannot be drawn. */
  onFailed?: () => void
}

const MAX_TICKS = 6
/** A shorter drag is a click. */
const SHORTEST_DRAG_PX = 8

/**
 * Line chart of values over time. The pointer or the arrow keys read out the values at a time; PageUp and PageDown move
 * by a tenth, Home and End to the first and the last. Dragging zooms, as do plus and minus around the selected time; 0
 * resets the zoom. Provide a table with the same data next to it.
 */
export function TimeChart({
  series,
  whole,
  zoom,
  onZoom,
  top,
  thresholds,
  gap,
  label,
  ...words
}: TimeChartProps) {
  const hint = useId()
  const shown = zoom ?? whole
  const canvas = useRef<HTMLDivElement>(null)
  const hasFailed = useCanvasLines(canvas, { series, shown, top, thresholds, gap }, words.onFailed)
  const [picked, setPicked] = useState<number | null>(null)
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null)
  const moments = momentsOf(series, shown)
  const last = moments.length - 1
  const place = picked === null ? null : Math.min(picked, last)
  const at = place === null ? undefined : moments[place]?.at
  const share = (moment: number) => `${xOf(moment, { ...shown, top, width: 100, height: 1 })}%`

  const momentAt = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const part = Math.min(1, Math.max(0, (clientX - left) / Math.max(1, width)))
    return { moment: shown.from + part * (shown.to - shown.from), width }
  }
  const start = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const { moment } = momentAt(event)
    event.currentTarget.setPointerCapture?.(event.pointerId)
    setDrag({ from: moment, to: moment })
  }
  const point = (event: PointerEvent<HTMLElement>) => {
    const { moment } = momentAt(event)
    setPicked(nearestPoint(moments, moment))
    if (drag !== null) setDrag({ ...drag, to: moment })
  }
  const end = (event: PointerEvent<HTMLElement>) => {
    if (drag === null) return
    setDrag(null)
    const { moment, width } = momentAt(event)
    const [from, to] = [Math.min(drag.from, moment), Math.max(drag.from, moment)]
    if (((to - from) / (shown.to - shown.from)) * width < SHORTEST_DRAG_PX) return
    onZoom(zoomed({ from, to }, whole, 1, from))
  }
  const press = (event: KeyboardEvent) => {
    const about = at ?? moments[last]?.at ?? shown.to
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '+' || event.key === '=') onZoom(zoomed(shown, whole, 0.5, about))
    else if (event.key === '-') onZoom(zoomed(shown, whole, 2, about))
    else if (event.key === '0') onZoom(undefined)
    else if (event.shiftKey && /^Arrow(Left|Right)$/.test(event.key) && zoom !== undefined) {
      const by = ((zoom.to - zoom.from) / 4) * (event.key === 'ArrowLeft' ? -1 : 1)
      onZoom(shifted({ from: zoom.from + by, to: zoom.to + by }, whole))
    } else {
      const next = placeAfter(event.key, place ?? last, last)
      if (next === undefined) return
      setPicked(next)
    }
    event.preventDefault()
  }
  const inWords = (moment: number | undefined) =>
    moment === undefined ? undefined : words.describe(moment, valuesAt(series, moment))

  if (hasFailed) return words.instead
  return (
    <figure className={styles.chart}>
      <div className={styles.plot}>
        <div ref={canvas} role="img" aria-label={label} className={styles.picture} />
        {at !== undefined && <span className={styles.cursor} style={{ insetInlineStart: share(at) }} />}
        {drag !== null && (
          <span
            className={styles.drag}
            style={{
              insetInlineStart: share(Math.min(drag.from, drag.to)),
              insetInlineEnd: `calc(100% - ${share(Math.max(drag.from, drag.to))})`,
            }}
          />
        )}
        <div
          role="slider"
          tabIndex={0}
          className={styles.picker}
          aria-label={words.pickLabel}
          aria-describedby={hint}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, last)}
          aria-valuenow={place ?? Math.max(0, last)}
          aria-valuetext={inWords(at ?? moments[last]?.at)}
          onKeyDown={press}
          onPointerDown={start}
          onPointerMove={point}
          onPointerUp={end}
          onPointerCancel={() => setDrag(null)}
          onPointerLeave={() => setPicked(null)}
          onBlur={() => setPicked(null)}
        />
        <span className={styles.top}>{words.formatTop(top)}</span>
        {/* No live region: screen readers say the value of the slider. */}
        {at !== undefined && <span className={styles.readout}>{inWords(at)}</span>}
      </div>
      <div className={styles.ticks} aria-hidden="true">
        {timeTicks(shown.from, shown.to, MAX_TICKS).map((moment) => (
          <span key={moment} style={{ insetInlineStart: `clamp(1rem, ${share(moment)}, 100% - 1rem)` }}>
            {words.formatTick(moment)}
          </span>
        ))}
      </div>
      <p id={hint} className="visually-hidden">
        {words.hint}
      </p>
    </figure>
  )
}

/** The times of all visible points, oldest first. */
function momentsOf(series: readonly TimeSeries[], { from, to }: TimeRange): ChartPoint[] {
  const [only, ...others] = series
  const points =
    only !== undefined && others.length === 0
      ? only.points
      : [
          ...new Map(series.flatMap(({ points }) => points).map((point) => [point.at, point])).values(),
        ].toSorted((a, b) => a.at - b.at)
  return points.filter(({ at }) => at >= from && at <= to)
}

/** The value of each line at a time, with names if there are several. */
function valuesAt(series: readonly TimeSeries[], moment: number): string[] {
  return series.flatMap(({ name, points, format }) => {
    const point = points[nearestPoint(points, moment)]
    if (point === undefined || point.at !== moment) return []
    return [series.length === 1 ? format(point.value) : `${name} ${format(point.value)}`]
  })
}

function placeAfter(key: string, place: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, place - 1)
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, place + 1)
    case 'PageUp':
      return Math.max(0, place - Math.ceil(last / 10))
    case 'PageDown':
      return Math.min(last, place + Math.ceil(last / 10))
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
