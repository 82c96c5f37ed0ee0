import { issueKinds, type IssueKind } from '@/domain/device/device-issues.ts'
import { statusLabel } from '@/domain/device/status-breakdown.ts'
import { queryText as words } from '@/messages/device-list/device-query.ts'
import { devicesText, issueKindText } from '@/messages/device-list/devices.ts'
import type { Condition, DeviceQuery, FieldRef } from './device-query.ts'
import type { QueryProblem } from './parse-query.ts'
import { fieldInfo, type FieldName, type Operator } from './query-fields.ts'
import { isAge } from './query-time.ts'

/** The label of a field. */
function fieldLabel(of: FieldRef): string {
  return of.field === 'tag' ? words.tag(of.key) : words.fields[of.field]
}

/** The label of a value. */
export function valueLabel(field: FieldName, value: string): string {
  if (field === 'status')
    return value in statusLabel ? statusLabel[value as keyof typeof statusLabel] : words.attention
  if (field === 'issue')
    return issueKinds.some((kind) => kind === value) ? issueKindText[value as IssueKind] : value
  if (field === 'heartbeat')
    return devicesText.heartbeat[value as keyof typeof devicesText.heartbeat] ?? value
  if (field === 'variant') return devicesText.variant[value as keyof typeof devicesText.variant] ?? value
  if (fieldInfo(field).kind === 'flag') return value === 'yes' ? words.yes : words.no
  return value
}

export function operatorLabel(field: FieldName, operator: Operator): string {
  return fieldInfo(field).kind === 'date' && operator in words.dateOperators
    ? words.dateOperators[operator as keyof typeof words.dateOperators]
    : words.operators[operator]
}

/** The text of a condition in its chip: the field and its value. */
export function chipWords(term: DeviceQuery): { label: string; value: string } {
  switch (term.kind) {
    case 'condition':
      return { label: fieldLabel(term.of), value: conditionValue(term) }
    case 'text':
      return { label: words.text, value: term.text }
    case 'not':
      return { label: words.not, value: sentence(term.term) }
    case 'or':
      return { label: words.anyOf, value: term.terms.map(sentence).join(words.or) }
    case 'and':
      return { label: words.allOf, value: term.terms.map(sentence).join(words.and) }
  }
}

function conditionValue({ of: { field }, operator, values }: Condition): string {
  const label = operatorLabel(field, operator)
  const shown = values
    .map((value) =>
      fieldInfo(field).kind === 'date' && isAge(value) ? words.ago(value) : valueLabel(field, value),
    )
    .join(words.comma)
  // "Status Updating" reads better than "Status is Updating".
  return operator === '=' ? shown : `${label} ${shown}`.trim()
}

function sentence(term: DeviceQuery): string {
  if (term.kind === 'text') return `“${term.text}”`
  const { label, value } = chipWords(term)
  const text = `${label} ${value}`
  return term.kind === 'and' || term.kind === 'or' ? `(${text})` : text
}

/** The error message for an invalid query. */
export function problemText(problem: QueryProblem): string {
  switch (problem.kind) {
    case 'unexpected':
      return words.problems.unexpected(problem.text)
    case 'unknownField':
      return words.problems.unknownField(problem.name)
    case 'wrongOperator':
      return words.problems.wrongOperator(problem.field, problem.operator, problem.allowed.join(', '))
    case 'wrongChoice':
      return words.problems.wrongChoice(problem.value, problem.allowed.join(', '))
    case 'notANumber':
      return words.problems.notANumber(problem.value)
    case 'notATime':
      return words.problems.notATime(problem.value)
    case 'notAVersion':
      return words.problems.notAVersion(problem.value)
    default:
      return words.problems[problem.kind]
  }
}
