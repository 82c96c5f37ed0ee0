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

/** The marks of the grammar as clients may percent-encode them: `$ ( ) , / : ; = @`. */
const ENCODED_MARK = /%(?:24|28|29|2C|2F|3A|3B|3D|40)/gi

/** A URL with every mark of the grammar as it is; text in quotes stays as it was sent (wire 4.1). */
function withPlainMarks(path: string): string {
  if (path.search(ENCODED_MARK) < 0) return path
  return path
    .split(/('|%27)/)
    .map((part, at) => (at % 4 === 0 ? part.replaceAll(ENCODED_MARK, decodeURIComponent) : part))
    .join('')
}

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
      parsed = odataParser.parse(withPlainMarks(path), { startRule: 'Process' })
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
