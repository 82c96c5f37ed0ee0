import type { FileSystem, Node } from '../files/file-system.ts'

/** What `test` needs to know. */
export interface Facts {
  files: FileSystem
  resolve(path: string): string
  isTerminal(fd: number): boolean
  isSet(name: string): boolean
  /** Only of `[[`: the right side as a pattern, and the groups of `=~`. */
  matches?(value: string, pattern: string): boolean
  search?(value: string, pattern: string): boolean
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
    const value = this.#or()
    if (this.#at < this.#args.length) {
      const next = this.#args[this.#at] ?? ''
      throw new ConditionProblem(
        this.#args.length <= 3 && this.#at === 1 ? `${next}: unexpected operator` : 'too many arguments',
      )
    }
    return value
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
    if (word === undefined) throw new ConditionProblem('argument expected')
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
    const [a, b] = [whole(left), whole(right)]
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

  #node(path: string, follows = true): Node | undefined {
    const { files, resolve } = this.#facts
    return follows ? files.find(resolve(path)) : files.entry(resolve(path))
  }

  #compareFiles(left: string, operator: string, right: string): boolean {
    const [a, b] = [this.#node(left), this.#node(right)]
    if (operator === '-ef') return a !== undefined && a === b
    const [first, second] = operator === '-nt' ? [a, b] : [b, a]
    return first !== undefined && (second === undefined || first.at > second.at)
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

function whole(text: string): number {
  if (!/^\s*[-+]?\d+\s*$/.test(text)) throw new ConditionProblem(`${text}: integer expression expected`)
  return Number(text)
}
