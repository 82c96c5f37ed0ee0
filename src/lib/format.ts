import { dateLocale, formatPreferences, LANGUAGE, numberLocale, timeZone } from './format-preferences.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Units of durations, largest first; their symbols are words of the language. */
const steps = [
  { symbol: 'y', ms: 365 * DAY },
  { symbol: 'mo', ms: 30 * DAY },
  { symbol: 'd', ms: DAY },
  { symbol: 'h', ms: HOUR },
  { symbol: 'min', ms: MINUTE },
  { symbol: 's', ms: SECOND },
] as const

// Creating a formatter is a hundred times slower than using it, so they are cached.
const cache = new Map<string, unknown>()

function cached<Format>(
  kind: string,
  create: (locale: string, options: object) => Format,
  locale: string,
  options: object,
) {
  const key = `${kind} ${locale} ${JSON.stringify(options)}`
  const known = cache.get(key) as Format | undefined
  if (known !== undefined) return known
  const created = create(locale, options)
  cache.set(key, created)
  return created
}

const numberFormat = (options: Intl.NumberFormatOptions, locale = numberLocale()): Intl.NumberFormat =>
  cached('number', (tag, wished) => new Intl.NumberFormat(tag, wished), locale, options)

/** A format of dates in the chosen time zone, unless the options name one. */
const dateFormat = (
  { timeZone: zone = timeZone(), ...options }: Intl.DateTimeFormatOptions,
  locale = dateLocale(),
): Intl.DateTimeFormat =>
  cached('date', (tag, wished) => new Intl.DateTimeFormat(tag, wished), locale, {
    ...options,
    timeZone: zone,
  })

/** Hours, minutes and maybe seconds, by the clock of 12 or 24 hours. */
const clock = (seconds: boolean): Intl.DateTimeFormatOptions => ({
  ...(formatPreferences.get().hours === 12
    ? { hour: 'numeric', hourCycle: 'h12' }
    : { hour: '2-digit', hourCycle: 'h23' }),
  minute: '2-digit',
  ...(seconds && { second: '2-digit' }),
})

/** The order of names for people, in the language of the texts: “Ärmel” before “Zug”, whatever the case of letters. */
export const compareText = (one: string, other: string): number =>
  cached('order', (tag, wished) => new Intl.Collator(tag, wished), LANGUAGE, {}).compare(one, other)

/** The order of code units, for ISO times and names that people do not read. */
export const compareCodeUnits = (one: string, other: string): number =>
  one === other ? 0 : one < other ? -1 : 1

/** Texts as a list in a sentence: “a, b and c”, or “a, b or c”. */
export const formatList = (texts: readonly string[], last: 'and' | 'or' = 'and'): string =>
  cached('list', (tag, wished) => new Intl.ListFormat(tag, wished), `${LANGUAGE}-GB`, {
    type: last === 'and' ? 'conjunction' : 'disjunction',
  }).format(texts)

/** The forms of a text by number. English has `one` and `other`; other languages have up to six. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** The form for a number: `plural(count, { one: '1 device', other: `${shown} devices` })`. */
export function plural(count: number, forms: PluralForms): string {
  const rules = cached('plural', (tag, wished) => new Intl.PluralRules(tag, wished), LANGUAGE, {})
  return forms[rules.select(count)] ?? forms.other
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
  if (!Number.isFinite(value)) return '–'
  return numberFormat({ maximumFractionDigits: 1 }, locale).format(value)
}

/** Dollars, the currency of all prices: "$49.00". */
export const formatDollars = (amount: number): string =>
  numberFormat({ style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }).format(amount)

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
  const number = numberFormat({ maximumFractionDigits: digits }, locale).format(Math.sign(bytes) * value)
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
  return `${numberFormat({ maximumFractionDigits: digits }, locale).format(value)} ${units[unit] ?? 'B'}`
}

/** Parts of a duration: "2 min 14 s". */
const durationOf = (...parts: readonly (readonly [number, string])[]): string =>
  cached('list', (tag, wished) => new Intl.ListFormat(tag, wished), LANGUAGE, {
    type: 'unit',
    style: 'narrow',
  }).format(parts.map(([count, symbol]) => `${formatNumber(count)} ${symbol}`))

/** A duration in its two largest units: 134000 → "2 min 14 s". Below a second: "350 ms". */
export function formatDuration(ms: number): string {
  if (!Number.isFinite(ms)) return '–'
  const length = Math.abs(ms)
  if (length < SECOND) return durationOf([Math.round(length), 'ms'])
  const first = steps.findIndex((step) => length >= step.ms)
  const large = steps[first]
  if (large === undefined) return durationOf([0, 's'])
  const whole = Math.floor(length / large.ms)
  const small = steps[first + 1]
  const rest = small === undefined ? 0 : Math.floor((length - whole * large.ms) / small.ms)
  return small === undefined || rest === 0
    ? durationOf([whole, large.symbol])
    : durationOf([whole, large.symbol], [rest, small.symbol])
}

/** A duration in its largest unit, rounded down: 9000000 → "2 h". */
export function formatSpan(ms: number): string {
  const length = Math.abs(ms)
  const step = steps.find(({ ms: size }) => length >= size)
  return step === undefined ? durationOf([0, 's']) : durationOf([Math.floor(length / step.ms), step.symbol])
}

export interface InstantOptions {
  /** IANA name; default: the person's time zone. */
  timeZone?: string | undefined
  seconds?: boolean
}

/** A time with date and time zone: "20 Nov 2026, 14:32:07 UTC". */
export function formatInstant(
  value: TimeValue,
  { timeZone: zone, seconds = true }: InstantOptions = {},
): string {
  const at = toInstant(value)
  if (Number.isNaN(at)) return '–'
  return dateFormat({
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...clock(seconds),
    timeZoneName: 'short',
    ...(zone !== undefined && { timeZone: zone }),
  }).format(at)
}

