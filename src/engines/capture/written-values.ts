const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MAX_DAYS = 9999

/** A duration as world files write it, rounded to the unit in which it has two digits or so. */
export function writtenDuration(ms: number): string {
  if (ms < 2 * MINUTE) return `${Math.max(0, Math.round(ms / 1000))} s`
  if (ms < 2 * HOUR) return `${Math.round(ms / MINUTE)} min`
  if (ms < 3 * DAY) return `${Math.round(ms / HOUR)} h`
  return `${Math.min(MAX_DAYS, Math.round(ms / DAY))} d`
}

/** Parts of a spread between the lowest and the highest value. */
const STEPS = 4

/** The lowest value, those at each quarter, and the highest, as whole numbers; a single one if all are equal. */
export function valueQuantiles(values: readonly number[]): number[] | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const last = sorted.length - 1
  if (last < 0) return undefined
  const spread = Array.from({ length: STEPS + 1 }, (_, step) =>
    Math.round(sorted[Math.round((step * last) / STEPS)] ?? 0),
  )
  return spread[0] === spread[STEPS] ? spread.slice(0, 1) : spread
}

/** What an OS version is called before its number. */
const OS_NAMES = /^(?:balenaOS|Resin OS)\s+/

/** An OS version with its variant as world files write it; null if it is not one of the platform's. */
export function writtenOs(version: string | null, variant: string | null): string | null {
  const [, number, revision = ''] =
    /^(\d{1,5}\.\d{1,5}\.\d{1,5})(\+rev\d{1,4})?(?:$|[-+.])/.exec((version ?? '').replace(OS_NAMES, '')) ?? []
  if (number === undefined) return null
  return `${number}${revision}${variant === 'dev' ? ' dev' : ''}`
}

/** A supervisor version without anything that could be a name; null if it is none. */
export function writtenVersion(version: string | null): string | null {
  return /^\d{1,5}\.\d{1,5}\.\d{1,5}/.exec(version ?? '')?.[0] ?? null
}
