import { expect, test } from 'vitest'
import { NO_ADDRESS } from '../store/ledger.ts'
import type { BillingAccount, Invoice } from '../store/ledger.ts'
import { invoicePdf } from './invoice-pdf.ts'

const account: BillingAccount = {
  email: 'accounts@acme.example',
  companyName: 'Acme (Köln) \\ Söhne',
  address: { ...NO_ADDRESS, address1: 'Quay 1', city: 'Rotterdam' },
  taxId: { type: 'eu_vat', value: 'NL123456789B01' },
  method: null,
  invoices: [],
  period: null,
  addonPeriod: null,
  peaks: {},
}

const invoice: Invoice = {
  uuid: 'u',
  number: '1042',
  createdAt: Date.UTC(2026, 10, 8),
  dueOn: Date.UTC(2026, 10, 8),
  closedAt: null,
  lines: [
    { text: 'Production plan, monthly', cents: 129_900 },
    { text: 'Unused part of the Pilot plan', cents: -12_345 },
  ],
  status: 'open',
  clearsAt: null,
}

const textOf = () => new TextDecoder('latin1').decode(invoicePdf(invoice, account))

test('the cross-reference table has the offsets of all objects [INVOICE-012]', () => {
  const text = textOf()
  expect(text.startsWith('%PDF-1.')).toBe(true)
  expect(text.endsWith('%%EOF\n')).toBe(true)
  const start = Number(/startxref\n(\d+)/.exec(text)?.[1])
  expect(text.slice(start, start + 4)).toBe('xref')
  const entries = [...text.matchAll(/(\d{10}) 00000 n /g)].map(([, offset]) => Number(offset))
  expect(entries.length).toBe(7)
  for (const [at, offset] of entries.entries()) {
    expect(text.slice(offset)).toMatch(new RegExp(`^${at + 1} 0 obj\\n`))
  }
  const [, length = '', content = ''] = /\/Length (\d+) >>\nstream\n([^]*?)\nendstream/.exec(text) ?? []
  expect(content.length).toBe(Number(length))
})

test('the invoice has its number, date, lines, total and the tax number of the payer', () => {
  const text = textOf()
  for (const expected of [
    'Invoice 1042',
    '2026-11-08',
    'Production plan, monthly',
    '$1299.00',
    '-$123.45',
    '$1175.55',
    'Tax number NL123456789B01',
  ]) {
    expect(text).toContain(`(${expected}) Tj`)
  }
})

test('the invoice has the seller, the period, the tax and a note about it', () => {
  const text = textOf()
  for (const expected of [
    'Seller',
    'Flotilla Cloud Ltd. \\(simulated\\)',
    'United States',
    'Tax number 00-0000000',
    'Period',
    '2026-11-08 to 2026-12-08',
    'Subtotal',
    'Tax \\(0 %\\)',
    '$0.00',
    'Total',
    'Reverse charge: the recipient accounts for the tax in their country.',
  ]) {
    expect(text).toContain(`(${expected}) Tj`)
  }
})

const documentOf = (change: Partial<Invoice>, of: BillingAccount = account) =>
  new TextDecoder('latin1').decode(invoicePdf({ ...invoice, ...change }, of))

test('the period is the day of a purchase or the year of an annual plan, and a paid invoice has the date of payment', () => {
  expect(documentOf({ lines: [{ text: '100 device credits', cents: 20_000 }] })).toMatch(
    /\(Period\) Tj ET\n.*\(2026-11-08\) Tj/,
  )
  expect(documentOf({ lines: [{ text: 'Pilot plan, annual', cents: 20_000 }] })).toContain(
    '(2026-11-08 to 2027-11-08) Tj',
  )
  expect(documentOf({ status: 'paid', closedAt: Date.UTC(2026, 10, 11) })).toContain(
    '(paid on 2026-11-11) Tj',
  )
  expect(documentOf({}, { ...account, taxId: null })).toContain('(No tax is charged on this invoice.) Tj')
})

test('escapes brackets and replaces unsupported characters', () => {
  expect(textOf()).toContain(String.raw`(Acme \(K?ln\) \\ S?hne) Tj`)
})
