import { zoneOffset } from '@/lib/format.ts'
/** A value at a time, in milliseconds since 1970. */
export interface ChartPoint {
  at: number
  value: number
}

export interface ChartScale {
  from: number
  to: number
  /** The value at the top. */
  top: number
  /** The value at the bottom; 0 when left out. */
  bottom?: number
  width: number
  height: number
}

export const xOf = (at: number, { from, to, width }: ChartScale): number =>
  to > from ? ((at - from) / (to - from)) * width : 0

export const yOf = (value: number, { top, bottom = 0, height }: ChartScale): number =>
  height - (top > bottom ? Math.min(1, Math.max(0, (value - bottom) / (top - bottom))) : 0) * height

/** Lines through the points, oldest first; interrupted by gaps longer than `gap`. */
export function linesThrough(points: readonly ChartPoint[], scale: ChartScale, gap: number): string[] {
  const lines: ChartPoint[][] = []
  for (const point of points) {
    const line = lines.at(-1)
    const last = line?.at(-1)
    if (line && last && point.at - last.at <= gap) line.push(point)
    else lines.push([point])
  }
  return lines.map((line) =>
    line
      .map(({ at, value }, index) =>
        [index === 0 ? 'M' : 'L', xOf(at, scale).toFixed(1), yOf(value, scale).toFixed(1)].join(' '),
      )
      .join(' ')
      // A single point is drawn as a dot by the round caps of an empty line.
      .concat(line.length === 1 ? ' h 0' : ''),
  )
}

/** Points of several lines with a common list of times, as the chart library requires: `null` interrupts a line, `undefined` does not. */
export interface AlignedLines {
  at: number[]
  values: (number | null | undefined)[][]
}

/** Aligns several lines, each oldest first; interrupted by gaps longer than `gap`. */
export function alignedLines(lines: readonly (readonly ChartPoint[])[], gap: number): AlignedLines {
  const places = new Map<number, number>()
  const at = [
    ...new Set(
      lines.flatMap((points) =>
        points.flatMap((point, index) => {
          const before = points[index - 1]
          return before !== undefined && point.at - before.at > gap ? [before.at + 1, point.at] : [point.at]
        }),
      ),
    ),
  ].toSorted((a, b) => a - b)
  for (const [place, moment] of at.entries()) places.set(moment, place)
  const values = lines.map((points) => {
    const row: (number | null | undefined)[] = at.map(() => undefined)
    for (const [index, point] of points.entries()) {
      const before = points[index - 1]
      if (before !== undefined && point.at - before.at > gap) row[places.get(before.at + 1) ?? 0] = null
      row[places.get(point.at) ?? 0] = point.value
    }
    return row
  })
  return { at, values }
}

/** A time range, in milliseconds since 1970. */
export interface TimeRange {
  from: number
  to: number
}

/** The minimum time range when zooming. */
const SHORTEST_MS = 5 * 60_000

/** Zooms in or out by a factor of two around a time, within the whole range; undefined is the whole. */
export function zoomed(
  shown: TimeRange,
  whole: TimeRange,
  factor: number,
  about: number,
): TimeRange | undefined {
  const length = Math.max(SHORTEST_MS, (shown.to - shown.from) * factor)
  if (length >= whole.to - whole.from) return undefined
  const share = (about - shown.from) / Math.max(1, shown.to - shown.from)
  return shifted({ from: about - share * length, to: about - share * length + length }, whole)
}

/** Moves a time range back into the whole range. */
export function shifted({ from, to }: TimeRange, whole: TimeRange): TimeRange {
  const by = from < whole.from ? whole.from - from : Math.min(0, whole.to - to)
  return { from: from + by, to: to + by }
}

/** Index of the point nearest to a time; -1 when there is none. */
export function nearestPoint(points: readonly ChartPoint[], at: number): number {
  let best = -1
  let least = Infinity
  for (const [place, point] of points.entries()) {
    const distance = Math.abs(point.at - at)
    if (distance >= least) continue
    least = distance
    best = place
  }
  return best
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const STEPS = [
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
]

/** Up to `most` round times between two times, in the user's time zone. */
export function timeTicks(from: number, to: number, most: number): number[] {
  const step = STEPS.find((one) => (to - from) / one <= most) ?? 24 * HOUR
  const offset = -zoneOffset(to)
  const ticks: number[] = []
  for (let at = Math.ceil((from - offset) / step) * step + offset; at <= to; at += step) ticks.push(at)
  return ticks
}
