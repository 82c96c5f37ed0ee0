import { Refusal } from '../odata/refusal.ts'
import type { Store } from '../store/store.ts'
import { pastDueSince } from './ledger.ts'
import { isOnFreePlan } from './subscriptions.ts'

/** Devices that cost nothing on the free plan (decision 30). */
export const FREE_ALLOWANCE = 10

const DAY = 86_400_000

/** From this many days on an unpaid invoice freezes its organization (decision 29). */
export const FROZEN_FROM_DAY = 60

/** Whether an unpaid invoice has frozen the organization. `now` in milliseconds of the simulated clock. */
export function isFrozenOrganization(store: Store, organization: number, now: number): boolean {
  const since = pastDueSince(store.ledger.accounts.get(organization), now)
  return since !== null && now - since >= FROZEN_FROM_DAY * DAY
}

const fleetsOf = (store: Store, organization: number): number[] =>
  Array.from(store.rows('application').find('organization', organization) ?? []).filter((id) =>
    store.told.fleets.has(id),
  )

/** How many devices of an organization count: all but the deactivated ones. */
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
  /** false: only the devices beyond the allowance are. */
  whole: boolean
}

function frozenOrganizations(store: Store, now: number): FrozenOrganization[] {
  return [...store.rows('organization').handles()].flatMap((id): FrozenOrganization[] => {
    if (isFrozenOrganization(store, id, now)) return [{ id, whole: true }]
    const tooMany = isOnFreePlan(store, id) && deviceCount(store, id) > FREE_ALLOWANCE
    return tooMany ? [{ id, whole: false }] : []
  })
}

function frozenIn(store: Store, { id, whole }: FrozenOrganization): number[] {
  const devices = fleetsOf(store, id).flatMap((fleet) => Array.from(store.world.devicesOfFleet(fleet)))
  if (whole) return devices
  const isActive = store.world.column('isActive')
  // The first ten stay free; whoever came later is frozen.
  return devices
    .filter((index) => isActive(index))
    .toSorted((a, b) => a - b)
    .slice(FREE_ALLOWANCE)
}

/** Tells the indexes of the devices that are frozen, undefined when none is; remembers them until something changes. */
export function createFrozenDevices() {
  let key = ''
  let kept: ReadonlySet<number> = new Set()
  return (store: Store, now: number): ReadonlySet<number> | undefined => {
    const organizations = frozenOrganizations(store, now)
    if (organizations.length === 0) return undefined
    const { world } = store
    const versions = [store.version, world.size, world.version('fleetId'), world.version('isActive')]
    const present = JSON.stringify([versions, organizations])
    if (present !== key) {
      key = present
      kept = new Set(organizations.flatMap((one) => frozenIn(store, one)))
    }
    return kept.size === 0 ? undefined : kept
  }
}

const TOO_MANY = `The free plan allows ${FREE_ALLOWANCE} devices. Upgrade the plan to add more.`

const FROZEN = 'The organization is frozen. Update its billing details to go on.'

const FROZEN_DEVICE = 'The device is frozen. Update the billing details of its organization to go on.'

/** Throws 403 when the organization of an application is frozen: its fleets are closed (spec 3 §4). */
export function requireOpenFleet(store: Store, fleet: number, now: number): void {
  const organization = Number(store.rows('application').reader('organization')(fleet))
  if (isFrozenOrganization(store, organization, now)) throw new Refusal(403, FROZEN)
}

/** Tells of each device, by its index in the world, whether it is frozen. */
export function frozenDevice(store: Store): (index: number) => boolean {
  const read = store.table('device').reader('is_frozen')
  return (index) => read(index) === true
}

/** Throws 403 when all of some devices are frozen; else those that are not. */
export function openDevices(store: Store, indexes: readonly number[]): number[] {
  const isFrozen = frozenDevice(store)
  const open = indexes.filter((index) => !isFrozen(index))
  if (open.length === 0 && indexes.length > 0) throw new Refusal(403, FROZEN_DEVICE)
  return open
}

/** Throws 403 when no device may be added to a fleet: the allowance is used up, or the organization is frozen. */
export function requireRoom(store: Store, fleet: number, now: number): void {
  requireOpenFleet(store, fleet, now)
  const organization = Number(store.rows('application').reader('organization')(fleet))
  if (isOnFreePlan(store, organization) && deviceCount(store, organization) >= FREE_ALLOWANCE) {
    throw new Refusal(403, TOO_MANY)
  }
}

/** Roles that only a paid plan has seats for (decision 9). */
const PAID_ROLES: ReadonlySet<string> = new Set(['operator', 'safe-operator', 'safe-developer'])

/** Throws 403 when the plan of the fleet's organization has no seats of a role. */
export function requireSeat(store: Store, fleet: unknown, role: unknown): void {
  if (typeof fleet !== 'number' || typeof role !== 'number') return
  if (store.rows('application').byId(fleet) < 0) return
  if (store.rows('application_membership_role').byId(role) < 0) return
  const name = String(store.rows('application_membership_role').reader('name')(role))
  const organization = Number(store.rows('application').reader('organization')(fleet))
  if (!PAID_ROLES.has(name) || !isOnFreePlan(store, organization)) return
  throw new Refusal(403, `The role ${name} needs a paid plan.`)
}
