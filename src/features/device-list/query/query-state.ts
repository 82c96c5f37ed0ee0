import { statusFilters } from '../../../domain/device/device-filters.ts'
import type { DeviceListState, Narrowing } from '../device-list-state.ts'
import { allTerms, queryText, topTerms, type DeviceQuery } from '../../../domain/device/query/device-query.ts'
import { parseQuery } from '../../../domain/device/query/parse-query.ts'

const statusTerm = (status: string): DeviceQuery => ({
  kind: 'condition',
  of: { field: 'status' },
  operator: '=',
  values: [status],
})

/** All that narrows the list as one query: what the chips show, and what the text form edits. */
export function wholeQuery({ status, text }: Narrowing): DeviceQuery | undefined {
  const parsed = parseQuery(text)
  const query: DeviceQuery | undefined = parsed.ok ? parsed.query : { kind: 'text', text }
  return allTerms([...(status === undefined ? [] : [statusTerm(status)]), ...topTerms(query)])
}

/** The same as the address keeps it: one plain status apart, for other pages link to it. */
export function narrowingOf(query: DeviceQuery | undefined): Pick<DeviceListState, 'status' | 'text'> {
  const terms = topTerms(query)
  const plain = terms.filter(
    (term) => term.kind === 'condition' && term.of.field === 'status' && term.operator === '=',
  )
  const [only] = plain.length === 1 ? plain : []
  const status =
    only?.kind === 'condition' ? statusFilters.find((each) => each === only.values[0]) : undefined
  return { status, text: queryText(allTerms(terms.filter((term) => term !== only))) }
}

/** A query as it comes back from where the address keeps it. */
export const asKept = (query: DeviceQuery | undefined): DeviceQuery | undefined =>
  wholeQuery(narrowingOf(query))

/** The text that is searched for beside all conditions: it stands in the search field. */
export function searchedText(query: DeviceQuery | undefined): string {
  const found = topTerms(query).find((term) => term.kind === 'text')
  return found?.kind === 'text' ? found.text : ''
}

/** The conditions beside the searched text, one chip each. */
export function chipTerms(query: DeviceQuery | undefined): readonly DeviceQuery[] {
  const terms = topTerms(query)
  const searched = terms.find((term) => term.kind === 'text')
  return terms.filter((term) => term !== searched)
}

/** The query with what was written in the search field in place of the text that stood there. */
export function withSearch(
  query: DeviceQuery | undefined,
  written: DeviceQuery | undefined,
): DeviceQuery | undefined {
  return allTerms([...chipTerms(query), ...topTerms(written)])
}

/** The query with one of its terms taken out or changed. */
export function withTerm(
  query: DeviceQuery | undefined,
  old: DeviceQuery | undefined,
  term: DeviceQuery | undefined,
): DeviceQuery | undefined {
  const terms = topTerms(query)
  const kept = terms.flatMap((each) => (each === old ? (term ? [term] : []) : [each]))
  return allTerms(old === undefined && term ? [...kept, term] : kept)
}
