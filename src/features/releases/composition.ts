import { Document, Scalar, visit } from 'yaml'
import { boundedDocument } from '@/files/bounded-yaml.ts'

/** A parsed compose file, or its text if it cannot be parsed. */
export type Composition =
  | { kind: 'parsed'; yaml: string; services: ReadonlyMap<string, { preBuilt: boolean }> }
  | { kind: 'raw'; text: string }

/** Longer texts of old builders are shown as they are: parsing them would block the page. */
const MAX_PARSED = 20_000
/** Longer compositions are written as JSON, which is YAML too. */
const MAX_WRITTEN = 50_000

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Services by name; undefined if this is not a composition. */
function servicesIn(value: unknown): Map<string, { preBuilt: boolean }> | undefined {
  if (!isObject(value)) return undefined
  const { services = {} } = value
  if (!isObject(services)) return undefined
  return new Map(
    Object.entries(services).map(([name, service]) => [
      name,
      { preBuilt: isObject(service) && 'image' in service && !('build' in service) },
    ]),
  )
}

/** Parses a composition, which is usually an object, but text if it is from an old builder. */
export function readComposition(value: unknown): Composition {
  if (typeof value === 'string') {
    const services = servicesIn(parsed(value))
    return services === undefined ? { kind: 'raw', text: value } : { kind: 'parsed', yaml: value, services }
  }
  const services = servicesIn(value)
  try {
    const json = escaped(JSON.stringify(value, null, 2))
    if (services === undefined) return { kind: 'raw', text: json }
    return {
      kind: 'parsed',
      yaml: json.length > MAX_WRITTEN || hasOddKey(value) ? `${json}\n` : yamlOf(value),
      services,
    }
  } catch {
    // Nested so deeply that it cannot be written.
    return { kind: 'raw', text: '' }
  }
}

/** Line breaks of YAML 1.1, and a mark that some readers drop: escaped, they are the same everywhere. */
const SPECIAL = /[\u0085\u2028\u2029\uFEFF]/g
const escaped = (text: string) =>
  text.replace(SPECIAL, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Some readers refuse names with line breaks, or of more than 1,024 characters, where they are not written as JSON. */
function hasOddKey(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasOddKey)
  return (
    isObject(value) &&
    Object.entries(value).some(
      ([key, one]) => key.length > 200 || /[\r\n]/.test(key) || isSpecial(key) || hasOddKey(one),
    )
  )
}

const isSpecial = (text: string) => text.search(SPECIAL) >= 0

/**
 * YAML that readers of version 1.1 and of 1.2 read as the same values: texts that either takes for something else (`no`, `on`,
 * `22:22`, dates, `0o7`, `1_000`) are quoted.
 */
function yamlOf(value: unknown): string {
  const document = new Document(value, { version: '1.2', aliasDuplicateObjects: false })
  visit(document, {
    Scalar(_key, node) {
      const { value: text } = node
      if (typeof text === 'string' && !isPlain(text) && (!text.includes('\n') || isSpecial(text)))
        node.type = Scalar.QUOTE_DOUBLE
    },
  })
  return escaped(document.toString({ lineWidth: 0 }))
}

/** A word that no version of YAML takes for a number, a date, a truth value or nothing. */
const WORD = /^[A-Za-z_./][\w./@=+-]*(?::[A-Za-z_./][\w./@=+-]*)*$/
const RESERVED = /^(?:y|yes|n|no|true|false|on|off|null|~|\.(?:inf|nan)|[-+]?\.\d.*|=|<<)$/i

const isPlain = (text: string): boolean => WORD.test(text) && !RESERVED.test(text)

function parsed(text: string): unknown {
  try {
    return boundedDocument(text, { merge: true, mostCharacters: MAX_PARSED }).document.toJS()
  } catch {
    return undefined
  }
}
