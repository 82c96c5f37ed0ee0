import type { Steps } from '../kernel/kernel.ts'
import { print, readAll, TextOutput } from '../kernel/streams.ts'
import { unescaped } from '../language/escapes.ts'
import { options } from '../options.ts'
import { openInput, type Process, type Program } from '../process.ts'
import { PatternProblem, posixSource } from '../regular-expressions.ts'

type Address =
  | { kind: 'line'; line: number }
  | { kind: 'last' }
  | { kind: 'match'; test: RegExp }
  | { kind: 'step'; first: number; step: number }
  | { kind: 'more'; count: number }

interface SedCommand {
  from: Address | null
  to: Address | null
  negated: boolean
  name: string
  text: string
  test: RegExp | null
  replacement: string
  flags: string
  body: SedCommand[]
  /** The line at which an open range ends; null when none is open. */
  open: { until: number } | null
}

class SedProblem extends Error {}

class SedParser {
  readonly #text: string
  readonly #extended: boolean
  #at = 0
  #lastTest: string = ''

  constructor(text: string, extended: boolean) {
    this.#text = text
    this.#extended = extended
  }

  commands(closes = false): SedCommand[] {
    const found: SedCommand[] = []
    for (;;) {
      while (/[\s;]/.test(this.#char())) this.#at++
      if (this.#char() === '') {
        if (closes) throw new SedProblem('unmatched {')
        return found
      }
      if (this.#char() === '}' && closes) {
        this.#at++
        return found
      }
      if (this.#char() === '#') {
        while (this.#char() !== '' && this.#char() !== '\n') this.#at++
        continue
      }
      found.push(this.#command())
    }
  }

  #char(): string {
    return this.#text[this.#at] ?? ''
  }

  #blanks(): void {
    while (/[ \t]/.test(this.#char())) this.#at++
  }

  #number(): number {
    const match = /^\d+/.exec(this.#text.slice(this.#at))?.[0] ?? ''
    this.#at += match.length
    return Number(match)
  }

  #address(): Address | null {
    const char = this.#char()
    if (/\d/.test(char)) {
      const line = this.#number()
      if (this.#char() !== '~') return { kind: 'line', line }
      this.#at++
      return { kind: 'step', first: line, step: this.#number() }
    }
    if (char === '$') {
      this.#at++
      return { kind: 'last' }
    }
    if (char !== '/' && char !== '\\') return null
    if (char === '\\') this.#at++
    const source = this.#delimited(this.#char())
    const ignores = this.#char() === 'I'
    if (ignores) this.#at++
    return { kind: 'match', test: this.#test(source, ignores ? 'i' : '') }
  }

  #test(source: string, flags: string): RegExp {
    const used = source === '' ? this.#lastTest : source
    this.#lastTest = used
    return new RegExp(posixSource(used, this.#extended), flags)
  }

  /** The text up to the next delimiter, which is taken. */
  #delimited(delimiter: string, isSet = true): string {
    this.#at++
    let text = ''
    let inBrackets = false
    for (;;) {
      const char = this.#char()
      if (char === '') throw new SedProblem(isSet ? 'unterminated address regex' : `unmatched '${delimiter}'`)
      if (char === delimiter && !inBrackets) {
        this.#at++
        return text
      }
      if (char === '\\') {
        const next = this.#text[this.#at + 1] ?? ''
        text +=
          next === delimiter && delimiter !== '\\'
            ? isSet && /[.*[\]^$+?(){}|]/.test(delimiter)
              ? `\\${next}`
              : next
            : `\\${next}`
        this.#at += 2
        continue
      }
      if (isSet && char === '[' && !inBrackets) inBrackets = true
      else if (isSet && char === ']' && inBrackets && !/\[\^?$/.test(text)) inBrackets = false
      text += char
      this.#at++
    }
  }

  #command(): SedCommand {
    const command: SedCommand = {
      from: this.#address(),
      to: null,
      negated: false,
      name: '',
      text: '',
      test: null,
      replacement: '',
      flags: '',
      body: [],
      open: null,
    }
    this.#blanks()
    if (this.#char() === ',' && command.from) {
      this.#at++
      this.#blanks()
      if (this.#char() === '+') {
        this.#at++
        command.to = { kind: 'more', count: this.#number() }
      } else command.to = this.#address()
      if (!command.to) throw new SedProblem("unexpected `,'")
      this.#blanks()
    }
    while (this.#char() === '!') {
      command.negated = true
      this.#at++
      this.#blanks()
    }
    command.name = this.#char()
    this.#at++
    switch (command.name) {
      case '{':
        command.body = this.commands(true)
        return command
      case 's':
      case 'y':
        return this.#substitute(command)
      case 'a':
      case 'i':
      case 'c':
        command.text = this.#textArgument()
        return command
      case ':':
      case 'b':
      case 't':
      case 'T':
      case 'r':
      case 'w':
      case 'q':
      case 'Q': {
        this.#blanks()
        const stops = command.name === 'r' || command.name === 'w' ? /^[^\n]*/ : /^[^\s;}]*/
        command.text = stops.exec(this.#text.slice(this.#at))?.[0] ?? ''
        this.#at += command.text.length
        return command
      }
    }
    if (!'=dDgGhHlnNpPxz'.includes(command.name) || command.name === '')
      throw new SedProblem(`unsupported command ${command.name}`)
    this.#blanks()
    if (!['', ';', '}', '\n', '#'].includes(this.#char()))
      throw new SedProblem('extra characters after command')
    return command
  }

  #substitute(command: SedCommand): SedCommand {
    const delimiter = this.#char()
    const source = this.#delimited(delimiter)
    this.#at--
    command.replacement = this.#delimited(delimiter, false)
    if (command.name === 'y') {
      command.text = source
      return command
    }
    command.flags = /^[gpiIme\d]*/.exec(this.#text.slice(this.#at))?.[0] ?? ''
    this.#at += command.flags.length
    if (this.#char() === 'w') {
      this.#at++
      this.#blanks()
      command.text = /^[^\n]*/.exec(this.#text.slice(this.#at))?.[0] ?? ''
      this.#at += command.text.length
    }
    command.test = this.#test(
      source,
      `g${/[iI]/.test(command.flags) ? 'i' : ''}${/[mM]/.test(command.flags) ? 'm' : ''}`,
    )
    return command
  }

  #textArgument(): string {
    this.#blanks()
    if (this.#char() === '\\') {
      this.#at++
      this.#blanks()
      if (this.#char() === '\n') this.#at++
    }
    let text = ''
    while (this.#char() !== '' && this.#char() !== '\n') {
      if (this.#char() === '\\') {
        this.#at++
        text += this.#char()
      } else text += this.#char()
      this.#at++
    }
    return `${text}\n`
  }
}

/** The text of a replacement: `&`, `\1`, `\n` and the changes of case. */
function replaced(replacement: string, groups: readonly (string | undefined)[]): string {
  let text = ''
  let change: 'U' | 'L' | null = null
  let once: 'u' | 'l' | null = null
  const add = (part: string) => {
    let shown = change === 'U' ? part.toUpperCase() : change === 'L' ? part.toLowerCase() : part
    if (once !== null && shown !== '') {
      shown =
        (once === 'u' ? shown.slice(0, 1).toUpperCase() : shown.slice(0, 1).toLowerCase()) + shown.slice(1)
      once = null
    }
    text += shown
  }
  for (let i = 0; i < replacement.length; i++) {
    const char = replacement[i] ?? ''
    if (char === '&') add(groups[0] ?? '')
    else if (char !== '\\') add(char)
    else {
      const next = replacement[++i] ?? ''
      if (/\d/.test(next)) add(groups[Number(next)] ?? '')
      else if (next === 'U' || next === 'L') change = next
      else if (next === 'E') change = null
      else if (next === 'u' || next === 'l') once = next
      else if (next === '\n') add('\n')
      else add(unescaped(`\\${next}`).text.replace(/^\\/, ''))
    }
  }
  return text
}

class Sed {
  readonly #process: Process
  readonly #commands: readonly SedCommand[]
  readonly #quiet: boolean
  readonly #write: (text: string) => Steps<void>
  #lines: string[] = []
  #at = 0
  #hold = ''
  #space = ''
  #appended: string[] = []
  #substituted = false
  #endsWithNewline = true
  code = 0
  quits = false

  constructor(
    process: Process,
    commands: readonly SedCommand[],
    quiet: boolean,
    write: (text: string) => Steps<void>,
  ) {
    this.#process = process
    this.#commands = commands
    this.#quiet = quiet
    this.#write = write
  }

  *run(text: string): Steps<void> {
    this.#endsWithNewline = text.endsWith('\n') || text === ''
    this.#lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
    this.#at = 0
    while (this.#at < this.#lines.length && !this.quits) {
      this.#space = this.#lines[this.#at] ?? ''
      let restarts = true
      while (restarts) {
        this.#process.kernel.tick()
        restarts = false
        const end = yield* this.#block(this.#commands)
        if (end === 'restart') restarts = true
        else {
          if (end !== 'delete' && end !== 'silent' && !this.#quiet) yield* this.#print(this.#space)
          for (const it of this.#appended.splice(0)) yield* this.#write(it)
        }
      }
      this.#at++
    }
  }

  *#print(text: string): Steps<void> {
    const isLast = this.#at >= this.#lines.length - 1
    yield* this.#write(isLast && !this.#endsWithNewline ? text : `${text}\n`)
  }

  #isAt(address: Address): boolean {
    switch (address.kind) {
      case 'line':
        return this.#at + 1 === address.line
      case 'last':
        return this.#at === this.#lines.length - 1
      case 'match':
        return address.test.test(this.#space)
      case 'step':
        return address.step === 0
          ? this.#at + 1 === address.first
          : this.#at + 1 >= address.first && (this.#at + 1 - address.first) % address.step === 0
      case 'more':
        return false
    }
  }

  #applies(command: SedCommand): boolean {
    const { from, to } = command
    if (!from) return true
    if (!to) return this.#isAt(from)
    const line = this.#at + 1
    if (command.open === null) {
      // Line 0 lets a range begin before the first line.
      if (!(this.#isAt(from) || (from.kind === 'line' && from.line === 0 && line === 1))) return false
      const until = to.kind === 'line' ? to.line : to.kind === 'more' ? line + to.count : Infinity
      if (from.kind === 'line' && from.line === 0 && this.#isAt(to)) return true
      if (until > line) command.open = { until }
      return true
    }
    if (line > command.open.until) {
      command.open = null
      return this.#applies(command)
    }
    if (line === command.open.until || (to.kind !== 'line' && this.#isAt(to))) command.open = null
    return true
  }

  *#block(commands: readonly SedCommand[]): Steps<string> {
    for (let i = 0; i < commands.length; i++) {
      const command = commands[i]
      if (!command || this.#applies(command) === command.negated) continue
      const end = yield* this.#execute(command)
      if (end === '') continue
      if (!end.startsWith('branch:')) return end
      const label = end.slice(7)
      if (label === '') return ''
      const target = commands.findIndex((it) => it.name === ':' && it.text === label)
      if (target < 0) {
        if (commands === this.#commands) throw new SedProblem(`can't find label for jump to '${label}'`)
        return end
      }
      this.#process.kernel.tick()
      i = target
    }
    return ''
  }

  *#execute(command: SedCommand): Steps<string> {
    switch (command.name) {
      case '{':
        return yield* this.#block(command.body)
      case 's':
        return yield* this.#substitute(command)
      case 'y': {
        const from = [...command.text]
        const to = [...command.replacement]
        this.#space = [...this.#space]
          .map((char) => (from.includes(char) ? (to[from.indexOf(char)] ?? char) : char))
          .join('')
        return ''
      }
      case 'd':
        return 'delete'
      case 'D': {
        if (!this.#space.includes('\n')) return 'delete'
        this.#space = this.#space.slice(this.#space.indexOf('\n') + 1)
        return 'restart'
      }
      case 'p':
        yield* this.#write(`${this.#space}\n`)
        return ''
      case 'P':
        yield* this.#write(`${this.#space.split('\n')[0] ?? ''}\n`)
        return ''
      case '=':
        yield* this.#write(`${this.#at + 1}\n`)
        return ''
      case 'n':
        if (!this.#quiet) yield* this.#print(this.#space)
        if (this.#at + 1 >= this.#lines.length) {
          this.quits = true
          return 'silent'
        }
        this.#space = this.#lines[++this.#at] ?? ''
        return ''
      case 'N':
        if (this.#at + 1 >= this.#lines.length) {
          this.quits = true
          return this.#quiet ? 'silent' : 'end'
        }
        this.#space += `\n${this.#lines[++this.#at] ?? ''}`
        return ''
      case 'a':
        this.#appended.push(command.text)
        return ''
      case 'i':
        yield* this.#write(command.text)
        return ''
      case 'c':
        if (!command.to || command.open === null || command.negated) yield* this.#write(command.text)
        return 'delete'
      case 'q':
      case 'Q':
        this.quits = true
        this.code = Number(command.text || 0)
        return command.name === 'Q' ? 'silent' : 'end'
      case 'b':
        return `branch:${command.text}`
      case 't':
      case 'T': {
        const jumps = this.#substituted === (command.name === 't')
        this.#substituted = false
        return jumps ? `branch:${command.text}` : ''
      }
      case 'h':
        this.#hold = this.#space
        return ''
      case 'H':
        this.#hold += `\n${this.#space}`
        return ''
      case 'g':
        this.#space = this.#hold
        return ''
      case 'G':
        this.#space += `\n${this.#hold}`
        return ''
      case 'x':
        ;[this.#space, this.#hold] = [this.#hold, this.#space]
        return ''
      case 'z':
        this.#space = ''
        return ''
      case 'l':
        yield* this.#write(
          `${this.#space.replace(/\\/g, '\\\\').replace(/\t/g, '\\t').replace(/\n/g, '\\n')}$\n`,
        )
        return ''
      case 'r': {
        const node = this.#process.find(command.text)
        if (node?.kind === 'file') this.#appended.push(node.text())
        return ''
      }
      case 'w':
        this.#process.files.write(this.#process.resolve(command.text), `${this.#space}\n`, true)
        return ''
      default:
        return ''
    }
  }

  *#substitute(command: SedCommand): Steps<string> {
    const { test, flags, replacement } = command
    if (!test) return ''
    const nth = Number(/\d+/.exec(flags)?.[0] ?? 0)
    const isGlobal = flags.includes('g')
    let count = 0
    let changed = false
    test.lastIndex = 0
    this.#space = this.#space.replace(test, (...args: unknown[]) => {
      count++
      const match = String(args[0])
      if (nth > 0 ? (isGlobal ? count < nth : count !== nth) : !isGlobal && count > 1) return match
      changed = true
      const groups: (string | undefined)[] = []
      for (const it of args) {
        if (typeof it === 'number') break
        groups.push(typeof it === 'string' ? it : undefined)
      }
      return replaced(replacement, groups)
    })
    if (!changed) return ''
    this.#substituted = true
    if (flags.includes('p')) yield* this.#write(`${this.#space}\n`)
    if (command.text !== '')
      this.#process.files.write(this.#process.resolve(command.text), `${this.#space}\n`, true)
    return ''
  }
}

function* sed(process: Process): Steps<number> {
  // -i takes its suffix only glued to it.
  const isSuffix = (it: string) => /^-i.+/.test(it) && !/^-i[nrEes]+$/.test(it)
  const suffix = process.args.find(isSuffix)?.slice(2) ?? ''
  const own = process.args.map((it) => (isSuffix(it) ? '-i' : it))
  const found = options(process.with(own), 'nrEisue:f:', {
    quiet: 'n',
    silent: 'n',
    expression: 'e:',
    file: 'f:',
    'in-place': 'i',
    'regexp-extended': 'r',
  })
  if (!found) return 1
  const rest = [...found.rest]
  const scripts = [...found.values('e')]
  for (const path of found.values('f')) {
    const node = process.find(path)
    if (node?.kind !== 'file') return process.fail(`${path}: No such file or directory`)
    scripts.push(node.text())
  }
  if (scripts.length === 0) {
    const script = rest.shift()
    if (script === undefined) {
      process.err(
        'BusyBox v1.36.1 () multi-call binary.\n\nUsage: sed [-i[SFX]] [-nrE] [-f FILE]... [-e CMD]... [FILE]...\n',
      )
      return 1
    }
    scripts.push(script)
  }
  const make = () => new SedParser(scripts.join('\n'), found.has('r') || found.has('E')).commands()
  try {
    if (!found.has('i')) return yield* stream(process, make(), found.has('n'), rest)
    let code = 0
    for (const path of rest) {
      const input = openInput(process, path)
      if (!input) {
        code = 1
        continue
      }
      const output = new TextOutput()
      const editor = new Sed(process, make(), found.has('n'), (text) => print(output, text))
      yield* editor.run(yield* readAll(input))
      const before = process.find(path)
      if (suffix !== '' && before?.kind === 'file')
        process.files.write(process.resolve(`${path}${suffix}`), before.text(), false, { mode: before.mode })
      const problem = process.files.write(process.resolve(path), output.text, false)
      if (problem !== undefined) code = process.fail(`${path}: ${problem}`)
    }
    return code
  } catch (problem) {
    if (problem instanceof SedProblem || problem instanceof PatternProblem)
      return process.fail(problem.message)
    if (problem instanceof SyntaxError) return process.fail('bad regex: Invalid preceding regular expression')
    throw problem
  }
}

/** Edits a stream. Commands that know no last line get each line as it comes. */
function* stream(
  process: Process,
  commands: readonly SedCommand[],
  quiet: boolean,
  paths: readonly string[],
): Steps<number> {
  const editor = new Sed(process, commands, quiet, (text) => process.print(text))
  let code = 0
  let whole = ''
  for (const path of paths.length === 0 ? ['-'] : paths) {
    const input = openInput(process, path)
    if (!input) {
      code = 1
      continue
    }
    if (paths.length === 0 && isLineByLine(commands)) {
      yield* lineByLine(process, editor)
      return editor.code
    }
    const text = yield* readAll(input)
    whole += whole === '' || whole.endsWith('\n') ? text : `\n${text}`
  }
  yield* editor.run(whole)
  return editor.code || code
}

function isLineByLine(commands: readonly SedCommand[]): boolean {
  return commands.every((it) => {
    const addresses = [it.from, it.to]
    if (addresses.some((one) => one !== null && one.kind !== 'match')) return false
    return it.to === null && 'spd{'.includes(it.name) && isLineByLine(it.body)
  })
}

function* lineByLine(process: Process, editor: Sed): Steps<void> {
  for (;;) {
    const text = yield* process.streams.in.read()
    if (text === null) return
    const end = text.lastIndexOf('\n')
    if (end >= 0 && end < text.length - 1) process.streams.in.unread(text.slice(end + 1))
    yield* editor.run(end < 0 ? text : text.slice(0, end + 1))
    if (editor.quits) return
  }
}

export const sedPrograms: Record<string, Program> = { sed }
