import { toInstant } from '@/lib/format.ts'

const DAY_MS = 86_400_000

/** Days past due from which an error is shown, and from which the organization is frozen (docs/decisions/product-rules.md, 29). */
const ERROR_FROM_DAY = 30
const FROZEN_FROM_DAY = 60

/** The state of an organization with an unpaid invoice. */
export type PastDue =
  | { kind: 'warning'; days: number }
  | { kind: 'error'; daysLeft: number }
  | { kind: 'frozen' }

export interface OwingOrganization {
  is_frozen: boolean
  /** Since when an invoice is past due; null when none is. */
  has_past_due_invoice_since__date: string | null
}

/** The effect of an unpaid invoice at a time; null when there is none. */
export function pastDueState(organization: OwingOrganization, now: number): PastDue | null {
  if (organization.is_frozen) return { kind: 'frozen' }
  const since = organization.has_past_due_invoice_since__date
  if (since === null) return null
  const days = Math.max(0, Math.floor((now - toInstant(since)) / DAY_MS))
  if (days >= FROZEN_FROM_DAY) return { kind: 'frozen' }
  if (days >= ERROR_FROM_DAY) return { kind: 'error', daysLeft: FROZEN_FROM_DAY - days }
  return { kind: 'warning', days }
}