/** The person's time zone at a time, short: "UTC", "CET". */
export function timeZoneName(at: number): string {
  const parts = dateFormat({ timeZoneName: 'short' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
}

/** Where the zone of a time is named: in its text, or beside it, such as in the heading of a list or the note of a chart. */
export interface ZoneOptions extends InstantOptions {
  zone: 'named' | 'beside'
}

/** The time of day: "14:05 CET"; where the zone stands beside it "14:05", or "14:05:09". */
export function formatTime(
  value: TimeValue,
  { timeZone: chosen, seconds = false, zone }: ZoneOptions,
): string {
  const at = toInstant(value)
  if (Number.isNaN(at)) return '–'
  return dateFormat({
    ...clock(seconds),
    ...(zone === 'named' && { timeZoneName: 'short' }),
    ...(chosen !== undefined && { timeZone: chosen }),
  }).format(at)
}

/** Date and time for recent times: "20 Nov, 14:05 CET"; for axes only the time, or at midnight the date. */
export function formatDayTime(
  value: TimeValue,
  { timeZone: chosen, short = false, zone }: ZoneOptions & { short?: boolean },
): string {
  const at = toInstant(value)
  if (Number.isNaN(at)) return '–'
  const inZone = chosen !== undefined && { timeZone: chosen }
  const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', ...inZone }
  if (short && minuteOfDay(at, chosen) === 0) return dateFormat(day).format(at)
  if (short) return formatTime(at, { timeZone: chosen, zone })
  return dateFormat({
    ...day,
    ...clock(false),
    ...(zone === 'named' && { timeZoneName: 'short' }),
  }).format(at)
}

/** A month in the person's time zone, in the format of invoices: "November 2026". */
export function formatMonth(value: TimeValue): string {
  const at = toInstant(value)
  if (Number.isNaN(at)) return '–'
  return dateFormat({ month: 'long', year: 'numeric' }, LANGUAGE).format(at)
}

/** The date in the person's time zone, in ISO format. */
export function localDate(at: number): string {
  if (Number.isNaN(toInstant(at))) return '–'
  // The Swedish date format is the ISO format.
  return dateFormat({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE').format(at)
}

/** A date, independent of the time zone: "20 Nov 2026". Takes an ISO date. */
export function formatDay(date: string): string {
  const at = Date.parse(date)
  if (Number.isNaN(at)) return '–'
  return dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(at)
}

/** A time as fields for `datetime-local` have it, in the person's time zone: "2026-11-20T14:05". */
export function toLocalInput(at: number): string {
  if (Number.isNaN(toInstant(at))) return ''
  const time = dateFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, 'sv-SE').format(at)
  return `${localDate(at)}T${time}`
}

/** The reverse; null if invalid. Of an hour that comes twice, the first; of one that is left out, the time after it. */
export function fromLocalInput(local: string): number | null {
  const asUtc = local === '' ? Number.NaN : Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return null
  const found = [asUtc - zoneOffset(asUtc - DAY), asUtc - zoneOffset(asUtc + DAY)]
  return found.find((at) => at + zoneOffset(at) === asUtc) ?? Math.max(...found)
}

/** Minutes since midnight in a time zone; default: the person's. */
export function minuteOfDay(at: number, zone?: string): number {
  const text = dateFormat(
    {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      ...(zone !== undefined && { timeZone: zone }),
    },
    'sv-SE',
  ).format(at)
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))
}

/** Milliseconds that clocks in a time zone are ahead of UTC at a time; default: the person's. */
export function zoneOffset(at: number, zone?: string): number {
  const minutes = minuteOfDay(at, zone) - minuteOfDay(at, 'UTC')
  // Clocks differ by -12 to +14 hours, so the days may differ.
  const day = (date: string) => Date.parse(date) / MINUTE
  const days = (name: string | undefined) =>
    day(
      dateFormat(
        {
          year: 'numeric',
          month: '2-digit',
          day: '2-digit',
          ...(name !== undefined && { timeZone: name }),
        },
        'sv-SE',
      ).format(at),
    )
  return (minutes + days(zone) - days('UTC')) * MINUTE
}

/** The name of a country or region in the language of the texts: `DE` → "Germany"; any other text is returned unchanged. */
export function regionName(code: string): string {
  try {
    return (
      cached(
        'region',
        (tag) => new Intl.DisplayNames(tag, { type: 'region', fallback: 'code' }),
        LANGUAGE,
        {},
      ).of(code) ?? code
    )
  } catch {
    return code
  }
}

/** The name of a language in the language of the texts: `fr` → "French"; any other text is returned unchanged. */
export function languageName(code: string): string {
  try {
    return (
      cached(
        'language',
        (tag) => new Intl.DisplayNames(tag, { type: 'language', fallback: 'code' }),
        LANGUAGE,
        {},
      ).of(code) ?? code
    )
  } catch {
    return code
  }
}

/** Upper case by the rules of the language. */
export const upperCase = (text: string): string => text.toLocaleUpperCase(LANGUAGE)

/** A text that ends like a sentence, so that another can follow it: “slow down” → “slow down.” */
export const asSentence = (text: string): string => (/[.!?…:]["”’)]*$/.test(text) ? text : `${text}.`)

/** Truncates a text longer than `limit` to its first `keep` characters and "...". */
export function cutText(text: string, limit: number, keep: number): string {
  if (text.length <= limit) return text
  // A letter has at most two code units.
  const letters = [...text.slice(0, 2 * limit + 2)]
  return letters.length > limit ? `${letters.slice(0, keep).join('')}...` : text
}
