import { expect, test } from 'vitest'
import { queryText } from '@/domain/device/query/device-query.ts'
import { parseQuery } from '@/domain/device/query/parse-query.ts'
import {
  normalizedQuery,
  chipTerms,
  queryNarrowing,
  searchedText,
  fullQuery,
  withSearch,
  withTerm,
} from './query-state.ts'

const read = (text: string) => {
  const parsed = parseQuery(text)
  return parsed.ok ? parsed.query : undefined
}

test('merges the status of the address into the query, and splits it again', () => {
  const narrowing = { status: 'frozen', text: 'gate and cpu > 3' } as const
  const query = fullQuery(narrowing)
  expect(queryText(query)).toBe('status = frozen and gate and cpu > 3')
  expect(queryNarrowing(query)).toEqual(narrowing)
})

test('keeps a status among alternatives in the query', () => {
  const text = 'status = frozen or cpu > 3'
  expect(queryNarrowing(read(text))).toEqual({ status: undefined, text })
})

test('treats an invalid query as a search text', () => {
  expect(queryText(fullQuery({ status: undefined, text: 'colour = red' }))).toBe('"colour = red"')
})

test('shows the search text in the field and every other condition as a chip', () => {
  const query = read('gate and cpu > 3 and (online = no or frozen = yes)')
  expect(searchedText(query)).toBe('gate')
  expect(chipTerms(query)).toHaveLength(2)
  expect(queryText(withSearch(query, read('north')))).toBe(
    'cpu > 3 and (online = no or frozen = yes) and north',
  )
})

test('removes, changes and adds a chip', () => {
  const query = read('cpu > 3 and online = no')
  const [first] = chipTerms(query)
  expect(queryText(withTerm(query, first, undefined))).toBe('online = no')
  expect(queryText(withTerm(query, first, read('cpu > 9')))).toBe('cpu > 9 and online = no')
  expect(queryText(withTerm(query, undefined, read('frozen = yes')))).toBe(
    'cpu > 3 and online = no and frozen = yes',
  )
})

test('a query is the same after storing it in the address', () => {
  const asWritten = (text: string) => queryText(normalizedQuery(read(text)))
  expect(asWritten('cpu > 3 and status = frozen')).toBe('status = frozen and cpu > 3')
  expect(asWritten(asWritten('cpu > 3 and status = frozen'))).toBe('status = frozen and cpu > 3')
  expect(searchedText(normalizedQuery(read('north gate ')))).toBe('north gate')
  expect(normalizedQuery(undefined)).toBeUndefined()
})
