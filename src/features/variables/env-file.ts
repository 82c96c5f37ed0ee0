/** One line of a `.env` file; `line` counts from 1. */
export type EnvLine =
  | { line: number; kind: 'pair'; name: string; value: string }
  | { line: number; kind: 'problem'; problem: 'no-equals' | 'unclosed-quote' | 'after-quote' }

/** Between a name and its value; a colon needs a space after it. */
const SEPARATOR = /^(?:export\s+)?[\w.-]+:\s|=/

/**
 * Parses `NAME=value` lines as dotenv does. Supports comments, `export`, `NAME: value`, and values in single, double or back
 * quotes, which may span lines.
 */
export function parseEnvFile(text: string): EnvLine[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const found: EnvLine[] = []
  const unclosed = new Set<Quote>()
  for (let at = 0; at < lines.length; at += 1) {
    const line = at + 1
    const content = (lines[at] ?? '').trim()
    if (content === '' || content.startsWith('#')) continue
    const separator = SEPARATOR.exec(content)
    const equals = separator === null ? -1 : separator.index + separator[0].trimEnd().length - 1
    if (equals < 0) {
      found.push({ line, kind: 'problem', problem: 'no-equals' })
      continue
    }
    const name = content
      .slice(0, equals)
      .replace(/^export\s+/, '')
      .trim()
    const start = content.slice(equals + 1).trimStart()
    const quote = start.charAt(0)
    if (!isQuote(quote)) {
      found.push({ line, kind: 'pair', name, value: withoutComment(start) })
      continue
    }
    const { value, rest, used } = unclosed.has(quote)
      ? { value: undefined, rest: '', used: 0 }
      : quoted(quote, start.slice(1), lines, at + 1)
    if (value === undefined) {
      // Nor is any later one of its kind: reading on to the end for each would take long.
      unclosed.add(quote)
      found.push({ line, kind: 'problem', problem: 'unclosed-quote' })
      continue
    }
    at += used
    found.push(
      /^\s*(#.*)?$/.test(rest)
        ? { line, kind: 'pair', name, value }
        : { line, kind: 'problem', problem: 'after-quote' },
    )
  }
  return found
}

type Quote = '"' | "'" | '`'
const isQuote = (text: string): text is Quote => text === '"' || text === "'" || text === '`'

/** Escapes in double quotes. Before other letters, as in Windows paths, a backslash is a backslash. */
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', '"': '"', '\\': '\\', $: '$' }

/** Reads up to the closing quote, in this line or those from `next` on; `used` is the number of additional lines consumed. */
function quoted(quote: Quote, first: string, lines: readonly string[], next: number) {
  let value = ''
  for (let used = 0; next + used <= lines.length; used += 1) {
    const line = used === 0 ? first : (lines[next + used - 1] ?? '')
    if (used > 0) value += '\n'
    for (let at = 0; at < line.length; at += 1) {
      const char = line.charAt(at)
      if (char === quote) return { value, rest: line.slice(at + 1), used }
      if (char === '\\' && quote === '"' && at + 1 < line.length) {
        at += 1
        const escaped = line.charAt(at)
        value += escapes[escaped] ?? `\\${escaped}`
      } else {
        value += char
      }
    }
  }
  return { value: undefined, rest: '', used: 0 }
}

function withoutComment(text: string): string {
  return text.replace(/(^|\s)#.*$/, '').trim()
}

/** Formats pairs so that `parseEnvFile` and common dotenv parsers read the same values. */
export function formatEnvFile(pairs: readonly { name: string; value: string }[]): string {
  return pairs.map(({ name, value }) => `${name}=${quotedValue(value)}\n`).join('')
}

function quotedValue(value: string): string {
  if (/^[\w.,:/@%+-]*$/.test(value)) return value
  // Single quotes disable all special characters, including the dollar sign.
  if (!/['\n\r]/.test(value)) return `'${value}'`
  const escaped = value
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
  return `"${escaped}"`
}
