import { expect, test } from 'vitest'
import {
  cutText,
  formatBytes,
  formatDay,
  formatDuration,
  formatMoment,
  formatNumber,
  formatPercent,
  formatSpan,
  formatTime,
  toInstant,
} from './format.ts'

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
  expect(formatMoment('2026-11-20T14:32:07Z', { timeZone: 'UTC' })).toBe('20 Nov 2026, 14:32:07 UTC')
  expect(formatMoment('yesterday')).toBe('–')
})

test('a time of day is local, and an invalid one is a dash', () => {
  expect(formatTime('2026-03-01T14:05:09Z', { timeZone: 'UTC' })).toBe('14:05')
  expect(formatTime('2026-03-01T14:05:09Z', { timeZone: 'UTC', seconds: true })).toBe('14:05:09')
  expect(formatTime('yesterday', { timeZone: 'UTC' })).toBe('–')
})

test('parses times from numbers, texts and dates', () => {
  expect(toInstant('1970-01-01T00:00:01Z')).toBe(1000)
  expect(toInstant(new Date(1000))).toBe(1000)
  expect(toInstant(1000)).toBe(1000)
})

test('numbers follow the locale', () => {
  expect(formatNumber(1204, 'en-US')).toBe('1,204')
  expect(formatNumber(1204, 'de-DE')).toBe('1.204')
})

test('truncates a long text to its first characters and three dots', () => {
  expect(cutText('a'.repeat(21), 20, 17)).toBe(`${'a'.repeat(17)}...`)
  expect(cutText('a'.repeat(20), 20, 17)).toBe('a'.repeat(20))
})

test('a date is the same in every time zone', () => {
  expect(formatDay('2026-11-20')).toBe('20 Nov 2026')
  expect(formatDay('soon')).toBe('–')
})
