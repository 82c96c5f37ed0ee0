import { afterAll, expect, test } from 'vitest'
import type { ResourceName } from '../../openapi/generated/model.ts'
import { createClock } from '../base/clock.ts'
import { Lifecycle } from '../lifecycle/lifecycle.ts'
import type { PlatformName } from '../platforms/platform.ts'
import { deviceActorId } from '../store/actors.ts'
import type { Store } from '../store/store.ts'
import type { Value } from '../store/table.ts'
import { callerAccess, createAccessIndex, isOpenToSupport, type Access, type Place } from './access.ts'
import type { Caller } from './caller.ts'
import { sourceFor } from './source.ts'
import { userNamed } from './users.ts'
import { readsResource } from './visibility.ts'
import { mayCreate, mayMoveTo, mayWrite, writesResource, type WriteAction } from './write-permissions.ts'

const NOW = Date.UTC(2026, 10, 20, 14)

/** Who sees a row, in the words of docs/platform: the audience, and the relations from the row to whom it asks. */
type Audience =
  | 'everyone'
  | 'signed in'
  | 'role'
  | 'fleet'
  | 'device'
  | 'organization'
  | 'payers'
  | 'self'
  | 'provider'
  | 'account'
  | 'key'
  | 'people'

const WHO_SEES: Readonly<Record<string, readonly [Audience, path?: string]>> = {
  actor: ['signed in'],
  api_key: ['key'],
  application: ['fleet', ''],
  application__can_use__application_as_host: ['signed in'],
  application_config_variable: ['role', 'application'],
  application_domain_mapping: ['role', 'application'],
  application_environment_variable: ['role', 'application'],
  application_invite: ['role', 'is_invited_to__application'],
  application_membership_role: ['signed in'],
  application_tag: ['fleet', 'application'],
  application_type: ['everyone'],
  build_environment_variable: ['role', 'application'],
  cpu_architecture: ['everyone'],
  credit_bundle: ['payers', 'belongs_to__organization'],
  delta: ['fleet', 'produces__image is_a_build_of__service application'],
  device: ['device', ''],
  device_config_variable: ['device', 'device'],
  device_domain_mapping: ['device', 'device'],
  device_environment_variable: ['device', 'device'],
  device_family: ['everyone'],
  device_history: ['role', 'belongs_to__application'],
  device_manufacturer: ['everyone'],
  device_service_environment_variable: ['device', 'service_install device'],
  device_tag: ['device', 'device'],
  device_type: ['everyone'],
  device_type_alias: ['everyone'],
  feature: ['signed in'],
  identity_provider: ['provider'],
  identity_provider_membership: ['organization', 'organization'],
  image: ['fleet', 'is_a_build_of__service application'],
  image_environment_variable: ['fleet', 'release_image is_part_of__release belongs_to__application'],
  image_install: ['device', 'device'],
  image_label: ['fleet', 'release_image is_part_of__release belongs_to__application'],
  invitee: ['signed in'],
  oauth_application: ['signed in'],
  oauth_application_authorization: ['self', 'belongs_to__user'],
  organization: ['organization', ''],
  organization__has_private_access_to__device_type: ['organization', 'organization'],
  organization_credit_notification: ['payers', 'organization'],
  organization_invite: ['organization', 'is_invited_to__organization'],
  organization_membership: ['organization', 'is_member_of__organization'],
  organization_membership_role: ['signed in'],
  organization_membership_tag: ['organization', 'organization_membership is_member_of__organization'],
  plan: ['signed in'],
  plan__has__discount_code: ['signed in'],
  plan_addon: ['signed in'],
  plan_feature: ['signed in'],
  public_device: ['everyone'],
  public_organization: ['everyone'],
  recovery_two_factor: ['self', 'belongs_to__user'],
  release: ['fleet', 'belongs_to__application'],
  release_asset: ['fleet', 'release belongs_to__application'],
  release_image: ['fleet', 'is_part_of__release belongs_to__application'],
  release_tag: ['fleet', 'release belongs_to__application'],
  saml_account: ['account'],
  service: ['fleet', 'application'],
  service_environment_variable: ['role', 'service application'],
  service_install: ['device', 'device'],
  service_instance: ['signed in'],
  service_label: ['fleet', 'service application'],
  social_service_account: ['self', 'belongs_to__user'],
  subscription: ['payers', 'is_for__organization'],
  subscription_addon_discount: ['payers', 'subscription is_for__organization'],
  subscription_prepaid_addon: ['payers', 'is_for__subscription is_for__organization'],
  support_feature: ['signed in'],
  support_tier: ['signed in'],
  team: ['organization', 'belongs_to__organization'],
  team_application_access: ['organization', 'team belongs_to__organization'],
  team_membership: ['organization', 'is_member_of__team belongs_to__organization'],
  user: ['people'],
  user__has_direct_access_to__application: ['self', 'user'],
  user_application_membership: ['role', 'is_member_of__application'],
  user_profile: ['self', 'is_of__user'],
  user_public_key: ['self', 'user'],
}

