import { expect, test } from 'vitest'
import {
  invoiceDate,
  invoiceHint,
  invoiceMark,
  invoiceMonth,
  invoiceTone,
  newestFirst,
  whyNotDownload,
  type InvoiceMark,
  type InvoiceState,
} from './invoice-state.ts'

test.each<[string, readonly InvoiceState[], InvoiceMark, string]>([
  ['done [INVOICE-003]', ['paid', 'voided', 'void', 'closed'], 'done', 'ok'],
  ['pending [INVOICE-004]', ['pending', 'open', 'processing', 'draft'], 'pending', 'idle'],
  ['past due, in red [INVOICE-005]', ['past_due'], 'past-due', 'bad'],
  ['failed, in red [INVOICE-007]', ['failed', 'uncollectible'], 'failed', 'bad'],
])('an invoice is shown as %s', (_how, states, mark, tone) => {
  for (const state of states) {
    expect(invoiceMark(state)).toBe(mark)
    expect(invoiceTone[invoiceMark(state)]).toBe(tone)
  }
})

test('only past-due invoices have a hint, which names the date [INVOICE-006]', () => {
  const due_on = '2026-10-21T12:00:00.000Z'
  expect(invoiceHint({ state: 'past_due', due_on })).toBe('Past due: 2026-10-21')
  expect(invoiceHint({ state: 'open', due_on })).toBeUndefined()
})

test('only drafts cannot be downloaded [INVOICE-008]', () => {
  expect(whyNotDownload({ state: 'draft' })).toMatch(/draft/)
  expect(whyNotDownload({ state: 'past_due' })).toBeUndefined()
})

test('formats the dates and months of invoices [INVOICE-010]', () => {
  expect(invoiceDate('2026-03-05T12:00:00.000Z')).toBe('2026-03-05')
  expect(invoiceMonth('2026-03-05T12:00:00.000Z')).toBe('March 2026')
})

test('sorts invoices newest first [INVOICE-009]', () => {
  const invoice = (invoice_number: string, created_at: string) => ({
    uuid: invoice_number,
    invoice_number,
    currency: 'USD' as const,
    created_at,
    due_on: created_at,
    closed_at: null,
    subtotal_in_cents: '0',
    total_in_cents: '0',
    state: 'paid' as const,
  })
  const sorted = newestFirst([invoice('1', '2026-01-01T00:00:00Z'), invoice('2', '2026-02-01T00:00:00Z')])
  expect(sorted.map(({ invoice_number }) => invoice_number)).toEqual(['2', '1'])
})
