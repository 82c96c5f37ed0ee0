import type { ResourceName } from '../../openapi/generated/model.ts'
import type { Schema } from '../base/schema.ts'
import { deviceActorId } from './actors.ts'
import { referenced } from './constraints.ts'
import type { Store } from './store.ts'
import { forgetFile } from './stored-files.ts'

/** Derived resources, whose rows disappear together with their source. */
const DERIVED: ReadonlySet<string> = new Set([
  'actor',
  'device_history',
  'device_tag',
  'image_install',
  'service_install',
  'user__has_direct_access_to__application',
])

/** References that prevent the deletion of their target. */
const RESTRICTING: ReadonlySet<string> = new Set(['saml_account.was_generated_by__identity_provider'])

/** Nullable relations whose rows are nevertheless deleted with their target. */
const CASCADING: ReadonlySet<string> = new Set([
  'device.belongs_to__application',
  'user.has_legacy_link_to__organization',
])

interface Referrer {
  resource: ResourceName
  field: string
  onDelete: 'clear' | 'cascade'
}

function referrersOf(schema: Schema, target: ResourceName): Referrer[] {
  return schema.referrers(target).flatMap(({ resource, relation: { name: field, nullable } }) => {
    if (DERIVED.has(resource)) return []
    const survives = nullable && !CASCADING.has(`${resource}.${field}`)
    return [{ resource, field, onDelete: survives ? 'clear' : 'cascade' }]
  })
}

function referring(store: Store, { resource, field }: Referrer, id: number): number[] {
  const table = store.table(resource)
  const found = table.find(field, id)
  if (found !== undefined) return Array.from(found)
  const read = table.reader(field)
  return [...table.handles()].filter((handle) => read(handle) === id)
}

/** The keys of a deleted device stay valid, but see nothing and can do nothing. */
function rememberKeys(store: Store, device: number): void {
  const actor = deviceActorId(device)
  const keys = store.rows('api_key')
  const ofDevice = new Set(Array.from(keys.find('is_of__actor', actor) ?? []))
  for (const known of store.secrets.keys.values()) {
    if (ofDevice.has(known.key)) known.remembered = { actor, until: Infinity }
  }
}

/** Throws 409 `Data is referenced by <field>.` when a reference prevents the deletion of a row. */
export function checkRemovable(store: Store, resource: ResourceName, handle: number): void {
  const id = Number(store.table(resource).reader('id')(handle))
  for (const referrer of referrersOf(store.schema, resource)) {
    if (!RESTRICTING.has(`${referrer.resource}.${referrer.field}`)) continue
    if (referring(store, referrer, id).length > 0) throw referenced(referrer.field)
  }
}

/**
 * Deletes a row and its dependents, and clears nullable references to it. Throws 409 `Data is referenced by <field>.`,
 * before anything is deleted, when a reference prevents it.
 */
export function removeRow(store: Store, resource: ResourceName, handle: number): void {
  const table = store.table(resource)
  const id = Number(table.reader('id')(handle))
  checkRemovable(store, resource, handle)
  for (const referrer of referrersOf(store.schema, resource)) {
    // The world itself clears its relations of devices.
    if (referrer.resource === 'device' && referrer.onDelete === 'clear' && !isOverride(referrer.field))
      continue
    for (const row of referring(store, referrer, id)) {
      if (referrer.onDelete === 'cascade') removeRow(store, referrer.resource, row)
      else store.table(referrer.resource).update(row, { [referrer.field]: null })
    }
  }
  const actor = resource === 'application' || resource === 'user' ? table.reader('actor')(handle) : null
  const deviceActor = resource === 'device' ? table.reader('actor')(handle) : null
  if (resource === 'device') rememberKeys(store, id)
  if (resource === 'release_asset') forgetFile(store, table.reader('asset')(handle))
  table.remove(handle)
  for (const owner of [actor, deviceActor]) {
    if (typeof owner !== 'number') continue
    for (const key of Array.from(store.rows('api_key').find('is_of__actor', owner) ?? [])) {
      store.rows('api_key').remove(key)
    }
  }
  if (typeof actor === 'number' && store.rows('actor').byId(actor) >= 0) store.rows('actor').remove(actor)
  store.changed()
}

/** Relations of devices that are stored as overrides and not in the world. */
const isOverride = (field: string): boolean =>
  ['belongs_to__user', 'should_be_operated_by__release', 'should_be_managed_by__release'].includes(field)