/** What administrators of the platform do not see either: what is of a user alone. */
const OF_A_USER: readonly string[] = [
  'oauth_application_authorization',
  'recovery_two_factor',
  'saml_account',
  'social_service_account',
  'user__has_direct_access_to__application',
  'user_public_key',
]
/** Supporters link any organization with a provider. */
const OF_ALL_STAFF: readonly string[] = ['identity_provider', 'identity_provider_membership']

/** Where a write needs a permission, and its name; `*` stands for the action. */
const WHO_WRITES: Readonly<Record<string, readonly [path: string, permission: string]>> = {
  application: ['', 'application.*'],
  application_config_variable: ['application', 'application_config_variable.*'],
  application_domain_mapping: ['application', 'application_domain_mapping.*'],
  application_environment_variable: ['application', 'application_environment_variable.*'],
  application_invite: ['is_invited_to__application', 'application_invite.*'],
  application_tag: ['application', 'application_tag.*'],
  build_environment_variable: ['application', 'build_environment_variable.*'],
  credit_bundle: ['belongs_to__organization', 'credit_bundle.*'],
  device: ['', 'device.*'],
  device_config_variable: ['device', 'device_config_variable.*'],
  device_domain_mapping: ['device', 'device_domain_mapping.*'],
  device_environment_variable: ['device', 'device_environment_variable.*'],
  device_service_environment_variable: ['service_install device', 'device_service_environment_variable.*'],
  device_tag: ['device', 'device_tag.*'],
  identity_provider_membership: ['organization', 'identity_provider_membership.*'],
  image: ['is_a_build_of__service application', 'release.*'],
  image_environment_variable: ['release_image is_part_of__release belongs_to__application', 'release.*'],
  image_install: ['device', 'device.update'],
  image_label: ['release_image is_part_of__release belongs_to__application', 'release.*'],
  oauth_application_authorization: ['belongs_to__user', 'oauth_application_authorization.*'],
  organization: ['', 'organization.*'],
  organization_credit_notification: ['organization', 'organization_credit_notification.*'],
  organization_invite: ['is_invited_to__organization', 'organization_invite.*'],
  organization_membership: ['is_member_of__organization', 'organization_membership.*'],
  organization_membership_tag: [
    'organization_membership is_member_of__organization',
    'organization_membership_tag.*',
  ],
  release: ['belongs_to__application', 'release.*'],
  release_asset: ['release belongs_to__application', 'release_asset.*'],
  release_image: ['is_part_of__release belongs_to__application', 'release.*'],
  release_tag: ['release belongs_to__application', 'release_tag.*'],
  service: ['application', 'release.*'],
  service_environment_variable: ['service application', 'service_environment_variable.*'],
  service_install: ['device', 'service_install.*'],
  service_label: ['service application', 'release.*'],
  subscription: ['is_for__organization', 'subscription.*'],
  team: ['belongs_to__organization', 'team.*'],
  team_application_access: ['grants_access_to__application', 'team_application_access.*'],
  team_membership: ['is_member_of__team', 'team_membership.*'],
  user: ['', 'user.*'],
  user_application_membership: ['is_member_of__application', 'user_application_membership.*'],
  user_public_key: ['user', 'user_public_key.*'],
}

/** Where a new row needs its permission, if that is not where a change of one does. */
const WHO_CREATES: Readonly<Record<string, string>> = {
  application: 'organization',
  device: 'belongs_to__application',
}

