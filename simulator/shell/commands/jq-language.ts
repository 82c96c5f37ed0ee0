import { formatDate } from '../../base/calendar.ts'
import { valueIn } from '../../base/records.ts'
import { toBase64, fromBase64 } from '../hashes.ts'
import { parseDate } from './files.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

type Filter =
  | { kind: 'identity' | 'recurse' | 'empty' }
  | { kind: 'literal'; value: Json }
  | { kind: 'format'; name: string }
  | { kind: 'text'; parts: (string | Filter)[]; format: string }
  | { kind: 'field'; target: Filter; name: Filter }
  | { kind: 'slice'; target: Filter; from: Filter | null; to: Filter | null }
  | { kind: 'each'; target: Filter }
  | { kind: 'try'; body: Filter; otherwise: Filter | null }
  | { kind: 'pipe' | 'comma' | 'alternative'; left: Filter; right: Filter }
  | { kind: 'binary'; operator: string; left: Filter; right: Filter }
  | { kind: 'update'; operator: string; target: Filter; value: Filter }
  | { kind: 'negative'; value: Filter }
  | { kind: 'array'; body: Filter | null }
  | { kind: 'object'; entries: { key: Filter; value: Filter }[] }
  | { kind: 'if'; branches: { test: Filter; yes: Filter }[]; otherwise: Filter | null }
  | { kind: 'reduce'; source: Filter; name: string; init: Filter; update: Filter }
  | { kind: 'foreach'; source: Filter; name: string; init: Filter; update: Filter; extract: Filter | null }
  | { kind: 'bind'; source: Filter; names: Pattern; body: Filter }
  | { kind: 'variable'; name: string }
  | { kind: 'define'; name: string; parameters: string[]; body: Filter; rest: Filter }
  | { kind: 'call'; name: string; args: Filter[] }

type Pattern = string | { array: Pattern[] } | { object: { key: string; value: Pattern }[] }

export class JqProblem extends Error {
  readonly value: Json

  constructor(value: Json) {
    super(typeof value === 'string' ? value : `${JSON.stringify(value)} (not a string)`)
    this.value = value
  }
}
export class JqSyntax extends Error {}

interface Token {
  kind: 'name' | 'field' | 'number' | 'text' | 'variable' | 'format' | 'operator' | 'end'
  text: string
  parts?: (string | Filter)[]
}

const OPERATOR = /^(?:\?\/\/|\/\/=|\|=|\+=|-=|\*=|\/=|%=|==|!=|<=|>=|\/\/|\.\.|[|,.[\](){}:;=<>+\-*/%?])/

class JqParser {
  readonly #source: string
  #at = 0
  #token: Token

  constructor(source: string) {
    this.#source = source
    this.#token = this.#read()
  }

  program(): Filter {
    if (this.#is('end')) return { kind: 'identity' }
    const filter = this.#pipe()
    if (!this.#is('end')) throw this.#unexpected()
    return filter
  }

  #is(kind: Token['kind']): boolean {
    return this.#token.kind === kind
  }

  #isText(text: string): boolean {
    return this.#token.text === text
  }

