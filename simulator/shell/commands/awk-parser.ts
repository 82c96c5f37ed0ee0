import { posixExpression } from '../regular-expressions.ts'

export type Expression =
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'pattern'; test: RegExp }
  | { kind: 'variable'; name: string }
  | { kind: 'element'; name: string; keys: Expression[] }
  | { kind: 'field'; index: Expression }
  | { kind: 'assign'; operator: string; target: Expression; value: Expression }
  | { kind: 'binary'; operator: string; left: Expression; right: Expression }
  | { kind: 'unary'; operator: string; value: Expression }
  | { kind: 'step'; operator: string; prefix: boolean; target: Expression }
  | { kind: 'choice'; test: Expression; yes: Expression; no: Expression }
  | { kind: 'in'; keys: Expression[]; name: string }
  | { kind: 'call'; name: string; args: Expression[] }
  | { kind: 'getline'; target: Expression | null; file: Expression | null; command: Expression | null }
  | { kind: 'group'; list: Expression[] }

export type Statement =
  | { kind: 'expression'; value: Expression }
  | {
      kind: 'print'
      formatted: boolean
      args: Expression[]
      redirect: { operator: string; to: Expression } | null
    }
  | { kind: 'if'; test: Expression; yes: Statement; no: Statement | null }
  | { kind: 'while'; test: Expression; body: Statement; after: boolean }
  | { kind: 'for'; init: Statement | null; test: Expression | null; step: Statement | null; body: Statement }
  | { kind: 'each'; variable: string; name: string; body: Statement }
  | { kind: 'block'; body: Statement[] }
  | { kind: 'delete'; name: string; keys: Expression[] | null }
  | { kind: 'jump'; name: 'next' | 'nextfile' | 'break' | 'continue' }
  | { kind: 'exit' | 'return'; value: Expression | null }

export interface Rule {
  from: Expression | 'BEGIN' | 'END' | null
  to: Expression | null
  body: Statement | null
  open: boolean
}

export interface AwkFunction {
  parameters: string[]
  body: Statement
}

export class AwkProblem extends Error {}

interface Token {
  kind: 'number' | 'text' | 'pattern' | 'name' | 'call' | 'operator' | 'newline' | 'end'
  text: string
}

const OPERATORS =
  '&& || ** ++ -- += -= *= /= %= ^= == <= >= != >> { } ( ) [ ] ; , + - * / % ^ ! > < | ? : ~ $ ='.split(' ')
const WORDS: ReadonlySet<string> = new Set(
  'BEGIN END function func if else while for do break continue next nextfile exit return delete in getline print printf'.split(
    ' ',
  ),
)

