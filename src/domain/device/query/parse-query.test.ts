import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryText, topTerms, operandCount, type Condition, type DeviceQuery } from './device-query.ts'
import { parseQuery } from './parse-query.ts'
import { offeredFields, operatorsFor, valuesFor, fieldInfo } from './query-fields.ts'

function read(text: string): DeviceQuery | undefined {
  const parsed = parseQuery(text)
  if (!parsed.ok) throw new Error(`${parsed.problem.kind} at ${parsed.at.from}`)
  return parsed.query
}

function problemOf(text: string) {
  const parsed = parseQuery(text)
  return parsed.ok ? undefined : { kind: parsed.problem.kind, at: text.slice(parsed.at.from, parsed.at.to) }
}

test('and binds tighter than or, not tighter than both; adjacent conditions are joined by and [DEVLIST-004]', () => {
  expect(read('status = updating or online = yes and not tag.env = prod')).toEqual({
    kind: 'or',
    terms: [
      { kind: 'condition', of: { field: 'status' }, operator: '=', values: ['updating'] },
      {
        kind: 'and',
        terms: [
          { kind: 'condition', of: { field: 'online' }, operator: '=', values: ['yes'] },
          {
            kind: 'not',
            term: { kind: 'condition', of: { field: 'tag', key: 'env' }, operator: '=', values: ['prod'] },
          },
        ],
      },
    ],
  })
  expect(read('status = updating cpu > 80')).toEqual(read('status = updating and cpu > 80'))
  expect(read('(status = updating or cpu > 80) and online = no')).not.toEqual(
    read('status = updating or cpu > 80 and online = no'),
  )
})

test('other words are searched as one text, quoted words literally', () => {
  expect(read('gate north')).toEqual({ kind: 'text', text: 'gate north' })
  expect(read('nothing is called this')).toEqual({ kind: 'text', text: 'nothing is called this' })
  expect(read('"gate and north"')).toEqual({ kind: 'text', text: 'gate and north' })
  expect(read('gate north status = frozen')).toEqual(read('"gate north" and status = frozen'))
  expect(read('  ')).toBeUndefined()
})

test('lists, empty fields and tag names with several words are conditions', () => {
  expect(read('status in (frozen, Updating)')).toMatchObject({
    operator: 'in',
    values: ['frozen', 'updating'],
  })
  expect(read('os not in ("2.1", 2.2)')).toMatchObject({ operator: 'not in', values: ['2.1', '2.2'] })
  expect(read('tag."two words" is not empty')).toEqual({
    kind: 'condition',
    of: { field: 'tag', key: 'two words' },
    operator: 'is not empty',
    values: [],
  })
  expect(read(String.raw`name = "say \"hi\""`)).toMatchObject({ values: ['say "hi"'] })
})

test('field names have aliases', () => {
  expect(read('Last_Seen < 7d')).toEqual(read('seen < 7d'))
  expect(read('ONLINE = true')).toEqual(read('online = yes'))
})

test.each([
  ['colour = red', 'unknownField', 'colour'],
  ['status = levitating', 'wrongChoice', 'levitating'],
  ['cpu > hot', 'notANumber', 'hot'],
  ['seen < yesterday', 'notATime', 'yesterday'],
  ['cpu ~ 8', 'wrongOperator', '~'],
  ['uuid is empty', 'wrongOperator', 'is'],
  ['name = "gate', 'unclosedQuote', '"gate'],
  ['(online = yes or cpu > 3', 'unclosedParenthesis', '('],
  ['online = yes and', 'missingCondition', ''],
  ['name = ', 'missingValue', ''],
  ['name = )', 'missingValue', ')'],
  ['online = yes )', 'unexpected', ')'],
  ['tag = prod', 'missingTagKey', 'tag'],
  ['status in frozen', 'missingValue', 'frozen'],
])('%s is rejected with the reason and position', (text, kind, at) => {
  expect(problemOf(text)).toEqual({ kind, at })
})

test('the top-level conditions are listed separately', () => {
  expect(topTerms(read('gate and status = frozen and (cpu > 3 or online = no)'))).toHaveLength(3)
  expect(topTerms(read('cpu > 3 or online = no'))).toHaveLength(1)
  expect(topTerms(undefined)).toEqual([])
})

const aText = fc
  .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
  .filter((text) => text.trim() !== '')

const aCondition: fc.Arbitrary<Condition> = fc
  .constantFrom(...offeredFields())
  .chain((field) =>
    fc.record({ field: fc.constant(field), operator: fc.constantFrom(...operatorsFor(field)), key: aText }),
  )
  .chain(({ field, operator, key }) => {
    const choices = valuesFor(field)
    const kind = fieldInfo(field).kind
    const isCompared = kind === 'version' && /[<>]/.test(operator)
    const value = choices
      ? fc.constantFrom(...choices)
      : kind === 'number' || isCompared
        ? fc.integer({ min: 0, max: 5000 }).map(String)
        : kind === 'date'
          ? fc.constantFrom('7d', '2026-11-20', '2026-11-20T14:00Z')
          : aText
    const count = { one: 1, many: 2, none: 0 }[operandCount(operator)]
    return fc.array(value, { minLength: count, maxLength: count }).map((values): Condition => ({
      kind: 'condition',
      of: field === 'tag' ? { field, key } : { field },
      operator,
      values,
    }))
  })

const aQuery = fc.letrec<{ query: DeviceQuery }>((tie) => ({
  query: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    aCondition,
    aText.map((text): DeviceQuery => ({ kind: 'text', text })),
    tie('query').map((term): DeviceQuery => ({ kind: 'not', term })),
    fc
      .tuple(
        fc.constantFrom('and' as const, 'or' as const),
        fc.array(tie('query'), { minLength: 2, maxLength: 3 }),
      )
      .map(([kind, terms]): DeviceQuery => ({ kind, terms })),
  ),
})).query

test('a query that is written and parsed again stays the same, so that chips and text are interchangeable', () => {
  fc.assert(
    fc.property(aQuery, (query) => {
      const text = queryText(query)
      expect(queryText(read(text))).toBe(text)
    }),
    { numRuns: 300 },
  )
})
