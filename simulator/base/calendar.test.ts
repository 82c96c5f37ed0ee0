import fc from 'fast-check'
import { expect, test } from 'vitest'
import { civil, formatDate, isoDate, journalStamp, longDate, timeOfDay } from './calendar.ts'

test('converts times to dates correctly in every year', () => {
  fc.assert(
    fc.property(fc.integer({ min: -5_000_000_000_000, max: 8_000_000_000_000 }), (at) => {
      const real = new Date(at)
      expect(civil(at)).toEqual({
        year: real.getUTCFullYear(),
        month: real.getUTCMonth() + 1,
        day: real.getUTCDate(),
        weekday: real.getUTCDay(),
        hour: real.getUTCHours(),
        minute: real.getUTCMinutes(),
        second: real.getUTCSeconds(),
      })
    }),
  )
})

test('formats dates like a device', () => {
  const at = Date.UTC(2026, 10, 5, 4, 3, 2)
  expect(timeOfDay(at)).toBe('04:03:02')
  expect(longDate(at)).toBe('Thu Nov  5 04:03:02 UTC 2026')
  expect(journalStamp(at)).toBe('Nov 05 04:03:02')
  expect(isoDate(at)).toBe('2026-11-05')
  expect(formatDate('%Y-%m-%dT%H:%M:%S %a %q 100%%', at)).toBe('2026-11-05T04:03:02 Thu %q 100%')
})
