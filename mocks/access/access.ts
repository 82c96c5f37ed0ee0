import type { StaffRole } from '../store/secrets.ts'
import type { Store } from '../store/store.ts'
import type { Caller } from './caller.ts'
import { applicationsOfDevice, deviceMay } from './device-key.ts'
import { grants, higher, isRole } from './roles.ts'
import type { Role } from './roles.ts'

/** The roles of a user in each organization and on each application. */
export interface Grants {
  organizations: ReadonlyMap<number, Role>
  applications: ReadonlyMap<number, Role>
}

/** The object for which a permission is checked. */
export type Place =
  | { kind: 'application'; id: number }
  | { kind: 'organization'; id: number }
  | { kind: 'team'; id: number }
  | { kind: 'user'; id: number }
  | { kind: 'device'; id: number }

export interface Access {
  readonly caller: Caller
  readonly organizations: ReadonlyMap<number, Role>
  /** Applications visible to the caller. */
  readonly applications: ReadonlySet<number>
  /** Those that are visible even if they are not public. */
  readonly heldApplications: ReadonlySet<number>
  /** true: staff who see everything. */
  readonly seesAll: boolean
  roleOn(application: number): Role | StaffRole | undefined
  can(permission: string, place: Place): boolean
}

/** The two catalogues of roles. */
type RoleResource = 'application_membership_role' | 'organization_membership_role'

const idsOf = (found: ArrayLike<number> | undefined): number[] => Array.from(found ?? [])

function roleName(store: Store, resource: RoleResource, id: unknown): Role | undefined {
  if (typeof id !== 'number') return undefined
  const name = store.rows(resource).reader('name')(id)
  return isRole(name) ? name : undefined
}

/** On a platform without roles, all users are like administrators of all organizations. */
function grantsOfEverybody(store: Store): Grants {
  const administering = (resource: 'application' | 'organization') =>
    new Map([...store.rows(resource).handles()].map((id): [number, Role] => [id, 'administrator']))
  return { organizations: administering('organization'), applications: administering('application') }
}

/**
 * The union of organization roles, direct memberships and team access, highest first (docs/platform/derived-values.md).
 * Organization administrators are administrators of all applications of the organization; plain members see an
 * application only with an explicit role.
 */
function grantsOf(store: Store, user: number): Grants {
  if (!store.platform.hasRoles) return grantsOfEverybody(store)
  const organizations = new Map<number, Role>()
  const applications = new Map<number, Role>()
  const addRole = (application: number, role: Role | undefined) => {
    const best = higher(applications.get(application), role)
    if (best !== undefined) applications.set(application, best)
  }
  const memberships = store.rows('organization_membership')
  for (const handle of idsOf(memberships.find('user', user))) {
    const row = memberships.row(handle)
    const organization = row.is_member_of__organization
    const role = roleName(store, 'organization_membership_role', row.organization_membership_role) ?? 'member'
    organizations.set(organization, role)
    if (role !== 'administrator') continue
    for (const id of idsOf(store.rows('application').find('organization', organization))) addRole(id, role)
  }
  const direct = store.rows('user_application_membership')
  for (const handle of idsOf(direct.find('user', user))) {
    const row = direct.row(handle)
    const role = roleName(store, 'application_membership_role', row.application_membership_role)
    addRole(row.is_member_of__application, role)
  }
  const teams = store.rows('team_membership')
  const teamAccess = store.rows('team_application_access')
  for (const handle of idsOf(teams.find('user', user))) {
    for (const grant of idsOf(teamAccess.find('team', teams.row(handle).is_member_of__team))) {
      const row = teamAccess.row(grant)
      const role = roleName(store, 'application_membership_role', row.application_membership_role)
      addRole(row.grants_access_to__application, role)
    }
  }
  return { organizations, applications }
}

/** Caches roles until a row changes. */
export function createAccessIndex() {
  let version = -1
  const cache = new Map<number, Grants>()
  return (store: Store, user: number): Grants => {
    if (version !== store.version) {
      cache.clear()
      version = store.version
    }
    const known = cache.get(user)
    if (known !== undefined) return known
    const grants = grantsOf(store, user)
    cache.set(user, grants)
    return grants
  }
}

export type AccessIndex = ReturnType<typeof createAccessIndex>

const NO_GRANTS: Grants = { organizations: new Map(), applications: new Map() }

function publicApplications(store: Store): Set<number> {
  const applications = store.rows('application')
  const isPublic = applications.reader('is_public')
  return new Set([...applications.handles()].filter((id) => isPublic(id) === true))
}

/** Whether support access to an application or device was granted and has not expired. */
export function isOpenToSupport(
  store: Store,
  resource: 'application' | 'device',
  handle: number,
  now: number,
): boolean {
  const until = store.table(resource).reader('is_accessible_by_support_until__date')(handle)
  return typeof until === 'number' && until > now
}

function supportedApplications(store: Store, now: number): number[] {
  return [...store.rows('application').handles()].filter((id) =>
    isOpenToSupport(store, 'application', id, now),
  )
}

/** What the caller can currently see and do. */
export function callerAccess(store: Store, accessIndex: AccessIndex, caller: Caller, now: number): Access {
  const held = caller.kind === 'user' ? accessIndex(store, caller.user) : NO_GRANTS
  const staff = caller.kind === 'user' ? caller.staff : undefined
  const seesAll = staff === 'balena_admin'
  const heldApplications = new Set(held.applications.keys())
  if (caller.kind === 'application') heldApplications.add(caller.application)
  const deviceIndex = caller.kind === 'device' ? store.world.indexOfId(caller.device) : -1
  if (deviceIndex >= 0) heldApplications.add(store.world.column('fleetId')(deviceIndex))
  if (seesAll) for (const id of store.rows('application').handles()) heldApplications.add(id)
  if (staff === 'support_agent') for (const id of supportedApplications(store, now)) heldApplications.add(id)
  const shared =
    caller.kind === 'device' ? applicationsOfDevice(store, deviceIndex) : publicApplications(store)
  const applications = new Set([...shared, ...heldApplications])

  const roleOn = (application: number): Role | StaffRole | undefined => {
    const own = held.applications.get(application)
    if (own !== undefined || staff === undefined) return own
    return applications.has(application) ? staff : undefined
  }
  const access: Access = {
    caller,
    organizations: held.organizations,
    applications,
    heldApplications,
    seesAll,
    roleOn,
    can(permission, place) {
      if (caller.kind === 'application') {
        return (
          place.kind === 'application' &&
          place.id === caller.application &&
          permission === 'resin.device.create'
        )
      }
      if (caller.kind === 'device') {
        return (
          place.kind === 'device' && place.id === caller.device && deviceIndex >= 0 && deviceMay(permission)
        )
      }
      if (caller.kind === 'anonymous') return false
      switch (place.kind) {
        case 'application':
          return grants(roleOn(place.id), permission)
        case 'organization':
          return grants(held.organizations.get(place.id), permission) || grants(staff, permission)
        case 'team': {
          const organization = store.rows('team').reader('belongs_to__organization')(place.id)
          return access.can(permission, { kind: 'organization', id: organization })
        }
        case 'user':
          return place.id === caller.user
        case 'device': {
          const index = store.world.indexOfId(place.id)
          if (index < 0) return false
          const fleet = store.world.column('fleetId')(index)
          const device = staff === 'support_agent' && isOpenToSupport(store, 'device', index, now)
          return grants(roleOn(fleet) ?? (device ? staff : undefined), permission)
        }
      }
    },
  }
  return access
}
