// A second implementation of the dialect (docs/platform/data-api.md): queries as values, their text, and their results over plain arrays. No query planning.

export type Kind = 'number' | 'text' | 'bool' | 'date'
export type Scalar = number | string | boolean | null
/** A row as returned by the cloud: dates are ISO texts, relations `{__id}` or null. */
export type Row = Readonly<Record<string, unknown>>

/** The plain fields and relations of a resource. */
export interface Shape {
  fields: Readonly<Record<string, Kind>>
  toOne: Readonly<Record<string, string>>
  toMany: Readonly<Record<string, { resource: string; by: string }>>
}
export type Shapes = Readonly<Record<string, Shape>>
export type Tables = Readonly<Record<string, readonly Row[]>>

export type Term =
  | { is: 'literal'; kind: Kind; value: Scalar }
  /** `alias/relation/…/field`; instead of the field, the path may end with a to-one relation, which stands for the id. */
  | { is: 'path'; alias?: string; steps: readonly string[] }
  | { is: 'compare'; operator: 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'; left: Term; right: Term }
  | { is: 'in'; left: Term; values: readonly Scalar[] }
  | { is: 'and' | 'or'; parts: readonly Term[] }
  | { is: 'not'; part: Term }
  | { is: 'call'; name: string; args: readonly Term[] }
  | { is: 'arithmetic'; operator: 'add' | 'sub' | 'mul' | 'div'; left: Term; right: Term }
  | { is: 'some' | 'every'; alias?: string; relation: string; as: string; condition: Term }
  | { is: 'count'; alias?: string; relation: string; filter?: Term }

export interface Order {
  /** A field, a field of a related row, or the number of related rows. */
  steps: readonly string[]
  counts: boolean
  descending: boolean
}

export interface Query {
  select?: readonly string[]
  filter?: Term
  orders: readonly Order[]
  top?: number
  skip?: number
  expand: readonly Expansion[]
}

export interface Expansion {
  relation: string
  /** Only a count, under the name of the relation; only the filter of the query applies. */
  counts: boolean
  query: Query
}

interface Place {
  resource: string
  row: Row
  alias?: string
}

const AS_TEXT: Record<Kind, (value: Exclude<Scalar, null>) => string> = {
  number: String,
  bool: String,
  text: (value) => `'${String(value).replaceAll("'", "''")}'`,
  date: (value) => `datetime'${String(value)}'`,
}

const literalText = (value: Scalar, kind: Kind) => (value === null ? 'null' : AS_TEXT[kind](value))

const kindOfScalar = (value: Scalar): Kind => {
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'bool' : 'text'
}

/** A term as written in a URL, before percent-encoding. */
function termText(term: Term): string {
  const from = (alias: string | undefined, rest: string) => (alias === undefined ? rest : `${alias}/${rest}`)
  switch (term.is) {
    case 'literal':
      return literalText(term.value, term.kind)
    case 'path':
      return from(term.alias, term.steps.join('/'))
    case 'compare':
    case 'arithmetic':
      return `(${termText(term.left)} ${term.operator} ${termText(term.right)})`
    case 'in':
      return `${termText(term.left)} in (${term.values.map((it) => literalText(it, kindOfScalar(it))).join(',')})`
    case 'and':
    case 'or':
      return `(${term.parts.map(termText).join(` ${term.is} `)})`
    case 'not':
      return `not(${termText(term.part)})`
    case 'call':
      return `${term.name}(${term.args.map(termText).join(',')})`
    case 'some':
    case 'every': {
      const method = term.is === 'some' ? 'any' : 'all'
      return `${from(term.alias, term.relation)}/${method}(${term.as}:${termText(term.condition)})`
    }
    case 'count': {
      const filter = term.filter === undefined ? '' : `($filter=${termText(term.filter)})`
      return `${from(term.alias, term.relation)}/$count${filter}`
    }
  }
}

const orderText = ({ steps, counts, descending }: Order) =>
  `${steps.join('/')}${counts ? '/$count' : ''} ${descending ? 'desc' : 'asc'}`

function optionsOf({ select, filter, orders, top, skip, expand }: Query): string[] {
  const options: string[] = []
  if (select !== undefined) options.push(`$select=${select.join(',')}`)
  if (expand.length > 0) options.push(`$expand=${expand.map(expansionText).join(',')}`)
  if (filter !== undefined) options.push(`$filter=${termText(filter)}`)
  if (orders.length > 0) options.push(`$orderby=${orders.map(orderText).join(',')}`)
  if (top !== undefined) options.push(`$top=${top}`)
  if (skip !== undefined) options.push(`$skip=${skip}`)
  return options
}

function expansionText({ relation, counts, query }: Expansion): string {
  if (counts) {
    return `${relation}/$count${query.filter === undefined ? '' : `($filter=${termText(query.filter)})`}`
  }
  const options = optionsOf(query)
  return options.length === 0 ? relation : `${relation}(${options.join(';')})`
}

const encoded = (text: string) =>
  text.replaceAll('%', '%25').replaceAll('&', '%26').replaceAll('+', '%2B').replaceAll('#', '%23')

/** The path and query of a read. */
export function urlOf(resource: string, query: Query): string {
  const options = optionsOf(query).map(encoded)
  return `/v7/${resource}${options.length === 0 ? '' : `?${options.join('&')}`}`
}

/** The path of a count; only the filter of the query applies. */
export const countUrlOf = (resource: string, { filter }: Query): string =>
  `/v7/${resource}/$count${filter === undefined ? '' : `?${encoded(`$filter=${termText(filter)}`)}`}`

/** Evaluates queries by iterating over all rows. */
export class NaiveOData {
  readonly #shapes: Shapes
  readonly #tables: Tables

  constructor(shapes: Shapes, tables: Tables) {
    this.#shapes = shapes
    this.#tables = tables
  }

  read(resource: string, query: Query): unknown[] {
    return this.#choose(resource, this.#rows(resource), query, []).map((row) =>
      this.#show(resource, row, query),
    )
  }

  count(resource: string, { filter }: Query): number {
    return this.#choose(resource, this.#rows(resource), { filter, orders: [] }, []).length
  }

  #rows(resource: string): readonly Row[] {
    return this.#tables[resource] ?? []
  }

  #shape(resource: string): Shape {
    const shape = this.#shapes[resource]
    if (shape === undefined) throw new Error(`No shape of ${resource}`)
    return shape
  }

  #choose(
    resource: string,
    rows: readonly Row[],
    { filter, orders, top, skip = 0 }: Pick<Query, 'orders' | 'top' | 'skip'> & { filter?: Term | undefined },
    outer: readonly Place[],
  ): Row[] {
    const matching = rows.filter(
      (row) => filter === undefined || this.#value(filter, [...outer, { resource, row }]) === true,
    )
    const sorted = matching.toSorted((one, other) => this.#compare(resource, orders, one, other))
    return sorted.slice(skip, top === undefined ? undefined : skip + top)
  }

  #compare(resource: string, orders: readonly Order[], one: Row, other: Row): number {
    for (const order of orders) {
      const [left, right] = [this.#orderKey(resource, order, one), this.#orderKey(resource, order, other)]
      if (left === right) continue
      // Null sorts above all values.
      const isBefore = right === null || (left !== null && left < right)
      return isBefore === order.descending ? 1 : -1
    }
    return 0
  }

  #orderKey(resource: string, { steps, counts }: Order, row: Row): Scalar {
    const [first = ''] = steps
    if (counts) return this.#related(resource, first, row).length
    return this.#walk(resource, steps, row)
  }

  #show(resource: string, row: Row, { select, expand }: Query): Record<string, unknown> {
    const shown: Record<string, unknown> = {}
    const { fields, toOne } = this.#shape(resource)
    for (const name of select ?? [...Object.keys(fields), ...Object.keys(toOne)]) shown[name] = row[name]
    for (const { relation, counts, query } of expand) {
      const target = this.#targetOf(resource, relation)
      const related = this.#related(resource, relation, row)
      const relatedQuery = counts ? { filter: query.filter, orders: [] } : query
      const chosen = this.#choose(target, related, relatedQuery, [])
      shown[relation] = counts ? chosen.length : chosen.map((it) => this.#show(target, it, query))
    }
    return shown
  }

  #targetOf(resource: string, relation: string): string {
    const { toOne, toMany } = this.#shape(resource)
    const target = toOne[relation] ?? toMany[relation]?.resource
    if (target === undefined) throw new Error(`${resource} has no relation ${relation}`)
    return target
  }

  #related(resource: string, relation: string, row: Row): Row[] {
    const many = this.#shape(resource).toMany[relation]
    if (many !== undefined) {
      return this.#rows(many.resource).filter((it) => idOf(it[many.by]) === row['id'])
    }
    const id = idOf(row[relation])
    return this.#rows(this.#targetOf(resource, relation)).filter((it) => it['id'] === id)
  }

  #walk(resource: string, steps: readonly string[], row: Row): Scalar {
    const [first = '', ...rest] = steps
    if (rest.length === 0) {
      const kind = this.#shape(resource).fields[first]
      if (kind === undefined) return idOf(row[first])
      return scalar(row[first], kind)
    }
    const [next] = this.#related(resource, first, row)
    return next === undefined ? null : this.#walk(this.#targetOf(resource, first), rest, next)
  }

  #placeOf(alias: string | undefined, places: readonly Place[]): Place {
    const place = alias === undefined ? places.at(-1) : places.findLast((it) => it.alias === alias)
    if (place === undefined) throw new Error(`Nothing is called ${alias}`)
    return place
  }

  #value(term: Term, places: readonly Place[]): Scalar {
    switch (term.is) {
      case 'literal':
        return term.kind === 'date' && term.value !== null ? Date.parse(String(term.value)) : term.value
      case 'path': {
        const { resource, row } = this.#placeOf(term.alias, places)
        return this.#walk(resource, term.steps, row)
      }
      case 'compare':
        return compared(term.operator, this.#value(term.left, places), this.#value(term.right, places))
      case 'in': {
        const left = this.#value(term.left, places)
        return left === null ? null : term.values.includes(left)
      }
      case 'and':
      case 'or': {
        const values = term.parts.map((part) => this.#value(part, places))
        const decisive = term.is === 'or'
        if (values.includes(decisive)) return decisive
        return values.includes(null) ? null : !decisive
      }
      case 'not': {
        const value = this.#value(term.part, places)
        return value === null ? null : value !== true
      }
      case 'call': {
        const args = term.args.map((arg) => this.#value(arg, places))
        return args.includes(null) ? null : called(term.name, args)
      }
      case 'arithmetic':
        return calculated(term.operator, this.#value(term.left, places), this.#value(term.right, places))
      case 'some':
      case 'every': {
        const holds = (row: Row, resource: string) =>
          this.#value(term.condition, [...places, { resource, row, alias: term.as }]) === true
        const { resource, row } = this.#placeOf(term.alias, places)
        const target = this.#targetOf(resource, term.relation)
        const related = this.#related(resource, term.relation, row)
        return term.is === 'some'
          ? related.some((it) => holds(it, target))
          : related.every((it) => holds(it, target))
      }
      case 'count': {
        const { resource, row } = this.#placeOf(term.alias, places)
        const target = this.#targetOf(resource, term.relation)
        const { filter } = term
        return this.#choose(
          target,
          this.#related(resource, term.relation, row),
          { filter, orders: [] },
          places,
        ).length
      }
    }
  }
}

function idOf(reference: unknown): number | null {
  if (typeof reference !== 'object' || reference === null || !('__id' in reference)) return null
  return Number(reference.__id)
}

function scalar(value: unknown, kind: Kind): Scalar {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'string') return null
  return kind === 'date' ? Date.parse(value) : value
}

