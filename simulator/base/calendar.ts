import type { Instant } from './clock.ts'

interface Civil {
  year: number
  /** 1 to 12. */
  month: number
  day: number
  /** 0 is Sunday. */
  weekday: number
  hour: number
  minute: number
  second: number
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const LONG_MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const LONG_WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** The date and time of day in UTC, by arithmetic only (days are counted from 1 March of the year 0). */
export function civil(at: Instant): Civil {
  const days = Math.floor(at / 86_400_000)
  const seconds = Math.floor((at - days * 86_400_000) / 1000)
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const march = Math.floor((5 * dayOfYear + 2) / 153)
  const month = march < 10 ? march + 3 : march - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * march + 2) / 5) + 1,
    weekday: (((days + 4) % 7) + 7) % 7,
    hour: Math.floor(seconds / 3600),
    minute: Math.floor(seconds / 60) % 60,
    second: seconds % 60,
  }
}

export function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** `14:32:07` */
export function timeOfDay(at: Instant): string {
  const { hour, minute, second } = civil(at)
  return `${two(hour)}:${two(minute)}:${two(second)}`
}

/** `Nov 20 14:32:07`, as in journalctl output. */
export function journalStamp(at: Instant): string {
  const { month, day } = civil(at)
  return `${MONTHS[month - 1]} ${two(day)} ${timeOfDay(at)}`
}

/** `Fri Nov 20 14:32:07 UTC 2026` */
export function longDate(at: Instant): string {
  const { weekday, month, day, year } = civil(at)
  return `${WEEKDAYS[weekday]} ${MONTHS[month - 1]} ${String(day).padStart(2)} ${timeOfDay(at)} UTC ${year}`
}

/** Midnight of 1 January. */
function startOfYear(at: Instant): Instant {
  const { year } = civil(at)
  let start = Math.floor(at / 86_400_000) * 86_400_000
  // At most a year of days back.
  while (civil(start - 86_400_000).year === year) start -= 86_400_000
  return start
}

/** `2026-11-20` */
export function isoDate(at: Instant): string {
  const { year, month, day } = civil(at)
  return `${year}-${two(month)}-${two(day)}`
}

/** From 0. */
const dayOfYear = (at: Instant): number => Math.floor((at - startOfYear(at)) / 86_400_000)

/** The Thursday of a week says to which year the week belongs. */
const thursdayOf = (at: Instant, weekday: number): Instant => at + (3 - ((weekday + 6) % 7)) * 86_400_000

/** The common placeholders of `date +FORMAT`. Others are not replaced. */
export function formatDate(format: string, at: Instant): string {
  const { weekday, month, day, year, hour, minute, second } = civil(at)
  const values: Record<string, string> = {
    Y: String(year),
    m: two(month),
    d: two(day),
    e: String(day).padStart(2),
    H: two(hour),
    M: two(minute),
    S: two(second),
    F: isoDate(at),
    T: timeOfDay(at),
    a: WEEKDAYS[weekday] ?? '',
    b: MONTHS[month - 1] ?? '',
    s: String(Math.floor(at / 1000)),
    Z: 'UTC',
    z: '+0000',
    A: LONG_WEEKDAYS[weekday] ?? '',
    B: LONG_MONTHS[month - 1] ?? '',
    h: MONTHS[month - 1] ?? '',
    y: two(year % 100),
    C: two(Math.floor(year / 100)),
    j: format.includes('j') ? String(dayOfYear(at) + 1).padStart(3, '0') : '',
    // The day of the year is only found out for those that need it.
    U: /%[-_0^]?U/.test(format) ? two(Math.floor((dayOfYear(at) + 6 - weekday) / 7)) : '',
    W: /%[-_0^]?W/.test(format) ? two(Math.floor((dayOfYear(at) + 6 - ((weekday + 6) % 7)) / 7)) : '',
    V: /%[-_0^]?V/.test(format) ? two(Math.floor(dayOfYear(thursdayOf(at, weekday)) / 7) + 1) : '',
    G: /%[-_0^]?G/.test(format) ? String(civil(thursdayOf(at, weekday)).year) : '',
    I: two(((hour + 11) % 12) + 1),
    l: String(((hour + 11) % 12) + 1).padStart(2),
    P: hour < 12 ? 'am' : 'pm',
    k: String(hour).padStart(2),
    p: hour < 12 ? 'AM' : 'PM',
    u: String(weekday === 0 ? 7 : weekday),
    w: String(weekday),
    R: `${two(hour)}:${two(minute)}`,
    D: `${two(month)}/${two(day)}/${two(year % 100)}`,
    c: longDate(at).replace(' UTC', ''),
    x: `${two(month)}/${two(day)}/${two(year % 100)}`,
    X: timeOfDay(at),
    N: String(Math.floor(at % 1000) * 1_000_000).padStart(9, '0'),
    n: '\n',
    t: '\t',
    '%': '%',
  }
  return format.replace(/%[-_0^]?(.)/g, (match, letter: string) => {
    const value = values[letter] ?? match
    return match.length === 3 && match[1] === '-' ? value.replace(/^[0 ](?=.)/, '') : value
  })
}
