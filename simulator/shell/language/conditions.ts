import type { FileSystem, Node } from '../files/file-system.ts'
import type { Dialect } from './syntax.ts'

/** What `test` needs to know. */
export interface Facts {
  files: FileSystem
  resolve(path: string): string
  isTerminal(fd: number): boolean
  isSet(name: string): boolean
  /** Only of `[[`: the right side as a pattern, and the groups of `=~`. */
  matches?(value: string, pattern: string): boolean
  search?(value: string, pattern: string): boolean
  /** Whose words a problem is told in. */
  dialect?: Dialect
  /** Only of `[[`: the value of an arithmetic expression. */
  number?(text: string): number
}

export class ConditionProblem extends Error {}

const BINARY: ReadonlySet<string> = new Set('= == != < > -eq -ne -lt -le -gt -ge -nt -ot -ef =~'.split(' '))
const UNARY = /^-[abcdefghkLnoprsStuvwxzGO]$/

/** The value of the arguments of `test`. Throws ConditionProblem for what it does not understand. */
export function evaluate(args: readonly string[], facts: Facts): boolean {
  if (args.length === 0) return false
  return new Condition(args, facts).all()
}

class Condition {
  readonly #args: readonly string[]
  readonly #facts: Facts
  #at = 0

  constructor(args: readonly string[], facts: Facts) {
    this.#args = args
    this.#facts = facts
  }

  all(): boolean {
    const args = this.#args
    const isPlain = this.#facts.matches === undefined
    // What POSIX fixes for up to three arguments; `!` and parentheses come first only after operators.
    if (isPlain && args.length === 1) return args[0] !== ''
    if (isPlain && args.length === 2) return this.#pair(args[0] ?? '', args[1] ?? '')
    const [first = '', second = '', third = ''] = args
    if (isPlain && args.length === 3 && !BINARY.has(second) && second !== '-a' && second !== '-o') {
      if (first === '!') return !new Condition(args.slice(1), this.#facts).all()
      if (first === '(' && third === ')') return second !== ''
      throw this.#problem(
        `${second}: binary operator expected`,
        `${this.#dialect === 'ash' ? second : first}: ${this.#dialect === 'ash' ? 'unknown operand' : 'unexpected operator'}`,
      )
    }
    const value = this.#or()
    if (this.#at < args.length) {
      const next = args[this.#at] ?? ''
      if (!isPlain)
        throw new ConditionProblem(
          args.length > this.#at + 1 || UNARY.test(args[this.#at - 1] ?? '')
            ? `syntax error in conditional expression: unexpected token \`${next}'`
            : BINARY.has(args.at(-1) ?? '')
              ? "unexpected argument `]]' to conditional binary operator"
              : 'conditional binary operator expected',
        )
      throw this.#problem(
        'too many arguments',
        `${this.#dialect === 'dash' ? (args[this.#at - 1] ?? '') : next}: ${this.#dialect === 'ash' ? 'unknown operand' : 'unexpected operator'}`,
      )
    }
    return value
  }