  #unexpected(): JqSyntax {
    return new JqSyntax(
      this.#token.kind === 'end'
        ? 'syntax error, unexpected end of file'
        : `syntax error, unexpected '${this.#token.text}'`,
    )
  }

  #read(): Token {
    const skipped = /^(?:\s+|#[^\n]*)+/.exec(this.#source.slice(this.#at))?.[0].length ?? 0
    this.#at += skipped
    const rest = this.#source.slice(this.#at)
    if (rest === '') return { kind: 'end', text: '' }
    if (rest.startsWith('"')) return this.#readText()
    const found: [Token['kind'], RegExp][] = [
      ['field', /^\.[A-Za-z_]\w*/],
      ['number', /^(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/],
      ['variable', /^\$(?:__loc__|[A-Za-z_]\w*)/],
      ['format', /^@[a-z0-9]+/],
      ['name', /^[A-Za-z_]\w*(?:::\w+)*/],
      ['operator', OPERATOR],
    ]
    for (const [kind, test] of found) {
      const text = test.exec(rest)?.[0]
      if (text === undefined) continue
      this.#at += text.length
      return { kind, text }
    }
    throw new JqSyntax(`syntax error, unexpected INVALID_CHARACTER '${rest[0] ?? ''}'`)
  }

  #readText(): Token {
    this.#at++
    const parts: (string | Filter)[] = []
    let text = ''
    for (;;) {
      const char = this.#source[this.#at]
      if (char === undefined) throw new JqSyntax('syntax error, unterminated string')
      this.#at++
      if (char === '"') break
      if (char !== '\\') {
        text += char
        continue
      }
      const next = this.#source[this.#at++] ?? ''
      if (next === '(') {
        parts.push(text)
        text = ''
        const inner = new JqParser(this.#source.slice(this.#at))
        parts.push(inner.#pipe())
        if (inner.#token.text !== ')') throw inner.#unexpected()
        this.#at += inner.#at
      } else if (next === 'u') {
        text += String.fromCharCode(Number.parseInt(this.#source.slice(this.#at, this.#at + 4), 16))
        this.#at += 4
      } else text += { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }[next] ?? next
    }
    parts.push(text)
    return { kind: 'text', text: 'string', parts }
  }

  #next(): Token {
    const token = this.#token
    this.#token = this.#read()
    return token
  }

  #accept(text: string): boolean {
    if (this.#token.text !== text || (this.#token.kind !== 'operator' && this.#token.kind !== 'name'))
      return false
    this.#next()
    return true
  }

  #expect(text: string): void {
    if (!this.#accept(text)) throw this.#unexpected()
  }

  #pipe(): Filter {
    if (this.#token.kind === 'name' && this.#token.text === 'def') return this.#definition()
    const left = this.#comma()
    if (this.#accept('as')) {
      const names = this.#pattern()
      this.#expect('|')
      return { kind: 'bind', source: left, names, body: this.#pipe() }
    }
    return this.#accept('|') ? { kind: 'pipe', left, right: this.#pipe() } : left
  }

  #definition(): Filter {
    this.#next()
    const name = this.#next().text
    const parameters: string[] = []
    if (this.#accept('(')) {
      do parameters.push(this.#next().text)
      while (this.#accept(';'))
      this.#expect(')')
    }
    this.#expect(':')
    const body = this.#pipe()
    this.#expect(';')
    return {
      kind: 'define',
      name: `${name}/${parameters.length}`,
      parameters,
      body,
      rest: this.#token.kind === 'end' ? { kind: 'identity' } : this.#pipe(),
    }
  }

  #pattern(): Pattern {
    if (this.#token.kind === 'variable') return this.#next().text
    if (this.#accept('[')) {
      const array: Pattern[] = []
      do array.push(this.#pattern())
      while (this.#accept(','))
      this.#expect(']')
      return { array }
    }
    this.#expect('{')
    const object: { key: string; value: Pattern }[] = []
    do {
      const token = this.#next()
      const key = token.text.replace(/^\$/, '')
      object.push({
        key: token.kind === 'text' ? plainText(token) : key,
        value: this.#accept(':') ? this.#pattern() : token.text,
      })
    } while (this.#accept(','))
    this.#expect('}')
    return { object }
  }

  #comma(): Filter {
    let left = this.#alternative()
    while (this.#accept(',')) left = { kind: 'comma', left, right: this.#alternative() }
    return left
  }

  #alternative(): Filter {
    const left = this.#update()
    return this.#accept('//') ? { kind: 'alternative', left, right: this.#alternative() } : left
  }

  #update(): Filter {
    const left = this.#or()
    for (const operator of ['=', '|=', '+=', '-=', '*=', '/=', '%=', '//=']) {
      if (this.#token.kind === 'operator' && this.#token.text === operator) {
        this.#next()
        return { kind: 'update', operator, target: left, value: this.#alternative() }
      }
    }
    return left
  }

  #or(): Filter {
    let left = this.#and()
    while (this.#accept('or')) left = { kind: 'binary', operator: 'or', left, right: this.#and() }
    return left
  }

  #and(): Filter {
    let left = this.#comparison()
    while (this.#accept('and')) left = { kind: 'binary', operator: 'and', left, right: this.#comparison() }
    return left
  }

  #comparison(): Filter {
    const left = this.#sum()
    if (this.#token.kind === 'operator' && ['==', '!=', '<', '<=', '>', '>='].includes(this.#token.text))
      return { kind: 'binary', operator: this.#next().text, left, right: this.#sum() }
    return left
  }

  #sum(): Filter {
    let left = this.#product()
    while (this.#token.kind === 'operator' && (this.#token.text === '+' || this.#token.text === '-'))
      left = { kind: 'binary', operator: this.#next().text, left, right: this.#product() }
    return left
  }

  #product(): Filter {
    let left = this.#postfix()
    while (this.#token.kind === 'operator' && ['*', '/', '%'].includes(this.#token.text))
      left = { kind: 'binary', operator: this.#next().text, left, right: this.#postfix() }
    return left
  }

  #postfix(): Filter {
    let target = this.#term()
    for (;;) {
      if (this.#token.kind === 'field')
        target = { kind: 'field', target, name: { kind: 'literal', value: this.#next().text.slice(1) } }
      else if (this.#token.kind === 'operator' && this.#token.text === '.') {
        this.#next()
        if (this.#is('text')) target = { kind: 'field', target, name: this.#string('') }
        else if (!this.#isText('[')) throw this.#unexpected()
      } else if (this.#accept('?')) target = { kind: 'try', body: target, otherwise: null }
      else if (this.#accept('[')) target = this.#bracket(target)
      else return target
    }
  }

  #bracket(target: Filter): Filter {
    if (this.#accept(']')) return { kind: 'each', target }
    if (this.#accept(':')) {
      const to = this.#pipe()
      this.#expect(']')
      return { kind: 'slice', target, from: null, to }
    }
    const name = this.#pipe()
    if (this.#accept(':')) {
      const to = this.#token.text === ']' ? null : this.#pipe()
      this.#expect(']')
      return { kind: 'slice', target, from: name, to }
    }
    this.#expect(']')
    return { kind: 'field', target, name }
  }

  #string(format: string): Filter {
    const { parts = [] } = this.#next()
    const [only] = parts
    return parts.length === 1 && typeof only === 'string'
      ? { kind: 'literal', value: only }
      : { kind: 'text', parts, format }
  }

  #term(): Filter {
    const token = this.#token
    switch (token.kind) {
      case 'number':
        this.#next()
        return { kind: 'literal', value: Number(token.text) }
      case 'text':
        return this.#string('')
      case 'format':
        this.#next()
        return this.#token.kind === 'text' ? this.#string(token.text) : { kind: 'format', name: token.text }
      case 'field':
        this.#next()
        return {
          kind: 'field',
          target: { kind: 'identity' },
          name: { kind: 'literal', value: token.text.slice(1) },
        }
      case 'variable':
        this.#next()
        return { kind: 'variable', name: token.text }
      case 'name':
        return this.#named()
      case 'operator':
        return this.#symbol()
      default:
        throw this.#unexpected()
    }
  }

  #symbol(): Filter {
    const { text } = this.#next()
    switch (text) {
      case '..':
        return { kind: 'recurse' }
      case '.':
        if (this.#token.kind === 'text')
          return { kind: 'field', target: { kind: 'identity' }, name: this.#string('') }
        return { kind: 'identity' }
      case '-':
        return { kind: 'negative', value: this.#postfix() }
      case '(': {
        const body = this.#pipe()
        this.#expect(')')
        return body
      }
      case '[': {
        if (this.#accept(']')) return { kind: 'array', body: null }
        const body = this.#pipe()
        this.#expect(']')
        return { kind: 'array', body }
      }
      case '{':
        return this.#object()
    }
    throw new JqSyntax(`syntax error, unexpected '${text}'`)
  }

  #object(): Filter {
    const entries: { key: Filter; value: Filter }[] = []
    while (!this.#accept('}')) {
      const token = this.#token
      let key: Filter
      let value: Filter
      if (token.kind === 'variable') {
        this.#next()
        key = { kind: 'literal', value: token.text.slice(1) }
        value = { kind: 'variable', name: token.text }
      } else if (token.kind === 'text') {
        key = this.#string('')
        value = { kind: 'field', target: { kind: 'identity' }, name: key }
      } else if (this.#accept('(')) {
        key = this.#pipe()
        this.#expect(')')
        value = key
      } else {
        this.#next()
        if (token.kind !== 'name' && token.kind !== 'format' && token.kind !== 'number')
          throw this.#unexpected()
        key = { kind: 'literal', value: token.text }
        value = { kind: 'field', target: { kind: 'identity' }, name: key }
      }
      if (this.#accept(':')) {
        value = this.#objectValue()
      }
      entries.push({ key, value })
      if (!this.#accept(',') && this.#token.text !== '}') throw this.#unexpected()
    }
    return { kind: 'object', entries }
  }

  #objectValue(): Filter {
    let left = this.#alternative()
    while (this.#accept('|')) left = { kind: 'pipe', left, right: this.#alternative() }
    return left
  }

  #named(): Filter {
    const { text } = this.#next()
    switch (text) {
      case 'if':
        return this.#if()
      case 'try': {
        const body = this.#postfix()
        return { kind: 'try', body, otherwise: this.#accept('catch') ? this.#postfix() : null }
      }
      case 'reduce':
      case 'foreach': {
        const source = this.#postfix()
        this.#expect('as')
        const name = this.#next().text
        this.#expect('(')
        const init = this.#pipe()
        this.#expect(';')
        const update = this.#pipe()
        const extract = text === 'foreach' && this.#accept(';') ? this.#pipe() : null
        this.#expect(')')
        return text === 'reduce'
          ? { kind: 'reduce', source, name, init, update }
          : { kind: 'foreach', source, name, init, update, extract }
      }
      case 'def':
        throw this.#unexpected()
      case 'true':
        return { kind: 'literal', value: true }
      case 'false':
        return { kind: 'literal', value: false }
      case 'null':
        return { kind: 'literal', value: null }
      case 'empty':
        return { kind: 'empty' }
    }
    const args: Filter[] = []
    if (this.#accept('(')) {
      do args.push(this.#pipe())
      while (this.#accept(';'))
      this.#expect(')')
    }
    return { kind: 'call', name: text, args }
  }

  #if(): Filter {
    const branches: { test: Filter; yes: Filter }[] = []
    do {
      const test = this.#pipe()
      this.#expect('then')
      branches.push({ test, yes: this.#pipe() })
    } while (this.#accept('elif'))
    const otherwise = this.#accept('else') ? this.#pipe() : null
    this.#expect('end')
    return { kind: 'if', branches, otherwise }
  }
}

function plainText({ parts }: Token): string {
  const [first] = parts ?? []
  return typeof first === 'string' ? first : ''
}

export function parseJq(source: string): Filter {
  return new JqParser(source).program()
}

interface Closure {
  filter: Filter
  scope: Scope
  parameters: string[]
  /** An argument means what it means where it was given; it is no function that may call itself. */
  isArgument?: true
}

export interface Scope {
  variables: ReadonlyMap<string, Json>
  functions: ReadonlyMap<string, Closure>
  now: number
  inputs: { next(): Json | undefined }
  tick(): void
  environment: Json
}

type Path = Json[]
type Result = { value: Json; path: Path | null }

const typeOf = (value: Json): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
const isTrue = (value: Json) => value !== null && value !== false

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const RANKS = ['null', 'false', 'true', 'number', 'string', 'array', 'object']

function compareJson(a: Json, b: Json): number {
  const rank = (it: Json) => RANKS.indexOf(typeof it === 'boolean' ? String(it) : typeOf(it))
  if (rank(a) !== rank(b)) return rank(a) - rank(b)
  if ((typeof a === 'number' && typeof b === 'number') || (typeof a === 'string' && typeof b === 'string'))
    return a < b ? -1 : a > b ? 1 : 0
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      const order = compareJson(a[i] ?? null, b[i] ?? null)
      if (order !== 0) return order
    }
    return a.length - b.length
  }
  if (isObject(a) && isObject(b)) {
    const [left, right] = [Object.keys(a).sort(), Object.keys(b).sort()]
    const keys = compareJson(left, right)
    if (keys !== 0) return keys
    for (const key of left) {
      const order = compareJson(a[key] ?? null, b[key] ?? null)
      if (order !== 0) return order
    }
  }
  return 0
}

function fail(message: string): never {
  throw new JqProblem(message)
}

const short = (value: Json) => {
  const text = JSON.stringify(value)
  return text.length > 11 ? `${text.slice(0, 10)}...` : text
}

function memberOf(value: Json, key: Json): Json {
  if (value === null && (typeof key === 'string' || typeof key === 'number' || key === null)) return null
  if (isObject(value) && typeof key === 'string')
    return Object.hasOwn(value, key) ? (value[key] ?? null) : null
  if (Array.isArray(value) && typeof key === 'number') return value.at(Math.floor(key)) ?? null
  if (Array.isArray(value) && Array.isArray(key))
    return value.flatMap((_, i) => (compareJson(value.slice(i, i + key.length), key) === 0 ? [i] : []))
  if (isObject(key) && (Array.isArray(value) || typeof value === 'string'))
    return value.slice(...rangeOf(key, value.length))
  return fail(
    typeof key === 'string'
      ? `Cannot index ${typeOf(value)} with "${key}"`
      : `Cannot index ${typeOf(value)} with ${typeOf(key)}`,
  )
}

function rangeOf(key: { [key: string]: Json }, length: number): [number, number] {
  const { start, end } = key
  return [
    typeof start === 'number' ? Math.floor(start) : 0,
    typeof end === 'number' ? Math.ceil(end) : length,
  ]
}

/** The results of a filter, with the paths where they are. */
export function* run(filter: Filter, input: Result, scope: Scope): Generator<Result, void, void> {
  scope.tick()
  switch (filter.kind) {
    case 'identity':
      yield input
      break
    case 'empty':
      break
    case 'recurse':
      yield* recurse(input)
      return
    case 'literal':
      yield plain(filter.value)
      return
    case 'format':
      yield plain(formatValue(filter.name, input.value))
      return
    case 'text':
      yield* textOf(filter.parts, filter.format, input, scope)
      return
    case 'field':
      for (const target of run(filter.target, input, scope))
        for (const { value: key } of run(filter.name, { value: input.value, path: null }, scope))
          yield { value: memberOf(target.value, key), path: target.path && [...target.path, key] }
      return
    case 'slice':
      for (const target of run(filter.target, input, scope))
        for (const { value: from } of filter.from ? run(filter.from, input, scope) : [plain(null)])
          for (const { value: to } of filter.to ? run(filter.to, input, scope) : [plain(null)]) {
            const key = { start: from, end: to }
            if (target.value === null) yield { value: null, path: target.path && [...target.path, key] }
            else yield { value: memberOf(target.value, key), path: target.path && [...target.path, key] }
          }
      return
    case 'each':
      for (const target of run(filter.target, input, scope)) yield* each(target)
      return
    case 'try':
      try {
        yield* run(filter.body, input, scope)
      } catch (problem) {
        if (!(problem instanceof JqProblem)) throw problem
        if (filter.otherwise) yield* run(filter.otherwise, plain(problem.value), scope)
      }
      return
    case 'pipe':
      for (const left of run(filter.left, input, scope)) yield* run(filter.right, left, scope)
      return
    case 'comma':
      yield* run(filter.left, input, scope)
      yield* run(filter.right, input, scope)
      return
    case 'alternative': {
      let found = false
      try {
        for (const it of run(filter.left, input, scope)) {
          if (!isTrue(it.value)) continue
          found = true
          yield it
        }
      } catch (problem) {
        if (!(problem instanceof JqProblem)) throw problem
      }
      if (!found) yield* run(filter.right, input, scope)
      return
    }
    case 'binary':
      yield* binary(filter, input, scope)
      return
    case 'update':
      yield* update(filter, input, scope)
      return
    case 'negative':
      for (const { value } of run(filter.value, input, scope))
        yield plain(
          typeof value === 'number' ? -value : fail(`${typeOf(value)} (${short(value)}) cannot be negated`),
        )
      return
    case 'array':
      yield plain(filter.body ? valuesOf(filter.body, input, scope) : [])
      return
    case 'object':
      yield* objectOf(filter.entries, 0, {}, input, scope)
      return
    case 'if':
      yield* choose(filter, 0, input, scope)
      return
    case 'reduce':
      yield* reduce(filter, input, scope)
      return
    case 'foreach':
      yield* foreach(filter, input, scope)
      return
    case 'bind':
      for (const { value } of run(filter.source, input, scope)) {
        const variables = new Map(scope.variables)
        bind(filter.names, value, variables)
        yield* run(filter.body, input, { ...scope, variables })
      }
      return
    case 'variable': {
      if (filter.name === '$ENV') {
        yield plain(scope.environment)
        return
      }
      const value = scope.variables.get(filter.name)
      if (value === undefined) throw new JqSyntax(`${filter.name} is not defined`)
      yield plain(value)
      return
    }
    case 'define': {
      const functions = new Map(scope.functions)
      const own: Scope = { ...scope, functions }
      functions.set(filter.name, { filter: filter.body, scope: own, parameters: filter.parameters })
      yield* run(filter.rest, input, own)
      return
    }
    case 'call':
      yield* call(filter.name, filter.args, input, scope)
  }
}

const plain = (value: Json): Result => ({ value, path: null })

function valuesOf(filter: Filter, input: Result, scope: Scope): Json[] {
  return Array.from(run(filter, { value: input.value, path: null }, scope), (it) => it.value)
}

function* each({ value, path }: Result): Generator<Result, void, void> {
  if (Array.isArray(value))
    for (const [i, it] of value.entries()) yield { value: it, path: path && [...path, i] }
  else if (isObject(value))
    for (const [key, it] of Object.entries(value)) yield { value: it, path: path && [...path, key] }
  else fail(`Cannot iterate over ${typeOf(value)} (${short(value)})`)
}

function* recurse(input: Result): Generator<Result, void, void> {
  yield input
  if (Array.isArray(input.value) || isObject(input.value)) for (const it of each(input)) yield* recurse(it)
}

function* textOf(
  parts: readonly (string | Filter)[],
  format: string,
  input: Result,
  scope: Scope,
  at = 0,
  before = '',
): Generator<Result, void, void> {
  const part = parts[at]
  if (part === undefined) yield plain(before)
  else if (typeof part === 'string') yield* textOf(parts, format, input, scope, at + 1, before + part)
  else
    for (const { value } of run(part, { value: input.value, path: null }, scope))
      yield* textOf(
        parts,
        format,
        input,
        scope,
        at + 1,
        before + (format === '' ? asText(value) : asText(formatValue(format, value))),
      )
}

const asText = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value))

function formatValue(name: string, value: Json): string {
  const list = () =>
    Array.isArray(value)
      ? value
      : fail(`${typeOf(value)} (${short(value)}) cannot be ${name.slice(1)}-formatted, only an array can be`)
  switch (name) {
    case '@text':
      return asText(value)
    case '@json':
      return JSON.stringify(value)
    case '@csv':
      return list()
        .map((it) =>
          typeof it === 'string' ? `"${it.replaceAll('"', '""')}"` : it === null ? '' : asText(it),
        )
        .join(',')
    case '@tsv':
      return list()
        .map((it) =>
          it === null ? '' : asText(it).replace(/\\/g, '\\\\').replace(/\t/g, '\\t').replace(/\n/g, '\\n'),
        )
        .join('\t')
    case '@sh':
      return (Array.isArray(value) ? value : [value])
        .map((it) => (typeof it === 'string' ? `'${it.replaceAll("'", "'\\''")}'` : asText(it)))
        .join(' ')
    case '@base64':
      return toBase64(asText(value))
    case '@base64d':
      return fromBase64(asText(value)) ?? fail(`${short(value)} is not valid base64 data`)
    case '@uri':
      return encodeURIComponent(asText(value)).replace(
        /[!'()*]/g,
        (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`,
      )
    case '@html':
      return asText(value)
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll("'", '&#39;')
        .replaceAll('"', '&quot;')
    default:
      throw new JqSyntax(`${name.slice(1)} is not a valid format`)
  }
}

function* binary(
  { operator, left, right }: Extract<Filter, { kind: 'binary' }>,
  input: Result,
  scope: Scope,
): Generator<Result, void, void> {
  const own = { value: input.value, path: null }
  if (operator === 'and' || operator === 'or') {
    for (const { value: a } of run(left, own, scope)) {
      if (isTrue(a) === (operator === 'or')) yield plain(operator === 'or')
      else for (const { value: b } of run(right, own, scope)) yield plain(isTrue(b))
    }
    return
  }
  for (const { value: b } of run(right, own, scope))
    for (const { value: a } of run(left, own, scope)) yield plain(combine(operator, a, b))
}

function merged(a: { [key: string]: Json }, b: { [key: string]: Json }): { [key: string]: Json } {
  const merge = ([key, value]: [string, Json]): [string, Json] => {
    const known = valueIn(a, key)
    return [key, known !== undefined && isObject(known) && isObject(value) ? merged(known, value) : value]
  }
  return { ...a, ...Object.fromEntries(Object.entries(b).map(merge)) }
}

function combine(operator: string, a: Json, b: Json): Json {
  switch (operator) {
    case '==':
      return compareJson(a, b) === 0
    case '!=':
      return compareJson(a, b) !== 0
    case '<':
      return compareJson(a, b) < 0
    case '<=':
      return compareJson(a, b) <= 0
    case '>':
      return compareJson(a, b) > 0
    case '>=':
      return compareJson(a, b) >= 0
    case '+':
      if (a === null) return b
      if (b === null) return a
      if (typeof a === 'string' && typeof b === 'string') return a + b
      if (Array.isArray(a) && Array.isArray(b)) return [...a, ...b]
      if (isObject(a) && isObject(b)) return { ...a, ...b }
      break
    case '-':
      if (Array.isArray(a) && Array.isArray(b))
        return a.filter((it) => !b.some((one) => compareJson(it, one) === 0))
      break
    case '*':
      if (isObject(a) && isObject(b)) return merged(a, b)
      if (typeof a === 'string' && typeof b === 'number')
        return b > 0 ? a.repeat(Math.min(10_000, Math.max(1, Math.ceil(b)))) : null
      break
    case '/':
      if (typeof a === 'string' && typeof b === 'string') return a.split(b)
  }
  if (typeof a === 'number' && typeof b === 'number') {
    if (operator === '+') return a + b
    if (operator === '-') return a - b
    if (operator === '*') return a * b
    if (b === 0)
      return fail(
        `${typeOf(a)} (${short(a)}) and ${typeOf(b)} (${short(b)}) cannot be divided because the divisor is zero`,
      )
    return operator === '/' ? a / b : Math.trunc(a) % Math.trunc(b)
  }
  const verbs: Record<string, string> = {
    '+': 'added',
    '-': 'subtracted',
    '*': 'multiplied',
    '/': 'divided',
    '%': 'divided',
  }
  return fail(
    `${typeOf(a)} (${short(a)}) and ${typeOf(b)} (${short(b)}) cannot be ${verbs[operator] ?? 'combined'}`,
  )
}

function getPath(value: Json, path: Path): Json {
  return path.reduce<Json>((found, key) => (found === null ? null : memberOf(found, key)), value)
}

function setPath(value: Json, path: Path, change: (before: Json) => Json): Json {
  const [key, ...rest] = path
  if (key === undefined) return change(value)
  if (isObject(key)) {
    const list = Array.isArray(value)
      ? value
      : value === null
        ? []
        : fail(`Cannot update field at object index of ${typeOf(value)}`)
    const [start, end] = rangeOf(key, list.length)
    const next = setPath(list.slice(start, end), rest, change)
    return [
      ...list.slice(0, start),
      ...(Array.isArray(next) ? next : fail('A slice of an array can only be assigned another array')),
      ...list.slice(end),
    ]
  }
  if (typeof key === 'number') {
    const list = Array.isArray(value)
      ? [...value]
      : value === null
        ? []
        : fail(`Cannot index ${typeOf(value)} with number`)
    const at = key < 0 ? list.length + key : key
    if (at < 0 || at > 100_000) return fail('Out of bounds negative array index')
    while (list.length < at) list.push(null)
    list[at] = setPath(list[at] ?? null, rest, change)
    return list
  }
  if (value !== null && !isObject(value)) return fail(`Cannot index ${typeOf(value)} with "${asText(key)}"`)
  const name = typeof key === 'string' ? key : fail(`Cannot index object with ${typeOf(key)}`)
  return { ...value, [name]: setPath(value === null ? null : (valueIn(value, name) ?? null), rest, change) }
}

function deletePath(value: Json, path: Path): Json {
  const [key, ...rest] = path
  if (key === undefined || value === null) return null
  if (rest.length > 0)
    return getPath(value, [key]) === null ? value : setPath(value, [key], (it) => deletePath(it, rest))
  if (Array.isArray(value) && typeof key === 'number')
    return value.filter((_, i) => i !== (key < 0 ? value.length + key : key))
  if (isObject(value) && typeof key === 'string')
    return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
  if (Array.isArray(value) && isObject(key)) {
    const [start, end] = rangeOf(key, value.length)
    return [...value.slice(0, start), ...value.slice(end)]
  }
  return fail(`Cannot delete field at index of ${typeOf(value)}`)
}

function pathsOf(filter: Filter, input: Json, scope: Scope): Path[] {
  return Array.from(
    run(filter, { value: input, path: [] }, scope),
    (it) => it.path ?? fail('Invalid path expression'),
  )
}

function* update(
  { operator, target, value }: Extract<Filter, { kind: 'update' }>,
  input: Result,
  scope: Scope,
): Generator<Result, void, void> {
  const paths = pathsOf(target, input.value, scope)
  if (operator === '|=') {
    let result = input.value
    for (const path of paths) {
      const [first] = valuesOf(value, plain(getPath(result, path)), scope)
      result = first === undefined ? deletePath(result, path) : setPath(result, path, () => first)
    }
    yield plain(result)
    return
  }
  for (const right of valuesOf(value, input, scope)) {
    let result = input.value
    for (const path of paths) {
      result = setPath(result, path, (before) =>
        operator === '='
          ? right
          : operator === '//='
            ? isTrue(before)
              ? before
              : right
            : combine(operator.slice(0, -1), before, right),
      )
    }
    yield plain(result)
  }
}

function* objectOf(
  entries: readonly { key: Filter; value: Filter }[],
  at: number,
  before: { [key: string]: Json },
  input: Result,
  scope: Scope,
): Generator<Result, void, void> {
  const entry = entries[at]
  if (!entry) {
    yield plain(before)
    return
  }
  for (const { value: key } of run(entry.key, input, scope)) {
    const name =
      typeof key === 'string' ? key : fail(`Object keys must be strings, not ${typeOf(key)} (${short(key)})`)
    for (const { value } of run(entry.value, input, scope))
      yield* objectOf(entries, at + 1, { ...before, [name]: value }, input, scope)
  }
}

function* choose(
  filter: Extract<Filter, { kind: 'if' }>,
  at: number,
  input: Result,
  scope: Scope,
): Generator<Result, void, void> {
  const branch = filter.branches[at]
  if (!branch) {
    if (filter.otherwise) yield* run(filter.otherwise, input, scope)
    else yield input
    return
  }
  for (const { value } of run(branch.test, { value: input.value, path: null }, scope)) {
    if (isTrue(value)) yield* run(branch.yes, input, scope)
    else yield* choose(filter, at + 1, input, scope)
  }
}

function* reduce(
  filter: Extract<Filter, { kind: 'reduce' }>,
  input: Result,
  scope: Scope,
): Generator<Result, void, void> {
  let state: Json = valuesOf(filter.init, input, scope).at(-1) ?? null
  for (const { value } of run(filter.source, input, scope)) {
    state =
      valuesOf(filter.update, plain(state), {
        ...scope,
        variables: new Map([...scope.variables, [filter.name, value]]),
      }).at(-1) ?? null
  }
  yield plain(state)
}

function* foreach(
  filter: Extract<Filter, { kind: 'foreach' }>,
  input: Result,
  scope: Scope,
): Generator<Result, void, void> {
  let state: Json = valuesOf(filter.init, input, scope).at(-1) ?? null
  for (const { value } of run(filter.source, input, scope)) {
    const own = { ...scope, variables: new Map([...scope.variables, [filter.name, value]]) }
    for (const next of valuesOf(filter.update, plain(state), own)) {
      state = next
      yield* filter.extract ? run(filter.extract, plain(state), own) : [plain(state)]
    }
  }
}

function bind(pattern: Pattern, value: Json, variables: Map<string, Json>): void {
  if (typeof pattern === 'string') variables.set(pattern, value)
  else if ('array' in pattern)
    for (const [i, it] of pattern.array.entries()) bind(it, memberOf(value, i), variables)
  else for (const { key, value: it } of pattern.object) bind(it, memberOf(value, key), variables)
}

/** Functions that are written in the language itself. */
const PRELUDE = `
def map(f): [.[] | f];
def select(f): if f then . else empty end;
def recurse(f): def r: ., (f | r); r;
def values: select(. != null);
def nulls: select(. == null);
def strings: select(type == "string");
def numbers: select(type == "number");
def booleans: select(type == "boolean");
def arrays: select(type == "array");
def objects: select(type == "object");
def scalars: select(type != "array" and type != "object");
def iterables: select(type == "array" or type == "object");
def map_values(f): .[] |= f;
def to_entries: [keys_unsorted[] as $k | {key: $k, value: .[$k]}];
def from_entries: reduce .[] as $x ({}; . + {($x | if type == "object" then (.key // .k // .name // .Name // .Key) | tostring else tostring end): ($x | if has("value") then .value elif has("v") then .v else .Value end)});
def with_entries(f): to_entries | map(f) | from_entries;
def in(x): . as $k | x | has($k);
def inside(x): . as $v | x | contains($v);
def any: any(.[]; .);
def all: all(.[]; .);
def any(f): any(.[]; f);
def all(f): all(.[]; f);
def any(g; f): reduce (g | f) as $x (false; . or ($x | not | not));
def all(g; f): reduce (g | f) as $x (true; . and ($x | not | not));
def first: .[0];
def last: .[-1];
def nth($n): .[$n];
def until(c; u): def r: if c then . else (u | r) end; r;
def while(c; u): def r: if c then ., (u | r) else empty end; r;
def repeat(f): def r: ., (f | r); r;
def isempty(g): [limit(1; g)] | length == 0;
def add(f): reduce f as $x (null; . + $x);
def ascii: [.] | implode;
def IN(s): any(s == .; .);
def IN(src; s): any(src == s; .);
def combinations: if length == 0 then [] else .[0][] as $x | (.[1:] | combinations) as $w | [$x] + $w end;
def tostream: path(def r: (.[]? | r), .; r) as $p | getpath($p) | reduce path(.[]?) as $q ([$p, .]; [$p + $q]);
def fromstream(f): {x: null, e: false} as $init | foreach f as $i ($init; if .e then $init else . end | if $i | length == 2 then setpath(["e"]; $i[0] | length == 0) | setpath(["x"] + $i[0]; $i[1]) else setpath(["e"]; $i[0] | length == 1) end; if .e then .x else empty end);
def truncate_stream(stream): . as $n | null | stream | . as $input | if (.[0] | length) > $n then setpath([0]; .[0][$n:]) else empty end;
def input_filename: null;
def todate: todateiso8601;
def fromdate: fromdateiso8601;
def finites: select(. < infinite);
def combinations: if length == 0 then [] else .[0][] as $x | (.[1:] | combinations) as $w | [$x] + $w end;
def walk(f): def w: if type == "object" then map_values(w) elif type == "array" then map(w) else . end | f; w;
def env: $ENV;
def paths: path(..) | select(length > 0);
def paths(f): path(.. | select(f)) | select(length > 0);
def leaf_paths: paths(scalars);
def del(f): delpaths([path(f)]);
def pick(f): . as $top | reduce path(f) as $p (null; setpath($p; $top | getpath($p)));
def to_array: if type == "array" then . else [.] end;
def sub(re; s): sub(re; s; "");
def gsub(re; s): sub(re; s; "g");
def gsub(re; s; f): sub(re; s; f + "g");
def test(re): test(re; null);
def match(re): match(re; null);
def capture(re): match(re) | [.captures[] | select(.name != null) | {key: .name, value: .string}] | from_entries;
def scan(re): match(re; "g") | if (.captures | length) > 0 then [.captures[].string] else .string end;
def splits(re): splits(re; null);
def ascii_downcase: downcase;
def ascii_upcase: upcase;
.`

let prelude: ReadonlyMap<string, Closure> | null = null

/** The functions of the language, for a scope of a program. */
export function baseFunctions(): ReadonlyMap<string, Closure> {
  if (prelude) return prelude
  const functions = new Map<string, Closure>()
  const scope: Scope = {
    variables: new Map(),
    functions,
    now: 0,
    inputs: { next: () => undefined },
    tick() {},
    environment: {},
  }
  let filter = parseJq(PRELUDE)
  while (filter.kind === 'define') {
    functions.set(filter.name, { filter: filter.body, scope, parameters: filter.parameters })
    filter = filter.rest
  }
  prelude = functions
  return functions
}

function* call(
  name: string,
  args: readonly Filter[],
  input: Result,
  scope: Scope,
): Generator<Result, void, void> {
  const closure = scope.functions.get(`${name}/${args.length}`)
  if (closure) {
    const functions = new Map(closure.scope.functions)
    const variables = new Map(closure.scope.variables)
    // The parts that belong to the running program are its own.
    const own: Scope = { ...scope, functions, variables }
    if (closure.isArgument !== true) functions.set(`${name}/${args.length}`, closure)
    yield* bindArguments(closure, args, 0, input, scope, own)
    return
  }
  yield* builtin(name, args, input, scope)
}

function* bindArguments(
  closure: Closure,
  args: readonly Filter[],
  at: number,
  input: Result,
  scope: Scope,
  own: Scope,
): Generator<Result, void, void> {
  const parameter = closure.parameters[at]
  const arg = args[at]
  if (parameter === undefined || !arg) {
    yield* run(closure.filter, input, own)
    return
  }
  if (!parameter.startsWith('$')) {
    const functions = new Map(own.functions)
    functions.set(`${parameter}/0`, { filter: arg, scope, parameters: [], isArgument: true })
    yield* bindArguments(closure, args, at + 1, input, scope, { ...own, functions })
    return
  }
  for (const { value } of run(arg, { value: input.value, path: null }, scope)) {
    yield* bindArguments(closure, args, at + 1, input, scope, {
      ...own,
      variables: new Map([...own.variables, [parameter, value]]),
    })
  }
}

function keysOf(value: Json): Json[] {
  if (isObject(value)) return Object.keys(value)
  return Array.isArray(value)
    ? value.map((_, i) => i)
    : fail(`${typeOf(value)} (${short(value)}) has no keys`)
}

const listOf = (value: Json): Json[] =>
  Array.isArray(value) ? value : fail(`Cannot index ${typeOf(value)} with number`)
const stringOf = (value: Json, what = 'string'): string =>
  typeof value === 'string'
    ? value
    : fail(
        `${typeOf(value)} (${short(value)}) cannot be ${what === 'string' ? 'matched, as it is not a string' : `parsed as a ${what}`}`,
      )
const numberOf = (value: Json): number =>
  typeof value === 'number' ? value : fail(`${typeOf(value)} (${short(value)}) number required`)

function contains(a: Json, b: Json): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a.includes(b)
  if (Array.isArray(a) && Array.isArray(b)) return b.every((it) => a.some((one) => contains(one, it)))
  if (isObject(a) && isObject(b))
    return Object.entries(b).every(([key, it]) => Object.hasOwn(a, key) && contains(a[key] ?? null, it))
  return compareJson(a, b) === 0
}

function flattened(list: readonly Json[], depth: number): Json[] {
  return list.flatMap((it) => (Array.isArray(it) && depth > 0 ? flattened(it, depth - 1) : [it]))
}

function expression(source: Json, flags: Json): RegExp {
  const given = typeof flags === 'string' ? flags : ''
  try {
    return new RegExp(
      stringOf(source),
      `${given.includes('g') ? 'g' : ''}${given.includes('i') ? 'i' : ''}${given.includes('x') ? '' : ''}s`,
    )
  } catch {
    return fail(`${asText(source)} (at offset 0) is not a valid regex`)
  }
}

function matchesOf(text: string, test: RegExp): Json[] {
  const found = test.global ? [...text.matchAll(test)] : [test.exec(text)].filter((it) => it !== null)
  return found.map((it) => {
    const names = Object.entries(it.groups ?? {})
    return {
      offset: it.index,
      length: it[0].length,
      string: it[0],
      captures: it.slice(1).map((group, i) => ({
        offset: group === undefined ? -1 : text.indexOf(group, it.index),
        length: group?.length ?? 0,
        string: group ?? null,
        name: names[i]?.[0] ?? null,
      })),
    }
  })
}

function* builtin(
  name: string,
  args: readonly Filter[],
  input: Result,
  scope: Scope,
): Generator<Result, void, void> {
  const { value } = input
  const own = { value, path: null }
  const [a, b, c] = args
  const first = (filter: Filter | undefined): Json =>
    filter ? (valuesOf(filter, own, scope)[0] ?? null) : null
  const by = (filter: Filter | undefined): { key: Json; it: Json }[] =>
    listOf(value).map((it) => ({ key: filter ? valuesOf(filter, plain(it), scope) : it, it }))
  switch (`${name}/${args.length}`) {
    case 'not/0':
      return yield plain(!isTrue(value))
    case 'length/0':
      return yield plain(
        value === null
          ? 0
          : typeof value === 'number'
            ? Math.abs(value)
            : typeof value === 'string'
              ? [...value].length
              : typeof value === 'boolean'
                ? fail(`boolean (${value}) has no length`)
                : keysOf(value).length,
      )
    case 'utf8bytelength/0':
      return yield plain(encodeURIComponent(stringOf(value)).replace(/%../g, 'x').length)
    case 'keys/0':
      return yield plain(keysOf(value).sort(compareJson))
    case 'keys_unsorted/0':
      return yield plain(keysOf(value))
    case 'has/1':
      for (const key of a ? valuesOf(a, own, scope) : [])
        yield plain(
          isObject(value)
            ? typeof key === 'string' && Object.hasOwn(value, key)
            : typeof key === 'number' && Array.isArray(value) && key >= 0 && key < value.length,
        )
      return
    case 'contains/1':
      return yield plain(contains(value, first(a)))
    case 'type/0':
      return yield plain(typeOf(value))
    case 'tostring/0':
      return yield plain(asText(value))
    case 'tonumber/0': {
      if (typeof value === 'number') return yield plain(value)
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
      return yield plain(Number.isNaN(number) ? fail(`Cannot parse '${asText(value)}' as JSON`) : number)
    }
    case 'tojson/0':
      return yield plain(JSON.stringify(value))
    case 'fromjson/0':
      try {
        return yield plain(JSON.parse(stringOf(value)) as Json)
      } catch (problem) {
        if (problem instanceof SyntaxError) fail(`${asText(value)} (while parsing '${asText(value)}')`)
        throw problem
      }
    case 'add/0':
      return yield plain(
        (Array.isArray(value) ? value : isObject(value) ? Object.values(value) : listOf(value)).reduce<Json>(
          (sum, it) => combine('+', sum, it),
          null,
        ),
      )
    case 'range/1':
    case 'range/2':
    case 'range/3': {
      const [from, to, step] =
        args.length === 1
          ? [0, numberOf(first(a)), 1]
          : [numberOf(first(a)), numberOf(first(b)), args.length === 3 ? numberOf(first(c)) : 1]
      for (let i = from; step > 0 ? i < to : step < 0 && i > to; i += step) {
        scope.tick()
        yield plain(i)
      }
      return
    }
    case 'floor/0':
      return yield plain(Math.floor(numberOf(value)))
    case 'ceil/0':
      return yield plain(Math.ceil(numberOf(value)))
    case 'round/0':
      return yield plain(Math.round(numberOf(value)))
    case 'sqrt/0':
      return yield plain(Math.sqrt(numberOf(value)))
    case 'fabs/0':
    case 'abs/0':
      return yield plain(Math.abs(numberOf(value)))
    case 'pow/2':
      return yield plain(numberOf(first(a)) ** numberOf(first(b)))
    case 'log/0':
      return yield plain(Math.log(numberOf(value)))
    case 'infinite/0':
      return yield plain(Infinity)
    case 'nan/0':
      return yield plain(Number.NaN)
    case 'isnan/0':
      return yield plain(Number.isNaN(numberOf(value)))
    case 'min/0':
    case 'max/0':
    case 'min_by/1':
    case 'max_by/1': {
      const sign = name.startsWith('min') ? 1 : -1
      const sorted = by(a).sort((x, y) => sign * compareJson(x.key, y.key))
      return yield plain(sorted[0]?.it ?? null)
    }
    case 'sort/0':
    case 'sort_by/1':
      return yield plain(
        by(a)
          .sort((x, y) => compareJson(x.key, y.key))
          .map((it) => it.it),
      )
    case 'group_by/1': {
      const groups: { key: Json; list: Json[] }[] = []
      for (const { key, it } of by(a).sort((x, y) => compareJson(x.key, y.key))) {
        const last = groups.at(-1)
        if (last && compareJson(last.key, key) === 0) last.list.push(it)
        else groups.push({ key, list: [it] })
      }
      return yield plain(groups.map((it) => it.list))
    }
    case 'unique/0':
    case 'unique_by/1':
      return yield plain(
        by(a)
          .sort((x, y) => compareJson(x.key, y.key))
          .filter((it, i, all) => i === 0 || compareJson(all[i - 1]?.key ?? null, it.key) !== 0)
          .map((it) => it.it),
      )
    case 'reverse/0':
      return yield plain(
        typeof value === 'string'
          ? [...value].reverse().join('')
          : value === null
            ? []
            : listOf(value).toReversed(),
      )
    case 'flatten/0':
      return yield plain(flattened(listOf(value), Infinity))
    case 'flatten/1':
      return yield plain(flattened(listOf(value), numberOf(first(a))))
    case 'transpose/0': {
      const rows = listOf(value).map(listOf)
      return yield plain(
        Array.from({ length: Math.max(0, ...rows.map((it) => it.length)) }, (_, i) =>
          rows.map((it) => it[i] ?? null),
        ),
      )
    }
    case 'join/1':
      return yield plain(
        listOf(value)
          .map((it) => (it === null ? '' : asText(it)))
          .join(stringOf(first(a))),
      )
    case 'split/1':
      return yield plain(
        stringOf(value)
          .split(stringOf(first(a)))
          .filter((it, _i, all) => !(all.length === 1 && it === '')),
      )
    case 'split/2':
      return yield plain(stringOf(value).split(expression(first(a), first(b))))
    case 'splits/2':
      for (const it of stringOf(value).split(expression(first(a), first(b)))) yield plain(it)
      return
    case 'ltrimstr/1': {
      const prefix = first(a)
      return yield plain(
        typeof value === 'string' && typeof prefix === 'string' && value.startsWith(prefix)
          ? value.slice(prefix.length)
          : value,
      )
    }
    case 'rtrimstr/1': {
      const suffix = first(a)
      return yield plain(
        typeof value === 'string' && typeof suffix === 'string' && suffix !== '' && value.endsWith(suffix)
          ? value.slice(0, -suffix.length)
          : value,
      )
    }
    case 'startswith/1':
      return yield plain(stringOf(value).startsWith(stringOf(first(a))))
    case 'endswith/1':
      return yield plain(stringOf(value).endsWith(stringOf(first(a))))
    case 'downcase/0':
      return yield plain(stringOf(value).toLowerCase())
    case 'upcase/0':
      return yield plain(stringOf(value).toUpperCase())
    case 'trim/0':
      return yield plain(stringOf(value).trim())
    case 'ltrim/0':
      return yield plain(stringOf(value).trimStart())
    case 'rtrim/0':
      return yield plain(stringOf(value).trimEnd())
    case 'explode/0':
      return yield plain(Array.from(stringOf(value), (it) => it.codePointAt(0) ?? 0))
    case 'implode/0':
      return yield plain(
        listOf(value)
          .map((it) => String.fromCodePoint(numberOf(it)))
          .join(''),
      )
    case 'test/2':
      return yield plain(expression(first(a), first(b)).test(stringOf(value)))
    case 'match/2':
      for (const it of matchesOf(stringOf(value), expression(first(a), first(b)))) yield plain(it)
      return
    case 'sub/3': {
      const text = stringOf(value)
      let result = ''
      let from = 0
      for (const it of matchesOf(text, expression(first(a), first(c)))) {
        if (!isObject(it)) continue
        const captures = Object.fromEntries(
          (Array.isArray(it['captures']) ? it['captures'] : []).flatMap((one) =>
            isObject(one) && typeof one['name'] === 'string' ? [[one['name'], one['string'] ?? null]] : [],
          ),
        ) as Json
        const offset = numberOf(it['offset'] ?? 0)
        result += text.slice(from, offset) + asText(b ? (valuesOf(b, plain(captures), scope)[0] ?? '') : '')
        from = offset + numberOf(it['length'] ?? 0)
      }
      return yield plain(result + text.slice(from))
    }
    case 'indices/1':
    case 'index/1':
    case 'rindex/1': {
      const wanted = first(a)
      const found: Json[] =
        typeof value === 'string' && typeof wanted === 'string'
          ? [...value].flatMap((_, i) => (value.startsWith(wanted, i) ? [i] : []))
          : Array.isArray(value)
            ? value.flatMap((it, i) => (compareJson(it, wanted) === 0 ? [i] : []))
            : []
      return yield plain(name === 'indices' ? found : ((name === 'index' ? found[0] : found.at(-1)) ?? null))
    }
    case 'path/1':
      for (const path of a ? pathsOf(a, value, scope) : []) yield plain(path)
      return
    case 'getpath/1': {
      const path = listOf(first(a))
      return yield { value: getPath(value, path), path: input.path && [...input.path, ...path] }
    }
    case 'setpath/2':
      return yield plain(setPath(value, listOf(first(a)), () => first(b)))
    case 'delpaths/1':
      return yield plain(
        listOf(first(a))
          .toSorted((x, y) => compareJson(y, x))
          .reduce<Json>((found, path) => deletePath(found, listOf(path)), value),
      )
    case 'recurse/0':
      return yield* recurse(input)
    case 'first/1':
      if (a) for (const it of run(a, input, scope)) return yield it
      return
    case 'last/1': {
      let last: Result | null = null
      if (a) for (const it of run(a, input, scope)) last = it
      if (last) yield last
      return
    }
    case 'nth/2': {
      let n = numberOf(first(a))
      if (b) for (const it of run(b, input, scope)) if (n-- === 0) return yield it
      return
    }
    case 'limit/2': {
      let left = numberOf(first(a))
      if (left <= 0 || !b) return
      for (const it of run(b, input, scope)) {
        yield it
        if (--left <= 0) return
      }
      return
    }
    case 'error/0':
      throw new JqProblem(value)
    case 'error/1':
      throw new JqProblem(first(a))
    case 'input/0': {
      const next = scope.inputs.next()
      return yield plain(next === undefined ? fail('No more inputs') : next)
    }
    case 'inputs/0':
      for (let next = scope.inputs.next(); next !== undefined; next = scope.inputs.next()) yield plain(next)
      return
    case 'now/0':
      return yield plain(scope.now / 1000)
    case 'todateiso8601/0':
      return yield plain(formatDate('%Y-%m-%dT%H:%M:%SZ', numberOf(value) * 1000))
    case 'strftime/1':
      return yield plain(formatDate(stringOf(first(a)), numberOf(value) * 1000))
    case 'fromdateiso8601/0':
      return yield plain(
        (parseDate(stringOf(value).replace('Z', ''), 0) ??
          fail(`date "${asText(value)}" does not match format "%Y-%m-%dT%H:%M:%SZ"`)) / 1000,
      )
    case 'input_line_number/0':
      return yield plain(0)
    case 'splits/1':
      for (const it of stringOf(value).split(expression(first(a), null))) yield plain(it)
      return
  }
  throw new JqSyntax(`${name}/${args.length} is not defined`)
}
