import { toInstant } from '@/lib/format.ts'

const DAY_MS = 86_400_000

/** From this many days past due on it is an error, and from so many on the organization is frozen (docs/decisions/product-rules.md, 29). */
const ERROR_FROM_DAY = 30
const FROZEN_FROM_DAY = 60

/** How an organization stands that owes something. */
export type PastDue =
  | { kind: 'warning'; days: number }
  | { kind: 'error'; daysLeft: number }
  | { kind: 'frozen' }

export interface OwingOrganization {
  is_frozen: boolean
  /** Since when an invoice is past due; null when none is. */
  has_past_due_invoice_since__date: string | null
}

/** What follows from an unpaid invoice at a moment; null when nothing is owed. */
export function pastDueOf(organization: OwingOrganization, now: number): PastDue | null {
  if (organization.is_frozen) return { kind: 'frozen' }
  const since = organization.has_past_due_invoice_since__date
  if (since === null) return null
  const days = Math.max(0, Math.floor((now - toInstant(since)) / DAY_MS))
  if (days >= FROZEN_FROM_DAY) return { kind: 'frozen' }
  if (days >= ERROR_FROM_DAY) return { kind: 'error', daysLeft: FROZEN_FROM_DAY - days }
  return { kind: 'warning', days }
}
