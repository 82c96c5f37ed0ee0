import { accountFor, collect, draftInvoice } from '../billing/charging.ts'
import { sendDueReminders } from '../billing/notices.ts'
import { askProvider } from '../billing/payment-methods.ts'
import { addMonths, periodFrom } from '../billing/pricing.ts'
import type { BillingAccount, Invoice, InvoiceLine } from '../store/ledger.ts'
import type { SceneBuilder } from './builder.ts'
import type { AcmePeople, People } from './people.ts'
import { addPlans, planNamed } from './plan-catalogue.ts'
import type { PlanCatalogue } from './plan-catalogue.ts'

const DAY = 86_400_000

function addSubscription(scene: SceneBuilder, organization: number, plan: number, startedAt: number): number {
  return scene.add('subscription', {
    is_for__plan: plan,
    is_for__organization: organization,
    billing_cycle: 'monthly',
    starts_on__date: startedAt,
    ends_on__date: null,
    is_active: true,
    discount_percentage: 0,
    origin: 'self-service',
  })
}

function addInvoice(
  scene: SceneBuilder,
  account: BillingAccount,
  at: number,
  lines: InvoiceLine[],
  status: Invoice['status'] = 'paid',
): Invoice {
  const invoice: Invoice = {
    ...draftInvoice(scene.store, account, lines, at),
    status,
    closedAt: status === 'paid' || status === 'void' ? at : null,
  }
  account.invoices.push(invoice)
  return invoice
}

interface InvoiceDraft {
  at: number
  lines: InvoiceLine[]
  status?: Invoice['status']
  /** The purchased credits. */
  bundle?: BundleDraft
}

/**
 * The payments of Acme Logistics: paid, unpaid for some days because its card is declined, or none because it has the free
 * plan.
 */
export type AcmePayments = { kind: 'paid' } | { kind: 'past-due'; days: number } | { kind: 'free' }

const HOUR = 3_600_000

/** The invoice dates of the last months, and the date since when invoices are unpaid. */
function billingDays(start: number, owedDays: number | null) {
  if (owedDays === null)
    return { month: (ago: number) => addMonths(start - 12 * DAY, -ago), unpaidSince: Infinity }
  const unpaidSince = start - owedDays * DAY - 2 * HOUR
  let since = 0
  while (addMonths(unpaidSince, since + 1) <= start) since++
  return { month: (ago: number) => addMonths(unpaidSince, since - ago), unpaidSince }
}

/** The invoices of Acme Logistics for a year. One of them is void and was replaced by another. */
function acmeInvoices(month: (ago: number) => number): InvoiceDraft[] {
  const plan: InvoiceLine = { text: 'Production plan, monthly', cents: 129_900 }
  const invoices: InvoiceDraft[] = []
  for (let ago = 12; ago >= 0; ago--) {
    const devices = Math.max(0, 6 - ago)
    const extra: InvoiceLine[] =
      devices === 0
        ? []
        : [{ text: `Microservices devices: ${devices} beyond the plan`, cents: devices * 180 }]
    if (ago === 7) invoices.push({ at: month(ago), lines: [{ ...plan, cents: 1_299_000 }], status: 'void' })
    invoices.push({ at: month(ago) + (ago === 7 ? DAY : 0), lines: [plan, ...extra] })
  }
  return invoices
}

interface BundleDraft {
  status: 'paid' | 'complimentary' | 'failed'
  quantity: number
  left: number
  unitCost: number
  monthsAgo: number
  error?: string
}

const bundles: readonly BundleDraft[] = [
  { status: 'complimentary', quantity: 100, left: 0, unitCost: 0, monthsAgo: 11 },
  { status: 'paid', quantity: 500, left: 0, unitCost: 180, monthsAgo: 9 },
  {
    status: 'failed',
    quantity: 1000,
    left: 0,
    unitCost: 171,
    monthsAgo: 4,
    error: 'Your card was declined.',
  },
  { status: 'paid', quantity: 1000, left: 640, unitCost: 171, monthsAgo: 4 },
  { status: 'paid', quantity: 250, left: 250, unitCost: 180, monthsAgo: 1 },
]

