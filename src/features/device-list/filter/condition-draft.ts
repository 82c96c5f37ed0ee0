import { queryText, operandCount, type Condition, type FieldRef } from '@/domain/device/query/device-query.ts'
import { parseQuery } from '@/domain/device/query/parse-query.ts'
import type { Operator } from '@/domain/device/query/query-fields.ts'
import { problemText } from '@/domain/device/query/query-words.ts'
import { queryText as words } from '@/messages/device-list/device-query.ts'

/** A condition that is being edited and may be invalid. */
export interface ConditionDraft {
  field: FieldRef['field']
  /** Name of the tag. */
  key: string
  operator: Operator
  /** One value per line. */
  value: string
}

export function conditionDraft(condition: Condition | undefined): ConditionDraft {
  if (condition === undefined) return { field: 'name', key: '', operator: '~', value: '' }
  const { of, operator, values } = condition
  return { field: of.field, key: of.field === 'tag' ? of.key : '', operator, value: values.join('\n') }
}

/** The condition of a draft, which may be invalid. */
export function draftedCondition({ field, key, operator, value }: ConditionDraft): Condition {
  const lines = value.split('\n').map((line) => line.trim())
  const all = { none: [], one: [value.trim()], many: lines.filter((line) => line !== '') }
  const of: FieldRef = field === 'tag' ? { field, key: key.trim() } : { field }
  return { kind: 'condition', of, operator, values: all[operandCount(operator)] }
}

/** The problem of a draft, as the query language reports it; undefined if it can be applied. */
export function draftProblem(draft: ConditionDraft): string | undefined {
  const condition = draftedCondition(draft)
  if (condition.of.field === 'tag' && condition.of.key === '') return words.tagKeyMissing
  const valueCount = operandCount(draft.operator)
  if (valueCount !== 'none' && condition.values.every((value) => value === '')) return words.valueMissing
  const parsed = parseQuery(queryText(condition))
  return parsed.ok ? undefined : problemText(parsed.problem)
}