function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const endsValue = () => {
    const last = tokens.at(-1)
    return (
      last !== undefined &&
      (last.kind === 'number' ||
        last.kind === 'text' ||
        (last.kind === 'name' && !WORDS.has(last.text)) ||
        /^(?:[)\]$]|\+\+|--)$/.test(last.text))
    )
  }
  while (at < source.length) {
    const char = source[at] ?? ''
    if (char === '\\' && source[at + 1] === '\n') at += 2
    else if (char === '\n') {
      tokens.push({ kind: 'newline', text: '\n' })
      at++
    } else if (/\s/.test(char)) at++
    else if (char === '#') while (at < source.length && source[at] !== '\n') at++
    else if (char === '"') {
      let text = ''
      at++
      while (source[at] !== '"') {
        if (at >= source.length) throw new AwkProblem('Unterminated string')
        if (source[at] === '\\') {
          const next = source[at + 1] ?? ''
          const octal = /^[0-7]{1,3}/.exec(source.slice(at + 1))?.[0]
          if (octal !== undefined) {
            text += String.fromCharCode(Number.parseInt(octal, 8))
            at += 1 + octal.length
            continue
          }
          const letters: Record<string, string> = {
            n: '\n',
            t: '\t',
            r: '\r',
            '\\': '\\',
            '"': '"',
            '/': '/',
            a: '\x07',
            b: '\b',
            f: '\f',
            v: '\v',
          }
          text += letters[next] ?? `\\${next}`
          at += 2
        } else text += source[at++]
      }
      at++
      tokens.push({ kind: 'text', text })
    } else if (char === '/' && !endsValue()) {
      let text = ''
      let inBrackets = false
      at++
      while (source[at] !== '/' || inBrackets) {
        const next = source[at]
        if (next === undefined || next === '\n') throw new AwkProblem('Unterminated regex')
        if (next === '\\') {
          text += source[at + 1] === '/' ? '/' : next + (source[at + 1] ?? '')
          at += 2
          continue
        }
        if (next === '[') inBrackets = true
        else if (next === ']') inBrackets = false
        text += next
        at++
      }
      at++
      tokens.push({ kind: 'pattern', text })
    } else {
      const rest = source.slice(at, at + 200)
      const number = /^(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/.exec(rest)?.[0]
      const name = /^[A-Za-z_]\w*/.exec(rest)?.[0]
      if (number !== undefined) {
        tokens.push({ kind: 'number', text: number })
        at += number.length
      } else if (name !== undefined) {
        at += name.length
        tokens.push({ kind: source[at] === '(' && !WORDS.has(name) ? 'call' : 'name', text: name })
      } else {
        const operator = OPERATORS.find((it) => rest.startsWith(it))
        if (operator === undefined) throw new AwkProblem(`Unexpected token '${char}'`)
        tokens.push({ kind: 'operator', text: operator })
        at += operator.length
      }
    }
  }
  tokens.push({ kind: 'end', text: '' })
  return tokens
}

const BUILTINS: ReadonlySet<string> = new Set(
  'length substr index split sub gsub match sprintf sin cos atan2 exp log sqrt int rand srand tolower toupper system close fflush strftime systime and or xor lshift rshift compl gensub mktime'.split(
    ' ',
  ),
)

/** Parses a program into its rules and functions. */
export function parseAwk(source: string): { rules: Rule[]; functions: Map<string, AwkFunction> } {
  return new AwkParser(tokensOf(source)).program()
}

