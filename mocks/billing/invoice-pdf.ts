import type { BillingAccount, Invoice } from '../store/ledger.ts'
import { invoiceTotal } from './invoices.ts'
import { periodFrom } from './pricing.ts'

/** The seller on an invoice; a fictitious address and number. */
const SELLER = [
  'Flotilla Cloud Ltd. (simulated)',
  '1 Example Quay',
  'Seattle, WA 98101',
  'United States',
  'billing@flotilla.example',
  'Tax number 00-0000000',
]

/** A4, in points. */
const PAGE = { width: 595, height: 842, margin: 56 }

interface Line {
  text: string
  size: number
  bold?: boolean
  /** Points from the left and bottom edges. */
  x: number
  y: number
}

const money = (cents: number): string => `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`

const day = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** A PDF string literal; unsupported characters become question marks. */
const literal = (text: string): string =>
  `(${text.replaceAll(/[^\u{20}-\u{7e}]/gu, '?').replaceAll(/[\\()]/g, String.raw`\$&`)})`

const drawText = ({ text, size, bold, x, y }: Line): string =>
  `BT /${bold === true ? 'F2' : 'F1'} ${size} Tf ${x} ${y} Td ${literal(text)} Tj ET`

const PLAN_LINE = /, (monthly|annual)$/

/** The dates of an invoice: the billing period of a plan, or the date of a purchase. */
function periodOf({ createdAt, lines }: Invoice): string {
  const cycle = lines.map(({ text }) => PLAN_LINE.exec(text)?.[1]).find((found) => found !== undefined)
  if (cycle !== 'monthly' && cycle !== 'annual') return day(createdAt)
  const { start, end } = periodFrom(createdAt, cycle)
  return `${day(start)} to ${day(end)}`
}

/** The platform charges no taxes (the subtotal of an invoice is its total). */
const taxNote = ({ taxId }: BillingAccount): string =>
  taxId === null
    ? 'No tax is charged on this invoice.'
    : 'Reverse charge: the recipient accounts for the tax in their country.'

const stateOf = ({ status, closedAt }: Invoice): string =>
  status === 'paid' && closedAt !== null ? `paid on ${day(closedAt)}` : status

function linesOf(invoice: Invoice, account: BillingAccount): Line[] {
  const left = PAGE.margin
  const right = 330
  const amounts = 460
  let y = PAGE.height - PAGE.margin - 24
  const lines: Line[] = []
  const say = (text: string, x = left, size = 10, bold = false) => lines.push({ text, size, bold, x, y })
  const next = (step = 15) => {
    y -= step
  }
  say(`Invoice ${invoice.number}`, left, 20, true)
  next(34)
  for (const [label, value] of [
    ['Issued', day(invoice.createdAt)],
    ['Due', day(invoice.dueOn)],
    ['Period', periodOf(invoice)],
    ['State', stateOf(invoice)],
  ] as const) {
    say(label)
    say(value, left + 60)
    next()
  }
  next()
  const parties = y
  say('Seller', right, 10, true)
  next()
  for (const text of SELLER) {
    say(text, right)
    next()
  }
  const belowSeller = y
  y = parties
  say('Billed to', left, 10, true)
  next()
  const { address1, address2, city, state, zip, country } = account.address
  const place = [zip, city, state].filter((part) => part !== '').join(' ')
  for (const text of [account.companyName, address1, address2, place, country, account.email]) {
    if (text === '') continue
    say(text)
    next()
  }
  if (account.taxId !== null) {
    say(`Tax number ${account.taxId.value}`)
    next()
  }
  y = Math.min(y, belowSeller)
  next()
  say('Description', left, 10, true)
  say('Amount (USD)', amounts, 10, true)
  next(20)
  for (const { text, cents } of invoice.lines) {
    say(text)
    say(money(cents), amounts)
    next()
  }
  next(8)
  for (const [label, amount] of [
    ['Subtotal', money(invoiceTotal(invoice))],
    ['Tax (0 %)', money(0)],
  ] as const) {
    say(label)
    say(amount, amounts)
    next()
  }
  next(4)
  say('Total', left, 12, true)
  say(money(invoiceTotal(invoice)), amounts, 12, true)
  next(26)
  say(taxNote(account), left, 9)
  return lines
}

/** An invoice as a PDF document of one page, with two standard fonts, so that no library is needed. */
export function invoicePdf(invoice: Invoice, account: BillingAccount): Uint8Array<ArrayBuffer> {
  const content = linesOf(invoice, account).map(drawText).join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Title ${literal(`Invoice ${invoice.number}`)} >>`,
  ]
  let text = '%PDF-1.4\n'
  const offsets: number[] = []
  for (const [at, object] of objects.entries()) {
    offsets.push(text.length)
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const start = text.length
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}`
  text += `trailer\n<< /Size ${size} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${start}\n%%EOF\n`
  // The text is ASCII, so that characters are bytes and offsets are correct.
  return new TextEncoder().encode(text)
}
