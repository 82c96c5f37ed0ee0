import { xOf, type ChartScale } from './line-chart.ts'

/** Values of several series at the same times; null where nothing is known. */
export interface StackedValues {
  /** Milliseconds since 1970, oldest first. */
  at: readonly number[]
  /** From the bottom up; a value for each time. */
  series: readonly (readonly (number | null)[])[]
}

/** The sum of all series at a time; null where one is unknown. */
export const sumAt = ({ series }: StackedValues, index: number): number | null =>
  series.reduce<number | null>((sum, values) => {
    const value = values[index] ?? null
    return sum === null || value === null ? null : sum + value
  }, 0)

/** The largest sum; 0 where nothing is known. */
export const largestSum = (values: StackedValues): number =>
  values.at.reduce((largest, _, index) => Math.max(largest, sumAt(values, index) ?? 0), 0)

/**
 * One outline for each series, stacked from the bottom up and closed. Times with unknown values, and gaps longer than `gap`,
 * interrupt all outlines.
 */
export function stackedAreas(values: StackedValues, scale: ChartScale, gap: number): string[] {
  const runs: number[][] = []
  for (const [index, at] of values.at.entries()) {
    if (sumAt(values, index) === null) {
      runs.push([])
      continue
    }
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && (last === undefined || at - (values.at[last] ?? 0) <= gap)) run.push(index)
    else runs.push([index])
  }
  const heightOf = (value: number) =>
    (scale.height - Math.min(1, Math.max(0, value / Math.max(1, scale.top))) * scale.height).toFixed(1)
  return values.series.map((_, top) =>
    runs
      .filter((run) => run.length > 0)
      .map((run) => {
        const edge = (index: number, upTo: number) => {
          const sum = values.series.slice(0, upTo).reduce((total, each) => total + (each[index] ?? 0), 0)
          return `${xOf(values.at[index] ?? 0, scale).toFixed(1)} ${heightOf(sum)}`
        }
        const upper = run.map((index) => edge(index, top + 1))
        const lower = run.toReversed().map((index) => edge(index, top))
        return `M ${[...upper, ...lower].join(' L ')} Z`
      })
      .join(' '),
  )
}