/** The failed purchase with the declined card. */
const FAILED_PURCHASE: BundleDraft = {
  status: 'failed',
  quantity: 250,
  left: 0,
  unitCost: 180,
  monthsAgo: 0,
  error: 'Your card was declined.',
}

const purchase = (bundle: BundleDraft, at: number): InvoiceDraft => ({
  at,
  lines: [{ text: `${bundle.quantity} device credits`, cents: bundle.quantity * bundle.unitCost }],
  bundle,
})

function addBundle(
  scene: SceneBuilder,
  people: People,
  catalogue: PlanCatalogue,
  { status, quantity, left, unitCost, error }: BundleDraft,
  { at, invoice }: { at: number; invoice: Invoice | null },
): void {
  scene.add('credit_bundle', {
    created_at: at,
    modified_at: at,
    payment_status: status,
    is_created_by__user: people.user('ada'),
    is_for__feature: catalogue.feature('device:microservices'),
    belongs_to__organization: people.home,
    unit_cost: unitCost,
    original_quantity: quantity,
    available_balance: left,
    total_cost: quantity * unitCost,
    total_balance: left,
    expires_on__date: addMonths(at, 120),
    is_associated_with__invoice_id: invoice?.uuid ?? null,
    error_message: error ?? null,
  })
}

/** Adds invoices in the order of their dates. Those from `unpaidSince` on are unpaid, and the organization gets reminders. */
function addInvoices(
  scene: SceneBuilder,
  organization: number,
  account: BillingAccount,
  drafts: readonly InvoiceDraft[],
  {
    unpaidSince,
    onAdded,
  }: { unpaidSince: number; onAdded?: (draft: InvoiceDraft, invoice: Invoice | null) => void },
): void {
  for (const draft of drafts.toSorted((one, other) => one.at - other.at)) {
    const { at, lines, bundle } = draft
    const status = draft.status ?? (at >= unpaidSince ? 'open' : 'paid')
    const invoice =
      bundle === undefined || bundle.status === 'paid' ? addInvoice(scene, account, at, lines, status) : null
    if (invoice !== null && status === 'open') {
      // Reminders of earlier invoices come before emails about this one.
      sendDueReminders(scene.store, organization, account, at)
      collect(scene.store, organization, account, invoice, at)
    }
    onAdded?.(draft, invoice)
  }
  if (unpaidSince < Infinity) sendDueReminders(scene.store, organization, account, scene.start)
}

/** Adds the invoices of Acme Logistics and the credits bought with some of them. */
function addAcmeInvoices(
  scene: SceneBuilder,
  people: People,
  catalogue: PlanCatalogue,
  account: BillingAccount,
  payments: AcmePayments,
): void {
  const { month, unpaidSince } = billingDays(scene.start, payments.kind === 'past-due' ? payments.days : null)
  const declined = payments.kind === 'past-due' ? [purchase(FAILED_PURCHASE, scene.start - 5 * HOUR)] : []
  const bought = bundles
    .map((bundle) => purchase(bundle, addMonths(scene.start - 3 * DAY, -bundle.monthsAgo)))
    .filter(({ at }) => at < unpaidSince)
  const training = [{ text: 'On-site training', cents: 240_000 }]
  const draft: InvoiceDraft = { at: scene.start - DAY, lines: training, status: 'draft' }
  addInvoices(scene, people.home, account, [...acmeInvoices(month), ...bought, ...declined, draft], {
    unpaidSince,
    onAdded({ at, bundle }, invoice) {
      if (bundle !== undefined) addBundle(scene, people, catalogue, bundle, { at, invoice })
    },
  })
  account.period = periodFrom(month(0), 'monthly')
}

function payWith(account: BillingAccount, token: string): void {
  const answer = askProvider(token)
  if (answer.kind !== 'method') throw new Error(`${token} cannot be stored`)
  account.method = answer.method
  account.address = answer.method.address
}

