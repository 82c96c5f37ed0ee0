import type { ResourceName } from '../../openapi/generated/model.ts'
import { deviceOfActor } from '../store/actors.ts'
import type { Store } from '../store/store.ts'
import type { Reader, Value, Values } from '../store/table.ts'
import type { Access, Place } from './access.ts'
import { deviceMayAdd, deviceWrites } from './device-key.ts'
import { resourceOwnership, writtenThrough } from './ownership.ts'
import type { WrittenByRule } from './ownership.ts'

export type WriteAction = 'create' | 'update' | 'delete'

/** Objects with roles: permissions are checked on them. */
const isPlace = (resource: ResourceName): resource is Place['kind'] =>
  resource === 'application' ||
  resource === 'organization' ||
  resource === 'team' ||
  resource === 'user' ||
  resource === 'device'

function placeOf(store: Store, resource: ResourceName, read: (field: string) => Value): Place | undefined {
  const through = writtenThrough(store.schema, resource)
  if (through === undefined) return undefined
  const id = read(through.relation)
  if (typeof id !== 'number') return undefined
  const { owner } = through
  if (isPlace(owner)) return { kind: owner, id }
  const owners = store.table(owner)
  const handle = owners.byId(id)
  return handle < 0 ? undefined : placeOf(store, owner, (field) => owners.reader(field)(handle))
}

function requiredPermissions(
  { platform }: Store,
  resource: ResourceName,
  action: WriteAction,
  fields: readonly string[],
): Set<string> {
  if (resource === 'service_install' && platform.clientsWriteServiceInstalls)
    return new Set(['resin.device.update'])
  const { permission, writtenAs = resource, fields: own = {} } = resourceOwnership(resource)
  if (permission !== undefined) return new Set([permission])
  const general = `resin.${writtenAs}.${action}`
  if (action !== 'update') return new Set([general])
  return new Set(fields.map((field) => own[field] ?? general))
}

/** Whether the caller can create this row. References have been checked before. */
export function mayCreate(store: Store, access: Access, resource: ResourceName, values: Values): boolean {
  const { caller } = access
  const place = placeOf(store, resource, (field) => values[field] ?? null)
  if (caller.kind === 'device') {
    const isOwn = place?.kind === 'device' && place.id === caller.device
    return isOwn && deviceWrites(resource, 'create') && deviceMayAdd(store, caller.device, resource, values)
  }
  if (place === undefined) return createsForThemselves(access, resource)
  const [permission = ''] = requiredPermissions(store, resource, 'create', [])
  return access.can(permission, place)
}

/** Any signed-in user can create an organization. */
const createsForThemselves = (access: Access, resource: ResourceName): boolean =>
  access.caller.kind === 'user' && resource === 'organization'

export interface RowWrite {
  resource: ResourceName
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
  const allowsOn = (place: Place | undefined) =>
    place !== undefined && permissions.every((permission) => access.can(permission, place))
  const rules: Readonly<Record<WrittenByRule, (read: (field: string) => Value) => boolean>> = {
    api_key: (read) => allowsOn(placeOfKey(store, read)),
    identity_provider: (read) => administersProvider(store, access, Number(read('id'))),
  }
  const hasRule = (name: ResourceName): name is WrittenByRule => name in rules
  const isOnItself = resourceOwnership(resource).writtenOn === 'itself' && isPlace(resource)
  const { caller } = access
  return (handle) => {
    const read = (field: string) => readerOf(field)(handle)
    if (caller.kind === 'device') {
      const place = resource === 'device' ? undefined : placeOf(store, resource, read)
      const device = resource === 'device' ? Number(read('id')) : place?.kind === 'device' ? place.id : -1
      return device === caller.device && deviceWrites(resource, action)
    }
    if (hasRule(resource)) return rules[resource](read)
    return allowsOn(isOnItself ? { kind: resource, id: Number(read('id')) } : placeOf(store, resource, read))
  }
}

/**
 * Whether the caller could create the changed row: moving a tag, a variable or a team to another owner requires
 * permission to create one there.
 */
export function mayMoveTo(
  store: Store,
  access: Access,
  resource: ResourceName,
  { handle, changes }: { handle: number; changes: Values },
): boolean {
  const through = writtenThrough(store.schema, resource)
  if (through === undefined) return true
  const { relation } = through
  const to = changes[relation]
  if (typeof to !== 'number' || store.table(resource).reader(relation)(handle) === to) return true
  // Moving it has a permission of its own.
  if (relation in (resourceOwnership(resource).fields ?? {})) return true
  return mayCreate(store, access, resource, { [relation]: to })
}

/** An identity provider is managed by the administrators of any linked organization (docs/decisions/product-rules.md, 10). */
export function administersProvider(store: Store, access: Access, provider: number): boolean {
  const links = store.rows('identity_provider_membership')
  const linked = Array.from(links.find('is_authorized_by__identity_provider', provider) ?? [])
  return linked.some((link) => access.organizations.get(links.row(link).organization) === 'administrator')
}

/** Whose key it is: of a user, a fleet or a device. */
function placeOfKey(store: Store, read: (field: string) => Value): Place | undefined {
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
