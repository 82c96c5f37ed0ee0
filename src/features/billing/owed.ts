import type { Invoice } from '@/api/model.ts'
import { toInstant } from '@/lib/format.ts'
import { toAmount } from '@/lib/money.ts'

/** What an organization owes. */
export interface Owed {
  cents: number
  /** When the oldest of these invoices was due; null if none is past due. */
  since: string | null
}

/**
 * The invoices that are past due. Some organizations get their state as `past_due`; for others it is `open`, also while a bank
 * debit clears, so `pastDueSince`, the organization's own date, says whether they count.
 */
export function amountOwed(
  invoices: readonly Pick<Invoice, 'state' | 'due_on' | 'total_in_cents'>[],
  pastDueSince: string | null,
  now: number,
): Owed {
  const due = invoices.filter(
    ({ state, due_on }) =>
      state === 'past_due' || (state === 'open' && pastDueSince !== null && toInstant(due_on) <= now),
  )
  const dates = due.map(({ due_on }) => due_on).toSorted((a, b) => toInstant(a) - toInstant(b))
  return {
    cents: due.reduce((sum, { total_in_cents }) => sum + toAmount(total_in_cents), 0),
    since: dates[0] ?? null,
  }
}
