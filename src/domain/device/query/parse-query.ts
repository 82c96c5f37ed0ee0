import { allTerms, operandCount, type Condition, type DeviceQuery, type FieldRef } from './device-query.ts'
import {
  fieldInfo,
  fieldNamed,
  isOrder,
  operators,
  operatorsFor,
  valuesFor,
  type Operator,
} from './query-fields.ts'
import { parseQueryTime } from './query-time.ts'
import { readTokens, type Token } from './query-tokens.ts'
import { looksLikeVersion } from './version-conditions.ts'

/** Why a text is not a valid query, and where. */
export type QueryProblem =
  | { kind: 'unclosedQuote' | 'unclosedParenthesis' | 'missingCondition' | 'missingValue' | 'missingTagKey' }
  | { kind: 'unexpected'; text: string }
  | { kind: 'unknownField'; name: string }
  | { kind: 'wrongOperator'; field: string; operator: string; allowed: readonly string[] }
  | { kind: 'wrongChoice'; field: string; value: string; allowed: readonly string[] }
  | { kind: 'notANumber' | 'notATime' | 'notAVersion'; value: string }

/** A position in the text, in UTF-16 units. */
export interface Span {
  from: number
  to: number
}

export type ParsedQuery =
  | { ok: true; query: DeviceQuery | undefined }
  | { ok: false; problem: QueryProblem; at: Span }

class QuerySyntaxError extends Error {
  readonly problem: QueryProblem
  readonly at: Span

  constructor(problem: QueryProblem, at: Span) {
    super(problem.kind)
    this.problem = problem
    this.at = at
  }
}

/**
 * Parses a query: conditions such as `status = updating`, `tag.env in (prod, "pre prod")` or `seen < 7d`, joined by
 * `and`, `or`, `not` and parentheses; other words are free text. Conditions without an operator between them are joined
 * by `and`.
 */
export function parseQuery(text: string): ParsedQuery {
  try {
    return { ok: true, query: new Reader(text).read() }
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error
    return { ok: false, problem: error.problem, at: error.at }
  }
}

class Reader {
  readonly #tokens: readonly Token[]
  readonly #end: Span
  #at = 0

  constructor(text: string) {
    const { tokens, unclosed } = readTokens(text)
    if (unclosed !== undefined)
      throw new QuerySyntaxError({ kind: 'unclosedQuote' }, { from: unclosed, to: text.length })
    this.#tokens = tokens
    this.#end = { from: text.length, to: text.length }
  }

  read(): DeviceQuery | undefined {
    if (this.#tokens.length === 0) return undefined
    const query = this.#or()
    const rest = this.#peek()
    if (rest) throw new QuerySyntaxError({ kind: 'unexpected', text: rest.text }, rest)
    return query
  }

  #peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#at + ahead]
  }