function openWorld(platform: PlatformName) {
  const lifecycle = new Lifecycle({ scenario: 'first-look', platform, clock: createClock(NOW, 0) })
  const { store } = lifecycle
  const user = (name: string) => userNamed(store, name) ?? -1
  const devices = store.table('device')
  const applications = store.rows('application')
  const fleetOf = devices.reader('belongs_to__application')
  const organizationOf = (index: number) => applications.row(Number(fleetOf(index))).organization
  const indexes = [...devices.handles()]
  const first = (handle: string) => {
    const organization = store.rows('organization').find('handle', handle)?.[0]
    return indexes.find((index) => organizationOf(index) === organization) ?? -1
  }
  const [own, foreign] = [first('acme_logistics'), first('northwind_transit')]
  const id = (index: number) => Number(devices.reader('id')(index))
  /** One row of each resource without any, of what belongs to the organization of Ada and to another. */
  const pairs = [own, foreign].map((index) => {
    const application = Number(fleetOf(index))
    const rowWith = (resource: ResourceName, relation: string, to: number) => {
      const table = store.table(resource)
      return [...table.handles()].find((row) => table.reader(relation)(row) === to) ?? -1
    }
    const service = rowWith('service', 'application', application)
    const image = rowWith('image', 'is_a_build_of__service', service)
    const release = rowWith('release', 'belongs_to__application', application)
    const install = [...store.table('service_install').handles()].find(
      (row) => store.table('service_install').reader('device')(row) === id(index),
    )
    return {
      device: id(index),
      application,
      organization: organizationOf(index),
      service,
      image,
      release,
      release_image: rowWith('release_image', 'is_part_of__release', release),
      install: Number(store.table('service_install').reader('id')(install ?? -1)),
      user: index === own ? user('ada') : user('nils'),
    }
  })
  for (const one of pairs) {
    const { device, application, organization, service, release, release_image, user: person } = one
    const rows: [ResourceName, Record<string, Value>][] = [
      ['application_domain_mapping', { application, domain: 'a.example' }],
      ['application_invite', { is_invited_to__application: application }],
      ['build_environment_variable', { application, name: 'A', value: '' }],
      ['delta', { produces__image: one.image }],
      ['device_config_variable', { device, name: 'A', value: '' }],
      ['device_domain_mapping', { device, domain: 'a.example' }],
      ['device_environment_variable', { device, name: 'A', value: '' }],
      ['device_service_environment_variable', { service_install: one.install, name: 'A', value: '' }],
      ['image_environment_variable', { release_image, name: 'A', value: '' }],
      ['oauth_application_authorization', { belongs_to__user: person }],
      [
        'organization__has_private_access_to__device_type',
        { organization, has_private_access_to__device_type: 1 },
      ],
      ['organization_credit_notification', { organization }],
      ['organization_invite', { is_invited_to__organization: organization }],
      ['release_asset', { release, asset_key: 'a' }],
      ['service_environment_variable', { service, name: 'A', value: '' }],
      ['service_label', { service, label_name: 'a', value: '' }],
      ['user_public_key', { user: person, title: 'a', public_key: 'a' }],
      ['api_key', { is_of__actor: store.rows('user').reader('actor')(person) }],
      ['api_key', { is_of__actor: applications.reader('actor')(application) }],
      ['api_key', { is_of__actor: deviceActorId(device) }],
    ]
    for (const [resource, values] of rows)
      if (store.schema.resource(resource)) store.table(resource).insert(values)
  }
  devices.update(foreign, { is_accessible_by_support_until__date: NOW + 1000 })
  store.changed()
  const person = (name: string, more: object = {}) =>
    ({ kind: 'user', user: user(name), authTime: null, ...more }) as const
  const { device, application } = pairs[0] ?? { device: -1, application: -1 }
  const callers: Record<string, Caller> = {
    nobody: { kind: 'anonymous' },
    'of another organization': person('nils'),
    administrator: person('ada'),
    developer: person('devi'),
    operator: person('omar'),
    observer: person('olive'),
    member: person('mel'),
    supporter: person('sue', { staff: 'support_agent' }),
    'administrator of the platform': person('pat', { staff: 'balena_admin' }),
    'key of a device': { kind: 'device', device },
    'key of a fleet': { kind: 'application', application },
  }
  const accesses = Object.entries(callers).map(
    ([name, caller]) => [name, callerAccess(store, createAccessIndex(), caller, NOW)] as const,
  )
  return { lifecycle, store, accesses, pairs }
}
type World = ReturnType<typeof openWorld>

