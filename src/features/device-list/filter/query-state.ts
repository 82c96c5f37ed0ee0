import { statusFilters } from '@/domain/device/device-filters.ts'
import { allTerms, queryText, topTerms, type DeviceQuery } from '@/domain/device/query/device-query.ts'
import { parseQuery } from '@/domain/device/query/parse-query.ts'
import type { DeviceListState, Narrowing } from '@/features/device-list/data/device-list-state.ts'

const statusTerm = (status: string): DeviceQuery => ({
  kind: 'condition',
  of: { field: 'status' },
  operator: '=',
  values: [status],
})

/** All filters as one query, shown as chips and edited as text. */
export function fullQuery({ status, text }: Narrowing): DeviceQuery | undefined {
  const parsed = parseQuery(text)
  const query: DeviceQuery | undefined = parsed.ok ? parsed.query : { kind: 'text', text }
  return allTerms([...(status === undefined ? [] : [statusTerm(status)]), ...topTerms(query)])
}

/** The form stored in the address: a single plain status is a separate parameter, because other pages link to it. */
export function queryNarrowing(query: DeviceQuery | undefined): Pick<DeviceListState, 'status' | 'text'> {
  const terms = topTerms(query)
  const plain = terms.filter(
    (term) => term.kind === 'condition' && term.of.field === 'status' && term.operator === '=',
  )
  const [only] = plain.length === 1 ? plain : []
  const status =
    only?.kind === 'condition' ? statusFilters.find((each) => each === only.values[0]) : undefined
  return { status, text: queryText(allTerms(terms.filter((term) => term !== only))) }
}

/** Normalizes a query as storing it in the address does. */
export const normalizedQuery = (query: DeviceQuery | undefined): DeviceQuery | undefined =>
  fullQuery(queryNarrowing(query))

/** The free text of the query, shown in the search field. */
export function searchedText(query: DeviceQuery | undefined): string {
  const found = topTerms(query).find((term) => term.kind === 'text')
  return found?.kind === 'text' ? found.text : ''
}

/** The conditions without the free text, one chip each. */
export function chipTerms(query: DeviceQuery | undefined): readonly DeviceQuery[] {
  const terms = topTerms(query)
  const searched = terms.find((term) => term.kind === 'text')
  return terms.filter((term) => term !== searched)
}

/** Replaces the free text of the query. */
export function withSearch(
  query: DeviceQuery | undefined,
  written: DeviceQuery | undefined,
): DeviceQuery | undefined {
  return allTerms([...chipTerms(query), ...topTerms(written)])
}

/** Replaces a term (`old` and `term`), removes it (only `old`), or adds one (only `term`). */
export function withTerm(
  query: DeviceQuery | undefined,
  old: DeviceQuery | undefined,
  term: DeviceQuery | undefined,
): DeviceQuery | undefined {
  const terms = topTerms(query)
  const replaced = terms.flatMap((each) => (each === old ? (term ? [term] : []) : [each]))
  return allTerms(old === undefined && term ? [...replaced, term] : replaced)
}
