import { formatDate } from '../../base/calendar.ts'
import { chance } from '../../base/random.ts'
import { streams } from '../../base/streams.ts'
import type { Steps } from '../kernel/kernel.ts'
import { readAll, readLine, TextInput, TextOutput, type Input } from '../kernel/streams.ts'
import { formatted, unescaped } from '../language/escapes.ts'
import { options } from '../options.ts'
import { openInput, type Process, type Program } from '../process.ts'
import { escapedText, PatternProblem, posixExpression } from '../regular-expressions.ts'
import {
  AwkProblem,
  parseAwk,
  type AwkFunction,
  type Expression,
  type Rule,
  type Statement,
} from './awk-parser.ts'

/** A value: numbers that were read as text compare as numbers. */
type Value = { text: string; isNumeric: boolean } | number

type Values = Map<string, Value>

class Jump extends Error {
  readonly to: string
  readonly value: Value

  constructor(to: string, value: Value = 0) {
    super(to)
    this.to = to
    this.value = value
  }
}

const NUMBER = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/

const textValue = (text: string): Value => ({ text, isNumeric: false })
/** A value from the input, which may be a number. */
const inputValue = (text: string): Value => ({
  text,
  isNumeric: NUMBER.exec(text)?.[0].length === text.trimEnd().length && text.trim() !== '',
})
const EMPTY: Value = { text: '', isNumeric: true }

class Awk {
  readonly #process: Process
  readonly #rules: readonly Rule[]
  readonly #functions: ReadonlyMap<string, AwkFunction>
  readonly #variables: Values = new Map()
  readonly #arrays = new Map<string, Values>()
  readonly #frames: Map<string, Value | Values>[] = []
  readonly #readers = new Map<string, Input>()
  readonly #writers = new Map<string, { command: string; output: TextOutput }>()
  readonly #files = new Set<string>()
  #fields: string[] = []
  #record = ''
  #input: Input | null = null
  #paths: string[] = []
  #position = 0
  #seed = 1

  constructor(process: Process, rules: readonly Rule[], functions: ReadonlyMap<string, AwkFunction>) {
    this.#process = process
    this.#rules = rules
    this.#functions = functions
    const initial: Record<string, string> = {
      FS: ' ',
      OFS: ' ',
      ORS: '\n',
      RS: '\n',
      SUBSEP: '\x1c',
      CONVFMT: '%.6g',
      OFMT: '%.6g',
      FILENAME: '',
    }
    for (const [name, text] of Object.entries(initial)) this.#variables.set(name, textValue(text))
    for (const name of ['NR', 'NF', 'FNR', 'RSTART']) this.#variables.set(name, 0)
    this.#variables.set('RLENGTH', -1)
    const environment: Values = new Map()
    for (const [name, text] of process.environment) environment.set(name, inputValue(text))
    this.#arrays.set('ENVIRON', environment)
  }

  assign(text: string): void {
    const equals = text.indexOf('=')
    this.#variables.set(text.slice(0, equals), inputValue(unescaped(text.slice(equals + 1)).text))
  }