const worlds = { hosted: openWorld('hosted'), open: openWorld('open') }
afterAll(() => {
  for (const { lifecycle } of Object.values(worlds)) lifecycle.dispose()
})

/** The id at the end of a path of relations from a row. */
function follow(store: Store, resource: ResourceName, handle: number, path = ''): number {
  const table = store.table(resource)
  if (path === '') return Number(table.reader('id')(handle))
  const [relation = '', ...rest] = path.split(' ')
  const member = store.schema.resource(resource)?.member(relation)
  if (member?.kind !== 'toOne') throw new Error(`${resource} has no relation ${relation}`)
  const to = Number(table.reader(relation)(handle))
  if (rest.length === 0) return to
  const next = store.table(member.resource).byId(to)
  return next < 0 ? -1 : follow(store, member.resource, next, rest.join(' '))
}

/** The resource at the end of a path. */
function endOf(store: Store, resource: ResourceName, path: string): ResourceName {
  return path.split(' ').reduce<ResourceName>((at, relation) => {
    const member = relation === '' ? undefined : store.schema.resource(at)?.member(relation)
    return member?.kind === 'toOne' ? member.resource : at
  }, resource)
}

const membersOf = (store: Store, organization: number) => {
  const rows = store.rows('organization_membership')
  return [...rows.handles()]
    .map((row) => rows.row(row))
    .filter((row) => row.is_member_of__organization === organization)
}

function seesDevice(store: Store, { caller, heldApplications }: Access, device: number): boolean {
  if (caller.kind === 'device') return caller.device === device
  const index = store.world.indexOfId(device)
  if (caller.kind !== 'user' || index < 0) return false
  const isOpened = caller.staff === 'support_agent' && isOpenToSupport(store, 'device', index, NOW)
  return isOpened || heldApplications.has(store.world.column('fleetId')(index))
}

/** Whether the caller is expected to see a row. */
function isExpected({ store }: World, access: Access, resource: ResourceName, handle: number): boolean {
  const [audience, path] = WHO_SEES[resource] ?? ['everyone']
  const { caller } = access
  const staff = caller.kind === 'user' ? caller.staff : undefined
  if (audience === 'everyone') return true
  if (staff === 'balena_admin' && !OF_A_USER.includes(resource)) return true
  if (staff !== undefined && OF_ALL_STAFF.includes(resource)) return true
  const id = follow(store, resource, handle, path)
  const user = caller.kind === 'user' ? caller.user : undefined
  // Where nobody has a role, everybody who is signed in administers all organizations.
  const isOfAll = user !== undefined && !store.platform.hasRoles
  const isMember = (organization: number) =>
    isOfAll || membersOf(store, organization).some((row) => row.user === user)
  const administers = (organization: number) => access.organizations.get(organization) === 'administrator'
  const ofProvider = (provider: number) => {
    const links = store.rows('identity_provider_membership')
    const rows = [...links.handles()].map((row) => links.row(row))
    return rows.filter((row) => row.is_authorized_by__identity_provider === provider)
  }
  switch (audience) {
    case 'signed in':
      return caller.kind !== 'anonymous'
    case 'role':
      return access.heldApplications.has(id)
    case 'fleet':
      return access.applications.has(id)
    case 'device':
      return seesDevice(store, access, id)
    case 'organization': {
      const fleets = [...access.heldApplications].map(
        (fleet) => store.rows('application').row(fleet).organization,
      )
      // What is of an organization is seen by its members; itself also by the supporters of its fleets.
      return isMember(id) || (staff !== undefined && path === '' && fleets.includes(id))
    }
    case 'payers':
      return access.can('resin.organization.access_billing', { kind: 'organization', id })
    case 'self':
      return id === user
    case 'provider':
      return ofProvider(id).some(({ organization }) => isMember(organization))
    case 'account': {
      const row = store.rows('saml_account').row(handle)
      const provider = ofProvider(row.was_generated_by__identity_provider)
      return (
        user !== undefined &&
        (row.belongs_to__user === user || provider.some(({ organization }) => administers(organization)))
      )
    }
    case 'people':
      if (user === undefined) return false
      if (!store.platform.hasRoles || id === user) return true
      return [...access.organizations.keys()].some((one) =>
        membersOf(store, one).some((row) => row.user === id),
      )
    case 'key': {
      if (user === undefined) return false
      const place = placeOfKey(store, handle)
      if (place?.kind === 'user') return place.id === user
      return (
        store.platform.listsKeysOfOthers && place !== undefined && access.can('resin.api_key.read', place)
      )
    }
  }
}