/** `eq` and `ne` treat null as a value; any other comparison with null is unknown. */
function compared(operator: string, left: Scalar, right: Scalar): boolean | null {
  if (operator === 'eq') return left === right
  if (operator === 'ne') return left !== right
  if (left === null || right === null) return null
  if (operator === 'gt') return left > right
  if (operator === 'ge') return left >= right
  return operator === 'lt' ? left < right : left <= right
}

function calculated(operator: string, left: Scalar, right: Scalar): number | null {
  if (typeof left !== 'number' || typeof right !== 'number') return null
  if (operator === 'add') return left + right
  if (operator === 'sub') return left - right
  if (operator === 'mul') return left * right
  return right === 0 ? null : left / right
}

type Called = (first: string, second: string, third: string | undefined) => Scalar

const functions: Readonly<Record<string, Called | undefined>> = {
  contains: (text, part) => text.includes(part),
  substringof: (part, text) => text.includes(part),
  startswith: (text, part) => text.slice(0, part.length) === part,
  endswith: (text, part) => part === '' || text.slice(-part.length) === part,
  tolower: (text) => text.toLowerCase(),
  toupper: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
  concat: (text, other) => `${text}${other}`,
  replace: (text, part, other) => text.split(part).join(other),
  substring: (text, from, length) =>
    text.slice(Number(from), length === undefined ? undefined : Number(from) + Number(length)),
  length: (text) => text.length,
  indexof: (text, part) => text.indexOf(part),
  year: (at) => new Date(Number(at)).getUTCFullYear(),
  month: (at) => new Date(Number(at)).getUTCMonth() + 1,
  day: (at) => new Date(Number(at)).getUTCDate(),
  hour: (at) => new Date(Number(at)).getUTCHours(),
  minute: (at) => new Date(Number(at)).getUTCMinutes(),
  second: (at) => new Date(Number(at)).getUTCSeconds(),
}

function called(name: string, args: readonly Scalar[]): Scalar {
  const apply = functions[name]
  if (apply === undefined) throw new Error(`No function ${name}`)
  const [first = '', second = '', third] = args.map(String)
  return apply(first, second, third)
}