  *run(paths: string[]): Steps<number> {
    this.#paths = paths
    const args: Values = new Map([['0', textValue('awk')]])
    for (const [i, path] of paths.entries()) args.set(String(i + 1), inputValue(path))
    this.#arrays.set('ARGV', args)
    this.#variables.set('ARGC', paths.length + 1)
    let code = 0
    let exits = false
    const guarded = function* (this: Awk, steps: Steps<void>): Steps<void> {
      try {
        yield* steps
      } catch (jump) {
        if (!(jump instanceof Jump) || jump.to !== 'exit') throw jump
        exits = true
        code = jump.value === -1 ? code : number(jump.value)
      }
    }.bind(this)
    for (const rule of this.#rules)
      if (rule.from === 'BEGIN' && rule.body && !exits) yield* guarded(this.#execute(rule.body))
    const reads = this.#rules.some((it) => it.from !== 'BEGIN')
    if (reads && !exits) yield* guarded(this.#main())
    const ended = exits
    exits = false
    for (const rule of this.#rules)
      if (rule.from === 'END' && rule.body && !exits && !(ended && code < 0))
        yield* guarded(this.#execute(rule.body))
    yield* this.#closeAll()
    return code
  }

  *#main(): Steps<void> {
    for (;;) {
      const record = yield* this.#next()
      if (record === null) return
      this.#setRecord(record)
      try {
        for (const rule of this.#rules) {
          this.#process.kernel.tick()
          if (!(yield* this.#applies(rule))) continue
          if (rule.body) yield* this.#execute(rule.body)
          else yield* this.#process.print(this.#record + this.#text('ORS'))
        }
      } catch (jump) {
        if (!(jump instanceof Jump) || (jump.to !== 'next' && jump.to !== 'nextfile')) throw jump
        if (jump.to === 'nextfile') this.#input = null
      }
    }
  }

  *#applies(rule: Rule): Steps<boolean> {
    if (rule.from === 'BEGIN' || rule.from === 'END') return false
    if (rule.from === null) return true
    if (rule.to === null) return truth(yield* this.#value(rule.from))
    if (!rule.open) {
      if (!truth(yield* this.#value(rule.from))) return false
      rule.open = true
    }
    if (truth(yield* this.#value(rule.to))) rule.open = false
    return true
  }

  /** The next record of the input; null at its end. */
  *#next(): Steps<string | null> {
    for (;;) {
      if (!this.#input && !this.#openNext()) return null
      if (!this.#input) continue
      const record = yield* this.#readRecord(this.#input)
      if (record !== null) {
        this.#variables.set('NR', number(this.#get('NR')) + 1)
        this.#variables.set('FNR', number(this.#get('FNR')) + 1)
        return record
      }
      this.#input = null
      if (this.#paths.length === 0) return null
    }
  }

  #openNext(): boolean {
    while (this.#position < this.#paths.length) {
      const path = this.#paths[this.#position++] ?? ''
      if (/^[A-Za-z_]\w*=/.test(path)) {
        this.assign(path)
        continue
      }
      const input = openInput(this.#process, path)
      if (!input) continue
      this.#files.add(path)
      this.#input = input
      this.#variables.set('FILENAME', textValue(path))
      this.#variables.set('FNR', 0)
      return true
    }
    if (this.#files.size > 0 || this.#position === -1) return false
    // Without files the input is read.
    this.#files.add('-')
    if (this.#paths.some((it) => !/^[A-Za-z_]\w*=/.test(it))) return false
    this.#input = this.#process.streams.in
    return true
  }

  *#readRecord(input: Input): Steps<string | null> {
    const separator = this.#text('RS')
    if (separator === '\n' || separator.length === 1) {
      const line = yield* readLine(input, separator)
      return line === null
        ? null
        : line.endsWith(separator)
          ? line.slice(0, -1)
          : separator === '\n'
            ? line
            : line.replace(/\n$/, '')
    }
    const all = yield* readAll(input)
    if (all === '') return null
    const text = separator === '' ? all.replace(/^\n+/, '') : all
    const match = (separator === '' ? /\n\n+/ : posixExpression(separator, true)).exec(text)
    if (!match) return text.replace(/\n$/, '') === '' ? null : text.replace(/\n$/, '')
    input.unread(text.slice(match.index + match[0].length))
    return text.slice(0, match.index)
  }

  #setRecord(record: string): void {
    this.#record = record
    this.#fields = this.#split(record, this.#text('FS'))
    this.#variables.set('NF', this.#fields.length)
  }

  #split(text: string, separator: string): string[] {
    if (text === '') return []
    if (separator === ' ') return text.match(/[^ \t\n]+/g) ?? []
    if (this.#text('RS') === '')
      return text.split(
        new RegExp(
          `\n|${separator.length === 1 ? escapedText(separator) : posixExpression(separator, true).source}`,
        ),
      )
    if (separator === '\t') return text.split('\t')
    if (separator === '') return [...text]
    return separator.length === 1 && separator !== '\\'
      ? text.split(separator)
      : splitBy(text, posixExpression(separator, true))
  }

  #rebuild(): void {
    this.#record = this.#fields.join(this.#text('OFS'))
  }

  #frameValue(name: string): Value | Values | undefined {
    return this.#frames.at(-1)?.get(name)
  }

  #get(name: string): Value {
    const own = this.#frameValue(name)
    if (own !== undefined) return own instanceof Map ? EMPTY : own
    return this.#variables.get(name) ?? EMPTY
  }

  #text(name: string): string {
    return this.#string(this.#variables.get(name) ?? EMPTY)
  }

  #set(name: string, value: Value): void {
    const frame = this.#frames.at(-1)
    if (frame?.has(name) === true) {
      frame.set(name, value)
      return
    }
    this.#variables.set(name, value)
    if (name !== 'NF') return
    const count = Math.max(0, number(value))
    while (this.#fields.length < count && this.#fields.length < 10_000) this.#fields.push('')
    this.#fields.length = count
    this.#rebuild()
  }

  #array(name: string): Values {
    const frame = this.#frames.at(-1)
    const own = frame?.get(name)
    if (own instanceof Map) return own
    if (frame?.has(name) === true) {
      const made: Values = new Map()
      frame.set(name, made)
      return made
    }
    const known = this.#arrays.get(name) ?? new Map<string, Value>()
    this.#arrays.set(name, known)
    return known
  }

  #string(value: Value): string {
    if (typeof value !== 'number') return value.text
    return numberText(value, '%.6g')
  }

  *#key(keys: readonly Expression[]): Steps<string> {
    const parts: string[] = []
    for (const key of keys) parts.push(this.#string(yield* this.#value(key)))
    return parts.join(this.#text('SUBSEP'))
  }

  *#test(expression: Expression): Steps<RegExp> {
    if (expression.kind === 'pattern') return expression.test
    if (expression.kind === 'group' && expression.list[0]) return yield* this.#test(expression.list[0])
    return posixExpression(this.#string(yield* this.#value(expression)), true)
  }

  *#store(target: Expression, value: Value): Steps<void> {
    switch (target.kind) {
      case 'variable':
        this.#set(target.name, value)
        return
      case 'element':
        this.#array(target.name).set(yield* this.#key(target.keys), value)
        return
      case 'field': {
        const index = number(yield* this.#value(target.index))
        const text = this.#string(value)
        if (index === 0) {
          this.#setRecord(text)
          return
        }
        while (this.#fields.length < index && this.#fields.length < 10_000) this.#fields.push('')
        this.#fields[index - 1] = text
        this.#variables.set('NF', this.#fields.length)
        this.#rebuild()
        return
      }
      default:
        throw new AwkProblem('Assignment to something that is no variable')
    }
  }

  *#value(expression: Expression): Steps<Value> {
    switch (expression.kind) {
      case 'number':
        return expression.value
      case 'text':
        return textValue(expression.value)
      case 'pattern':
        return expression.test.test(this.#record) ? 1 : 0
      case 'variable':
        return this.#get(expression.name)
      case 'element': {
        const array = this.#array(expression.name)
        const key = yield* this.#key(expression.keys)
        const known = array.get(key)
        if (known === undefined) array.set(key, EMPTY)
        return known ?? EMPTY
      }
      case 'field': {
        const index = number(yield* this.#value(expression.index))
        if (index < 0) throw new AwkProblem('Access to negative field')
        return index === 0 ? inputValue(this.#record) : inputValue(this.#fields[Math.trunc(index) - 1] ?? '')
      }
      case 'assign': {
        const right = yield* this.#value(expression.value)
        const value =
          expression.operator === '='
            ? right
            : calculate(
                expression.operator.slice(0, -1),
                number(yield* this.#value(expression.target)),
                number(right),
              )
        yield* this.#store(expression.target, value)
        return value
      }
      case 'binary':
        return yield* this.#binary(expression)
      case 'unary': {
        const value = yield* this.#value(expression.value)
        if (expression.operator === '!') return truth(value) ? 0 : 1
        return expression.operator === '-' ? -number(value) : number(value)
      }
      case 'step': {
        const before = number(yield* this.#value(expression.target))
        const after = before + (expression.operator === '++' ? 1 : -1)
        yield* this.#store(expression.target, after)
        return expression.prefix ? after : before
      }
      case 'choice':
        return yield* this.#value(truth(yield* this.#value(expression.test)) ? expression.yes : expression.no)
      case 'in':
        return this.#array(expression.name).has(yield* this.#key(expression.keys)) ? 1 : 0
      case 'group': {
        const [only] = expression.list
        return only && expression.list.length === 1
          ? yield* this.#value(only)
          : textValue(yield* this.#key(expression.list))
      }
      case 'getline':
        return yield* this.#getline(expression)
      case 'call':
        return yield* this.#call(expression.name, expression.args)
    }
  }

  *#binary({ operator, left, right }: Extract<Expression, { kind: 'binary' }>): Steps<Value> {
    const a = yield* this.#value(left)
    if (operator === '&&') return truth(a) && truth(yield* this.#value(right)) ? 1 : 0
    if (operator === '||') return truth(a) || truth(yield* this.#value(right)) ? 1 : 0
    if (operator === '~' || operator === '!~')
      return (yield* this.#test(right)).test(this.#string(a)) === (operator === '~') ? 1 : 0
    const b = yield* this.#value(right)
    if (operator === ' ') return textValue(this.#string(a) + this.#string(b))
    if ('+-*/%^'.includes(operator)) return calculate(operator, number(a), number(b))
    const isNumeric = (it: Value) => typeof it === 'number' || it.isNumeric
    const [x, y] = isNumeric(a) && isNumeric(b) ? [number(a), number(b)] : [this.#string(a), this.#string(b)]
    const order = x < y ? -1 : x > y ? 1 : 0
    const results: Record<string, boolean> = {
      '<': order < 0,
      '<=': order <= 0,
      '>': order > 0,
      '>=': order >= 0,
      '==': order === 0,
      '!=': order !== 0,
    }
    return results[operator] === true ? 1 : 0
  }

  *#getline({ target, file, command }: Extract<Expression, { kind: 'getline' }>): Steps<Value> {
    let line: string | null
    if (file || command) {
      const name = this.#string(yield* this.#value(file ?? command ?? { kind: 'text', value: '' }))
      let input = this.#readers.get(name)
      if (!input) {
        if (command) {
          const output = new TextOutput()
          yield* this.#process.host.shell(name, { streams: { out: output }, cwd: this.#process.cwd })
          input = new TextInput(output.text)
        } else {
          const node = this.#process.find(name)
          if (name !== '-' && node?.kind !== 'file') return -1
          input = openInput(this.#process, name) ?? new TextInput('')
        }
        this.#readers.set(name, input)
      }
      line = yield* this.#readRecord(input)
      if (line !== null && command) this.#variables.set('NR', number(this.#get('NR')) + 1)
    } else line = yield* this.#next()
    if (line === null) return 0
    if (target) yield* this.#store(target, inputValue(line))
    else this.#setRecord(line)
    return 1
  }

  *#call(name: string, args: readonly Expression[]): Steps<Value> {
    const own = this.#functions.get(name)
    if (own) return yield* this.#callOwn(name, own, args)
    this.#process.kernel.tick(0.2)
    const [first, second, third] = args
    const text = function* (this: Awk, expression: Expression | undefined): Steps<string> {
      return expression ? this.#string(yield* this.#value(expression)) : this.#record
    }.bind(this)
    const amount = function* (this: Awk, expression: Expression | undefined): Steps<number> {
      return expression ? number(yield* this.#value(expression)) : 0
    }.bind(this)
    switch (name) {
      case 'length': {
        if (
          first?.kind === 'variable' &&
          (this.#arrays.has(first.name) || this.#frameValue(first.name) instanceof Map)
        )
          return this.#array(first.name).size
        return [...(yield* text(first))].length
      }
      case 'substr': {
        const value = yield* text(first)
        const from = Math.round(yield* amount(second))
        const count = third ? Math.round(yield* amount(third)) : Infinity
        const start = Math.max(0, from - 1)
        return textValue(value.slice(start, Math.max(start, start + count)))
      }
      case 'index':
        return (yield* text(first)).indexOf(yield* text(second)) + 1
      case 'tolower':
        return textValue((yield* text(first)).toLowerCase())
      case 'toupper':
        return textValue((yield* text(first)).toUpperCase())
      case 'sprintf': {
        const values: Value[] = []
        for (const it of args.slice(1)) values.push(yield* this.#value(it))
        return textValue(this.#format(yield* text(first), values))
      }
      case 'split': {
        if (second?.kind !== 'variable') throw new AwkProblem('split needs an array')
        const value = yield* text(first)
        const parts = third
          ? third.kind === 'pattern'
            ? splitBy(value, third.test)
            : this.#split(value, yield* text(third))
          : this.#split(value, this.#text('FS'))
        const array = this.#array(second.name)
        array.clear()
        for (const [i, part] of (value === '' ? [] : parts).entries())
          array.set(String(i + 1), inputValue(part))
        return value === '' ? 0 : parts.length
      }
      case 'sub':
      case 'gsub':
        return yield* this.#substitute(name === 'gsub', first, second, third)
      case 'gensub': {
        const test = yield* this.#test(first ?? { kind: 'text', value: '' })
        const by = yield* text(second)
        const how = yield* text(third)
        const value = yield* text(args[3])
        let count = 0
        return textValue(
          value.replace(new RegExp(test.source, 'g'), (...found: unknown[]) => {
            count++
            if (!/^[gG]/.test(how) && count !== (Number(how) || 1)) return String(found[0])
            return by.replace(/\\(\d)|&/g, (_match, digit: string | undefined) => {
              const group = found[Number(digit ?? 0)]
              return typeof group === 'string' ? group : ''
            })
          }),
        )
      }
      case 'match': {
        const found = (yield* this.#test(second ?? { kind: 'text', value: '' })).exec(yield* text(first))
        this.#variables.set('RSTART', found ? found.index + 1 : 0)
        this.#variables.set('RLENGTH', found ? found[0].length : -1)
        if (found && third?.kind === 'variable') {
          const array = this.#array(third.name)
          array.clear()
          for (const [i, group] of found.entries()) array.set(String(i), inputValue(group ?? ''))
        }
        return found ? found.index + 1 : 0
      }
      case 'int':
        return Math.trunc(yield* amount(first))
      case 'sqrt':
        return Math.sqrt(yield* amount(first))
      case 'exp':
        return Math.exp(yield* amount(first))
      case 'log':
        return Math.log(yield* amount(first))
      case 'sin':
        return Math.sin(yield* amount(first))
      case 'cos':
        return Math.cos(yield* amount(first))
      case 'atan2':
        return Math.atan2(yield* amount(first), yield* amount(second))
      case 'rand':
        return chance(this.#process.machine.world.seed, streams.shellRandom, this.#seed++)
      case 'srand': {
        const before = this.#seed
        this.#seed = first ? yield* amount(first) : Math.floor(this.#process.machine.now() / 1000)
        return before
      }
      case 'systime':
        return Math.floor(this.#process.machine.ownTime() / 1000)
      case 'strftime':
        return textValue(
          formatDate(
            first ? yield* text(first) : '%a %b %e %H:%M:%S %Z %Y',
            second ? (yield* amount(second)) * 1000 : this.#process.machine.ownTime(),
          ),
        )
      case 'and':
        return (yield* amount(first)) & (yield* amount(second))
      case 'or':
        return (yield* amount(first)) | (yield* amount(second))
      case 'xor':
        return (yield* amount(first)) ^ (yield* amount(second))
      case 'lshift':
        return (yield* amount(first)) << (yield* amount(second))
      case 'rshift':
        return (yield* amount(first)) >>> (yield* amount(second))
      case 'system': {
        const command = yield* text(first)
        return yield* this.#process.host.shell(command, {
          streams: this.#process.streams,
          cwd: this.#process.cwd,
        })
      }
      case 'close': {
        const file = yield* text(first)
        this.#readers.delete(file)
        yield* this.#close(file)
        return 0
      }
      case 'fflush':
        return 0
      default:
        throw new AwkProblem(`Call to undefined function`)
    }
  }

  *#callOwn(name: string, own: AwkFunction, args: readonly Expression[]): Steps<Value> {
    this.#process.kernel.tick()
    if (this.#frames.length > 500) throw new AwkProblem(`${name}: too many nested calls`)
    const frame = new Map<string, Value | Values>()
    const lent: { name: string; parameter: string }[] = []
    for (const [i, parameter] of own.parameters.entries()) {
      const arg = args[i]
      if (!arg) frame.set(parameter, EMPTY)
      else if (
        arg.kind === 'variable' &&
        (this.#frameValue(arg.name) instanceof Map ||
          (this.#arrays.has(arg.name) && this.#frames.at(-1)?.has(arg.name) !== true))
      )
        frame.set(parameter, this.#array(arg.name))
      else if (
        arg.kind === 'variable' &&
        !this.#variables.has(arg.name) &&
        this.#frames.at(-1)?.has(arg.name) !== true
      ) {
        // It may become an array in the function.
        frame.set(parameter, EMPTY)
        lent.push({ name: arg.name, parameter })
      } else frame.set(parameter, yield* this.#value(arg))
    }
    this.#frames.push(frame)
    try {
      yield* this.#execute(own.body)
      return EMPTY
    } catch (jump) {
      if (jump instanceof Jump && jump.to === 'return') return jump.value
      throw jump
    } finally {
      this.#frames.pop()
      for (const it of lent) {
        const value = frame.get(it.parameter)
        if (value instanceof Map) this.#arrays.set(it.name, value)
      }
    }
  }

  *#substitute(
    isGlobal: boolean,
    pattern: Expression | undefined,
    by: Expression | undefined,
    target: Expression = { kind: 'field', index: { kind: 'number', value: 0 } },
  ): Steps<Value> {
    const test = yield* this.#test(pattern ?? { kind: 'text', value: '' })
    const replacement = by ? this.#string(yield* this.#value(by)) : ''
    let count = 0
    const before = this.#string(yield* this.#value(target))
    const after = before.replace(new RegExp(test.source, isGlobal ? 'g' : ''), (match) => {
      count++
      return replacement.replace(/\\\\|\\&|&/g, (found) =>
        found === '&' ? match : found === '\\&' ? '&' : '\\',
      )
    })
    if (count > 0) yield* this.#store(target, textValue(after))
    return count
  }

  /** Numbers keep all digits, and are characters for %c. */
  #format(format: string, values: readonly Value[]): string {
    const kinds = Array.from(
      format.matchAll(/%(?:%|[-0+ #]*\d*(?:\.\d*)?([a-zA-Z]))/g),
      ([, kind]) => kind,
    ).filter((it) => it !== undefined)
    const texts = values.map((value, i) => {
      if (typeof value !== 'number') return value.text
      return kinds[i] === 'c'
        ? String.fromCharCode(value)
        : kinds[i] === 's'
          ? this.#string(value)
          : String(value)
    })
    return formatted(format, texts, { once: true, expands: false })
  }

  *#execute(statement: Statement): Steps<void> {
    this.#process.kernel.tick(0.1)
    switch (statement.kind) {
      case 'block':
        for (const it of statement.body) yield* this.#execute(it)
        return
      case 'expression':
        yield* this.#value(statement.value)
        return
      case 'print':
        return yield* this.#print(statement)
      case 'if':
        if (truth(yield* this.#value(statement.test))) yield* this.#execute(statement.yes)
        else if (statement.no) yield* this.#execute(statement.no)
        return
      case 'while':
        if (statement.after && (yield* this.#round(statement.body))) return
        while (truth(yield* this.#value(statement.test))) if (yield* this.#round(statement.body)) return
        return
      case 'for':
        if (statement.init) yield* this.#execute(statement.init)
        while (!statement.test || truth(yield* this.#value(statement.test))) {
          if (yield* this.#round(statement.body)) return
          if (statement.step) yield* this.#execute(statement.step)
        }
        return
      case 'each':
        for (const key of [...this.#array(statement.name).keys()]) {
          this.#set(statement.variable, inputValue(key))
          if (yield* this.#round(statement.body)) return
        }
        return
      case 'delete':
        if (statement.keys) this.#array(statement.name).delete(yield* this.#key(statement.keys))
        else this.#array(statement.name).clear()
        return
      case 'jump':
        throw new Jump(statement.name)
      case 'exit':
      case 'return':
        throw new Jump(
          statement.kind,
          statement.value ? yield* this.#value(statement.value) : statement.kind === 'exit' ? 0 : EMPTY,
        )
    }
  }

  /** One round of a loop; true when it ends. */
  *#round(body: Statement): Steps<boolean> {
    this.#process.kernel.tick(0.2)
    try {
      yield* this.#execute(body)
      return false
    } catch (jump) {
      if (jump instanceof Jump && jump.to === 'break') return true
      if (jump instanceof Jump && jump.to === 'continue') return false
      throw jump
    }
  }

  *#print({ formatted: isFormatted, args, redirect }: Extract<Statement, { kind: 'print' }>): Steps<void> {
    let text: string
    if (isFormatted) {
      const values: Value[] = []
      for (const it of args) values.push(yield* this.#value(it))
      const [format, ...rest] = values
      text = this.#format(format === undefined ? '' : this.#string(format), rest)
    } else {
      const values: string[] = []
      for (const it of args) {
        const value = yield* this.#value(it)
        values.push(typeof value === 'number' ? numberText(value, this.#text('OFMT')) : value.text)
      }
      text = (args.length === 0 ? this.#record : values.join(this.#text('OFS'))) + this.#text('ORS')
    }
    if (!redirect) return yield* this.#process.print(text)
    const to = this.#string(yield* this.#value(redirect.to))
    if (redirect.operator === '|') {
      const writer = this.#writers.get(to) ?? { command: to, output: new TextOutput() }
      this.#writers.set(to, writer)
      writer.output.write(text)
      return
    }
    if (to === '/dev/stderr') return this.#process.err(text)
    if (to === '/dev/stdout') return yield* this.#process.print(text)
    const path = this.#process.resolve(to)
    const isFirst = !this.#files.has(`>${to}`)
    this.#files.add(`>${to}`)
    const problem = this.#process.files.write(path, text, redirect.operator === '>>' || !isFirst)
    if (problem !== undefined) throw new AwkProblem(`can't open '${to}': ${problem}`)
  }

  *#close(name: string): Steps<void> {
    this.#files.delete(`>${name}`)
    const writer = this.#writers.get(name)
    if (!writer) return
    this.#writers.delete(name)
    yield* this.#process.host.shell(writer.command, {
      streams: { ...this.#process.streams, in: new TextInput(writer.output.text) },
      cwd: this.#process.cwd,
    })
  }

  *#closeAll(): Steps<void> {
    for (const name of [...this.#writers.keys()]) yield* this.#close(name)
  }
}

function splitBy(text: string, test: RegExp): string[] {
  const parts: string[] = []
  let from = 0
  for (const match of text.matchAll(new RegExp(test.source, 'g'))) {
    if (match[0] === '') continue
    parts.push(text.slice(from, match.index))
    from = match.index + match[0].length
  }
  parts.push(text.slice(from))
  return parts
}

function number(value: Value): number {
  return typeof value === 'number' ? value : Number(NUMBER.exec(value.text)?.[0] ?? 0)
}

function truth(value: Value): boolean {
  if (typeof value === 'number') return value !== 0
  return value.isNumeric ? value.text !== '' && Number(value.text) !== 0 : value.text !== ''
}

function calculate(operator: string, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '^':
      return a ** b
  }
  if (b === 0) throw new AwkProblem('Division by zero')
  return operator === '/' ? a / b : a % b
}

function numberText(value: number, format: string): string {
  return Number.isInteger(value) && Math.abs(value) < 1e16
    ? String(value)
    : formatted(format, [String(value)], { once: true, expands: false })
}

function* awk(process: Process): Steps<number> {
  const found = options(process, 'F:v:f:', {}, { stopsAtFirst: true })
  if (!found) return 1
  const rest = [...found.rest]
  let source = ''
  for (const path of found.values('f')) {
    const node = process.find(path)
    if (node?.kind !== 'file') return process.fail(`${path}: No such file or directory`)
    source += node.text()
  }
  if (!found.has('f')) {
    const first = rest.shift()
    if (first === undefined) {
      process.err('BusyBox v1.36.1 () multi-call binary.\n\nUsage: awk [OPTIONS] [AWK_PROGRAM] [FILE]...\n')
      return 1
    }
    source = first
  }
  try {
    const { rules, functions } = parseAwk(source)
    const program = new Awk(process, rules, functions)
    const separator = found.value('F')
    if (separator !== undefined) program.assign(`FS=${separator === 't' ? '\\t' : separator}`)
    for (const it of found.values('v')) program.assign(it)
    return yield* program.run(rest)
  } catch (problem) {
    if (problem instanceof AwkProblem || problem instanceof PatternProblem)
      return process.fail(`cmd. line:1: ${problem.message}`)
    throw problem
  }
}

export const awkPrograms: Record<string, Program> = { awk }
