import type { BillingAccount, Invoice } from '../store/ledger.ts'
import { sendEmail } from '../store/one-time-tokens.ts'
import type { Store } from '../store/store.ts'
import { pastDueSince, invoiceTotal } from './invoices.ts'

const DAY = 86_400_000

/** Days past due on which reminders are sent: freezing is near, and the organization is frozen. */
const REMINDERS = [30, 60] as const

const dollars = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)

interface Notice {
  at: number
  subject: string
  text: string
  page?: 'billing' | 'credits'
}

const nameOf = (store: Store, organization: number): string =>
  store.rows('organization').reader('name')(organization)

function notify(
  store: Store,
  organization: number,
  { email }: BillingAccount,
  { page = 'billing', ...notice }: Notice,
): void {
  if (email === '') return
  sendEmail(store, {
    ...notice,
    to: email.toLowerCase(),
    link: `/orgs/${organization}/${page}`,
    token: '',
  })
}

/** Sends an invoice by email, with the result of charging it. */
export function sendInvoice(
  store: Store,
  organization: number,
  account: BillingAccount,
  invoice: Invoice,
): void {
  const total = dollars(invoiceTotal(invoice))
  const outcome =
    invoice.status === 'paid'
      ? 'It has been paid.'
      : invoice.clearsAt !== null
        ? 'It will be debited from your bank.'
        : 'It could not be collected.'
  notify(store, organization, account, {
    at: invoice.createdAt,
    subject: `Invoice ${invoice.number} for ${nameOf(store, organization)}`,
    text: `The invoice is for ${total}. ${outcome}`,
  })
}

/** Sends an email that an invoice could not be charged, and why. */
export function sendPaymentFailure(
  store: Store,
  organization: number,
  account: BillingAccount,
  { invoice, why, at }: { invoice: Invoice; why: string; at: number },
): void {
  notify(store, organization, account, {
    at,
    subject: `The payment of invoice ${invoice.number} failed`,
    text: `${dollars(invoiceTotal(invoice))} could not be collected: ${why} Update the payment method.`,
  })
}

/** Sends the reminders that have become due since the last check. */
export function sendDueReminders(
  store: Store,
  organization: number,
  account: BillingAccount,
  now: number,
): void {
  const since = pastDueSince(account, now)
  if (since === null) {
    account.reminders = null
    return
  }
  if (account.reminders?.since !== since) account.reminders = { since, sent: 0 }
  for (const day of REMINDERS) {
    if (account.reminders.sent >= day || now - since < day * DAY) continue
    account.reminders.sent = day
    const name = nameOf(store, organization)
    notify(store, organization, account, {
      at: since + day * DAY,
      subject: day === 60 ? `${name} is frozen` : `${name} will be frozen in ${60 - day} days`,
      text: `An invoice has not been paid for ${day} days. Update the payment method.`,
    })
  }
}

/** Sends an email that credits have fallen below the organization's threshold. */
export function sendCreditNotice(
  store: Store,
  organization: number,
  account: BillingAccount,
  { before, left, at }: { before: number; left: number; at: number },
): void {
  const notifications = store.rows('organization_credit_notification')
  for (const id of Array.from(notifications.find('organization', organization) ?? [])) {
    const threshold = notifications.row(id).is_sent_when_below__threshold
    if (before < threshold || left >= threshold) continue
    notify(store, organization, account, {
      at,
      subject: `${nameOf(store, organization)} has ${left} credits left`,
      text: `That is below the threshold of ${threshold}.`,
      page: 'credits',
    })
  }
}
