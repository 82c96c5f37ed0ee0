import odataParser from '@balena/odata-parser'
import type { ODataBinds, ODataQuery } from '@balena/odata-parser'
import { HttpError } from './http-error.ts'

export interface ParsedUrl {
  tree: ODataQuery
  binds: ODataBinds
}

/** A parser with a cache; one per cloud. */
export type UrlParser = (url: string, path: string) => ParsedUrl

const REMEMBERED_URLS = 500

/** Delimiters of the grammar that clients may percent-encode: `$ ( ) , / : ; = @`. */
const ENCODED_MARK = /%(?:24|28|29|2C|2F|3A|3B|3D|40)/gi

/** A URL with decoded delimiters; quoted text is not changed (docs/platform/data-api.md). */
function withPlainMarks(path: string): string {
  if (path.search(ENCODED_MARK) < 0) return path
  return path
    .split(/('|%27)/)
    .map((part, at) => (at % 4 === 0 ? part.replaceAll(ENCODED_MARK, decodeURIComponent) : part))
    .join('')
}

/** Quoted texts, `$top` and `$skip`: the parts that differ between similar requests. Dates are not replaced. */
const LITERAL =
  /(date|datetime|duration)?(?:'|%27)((?:[^'%]|%(?!27))*)(?:'|%27)|(?<=[?&;]\$(?:top|skip)=)\d+/g

/** A parsed URL, reused for URLs that differ only in these literals. */
interface Form {
  parsed: ParsedUrl
  /** The position of each literal among the binds; undefined when they are ambiguous. */
  places: readonly number[] | undefined
}

const standIn = (at: number, isText: boolean) => (isText ? `literal ${at}` : 4_000_000_000 + at)

function placesIn(binds: ODataBinds, literals: readonly Literal[]): number[] | undefined {
  const hasAliases = Object.keys(binds).length > binds.length
  if (hasAliases) return undefined
  const places = literals.map(({ isText }, at) => {
    const wanted = standIn(at, isText)
    const place = binds.findIndex((bind) => bind[1] === wanted)
    return binds.findLastIndex((bind) => bind[1] === wanted) === place ? place : -1
  })
  return places.includes(-1) ? undefined : places
}

interface Literal {
  text: string
  isText: boolean
}

/** A path with numbered placeholders for its literals. */
function formOf(path: string): { form: string; literals: Literal[] } {
  const literals: Literal[] = []
  const form = path.replaceAll(LITERAL, (whole, type: string | undefined, quoted: string | undefined) => {
    if (type !== undefined) return whole
    const isText = quoted !== undefined
    literals.push({ text: quoted ?? whole, isText })
    const instead = standIn(literals.length - 1, isText)
    return isText ? `'${instead}'` : String(instead)
  })
  return { form, literals }
}

/** The parsed form with the literals of a URL. */
function filled(
  { tree, binds }: ParsedUrl,
  places: readonly number[],
  literals: readonly Literal[],
): ParsedUrl {
  // A cached form has no aliases.
  const own = [...binds] as ODataBinds
  for (const [at, { text, isText }] of literals.entries()) {
    own[places[at] ?? -1] = isText ? ['Text', decodeURIComponent(text)] : ['Integer', Number(text)]
  }
  return { tree, binds: own }
}

/**
 * The platform's own parser with a cache of the last few hundred URL forms: URLs that differ only in texts, `$top` and
 * `$skip` are parsed once. `path` is the part after the version prefix; `url` is for error messages. Throws 400
 * `Malformed url: '<url>'` (docs/platform/errors.md).
 */
export function createUrlParser(): UrlParser {
  const remembered = new Map<string, Form>()

  function parsed(path: string, literals: readonly Literal[]): Form {
    const known = remembered.get(path)
    if (known !== undefined) return known
    const found = odataParser.parse(path, { startRule: 'Process' })
    const form = { parsed: found, places: placesIn(found.binds, literals) }
    if (remembered.size >= REMEMBERED_URLS) {
      for (const oldest of remembered.keys()) {
        remembered.delete(oldest)
        break
      }
    }
    remembered.set(path, form)
    return form
  }

  return (url, path) => {
    const plain = withPlainMarks(path)
    const { form, literals } = formOf(plain)
    try {
      const known = literals.length === 0 ? undefined : parsed(form, literals)
      if (known?.places !== undefined) return filled(known.parsed, known.places, literals)
    } catch {
      // The URL is invalid itself, or contains a text where none is allowed: parsing it below shows that.
    }
    try {
      return parsed(plain, []).parsed
    } catch {
      throw new HttpError(400, `Malformed url: '${url}'`)
    }
  }
}
