import type { FileSystem } from '../files/file-system.ts'
import type { Steps } from '../kernel/kernel.ts'
import { calculate } from './arithmetic.ts'
import { declaration } from './declaration.ts'
import { unescaped } from './escapes.ts'
import { ShellFault } from './faults.ts'
import { expandBraces, expandPath, pieceText, splitFields, type Piece } from './fields.ts'
import { hasPattern, patternSource, type PatternPiece } from './pattern.ts'
import { quotedForInput } from './quoting.ts'
import type { ShellState } from './shell-state.ts'
import type { List, Parameter, Part, Word } from './syntax.ts'

/** What expansions need besides the state. */
export interface Expanding {
  state: ShellState
  files: FileSystem
  home: string
  /** The output of a command substitution. */
  capture(list: List): Steps<string>
  /** The path of a file with the output of a list, or of one that is its input. */
  substitute(list: List, isInput: boolean): Steps<string>
}

const text = (value: string, quoted: boolean, splits = false): Piece => ({ text: value, quoted, splits })

/** The arguments that words stand for: braces, variables, splitting and file names. */
export function* expandWords(words: readonly Word[], context: Expanding): Steps<string[]> {
  const { state, files } = context
  const separators = state.get('IFS') ?? ' \t\n'
  const found: string[] = []
  for (const word of words) {
    for (const one of state.dialect === 'bash' && !state.options.has('no brace')
      ? expandBraces(word)
      : [word]) {
      const pieces = yield* expandParts(withTilde(one, context.home), context)
      for (const field of splitFields(pieces, separators)) {
        if (state.options.has('f')) found.push(pieceText(field))
        else {
          const paths = expandPath(field, files, state.cwd, state.options)
          const isNone = hasPattern(field, state.options.has('extglob')) && paths[0] === pieceText(field)
          if (isNone && state.options.has('failglob')) throw new ShellFault(`no match: ${pieceText(field)}`)
          if (!isNone || !state.options.has('nullglob')) found.push(...paths)
        }
      }
    }
  }
  return found
}

/** A word as one text, without splitting and file names. */
export function* expandText(word: Word, context: Expanding): Steps<string> {
  const pieces = yield* expandParts(withTilde(word, context.home), context)
  const separator = (context.state.get('IFS') ?? ' ').slice(0, 1)
  return pieces.map((it) => ('border' in it ? separator : it.text)).join('')
}

/** The value of an assignment, with `~` also after a colon. */
export function* expandAssigned(word: Word, context: Expanding): Steps<string> {
  const parts = word.map((it): Part =>
    it.kind === 'text' && !it.quoted
      ? { ...it, text: it.text.replace(/:~(?=\/|:|$)/g, `:${context.home}`) }
      : it,
  )
  return yield* expandText(parts, context)
}

/** A word as a pattern, in which quoted parts stand for themselves. */
export function* expandPattern(word: Word, context: Expanding): Steps<PatternPiece[]> {
  const pieces = yield* expandParts(withTilde(word, context.home), context)
  return pieces.map((it) =>
    'border' in it ? { text: ' ', quoted: true } : { text: it.text, quoted: it.quoted },
  )
}

function withTilde(word: Word, home: string): Word {
  const [first, ...rest] = word
  const named =
    first?.kind === 'text' && !first.quoted ? /^~(?:root)?(?=\/|$)/.exec(first.text)?.[0] : undefined
  if (first?.kind !== 'text' || named === undefined) return word
  if (first.text === named && rest.length > 0) {
    const next = rest[0]
    if (next?.kind !== 'text' || !next.text.startsWith('/')) return word
  }
  return [
    { kind: 'text', text: home, quoted: true },
    { kind: 'text', text: first.text.slice(named.length), quoted: false },
    ...rest,
  ]
}

