import type { Visibility } from '../odata/source.ts'
import { deviceOfActor } from '../store/actors.ts'
import type { Store } from '../store/store.ts'
import { isOpenToSupport } from './access.ts'
import type { Access } from './access.ts'
import type { Caller } from './caller.ts'
import { deviceReads } from './device-key.ts'
import { administersProvider } from './write-permissions.ts'

/** Readable by everyone, signed in or not (docs/platform/authentication.md). */
const PUBLIC: ReadonlySet<string> = new Set([
  'application_type',
  'cpu_architecture',
  'device_type',
  'device_type_alias',
  'device_family',
  'device_manufacturer',
  'public_device',
  'public_organization',
])

/** Whether a resource can be read without a credential. */
const isOpenToAll = (resource: string): boolean => PUBLIC.has(resource) || resource === 'application'

/** Whether a caller can read any row of a resource at all. Keys of fleets can only register devices. */
export function readsResource(caller: Caller, resource: string): boolean {
  if (caller.kind === 'user' || isOpenToAll(resource)) return true
  return caller.kind === 'device' && deviceReads(resource)
}

/** Readable by all signed-in users. */
const SHARED: ReadonlySet<string> = new Set([
  'actor',
  'application_membership_role',
  'application__can_use__application_as_host',
  'feature',
  'invitee',
  'oauth_application',
  'organization_membership_role',
  'plan',
  'plan__has__discount_code',
  'plan_addon',
  'plan_feature',
  'service_instance',
  'support_feature',
  'support_tier',
])

/**
 * Not visible to everyone in a public application: its devices, settings and members are limited to users with a role,
 * and to staff with support access.
 */
const PRIVATE: ReadonlySet<string> = new Set([
  'application_config_variable',
  'application_domain_mapping',
  'application_environment_variable',
  'application_invite',
  'build_environment_variable',
  'device',
  'device_history',
  'user_application_membership',
])

/** Staff can link any organization with an identity provider, so they see all of them. */
const VISIBLE_TO_STAFF: ReadonlySet<string> = new Set(['identity_provider', 'identity_provider_membership'])

/** A row is visible when the row of this relation is. */
const THROUGH: Readonly<Record<string, readonly [relation: string, resource: string]>> = {
  device: ['belongs_to__application', 'application'],
  release: ['belongs_to__application', 'application'],
  service: ['application', 'application'],
  application_tag: ['application', 'application'],
  application_config_variable: ['application', 'application'],
  application_environment_variable: ['application', 'application'],
  build_environment_variable: ['application', 'application'],
  application_domain_mapping: ['application', 'application'],
  service_environment_variable: ['service', 'service'],
  service_label: ['service', 'service'],
  release_tag: ['release', 'release'],
  release_asset: ['release', 'release'],
  release_image: ['is_part_of__release', 'release'],
  image: ['is_a_build_of__service', 'service'],
  image_environment_variable: ['release_image', 'release_image'],
  image_label: ['release_image', 'release_image'],
  delta: ['produces__image', 'image'],
  device_tag: ['device', 'device'],
  device_config_variable: ['device', 'device'],
  device_environment_variable: ['device', 'device'],
  device_domain_mapping: ['device', 'device'],
  service_install: ['device', 'device'],
  device_service_environment_variable: ['service_install', 'service_install'],
  image_install: ['device', 'device'],
  device_history: ['belongs_to__application', 'application'],
  organization_membership: ['is_member_of__organization', 'organization'],
  organization_membership_tag: ['organization_membership', 'organization_membership'],
  organization_invite: ['is_invited_to__organization', 'organization'],
  application_invite: ['is_invited_to__application', 'application'],
  team: ['belongs_to__organization', 'organization'],
  team_membership: ['is_member_of__team', 'team'],
  team_application_access: ['team', 'team'],
  user_application_membership: ['is_member_of__application', 'application'],
  identity_provider_membership: ['organization', 'organization'],
  organization__has_private_access_to__device_type: ['organization', 'organization'],
  subscription_addon_discount: ['subscription', 'subscription'],
  subscription_prepaid_addon: ['is_for__subscription', 'subscription'],
}

/** Rows that belong to one user. */
const OWN: Readonly<Record<string, string>> = {
  user_profile: 'is_of__user',
  user_public_key: 'user',
  social_service_account: 'belongs_to__user',
  recovery_two_factor: 'belongs_to__user',
  oauth_application_authorization: 'belongs_to__user',
  user__has_direct_access_to__application: 'user',
}

/** Billing rows, visible to users who can see the organization's billing. */
const BILLING: Readonly<Record<string, string>> = {
  credit_bundle: 'belongs_to__organization',
  organization_credit_notification: 'organization',
  subscription: 'is_for__organization',
}

const NO_ROWS: Visibility = { test: () => false }

