import type { DeviceFilter } from '@/domain/device/device-filters.ts'
import { compileQuery, withText } from './compile-query.ts'
import { parseQuery } from './parse-query.ts'

/** The filter of a query; text that is not a valid query is searched literally. */
export function filterOfText(text: string, now: number): DeviceFilter {
  const parsed = parseQuery(text)
  return parsed.ok && parsed.query !== undefined ? compileQuery(parsed.query, now) : withText(text)
}
