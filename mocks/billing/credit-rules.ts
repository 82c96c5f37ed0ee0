import { HttpError, unauthorized } from '../base/http-error.ts'
import type { ResourceRules, RuleContext } from '../http/resource-rules.ts'
import type { Store } from '../store/store.ts'
import type { RowInput } from '../store/stored-row.ts'
import { charge, paymentError } from './charging.ts'
import { addMonths, CONTACT_SALES_FROM, creditUnitPrice, MAX_CREDITS } from './pricing.ts'
import { discountOnFeature, subscribed } from './subscriptions.ts'
import { DEVICES } from './usage.ts'

/** Plans that can buy credits. */
const WITH_CREDITS: ReadonlySet<string> = new Set(['pilot-v2', 'production-v2', 'enterprise-v2'])

/** Credits are valid for ten years. */
const LIFETIME_MONTHS = 120

function featureSlug(store: Store, feature: unknown): string | undefined {
  if (typeof feature !== 'number' || store.rows('feature').byId(feature) < 0) return undefined
  return store.rows('feature').reader('slug')(feature)
}

function requireBilling({ access }: RuleContext, organization: unknown): number {
  if (typeof organization !== 'number') throw new HttpError(500)
  if (!access.can('resin.organization.access_billing', { kind: 'organization', id: organization })) {
    throw unauthorized()
  }
  return organization
}

function checkQuantity(quantity: unknown): number {
  if (typeof quantity !== 'number') throw new HttpError(500)
  if (quantity >= 1 && quantity <= MAX_CREDITS) return quantity
  throw new HttpError(400, `Between 1 and ${MAX_CREDITS} credits can be bought at once.`)
}

function priceOf(store: Store, organization: number, feature: number, quantity: number): number {
  const to = subscribed(store, organization)
  if (to === undefined || !WITH_CREDITS.has(to.plan.code)) {
    throw new HttpError(400, 'Credits are only available for pilot, production and enterprise plans.')
  }
  const unit = creditUnitPrice(quantity, discountOnFeature(store, to, feature))
  if (unit * quantity < CONTACT_SALES_FROM) return unit
  throw new HttpError(400, 'So many credits are not sold online. Contact sales.')
}

/** A purchase creates a row even if the payment fails; the row has the payment status (docs/platform/derived-values.md). */
export const creditBundleRules: ResourceRules<'credit_bundle'> = {
  create(context, input) {
    const { store, now } = context
    const { caller } = context.access
    const owner = input.belongs_to__organization
    if (typeof owner === 'number' && store.rows('organization').byId(owner) < 0) return input
    const organization = requireBilling(context, input.belongs_to__organization)
    if (caller.kind !== 'user') throw unauthorized()
    const quantity = checkQuantity(input.original_quantity)
    const feature = input.is_for__feature
    const slug = featureSlug(store, feature)
    if (typeof feature !== 'number' || slug === undefined) return input
    if (slug !== DEVICES) throw new HttpError(400, `There are no credits for ${slug}.`)
    const unit = priceOf(store, organization, feature, quantity)
    const account = store.ledger.accounts.get(organization)
    const error = account === undefined ? 'No payment method is stored.' : paymentError(account)
    const balance = error === null ? quantity : 0
    return {
      ...input,
      payment_status: error === null ? 'paid' : 'failed',
      error_message: error,
      is_created_by__user: caller.user,
      unit_cost: unit,
      total_cost: unit * quantity,
      available_balance: balance,
      total_balance: balance,
      expires_on__date: addMonths(now, LIFETIME_MONTHS),
      is_associated_with__invoice_id: null,
    }
  },

  created({ store, now }, handle) {
    const bundles = store.rows('credit_bundle')
    const row = bundles.row(handle)
    if (row.payment_status !== 'paid') return
    const line = {
      text: `${String(row.original_quantity)} device credits`,
      cents: row.total_cost,
    }
    const invoice = charge(store, row.belongs_to__organization, [line], now)
    // With a bank debit the payment is pending, but the credits are already available.
    bundles.update(handle, { is_associated_with__invoice_id: invoice.uuid })
  },
}

function checkThreshold(values: RowInput<'organization_credit_notification'>): void {
  const threshold = values.is_sent_when_below__threshold
  if (threshold === undefined) return
  if (typeof threshold === 'number' && threshold >= 0 && threshold <= MAX_CREDITS) return
  throw new HttpError(400, `A threshold is between 0 and ${MAX_CREDITS}.`)
}

export const creditNotificationRules: ResourceRules<'organization_credit_notification'> = {
  create(context, input) {
    checkThreshold(input)
    const slug = featureSlug(context.store, input.owns_credit_notification_for__feature)
    if (slug !== undefined && slug !== DEVICES) throw new HttpError(400, `There are no credits for ${slug}.`)
    return input
  },

  /** The organization and feature of a notification cannot change, only the threshold. */
  update(_context, _handle, changes) {
    checkThreshold(changes)
    if ('organization' in changes || 'owns_credit_notification_for__feature' in changes) {
      throw new HttpError(400, 'Only the threshold of a notification can be changed.')
    }
    return changes
  },
}
