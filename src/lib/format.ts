const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Units of durations, largest first. The symbols are the same in all supported languages. */
const steps = [
  { symbol: 'y', ms: 365 * DAY },
  { symbol: 'mo', ms: 30 * DAY },
  { symbol: 'd', ms: DAY },
  { symbol: 'h', ms: HOUR },
  { symbol: 'min', ms: MINUTE },
  { symbol: 's', ms: SECOND },
] as const

const numberFormats = new Map<string, Intl.NumberFormat>()
const dateFormats = new Map<string, Intl.DateTimeFormat>()

// Creating a formatter is a hundred times slower than using it, so they are cached.
function numberFormat(locale: string | undefined, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([locale, options])
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(locale, options)
  numberFormats.set(key, format)
  return format
}

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options])
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  dateFormats.set(key, format)
  return format
}

const binaryUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const

/** A time: milliseconds since 1970, an ISO text, or a Date. */
export type TimeValue = number | string | Date

/** The years 1 to 9999. Dates beyond are not times of anything, and formats of dates end there. */
const FIRST_DATE = Date.parse('0001-01-01T00:00:00Z')
const LAST_DATE = Date.parse('9999-12-31T23:59:59.999Z')

/** Milliseconds since 1970; NaN when invalid, or too far away to be a date. */
export function toInstant(value: TimeValue): number {
  const at =
    typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : value.getTime()
  return at >= FIRST_DATE && at <= LAST_DATE ? at : Number.NaN
}

/** A time as ISO 8601 in UTC, for machines; undefined when invalid. */
export function isoTime(value: TimeValue): string | undefined {
  const at = toInstant(value)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/** 1204 → "1,204" in the user's locale; "–" for no number. */
export function formatNumber(value: number, locale?: string): string {
  if (Number.isNaN(value)) return '–'
  return numberFormat(locale, { maximumFractionDigits: 1 }).format(value)
}

/** 91.4 → "91 %". A share that is neither nothing nor everything is never rounded to 0 or 100. */
export function formatPercent(percent: number, locale?: string): string {
  const rounded = Math.round(percent)
  const honest = percent > 0 && rounded === 0 ? 1 : percent < 100 && rounded === 100 ? 99 : rounded
  return `${formatNumber(honest, locale)} %`
}

/** Bytes in binary units with at most one decimal: 1395864371 → "1.3 GiB". */
export function formatBytes(bytes: number, locale?: string): string {
  let value = Math.abs(bytes)
  let unit = 0
  while (value >= 1023.95 && unit < binaryUnits.length - 1) {
    value /= 1024
    unit += 1
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1
  const number = numberFormat(locale, { maximumFractionDigits: digits }).format(Math.sign(bytes) * value)
  return `${number} ${binaryUnits[unit] ?? 'B'}`
}

/** The size of a file, in the units of limits for files: 4812331 → "4.8 MB". */
export function formatFileSize(bytes: number, locale?: string): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const
  let value = bytes
  let unit = 0
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1
  return `${numberFormat(locale, { maximumFractionDigits: digits }).format(value)} ${units[unit] ?? 'B'}`
}

/** A duration in its two largest units: 134000 → "2 min 14 s". Below a second: "350 ms". */
export function formatDuration(ms: number): string {
  if (!Number.isFinite(ms)) return '–'
  const length = Math.abs(ms)
  if (length < SECOND) return `${Math.round(length)} ms`
  const first = steps.findIndex((step) => length >= step.ms)
  const large = steps[first]
  if (large === undefined) return '0 s'
  const whole = Math.floor(length / large.ms)
  const small = steps[first + 1]
  const rest = small === undefined ? 0 : Math.floor((length - whole * large.ms) / small.ms)
  return small === undefined || rest === 0
    ? `${whole} ${large.symbol}`
    : `${whole} ${large.symbol} ${rest} ${small.symbol}`
}

/** A duration in its largest unit, rounded down: 9000000 → "2 h". */
export function formatSpan(ms: number): string {
  const length = Math.abs(ms)
  const step = steps.find(({ ms: size }) => length >= size)
  return step === undefined ? '0 s' : `${Math.floor(length / step.ms)} ${step.symbol}`
}

export interface MomentOptions {
  /** IANA name; default: the user's time zone. */
  timeZone?: string
  locale?: string
  seconds?: boolean
}

/** A time with date and time zone: "20 Nov 2026, 14:32:07 UTC". */
export function formatMoment(
  value: TimeValue,
  { timeZone, locale, seconds = true }: MomentOptions = {},
): string {
  const at = toInstant(value)
  if (Number.isNaN(at)) return '–'
  return dateFormat(locale ?? 'en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds && { second: '2-digit' }),
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(timeZone !== undefined && { timeZone }),
  }).format(at)
}

/** The user's time zone at a time, short: "UTC", "CET". */
export function timeZoneName(at: number): string {
  const parts = dateFormat('en-GB', { timeZoneName: 'short' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
}

/** The time of day in the user's time zone: "14:05", or "14:05:09". */
export function formatTime(
  value: TimeValue,
  { timeZone, seconds = false }: Omit<MomentOptions, 'locale'> = {},
): string {
  const at = toInstant(value)
  if (Number.isNaN(at)) return '–'
  return dateFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds && { second: '2-digit' }),
    hourCycle: 'h23',
    ...(timeZone !== undefined && { timeZone }),
  }).format(at)
}

/** Date and time in the user's time zone, for recent times: "20 Nov, 14:05"; only the date at midnight. */
export function formatDayTime(
  value: TimeValue,
  { timeZone, short = false }: { timeZone?: string; short?: boolean } = {},
): string {
  const at = toInstant(value)
  if (Number.isNaN(at)) return '–'
  const time = formatTime(at, timeZone === undefined ? {} : { timeZone })
  const day = dateFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(timeZone !== undefined && { timeZone }),
  }).format(at)
  if (!short) return `${day}, ${time}`
  return time === '00:00' ? day : time
}

/** A month in the user's time zone: "November 2026". */
export function formatMonth(value: TimeValue): string {
  const at = toInstant(value)
  if (Number.isNaN(at)) return '–'
  return dateFormat('en-GB', { month: 'long', year: 'numeric' }).format(at)
}

/** The date in the user's time zone, in ISO format. */
export function localDate(at: number): string {
  if (Number.isNaN(toInstant(at))) return '–'
  // The Swedish date format is the ISO format.
  return dateFormat('sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)
}

/** A date, independent of the time zone: "20 Nov 2026". Takes an ISO date. */
export function formatDay(date: string, locale = 'en-GB'): string {
  const at = Date.parse(date)
  if (Number.isNaN(at)) return '–'
  return dateFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(at)
}

/** A text that ends like a sentence, so that another can follow it: “slow down” → “slow down.” */
export const asSentence = (text: string): string => (/[.!?…:]["”’)]*$/.test(text) ? text : `${text}.`)

/** Truncates a text longer than `limit` to its first `keep` characters and "...". */
export function cutText(text: string, limit: number, keep: number): string {
  if (text.length <= limit) return text
  // A letter has at most two code units.
  const letters = [...text.slice(0, 2 * limit + 2)]
  return letters.length > limit ? `${letters.slice(0, keep).join('')}...` : text
}
