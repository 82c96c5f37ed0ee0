import type { Invoice } from '@/api/model.ts'
import { formatMonth, localDate, toInstant } from '@/lib/format.ts'
import { billingText } from '@/messages/billing/billing.ts'
import type { Tone } from '@/ui/feedback/tone.ts'

export type InvoiceState = Invoice['state']

/** How an invoice state is displayed. */
export type InvoiceMark = 'done' | 'pending' | 'past-due' | 'failed'

/** A record, so that a new state in the contract does not compile without a mark. */
const marks: Record<InvoiceState, InvoiceMark> = {
  paid: 'done',
  voided: 'done',
  void: 'done',
  closed: 'done',
  pending: 'pending',
  open: 'pending',
  processing: 'pending',
  draft: 'pending',
  past_due: 'past-due',
  failed: 'failed',
  uncollectible: 'failed',
}

export const invoiceMark = (state: InvoiceState): InvoiceMark => marks[state]

export const invoiceTone: Record<InvoiceMark, Tone> = {
  done: 'ok',
  pending: 'idle',
  'past-due': 'bad',
  failed: 'bad',
}

/** Details of a state, on hover. */
export const invoiceHint = ({ state, due_on }: Pick<Invoice, 'state' | 'due_on'>): string | undefined =>
  state === 'past_due' ? billingText.pastDueSince(invoiceDate(due_on)) : undefined

/** Why an invoice cannot be downloaded; undefined if it can. */
export const whyNotDownload = ({ state }: Pick<Invoice, 'state'>): string | undefined =>
  state === 'draft' ? billingText.draftInvoice : undefined

/** A date as `yyyy-MM-dd`. */
export const invoiceDate = (instant: string): string => localDate(toInstant(instant))

/** The month of an invoice: "November 2026". */
export const invoiceMonth = (instant: string): string => formatMonth(instant)

export const newestFirst = (invoices: readonly Invoice[]): readonly Invoice[] =>
  invoices.toSorted((a, b) => toInstant(b.created_at) - toInstant(a.created_at))
