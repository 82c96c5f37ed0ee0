import { toInstant } from '@/lib/format.ts'

/** Kinds of values in responses. */
export type ValueKind = 'text' | 'number' | 'amount' | 'boolean' | 'date'

/** What stands for a value that is missing or unreadable. An empty date or amount is shown as "–". */
export const emptyValues = { text: '', number: 0, amount: '', boolean: false, date: '' } as const

/** Whether a value of a response has a kind. */
export function isValueOfKind(kind: ValueKind, value: unknown): boolean {
  if (kind === 'date') return typeof value === 'string' && !Number.isNaN(toInstant(value))
  // A number as decimal text.
  if (kind === 'amount') return typeof value === 'string' && /^-?\d{1,15}$/.test(value)
  if (kind === 'number') return Number.isFinite(value)
  return typeof value === (kind === 'text' ? 'string' : kind)
}
