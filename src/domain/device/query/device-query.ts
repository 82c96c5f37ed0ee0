import type { FieldName, Operator, VersionField } from './query-fields.ts'

/** A field of the device, or one of its tags. */
export type FieldRef = { field: Exclude<FieldName, 'tag'> } | { field: 'tag'; key: string }

/** One condition on one field. */
export interface Condition {
  kind: 'condition'
  of: FieldRef
  operator: Operator
  /** None for `is empty`, several for `in`, otherwise one. */
  values: readonly string[]
}

/** Free text, searched in names, tag values and UUIDs. */
export interface FreeText {
  kind: 'text'
  text: string
}

/** A query as a syntax tree. */
export type DeviceQuery =
  | Condition
  | FreeText
  | { kind: 'not'; term: DeviceQuery }
  | { kind: 'and' | 'or'; terms: readonly DeviceQuery[] }

/** Devices with one of the versions of a list; none if it is empty. */
export interface VersionList {
  kind: 'versions'
  field: VersionField
  versions: readonly string[]
}

/** A query whose comparisons of versions are lists of versions, which the platform can compare. */
export type ResolvedQuery =
  | Condition
  | FreeText
  | VersionList
  | { kind: 'not'; term: ResolvedQuery }
  | { kind: 'and' | 'or'; terms: readonly ResolvedQuery[] }

/** The top-level conditions joined by "and": one filter chip each. */
export function topTerms(query: DeviceQuery | undefined): readonly DeviceQuery[] {
  if (query === undefined) return []
  return query.kind === 'and' ? query.terms : [query]
}

/** Joins conditions with "and"; undefined when there are none. */
export function allTerms(terms: readonly DeviceQuery[]): DeviceQuery | undefined {
  const flat = terms.flatMap((term) => (term.kind === 'and' ? term.terms : [term]))
  const [first] = flat
  return flat.length > 1 ? { kind: 'and', terms: flat } : first
}

/** Whether an operator takes one value, several or none. */
export function operandCount(operator: Operator): 'one' | 'many' | 'none' {
  if (operator === 'in' || operator === 'not in') return 'many'
  return operator.startsWith('is ') ? 'none' : 'one'
}

function fieldId(of: FieldRef): string {
  return of.field === 'tag' ? `tag.${quoted(of.key)}` : of.field
}

const RESERVED = new Set(['and', 'or', 'not', 'in', 'is'])

/** Quotes a text if needed. */
export function quoted(text: string): string {
  const bare = /^[^\s()"=!~<>,^]+$/.test(text) && !RESERVED.has(text.toLowerCase()) && !/^-./.test(text)
  return bare ? text : `"${text.replaceAll('\\', String.raw`\\`).replaceAll('"', String.raw`\"`)}"`
}

/** The query as text; parsing it returns the same query. */
export function queryText(query: DeviceQuery | undefined): string {
  return query === undefined ? '' : written(query, 'or')
}

function written(query: DeviceQuery, inside: 'or' | 'and' | 'not'): string {
  switch (query.kind) {
    case 'text':
      return textWords(query.text)
    case 'condition':
      return conditionText(query)
    case 'not':
      return `not ${written(query.term, 'not')}`
    case 'and': {
      const text = query.terms.map((term) => written(term, 'and')).join(' and ')
      return inside === 'not' ? `(${text})` : text
    }
    case 'or': {
      const text = query.terms.map((term) => written(term, 'or')).join(' or ')
      return inside === 'or' ? text : `(${text})`
    }
  }
}

/** Words of free text stay unquoted if they parse as one text. */
function textWords(text: string): string {
  const words = text.split(' ')
  return words.every((word) => word !== '' && quoted(word) === word)
    ? text
    : quoted(text).replace(/^([^"].*)$/, '"$1"')
}

function conditionText({ of, operator, values }: Condition): string {
  const name = fieldId(of)
  switch (operandCount(operator)) {
    case 'none':
      return `${name} ${operator}`
    case 'many':
      return `${name} ${operator} (${values.map(quoted).join(', ')})`
    case 'one':
      return `${name} ${operator} ${quoted(values[0] ?? '')}`
  }
}
