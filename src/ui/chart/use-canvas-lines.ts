import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Tone } from '@/ui/feedback/tone.ts'
import { watchTheme } from '@/ui/theme/watch-theme.ts'
import { alignedLines, type ChartPoint, type TimeRange } from './line-chart.ts'

export interface TimeSeries {
  name: string
  /** Oldest first. */
  points: readonly ChartPoint[]
  /** A custom property of the theme, such as `--info`; without it, the thresholds determine the colour. */
  colour?: string
  /** Formats a value. */
  format: (value: number) => string
}

export interface Threshold {
  value: number
  tone: Tone
}

export interface CanvasLines {
  series: readonly TimeSeries[]
  shown: TimeRange
  /** The value at the top; 0 is at the bottom. */
  top: number
  /** Above each threshold the line has its tone; lowest first. */
  thresholds: readonly Threshold[]
  /** A longer gap interrupts the line, in ms. */
  gap: number
}

/** How the lines of a chart are dashed, in px: several lines differ by more than colour. */
export const lineDashes: readonly (readonly number[])[] = [[], [9, 4], [2, 3], [12, 3, 2, 3]]

const FILL = {
  ok: '--ok-fill',
  warn: '--warn-fill',
  bad: '--bad-fill',
  info: '--info-fill',
  idle: '--idle-fill',
}

/**
 * Draws lines into an element with uPlot, which is loaded with the first chart. The drawing follows the element's width
 * and the theme. If the browser has no canvas, nothing is drawn; the text and the table still have the data.
 * @returns whether the drawing failed
 */
export function useCanvasLines(
  frame: RefObject<HTMLElement | null>,
  lines: CanvasLines,
  onFailed?: () => void,
): boolean {
  const [hasFailed, setHasFailed] = useState(false)
  const failed = useEffectEvent(() => {
    setHasFailed(true)
    onFailed?.()
  })
  const drawn = useRef<{ plot: uPlot; count: number } | null>(null)
  const latest = useRef(lines)
  const { series, shown, top, thresholds, gap } = lines
  const { from, to } = shown

  // Before the drawing, which reads it.
  useEffect(() => {
    latest.current = { series, shown: { from, to }, top, thresholds, gap }
    if (drawn.current === null || drawn.current.count !== series.length) return
    drawn.current.plot.setData(dataOf(latest.current), false)
    showRange(drawn.current.plot, latest.current.shown)
  }, [series, from, to, top, thresholds, gap])

  useEffect(() => {
    const element = frame.current
    if (element === null || !hasCanvas()) return
    let isOver = false
    const sizes = new ResizeObserver(() => drawn.current?.plot.setSize(sizeOf(element)))
    const stopWatching = watchTheme(() => drawn.current?.plot.redraw(false))
    const drawing = import('uplot').then(({ default: Plot }) => {
      if (isOver) return
      drawn.current = {
        plot: new Plot(optionsOf(element, latest), dataOf(latest.current), element),
        count: latest.current.series.length,
      }
      showRange(drawn.current.plot, latest.current.shown)
      sizes.observe(element)
    })
    drawing.catch(() => {
      if (!isOver) failed()
    })
    return () => {
      isOver = true
      sizes.disconnect()
      stopWatching()
      drawn.current?.plot.destroy()
      drawn.current = null
    }
    // A different number of lines needs a new chart.
  }, [frame, series.length])
  return hasFailed
}

function hasCanvas(): boolean {
  try {
    return document.createElement('canvas').getContext('2d') !== null
  } catch {
    return false
  }
}

const sizeOf = (element: HTMLElement) => ({
  width: Math.max(1, element.clientWidth),
  height: Math.max(1, element.clientHeight),
})

const showRange = (plot: uPlot, { from, to }: TimeRange) => plot.setScale('x', { min: from, max: to })

function dataOf({ series, gap }: CanvasLines): uPlot.AlignedData {
  const { at, values } = alignedLines(
    series.map(({ points }) => points),
    gap,
  )
  return [at, ...values]
}

/** Indexes of isolated points, which a line would not show. */
function lonely({ data }: uPlot, line: number): number[] {
  const row = data[line] ?? []
  const known = [...row.keys()].filter((place) => row[place] !== undefined)
  return known.filter(
    (place, index) =>
      row[place] !== null &&
      (row[known[index - 1] ?? -1] ?? null) === null &&
      (row[known[index + 1] ?? -1] ?? null) === null,
  )
}

function optionsOf(element: HTMLElement, wanted: RefObject<CanvasLines>): uPlot.Options {
  const themed = (name: string) => getComputedStyle(element).getPropertyValue(name).trim() || 'currentColor'
  /** Hard edges at the thresholds. */
  const byHeight = (plot: uPlot) => {
    const { top, thresholds } = wanted.current
    const [low, high] = [plot.valToPos(0, 'y', true), plot.valToPos(top, 'y', true)]
    const fill = plot.ctx.createLinearGradient(0, low, 0, high)
    const bands = [{ value: 0, tone: 'ok' as const }, ...thresholds]
    for (const [index, { value, tone }] of bands.entries()) {
      const edges = [value, bands[index + 1]?.value ?? top]
      for (const edge of edges) fill.addColorStop(top > 0 ? Math.min(1, edge / top) : 0, themed(FILL[tone]))
    }
    return fill
  }
  const colourOf = (plot: uPlot, place: number) => {
    const colour = wanted.current.series[place]?.colour
    return colour === undefined ? byHeight(plot) : themed(colour)
  }
  const drawThresholds = (plot: uPlot) => {
    const { ctx, bbox } = plot
    ctx.save()
    ctx.lineWidth = devicePixelRatio
    ctx.setLineDash([3 * devicePixelRatio, 4 * devicePixelRatio])
    for (const { value, tone } of wanted.current.thresholds) {
      const y = plot.valToPos(value, 'y', true)
      ctx.strokeStyle = themed(FILL[tone])
      ctx.beginPath()
      ctx.moveTo(bbox.left, y)
      ctx.lineTo(bbox.left + bbox.width, y)
      ctx.stroke()
    }
    ctx.restore()
  }
  return {
    ...sizeOf(element),
    ms: 1,
    padding: [2, 0, 1, 0],
    legend: { show: false },
    cursor: { show: false },
    axes: [{ show: false }, { show: false }],
    scales: {
      x: { time: true },
      y: { range: () => [0, wanted.current.top] },
    },
    series: [
      {},
      ...wanted.current.series.map((_, place): uPlot.Series => ({
        width: 1.8,
        dash: [...(lineDashes[place % lineDashes.length] ?? [])],
        points: {
          show: true,
          size: 4,
          stroke: 'transparent',
          fill: (plot, line) => colourOf(plot, line - 1),
          filter: lonely,
        },
        stroke: (plot) => colourOf(plot, place),
      })),
    ],
    hooks: { drawClear: [drawThresholds] },
  }
}
