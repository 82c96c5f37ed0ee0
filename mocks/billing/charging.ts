import type { BillingAccount, Invoice, InvoiceLine } from '../store/ledger.ts'
import { NO_ADDRESS } from '../store/ledger.ts'
import type { Store } from '../store/store.ts'
import { invoiceTotal } from './invoices.ts'
import { sendDueReminders, sendCreditNotice, sendInvoice, sendPaymentFailure } from './notices.ts'
import { periodFrom } from './pricing.ts'
import type { Cycle } from './pricing.ts'
import { periodPrice, subscribed } from './subscriptions.ts'
import type { Plan } from './subscriptions.ts'
import { creditBalance, currentUsage, overagesOf, takeCredits } from './usage.ts'

const DAY = 86_400_000

/** How long a bank debit takes. */
const CLEARING = 3 * DAY

/** The account of an organization, created if there is none. */
export function accountFor(store: Store, organization: number, email: string): BillingAccount {
  const known = store.ledger.accounts.get(organization)
  if (known !== undefined) return known
  const account: BillingAccount = {
    email,
    companyName: store.rows('organization').reader('name')(organization) ?? '',
    address: NO_ADDRESS,
    taxId: null,
    method: null,
    invoices: [],
    period: null,
    addonPeriod: null,
    peaks: {},
  }
  store.ledger.accounts.set(organization, account)
  return account
}

/** Why charging the account's payment method would fail; null when it would succeed. */
export function paymentError({ method }: BillingAccount): string | null {
  if (method === null) return 'No payment method is stored.'
  return typeof method.onCharge === 'object' ? method.onCharge.declined : null
}

const uuidOf = (number: number): string => `0f5c1d2e-0000-4000-8000-${String(number).padStart(12, '0')}`

/** The number of an organization's first invoice. */
const FIRST_NUMBER = 1001

/** Creates an invoice without charging it. Each account has its own numbers, without gaps. */
export function draftInvoice(
  store: Store,
  account: Pick<BillingAccount, 'invoices'>,
  lines: InvoiceLine[],
  at: number,
): Invoice {
  return {
    uuid: uuidOf(store.ledger.nextInvoice++),
    number: String(FIRST_NUMBER + account.invoices.length),
    createdAt: at,
    dueOn: at,
    closedAt: null,
    lines,
    status: 'open',
    clearsAt: null,
  }
}

/** Charges an open invoice; if that fails, it stays open and the payer is notified. */
export function collect(
  store: Store,
  organization: number,
  account: BillingAccount,
  invoice: Invoice,
  at: number,
): void {
  const why = invoiceTotal(invoice) > 0 ? paymentError(account) : null
  if (why !== null) return sendPaymentFailure(store, organization, account, { invoice, why, at })
  if (invoiceTotal(invoice) > 0 && account.method?.onCharge === 'clears-later') {
    invoice.clearsAt = at + CLEARING
    return
  }
  invoice.status = 'paid'
  invoice.closedAt = at
}

/** Creates an invoice, charges it and sends it by email. */
export function charge(store: Store, organization: number, lines: InvoiceLine[], at: number): Invoice {
  const account = accountFor(store, organization, '')
  const invoice = draftInvoice(store, account, lines, at)
  collect(store, organization, account, invoice, at)
  account.invoices.push(invoice)
  sendInvoice(store, organization, account, invoice)
  return invoice
}

/** Usage beyond the plan as invoice lines, after using up credits. */
function billOverages(
  store: Store,
  organization: number,
  account: BillingAccount,
  at: number,
): InvoiceLine[] {
  const lines: InvoiceLine[] = []
  const before = creditBalance(store, organization, at)
  for (const { title, quantity, credits, cents } of overagesOf(store, organization, at)) {
    if (quantity === 0) continue
    const note = credits === 0 ? '' : `, ${credits} credits used`
    lines.push({ text: `${title}: ${quantity} beyond the plan${note}`, cents })
    takeCredits(store, organization, credits, at)
  }
  const left = creditBalance(store, organization, at)
  sendCreditNotice(store, organization, account, { before, left, at })
  account.peaks = currentUsage(store, organization)
  return lines
}

/** The billing periods of an account that starts a plan now; none on a plan without a price. */
export function beginPeriods(account: BillingAccount, plan: Plan, cycle: Cycle, at: number): void {
  const paid = plan.monthlyPrice > 0
  account.period = paid ? periodFrom(at, cycle) : null
  account.addonPeriod = paid && cycle === 'annual' ? periodFrom(at, 'monthly') : null
}

function renew(store: Store, organization: number, account: BillingAccount, at: number): void {
  const to = subscribed(store, organization)
  if (to === undefined || to.plan.monthlyPrice === 0) {
    account.period = null
    account.addonPeriod = null
    return
  }
  const lines: InvoiceLine[] = []
  if (account.period !== null && account.period.end <= at) {
    lines.push({ text: `${to.plan.title} plan, ${to.cycle}`, cents: periodPrice(to) })
    account.period = periodFrom(at, to.cycle)
  }
  const monthly = account.addonPeriod
  if (monthly === null || monthly.end <= at) lines.push(...billOverages(store, organization, account, at))
  if (monthly !== null && monthly.end <= at) account.addonPeriod = periodFrom(at, 'monthly')
  if (lines.length > 0) charge(store, organization, lines, at)
}

/** The next billing date; undefined for never. */
function nextBill({ period, addonPeriod }: BillingAccount): number | undefined {
  if (period === null) return undefined
  return Math.min(period.end, addonPeriod?.end ?? period.end)
}

/**
 * Advances all accounts to a time of the simulated clock: debits clear, periods end and are billed. Invoices that cannot
 * be charged stay open and eventually freeze the organization.
 */
export function settleAccounts(store: Store, now: number): void {
  let changed = false
  for (const [organization, account] of store.ledger.accounts) {
    if (store.rows('organization').byId(organization) < 0) {
      store.ledger.accounts.delete(organization)
      continue
    }
    for (let at = nextBill(account); at !== undefined && at <= now; at = nextBill(account)) {
      renew(store, organization, account, at)
      changed = true
    }
    for (const invoice of account.invoices) {
      if (invoice.status !== 'open' || invoice.clearsAt === null || invoice.clearsAt > now) continue
      invoice.status = 'paid'
      invoice.closedAt = invoice.clearsAt
      invoice.clearsAt = null
      changed = true
    }
    sendDueReminders(store, organization, account, now)
  }
  if (changed) store.changed()
}
