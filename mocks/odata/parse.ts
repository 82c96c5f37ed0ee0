import odataParser from '@balena/odata-parser'
import type { ODataBinds, ODataQuery } from '@balena/odata-parser'
import { HttpError } from '../base/http-error.ts'

export interface ParsedUrl {
  tree: ODataQuery
  binds: ODataBinds
}

/** A parser with a cache; one per cloud. */
export type UrlParser = (url: string, path: string) => ParsedUrl

const CACHE_SIZE = 500

/** Delimiters of the grammar that clients may percent-encode: `$ ( ) , / : ; = @`. */
const ENCODED_DELIMITER = /%(?:24|28|29|2C|2F|3A|3B|3D|40)/gi

/**
 * Decodes delimiters, except in quoted text, as the hosted platform does; the open-source backend passes them to the parser,
 * which rejects them (docs/platform/data-api.md).
 */
function decodeDelimiters(path: string): string {
  if (path.search(ENCODED_DELIMITER) < 0) return path
  return path
    .split(/('|%27)/)
    .map((part, at) => (at % 4 === 0 ? part.replaceAll(ENCODED_DELIMITER, decodeURIComponent) : part))
    .join('')
}

/** Quoted texts, `$top` and `$skip`, which differ between similar requests. Typed literals such as dates are not replaced. */
const LITERAL =
  /(date|datetime|duration)?(?:'|%27)((?:[^'%]|%(?!27))*)(?:'|%27)|(?<=[?&;]\$(?:top|skip)=)\d+/g

/** A parsed URL, reused for URLs that differ only in these literals. */
interface Form {
  parsed: ParsedUrl
  /** The index of the bind of each literal; undefined when they are ambiguous. */
  positions: readonly number[] | undefined
}

const placeholder = (at: number, isText: boolean) => (isText ? `literal ${at}` : 4_000_000_000 + at)

function positionsIn(binds: ODataBinds, literals: readonly Literal[]): number[] | undefined {
  const hasAliases = Object.keys(binds).length > binds.length
  if (hasAliases) return undefined
  const positions = literals.map(({ isText }, at) => {
    const value = placeholder(at, isText)
    const position = binds.findIndex((bind) => bind[1] === value)
    return binds.findLastIndex((bind) => bind[1] === value) === position ? position : -1
  })
  return positions.includes(-1) ? undefined : positions
}

interface Literal {
  text: string
  isText: boolean
}

/** Replaces the literals of a path with numbered placeholders. */
function formOf(path: string): { form: string; literals: Literal[] } {
  const literals: Literal[] = []
  const form = path.replaceAll(LITERAL, (match, type: string | undefined, quoted: string | undefined) => {
    if (type !== undefined) return match
    const isText = quoted !== undefined
    literals.push({ text: quoted ?? match, isText })
    const value = placeholder(literals.length - 1, isText)
    return isText ? `'${value}'` : String(value)
  })
  return { form, literals }
}

/** The parsed form with the literals of a URL. */
function withLiterals(
  { tree, binds }: ParsedUrl,
  positions: readonly number[],
  literals: readonly Literal[],
): ParsedUrl {
  // Forms with aliases have no positions, so the array is complete.
  const own = [...binds] as ODataBinds
  for (const [at, { text, isText }] of literals.entries()) {
    own[positions[at] ?? -1] = isText ? ['Text', decodeURIComponent(text)] : ['Integer', Number(text)]
  }
  return { tree, binds: own }
}

/**
 * The platform's own parser with a cache of the last few hundred URL forms: URLs that differ only in texts, `$top` and
 * `$skip` are parsed once. `path` is the part after the version prefix; `url` is for error messages. Throws 400
 * `Malformed url: '<url>'` when the URL is invalid (docs/platform/errors.md).
 */
export function createUrlParser({ acceptsEncodedDelimiters = true } = {}): UrlParser {
  const cache = new Map<string, Form>()

  function parsed(path: string, literals: readonly Literal[]): Form {
    const known = cache.get(path)
    if (known !== undefined) return known
    const found = odataParser.parse(path, { startRule: 'Process' })
    const form = { parsed: found, positions: positionsIn(found.binds, literals) }
    const [oldest] = cache.keys()
    if (oldest !== undefined && cache.size >= CACHE_SIZE) cache.delete(oldest)
    cache.set(path, form)
    return form
  }

  return (url, path) => {
    const decoded = acceptsEncodedDelimiters ? decodeDelimiters(path) : path
    const { form, literals } = formOf(decoded)
    try {
      const known = literals.length === 0 ? undefined : parsed(form, literals)
      if (known?.positions !== undefined) return withLiterals(known.parsed, known.positions, literals)
    } catch {
      // Either the URL or only its form is invalid: parsing the URL itself decides.
    }
    try {
      return parsed(decoded, []).parsed
    } catch {
      throw new HttpError(400, `Malformed url: '${url}'`)
    }
  }
}
