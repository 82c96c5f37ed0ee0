import { roles } from '../../openapi/generated/roles.ts'
import { isRole } from '../access/roles.ts'
import { HttpError } from '../base/http-error.ts'
import type { Store } from '../store/store.ts'
import { pastDueSince } from './invoices.ts'
import { isOnFreePlan } from './subscriptions.ts'

/** Number of devices included in the free plan (docs/decisions/product-rules.md, 30). */
export const FREE_ALLOWANCE = 10

const DAY = 86_400_000

/** Days past due after which an organization is frozen (docs/decisions/product-rules.md, 29). */
const FROZEN_FROM_DAY = 60

/** When an unpaid invoice freezes the organization; Infinity for never. */
function freezesAt(store: Store, organization: number): number {
  const since = pastDueSince(store.ledger.accounts.get(organization), Infinity)
  return since === null ? Infinity : since + FROZEN_FROM_DAY * DAY
}

/** Whether an unpaid invoice has frozen the organization. `now` in milliseconds of the simulated clock. */
export const isFrozenOrganization = (store: Store, organization: number, now: number): boolean =>
  store.platform.hasBilling && freezesAt(store, organization) <= now

const fleetsOf = (store: Store, organization: number): number[] =>
  Array.from(store.rows('application').find('organization', organization) ?? []).filter((id) =>
    store.registered.fleets.has(id),
  )

/** The number of devices of an organization, without deactivated ones. */
export function deviceCount(store: Store, organization: number): number {
  let total = 0
  for (const fleet of fleetsOf(store, organization)) {
    for (const [status, count] of Object.entries(store.world.fleetCounts(fleet))) {
      if (status !== 'inactive') total += count
    }
  }
  return total
}

interface FrozenOrganization {
  id: number
  /** false: only the devices beyond the limit are frozen. */
  isFrozen: boolean
}

function frozenOrganizations(store: Store, now: number): FrozenOrganization[] {
  return [...store.rows('organization').handles()].flatMap((id): FrozenOrganization[] => {
    if (isFrozenOrganization(store, id, now)) return [{ id, isFrozen: true }]
    const tooMany = isOnFreePlan(store, id) && deviceCount(store, id) > FREE_ALLOWANCE
    return tooMany ? [{ id, isFrozen: false }] : []
  })
}

function frozenIn(store: Store, { id, isFrozen }: FrozenOrganization): number[] {
  const devices = fleetsOf(store, id).flatMap((fleet) => Array.from(store.world.devicesOfFleet(fleet)))
  if (isFrozen) return devices
  const isActive = store.world.column('isActive')
  // The first ten devices stay active; later ones are frozen.
  return devices
    .filter((index) => isActive(index))
    .toSorted((a, b) => a - b)
    .slice(FREE_ALLOWANCE)
}

/** The next time after `now` at which an organization is frozen without any other change. */
function nextFreeze(store: Store, now: number): number {
  const times = [...store.rows('organization').handles()].map((id) => freezesAt(store, id))
  return Math.min(Infinity, ...times.filter((at) => at > now))
}

interface Frozen {
  /** Inputs of the result, besides time. */
  store: number
  fleets: number
  active: number
  size: number
  /** The result is valid from the first of these times until before the second. */
  from: number
  until: number
  devices: ReadonlySet<number>
}

/**
 * Returns the indexes of frozen devices, undefined when there are none; cached until a row changes, a device is added,
 * moved, removed or deactivated, or the next unpaid invoice freezes an organization.
 */
export function createFrozenDevices() {
  let cache: Frozen | undefined
  return (store: Store, now: number): ReadonlySet<number> | undefined => {
    const { world, version } = store
    const [fleets, active, { size }] = [world.version('fleetId'), world.version('isActive'), world]
    const isSame =
      cache?.store === version && cache.fleets === fleets && cache.active === active && cache.size === size
    if (cache === undefined || !isSame || now < cache.from || now >= cache.until) {
      const devices = new Set(frozenOrganizations(store, now).flatMap((one) => frozenIn(store, one)))
      cache = { store: version, fleets, active, size, from: now, until: nextFreeze(store, now), devices }
    }
    return cache.devices.size === 0 ? undefined : cache.devices
  }
}

const TOO_MANY = `The free plan allows ${FREE_ALLOWANCE} devices. Upgrade the plan to add more.`

const FROZEN = 'The organization is frozen. Update its billing details to go on.'

const FROZEN_DEVICE = 'The device is frozen. Update the billing details of its organization to go on.'

/** Throws 403 when the organization of an application is frozen. */
export function requireOpenFleet(store: Store, fleet: number, now: number): void {
  const organization = store.rows('application').reader('organization')(fleet)
  if (isFrozenOrganization(store, organization, now)) throw new HttpError(403, FROZEN)
}

/** Returns whether a device, by index in the world, is frozen. */
export function frozenDevice(store: Store): (index: number) => boolean {
  const read = store.table('device').reader('is_frozen')
  return (index) => read(index) === true
}

/** Throws 403 when all given devices are frozen; otherwise returns those that are not. */
export function openDevices(store: Store, indexes: readonly number[]): number[] {
  const isFrozen = frozenDevice(store)
  const open = indexes.filter((index) => !isFrozen(index))
  if (open.length === 0 && indexes.length > 0) throw new HttpError(403, FROZEN_DEVICE)
  return open
}

/** Throws 403 when no device can be added to a fleet: the limit is reached, or the organization is frozen. */
export function requireRoom(store: Store, fleet: number, now: number): void {
  requireOpenFleet(store, fleet, now)
  const organization = store.rows('application').reader('organization')(fleet)
  if (!store.platform.hasBilling) return
  if (isOnFreePlan(store, organization) && countWithPending(store, organization) >= FREE_ALLOWANCE) {
    throw new HttpError(403, TOO_MANY)
  }
}

/** The number of devices, including those that have not connected yet. */
function countWithPending(store: Store, organization: number): number {
  const { world } = store
  const [isActive, connectedAt] = [world.column('isActive'), world.column('lastConnectivityEvent')]
  const isPending = (index: number) => !isActive(index) && connectedAt(index) === null
  return fleetsOf(store, organization).reduce(
    (sum, fleet) => sum + Array.from(world.devicesOfFleet(fleet)).filter(isPending).length,
    deviceCount(store, organization),
  )
}

/** Throws 403 when the plan of the fleet's organization has no seats for a role. */
export function requireSeat(store: Store, fleet: unknown, role: unknown): void {
  if (typeof fleet !== 'number' || typeof role !== 'number') return
  if (store.rows('application').byId(fleet) < 0) return
  if (store.rows('application_membership_role').byId(role) < 0) return
  const name = store.rows('application_membership_role').reader('name')(role)
  const organization = store.rows('application').reader('organization')(fleet)
  if (!isRole(name) || !roles[name].paid || !isOnFreePlan(store, organization)) return
  throw new HttpError(403, `The role ${name} needs a paid plan.`)
}
