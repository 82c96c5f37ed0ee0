import odataParser from '@balena/odata-parser'
import type { ODataBinds, ODataQuery } from '@balena/odata-parser'
import { Refusal } from './refusal.ts'

export interface ParsedUrl {
  tree: ODataQuery
  binds: ODataBinds
}

/** A parser that remembers what it has parsed; one for each cloud. */
export type UrlParser = (url: string, path: string) => ParsedUrl

const REMEMBERED_URLS = 500

/**
 * The platform's own parser with a memory of the last few hundred URLs. `path` is what follows the version prefix;
 * `url` is what the error names. Throws 400 `Malformed url: '<url>'` (wire 6).
 */
export function createUrlParser(): UrlParser {
  const remembered = new Map<string, ParsedUrl>()
  return (url, path) => {
    const known = remembered.get(path)
    if (known !== undefined) return known
    let parsed: ParsedUrl
    try {
      parsed = odataParser.parse(path, { startRule: 'Process' })
    } catch {
      throw new Refusal(400, `Malformed url: '${url}'`)
    }
    if (remembered.size >= REMEMBERED_URLS) {
      for (const oldest of remembered.keys()) {
        remembered.delete(oldest)
        break
      }
    }
    remembered.set(path, parsed)
    return parsed
  }
}
