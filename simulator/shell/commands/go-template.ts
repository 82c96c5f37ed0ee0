/** The values of a template such as `{{.Names}}\t{{.Status}}` or `{{json .State}}`. */
export function filled(template: string, value: unknown): string {
  const text = template
    .replace(/^table\s+/, '')
    .replace(/\\t/g, '\t')
    .replace(/\\n/g, '\n')
  const tokens: { action: boolean; text: string }[] = []
  let from = 0
  for (const match of text.matchAll(/\{\{-?\s*([\s\S]*?)\s*-?\}\}/g)) {
    tokens.push(
      { action: false, text: text.slice(from, match.index) },
      { action: true, text: match[1] ?? '' },
    )
    from = match.index + match[0].length
  }
  tokens.push({ action: false, text: text.slice(from) })
  const state = { at: 0 }
  return render(tokens, state, { dot: value, root: value, variables: new Map() }, true)
}

export class TemplateProblem extends Error {}

interface Scope {
  dot: unknown
  root: unknown
  variables: Map<string, unknown>
}

type Tokens = readonly { action: boolean; text: string }[]

function render(tokens: Tokens, state: { at: number }, scope: Scope, isTop = false): string {
  let result = ''
  while (state.at < tokens.length) {
    const token = tokens[state.at]
    if (!token) break
    if (!token.action) {
      result += token.text
      state.at++
      continue
    }
    if (token.text === 'end' || /^else\b/.test(token.text)) {
      if (isTop) throw new TemplateProblem(`unexpected {{${token.text}}}`)
      return result
    }
    state.at++
    const block = /^(range|if|with)\s+([\s\S]*)$/.exec(token.text)
    result += block
      ? renderBlock(tokens, state, scope, block[1] ?? '', block[2] ?? '')
      : shown(evaluated(token.text, scope))
  }
  if (!isTop) throw new TemplateProblem('unexpected EOF')
  return result
}

function renderBlock(
  tokens: Tokens,
  state: { at: number },
  scope: Scope,
  kind: string,
  text: string,
): string {
  const start = state.at
  const named = /^(?:(\$\w+)\s*,\s*)?(\$\w+)\s*:=\s*([\s\S]*)$/.exec(text)
  const value = evaluated(named?.[3] ?? text, scope)
  const run = (dot: unknown, key?: unknown): string => {
    state.at = start
    const variables = new Map(scope.variables)
    if (named?.[1] !== undefined) variables.set(named[1], key)
    if (named?.[2] !== undefined) variables.set(named[2], dot)
    return render(tokens, state, { ...scope, dot, variables })
  }
  let result = ''
  const items: [unknown, unknown][] =
    kind === 'range'
      ? Array.isArray(value)
        ? value.map((it: unknown, i): [unknown, unknown] => [i, it])
        : isRecord(value)
          ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
          : []
      : truthy(value)
        ? [['', kind === 'with' ? value : scope.dot]]
        : []
  for (const [key, item] of items) result += run(item, key)
  // The parts that are not shown are still passed over.
  if (items.length === 0) run(kind === 'range' ? undefined : scope.dot)
  if (tokens[state.at]?.text.startsWith('else') === true) {
    state.at++
    const other = render(tokens, state, scope)
    if (items.length === 0) result = other
  }
  state.at++
  return result
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function truthy(value: unknown): boolean {
  return !(
    value === undefined ||
    value === null ||
    value === false ||
    value === '' ||
    value === 0 ||
    (Array.isArray(value) && value.length === 0)
  )
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return '<no value>'
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return `[${value.map(shown).join(' ')}]`
  if (isRecord(value))
    return `map[${Object.entries(value)
      .map(([key, it]) => `${key}:${shown(it)}`)
      .join(' ')}]`
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function evaluated(text: string, scope: Scope): unknown {
  const stages = text.split(/\s*\|\s*(?=(?:[^"]*"[^"]*")*[^"]*$)/)
  let value: unknown
  for (const [i, stage] of stages.entries()) {
    const words = stage.match(/\((?:[^()]|\([^()]*\))*\)[.\w]*|"(?:[^"\\]|\\.)*"|\S+/g) ?? []
    const [first = '', ...args] = words
    const values = args.map((it) => operand(it, scope))
    if (i > 0) values.push(value)
    value =
      /^[a-z]/.test(first) && !/^(?:true|false|nil)$/.test(first)
        ? call(first, values)
        : operand(first, scope)
  }
  return value
}

function operand(word: string, scope: Scope): unknown {
  if (word.startsWith('"'))
    return word.slice(1, -1).replace(/\\n/g, '\n').replace(/\\t/g, '\t').replace(/\\(.)/g, '$1')
  if (/^-?\d+$/.test(word)) return Number(word)
  if (word.startsWith('(')) {
    const end = word.lastIndexOf(')')
    return member(evaluated(word.slice(1, end), scope), word.slice(end + 1))
  }
  const variable = /^(\$\w*)(.*)$/.exec(word)
  if (variable)
    return member(
      variable[1] === '$' ? scope.root : scope.variables.get(variable[1] ?? ''),
      variable[2] ?? '',
    )
  return word === '.' ? scope.dot : word.startsWith('.') ? member(scope.dot, word) : word
}

function member(value: unknown, path: string): unknown {
  let found = value
  for (const name of path.split('.').filter((it) => it !== ''))
    found = isRecord(found) && Object.hasOwn(found, name) ? found[name] : undefined
  return found
}

function call(name: string, args: readonly unknown[]): unknown {
  const [first, second] = args
  switch (name) {
    case 'json':
      return JSON.stringify(first)
    case 'prettyjson':
      return JSON.stringify(first, null, 2)
    case 'len':
      return Array.isArray(first) || typeof first === 'string'
        ? first.length
        : isRecord(first)
          ? Object.keys(first).length
          : 0
    case 'index':
      return args
        .slice(1)
        .reduce<unknown>(
          (found, key) =>
            Array.isArray(found)
              ? (found[Number(key)] as unknown)
              : member(found, '') === found && isRecord(found)
                ? itemOf(found, String(key))
                : undefined,
          first,
        )
    case 'join':
      return Array.isArray(first) ? first.map(shown).join(shown(second)) : shown(first)
    case 'split':
      return shown(first).split(shown(second))
    case 'upper':
      return shown(first).toUpperCase()
    case 'lower':
      return shown(first).toLowerCase()
    case 'title':
      return shown(first).replace(/\b\w/g, (it) => it.toUpperCase())
    case 'eq':
      return args.slice(1).some((it) => it === first)
    case 'ne':
      return first !== second
    case 'not':
      return !truthy(first)
    case 'and':
      return args.find((it) => !truthy(it)) ?? args.at(-1)
    case 'or':
      return args.find(truthy) ?? args.at(-1)
    case 'println':
      return `${args.map(shown).join(' ')}\n`
    case 'print':
      return args.map(shown).join('')
    case 'printf':
      return shown(first).replace(/%[-\d.]*[svdq]/g, () => shown(args[1]))
    case 'truncate':
      return shown(first).slice(0, Number(second))
    default:
      throw new TemplateProblem(`function "${name}" not defined`)
  }
}

/** An item of a map; of one of texts, such as labels, what is missing is an empty text. */
function itemOf(map: Readonly<Record<string, unknown>>, key: string): unknown {
  if (Object.hasOwn(map, key)) return map[key]
  return Object.values(map).every((it) => typeof it === 'string') ? '' : undefined
}
