import { ShellFault } from './faults.ts'
import type { Dialect } from './syntax.ts'

/** Variables of an arithmetic expression. */
export interface Numbers {
  /** bash says more of what is wrong, and knows more operators. */
  dialect?: Dialect
  /** `key`: of an item of an array. */
  get(name: string, key?: string): string
  set(name: string, value: string, key?: string): void
}

export class ArithmeticProblem extends ShellFault {
  // A kind of its own, which a condition tells.
}

const BINARY: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<=', '>=', '<', '>'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
]
const ASSIGNMENTS = ['=', '+=', '-=', '*=', '/=', '%=', '<<=', '>>=', '&=', '|=', '^=']
const TOKEN =
  /\s*(?:(\d+#[0-9a-zA-Z@_]+|0[xX][0-9a-fA-F]+|\d+)|([A-Za-z_]\w*)|(\[[^\]]*\])|(<<=|>>=|\*\*|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^!~<>=?:,()]))/y

/** The value of an expression with the 64-bit integers of a shell. */
export function calculate(text: string, numbers: Numbers): bigint {
  return new Calculator(text, numbers).all()
}

/** Variables whose values name variables, one after the other. */
const MAX_DEPTH = 64

type Token = { kind: 'number' | 'name' | 'index' | 'operator'; text: string }

class Calculator {
  readonly #tokens: Token[] = []
  readonly #numbers: Numbers
  readonly #text: string
  readonly #depth: number
  #at = 0
  /** Above 0 in a branch that is not taken: it changes no variable. */
  #idle = 0

  /** `depth`: how many variables were looked up to come here. */
  constructor(text: string, numbers: Numbers, depth = 0) {
    this.#depth = depth
    this.#numbers = numbers
    this.#text = text.trim()
    TOKEN.lastIndex = 0
    while (TOKEN.lastIndex < this.#text.length) {
      const start = TOKEN.lastIndex
      const match = TOKEN.exec(this.#text)
      if (!match) {
        const rest = this.#text.slice(start).trim()
        const kind =
          this.#tokens.at(-1)?.kind === 'operator' || start === 0
            ? 'operand expected'
            : 'invalid arithmetic operator'
        throw this.#said(`${this.#text}: syntax error: ${kind} (error token is "${rest}")`)
      }
      const [, number, name, index, operator] = match
      if (number !== undefined) this.#tokens.push({ kind: 'number', text: number })
      else if (name !== undefined) this.#tokens.push({ kind: 'name', text: name })
      else if (index !== undefined && this.#tokens.at(-1)?.kind === 'name')
        this.#tokens.push({ kind: 'index', text: index.slice(1, -1) })
      else if (index !== undefined)
        throw this.#said(
          `${this.#text}: syntax error: operand expected (error token is "${this.#text.slice(start).trim()}")`,
        )
      else this.#tokens.push({ kind: 'operator', text: operator ?? '' })
    }
  }

  all(): bigint {
    if (this.#tokens.length === 0) return 0n
    const value = this.#comma()
    if (this.#at < this.#tokens.length) throw this.#problem()
    return value
  }

  /** The message of bash; others say less. */
  #said(text: string): ArithmeticProblem {
    const { dialect } = this.#numbers
    if (dialect === undefined || dialect === 'bash') return new ArithmeticProblem(text)
    const divides = text.includes('division by 0')
    if (dialect === 'ash')
      return new ArithmeticProblem(divides ? 'divide by zero' : 'arithmetic syntax error', 2)
    const what = divides ? 'division by zero' : 'expecting primary'
    return new ArithmeticProblem(`arithmetic expression: ${what}: "${this.#text}"`, 2)
  }

  #problem(): ArithmeticProblem {
    const rest = this.#tokens
      .slice(this.#at)
      .map((it) => it.text)
      .join(' ')
    return this.#said(
      rest === ''
        ? `${this.#text}: syntax error: operand expected (error token is "${this.#tokens.at(-1)?.text ?? ''}")`
        : `${this.#text}: syntax error in expression (error token is "${rest}")`,
    )
  }

  #accept(...operators: string[]): string | null {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'operator' || !operators.includes(token.text)) return null
    this.#at++
    return token.text
  }

  #comma(): bigint {
    let value = this.#assignment()
    while (this.#accept(',')) value = this.#assignment()
    return value
  }

  #assignment(): bigint {
    const name = this.#tokens[this.#at]
    const index = this.#tokens[this.#at + 1]
    const width = index?.kind === 'index' ? 2 : 1
    const operator = this.#tokens[this.#at + width]
    if (name?.kind === 'name' && operator?.kind === 'operator' && ASSIGNMENTS.includes(operator.text)) {
      this.#at += width + 1
      const key = this.#keyOf(index)
      const right = this.#assignment()
      const value =
        operator.text === '='
          ? right
          : this.#binary(operator.text.slice(0, -1), this.#valueOf(name.text, key), right)
      return this.#set(name.text, value, key)
    }
    return this.#conditional()
  }

  /** The key of an item after its name. */
  #keyOf(token: Token | undefined): string | undefined {
    if (token?.kind !== 'index') return undefined
    return calculate(token.text, this.#numbers).toString()
  }

  /** What stands to the right of a division, for its message. */
  #right(): string {
    return this.#tokens
      .slice(this.#at - 1)
      .map((it) => it.text)
      .join(' ')
  }

  #conditional(): bigint {
    const test = this.#level(0)
    if (!this.#accept('?')) return test
    const first = this.#branch(test !== 0n, () => this.#assignment())
    if (!this.#accept(':')) throw this.#problem()
    const second = this.#branch(test === 0n, () => this.#conditional())
    return test === 0n ? second : first
  }

  #branch(taken: boolean, read: () => bigint): bigint {
    if (taken) return read()
    this.#idle++
    const value = read()
    this.#idle--
    return value
  }

  #level(at: number): bigint {
    const operators = BINARY[at]
    if (!operators) return this.#power()
    let left = this.#level(at + 1)
    for (;;) {
      const operator = this.#accept(...operators)
      if (operator === null) return left
      if (operator === '||' || operator === '&&') {
        const decided = operator === '||' ? left !== 0n : left === 0n
        const right = this.#branch(!decided, () => this.#level(at + 1))
        left = decided ? (operator === '||' ? 1n : 0n) : right === 0n ? 0n : 1n
      } else left = this.#binary(operator, left, this.#level(at + 1))
    }
  }

  #binary(operator: string, left: bigint, right: bigint): bigint {
    const wrapped = (value: bigint) => BigInt.asIntN(64, value)
    const truth = (value: boolean) => (value ? 1n : 0n)
    switch (operator) {
      case '+':
        return wrapped(left + right)
      case '-':
        return wrapped(left - right)
      case '*':
        return wrapped(left * right)
      case '/':
      case '%':
        if (right === 0n) {
          if (this.#idle > 0) return 0n
          throw this.#said(`${this.#text}: division by 0 (error token is "${this.#right()}")`)
        }
        return operator === '/' ? wrapped(left / right) : left % right
      case '<<':
        return wrapped(left << (right & 63n))
      case '>>':
        return left >> (right & 63n)
      case '&':
        return left & right
      case '|':
        return left | right
      case '^':
        return left ^ right
      case '==':
        return truth(left === right)
      case '!=':
        return truth(left !== right)
      case '<':
        return truth(left < right)
      case '>':
        return truth(left > right)
      case '<=':
        return truth(left <= right)
      default:
        return truth(left >= right)
    }
  }

  #power(): bigint {
    const base = this.#unary()
    if (!this.#accept('**')) return base
    const exponent = this.#power()
    if (exponent < 0n) throw new ArithmeticProblem(`${this.#text}: exponent less than 0`)
    let value = 1n
    let square = base
    for (let rest = exponent; rest > 0n; rest >>= 1n) {
      if (rest & 1n) value = BigInt.asIntN(64, value * square)
      square = BigInt.asIntN(64, square * square)
    }
    return value
  }

  #unary(): bigint {
    const operator = this.#accept('-', '+', '!', '~', '++', '--')
    if (operator === null) return this.#postfix()
    if (operator === '++' || operator === '--') {
      const name = this.#tokens[this.#at++]
      if (name?.kind !== 'name') throw this.#problem()
      const key = this.#index()
      return this.#set(name.text, this.#valueOf(name.text, key) + (operator === '++' ? 1n : -1n), key)
    }
    const value = this.#unary()
    if (operator === '-') return -value
    if (operator === '!') return value === 0n ? 1n : 0n
    return operator === '~' ? ~value : value
  }

  #postfix(): bigint {
    const token = this.#tokens[this.#at++]
    if (!token) throw this.#problem()
    if (token.kind === 'number') return numberOf(token.text)
    if (token.kind === 'name') {
      const key = this.#index()
      const value = this.#valueOf(token.text, key)
      const operator = this.#accept('++', '--')
      if (operator) this.#set(token.text, value + (operator === '++' ? 1n : -1n), key)
      return value
    }
    if (token.text !== '(') {
      this.#at--
      throw this.#problem()
    }
    const value = this.#comma()
    if (!this.#accept(')')) throw this.#problem()
    return value
  }

  #index(): string | undefined {
    const key = this.#keyOf(this.#tokens[this.#at])
    if (key !== undefined) this.#at++
    return key
  }

  #valueOf(name: string, key?: string): bigint {
    // What is not chosen is not looked at.
    if (this.#idle > 0) return 0n
    const text = this.#numbers.get(name, key).trim()
    if (text === '') return 0n
    if (/^[-+]?(?:0[xX][0-9a-fA-F]+|\d+)$/.test(text)) {
      return text.startsWith('-') ? -numberOf(text.slice(1)) : numberOf(text.replace('+', ''))
    }
    if (this.#depth >= MAX_DEPTH)
      throw this.#said(`${text}: expression recursion level exceeded (error token is "${text}")`)
    return new Calculator(text, this.#numbers, this.#depth + 1).all()
  }

  #set(name: string, value: bigint, key?: string): bigint {
    if (this.#idle === 0) this.#numbers.set(name, value.toString(), key)
    return value
  }
}

function numberOf(text: string): bigint {
  const based = /^(\d+)#(.+)$/.exec(text)
  if (based) {
    const base = BigInt(based[1] ?? '10')
    let value = 0n
    for (const digit of (based[2] ?? '').toLowerCase())
      value = value * base + BigInt(Number.parseInt(digit, 36))
    return value
  }
  if (/^0\d+$/.test(text)) {
    if (/[89]/.test(text))
      throw new ArithmeticProblem(`${text}: value too great for base (error token is "${text}")`)
    return BigInt(`0o${text.slice(1)}`)
  }
  return BigInt.asIntN(64, BigInt(text))
}