/** The rows of each resource visible to the caller. undefined: all of them. */
export function createVisibility(store: Store, access: Access, now: number) {
  const { caller } = access
  const user = caller.kind === 'user' ? caller.user : undefined
  const compiled = new Map<string, Visibility | undefined>()

  function among(resource: string, field: string, ids: ReadonlySet<number>): Visibility {
    const read = store.table(resource).reader(field)
    const test = (handle: number) => {
      const id = read(handle)
      return typeof id === 'number' && ids.has(id)
    }
    return { test, through: { field, ids } }
  }

  function through(resource: string, relation: string, parent: string): Visibility | undefined {
    const visible = visibility(parent)
    if (visible === undefined) return undefined
    if (parent === 'application') {
      if (PRIVATE.has(resource)) return among(resource, relation, access.heldApplications)
      return { ...among(resource, relation, access.applications), follows: relation }
    }
    if (resource === 'service_environment_variable') return settingsOfServices()
    if (parent === 'organization') {
      return { ...among(resource, relation, new Set(access.organizations.keys())), follows: relation }
    }
    const read = store.table(resource).reader(relation)
    const parents = store.table(parent)
    const test = (handle: number) => {
      const id = read(handle)
      const owner = typeof id === 'number' ? parents.byId(id) : -1
      return owner >= 0 && visible.test(owner)
    }
    return { test, follows: relation }
  }

  /** Services of a public application are visible to everyone, but not the values of their variables. */
  function settingsOfServices(): Visibility {
    const serviceOf = store.rows('service_environment_variable').reader('service')
    const fleetOf = store.rows('service').reader('application')
    return { test: (handle) => access.heldApplications.has(Number(fleetOf(Number(serviceOf(handle))))) }
  }

  function devices(): Visibility | undefined {
    const byFleet = through('device', 'belongs_to__application', 'application')
    if (caller.kind === 'device') {
      const own = store.world.indexOfId(caller.device)
      return { test: (handle) => handle === own }
    }
    if (caller.kind === 'application') return NO_ROWS
    if (caller.kind !== 'user' || caller.staff !== 'support_agent') return byFleet
    return {
      test: (handle) => byFleet?.test(handle) === true || isOpenToSupport(store, 'device', handle, now),
    }
  }

  /** The user's organizations; support also sees the owners of the fleets that it has access to. */
  function organizations(): Visibility {
    const isStaff = caller.kind === 'user' && caller.staff !== undefined
    const ownerOf = store.rows('application').reader('organization')
    const entered = new Set(isStaff ? [...access.heldApplications].map((id) => Number(ownerOf(id))) : [])
    return { test: (id) => access.organizations.has(id) || entered.has(id) }
  }

  function users(): Visibility | undefined {
    if (user === undefined) return NO_ROWS
    const memberships = store.rows('organization_membership')
    const known = new Set([user])
    for (const organization of access.organizations.keys()) {
      for (const handle of Array.from(memberships.find('is_member_of__organization', organization) ?? [])) {
        known.add(Number(memberships.row(handle)['user']))
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
      if (access.organizations.has(Number(row['organization']))) {
        linked.add(Number(row['is_authorized_by__identity_provider']))
      }
    }
    return { test: (id) => linked.has(id) }
  }

  /** The user's accounts; administrators of an identity provider also see its accounts, to know whether it is in use. */
  function samlAccounts(): Visibility {
    const accounts = store.rows('saml_account')
    const [ownerOf, providerOf] = [
      accounts.reader('belongs_to__user'),
      accounts.reader('was_generated_by__identity_provider'),
    ]
    return {
      test: (handle) =>
        user !== undefined &&
        (ownerOf(handle) === user || administersProvider(store, access, Number(providerOf(handle)))),
    }
  }

  function keys(): Visibility {
    if (user === undefined) return NO_ROWS
    const actorOf = store.rows('api_key').reader('is_of__actor')
    const actors = new Set([Number(store.rows('user').reader('actor')(user))])
    const applications = store.rows('application')
    const { listsKeysOfOthers } = store.platform
    for (const id of listsKeysOfOthers ? access.applications : []) {
      if (access.can('resin.api_key.read', { kind: 'application', id })) {
        actors.add(Number(applications.reader('actor')(id)))
      }
    }
    return {
      test(handle) {
        const actor = Number(actorOf(handle))
        const device = deviceOfActor(actor)
        if (device === undefined || !listsKeysOfOthers) return actors.has(actor)
        return access.can('resin.api_key.read', { kind: 'device', id: device })
      },
    }
  }

  function compile(resource: string): Visibility | undefined {
    if (PUBLIC.has(resource)) return undefined
    if (resource === 'application') {
      return access.seesAll ? undefined : { test: (id) => access.applications.has(id) }
    }
    if (resource === 'saml_account') return samlAccounts()
    if (access.seesAll && !(resource in OWN && resource !== 'user_profile')) return undefined
    if (resource === 'device') return devices()
    if (VISIBLE_TO_STAFF.has(resource) && caller.kind === 'user' && caller.staff !== undefined)
      return undefined
    const [relation, parent] = THROUGH[resource] ?? []
    if (relation !== undefined && parent !== undefined) return through(resource, relation, parent)
    if (caller.kind === 'anonymous') return NO_ROWS
    if (SHARED.has(resource)) return undefined
    if (resource === 'organization') return organizations()
    if (resource === 'user') return users()
    if (resource === 'api_key') return keys()
    const owner = OWN[resource]
    if (owner !== undefined) return user === undefined ? NO_ROWS : among(resource, owner, new Set([user]))
    const payer = BILLING[resource]
    if (payer !== undefined) {
      const ids = [...access.organizations.keys()].filter((id) =>
        access.can('resin.organization.access_billing', { kind: 'organization', id }),
      )
      return among(resource, payer, new Set(ids))
    }
    if (resource === 'identity_provider') return identityProviders()
    return NO_ROWS
  }

  function visibility(resource: string): Visibility | undefined {
    if (!compiled.has(resource)) compiled.set(resource, compile(resource))
    return compiled.get(resource)
  }
  return visibility
}
