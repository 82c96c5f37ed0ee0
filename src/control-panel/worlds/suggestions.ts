/** The subset of JSON schema that suggestions need. */
export interface Schema {
  properties?: Readonly<Record<string, Schema | boolean | undefined>>
  items?: Schema | boolean | readonly (Schema | boolean)[]
  enum?: readonly unknown[]
  const?: unknown
  type?: string | readonly string[]
  propertyNames?: Schema | boolean
  anyOf?: readonly (Schema | boolean)[]
  oneOf?: readonly (Schema | boolean)[]
}

export interface Suggestions {
  /** The range that a suggestion replaces. */
  from: number
  to: number
  /** The suggested words. */
  words: readonly string[]
  /** Whether they are keys, which are followed by a value. */
  areKeys: boolean
}

/** A line in block style: indentation, dashes of list entries, key, and the rest. */
const LINE = /^( *)((?:- +)*)(?:([\w-]*)(:(?: +|$))?)?(.*)$/

interface Line {
  indent: number
  isEntry: boolean
  key: string
  hasColon: boolean
  value: string
}

function lineOf(text: string): Line {
  const [, spaces = '', dashes = '', key = '', colon = '', value = ''] = LINE.exec(text) ?? []
  return { indent: spaces.length + dashes.length, isEntry: dashes !== '', key, hasColon: colon !== '', value }
}

/** The alternatives of a schema. */
const alternatives = (schema: Schema | boolean | undefined): readonly Schema[] =>
  typeof schema === 'object'
    ? [schema, ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(alternatives)]
    : []

function below(schemas: readonly Schema[], key: string | null): readonly Schema[] {
  return schemas
    .flatMap(alternatives)
    .flatMap((schema) => (key === null ? [schema.items].flat() : [schema.properties?.[key]]))
    .flatMap(alternatives)
}

const namesOf = ({ enum: names = [], const: only, type }: Schema): string[] => [
  ...names.map(String),
  ...(typeof only === 'string' || typeof only === 'number' ? [String(only)] : []),
  ...(type === 'boolean' ? ['true', 'false'] : []),
]

/** In a longer file each key stroke would take too long. */
const MAX_CHARACTERS = 200_000

/** Suggestions at the caret of a file in block style; null if there are none. */
export function suggestionsAt(text: string, caret: number, schema: Schema): Suggestions | null {
  if (text.length > MAX_CHARACTERS) return null
  const before = text.slice(0, caret).split('\n')
  const current = before.pop() ?? ''
  const line = lineOf(current)
  const path = pathTo(before.map(lineOf), line)
  const here = path.reduce((schemas, key) => below(schemas, key), [schema] as readonly Schema[])
  const typed = line.hasColon ? line.value : line.key
  const areKeys = !line.hasColon
  if (areKeys && line.value !== '') return null
  const words = areKeys
    ? here.flatMap(alternatives).flatMap((each) => [
        ...Object.keys(each.properties ?? {}),
        ...alternatives(each.propertyNames).flatMap(namesOf),
        // A list entry may be a plain value.
        ...(line.isEntry ? namesOf(each) : []),
      ])
    : below(here, line.key).flatMap(alternatives).flatMap(namesOf)
  const taken = areKeys ? siblingsOf(text, before.length, line) : []
  const fitting = [...new Set(words)].filter((word) => word.startsWith(typed) && !taken.includes(word))
  if (fitting.length === 0 || (fitting.length === 1 && fitting[0] === typed)) return null
  return { from: caret - typed.length, to: caret, words: fitting, areKeys }
}

/** The path of keys to a line; null stands for a list. */
function pathTo(lines: readonly Line[], current: Line): readonly (string | null)[] {
  const path: (string | null)[] = current.isEntry ? [null] : []
  let indent = current.isEntry ? current.indent - 2 : current.indent
  let isInEntry = current.isEntry
  for (const line of lines.toReversed()) {
    if (line.key === '' && !line.isEntry) continue
    // The list entry that contains the line.
    if (!isInEntry && line.isEntry && line.indent === indent) {
      path.unshift(null)
      indent -= 2
      isInEntry = true
    } else if (
      (isInEntry ? line.indent <= indent : line.indent < indent) &&
      line.hasColon &&
      line.value === ''
    ) {
      // A list may have the same indentation as its key.
      if (isInEntry && line.isEntry && line.indent > indent) continue
      path.unshift(line.key)
      indent = line.indent
      isInEntry = false
      if (line.isEntry) {
        path.unshift(null)
        indent -= 2
        isInEntry = true
      }
    }
  }
  return path
}

/** Other keys of the same map. */
function siblingsOf(text: string, at: number, current: Line): string[] {
  const lines = text.split('\n').map(lineOf)
  const keys: string[] = []
  const walk = (step: 1 | -1) => {
    if (step === -1 && current.isEntry) return
    for (let index = at + step; index >= 0 && index < lines.length; index += step) {
      const line = lines[index]
      if (line === undefined || (line.key === '' && !line.isEntry)) continue
      if (line.indent < current.indent) return
      if (line.indent > current.indent) continue
      if (step === 1 && line.isEntry) return
      keys.push(line.key)
      if (line.isEntry) return
    }
  }
  walk(-1)
  walk(1)
  return keys
}