class AwkParser {
  readonly #tokens: readonly Token[]
  #at = 0
  /** Above 0 where `>` is a redirection and `in` belongs to a loop. */
  #noGreater = 0
  #noIn = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  program(): { rules: Rule[]; functions: Map<string, AwkFunction> } {
    const rules: Rule[] = []
    const functions = new Map<string, AwkFunction>()
    for (;;) {
      this.#ends()
      if (this.#token().kind === 'end') return { rules, functions }
      if (this.#isName('function') || this.#isName('func')) {
        this.#at++
        const name = this.#take().text
        this.#expect('(')
        const parameters: string[] = []
        while (!this.#accept(')')) {
          parameters.push(this.#take().text)
          this.#accept(',')
        }
        this.#newlines()
        functions.set(name, { parameters, body: this.#block() })
        continue
      }
      rules.push(this.#rule())
    }
  }

  #rule(): Rule {
    if (this.#isName('BEGIN') || this.#isName('END')) {
      const from = this.#take().text === 'BEGIN' ? 'BEGIN' : 'END'
      this.#newlines()
      return { from, to: null, body: this.#block(), open: false }
    }
    if (this.#is('{')) return { from: null, to: null, body: this.#block(), open: false }
    const from = this.#expression()
    let to: Expression | null = null
    if (this.#accept(',')) {
      this.#newlines()
      to = this.#expression()
    }
    return { from, to, body: this.#is('{') ? this.#block() : null, open: false }
  }

  #token(offset = 0): Token {
    return this.#tokens[this.#at + offset] ?? { kind: 'end', text: '' }
  }

  #take(): Token {
    const token = this.#token()
    this.#at++
    return token
  }

  #is(text: string): boolean {
    const token = this.#token()
    return token.kind === 'operator' && token.text === text
  }

  #isName(text: string): boolean {
    const token = this.#token()
    return token.kind === 'name' && token.text === text
  }

  #accept(text: string): boolean {
    if (!this.#is(text)) return false
    this.#at++
    return true
  }

  #acceptName(text: string): boolean {
    if (!this.#isName(text)) return false
    this.#at++
    return true
  }

  #expect(text: string): void {
    if (!this.#accept(text)) throw this.#unexpected()
  }

  #unexpected(): AwkProblem {
    const { kind, text } = this.#token()
    return new AwkProblem(
      kind === 'end' ? 'Unexpected end of program' : `Unexpected token '${text === '\n' ? '\\n' : text}'`,
    )
  }

  #newlines(): void {
    while (this.#token().kind === 'newline') this.#at++
  }

  #ends(): void {
    while (this.#token().kind === 'newline' || this.#is(';')) this.#at++
  }

  #block(): Statement {
    this.#expect('{')
    const body: Statement[] = []
    for (;;) {
      this.#ends()
      if (this.#accept('}')) return { kind: 'block', body }
      if (this.#token().kind === 'end') throw this.#unexpected()
      body.push(this.#statement())
    }
  }

  #endOfSimple(): void {
    if (this.#token().kind === 'newline' || this.#is(';')) this.#at++
    else if (!this.#is('}') && this.#token().kind !== 'end') throw this.#unexpected()
  }

  #statement(): Statement {
    this.#newlines()
    if (this.#is('{')) return this.#block()
    if (this.#accept(';')) return { kind: 'block', body: [] }
    if (this.#acceptName('if')) return this.#if()
    if (this.#acceptName('while')) {
      this.#expect('(')
      const test = this.#expression()
      this.#expect(')')
      if (this.#accept(';')) return { kind: 'while', test, body: { kind: 'block', body: [] }, after: false }
      return { kind: 'while', test, body: this.#statement(), after: false }
    }
    if (this.#acceptName('do')) {
      const body = this.#statement()
      this.#ends()
      if (!this.#acceptName('while')) throw this.#unexpected()
      this.#expect('(')
      const test = this.#expression()
      this.#expect(')')
      this.#endOfSimple()
      return { kind: 'while', test, body, after: true }
    }
    if (this.#acceptName('for')) return this.#for()
    const statement = this.#simple()
    this.#endOfSimple()
    return statement
  }

  #if(): Statement {
    this.#expect('(')
    const test = this.#expression()
    this.#expect(')')
    const yes = this.#statement()
    const before = this.#at
    this.#ends()
    if (this.#acceptName('else')) return { kind: 'if', test, yes, no: this.#statement() }
    this.#at = before
    return { kind: 'if', test, yes, no: null }
  }

  #for(): Statement {
    this.#expect('(')
    const [variable, word, name, close] = [this.#token(), this.#token(1), this.#token(2), this.#token(3)]
    if (variable.kind === 'name' && word.text === 'in' && close.text === ')') {
      this.#at += 4
      return { kind: 'each', variable: variable.text, name: name.text, body: this.#statement() }
    }
    const init = this.#is(';') ? null : this.#simple()
    this.#expect(';')
    const test = this.#is(';') ? null : this.#expression()
    this.#expect(';')
    const step = this.#is(')') ? null : this.#simple()
    this.#expect(')')
    if (this.#accept(';')) return { kind: 'for', init, test, step, body: { kind: 'block', body: [] } }
    return { kind: 'for', init, test, step, body: this.#statement() }
  }

  #simple(): Statement {
    const token = this.#token()
    if (token.kind === 'name') {
      switch (token.text) {
        case 'print':
        case 'printf':
          this.#at++
          return this.#print(token.text === 'printf')
        case 'next':
        case 'nextfile':
        case 'break':
        case 'continue':
          this.#at++
          return { kind: 'jump', name: token.text }
        case 'exit':
        case 'return': {
          this.#at++
          return { kind: token.text, value: this.#isEndOfStatement() ? null : this.#expression() }
        }
        case 'delete': {
          this.#at++
          const name = this.#take().text
          return { kind: 'delete', name, keys: this.#accept('[') ? this.#keys() : null }
        }
      }
    }
    return { kind: 'expression', value: this.#expression() }
  }

  #isEndOfStatement(): boolean {
    const { kind } = this.#token()
    return kind === 'newline' || kind === 'end' || this.#is(';') || this.#is('}')
  }

  #print(formatted: boolean): Statement {
    const isRedirect = () => this.#is('>') || this.#is('>>') || this.#is('|')
    let args: Expression[] = []
    if (!this.#isEndOfStatement() && !isRedirect()) {
      this.#noGreater++
      args = this.#list()
      this.#noGreater--
      const [only] = args
      if (args.length === 1 && only?.kind === 'group') args = only.list
    }
    if (!isRedirect()) return { kind: 'print', formatted, args, redirect: null }
    const operator = this.#take().text
    return { kind: 'print', formatted, args, redirect: { operator, to: this.#concatenation() } }
  }

  #list(): Expression[] {
    const list = [this.#expression()]
    while (this.#accept(',')) {
      this.#newlines()
      list.push(this.#expression())
    }
    return list
  }

  #keys(): Expression[] {
    const keys = this.#list()
    this.#expect(']')
    return keys
  }

  #expression(): Expression {
    const left = this.#choice()
    for (const operator of ['=', '+=', '-=', '*=', '/=', '%=', '^=']) {
      if (!this.#is(operator)) continue
      if (left.kind !== 'variable' && left.kind !== 'element' && left.kind !== 'field')
        throw this.#unexpected()
      this.#at++
      this.#newlines()
      return { kind: 'assign', operator, target: left, value: this.#expression() }
    }
    return left
  }

  #choice(): Expression {
    const test = this.#or()
    if (!this.#accept('?')) return test
    this.#newlines()
    const yes = this.#expression()
    this.#newlines()
    this.#expect(':')
    this.#newlines()
    return { kind: 'choice', test, yes, no: this.#expression() }
  }

  #or(): Expression {
    let left = this.#and()
    while (this.#accept('||')) {
      this.#newlines()
      left = { kind: 'binary', operator: '||', left, right: this.#and() }
    }
    return left
  }

  #and(): Expression {
    let left = this.#membership()
    while (this.#accept('&&')) {
      this.#newlines()
      left = { kind: 'binary', operator: '&&', left, right: this.#membership() }
    }
    return left
  }

  #membership(): Expression {
    let left = this.#match()
    while (this.#noIn === 0 && this.#isName('in')) {
      this.#at++
      left = { kind: 'in', keys: left.kind === 'group' ? left.list : [left], name: this.#take().text }
    }
    return left
  }

  #match(): Expression {
    let left = this.#comparison()
    for (;;) {
      const negated = this.#is('!') && this.#token(1).text === '~'
      if (!negated && !this.#is('~')) return left
      this.#at += negated ? 2 : 1
      left = { kind: 'binary', operator: negated ? '!~' : '~', left, right: this.#comparison() }
    }
  }

  #comparison(): Expression {
    const left = this.#concatenation()
    for (const operator of ['<=', '>=', '==', '!=', '<', '>']) {
      if (!this.#is(operator) || (operator === '>' && this.#noGreater > 0)) continue
      this.#at++
      return { kind: 'binary', operator, left, right: this.#concatenation() }
    }
    if (this.#is('|') && this.#token(1).text === 'getline') {
      this.#at += 2
      return { kind: 'getline', target: this.#getlineTarget(), file: null, command: left }
    }
    return left
  }

  #getlineTarget(): Expression | null {
    const { kind } = this.#token()
    return kind === 'name' && !WORDS.has(this.#token().text)
      ? this.#primary()
      : this.#is('$')
        ? this.#primary()
        : null
  }

  #startsValue(): boolean {
    const { kind, text } = this.#token()
    if (kind === 'name') return !WORDS.has(text) || text === 'getline'
    if (kind === 'operator')
      return (
        text === '$' ||
        text === '(' ||
        text === '!' ||
        text === '-' ||
        text === '+' ||
        text === '++' ||
        text === '--'
      )
    return kind === 'number' || kind === 'text' || kind === 'call' || kind === 'pattern'
  }

  #concatenation(): Expression {
    let left = this.#sum()
    while (
      this.#startsValue() &&
      !this.#is('+') &&
      !this.#is('-') &&
      !(this.#is('!') && this.#token(1).text === '~')
    ) {
      left = { kind: 'binary', operator: ' ', left, right: this.#sum() }
    }
    return left
  }

  #sum(): Expression {
    let left = this.#product()
    while (this.#is('+') || this.#is('-'))
      left = { kind: 'binary', operator: this.#take().text, left, right: this.#product() }
    return left
  }

  #product(): Expression {
    let left = this.#unary()
    while (this.#is('*') || this.#is('/') || this.#is('%'))
      left = { kind: 'binary', operator: this.#take().text, left, right: this.#unary() }
    return left
  }

  #unary(): Expression {
    if (this.#is('!') || this.#is('-') || this.#is('+'))
      return { kind: 'unary', operator: this.#take().text, value: this.#unary() }
    return this.#power()
  }

  #power(): Expression {
    const left = this.#postfix()
    if (!this.#is('^') && !this.#is('**')) return left
    this.#at++
    return { kind: 'binary', operator: '^', left, right: this.#is('-') ? this.#unary() : this.#power() }
  }

  #postfix(): Expression {
    const target = this.#primary()
    if (
      (this.#is('++') || this.#is('--')) &&
      (target.kind === 'variable' || target.kind === 'element' || target.kind === 'field')
    )
      return { kind: 'step', operator: this.#take().text, prefix: false, target }
    return target
  }

  #primary(): Expression {
    const token = this.#take()
    switch (token.kind) {
      case 'number':
        return { kind: 'number', value: Number(token.text) }
      case 'text':
        return { kind: 'text', value: token.text }
      case 'pattern':
        return { kind: 'pattern', test: posixExpression(token.text, true) }
      case 'call': {
        this.#expect('(')
        const args = this.#arguments()
        return { kind: 'call', name: token.text, args }
      }
      case 'name':
        return this.#named(token.text)
      case 'operator':
        return this.#symbol(token.text)
      default:
        this.#at--
        throw this.#unexpected()
    }
  }

  #symbol(text: string): Expression {
    switch (text) {
      case '$': {
        const isStep = this.#is('++') || this.#is('--')
        return { kind: 'field', index: isStep ? this.#unaryStep() : this.#primary() }
      }
      case '++':
      case '--':
        return { kind: 'step', operator: text, prefix: true, target: this.#primary() }
      case '-':
      case '+':
      case '!':
        return { kind: 'unary', operator: text, value: this.#primary() }
      case '(': {
        const [greater, noIn] = [this.#noGreater, this.#noIn]
        this.#noGreater = 0
        this.#noIn = 0
        this.#newlines()
        const list = this.#list()
        this.#newlines()
        this.#expect(')')
        this.#noGreater = greater
        this.#noIn = noIn
        const [only] = list
        return list.length === 1 && only && !this.#isName('in')
          ? { kind: 'group', list: [only] }
          : { kind: 'group', list }
      }
    }
    this.#at--
    throw this.#unexpected()
  }

  #unaryStep(): Expression {
    const operator = this.#take().text
    return { kind: 'step', operator, prefix: true, target: this.#primary() }
  }

  #arguments(): Expression[] {
    const greater = this.#noGreater
    this.#noGreater = 0
    this.#newlines()
    const args = this.#is(')') ? [] : this.#list()
    this.#newlines()
    this.#expect(')')
    this.#noGreater = greater
    return args
  }

  #named(name: string): Expression {
    if (name === 'getline') {
      const target = this.#getlineTarget()
      return { kind: 'getline', target, file: this.#accept('<') ? this.#primary() : null, command: null }
    }
    if (WORDS.has(name)) {
      this.#at--
      throw this.#unexpected()
    }
    if (BUILTINS.has(name)) return { kind: 'call', name, args: this.#accept('(') ? this.#arguments() : [] }
    if (this.#accept('[')) return { kind: 'element', name, keys: this.#keys() }
    return { kind: 'variable', name }
  }
}