function placeOfKey(store: Store, handle: number): Place | undefined {
  const actor = store.table('api_key').reader('is_of__actor')(handle)
  for (const kind of ['user', 'application'] as const)
    for (const id of store.rows(kind).handles())
      if (store.rows(kind).reader('actor')(id) === actor) return { kind, id }
  const devices = store.table('device')
  const index = [...devices.handles()].find(
    (one) => deviceActorId(Number(devices.reader('id')(one))) === actor,
  )
  return index === undefined ? undefined : { kind: 'device', id: Number(devices.reader('id')(index)) }
}

const PLACES: readonly string[] = ['application', 'organization', 'team', 'user', 'device']
const isPlaceKind = (name: string): name is Place['kind'] => PLACES.includes(name)

test.each(['hosted', 'open'] as const)(
  '%s: each caller sees the rows of each resource that its audience has',
  (platform) => {
    const world = worlds[platform]
    const { store, accesses } = world
    const names = store.schema.resources.map(({ name }) => name)
    expect(names.filter((name) => !(name in WHO_SEES))).toEqual([])
    for (const [name, access] of accesses) {
      const { visibility } = sourceFor(store, access, NOW)
      for (const resource of names) {
        const rows = [...store.table(resource).handles()]
        const test = visibility(resource)?.test ?? (() => true)
        const expected = rows.filter((handle) => isExpected(world, access, resource, handle))
        expect([name, resource, rows.filter((handle) => test(handle))]).toEqual([name, resource, expected])
      }
    }
  },
)

test('what the rows are found by is what they are tested by', () => {
  const { store, accesses } = worlds.hosted
  let checked = 0
  for (const [name, access] of accesses) {
    const { visibility } = sourceFor(store, access, NOW)
    for (const { name: resource } of store.schema.resources) {
      const { test, through } = visibility(resource) ?? {}
      if (test === undefined || through === undefined) continue
      const read = store.table(resource).reader(through.field)
      for (const handle of store.table(resource).handles()) {
        const id = read(handle)
        expect([name, resource, handle, typeof id === 'number' && through.ids.has(id)]).toEqual([
          name,
          resource,
          handle,
          test(handle),
        ])
        checked += 1
      }
    }
  }
  expect(checked).toBeGreaterThan(1000)
})

const ACTIONS = ['create', 'update', 'delete'] as const

/** Of devices, what they can write; docs/platform/device-protocol.md. */
const ALL: readonly string[] = ACTIONS
const BY_A_DEVICE: Readonly<Record<string, readonly string[]>> = {
  device: ['update'],
  device_config_variable: ['create', 'update'],
  device_environment_variable: ALL,
  device_service_environment_variable: ALL,
  device_tag: ALL,
  image_install: ['create', 'update'],
  service_install: ALL,
}

