import { HttpError } from '../base/http-error.ts'
import { jsonBody, empty, isJsonObject, json, text, bodyField } from '../http/request-context.ts'
import type { Handler, RequestContext, JsonObject, JsonOf } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import type { Address, BillingAccount, Invoice } from '../store/ledger.ts'
import { isFrozenOrganization } from './allowance.ts'
import { isEmail, memberOrganization, payingOrganization } from './billing-access.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { invoiceTotal } from './invoices.ts'
import { paymentHandlers } from './payment-handlers.ts'
import { planHandlers, subscribedPlan } from './plan-handlers.ts'
import { supportOf } from './subscriptions.ts'
import { isTaxId } from './tax-ids.ts'
import { currentUsage, overagesOf, peaksOf } from './usage.ts'

type InvoiceReply = JsonOf<'billing.listInvoices', 200>[number]

/** Clients recognize an organization that never paid by this text (docs/platform/derived-values.md). */
const noAccount = () => text('Billing Account was not found.', 404)

const accountReply = (account: BillingAccount): JsonOf<'billing.getAccount', 200> => ({
  email: account.email,
  account_state: 'active',
  company_name: account.companyName,
  address: account.address,
  tax_id: account.taxId,
})

const ADDRESS_KEYS = ['address1', 'address2', 'city', 'state', 'zip', 'country', 'phone'] as const

function addressOf(body: JsonObject, before: Address): Address {
  const { address } = body
  if (address === undefined) return before
  if (!isJsonObject(address)) throw new HttpError(400)
  const changed = { ...before }
  for (const key of ADDRESS_KEYS) changed[key] = bodyField(address, key) ?? before[key]
  return changed
}

function taxIdOf(body: JsonObject, before: BillingAccount['taxId']): BillingAccount['taxId'] {
  const taxId = body['tax_id']
  if (taxId === undefined) return before
  if (taxId === null) return null
  if (!isJsonObject(taxId)) throw new HttpError(400)
  const type = bodyField(taxId, 'type') ?? ''
  const value = bodyField(taxId, 'value') ?? ''
  if (!isTaxId(type, value)) throw new HttpError(400, 'Invalid tax id')
  const country = bodyField(taxId, 'country')
  return { type, value, ...(country === undefined ? {} : { country }) }
}

function emailIn(body: JsonObject, before: string): string {
  if (!('email' in body)) return before
  const email = bodyField(body, 'email')
  if (email === undefined || !isEmail(email)) throw new HttpError(400)
  return email
}

const changeAccount: Handler<'billing.changeAccount'> = async (context) => {
  const account = context.store.ledger.accounts.get(payingOrganization(context))
  const body = await jsonBody(context)
  if (account === undefined) return noAccount()
  const email = emailIn(body, account.email)
  const companyName = bodyField(body, 'company_name') ?? account.companyName
  const address = addressOf(body, account.address)
  const taxId = taxIdOf(body, account.taxId)
  Object.assign(account, { email, companyName, address, taxId })
  context.store.changed()
  return empty()
}

/** The state of an invoice, as named by the organization's billing version (docs/platform/derived-values.md). */
function stateOf({ status, clearsAt, dueOn }: Invoice, version: unknown, now: number): InvoiceReply['state'] {
  if (version !== 'v1') return status
  switch (status) {
    case 'open':
      return clearsAt !== null ? 'processing' : dueOn <= now ? 'past_due' : 'pending'
    case 'draft':
      return 'pending'
    case 'void':
      return 'voided'
    case 'uncollectible':
      return 'failed'
    case 'paid':
      return 'paid'
  }
}

const iso = (at: number): string => new Date(at).toISOString()

function invoiceReply(invoice: Invoice, version: unknown, now: number): InvoiceReply {
  const total = String(invoiceTotal(invoice))
  return {
    uuid: invoice.uuid,
    invoice_number: invoice.number,
    currency: 'USD',
    created_at: iso(invoice.createdAt),
    due_on: iso(invoice.dueOn),
    closed_at: invoice.closedAt === null ? null : iso(invoice.closedAt),
    subtotal_in_cents: total,
    total_in_cents: total,
    state: stateOf(invoice, version, now),
  }
}

function listInvoices(context: RequestContext): InvoiceReply[] {
  const { store, now } = context
  const organization = payingOrganization(context)
  const version = store.rows('organization').reader('is_using__billing_version')(organization)
  return (store.ledger.accounts.get(organization)?.invoices ?? [])
    .toSorted((a, b) => b.createdAt - a.createdAt || Number(b.number) - Number(a.number))
    .map((invoice) => invoiceReply(invoice, version, now))
}

const downloadInvoice: Handler<'billing.downloadInvoice'> = (context) => {
  const account = context.store.ledger.accounts.get(payingOrganization(context))
  const invoice = account?.invoices.find(({ number }) => number === context.params.number)
  if (account === undefined || invoice === undefined) throw new HttpError(404, 'Invoice was not found.')
  if (invoice.status === 'draft') throw new HttpError(400, 'A draft invoice cannot be downloaded.')
  const bytes = invoicePdf(invoice, account)
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
  return { status: 200, kind: 'stream', stream, type: 'application/pdf' }
}

function usageReply(context: RequestContext): JsonOf<'billing.getUsage', 200> {
  const { store, now } = context
  const organization = payingOrganization(context)
  const peaks = peaksOf(store, organization)
  const account = store.ledger.accounts.get(organization)
  if (account !== undefined) account.peaks = peaks
  const overages = overagesOf(store, organization, now)
  const by = (value: (one: (typeof overages)[number]) => number) =>
    Object.fromEntries(overages.map((one) => [one.slug, value(one)]))
  return {
    currentUsage: currentUsage(store, organization),
    peakUsage: peaks,
    overage: by(({ quantity }) => quantity),
    charges: by(({ cents }) => cents),
    creditConsumption: Object.fromEntries(
      overages.filter(({ credits }) => credits > 0).map(({ slug, credits }) => [slug, credits]),
    ),
  }
}

/** Whether the plan of an organization includes private support; frozen organizations have none. */
export function hasPrivateSupport(context: RequestContext, organization: number): boolean {
  const { store, now } = context
  const { plan } = subscribedPlan(context, organization)
  return supportOf(store, plan).includesPrivate && !isFrozenOrganization(store, organization, now)
}

export const billingHandlers: ServiceHandlers<'billing'> = {
  ...planHandlers,
  ...paymentHandlers,

  'billing.getAccount'(context) {
    const account = context.store.ledger.accounts.get(payingOrganization(context))
    return account === undefined ? noAccount() : json(accountReply(account))
  },

  'billing.changeAccount': changeAccount,

  'billing.getUsage'(context) {
    return json(usageReply(context))
  },

  'billing.canAccessSupport'(context) {
    return json(hasPrivateSupport(context, memberOrganization(context)))
  },

  'billing.listInvoices'(context) {
    return json<InvoiceReply[]>(listInvoices(context))
  },

  'billing.downloadInvoice': downloadInvoice,
}
