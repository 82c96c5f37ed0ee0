import { deviceOfActor } from '../store/actors.ts'
import type { Store } from '../store/store.ts'
import type { Reader, Value, Values } from '../store/table.ts'
import type { Access, Place } from './access.ts'
import { deviceWrites } from './device-key.ts'

export type WriteAction = 'create' | 'update' | 'delete'

/** How to find the object for which a write to a row needs permission. */
type Owner =
  | { kind: 'application' | 'organization' | 'team' | 'user' | 'device'; field: string }
  | { kind: 'through'; field: string; resource: string }

const application = (field: string): Owner => ({ kind: 'application', field })
const organization = (field: string): Owner => ({ kind: 'organization', field })
const device = (field: string): Owner => ({ kind: 'device', field })
const user = (field: string): Owner => ({ kind: 'user', field })
const through = (field: string, resource: string): Owner => ({ kind: 'through', field, resource })

const owners: Readonly<Record<string, Owner>> = {
  application: organization('organization'),
  application_tag: application('application'),
  application_config_variable: application('application'),
  application_environment_variable: application('application'),
  application_domain_mapping: application('application'),
  application_invite: application('is_invited_to__application'),
  build_environment_variable: application('application'),
  service: application('application'),
  service_environment_variable: through('service', 'service'),
  service_label: through('service', 'service'),
  release: application('belongs_to__application'),
  release_tag: through('release', 'release'),
  release_asset: through('release', 'release'),
  release_image: through('is_part_of__release', 'release'),
  image: through('is_a_build_of__service', 'service'),
  image_environment_variable: through('release_image', 'release_image'),
  image_label: through('release_image', 'release_image'),
  device: application('belongs_to__application'),
  device_tag: device('device'),
  device_config_variable: device('device'),
  device_environment_variable: device('device'),
  device_domain_mapping: device('device'),
  device_service_environment_variable: through('service_install', 'service_install'),
  service_install: device('device'),
  image_install: device('device'),
  organization_membership: organization('is_member_of__organization'),
  organization_membership_tag: through('organization_membership', 'organization_membership'),
  organization_invite: organization('is_invited_to__organization'),
  organization_credit_notification: organization('organization'),
  credit_bundle: organization('belongs_to__organization'),
  subscription: organization('is_for__organization'),
  identity_provider_membership: organization('organization'),
  team: organization('belongs_to__organization'),
  team_membership: { kind: 'team', field: 'is_member_of__team' },
  team_application_access: application('grants_access_to__application'),
  user_application_membership: application('is_member_of__application'),
  user_public_key: user('user'),
  oauth_application_authorization: user('belongs_to__user'),
}

/** Parts of a release can be written by users who can write the release. */
const PERMISSION_RESOURCE: Readonly<Record<string, string>> = {
  service: 'release',
  service_label: 'release',
  release_image: 'release',
  image: 'release',
  image_environment_variable: 'release',
  image_label: 'release',
}

/** Fields with their own permission. */
const FIELD_PERMISSIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  device: {
    belongs_to__application: 'resin.device.move',
    is_active: 'resin.application.deactivate-device',
    should_be_operated_by__release: 'resin.device.actions-proxy-hup',
    should_be_managed_by__release: 'resin.device.actions-proxy-supervisorupgrade',
  },
  application: {
    organization: 'resin.application.transfer',
    application_type: 'resin.application.change-type',
  },
}

function placeOf(store: Store, resource: string, read: (field: string) => Value): Place | undefined {
  const owner = owners[resource]
  if (owner === undefined) return undefined
  const id = read(owner.field)
  if (typeof id !== 'number') return undefined
  if (owner.kind !== 'through') return { kind: owner.kind, id }
  const parents = store.table(owner.resource)
  const handle = parents.byId(id)
  return handle < 0 ? undefined : placeOf(store, owner.resource, (field) => parents.reader(field)(handle))
}

function requiredPermissions(
  { platform }: Store,
  resource: string,
  action: WriteAction,
  fields: readonly string[],
): Set<string> {
  // Installs are part of the device's own report.
  if (resource === 'image_install') return new Set(['resin.device.update'])
  if (resource === 'service_install' && platform.clientsWriteServiceInstalls)
    return new Set(['resin.device.update'])
  const general = `resin.${PERMISSION_RESOURCE[resource] ?? resource}.${action}`
  if (action !== 'update') return new Set([general])
  return new Set(fields.map((field) => FIELD_PERMISSIONS[resource]?.[field] ?? general))
}

