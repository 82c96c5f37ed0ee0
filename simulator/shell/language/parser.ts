import {
  Incomplete,
  KEYWORDS,
  plainText,
  SyntaxProblem,
  type Arm,
  type Assignment,
  type Command,
  type Compound,
  type Dialect,
  type Item,
  type List,
  type Parameter,
  type Part,
  type Pipeline,
  type Redirect,
  type Word,
} from './syntax.ts'

const OPERATORS = [
  '<<<',
  '<<-',
  '&>>',
  ';;&',
  '&&',
  '||',
  ';;',
  ';&',
  '<<',
  '>>',
  '<&',
  '>&',
  '<>',
  '>|',
  '&>',
  '|&',
  '|',
  '&',
  ';',
  '<',
  '>',
  '(',
  ')',
  '\n',
]
const REDIRECTS: ReadonlySet<string> = new Set([
  '<',
  '>',
  '>>',
  '>|',
  '<>',
  '<&',
  '>&',
  '<<',
  '<<-',
  '<<<',
  '&>',
  '&>>',
])

/** Reserved words that end a list of commands. */
const CLOSERS: ReadonlySet<string> = new Set(['then', 'elif', 'else', 'fi', 'do', 'done', 'esac', '}'])

interface HereDocument {
  redirect: { word: Word }
  end: string
  expands: boolean
  stripsTabs: boolean
  line: number
}

/** Replaces an alias by its text; null when the word is none. */
export type Aliases = (word: string) => string | null

export interface ParserOptions {
  aliases?: Aliases
  dialect?: Dialect
  /** Whether `@(a|b)` and its relatives are patterns. */
  hasExtendedPatterns?: () => boolean
  /** The number of the first line. */
  firstLine?: number
  /** A here-document may end with the text, which is told. Without it, it is incomplete. */
  onOpenDocument?: (message: string, line: number) => void
}

/** Parses the text of a shell. Throws SyntaxProblem, and Incomplete where more text can complete it. */
export function parse(text: string, options: ParserOptions = {}): List {
  return new Parser(text, options).all()
}

/** Reads the text of a shell line by line, as a shell does: what stands above a problem has run before it is seen. */
export class Parser {
  #text: string
  #at = 0
  readonly #documents: HereDocument[] = []
  readonly #options: ParserOptions
  readonly #dialect: Dialect
  #aliasEnd = -1
  #shownUpTo = 0
  /** Where lines were counted up to. */
  #counted: { at: number; line: number }

  constructor(text: string, options: ParserOptions = {}) {
    this.#text = text
    this.#options = options
    this.#dialect = options.dialect ?? 'bash'
    this.#counted = { at: 0, line: options.firstLine ?? 1 }
  }

  all(): List {
    const list: Item[] = []
    for (let next = this.next(); next; next = this.next()) list.push(...next)
    return list
  }