function addAcme(
  scene: SceneBuilder,
  people: People,
  catalogue: PlanCatalogue,
  payments: AcmePayments,
): void {
  if (payments.kind === 'free') {
    addSubscription(scene, people.home, catalogue.plan('free'), scene.start - 377 * DAY)
    return
  }
  const account = accountFor(scene.store, people.home, 'accounts@acme-logistics.example')
  account.taxId = { type: 'eu_vat', value: 'NL123456789B01' }
  const isPastDue = payments.kind === 'past-due'
  payWith(account, isPastDue ? 'pm_card_chargeCustomerFail' : 'pm_card_visa')
  if (isPastDue) useOlderBilling(scene, people.home)
  addAcmeInvoices(scene, people, catalogue, account, payments)
  const production = addSubscription(
    scene,
    people.home,
    catalogue.plan('production-v2'),
    scene.start - 377 * DAY,
  )
  scene.add('subscription_addon_discount', {
    subscription: production,
    discounts__plan_addon: catalogue.addon('production-v2', 'device:microservices'),
    discount_percentage: 10,
  })
  scene.add('subscription_prepaid_addon', {
    is_for__subscription: production,
    is_for__plan_addon: catalogue.addon('production-v2', 'member:safe-developer'),
    discount_percentage: 20,
    quantity: 2,
    starts_on__date: scene.start - 200 * DAY,
    expires_on__date: scene.start + 165 * DAY,
  })
  scene.add('organization_credit_notification', {
    organization: people.home,
    owns_credit_notification_for__feature: catalogue.feature('device:microservices'),
    is_sent_when_below__threshold: 250,
    created_at: scene.start - 120 * DAY,
  })
}

/** Acme pays by card by default, Tidewater has the free plan, and Northwind has not paid its last invoice. */
export function addBilling(
  scene: SceneBuilder,
  people: AcmePeople,
  payments: AcmePayments = { kind: 'paid' },
): void {
  const { store } = scene
  const catalogue = addPlans(scene)
  addAcme(scene, people, catalogue, payments)
  addSubscription(scene, people.tidewater, catalogue.plan('free'), scene.start - 400 * DAY)

  const northwind = accountFor(store, people.northwind, 'nils@flotilla.example')
  payWith(northwind, 'pm_card_chargeCustomerFail')
  useOlderBilling(scene, people.northwind)
  addSubscription(scene, people.northwind, catalogue.plan('pilot-v2'), scene.start - 143 * DAY)
  const monthly: InvoiceLine = { text: 'Pilot plan, monthly', cents: 44_900 }
  for (let ago = 4; ago >= 1; ago--) {
    addInvoice(scene, northwind, addMonths(scene.start - 21 * DAY, -ago), [monthly])
  }
  addInvoice(scene, northwind, scene.start - 21 * DAY, [monthly], 'open')
  northwind.period = periodFrom(scene.start - 21 * DAY, 'monthly')

  addHostOsPlan(scene, people, catalogue)
}

function addHostOsPlan(scene: SceneBuilder, people: People, catalogue: PlanCatalogue): void {
  addSubscription(scene, people.hostOs, catalogue.plan('enterprise-v2'), scene.start - 900 * DAY)
}

export interface OwnBilling {
  plan: string
  /** Days since the oldest unpaid invoice; null: all invoices are paid. */
  owedDays: number | null
}

/** Adds the plan and a year of invoices of the organization of a world file. */
export function addOwnBilling(scene: SceneBuilder, people: People, { plan, owedDays }: OwnBilling): void {
  const catalogue = addPlans(scene)
  const { title, monthly } = planNamed(plan)
  addSubscription(scene, people.home, catalogue.plan(plan), scene.start - 377 * DAY)
  addHostOsPlan(scene, people, catalogue)
  if (monthly === 0) return
  const { month, unpaidSince } = billingDays(scene.start, owedDays)
  const account = accountFor(scene.store, people.home, 'accounts@flotilla.example')
  payWith(account, owedDays === null ? 'pm_card_visa' : 'pm_card_chargeCustomerFail')
  if (owedDays !== null) useOlderBilling(scene, people.home)
  const lines = [{ text: `${title} plan, monthly`, cents: monthly }]
  const drafts = Array.from({ length: 13 }, (_, ago) => ({ at: month(ago), lines }))
  addInvoices(scene, people.home, account, drafts, { unpaidSince })
  account.period = periodFrom(month(0), 'monthly')
}

/** Only the first version of billing has a state for past due invoices. */
function useOlderBilling({ store }: SceneBuilder, organization: number): void {
  store.rows('organization').update(organization, { is_using__billing_version: 'v1' })
}