function* expandParts(word: Word, context: Expanding): Steps<Piece[]> {
  const pieces: Piece[] = []
  for (const part of word) {
    switch (part.kind) {
      case 'text':
        pieces.push(text(part.text, part.quoted))
        break
      case 'command': {
        const output = yield* context.capture(part.list)
        pieces.push(text(output.replace(/\n+$/, ''), part.quoted, !part.quoted))
        break
      }
      case 'process':
        pieces.push(text(yield* context.substitute(part.list, part.isInput), true))
        break
      case 'arithmetic': {
        const value = yield* arithmetic(part.expression, context)
        pieces.push(text(value.toString(), part.quoted, !part.quoted))
        break
      }
      case 'parameter':
        pieces.push(...(yield* parameter(part.parameter, part.quoted, context)))
    }
  }
  return pieces
}

export function* arithmetic(expression: Word, context: Expanding): Steps<bigint> {
  const source = yield* expandText(expression, context)
  return calculate(source, context.state.numbers())
}

function list(
  state: ShellState,
  separator: string,
  quoted: boolean,
  values: readonly string[] = state.parameters,
): Piece[] {
  const pieces: Piece[] = []
  if (values.length === 0 && separator === '@' && quoted) return [{ ...text('', false), isNothing: true }]
  for (const [i, value] of values.entries()) {
    if (i > 0) pieces.push({ border: true })
    pieces.push(text(value, quoted, !quoted))
  }
  if (separator === '@' || !quoted) return pieces
  const joint = (state.get('IFS') ?? ' ').slice(0, 1)
  return [text(values.join(joint), true)]
}

/** The value of a variable or special parameter; undefined when it is not set. */
function shellParameter(name: string, state: ShellState): string | undefined {
  switch (name) {
    case '?':
      return String(state.code)
    case '$':
      return String(state.pid)
    case '!':
      return state.lastBackground === null ? undefined : String(state.lastBackground)
    case '#':
      return String(state.parameters.length)
    case '-':
      return state.flags()
    case '0':
      return state.name
    case '@':
    case '*':
      return state.parameters.length === 0 ? undefined : state.parameters.join(' ')
    case 'PWD':
      return state.cwd
  }
  if (/^\d+$/.test(name)) return state.parameters[Number(name) - 1]
  return state.get(name)
}

/** The key of an item: a number, negative ones from the end, or any text. */
export function* keyOf(name: string, index: Word, context: Expanding): Steps<string> {
  const { state } = context
  if (state.isMap(name)) return yield* expandText(index, context)
  const number = Number(yield* arithmetic(index, context))
  const last = Number(state.items(name).at(-1)?.[0] ?? -1)
  return String(number < 0 ? last + 1 + number : number)
}