/** Whether the caller can create this row. References have been checked before. */
export function mayCreate(store: Store, access: Access, resource: string, values: Values): boolean {
  const { caller } = access
  const place = placeOf(store, resource, (field) => values[field] ?? null)
  if (caller.kind === 'device') {
    const isOwn = place?.kind === 'device' && place.id === caller.device
    return isOwn && deviceWrites(resource, 'create')
  }
  if (place === undefined) return createsForThemselves(access, resource)
  const [permission = ''] = requiredPermissions(store, resource, 'create', [])
  return access.can(permission, place)
}

/** Any signed-in user can create an organization. */
const createsForThemselves = (access: Access, resource: string): boolean =>
  access.caller.kind === 'user' && resource === 'organization'

export interface RowWrite {
  resource: string
  handle: number
  action: 'update' | 'delete'
  /** Changed fields; some have their own permission. */
  fields?: readonly string[]
}

/** Whether the caller can change these fields of a row, or delete it. */
export function mayWrite(store: Store, access: Access, { handle, ...write }: RowWrite): boolean {
  return writeGate(store, access, write)(handle)
}

/** Returns `mayWrite` for all rows of a request. */
export function writeGate(
  store: Store,
  access: Access,
  { resource, action, fields = [] }: Omit<RowWrite, 'handle'>,
): (handle: number) => boolean {
  const table = store.table(resource)
  const readers = new Map<string, Reader>()
  const readerOf = (field: string): Reader => {
    const known = readers.get(field)
    if (known !== undefined) return known
    const reader = table.reader(field)
    readers.set(field, reader)
    return reader
  }
  const permissions = [...requiredPermissions(store, resource, action, fields)]
  const { caller } = access
  return (handle) => {
    const read = (field: string) => readerOf(field)(handle)
    if (caller.kind === 'device') {
      const place = resource === 'device' ? undefined : placeOf(store, resource, read)
      const device = resource === 'device' ? Number(read('id')) : place?.kind === 'device' ? place.id : -1
      return device === caller.device && deviceWrites(resource, action)
    }
    if (resource === 'identity_provider') return administersProvider(store, access, Number(read('id')))
    const place = placeOfRow(store, resource, read) ?? placeOf(store, resource, read)
    return place !== undefined && permissions.every((permission) => access.can(permission, place))
  }
}

/**
 * Whether the caller could create the changed row: moving a tag, a variable or a team to another owner requires
 * permission to create one there.
 */
export function mayMoveTo(
  store: Store,
  access: Access,
  resource: string,
  { handle, changes }: { handle: number; changes: Values },
): boolean {
  const owner = owners[resource]
  const to = owner === undefined ? undefined : changes[owner.field]
  if (owner === undefined || typeof to !== 'number') return true
  if (
    store.table(resource).reader(owner.field)(handle) === to ||
    owner.field in (FIELD_PERMISSIONS[resource] ?? {})
  )
    return true
  return mayCreate(store, access, resource, { [owner.field]: to })
}

/** An identity provider is managed by the administrators of any linked organization (docs/decisions/product-rules.md, 10). */
export function administersProvider(store: Store, access: Access, provider: number): boolean {
  const links = store.rows('identity_provider_membership')
  const linked = Array.from(links.find('is_authorized_by__identity_provider', provider) ?? [])
  return linked.some(
    (link) => access.organizations.get(Number(links.row(link)['organization'])) === 'administrator',
  )
}

/** Rows that are objects with roles: the role on the row itself counts, not that on its owner. */
function placeOfRow(store: Store, resource: string, read: (field: string) => Value): Place | undefined {
  if (resource === 'application' || resource === 'organization' || resource === 'user') {
    return { kind: resource, id: Number(read('id')) }
  }
  if (resource === 'device') return { kind: 'device', id: Number(read('id')) }
  if (resource !== 'api_key') return undefined
  const actor = read('is_of__actor')
  if (typeof actor !== 'number') return undefined
  const person = store.rows('user').find('actor', actor)?.[0]
  if (person !== undefined) return { kind: 'user', id: person }
  const fleet = store.rows('application').find('actor', actor)?.[0]
  if (fleet !== undefined) return { kind: 'application', id: fleet }
  const owner = deviceOfActor(actor)
  return owner === undefined ? undefined : { kind: 'device', id: owner }
}

/** Whether the caller can write any row of a resource at all. */
export function writesResource({ caller }: Access, resource: string, action: WriteAction): boolean {
  if (caller.kind === 'device') return deviceWrites(resource, action)
  if (caller.kind === 'application') return resource === 'device' && action === 'create'
  return caller.kind === 'user'
}