/** Whether the caller is expected to write a row, or one like it. */
function mayExpected(
  { store }: World,
  access: Access,
  resource: ResourceName,
  handle: number,
  action: WriteAction,
) {
  const { caller } = access
  const [path, named] = WHO_WRITES[resource] ?? ['', '']
  if (caller.kind === 'device') {
    const isOwn =
      endOf(store, resource, path) === 'device' && follow(store, resource, handle, path) === caller.device
    return isOwn && (BY_A_DEVICE[resource] ?? []).includes(action)
  }
  if (resource === 'api_key' && action !== 'create') {
    const place = placeOfKey(store, handle)
    return place !== undefined && access.can(`resin.api_key.${action}`, place)
  }
  if (resource === 'identity_provider' && action !== 'create') {
    const links = store.rows('identity_provider_membership')
    const rows = [...links.handles()].map((row) => links.row(row))
    return rows.some(
      (row) =>
        row.is_authorized_by__identity_provider === handle &&
        access.organizations.get(row.organization) === 'administrator',
    )
  }
  if (action === 'create' && resource === 'organization') return caller.kind === 'user'
  if (!(resource in WHO_WRITES) || (action === 'create' && resource === 'user')) return false
  const to = action === 'create' ? (WHO_CREATES[resource] ?? path) : path
  const kind = endOf(store, resource, to)
  if (!isPlaceKind(kind)) return false
  const isInstall = resource === 'service_install' && store.platform.clientsWriteServiceInstalls
  const permission = isInstall ? 'device.update' : named.replace('*', action)
  return access.can(`resin.${permission}`, { kind, id: follow(store, resource, handle, to) })
}

test.each(['hosted', 'open'] as const)(
  '%s: each caller writes what it has the permission for, where it is needed',
  (platform) => {
    const world = worlds[platform]
    const { store, accesses } = world
    for (const [name, access] of accesses)
      for (const { name: resource, columns } of store.schema.resources) {
        // Enough rows to have one of each organization.
        const rows = [...store.table(resource).handles()]
        const some = rows.filter((_, nth) => nth < 3 || nth > rows.length - 5 || nth % 17 === 0)
        for (const action of ACTIONS)
          for (const handle of some) {
            const values = () =>
              Object.fromEntries(
                columns.map(({ name: field }) => [field, store.table(resource).reader(field)(handle)]),
              )
            const may =
              action === 'create'
                ? mayCreate(store, access, resource, values())
                : mayWrite(store, access, { resource, handle, action, fields: ['x'] })
            const expected = mayExpected(world, access, resource, handle, action)
            expect([name, resource, action, handle, may]).toEqual([name, resource, action, handle, expected])
          }
      }
  },
)

test('people read every resource; keys of fleets and nobody only what is public, keys of devices what they need', () => {
  const { store } = worlds.hosted
  const read = (caller: Caller) =>
    store.schema.resources.map(({ name }) => name).filter((name) => readsResource(caller, name))
  const open = [
    'application',
    'application_type',
    'cpu_architecture',
    'device_family',
    'device_manufacturer',
    'device_type',
    'device_type_alias',
    'public_device',
    'public_organization',
  ]
  expect(read({ kind: 'user', user: 1, authTime: null })).toHaveLength(store.schema.resources.length)
  expect(read({ kind: 'anonymous' })).toEqual(open)
  expect(read({ kind: 'application', application: 1 })).toEqual(open)
  const ofDevice = read({ kind: 'device', device: 1 })
  expect(open.filter((name) => !ofDevice.some((one) => one === name))).toEqual([])
  expect(ofDevice).toEqual(
    expect.arrayContaining(['device', 'device_tag', 'release_image', 'user_public_key']),
  )
  expect(ofDevice).not.toEqual(expect.arrayContaining(['user']))
})

test('some fields of applications and devices need a permission of their own, every one that is written', () => {
  const { store, accesses, pairs } = worlds.hosted
  const [own = { device: -1, application: -1 }] = pairs
  const index = store.world.indexOfId(own.device)
  const required = {
    application: {
      app_name: 'resin.application.update',
      organization: 'resin.application.transfer',
      application_type: 'resin.application.change-type',
    },
    device: {
      device_name: 'resin.device.update',
      belongs_to__application: 'resin.device.move',
      is_active: 'resin.application.deactivate-device',
      should_be_operated_by__release: 'resin.device.actions-proxy-hup',
      should_be_managed_by__release: 'resin.device.actions-proxy-supervisorupgrade',
    },
  }
  for (const resource of ['application', 'device'] as const)
    for (const [field, permission] of Object.entries(required[resource]))
      for (const [name, access] of accesses) {
        const handle = resource === 'device' ? index : own.application
        const place = { kind: resource, id: resource === 'device' ? own.device : own.application }
        const may = (fields: string[]) =>
          mayWrite(store, access, { resource, handle, action: 'update', fields })
        const isOwnKey = access.caller.kind === 'device' && resource === 'device'
        const expected = access.can(permission, place) || isOwnKey
        expect([name, field, may([field])]).toEqual([name, field, expected])
        const general = `resin.${resource}.update`
        expect([name, field, may(['x', field])]).toEqual([
          name,
          field,
          (expected && access.can(general, place)) || isOwnKey,
        ])
      }
})

