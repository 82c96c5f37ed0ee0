import fc from 'fast-check'
import type {
  Expansion,
  Kind,
  Order,
  Query,
  Row,
  Scalar,
  Shape,
  Shapes,
  Tables,
  Term,
} from './naive-odata.ts'
import { shapes } from './odata-shapes.ts'

/** A row that a term can refer to. */
interface Scope {
  resource: string
  alias?: string
}

/** Created on demand, to avoid creating all nested relations in advance. */
const lazily = <T>(make: () => fc.Arbitrary<T>): fc.Arbitrary<T> => fc.constant(null).chain(make)

/** Random valid queries on some tables; most literals are values that occur in them. */
export function createQueries(tables: Tables) {
  const all: Shapes = shapes
  const shapeOf = (resource: string): Shape => {
    const shape = all[resource]
    if (shape === undefined) throw new Error(`No shape of ${resource}`)
    return shape
  }
  const fieldsOf = (resource: string, kind: Kind) =>
    Object.entries(shapeOf(resource).fields).flatMap(([name, it]) => (it === kind ? [name] : []))
  const rowsOf = (resource: string): readonly Row[] => tables[resource] ?? []

  function valuesOf(resource: string, field: string): Scalar[] {
    const found = new Set<Scalar>()
    for (const row of rowsOf(resource)) {
      const value = row[field]
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        found.add(value)
    }
    return [...found]
  }

  const others: Record<Kind, fc.Arbitrary<Scalar>> = {
    number: fc.integer({ min: 0, max: 120 }),
    text: fc.constantFrom('', 'a', "o'clock", 'A-b c', '100%', 'x&y=z;(1)', 'é', '4.1'),
    bool: fc.boolean(),
    date: fc
      .integer({ min: 0, max: 900 })
      .map((days) => new Date(Date.UTC(2024, 6, 1) + days * 86_400_000).toISOString()),
  }

  /** A path to a field from a scope over a limited number of relations, with the kind of its values. */
  function path(
    scopes: readonly Scope[],
    kind: Kind,
    far: number,
  ): fc.Arbitrary<{ term: Term; known: Scalar[] }> {
    return fc.constantFrom(...usable(scopes)).chain((scope) =>
      steps(scope.resource, kind, far).map(({ names, known }) => ({
        term: {
          is: 'path' as const,
          steps: names,
          ...(scope.alias === undefined ? {} : { alias: scope.alias }),
        },
        known,
      })),
    )
  }
  /** The innermost row, and outer rows with an alias. */
  const usable = (scopes: readonly Scope[]) =>
    scopes.filter((scope, at) => at === scopes.length - 1 || scope.alias !== undefined)

  function steps(
    resource: string,
    kind: Kind,
    far: number,
  ): fc.Arbitrary<{ names: string[]; known: Scalar[] }> {
    const here = fieldsOf(resource, kind).map((name) => ({ names: [name], known: valuesOf(resource, name) }))
    const relations = Object.entries(shapeOf(resource).toOne)
    const leading = relations.filter(([, target]) => fieldsOf(target, kind).length > 0)
    // A relation stands for its id.
    if (kind === 'number') {
      for (const [name, target] of relations) here.push({ names: [name], known: valuesOf(target, 'id') })
    }
    const own = here.length === 0 ? [] : [{ weight: 3, arbitrary: fc.constantFrom(...here) }]
    const behind =
      far === 0 || leading.length === 0
        ? []
        : [
            {
              weight: 1,
              arbitrary: fc.constantFrom(...leading).chain(([name, target]) =>
                steps(target, kind, far - 1).map(({ names, known }) => ({
                  names: [name, ...names],
                  known,
                })),
              ),
            },
          ]
    if (own.length + behind.length === 0)
      return fc.constant({ names: ['id'], known: valuesOf(resource, 'id') })
    return fc.oneof(...own, ...behind)
  }
  /** Every resource has numbers and texts; other kinds may be missing, also in related rows. */
  const kindsOf = (scopes: readonly Scope[]): Kind[] =>
    (['number', 'text', 'bool', 'date'] as const).filter((kind) =>
      usable(scopes).every(({ resource }) => kind === 'number' || fieldsOf(resource, kind).length > 0),
    )

  const literal = (kind: Kind, known: readonly Scalar[]): fc.Arbitrary<Term> =>
    fc
      .oneof(
        { weight: 6, arbitrary: known.length === 0 ? others[kind] : fc.constantFrom(...known) },
        { weight: 1, arbitrary: others[kind] },
      )
      .map((value) => ({ is: 'literal', kind, value }))

  const part = (known: readonly Scalar[]): fc.Arbitrary<Term> =>
    fc
      .tuple(literal('text', known), fc.nat({ max: 8 }), fc.integer({ min: 1, max: 4 }))
      .map(([term, from, length]) =>
        term.is === 'literal' ? { ...term, value: String(term.value).slice(from, from + length) } : term,
      )

  const call = (name: string, ...args: Term[]): Term => ({ is: 'call', name, args })

  function text(scopes: readonly Scope[]): fc.Arbitrary<{ term: Term; known: Scalar[] }> {
    return path(scopes, 'text', 1).chain(({ term, known }) =>
      fc.oneof(
        { weight: 4, arbitrary: fc.constant({ term, known }) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            { term: call('tolower', term), known: known.map((it) => String(it).toLowerCase()) },
            { term: call('toupper', term), known: known.map((it) => String(it).toUpperCase()) },
            { term: call('trim', term), known },
          ),
        },
        {
          weight: 1,
          arbitrary: fc
            .tuple(part(known), part(known), fc.nat({ max: 6 }), fc.nat({ max: 6 }))
            .chain(([one, other, from, length]) =>
              fc.constantFrom(
                { term: call('concat', term, one), known },
                {
                  term: call(
                    'replace',
                    term,
                    { ...one, value: one.is === 'literal' && one.value !== '' ? one.value : 'e' } as Term,
                    other,
                  ),
                  known,
                },
                {
                  term: call('substring', term, number(from)),
                  known: known.map((it) => String(it).slice(from)),
                },
                {
                  term: call('substring', term, number(from), number(length)),
                  known: known.map((it) => String(it).slice(from, from + length)),
                },
              ),
            ),
        },
      ),
    )
  }
  const number = (value: number): Term => ({ is: 'literal', kind: 'number', value })

  function amount(scopes: readonly Scope[], depth: number): fc.Arbitrary<{ term: Term; known: Scalar[] }> {
    const small = [0, 1, 2, 3]
    return fc.oneof(
      { weight: 4, arbitrary: path(scopes, 'number', 1) },
      { weight: 2, arbitrary: lazily(() => count(scopes, depth).map((term) => ({ term, known: small }))) },
      {
        weight: 1,
        arbitrary: text(scopes).chain(({ term, known }) =>
          fc.oneof(
            fc.constant({ term: call('length', term), known: known.map((it) => String(it).length) }),
            part(known).map((it) => ({ term: call('indexof', term, it), known: small })),
          ),
        ),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(
            path(scopes, 'number', 1),
            fc.constantFrom('add', 'sub', 'mul', 'div'),
            fc.integer({ min: 1, max: 9 }),
          )
          .map(([{ term, known }, operator, by]) => ({
            term: { is: 'arithmetic', operator, left: term, right: number(by) } as Term,
            known: known.map((it) => Number(it) + by),
          })),
      },
      ...(kindsOf(scopes).includes('date')
        ? [
            {
              weight: 1,
              arbitrary: fc
                .tuple(
                  path(scopes, 'date', 1),
                  fc.constantFrom('year', 'month', 'day', 'hour', 'minute', 'second'),
                )
                .map(([{ term }, name]) => ({
                  term: call(name, term),
                  known: [2025, 2026, 9, 11, 12, 14] as Scalar[],
                })),
            },
          ]
        : []),
    )
  }

  function related(
    scopes: readonly Scope[],
    many: boolean,
  ): fc.Arbitrary<{ scope: Scope; relation: string; target: string }> | undefined {
    const found = usable(scopes).flatMap((scope) => {
      const { toOne, toMany } = shapeOf(scope.resource)
      const lists = Object.entries(toMany).map(([relation, { resource }]) => ({
        scope,
        relation,
        target: resource,
      }))
      const ones = many
        ? []
        : Object.entries(toOne).map(([relation, target]) => ({ scope, relation, target }))
      return [...lists, ...lists, ...ones]
    })
    return found.length === 0 ? undefined : fc.constantFrom(...found)
  }

  function count(scopes: readonly Scope[], depth: number): fc.Arbitrary<Term> {
    const relations = related(scopes, true)
    if (relations === undefined) return fc.constant(number(1))
    return relations.chain(({ scope, relation, target }) =>
      fc
        .option(depth > 0 ? condition([...scopes, { resource: target }], depth - 1) : fc.constant(null), {
          nil: null,
        })
        .map((filter) => ({
          is: 'count' as const,
          relation,
          ...(scope.alias === undefined ? {} : { alias: scope.alias }),
          ...(filter === null ? {} : { filter }),
        })),
    )
  }

  function lambda(scopes: readonly Scope[], depth: number): fc.Arbitrary<Term> {
    const relations = related(scopes, false)
    if (relations === undefined) return comparison(scopes, depth)
    // Identifiers such as `is` are allowed.
    const as = `${['d', 'is', 'x', 'dt'][scopes.length % 4]}${scopes.length > 4 ? scopes.length : ''}`
    return fc
      .tuple(relations, fc.constantFrom('some' as const, 'some' as const, 'every' as const))
      .chain(([{ scope, relation, target }, is]) =>
        condition([...scopes, { resource: target, alias: as }], depth - 1).map((inner) => ({
          is,
          relation,
          as,
          condition: inner,
          ...(scope.alias === undefined ? {} : { alias: scope.alias }),
        })),
      )
  }

  function comparison(scopes: readonly Scope[], depth: number): fc.Arbitrary<Term> {
    return fc.constantFrom(...kindsOf(scopes)).chain((kind): fc.Arbitrary<Term> => {
      if (kind === 'bool') {
        return fc
          .tuple(path(scopes, 'bool', 1), fc.boolean(), fc.constantFrom('bare', 'eq', 'ne'))
          .map(([{ term }, value, how]): Term => {
            if (how !== 'eq' && how !== 'ne') return term
            return { is: 'compare', operator: how, left: term, right: { is: 'literal', kind: 'bool', value } }
          })
      }
      const subject =
        kind === 'number' ? amount(scopes, depth) : kind === 'text' ? text(scopes) : path(scopes, 'date', 1)
      return subject.chain(({ term, known }) =>
        fc.oneof(
          {
            weight: 5,
            arbitrary: fc
              .tuple(fc.constantFrom('eq', 'eq', 'ne', 'gt', 'ge', 'lt', 'le'), literal(kind, known))
              .map(([operator, right]): Term => ({ is: 'compare', operator, left: term, right })),
          },
          {
            weight: 1,
            arbitrary: fc.constantFrom('eq', 'ne').map((operator): Term => ({
              is: 'compare',
              operator,
              left: term,
              right: { is: 'literal', kind, value: null },
            })),
          },
          ...(kind === 'date'
            ? []
            : [
                {
                  weight: 2,
                  arbitrary: fc
                    .array(literal(kind, known), { minLength: 1, maxLength: 4 })
                    .map((list): Term => ({
                      is: 'in',
                      left: term,
                      values: list.map((it) => (it.is === 'literal' ? it.value : null)),
                    })),
                },
              ]),
          ...(kind === 'text'
            ? [
                {
                  weight: 4,
                  arbitrary: fc
                    .tuple(fc.constantFrom('contains', 'startswith', 'endswith', 'substringof'), part(known))
                    .map(([name, it]) =>
                      name === 'substringof' ? call(name, it, term) : call(name, term, it),
                    ),
                },
              ]
            : []),
        ),
      )
    })
  }

  function condition(scopes: readonly Scope[], depth: number): fc.Arbitrary<Term> {
    if (depth <= 0) return comparison(scopes, 0)
    const parts = lazily(() => fc.array(condition(scopes, depth - 1), { minLength: 2, maxLength: 3 }))
    return fc.oneof(
      { weight: 4, arbitrary: lazily(() => comparison(scopes, depth)) },
      { weight: 3, arbitrary: lazily(() => lambda(scopes, depth)) },
      { weight: 2, arbitrary: parts.map((it): Term => ({ is: 'and', parts: it })) },
      { weight: 2, arbitrary: parts.map((it): Term => ({ is: 'or', parts: it })) },
      {
        weight: 1,
        arbitrary: lazily(() => condition(scopes, depth - 1)).map((it): Term => ({ is: 'not', part: it })),
      },
    )
  }

  function order(resource: string): fc.Arbitrary<Order> {
    const { fields, toOne, toMany } = shapeOf(resource)
    const paths = [
      ...Object.keys(fields).map((name) => ({ steps: [name], counts: false })),
      ...Object.entries(toOne).flatMap(([name, target]) =>
        Object.keys(shapeOf(target).fields).map((field) => ({ steps: [name, field], counts: false })),
      ),
      ...Object.keys(toMany).flatMap((name) =>
        Array.from({ length: 4 }, () => ({ steps: [name], counts: true })),
      ),
    ]
    return fc
      .tuple(fc.constantFrom(...paths), fc.boolean())
      .map(([it, descending]) => ({ ...it, descending }))
  }

  /** The id is the last key in either direction, because the order of equal rows is undefined. */
  const orders = (resource: string): fc.Arbitrary<Order[]> =>
    fc
      .tuple(fc.array(order(resource), { minLength: 0, maxLength: 2 }), fc.boolean(), fc.boolean())
      .map(([list, descending, alike]) => [
        ...list,
        {
          steps: ['id'],
          counts: false,
          descending: alike ? (list[0]?.descending ?? descending) : descending,
        },
      ])

  function expansion(resource: string, depth: number): fc.Arbitrary<Expansion[]> {
    const { toOne, toMany } = shapeOf(resource)
    const relations = [
      ...Object.entries(toOne),
      ...Object.entries(toMany).map(([name, { resource: target }]): [string, string] => [name, target]),
    ]
    if (depth <= 0 || relations.length === 0) return fc.constant([])
    return fc.subarray(relations, { maxLength: Math.min(2, relations.length) }).chain((chosen) =>
      fc.tuple(
        ...chosen.map(([relation, target]) =>
          fc
            .tuple(fc.integer({ min: 0, max: 3 }), query(target, depth - 1))
            .map(([chance, it]): Expansion => ({
              relation,
              counts: chance === 0,
              query: it,
            })),
        ),
      ),
    )
  }

  function query(resource: string, depth = 2): fc.Arbitrary<Query> {
    const { fields, toOne } = shapeOf(resource)
    const names = [...Object.keys(fields), ...Object.keys(toOne)]
    return fc
      .record({
        select: fc.subarray(names).map((chosen) => [...new Set(['id', ...chosen])]),
        filter: fc.option(
          lazily(() => condition([{ resource }], depth)),
          { nil: undefined, freq: 4 },
        ),
        orders: orders(resource),
        top: fc.option(fc.nat({ max: 25 }), { nil: undefined }),
        skip: fc.option(fc.nat({ max: 12 }), { nil: undefined, freq: 2 }),
        expand: lazily(() => expansion(resource, depth)),
      })
      .map(({ select, filter, orders: by, top, skip, expand }) => ({
        select,
        ...(filter === undefined ? {} : { filter }),
        orders: by,
        ...(top === undefined ? {} : { top }),
        ...(skip === undefined ? {} : { skip }),
        expand,
      }))
  }
  return { query }
}
