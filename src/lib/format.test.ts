import { afterEach, expect, test, vi } from 'vitest'
import { formatPreferences } from './format-preferences.ts'
import {
  compareText,
  cutText,
  formatDayTime,
  formatDollars,
  formatList,
  fromLocalInput,
  localDate,
  minuteOfDay,
  plural,
  toLocalInput,
  zoneOffset,
  formatBytes,
  formatDay,
  regionName,
  formatDuration,
  formatInstant,
  formatNumber,
  formatPercent,
  formatSpan,
  formatTime,
  toInstant,
} from './format.ts'

const usual = formatPreferences.get()
afterEach(() => formatPreferences.set(usual))
const prefer = (change: Partial<typeof usual>) => formatPreferences.set({ ...usual, ...change })

test.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1024, '1 KiB'],
  [1_395_864_371, '1.3 GiB'],
  [123 * 1024 ** 2, '123 MiB'],
  [1024 ** 2 - 1, '1 MiB'],
  [-2048, '-2 KiB'],
])('%d bytes are shown as %s', (bytes, text) => {
  expect(formatBytes(bytes, 'en-US')).toBe(text)
})

test.each([
  [0, '0 ms'],
  [350, '350 ms'],
  [14_000, '14 s'],
  [134_000, '2 min 14 s'],
  [120_000, '2 min'],
  [6 * 86_400_000 + 3 * 3_600_000 + 59_000, '6 d 3 h'],
  [400 * 86_400_000, '1 y 1 mo'],
  [Number.NaN, '–'],
])('a duration of %d ms is shown as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

test('a span has its largest unit only', () => {
  expect(formatSpan(2 * 3_600_000 + 59 * 60_000)).toBe('2 h')
  expect(formatSpan(-3 * 86_400_000)).toBe('3 d')
  expect(formatSpan(20)).toBe('0 s')
})

test('a share is never rounded to 0 or 100', () => {
  expect(formatPercent(0.2)).toBe('1 %')
  expect(formatPercent(99.9)).toBe('99 %')
  expect(formatPercent(0)).toBe('0 %')
  expect(formatPercent(100)).toBe('100 %')
  expect(formatPercent(91.4)).toBe('91 %')
})

test('a time is shown with its zone, and an invalid one as a dash', () => {
  expect(formatInstant('2026-11-20T14:32:07Z', { timeZone: 'UTC' })).toBe('20 Nov 2026, 14:32:07 UTC')
  expect(formatInstant('yesterday')).toBe('–')
})

test('a time of day is local, and an invalid one is a dash', () => {
  expect(formatTime('2026-03-01T14:05:09Z', { timeZone: 'UTC', zone: 'beside' })).toBe('14:05')
  expect(formatTime('2026-03-01T14:05:09Z', { timeZone: 'UTC', seconds: true, zone: 'beside' })).toBe(
    '14:05:09',
  )
  expect(formatTime('yesterday', { timeZone: 'UTC', zone: 'named' })).toBe('–')
})

test('parses times from numbers, texts and dates', () => {
  expect(toInstant('1970-01-01T00:00:01Z')).toBe(1000)
  expect(toInstant(new Date(1000))).toBe(1000)
  expect(toInstant(1000)).toBe(1000)
})

test('numbers follow the locale', () => {
  expect(formatNumber(1204, 'en-US')).toBe('1,204')
  expect(formatNumber(1204, 'de-DE')).toBe('1.204')
  expect(formatNumber(Infinity)).toBe('–')
})

test('truncates a long text to its first characters and three dots', () => {
  expect(cutText('a'.repeat(21), 20, 17)).toBe(`${'a'.repeat(17)}...`)
  expect(cutText('a'.repeat(20), 20, 17)).toBe('a'.repeat(20))
})

test('a date is the same in every time zone', () => {
  expect(formatDay('2026-11-20')).toBe('20 Nov 2026')
  expect(formatDay('soon')).toBe('–')
})

const WINTER = Date.parse('2026-01-15T23:05:09Z')
const SUMMER = Date.parse('2026-07-15T10:05:09Z')

test.each([
  // zone, hours, region, moment, time, day and time, number, dollars
  ['UTC', 24, 'en-GB', '15 Jan 2026, 23:05:09 UTC', '23:05 UTC', '15 Jan, 23:05 UTC', '12,345.6', '$9.50'],
  [
    'UTC',
    12,
    'en-GB',
    '15 Jan 2026, 11:05:09 pm UTC',
    '11:05 pm UTC',
    '15 Jan, 11:05 pm UTC',
    '12,345.6',
    '$9.50',
  ],
  ['UTC', 24, 'en-US', 'Jan 15, 2026, 23:05:09 UTC', '23:05 UTC', 'Jan 15, 23:05 UTC', '12,345.6', '$9.50'],
  [
    'Asia/Kolkata',
    24,
    'en-IN',
    '16 Jan 2026, 04:35:09 IST',
    '04:35 IST',
    '16 Jan, 04:35 IST',
    '12,345.6',
    '$9.50',
  ],
  [
    'Europe/Berlin',
    24,
    'de-DE',
    '16 Jan 2026, 00:05:09 CET',
    '00:05 CET',
    '16 Jan, 00:05 CET',
    '12.345,6',
    '9,50 $',
  ],
] as const)('in %s with %d hours and the region %s, times and numbers are as there', (...row) => {
  const [timeZone, hours, region, moment, time, dayTime, number, dollars] = row
  prefer({ timeZone, hours, region })
  // Newer data of Unicode separate some parts by a narrow space.
  const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ')
  expect(plain(formatInstant(WINTER))).toBe(moment)
  expect(plain(formatTime(WINTER, { zone: 'named' }))).toBe(time)
  expect(plain(formatDayTime(WINTER, { zone: 'named' }))).toBe(dayTime)
  expect(plain(formatNumber(12_345.6))).toBe(number)
  expect(plain(formatDollars(9.5))).toBe(dollars)
})

test('words of dates stay in the language of the texts, and digits are those of names and versions', () => {
  prefer({ timeZone: 'UTC', region: 'ar-EG' })
  expect(formatInstant(WINTER)).toMatch(/Jan.*2026.*23:05:09/)
  expect(formatNumber(7)).toBe('7')
})

test('the date of a time, and quiet hours, are those of the chosen time zone', () => {
  prefer({ timeZone: 'Asia/Kolkata' })
  expect(localDate(WINTER)).toBe('2026-01-16')
  expect(minuteOfDay(WINTER)).toBe(4 * 60 + 35)
  expect(minuteOfDay(WINTER, 'UTC')).toBe(23 * 60 + 5)
})

test.each([
  ['Pacific/Kiritimati', 14],
  ['Pacific/Pago_Pago', -11],
  ['Asia/Kathmandu', 5.75],
  ['UTC', 0],
])('clocks in %s are %d hours ahead of UTC', (zone, hours) => {
  expect(zoneOffset(WINTER, zone)).toBe(hours * 3_600_000)
})

test('a field for a time shows and takes the chosen time zone, also where clocks change', () => {
  prefer({ timeZone: 'Europe/Berlin' })
  expect(toLocalInput(SUMMER)).toBe('2026-07-15T12:05')
  expect(fromLocalInput('2026-07-15T12:05')).toBe(Date.parse('2026-07-15T10:05:00Z'))
  expect(fromLocalInput('2026-01-16T00:05')).toBe(Date.parse('2026-01-15T23:05:00Z'))
  // The hour that is left out in March, and the one that comes twice in October.
  expect(fromLocalInput('2026-03-29T02:30')).toBe(Date.parse('2026-03-29T01:30:00Z'))
  expect(fromLocalInput('2026-10-25T02:30')).toBe(Date.parse('2026-10-25T00:30:00Z'))
  expect(fromLocalInput('')).toBeNull()
  expect(fromLocalInput('soon')).toBeNull()
})

test('forms by number, lists and the order of names are those of the language', () => {
  const devices = (count: number) => plural(count, { one: '1 device', other: `${count} devices` })
  expect([0, 1, 2, 21].map(devices)).toEqual(['0 devices', '1 device', '2 devices', '21 devices'])
  expect(formatList(['a', 'b', 'c'])).toBe('a, b and c')
  expect(formatList(['a', 'b'], 'or')).toBe('a or b')
  // In Swedish, the order of whose region is only that of dates and numbers, Ä is one of the last letters.
  prefer({ timeZone: 'Europe/Stockholm', hours: 24, region: 'sv-SE' })
  expect(['Zug', 'Ärmel', 'apfel'].toSorted(compareText)).toEqual(['apfel', 'Ärmel', 'Zug'])
})

test('what is stored and cannot be used is left to the browser', () => {
  const read = (stored: unknown) => {
    vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(stored) })
    const found = formatPreferences.get()
    vi.unstubAllGlobals()
    return found
  }
  expect(read({ timeZone: 'Mars/Olympus', hours: 7, region: 'C' })).toEqual({
    timeZone: null,
    hours: 24,
    region: null,
  })
  expect(read('UTC')).toEqual(usual)
})

test('a text that is not a region is its own name', () => {
  expect(regionName('CA')).toBe('Canada')
  // A language whose region nobody knows.
  expect(regionName('tlh')).toBe('tlh')
  expect(regionName('')).toBe('')
})

test('the preferences are worked out once, also in a browser that gives a new list of languages each time', () => {
  vi.stubGlobal('document', {})
  vi.stubGlobal('navigator', {
    get languages() {
      return ['de-DE', 'en']
    },
  })
  expect(formatNumber(1234.5)).toBe('1.234,5')
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  for (let count = 0; count < 20; count++) formatNumber(count)
  expect(made).not.toHaveBeenCalled()
  made.mockRestore()
  vi.unstubAllGlobals()
})
