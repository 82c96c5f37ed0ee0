import type { ResourceName } from '../../openapi/generated/model.ts'
import type { Visibility } from '../odata/source.ts'
import { deviceOfActor } from '../store/actors.ts'
import type { Store } from '../store/store.ts'
import { isOpenToSupport } from './access.ts'
import type { Access } from './access.ts'
import type { Caller } from './caller.ts'
import { deviceReads } from './device-key.ts'
import { ownerRelation, resourceOwnership } from './ownership.ts'
import type { OwnerRelation, ReadByRule } from './ownership.ts'
import { administersProvider } from './write-permissions.ts'

/** Whether a resource can be read without a credential; of the applications, the public ones are visible. */
const isOpenToAll = (resource: ResourceName): boolean =>
  resourceOwnership(resource).readers === 'everyone' || resource === 'application'

/** Whether a caller can read any row of a resource at all. Keys of fleets can only register devices. */
export function readsResource(caller: Caller, resource: ResourceName): boolean {
  if (caller.kind === 'user' || isOpenToAll(resource)) return true
  return caller.kind === 'device' && deviceReads(resource)
}

const NO_ROWS: Visibility = { test: () => false }

/** The rows of each resource visible to the caller. undefined: all of them. */
export function createVisibility(store: Store, access: Access, now: number) {
  const { caller } = access
  const user = caller.kind === 'user' ? caller.user : undefined
  const compiled = new Map<ResourceName, Visibility | undefined>()

  function among(resource: ResourceName, field: string, ids: ReadonlySet<number>): Visibility {
    const read = store.table(resource).reader(field)
    const test = (handle: number) => {
      const id = read(handle)
      return typeof id === 'number' && ids.has(id)
    }
    return { test, through: { field, ids } }
  }

  /** Who sees the owner of a row sees the row. */
  function withOwner(resource: ResourceName, { relation, owner }: OwnerRelation): Visibility | undefined {
    const visible = visibility(owner)
    if (visible === undefined) return undefined
    if (owner === 'application') {
      return { ...among(resource, relation, access.applications), follows: relation }
    }
    if (owner === 'organization') {
      return { ...among(resource, relation, new Set(access.organizations.keys())), follows: relation }
    }
    const read = store.table(resource).reader(relation)
    const owners = store.table(owner)
    const test = (handle: number) => {
      const id = read(handle)
      const found = typeof id === 'number' ? owners.byId(id) : -1
      return found >= 0 && visible.test(found)
    }
    return { test, follows: relation }
  }

  /** Services of a public application are visible to everyone, but not the values of their variables. */
  function settingsOfServices(): Visibility {
    const serviceOf = store.rows('service_environment_variable').reader('service')
    const fleetOf = store.rows('service').reader('application')
    return { test: (handle) => access.heldApplications.has(fleetOf(serviceOf(handle))) }
  }

  function devices(): Visibility {
    const byFleet = among('device', 'belongs_to__application', access.heldApplications)
    if (caller.kind === 'device') {
      const own = store.world.indexOfId(caller.device)
      return { test: (handle) => handle === own }
    }
    if (caller.kind === 'application') return NO_ROWS
    if (caller.kind !== 'user' || caller.staff !== 'support_agent') return byFleet
    return {
      test: (handle) => byFleet.test(handle) || isOpenToSupport(store, 'device', handle, now),
    }
  }

  /** The user's organizations; support also sees the owners of the fleets that it has access to. */
  function organizations(): Visibility {
    const payerOf = store.rows('application').reader('organization')
    const entered = new Set(isStaff ? [...access.heldApplications].map((id) => payerOf(id)) : [])
    return { test: (id) => access.organizations.has(id) || entered.has(id) }
  }

  function users(): Visibility {
    if (user === undefined) return NO_ROWS
    if (!store.platform.hasRoles) return { test: () => true }
    const memberships = store.rows('organization_membership')
    const known = new Set([user])
    for (const organization of access.organizations.keys()) {
      for (const handle of Array.from(memberships.find('is_member_of__organization', organization) ?? [])) {
        known.add(memberships.row(handle).user)
      }
    }
    return { test: (handle) => known.has(handle) }
  }

  /** The identity providers of the caller's organizations. */
  function identityProviders(): Visibility {
    const links = store.rows('identity_provider_membership')
    const linked = new Set<number>()
    for (const handle of links.handles()) {
      const row = links.row(handle)
      if (access.organizations.has(row.organization)) {
        linked.add(row.is_authorized_by__identity_provider)
      }
    }
    return { test: (id) => linked.has(id) }
  }

  /** The user's accounts; administrators of an identity provider also see its accounts, to know whether it is in use. */
  function samlAccounts(): Visibility {
    const accounts = store.rows('saml_account')
    const [holderOf, providerOf] = [
      accounts.reader('belongs_to__user'),
      accounts.reader('was_generated_by__identity_provider'),
    ]
    return {
      test: (handle) =>
        user !== undefined &&
        (holderOf(handle) === user || administersProvider(store, access, providerOf(handle))),
    }
  }

  function keys(): Visibility {
    if (user === undefined) return NO_ROWS
    const actorOf = store.rows('api_key').reader('is_of__actor')
    const actors = new Set([store.rows('user').reader('actor')(user)])
    const applications = store.rows('application')
    const { listsKeysOfOthers } = store.platform
    for (const id of listsKeysOfOthers ? access.applications : []) {
      if (access.can('resin.api_key.read', { kind: 'application', id })) {
        actors.add(applications.reader('actor')(id))
      }
    }
    return {
      test(handle) {
        const actor = actorOf(handle)
        const device = deviceOfActor(actor)
        if (device === undefined || !listsKeysOfOthers) return actors.has(actor)
        return access.can('resin.api_key.read', { kind: 'device', id: device })
      },
    }
  }

  /** The organizations whose billing the user can see. */
  const payers = () =>
    new Set(
      [...access.organizations.keys()].filter((id) =>
        access.can('resin.organization.access_billing', { kind: 'organization', id }),
      ),
    )

  const rules: Readonly<Record<ReadByRule, () => Visibility>> = {
    api_key: keys,
    application: () => ({ test: (id) => access.applications.has(id) }),
    device: devices,
    identity_provider: identityProviders,
    organization: organizations,
    saml_account: samlAccounts,
    service_environment_variable: settingsOfServices,
    user: users,
  }
  const hasRule = (resource: ResourceName): resource is ReadByRule => resource in rules

  const isStaff = caller.kind === 'user' && caller.staff !== undefined
  const staffSees = { nobody: false, administrators: access.seesAll, everybody: isStaff }

  function compile(resource: ResourceName): Visibility | undefined {
    const { readers, staff = 'administrators' } = resourceOwnership(resource)
    if (readers === 'everyone' || staffSees[staff]) return undefined
    if (hasRule(resource)) return rules[resource]()
    const relation = ownerRelation(store.schema, resource)
    if (relation !== undefined && readers === 'those-who-see-the-owner') return withOwner(resource, relation)
    if (caller.kind === 'anonymous') return NO_ROWS
    if (readers === 'signed-in') return undefined
    if (relation === undefined) return NO_ROWS
    const { relation: field } = relation
    if (readers === 'those-with-a-role') return among(resource, field, access.heldApplications)
    if (readers === 'those-who-pay') return among(resource, field, payers())
    return user === undefined ? NO_ROWS : among(resource, field, new Set([user]))
  }

  function visibility(resource: ResourceName): Visibility | undefined {
    if (!compiled.has(resource)) compiled.set(resource, compile(resource))
    return compiled.get(resource)
  }
  return visibility
}