  /** The commands of the next line, which can go on over several; null at the end. */
  next(): List | null {
    try {
      this.#newlines()
      if (this.#isEnd()) return null
      const list = this.#list(() => false, true)
      if (this.#documents.length > 0) this.#readDocuments()
      return list
    } catch (problem) {
      if (problem instanceof SyntaxProblem && problem.line === 0) this.#locate(problem)
      throw problem
    }
  }

  /** The text that was read since the last call, which `set -v` shows. */
  read(): string {
    const text = this.#text.slice(this.#shownUpTo, this.#at)
    this.#shownUpTo = this.#at
    return text.endsWith('\n') || text === '' ? text : `${text}\n`
  }

  #locate(problem: SyntaxProblem): void {
    const isAtEnd = problem instanceof Incomplete && /^unexpected end|`\)'$/.test(problem.message)
    problem.line = isAtEnd
      ? this.#lineAt(this.#text.length) + (this.#text.endsWith('\n') ? 0 : 1)
      : this.#lineAt(this.#at)
    if (problem instanceof Incomplete) return
    const start = this.#text.lastIndexOf('\n', this.#at - 1) + 1
    const end = this.#text.indexOf('\n', this.#at)
    problem.source = this.#text.slice(start, end < 0 ? undefined : Math.max(start, end))
  }

  #lineAt(at: number): number {
    let { line } = this.#counted
    if (at < this.#counted.at) {
      line = this.#options.firstLine ?? 1
      this.#counted = { at: 0, line }
    }
    for (let i = this.#counted.at; i < at; i++) if (this.#text[i] === '\n') line++
    this.#counted = { at, line }
    return line
  }

  get #isBash(): boolean {
    return this.#dialect === 'bash'
  }

  // Reading of characters

  #char(offset = 0): string {
    return this.#text[this.#at + offset] ?? ''
  }

  #blanks(): void {
    for (;;) {
      const char = this.#char()
      if (char === ' ' || char === '\t' || char === '\r') this.#at++
      else if (char === '\\' && this.#char(1) === '\n') this.#at += 2
      else if (char === '#' && (this.#at === 0 || /[\s;&|()]/.test(this.#char(-1)))) {
        while (this.#at < this.#text.length && this.#char() !== '\n') this.#at++
      } else return
    }
  }

  #operator(): string {
    this.#blanks()
    if (!this.#isBash && /^(?:\|&|;;?&)/.test(this.#text.slice(this.#at, this.#at + 3)))
      return this.#text.startsWith(';;', this.#at) ? ';;' : this.#char()
    return OPERATORS.find((it) => this.#text.startsWith(it, this.#at)) ?? ''
  }

  #accept(operator: string): boolean {
    if (this.#operator() !== operator) return false
    this.#at += operator.length
    if (operator === '\n') this.#readDocuments()
    return true
  }

  #expect(operator: string): void {
    if (!this.#accept(operator)) throw this.#unexpected(operator)
  }

  #newlines(): void {
    while (this.#accept('\n')) {
      // Empty lines are nothing.
    }
  }

  #isEnd(): boolean {
    this.#blanks()
    return this.#at >= this.#text.length
  }

  /** `expected`: what ash and dash say that should stand there. */
  #unexpected(expected = ''): SyntaxProblem {
    const wanted = this.#isBash || expected === '' ? '' : ` (expecting "${expected}")`
    if (this.#isEnd()) return new Incomplete(`unexpected end of file${wanted}`)
    const operator = this.#operator()
    const word = /^[^\s;&|<>()]+/.exec(this.#text.slice(this.#at))?.[0] ?? this.#char()
    if (this.#isBash) {
      const found = operator === '\n' ? 'newline' : operator === '' ? word : operator
      return new SyntaxProblem(`syntax error near unexpected token \`${found}'`)
    }
    return new SyntaxProblem(`syntax error: unexpected ${this.#plainToken(operator, word)}${wanted}`)
  }

  /** How ash and dash name what they did not expect. */
  #plainToken(operator: string, word: string): string {
    if (operator === '\n') return 'newline'
    if (operator !== '') return REDIRECTS.has(operator) ? 'redirection' : `"${operator}"`
    return KEYWORDS[this.#dialect].has(word) ? `"${word}"` : 'word'
  }

  /** The reserved word that comes next, without taking it. */
  #peekReserved(): string {
    this.#blanks()
    const word = /^(?:\[\[|\]\]|[{}!]|[a-z]+)(?=$|[\s;&|<>()])/.exec(
      this.#text.slice(this.#at, this.#at + 12),
    )?.[0]
    return word !== undefined && KEYWORDS[this.#dialect].has(word) ? word : ''
  }

  #acceptReserved(word: string): boolean {
    if (this.#peekReserved() !== word) return false
    this.#at += word.length
    return true
  }

  #expectReserved(word: string): void {
    this.#newlines()
    if (!this.#acceptReserved(word)) throw this.#unexpected(word)
  }

  // Lists and pipelines

  /** `isLine`: only up to the end of the line. */
  #list(closes: (operator: string) => boolean = () => false, isLine = false): List {
    const items: Item[] = []
    for (;;) {
      if (!isLine) this.#newlines()
      else if (this.#accept('\n') && items.length > 0) return items
      if (this.#isEnd() || closes(this.#operator())) return items
      if (CLOSERS.has(this.#peekReserved())) {
        if (isLine) throw this.#unexpected()
        return items
      }
      const start = this.#at
      const first = this.#pipeline()
      const rest: { operator: '&&' | '||'; pipeline: Pipeline }[] = []
      for (;;) {
        const operator = this.#operator()
        if (operator !== '&&' && operator !== '||') break
        this.#at += 2
        this.#newlines()
        rest.push({ operator, pipeline: this.#pipeline() })
      }
      const source = this.#text.slice(start, this.#at).trim()
      const background = this.#accept('&')
      items.push({ first, rest, background, source })
      if (background || this.#accept(';')) continue
      if (this.#operator() !== '\n') {
        if (this.#isEnd() || closes(this.#operator())) return items
        if (!isLine && CLOSERS.has(this.#peekReserved())) return items
        throw this.#unexpected()
      }
    }
  }

  #body(closer = ''): List {
    const list = this.#list()
    if (list.length === 0) throw this.#unexpected(closer)
    return list
  }

  #pipeline(): Pipeline {
    const timed = this.#acceptReserved('time')
    let negated = false
    while (this.#acceptReserved('!')) negated = !negated
    const commands = [this.#command()]
    for (;;) {
      const joins = this.#isBash && this.#operator() === '|&'
      if (!joins && this.#operator() !== '|') break
      this.#at += joins ? 2 : 1
      if (joins) commands.push(withErrors(commands.pop()))
      this.#newlines()
      commands.push(this.#command())
    }
    return { commands, negated, timed }
  }

  #command(): Command {
    const reserved = this.#peekReserved()
    if (CLOSERS.has(reserved) || reserved === ']]' || reserved === 'in') throw this.#unexpected()
    if (reserved === 'function') {
      this.#at += reserved.length
      this.#blanks()
      const name = this.#name()
      if (this.#accept('(')) this.#expect(')')
      this.#newlines()
      return { kind: 'function', name, body: this.#command() }
    }
    this.#blanks()
    const line = this.#lineAt(this.#at)
    const body = this.#compound(reserved)
    if (body) return { kind: 'compound', body, redirects: this.#redirects(), line }
    const definition = /^([A-Za-z_][\w.-]*)[ \t]*\([ \t]*\)/.exec(this.#text.slice(this.#at, this.#at + 120))
    if (definition && reserved === '') {
      this.#at += definition[0].length
      this.#newlines()
      return { kind: 'function', name: definition[1] ?? '', body: this.#command() }
    }
    return this.#simple()
  }

  #name(): string {
    const name = /^[^\s;&|<>()]+/.exec(this.#text.slice(this.#at))?.[0]
    if (name === undefined) throw this.#unexpected()
    this.#at += name.length
    return name
  }

  #compound(reserved: string): Compound | null {
    if (this.#isBash && this.#text.startsWith('((', this.#at)) {
      const before = this.#at
      try {
        return this.#arithmeticCommand()
      } catch (problem) {
        // It may be a subshell in a subshell.
        if (!(problem instanceof SyntaxProblem)) throw problem
        this.#at = before
      }
    }
    if (this.#accept('(')) {
      const body = this.#list((it) => it === ')')
      this.#expect(')')
      return { kind: 'subshell', body }
    }
    if (reserved === '') return null
    this.#at += reserved.length
    switch (reserved) {
      case '{': {
        const body = this.#body()
        this.#expectReserved('}')
        return { kind: 'group', body }
      }
      case 'if':
        return this.#if()
      case 'while':
      case 'until': {
        const test = this.#body()
        return { kind: 'loop', until: reserved === 'until', test, body: this.#loopBody() }
      }
      case 'for':
      case 'select':
        return this.#for(reserved)
      case 'case':
        return this.#case()
      case '[[':
        return this.#condition()
      default:
        throw new SyntaxProblem(`syntax error near unexpected token \`${reserved}'`)
    }
  }

  #loopBody(): List {
    this.#expectReserved('do')
    const body = this.#body('done')
    this.#expectReserved('done')
    return body
  }

  #if(): Compound {
    const branches: { test: List; body: List }[] = []
    do {
      const test = this.#body()
      this.#expectReserved('then')
      branches.push({ test, body: this.#body() })
      this.#newlines()
    } while (this.#acceptReserved('elif'))
    const otherwise = this.#acceptReserved('else') ? this.#body() : null
    this.#expectReserved('fi')
    return { kind: 'if', branches, otherwise }
  }

  #for(kind: 'for' | 'select'): Compound {
    this.#blanks()
    if (this.#text.startsWith('((', this.#at) && !this.#isBash)
      throw new SyntaxProblem('syntax error: bad for loop variable')
    if (this.#text.startsWith('((', this.#at)) {
      this.#at += 2
      const [init, test, step] = splitExpression(this.#upToParentheses())
      this.#accept(';')
      this.#newlines()
      const body = this.#peekReserved() === '{' ? this.#bracedBody() : this.#loopBody()
      return {
        kind: 'count',
        init: expressionWord(init ?? ''),
        test: expressionWord(test ?? ''),
        step: expressionWord(step ?? ''),
        body,
      }
    }
    const name = this.#name()
    if (!/^[A-Za-z_]\w*$/.test(name))
      throw new SyntaxProblem(
        this.#isBash ? `\`${name}': not a valid identifier` : 'syntax error: bad for loop variable',
      )
    this.#newlines()
    let words: Word[] | null = null
    if (this.#acceptReserved('in')) {
      words = []
      while (!this.#isEnd() && this.#operator() === '') words.push(this.#word())
    }
    this.#accept(';')
    this.#newlines()
    const isBraced = this.#isBash && this.#peekReserved() === '{'
    return { kind, name, words, body: isBraced ? this.#bracedBody() : this.#loopBody() }
  }

  #bracedBody(): List {
    this.#expectReserved('{')
    const body = this.#body()
    this.#expectReserved('}')
    return body
  }

  #case(): Compound {
    this.#blanks()
    const word = this.#word()
    this.#expectReserved('in')
    const arms: Arm[] = []
    this.#newlines()
    while (!this.#acceptReserved('esac')) {
      if (this.#isEnd()) throw this.#unexpected(')')
      this.#accept('(')
      const patterns = [this.#word()]
      while (this.#accept('|')) patterns.push(this.#word())
      this.#expect(')')
      const body = this.#list((it) => it.startsWith(';;') || it === ';&')
      const end = this.#operator()
      if (end === ';;' || end === ';&' || end === ';;&') {
        this.#at += end.length
        arms.push({ patterns, body, end })
      } else arms.push({ patterns, body, end: ';;' })
      this.#newlines()
      if (this.#isEnd()) throw this.#unexpected(')')
    }
    return { kind: 'case', word, arms }
  }

  #condition(): Compound {
    const words: Word[] = []
    for (;;) {
      this.#newlines()
      if (this.#acceptReserved(']]')) return { kind: 'condition', words }
      if (this.#isEnd()) throw new Incomplete('unexpected end of file')
      const operator = this.#operator()
      const before = plainText(words.at(-1) ?? [])
      if (operator !== '' && !(before === '=~' && operator === '(')) {
        this.#at += operator.length
        words.push([{ kind: 'text', text: operator, quoted: false }])
      } else words.push(this.#word(before === '=~'))
    }
  }

  #arithmeticCommand(): Compound {
    this.#at += 2
    return { kind: 'arithmetic', expression: expressionWord(this.#upToParentheses()) }
  }

  /** The text up to the matching `))`, which is taken. */
  #upToParentheses(): string {
    const start = this.#at
    let depth = 0
    for (; this.#at < this.#text.length; this.#at++) {
      const char = this.#char()
      if (char === '(') depth++
      else if (char === ')') {
        if (depth === 0 && this.#char(1) === ')') {
          const text = this.#text.slice(start, this.#at)
          this.#at += 2
          return text
        }
        if (depth === 0) throw new SyntaxProblem('syntax error: missing )')
        depth--
      }
    }
    throw new Incomplete('unexpected end of file')
  }

  #redirects(): Redirect[] {
    const found: Redirect[] = []
    for (let it = this.#redirect(); it; it = this.#redirect()) found.push(it)
    return found
  }

  #redirect(): Redirect | null {
    this.#blanks()
    const number = /^\d+(?=[<>])/.exec(this.#text.slice(this.#at, this.#at + 12))?.[0] ?? ''
    const rest = this.#text.slice(this.#at + number.length, this.#at + number.length + 3)
    const operator = OPERATORS.find((it) => rest.startsWith(it)) ?? ''
    if (!this.#isBash && (operator === '<<<' || (operator === '&>>' && this.#dialect === 'dash')))
      throw new SyntaxProblem('syntax error: unexpected redirection')
    if (operator.startsWith('&>') && this.#dialect === 'dash') return null
    // `<(list)` and `>(list)` are words.
    if (!REDIRECTS.has(operator) || (number === '' && /^[<>]\(/.test(rest))) return null
    this.#at += number.length + operator.length
    const fd = number === '' ? (operator.startsWith('<') ? 0 : 1) : Number(number)
    this.#blanks()
    if (this.#isEnd() || (this.#operator() !== '' && !this.#isProcess())) throw this.#unexpected()
    if (operator === '<<' || operator === '<<-') return this.#hereDocument(fd, operator === '<<-')
    return { fd, operator: operator as Redirect['operator'], word: this.#word() }
  }

  /** Whether a process substitution begins here. */
  #isProcess(): boolean {
    if (this.#dialect === 'dash') return false
    return this.#text.startsWith('<(', this.#at) || this.#text.startsWith('>(', this.#at)
  }

  #hereDocument(fd: number, stripsTabs: boolean): Redirect {
    const start = this.#at
    const word = this.#word()
    const source = this.#text.slice(start, this.#at)
    const redirect = { fd, operator: '<<' as const, word }
    this.#documents.push({
      redirect,
      end: source.replace(/['"\\]/g, ''),
      expands: !/['"\\]/.test(source),
      stripsTabs,
      line: this.#lineAt(start),
    })
    return redirect
  }

  #readDocuments(): void {
    for (const { redirect, end, expands, stripsTabs, line: from } of this.#documents.splice(0)) {
      let body = ''
      for (;;) {
        if (this.#at >= this.#text.length) {
          if (!this.#options.onOpenDocument) throw new Incomplete('unexpected end of file')
          this.#options.onOpenDocument(
            `warning: here-document at line ${from} delimited by end-of-file (wanted \`${end}')`,
            from,
          )
          break
        }
        const close = this.#text.indexOf('\n', this.#at)
        const stop = close < 0 ? this.#text.length : close
        let line = this.#text.slice(this.#at, stop)
        this.#at = Math.min(this.#text.length, stop + 1)
        if (stripsTabs) line = line.replace(/^\t+/, '')
        if (line === end) break
        body += `${line}\n`
      }
      redirect.word = expands ? documentWord(body) : [{ kind: 'text', text: body, quoted: true }]
    }
  }

  #simple(): Command {
    this.#blanks()
    const line = this.#lineAt(this.#at)
    const assignments: Assignment[] = []
    const words: Word[] = []
    const redirects: Redirect[] = []
    for (;;) {
      const redirect = this.#redirect()
      if (redirect) {
        redirects.push(redirect)
        continue
      }
      if (this.#isEnd() || (this.#operator() !== '' && !this.#isProcess())) break
      const declares =
        DECLARING.has(plainText(words[0] ?? []) ?? '') &&
        /^[A-Za-z_]\w*\+?=\(/.test(this.#text.slice(this.#at, this.#at + 256))
      const assignment = words.length === 0 || declares ? this.#assignment() : null
      if (assignment) {
        assignments.push(assignment)
        continue
      }
      if (words.length === 0 && this.#replaceAlias()) continue
      words.push(this.#word())
    }
    if (words.length === 0 && assignments.length === 0 && redirects.length === 0) throw this.#unexpected()
    return { kind: 'simple', assignments, words, redirects, line }
  }

  /** An alias is replaced once, so that `alias ls='ls -l'` ends. */
  #replaceAlias(): boolean {
    if (this.#at < this.#aliasEnd) return false
    const word = /^[\w.:-]+(?=$|[\s;&|<>()])/.exec(this.#text.slice(this.#at, this.#at + 80))?.[0]
    const text = word === undefined ? null : (this.#options.aliases?.(word) ?? null)
    if (word === undefined || text === null) return false
    this.#text = this.#text.slice(0, this.#at) + text + this.#text.slice(this.#at + word.length)
    this.#aliasEnd = this.#at + text.length
    return true
  }

  #assignment(): Assignment | null {
    const match = /^([A-Za-z_]\w*)(?:\[([^\]\n]+)\])?(\+?)=/.exec(this.#text.slice(this.#at, this.#at + 256))
    if (!match) return null
    this.#at += match[0].length
    const next = this.#char()
    const assignment = { name: match[1] ?? '', append: match[3] === '+' }
    if (next === '(' && !this.#isBash) throw this.#unexpected()
    if (next === '(' && match[2] === undefined) return { ...assignment, word: [], items: this.#items() }
    const isEmpty = next === '' || /[\s;&|()]/.test(next) || (/[<>]/.test(next) && this.#char(1) !== '(')
    const index = match[2] === undefined ? {} : { index: indexWord(match[2]) }
    return { ...assignment, word: isEmpty ? [] : this.#word(), ...index }
  }

  /** The items of an array up to the closing parenthesis. */
  #items(): { key: Word | null; word: Word }[] {
    this.#at++
    const items: { key: Word | null; word: Word }[] = []
    for (;;) {
      this.#newlines()
      if (this.#isEnd()) throw new Incomplete('unexpected end of file')
      if (this.#accept(')')) return items
      const key = /^\[([^\]\n]+)\]=/.exec(this.#text.slice(this.#at, this.#at + 256))
      if (key) this.#at += key[0].length
      items.push({ key: key ? indexWord(key[1] ?? '') : null, word: this.#word() })
    }
  }

  // Words

  #word(isPattern = false): Word {
    this.#blanks()
    const parts: Part[] = []
    const start = this.#at
    let depth = 0
    while (this.#at < this.#text.length) {
      const char = this.#char()
      if (isPattern && (char === '(' || (char === ')' && depth > 0) || char === '|')) {
        // A regular expression after =~ may have parentheses.
        depth += char === '(' ? 1 : char === ')' ? -1 : 0
        add(parts, char, false)
        this.#at++
        continue
      }
      if (this.#isProcess()) {
        this.#at += 2
        const list = this.#list((it) => it === ')')
        this.#expect(')')
        parts.push({ kind: 'process', list, isInput: char === '>', quoted: false })
        continue
      }
      if (
        /[?*+@!]/.test(char) &&
        this.#char(1) === '(' &&
        (isPattern || this.#options.hasExtendedPatterns?.())
      ) {
        this.#alternatives(parts)
        continue
      }
      if (/[\s;&|<>()]/.test(char)) break
      this.#part(parts)
    }
    if (this.#at === start) throw this.#unexpected()
    return parts
  }

  /** `@(a|b)` and its relatives, as they are written. */
  #alternatives(parts: Part[]): void {
    add(parts, this.#char(), false)
    this.#at++
    let depth = 0
    do {
      const char = this.#char()
      if (char === '') throw new Incomplete('unexpected end of file')
      if (/[(|)]/.test(char)) {
        depth += char === '(' ? 1 : char === ')' ? -1 : 0
        add(parts, char, false)
        this.#at++
      } else this.#part(parts)
    } while (depth > 0)
  }

  #part(parts: Part[]): void {
    const char = this.#char()
    if (char === "'") {
      const end = this.#text.indexOf("'", this.#at + 1)
      if (end < 0) throw new Incomplete("unexpected EOF while looking for matching `''")
      add(parts, this.#text.slice(this.#at + 1, end), true)
      this.#at = end + 1
    } else if (char === '"') {
      this.#at++
      add(parts, '', true)
      this.#quoted(parts, '"')
    } else if (char === '\\') {
      if (this.#at + 1 >= this.#text.length) throw new Incomplete('unexpected end of file')
      if (this.#char(1) !== '\n') add(parts, this.#char(1), true)
      this.#at += 2
    } else if (char === '$' && this.#char(1) === "'") this.#ansiQuoted(parts)
    else if (char === '$') this.#dollar(parts, false)
    else if (char === '`') this.#backquoted(parts, false)
    else {
      add(parts, char, false)
      this.#at++
    }
  }

  /** Up to the closing quote. Without one, the text to the end (a here-document). */
  #quoted(parts: Part[], close: '"' | ''): void {
    const from = this.#at
    for (;;) {
      const char = this.#char()
      if (char === '') {
        if (close === '') return
        const problem = new Incomplete('unexpected EOF while looking for matching `"\'')
        problem.line = this.#lineAt(from)
        throw problem
      }
      if (char === close) {
        this.#at++
        return
      }
      if (char === '$') this.#dollar(parts, true)
      else if (char === '`') this.#backquoted(parts, true)
      else if (char === '\\' && this.#char(1) === '\n') this.#at += 2
      else if (char === '\\' && (close === '' ? /[\\$`]/ : /["\\$`]/).test(this.#char(1))) {
        add(parts, this.#char(1), true)
        this.#at += 2
      } else {
        add(parts, char, true)
        this.#at++
      }
    }
  }

  /** `$'…'` with escape sequences. */
  #ansiQuoted(parts: Part[]): void {
    this.#at += 2
    let text = ''
    while (this.#char() !== "'") {
      if (this.#char() === '') throw new Incomplete("unexpected EOF while looking for matching `''")
      if (this.#char() === '\\') {
        const sequence =
          /^\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3}|c[\s\S]|[\s\S])/.exec(
            this.#text.slice(this.#at, this.#at + 10),
          )?.[1]
        if (sequence === undefined) break
        text += escapeMeaning(sequence)
        this.#at += 1 + sequence.length
      } else {
        text += this.#char()
        this.#at++
      }
    }
    this.#at++
    add(parts, text, true)
  }

  #backquoted(parts: Part[], quoted: boolean): void {
    let source = ''
    this.#at++
    while (this.#char() !== '`') {
      if (this.#char() === '') throw new Incomplete("unexpected EOF while looking for matching ``'")
      if (this.#char() === '\\' && /[`\\$]/.test(this.#char(1))) this.#at++
      source += this.#char()
      this.#at++
    }
    this.#at++
    const { onOpenDocument: _, ...options } = this.#options
    parts.push({ kind: 'command', list: parse(source, options), quoted })
  }

  #dollar(parts: Part[], quoted: boolean): void {
    if (this.#text.startsWith('$((', this.#at)) {
      const before = this.#at
      this.#at += 3
      try {
        parts.push({ kind: 'arithmetic', expression: expressionWord(this.#upToParentheses()), quoted })
        return
      } catch (problem) {
        // It may be a command in parentheses: $((a); b)
        if (!(problem instanceof Incomplete)) throw problem
        this.#at = before
      }
    }
    if (this.#text.startsWith('$(', this.#at)) {
      this.#at += 2
      const list = this.#list((it) => it === ')')
      if (this.#isEnd()) throw new Incomplete("unexpected EOF while looking for matching `)'")
      this.#expect(')')
      parts.push({ kind: 'command', list, quoted })
      return
    }
    if (this.#text.startsWith('${', this.#at)) {
      const start = this.#at
      try {
        return this.#braced(parts, quoted)
      } catch (problem) {
        // bash finds it when it comes to it.
        const end = this.#text.indexOf('}', start)
        if (!(problem instanceof BadSubstitution) || !this.#isBash || end < 0) throw problem
        this.#at = end + 1
        const name = this.#text.slice(start, this.#at)
        parts.push({
          kind: 'parameter',
          parameter: { name, operator: 'bad', word: [], second: null },
          quoted,
        })
        return
      }
    }
    const name = /^\$([A-Za-z_]\w*|[0-9?$!#@*-])/.exec(this.#text.slice(this.#at, this.#at + 256))?.[1]
    if (name === undefined) {
      add(parts, '$', quoted)
      this.#at++
      return
    }
    this.#at += 1 + name.length
    parts.push({ kind: 'parameter', parameter: { name, operator: '', word: [], second: null }, quoted })
  }

  #braced(parts: Part[], quoted: boolean): void {
    this.#at += 2
    const match = /^(#(?=[\w@*?$!-])|!(?=\w))?([A-Za-z_]\w*|\d+|[?$!#@*-])/.exec(
      this.#text.slice(this.#at, this.#at + 256),
    )
    if (!match) throw badSubstitution()
    this.#at += match[0].length
    const name = match[2] ?? ''
    const prefix = match[1] === '#' ? 'length' : match[1] === '!' ? 'indirect' : ''
    if (prefix === 'indirect' && !this.#isBash) throw badSubstitution()
    const parameter: Parameter = { name, operator: prefix, word: [], second: null }
    if (this.#char() === '[') {
      const end = this.#text.indexOf(']', this.#at)
      if (end < 0 && !this.#text.includes('}', this.#at))
        throw new Incomplete("unexpected EOF while looking for matching `}'")
      if (end < 0) throw badSubstitution()
      const index = this.#text.slice(this.#at + 1, end)
      parameter.index = index === '@' || index === '*' ? index : indexWord(index)
      this.#at = end + 1
    }
    if (this.#char() === '\n' || this.#char() === '')
      throw new Incomplete("unexpected EOF while looking for matching `}'")
    if (this.#char() !== '}') {
      const rest = this.#text.slice(this.#at, this.#at + 3)
      const transformed = /^@[QUuLAEP](?=\})/.exec(rest)?.[0]
      if (transformed !== undefined && prefix === '' && this.#isBash) {
        this.#at += 3
        parameter.operator = transformed
        parts.push({ kind: 'parameter', parameter, quoted })
        return
      }
      const names = /^[*@]\}/.exec(rest)
      if (names && prefix === 'indirect' && parameter.index === undefined) {
        this.#at += 2
        parts.push({
          kind: 'parameter',
          parameter: { ...parameter, operator: 'names', index: names[0] === '*}' ? '*' : '@' },
          quoted,
        })
        return
      }
      const operator = /^(?::?[-=?+]|##?|%%?|\/[/#%]?|\^\^?|,,?|:)/.exec(rest)?.[0] ?? ''
      if (operator === '' || parameter.operator !== '' || (!this.#isBash && /[,^]/.test(operator)))
        throw badSubstitution()
      this.#at += operator.length
      parameter.operator = operator
      const divides = operator.startsWith('/') ? '/' : operator === ':' ? ':' : ''
      // In a pattern, quotes quote; in a word between quotes, they are letters.
      const isLiteral = quoted && /^:?[-=?+]$/.test(operator)
      parameter.word = this.#upTo(divides, isLiteral)
      if (divides !== '' && this.#char() === divides) {
        this.#at++
        parameter.second = this.#upTo('', false)
      }
    }
    if (this.#char() !== '}') throw new Incomplete("unexpected EOF while looking for matching `}'")
    this.#at++
    parts.push({ kind: 'parameter', parameter, quoted })
  }

  /** A word within braces, up to `}` or the divider. */
  #upTo(divider: string, quoted: boolean): Word {
    const parts: Part[] = []
    while (this.#char() !== '}' && !(divider !== '' && this.#char() === divider)) {
      if (this.#char() === '') throw new Incomplete("unexpected EOF while looking for matching `}'")
      if (quoted && this.#char() === "'") {
        add(parts, "'", true)
        this.#at++
      } else this.#part(parts)
    }
    return parts
  }

  /** The parts of a text in which only expansions count, as in a here-document and in arithmetic. */
  expanded(): Word {
    const parts: Part[] = []
    this.#quoted(parts, '')
    return parts
  }
}

class BadSubstitution extends SyntaxProblem {}

const badSubstitution = () => new BadSubstitution('bad substitution')

function add(parts: Part[], text: string, quoted: boolean): void {
  const last = parts.at(-1)
  if (last?.kind === 'text' && last.quoted === quoted)
    parts[parts.length - 1] = { kind: 'text', text: last.text + text, quoted }
  else parts.push({ kind: 'text', text, quoted })
}

function withErrors(command: Command | undefined): Command {
  if (!command || command.kind === 'function')
    throw new SyntaxProblem("syntax error near unexpected token `|&'")
  const join: Redirect = { fd: 2, operator: '>&', word: [{ kind: 'text', text: '1', quoted: false }] }
  return { ...command, redirects: [...command.redirects, join] }
}

/** Commands that can be followed by arrays: `declare a=(1 2)`. */
const DECLARING: ReadonlySet<string> = new Set(['declare', 'typeset', 'local', 'readonly', 'export'])

/** The key of an item, in which quotes are taken away. */
const indexWord = (text: string): Word => documentWord(text.replace(/^(["'])(.*)\1$/, '$2'))

const documentWord = (text: string): Word => new Parser(text).expanded()

function expressionWord(text: string): Word {
  return text.trim() === '' ? [] : documentWord(text)
}

function splitExpression(text: string): string[] {
  return text.split(';')
}

const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

function escapeMeaning(sequence: string): string {
  if (/^[xuU]./.test(sequence))
    return String.fromCodePoint(Math.min(Number.parseInt(sequence.slice(1), 16), 0x10ffff))
  if (/^c./.test(sequence)) return String.fromCharCode(sequence.charCodeAt(1) & 31)
  if (/^[0-7]/.test(sequence)) return String.fromCharCode(Number.parseInt(sequence, 8) & 255)
  return LETTERS[sequence] ?? sequence
}
