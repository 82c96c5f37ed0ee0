import type { Store } from '../store/store.ts'
import { deviceCount } from './allowance.ts'
import { coveredByCredits } from './pricing.ts'
import { dynamicAddOns, includedIn, subscribed } from './subscriptions.ts'

export const DEVICES = 'device:microservices'

/** Payment states whose credits can be used. */
const COUNTING: ReadonlySet<unknown> = new Set(['paid', 'complimentary', 'manually invoiced'])

const idsOf = (found: ArrayLike<number> | undefined): number[] => Array.from(found ?? [])

/** The number of devices and of seats by role of an organization, by usage item. */
export function currentUsage(store: Store, organization: number): Record<string, number> {
  const usage: Record<string, number> = { [DEVICES]: deviceCount(store, organization) }
  for (const [item, count] of Object.entries(olderDevices(store, organization))) {
    usage[item] = count
    usage[DEVICES] = (usage[DEVICES] ?? 0) - count
  }
  const memberships = store.rows('organization_membership')
  const seatOf = memberships.reader('effective_seat_role')
  for (const id of idsOf(memberships.find('is_member_of__organization', organization))) {
    const item = `member:${seatOf(id)}`
    usage[item] = (usage[item] ?? 0) + 1
  }
  return usage
}

/** The numbers of devices in fleets of older types, which have items of their own: `device:legacy-v1`. */
function olderDevices(store: Store, organization: number): Record<string, number> {
  const applications = store.rows('application')
  const types = store.rows('application_type')
  const found: Record<string, number> = {}
  for (const id of idsOf(applications.find('organization', organization))) {
    const type = types.row(applications.row(id).application_type)
    if (type.is_legacy !== true || !store.registered.fleets.has(id)) continue
    const item = `device:${type.slug}`
    const counts = Object.entries(store.world.fleetCounts(id))
    const devices = counts.reduce((sum, [status, count]) => sum + (status === 'inactive' ? 0 : count), 0)
    found[item] = (found[item] ?? 0) + devices
  }
  return found
}

/** Credit bundles with remaining credits, in order of expiry. */
function usableBundles(store: Store, organization: number, now: number): number[] {
  const bundles = store.rows('credit_bundle')
  const expiryOf = (id: number) => bundles.row(id).expires_on__date
  return idsOf(bundles.find('belongs_to__organization', organization))
    .filter((id) => {
      const row = bundles.row(id)
      return COUNTING.has(row.payment_status) && expiryOf(id) > now && row.total_balance > 0
    })
    .toSorted((a, b) => expiryOf(a) - expiryOf(b) || a - b)
}

/** Credits an organization has left. */
export const creditBalance = (store: Store, organization: number, now: number): number =>
  usableBundles(store, organization, now).reduce(
    (sum, id) => sum + store.rows('credit_bundle').row(id).total_balance,
    0,
  )

/** Uses credits of the bundles that expire first. */
export function takeCredits(store: Store, organization: number, credits: number, now: number): void {
  let left = credits
  for (const id of usableBundles(store, organization, now)) {
    if (left === 0) break
    const has = store.rows('credit_bundle').row(id).total_balance
    const taken = Math.min(has, left)
    left -= taken
    const rest = { total_balance: has - taken, available_balance: has - taken, modified_at: now }
    store.rows('credit_bundle').update(id, rest)
  }
}

export interface Overage {
  slug: string
  title: string
  code: string
  quantity: number
  credits: number
  unitPrice: number
  /** Usage not covered by credits. */
  uncovered: number
  cents: number
}

/** Stored peaks, raised to the current usage. */
export function peaksOf(store: Store, organization: number): Record<string, number> {
  const peaks = { ...store.ledger.accounts.get(organization)?.peaks }
  for (const [item, count] of Object.entries(currentUsage(store, organization))) {
    peaks[item] = Math.max(peaks[item] ?? 0, count)
  }
  return peaks
}

/** Usage beyond the plan in the current month, and its cost. */
export function overagesOf(store: Store, organization: number, now: number): Overage[] {
  const to = subscribed(store, organization)
  if (to === undefined) return []
  const peaks = peaksOf(store, organization)
  const included = includedIn(store, to, now)
  return dynamicAddOns(store, to).map(({ slug, title, code, unitPrice }) => {
    const quantity = Math.max(0, (peaks[slug] ?? 0) - (included.get(slug) ?? 0))
    const { credits, uncovered } =
      slug === DEVICES
        ? coveredByCredits(quantity, creditBalance(store, organization, now))
        : { credits: 0, uncovered: quantity }
    return { slug, title, code, quantity, credits, unitPrice, uncovered, cents: uncovered * unitPrice }
  })
}