  #isWord(word: string, ahead = 0): boolean {
    const token = this.#peek(ahead)
    return token?.kind === 'word' && token.text.toLowerCase() === word
  }

  #take(word: string): boolean {
    const found = this.#isWord(word)
    if (found) this.#at += 1
    return found
  }

  #or(): DeviceQuery {
    const terms = [this.#and()]
    while (this.#take('or')) terms.push(this.#and())
    const [first] = terms
    return terms.length === 1 && first ? first : { kind: 'or', terms }
  }

  #and(): DeviceQuery {
    const terms = [this.#not()]
    for (;;) {
      if (this.#take('and')) terms.push(this.#not())
      else if (this.#startsTerm()) terms.push(this.#not())
      else break
    }
    return allTerms(terms) ?? { kind: 'and', terms }
  }

  #startsTerm(): boolean {
    const token = this.#peek()
    if (token === undefined || this.#isWord('or')) return false
    return token.kind === 'word' || token.kind === 'quoted' || token.kind === 'open'
  }

  #not(): DeviceQuery {
    if (!this.#take('not')) return this.#term()
    return { kind: 'not', term: this.#not() }
  }

  #term(): DeviceQuery {
    const token = this.#peek()
    if (token === undefined) throw new QuerySyntaxError({ kind: 'missingCondition' }, this.#end)
    if (token.kind === 'open') return this.#group(token)
    if (token.kind === 'operator' || token.kind === 'close' || token.kind === 'comma')
      throw new QuerySyntaxError({ kind: 'unexpected', text: token.text }, token)
    if (this.#isWord('and') || this.#isWord('or'))
      throw new QuerySyntaxError({ kind: 'missingCondition' }, token)
    return this.#condition(token) ?? this.#freeText(token)
  }

  #group(open: Token): DeviceQuery {
    this.#at += 1
    const query = this.#or()
    if (this.#peek()?.kind !== 'close') throw new QuerySyntaxError({ kind: 'unclosedParenthesis' }, open)
    this.#at += 1
    return query
  }

  /** Consecutive words are one text; a quoted text is separate. */
  #freeText(first: Token): DeviceQuery {
    this.#at += 1
    if (first.kind === 'quoted') return { kind: 'text', text: first.text }
    const words = [first.text]
    for (;;) {
      const next = this.#peek()
      if (next?.kind !== 'word' || ['and', 'or', 'not'].some((word) => this.#isWord(word))) break
      if (this.#operatorAt(1) !== undefined) break
      words.push(next.text)
      this.#at += 1
    }
    return { kind: 'text', text: words.join(' ') }
  }

  /** The operator after a word; operators that are words are recognized only after a field name. */
  #operatorAt(ahead: number): { operator: Operator; length: number } | undefined {
    const token = this.#peek(ahead)
    if (token?.kind === 'operator') {
      const operator = operators.find((each) => each === token.text)
      return operator && { operator, length: 1 }
    }
    const name = this.#peek(ahead - 1)
    if (name?.kind !== 'word' || fieldOf(name) === undefined) return undefined
    if (this.#isWord('in', ahead)) return { operator: 'in', length: 1 }
    if (this.#isWord('not', ahead) && this.#isWord('in', ahead + 1)) return { operator: 'not in', length: 2 }
    if (!this.#isWord('is', ahead)) return undefined
    if (this.#isWord('empty', ahead + 1)) return { operator: 'is empty', length: 2 }
    const negated = this.#isWord('not', ahead + 1) && this.#isWord('empty', ahead + 2)
    return negated ? { operator: 'is not empty', length: 3 } : undefined
  }

  #condition(name: Token): Condition | undefined {
    const found = this.#operatorAt(1)
    if (found === undefined || name.kind !== 'word') return undefined
    const of = fieldOf(name)
    if (of === undefined) {
      if (/^tag\.?$/i.test(name.text)) throw new QuerySyntaxError({ kind: 'missingTagKey' }, name)
      throw new QuerySyntaxError({ kind: 'unknownField', name: name.text }, name)
    }
    const { operator, length } = found
    const allowed = operatorsFor(of.field)
    const sign = this.#peek(1)
    if (!allowed.includes(operator))
      throw new QuerySyntaxError({ kind: 'wrongOperator', field: name.text, operator, allowed }, sign ?? name)
    this.#at += 1 + length
    const values = this.#values(operator).map((value) => valueOf(of, value, operator))
    return { kind: 'condition', of, operator, values }
  }

  #values(operator: Operator): Token[] {
    switch (operandCount(operator)) {
      case 'none':
        return []
      case 'one':
        return [this.#value()]
      case 'many': {
        const open = this.#peek()
        if (open?.kind !== 'open') throw new QuerySyntaxError({ kind: 'missingValue' }, open ?? this.#end)
        this.#at += 1
        const values = [this.#value()]
        while (this.#peek()?.kind === 'comma') {
          this.#at += 1
          values.push(this.#value())
        }
        if (this.#peek()?.kind !== 'close') throw new QuerySyntaxError({ kind: 'unclosedParenthesis' }, open)
        this.#at += 1
        return values
      }
    }
  }

  #value(): Token {
    const token = this.#peek()
    if (token?.kind !== 'word' && token?.kind !== 'quoted')
      throw new QuerySyntaxError({ kind: 'missingValue' }, token ?? this.#end)
    this.#at += 1
    return token
  }
}

/** The field of a token: `status`, `tag.env`, `tag."two words"`. */
function fieldOf({ text }: Pick<Token, 'text'>): FieldRef | undefined {
  const tag = /^tag\.(.+)$/is.exec(text)?.[1]
  if (tag !== undefined) return { field: 'tag', key: tag }
  const field = fieldNamed(text)
  return field === undefined || field === 'tag' ? undefined : { field }
}

const yes = new Set(['yes', 'true', 'on', '1'])
const no = new Set(['no', 'false', 'off', '0'])

/** The parsed value, or why it is invalid. */
function valueOf({ field }: FieldRef, token: Token, operator: Operator): string {
  const value = token.text
  switch (fieldInfo(field).kind) {
    case 'number':
      if (value.trim() === '' || !Number.isFinite(Number(value)))
        throw new QuerySyntaxError({ kind: 'notANumber', value }, token)
      return value
    case 'date':
      if (parseQueryTime(value, 0) === undefined)
        throw new QuerySyntaxError({ kind: 'notATime', value }, token)
      return value
    case 'flag':
    case 'choice': {
      const allowed = valuesFor(field) ?? []
      const lowerCase = value.toLowerCase()
      const known = allowed.find((each) => each.toLowerCase() === lowerCase)
      if (known !== undefined) return known
      if (fieldInfo(field).kind === 'flag' && yes.has(lowerCase)) return 'yes'
      if (fieldInfo(field).kind === 'flag' && no.has(lowerCase)) return 'no'
      throw new QuerySyntaxError({ kind: 'wrongChoice', field, value, allowed }, token)
    }
    case 'version':
      if (isOrder(operator) && !looksLikeVersion(value))
        throw new QuerySyntaxError({ kind: 'notAVersion', value }, token)
      return value
    case 'text':
    case 'tag':
      return value
  }
}
