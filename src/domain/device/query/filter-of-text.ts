import type { DeviceFilter } from '../device-filters.ts'
import { compileQuery, withText } from './compile-query.ts'
import { parseQuery } from './parse-query.ts'

/** A query's condition; what cannot be read as one is looked for as plain text. */
export function filterOfText(text: string, now: number): DeviceFilter {
  const parsed = parseQuery(text)
  return parsed.ok && parsed.query !== undefined ? compileQuery(parsed.query, now) : withText(text)
}