function* parameter(
  { name, index, operator, word, second }: Parameter,
  quoted: boolean,
  context: Expanding,
): Steps<Piece[]> {
  const { state } = context
  if (operator === 'bad') throw new ShellFault(`${name}: bad substitution`)
  if (operator === 'names') {
    const names = [...state.variables.keys()].filter((it) => it.startsWith(name)).sort()
    return list(state, index === '*' ? '*' : '@', quoted, names)
  }
  const isArray = index === '@' || index === '*'
  const isList = name === '@' || name === '*' || isArray
  const separator = isArray ? index : name
  const items = isArray ? state.items(name) : []
  const values = isArray ? items.map(([, it]) => it) : state.parameters
  if (isList && operator === '') return list(state, separator, quoted, values)
  if (isArray && operator === 'indirect')
    return list(
      state,
      separator,
      quoted,
      items.map(([key]) => key),
    )
  const key = index === undefined || isArray ? undefined : yield* keyOf(name, index, context)
  const value =
    key === undefined
      ? isArray
        ? values.length === 0
          ? undefined
          : values.join(' ')
        : shellParameter(name, state)
      : state.items(name).find(([it]) => it === key)?.[1]
  const show = (shown: string): Piece[] => [text(shown, quoted, !quoted)]
  const nested = function* (): Steps<Piece[]> {
    const pieces = yield* expandParts(withTilde(word, context.home), context)
    return pieces.map((it) =>
      'border' in it ? it : { text: it.text, quoted: quoted || it.quoted, splits: !quoted && !it.quoted },
    )
  }
  if (
    value === undefined &&
    !isList &&
    state.options.has('u') &&
    (operator === 'length' || operator === 'indirect')
  )
    throw new ShellFault(`${name}: unbound variable`, 1, true)
  if (operator === 'length') return show(String(isList ? values.length : (value ?? '').length))
  if (operator === 'indirect') {
    // A name, perhaps with an index; a position or one of the special parameters.
    const target = /^(?:[A-Za-z_]\w*(?:\[(.+)\])?|\d+|[@*#?$!-])$/.exec(value ?? '')
    if (value === undefined && /^\D/.test(name))
      throw new ShellFault(`${name}: invalid indirect expansion`, 1, 'never')
    if (value !== undefined && !target) throw new ShellFault(`${value}: invalid variable name`, 1, 'never')
    if (value === '@' || value === '*') return list(state, value, quoted, state.parameters)
    if (target?.[1] !== undefined)
      return show(state.items((value ?? '').replace(/\[.*$/, '')).find(([it]) => it === target[1])?.[1] ?? '')
    const found = shellParameter(value ?? '', state)
    if (found === undefined && state.options.has('u'))
      throw new ShellFault(`!${name}: unbound variable`, 1, true)
    return show(found ?? '')
  }
  if (operator.startsWith('@')) {
    const shown = (values.length > 0 && isList ? values : value === undefined ? [] : [value]).map((it) =>
      transformed(operator, name, it, state),
    )
    return isList ? list(state, separator, quoted, shown) : shown.length === 0 ? [] : show(shown[0] ?? '')
  }
  const isMissing = value === undefined || (operator.startsWith(':') && value === '')
  switch (operator.replace(/^:(?=.)/, '')) {
    case '-':
      return isMissing ? yield* nested() : isList ? list(state, separator, quoted, values) : show(value)
    case '+':
      return isMissing ? (quoted ? [text('', true)] : []) : yield* nested()
    case '=': {
      if (!isMissing) return show(value)
      const assigned = yield* expandText(word, context)
      if (key === undefined) state.set(name, assigned)
      else state.setItem(name, key, assigned)
      return show(assigned)
    }
    case '?': {
      if (!isMissing) return show(value)
      const message = yield* expandText(word, context)
      const ofEmpty = state.dialect === 'bash' ? 'parameter null or not set' : 'parameter not set or null'
      const otherwise = operator.startsWith(':') ? ofEmpty : 'parameter not set'
      throw new ShellFault(
        `${name}: ${message === '' ? otherwise : message}`,
        state.dialect === 'bash' ? 1 : 2,
        true,
      )
    }
  }
  if (value === undefined && !isList && state.options.has('u'))
    throw new ShellFault(
      `${name}: ${state.dialect === 'bash' ? 'unbound variable' : 'parameter not set'}`,
      state.dialect === 'bash' ? 1 : 2,
      true,
    )
  if (operator === '') return value === undefined && !quoted ? [] : show(value ?? '')
  if (operator === ':') {
    const all = isArray ? values : isList ? [state.name, ...values] : null
    const pieces = yield* slice(all, value ?? '', word, second, quoted, context)
    return isList ? joined(pieces, separator, quoted, state) : pieces
  }
  const change = yield* replacement(operator, word, second, context)
  if (!isList) return show(change(value ?? ''))
  const pieces = values.flatMap((it, i): Piece[] => [
    ...(i > 0 ? [{ border: true } as const] : []),
    text(change(it), quoted, !quoted),
  ])
  return joined(pieces, separator, quoted, state)
}

/** `"${*…}"` is one word, joined by the first character of IFS. */
function joined(pieces: Piece[], separator: string, quoted: boolean, state: ShellState): Piece[] {
  if (!quoted || separator === '@') return pieces
  const joint = (state.get('IFS') ?? ' ').slice(0, 1)
  return [text(pieces.map((it) => ('border' in it ? joint : it.text)).join(''), true)]
}

function* slice(
  all: readonly string[] | null,
  value: string,
  word: Word,
  second: Word | null,
  quoted: boolean,
  context: Expanding,
): Steps<Piece[]> {
  const from = Number(yield* arithmetic(word, context))
  const length = second === null ? undefined : Number(yield* arithmetic(second, context))
  if (all !== null) {
    const end = length === undefined ? undefined : from + length
    return all
      .slice(from, end)
      .flatMap((it, i): Piece[] => [...(i > 0 ? [{ border: true } as const] : []), text(it, quoted, !quoted)])
  }
  const start = from < 0 ? value.length + from : from
  if (start < 0) return [text('', quoted, !quoted)]
  const end = length === undefined ? value.length : length < 0 ? value.length + length : start + length
  return [text(value.slice(start, Math.max(start, end)), quoted, !quoted)]
}

function* replacement(
  operator: string,
  word: Word,
  second: Word | null,
  context: Expanding,
): Steps<(value: string) => string> {
  const pieces = yield* expandPattern(word, context)
  const source = patternSource(pieces, { extended: context.state.options.has('extglob') })
  switch (operator) {
    case '#':
    case '##': {
      const test = new RegExp(`^(?:${source})$`)
      return (value) => {
        const lengths = Array.from({ length: value.length + 1 }, (_, i) => i)
        if (operator === '##') lengths.reverse()
        const cut = lengths.find((length) => test.test(value.slice(0, length)))
        return cut === undefined ? value : value.slice(cut)
      }
    }
    case '%':
    case '%%': {
      const test = new RegExp(`^(?:${source})$`)
      return (value) => {
        const starts = Array.from({ length: value.length + 1 }, (_, i) => i)
        if (operator === '%') starts.reverse()
        const cut = starts.find((start) => test.test(value.slice(start)))
        return cut === undefined ? value : value.slice(0, cut)
      }
    }
    case '^':
    case '^^':
    case ',':
    case ',,': {
      const test = new RegExp(`^(?:${source === '' ? '[\\s\\S]' : source})$`)
      const turned = (char: string) =>
        test.test(char) ? (operator.startsWith('^') ? char.toUpperCase() : char.toLowerCase()) : char
      return (value) =>
        operator.length === 2 ? [...value].map(turned).join('') : turned(value.slice(0, 1)) + value.slice(1)
    }
  }
  const by = second === null ? '' : yield* expandText(second, context)
  if (source === '' && !/^\/[#%]$/.test(operator)) return (value) => value
  const place = operator === '/#' ? `^(?:${source})` : operator === '/%' ? `(?:${source})$` : source
  const test = new RegExp(place, operator === '//' ? 'g' : '')
  return (value) => value.replace(test, () => by)
}

/** `${name@Q}` and its relatives. */
function transformed(operator: string, name: string, value: string, state: ShellState): string {
  switch (operator) {
    case '@U':
      return value.toUpperCase()
    case '@u':
      return value.slice(0, 1).toUpperCase() + value.slice(1)
    case '@L':
      return value.toLowerCase()
    case '@Q':
      return quotedForInput(value, false)
    case '@E':
      return unescaped(value).text
    case '@A': {
      const variable = state.variables.get(name)
      const isPlain =
        variable === undefined ||
        (!variable.items && !variable.exported && !variable.readonly && variable.form === undefined)
      return isPlain
        ? `${name}=${quotedForInput(value, false)}`
        : declaration(name, variable)
            .trimEnd()
            .replace(/="([^"]*)"$/s, (_match, it: string) => `=${quotedForInput(it, false)}`)
    }
    default:
      return value
  }
}
