import type { Value } from '../store/table.ts'

/** The literals of a URL: by index for those in the text, by `@name` for parameter aliases. */
export interface Binds {
  readonly [index: number]: readonly unknown[] | undefined
  readonly [alias: `@${string}`]: readonly unknown[] | undefined
}

/** A reference to a literal extracted by the parser. */
export interface BindNode {
  bind: number | `@${string}`
}

export interface LambdaNode {
  identifier: string
  method: 'any' | 'all'
  expression: unknown
}

/** A field, or a path along relations to one. */
export interface PathNode {
  name: string
  property?: PathNode
  count?: true
  options?: { $filter?: unknown }
  lambda?: LambdaNode
  method?: unknown
  key?: unknown
}

export type LiteralType = 'number' | 'text' | 'bool' | 'date' | 'list' | 'null'

export interface Literal {
  type: LiteralType
  value: Value
}

const isObject = (node: unknown): node is object => typeof node === 'object' && node !== null

export const isBind = (node: unknown): node is BindNode => isObject(node) && 'bind' in node

export const isPath = (node: unknown): node is PathNode =>
  isObject(node) && 'name' in node && typeof node.name === 'string'

/** An operator with its operands: `['and', …]`, `['eq', a, b]`, `['call', …]`. */
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

export const isOperation = (node: unknown): node is [string, ...unknown[]] =>
  Array.isArray(node) && typeof node[0] === 'string'

export interface DurationNode {
  negative: boolean
  day?: number
  hour?: number
  minute?: number
  second?: number
}

export const isDuration = (node: unknown): node is DurationNode => isObject(node) && 'negative' in node

export interface CallNode {
  method: string
  args: unknown[]
}

export const isCall = (node: unknown): node is CallNode =>
  isObject(node) && 'method' in node && 'args' in node && Array.isArray(node.args)

const NULL: Literal = { type: 'null', value: null }

function literal([type, value]: readonly unknown[]): Literal {
  switch (type) {
    case 'Real':
    case 'Integer':
      return { type: 'number', value: Number(value) }
    case 'Boolean':
      return { type: 'bool', value: value === true }
    case 'Date Time':
    case 'Date':
      return { type: 'date', value: Number(value) }
    case 'List':
      return {
        type: 'list',
        value: isList(value) ? value.map((item) => literal(isList(item) ? item : [])) : [],
      }
    case 'Null':
      return NULL
    default:
      return { type: 'text', value: String(value) }
  }
}

/** The value of a bind or a bare `null`; undefined for anything that must be computed. */
export function boundLiteral(node: unknown, binds: Binds): Literal | undefined {
  if (node === null) return NULL
  if (!isBind(node)) return undefined
  const bound = binds[node.bind]
  return bound === undefined ? undefined : literal(bound)
}

/** The literals of an `in` list. */
export function literalList(node: unknown, binds: Binds): readonly Literal[] | undefined {
  const found = boundLiteral(node, binds)
  return found?.type === 'list' && Array.isArray(found.value) ? found.value : undefined
}

/** The whole number of `$top` or `$skip`; undefined when the option is absent. */
export function numberLiteral(node: unknown, binds: Binds): number | undefined {
  const found = boundLiteral(node ?? undefined, binds)
  return found?.type === 'number' && typeof found.value === 'number' ? found.value : undefined
}
