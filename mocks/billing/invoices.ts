import type { BillingAccount, Invoice } from '../store/ledger.ts'

/** The amount of an invoice in cents. */
export const invoiceTotal = ({ lines }: Pick<Invoice, 'lines'>): number =>
  lines.reduce((sum, { cents }) => sum + cents, 0)

/** Since when an account has a past due invoice; null when it has none. Simulated time. */
export function pastDueSince(account: BillingAccount | undefined, now: number): number | null {
  const due = (account?.invoices ?? [])
    .filter(({ status, clearsAt, dueOn }) => status === 'open' && clearsAt === null && dueOn <= now)
    .map(({ dueOn }) => dueOn)
  return due.length === 0 ? null : Math.min(...due)
}
