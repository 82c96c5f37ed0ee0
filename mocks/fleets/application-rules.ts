import { HttpError, unauthorized } from '../base/http-error.ts'
import type { ResourceRules, RuleContext } from '../http/resource-rules.ts'
import { architectureOf } from '../os/device-types.ts'
import { latestTrackable, setFleetTarget } from '../releases/release-sync.ts'
import { checkUnique, referenced } from '../store/constraints.ts'
import { newHex } from '../store/secrets.ts'
import type { Store } from '../store/store.ts'
import type { RowInput } from '../store/stored-row.ts'
import type { Value, Values } from '../store/table.ts'
import { checkLegacy, requirePaidType } from './application-type.ts'

function checkName(name: Value | undefined): void {
  if (typeof name === 'string' && !/^[a-zA-Z0-9_-]+$/.test(name)) {
    throw new HttpError(400, 'App name may only contain [a-zA-Z0-9_-].')
  }
}

/** `<organization handle>/<lowercase name>` (docs/platform/errors.md). */
function slugOf(store: Store, organization: number, name: string): string {
  const organizations = store.rows('organization')
  const handle = organizations.byId(organization) < 0 ? '' : organizations.reader('handle')(organization)
  return `${handle}/${name.toLowerCase()}`
}

const UUID_LENGTH = 32

/** Throws 400 on the open-source backend, whose rule for a new fleet is stricter than that for a change. */
function checkUuid({ platform }: Store, uuid: Value | undefined, isNew: boolean): void {
  if (platform.name !== 'open' || typeof uuid !== 'string') return
  if (isNew && !/^[0-9a-f]{32}$/.test(uuid))
    throw new HttpError(400, 'Application UUID must be a 32 character long lower case UUID version 4.')
  if (uuid.length !== UUID_LENGTH)
    throw new HttpError(
      400,
      `It is necessary that each application has a uuid that has a Length (Type) that is equal to ${UUID_LENGTH}.`,
    )
}

function defaultType(store: Store): number {
  const types = store.rows('application_type')
  const isLegacy = types.reader('is_legacy')
  for (const id of types.handles()) if (isLegacy(id) !== true) return id
  throw new Error('No application type')
}

/** How error messages name the purpose of a release and its required owner. */
const TARGETS = {
  fleet: { purpose: 'should be running on an application', owner: 'the application' },
  device: { purpose: 'is pinned to a device', owner: 'an application1 that the device belongs to' },
} as const

/** Throws 400 unless the target is a successful release of the same fleet. */
export function checkTarget(
  store: Store,
  fleet: number,
  release: Value | undefined,
  kind: keyof typeof TARGETS,
): void {
  if (typeof release !== 'number' || store.rows('release').byId(release) < 0) return
  const row = store.rows('release').row(release)
  if (row.status === 'success' && row.belongs_to__application === fleet) return
  throw targetRule(kind)
}

/** 400 with the rule for the release that a fleet or a device should run. */
export function targetRule(kind: keyof typeof TARGETS): HttpError {
  const { purpose, owner } = TARGETS[kind]
  return new HttpError(
    400,
    `It is necessary that each release that ${purpose}, has a status that is equal to "success" and belongs to ${owner}.`,
  )
}

function checkDeviceType({ store }: RuleContext, handle: number, type: Value | undefined): void {
  const types = store.rows('device_type')
  if (typeof type !== 'number' || types.byId(type) < 0) return
  const current = store.rows('application').reader('is_for__device_type')(handle)
  const [from, to] = [architectureOf(store, current), architectureOf(store, type)]
  if (from === to) return
  const nameOf = types.reader('name')
  throw new HttpError(
    400,
    `Cannot change the default device type from ${nameOf(current)} (${from}) to ${nameOf(type)} (${to}): their architectures differ.`,
  )
}

function checkApplicationType({ store }: RuleContext, fleet: number, type: Value | undefined): void {
  if (typeof type !== 'number' || store.rows('application_type').byId(type) < 0) return
  if (store.rows('application_type').reader('supports_multicontainer')(type) === true) return
  const joins = store.rows('release_image')
  for (const release of Array.from(store.rows('release').find('belongs_to__application', fleet) ?? [])) {
    if ((joins.find('is_part_of__release', release)?.length ?? 0) > 1) {
      throw new HttpError(403, 'The application type does not support releases with several services.')
    }
  }
}

export const applicationRules: ResourceRules<'application'> = {
  create({ store }, values) {
    const { app_name: name, organization } = values
    if (name === undefined && Object.keys(values).length > 0)
      throw new HttpError(400, 'Missing application name')
    checkName(name)
    checkUuid(store, values.uuid, true)
    if (typeof name !== 'string' || typeof organization !== 'number') return values
    if (values.is_host === true) throw unauthorized()
    requirePaidType(store, organization, values.application_type)
    return {
      uuid: newHex(store.secrets, 32),
      is_of__class: 'fleet',
      application_type: defaultType(store),
      should_track_latest_release: true,
      is_archived: false,
      is_public: false,
      ...values,
      is_host: false,
      is_discoverable: values.is_public === true,
      slug: slugOf(store, organization, name),
    }
  },

  insert: ({ store }, values) =>
    store.table('application').insert({ ...values, actor: store.rows('actor').insert({}) }),

  created({ store }, id) {
    const name = store.rows('application').reader('app_name')(id)
    const uuid = store.rows('application').reader('uuid')(id)
    store.world.addFleet({ id, name, uuid, targetReleaseId: null })
    store.registered.fleets.add(id)
  },

  update(context, handle, changes) {
    const { store, access } = context
    const row = store.rows('application').row(handle)
    // The check of the characters takes an empty name for none.
    if (changes.app_name !== '') checkName(changes.app_name)
    checkUuid(store, changes.uuid, false)
    checkLegacy(store, handle, changes)
    checkDeviceType(context, handle, changes.is_for__device_type)
    checkApplicationType(context, handle, changes.application_type)
    checkTarget(store, handle, changes.should_be_running__release, 'fleet')
    const organization = changes.organization ?? row.organization
    if (store.platform.seesAll && store.rows('organization').byId(organization) < 0)
      throw referenced('organization')
    requirePaidType(store, organization, changes.application_type)
    if ('organization' in changes && organization !== row.organization) {
      if (!access.can('resin.application.create', { kind: 'organization', id: organization })) {
        throw unauthorized()
      }
    }
    const planned: RowInput<'application'> = { ...changes }
    delete planned.slug
    if ('app_name' in changes || 'organization' in changes) {
      planned.slug = slugOf(store, organization, changes.app_name ?? row.app_name)
      const schema = store.schema.resource('application')
      if (schema !== undefined) {
        const table = store.table('application')
        const after: Readonly<Values> = planned
        const read = (field: string) => after[field] ?? table.reader(field)(handle)
        checkUnique(schema, table, read, [handle])
      }
    }
    if (changes.should_track_latest_release === true && row.should_track_latest_release !== true) {
      planned.should_be_running__release ??= latestTrackable(store, handle)
    }
    return planned
  },

  updated({ store }, handle, changes) {
    const name = changes.app_name
    if (typeof name === 'string' && store.registered.fleets.has(handle)) store.world.renameFleet(handle, name)
    const target = changes.should_be_running__release
    if (target === undefined) return
    setFleetTarget(store, handle, typeof target === 'number' ? target : null)
  },

  nothingToRemove(hasKey) {
    // A filter without matches succeeds; a key without a match is an error.
    if (hasKey) throw new HttpError(404, 'Application(s) not found.')
  },
}