test('a row moves only to where the caller could create it; to the same place it always may', () => {
  const { store, accesses, pairs } = worlds.hosted
  const [own, foreign] = pairs
  if (own === undefined || foreign === undefined) throw new Error('no devices')
  const tags = store.table('device_tag')
  const tag = [...tags.handles()].find((row) => tags.reader('device')(row) === own.device) ?? -1
  const accessBy = Object.fromEntries(accesses)
  const moves = (name: string, resource: ResourceName, handle: number, changes: Record<string, Value>) => {
    const access = accessBy[name]
    return access && mayMoveTo(store, access, resource, { handle, changes })
  }
  for (const name of ['administrator', 'developer', 'operator']) {
    expect(moves(name, 'device_tag', tag, { device: own.device })).toBe(true)
    expect(moves(name, 'device_tag', tag, { value: 'x' })).toBe(true)
    expect(moves(name, 'device_tag', tag, { device: foreign.device })).toBe(false)
  }
  expect(moves('of another organization', 'device_tag', tag, { device: foreign.device })).toBe(true)
  // Moving a device and transferring a fleet have permissions of their own, checked as those of their fields.
  const index = store.world.indexOfId(own.device)
  expect(moves('operator', 'device', index, { belongs_to__application: foreign.application })).toBe(true)
  expect(moves('operator', 'application', own.application, { organization: foreign.organization })).toBe(true)
  // What has no owner moves nowhere.
  expect(moves('member', 'api_key', 0, { is_of__actor: 1 })).toBe(true)
})

test('any organization of a provider administers it, one without organizations nobody', () => {
  const { store, accesses, pairs } = worlds.hosted
  const links = store.table('identity_provider_membership')
  const [linked = -1] = [...links.handles()]
  const provider = Number(links.reader('is_authorized_by__identity_provider')(linked))
  const access = Object.fromEntries(accesses)
  const may = (name: string, handle: number) => {
    const found = access[name]
    return found && mayWrite(store, found, { resource: 'identity_provider', handle, action: 'update' })
  }
  const alone = store.table('identity_provider').insert({ display_name: 'alone' })
  const second = links.insert({
    organization: pairs[1]?.organization ?? -1,
    is_authorized_by__identity_provider: provider,
  })
  try {
    expect([may('administrator', provider), may('of another organization', provider)]).toEqual([true, true])
    expect([may('developer', provider), may('administrator of the platform', provider)]).toEqual([
      false,
      false,
    ])
    expect(accesses.map(([name]) => may(name, alone)).filter(Boolean)).toEqual([])
  } finally {
    links.remove(second)
    store.table('identity_provider').remove(alone)
  }
})

test('the key of a device adds to itself only what it may run', () => {
  const { store, accesses, pairs } = worlds.hosted
  const [, access] = accesses.find(([name]) => name === 'key of a device') ?? []
  const may = (device = -1, installs__service = -1) =>
    access && mayCreate(store, access, 'service_install', { device, installs__service })
  expect(may(pairs[0]?.device, pairs[0]?.service)).toBe(true)
  expect(may(pairs[0]?.device, pairs[1]?.service)).toBe(false)
  expect(may(pairs[1]?.device, pairs[0]?.service)).toBe(false)
})

test('keys of devices write what is theirs, keys of fleets create devices, people may try everything', () => {
  const { store, accesses } = worlds.hosted
  for (const [name, access] of accesses)
    for (const { name: resource } of store.schema.resources)
      for (const action of ACTIONS) {
        const { kind } = access.caller
        const expected =
          kind === 'user' ||
          (kind === 'application' && resource === 'device' && action === 'create') ||
          (kind === 'device' && (BY_A_DEVICE[resource] ?? []).includes(action))
        expect([name, resource, action, writesResource(access, resource, action)]).toEqual([
          name,
          resource,
          action,
          expected,
        ])
      }
})