  get #dialect(): Dialect {
    return this.#facts.dialect ?? 'bash'
  }

  #problem(bash: string, other: string): ConditionProblem {
    return new ConditionProblem(this.#dialect === 'bash' ? bash : other)
  }

  #pair(operator: string, word: string): boolean {
    if (operator === '!') return word === ''
    if (UNARY.test(operator)) return this.#unary(operator, word)
    if (BINARY.has(word))
      throw this.#problem(`${operator}: unary operator expected`, `${word}: argument expected`)
    throw this.#problem(
      `${operator}: unary operator expected`,
      this.#dialect === 'ash' ? `${word}: unknown operand` : `${operator}: unexpected operator`,
    )
  }

  #accept(...words: string[]): boolean {
    const next = this.#args[this.#at]
    if (next === undefined || !words.includes(next)) return false
    this.#at++
    return true
  }

  #or(): boolean {
    let value = this.#and()
    while (this.#accept('-o', '||')) value = this.#and() || value
    return value
  }

  #and(): boolean {
    let value = this.#not()
    while (this.#accept('-a', '&&')) value = this.#not() && value
    return value
  }

  #not(): boolean {
    const follower = this.#args[this.#at + 1]
    if (this.#args[this.#at] === '!' && follower !== undefined && !BINARY.has(follower)) {
      this.#at++
      return !this.#not()
    }
    return this.#primary()
  }

  #primary(): boolean {
    const word = this.#args[this.#at]
    if (word === undefined) throw this.#problem('argument expected', 'argument expected')
    const operator = this.#args[this.#at + 1]
    if (operator !== undefined && BINARY.has(operator) && this.#at + 2 < this.#args.length) {
      this.#at += 3
      return this.#compare(word, operator, this.#args[this.#at - 1] ?? '')
    }
    if (word === '(' && operator !== undefined) {
      this.#at++
      const value = this.#or()
      if (!this.#accept(')')) throw new ConditionProblem('missing )')
      return value
    }
    if (UNARY.test(word) && operator !== undefined && !['-a', '-o', '&&', '||', ')'].includes(operator)) {
      this.#at += 2
      return this.#unary(word, operator)
    }
    this.#at++
    return word !== ''
  }

  #compare(left: string, operator: string, right: string): boolean {
    const { matches, search } = this.#facts
    switch (operator) {
      case '=':
      case '==':
        return matches ? matches(left, right) : left === right
      case '!=':
        return matches ? !matches(left, right) : left !== right
      case '=~':
        if (!search) throw new ConditionProblem(`${operator}: unknown operator`)
        return search(left, right)
      case '<':
        return left < right
      case '>':
        return left > right
      case '-nt':
      case '-ot':
      case '-ef':
        return this.#compareFiles(left, operator, right)
    }
    const [a, b] = [this.#whole(left), this.#whole(right)]
    switch (operator) {
      case '-eq':
        return a === b
      case '-ne':
        return a !== b
      case '-lt':
        return a < b
      case '-le':
        return a <= b
      case '-gt':
        return a > b
      default:
        return a >= b
    }
  }

  #whole(text: string): number {
    if (this.#facts.number) return this.#facts.number(text)
    if (/^\s*[-+]?\d+\s*$/.test(text)) return Number(text)
    throw this.#problem(
      `${text}: integer expression expected`,
      this.#dialect === 'ash' ? `${text}: bad number` : `Illegal number: ${text}`,
    )
  }

  #node(path: string, follows = true): Node | undefined {
    const { files, resolve } = this.#facts
    return follows ? files.find(resolve(path)) : files.entry(resolve(path))
  }

  #compareFiles(left: string, operator: string, right: string): boolean {
    const [a, b] = [this.#node(left), this.#node(right)]
    const real = (path: string) => this.#facts.files.real(this.#facts.resolve(path))
    if (operator === '-ef') return a !== undefined && real(left) === real(right)
    const [first, second] = operator === '-nt' ? [a, b] : [b, a]
    return first !== undefined && (second === undefined ? this.#dialect === 'bash' : first.at > second.at)
  }

  #unary(operator: string, word: string): boolean {
    switch (operator) {
      case '-n':
        return word !== ''
      case '-z':
        return word === ''
      case '-t':
        return this.#facts.isTerminal(Number(word))
      case '-v':
        return this.#facts.isSet(word)
      case '-L':
      case '-h':
        return this.#node(word, false)?.kind === 'link'
      case '-o':
        return false
    }
    const node = this.#node(word)
    if (!node) return false
    switch (operator) {
      case '-f':
        return node.kind === 'file' && node.type === 'file'
      case '-d':
        return node.kind === 'folder'
      case '-s':
        return node.kind === 'folder' || (node.kind === 'file' && node.size() > 0)
      case '-x':
        return node.kind === 'folder' || (node.mode & 0o111) !== 0
      case '-w':
        return this.#facts.files.mayWrite(this.#facts.resolve(word))
      case '-b':
        return node.kind === 'file' && node.type === 'block'
      case '-c':
        return node.kind === 'file' && node.type === 'character'
      case '-S':
        return node.kind === 'file' && node.type === 'socket'
      case '-p':
      case '-u':
      case '-g':
      case '-k':
        return false
      default:
        return true
    }
  }
}
