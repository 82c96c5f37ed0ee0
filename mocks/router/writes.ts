import type { ResourceName } from '../../openapi/generated/model.ts'
import { unfilteredSource } from '../access/source.ts'
import { mayCreate, mayMoveTo, writeGate, writesResource } from '../access/write-permissions.ts'
import type { WriteAction } from '../access/write-permissions.ts'
import { HttpError, unauthorized, unknownName } from '../base/http-error.ts'
import type { ResourceSchema } from '../base/schema.ts'
import { noMember } from '../base/schema.ts'
import { isMultipart, readMultipart } from '../http/multipart.ts'
import { empty, isJsonObject, registryHost, jsonRow } from '../http/request-context.ts'
import type { DataHandler, HandlerResult, RequestContext, JsonObject } from '../http/request-context.ts'
import type { AnyResourceRules, RuleContext } from '../http/resource-rules.ts'
import { isBind, boundLiteral } from '../odata/ast.ts'
import { completeRow, select } from '../odata/engine.ts'
import { checkRemovable, removeRow } from '../store/cascade.ts'
import { checkReferences, checkUnique, checkUniqueAmong, notUnique } from '../store/constraints.ts'
import { checkChoices, checkLengths, readInput } from '../store/input.ts'
import { withRowDefaults } from '../store/row-defaults.ts'
import type { Store } from '../store/store.ts'
import type { Value, Values } from '../store/table.ts'
import { resourceRules } from './all-resource-rules.ts'

/** Throws 500 when a body contains fields that this platform does not have, or that cannot be written. */
function checkNamed({ store, resource }: Parameters<DataHandler>[0], body: JsonObject): void {
  const unfiltered = store.schema.resource(resource.name)
  for (const name of Object.keys(body)) {
    const isKnown = unfiltered?.member(name) !== undefined
    if (!isKnown || store.platform.writes(resource.member(name))) continue
    // A value of the wrong type is rejected first.
    readInput(resource, { [name]: body[name] })
    throw unknownName(`${name} of ${resource.name} cannot be written on this platform.`)
  }
}

function checkRequired({ model, name }: ResourceSchema, values: Values): void {
  if (model.createRequires === null) throw unauthorized(`The platform creates no ${name} by a request.`)
  for (const field of model.createRequires)
    if ((values[field] ?? null) === null)
      throw unknownName(`A new ${name} needs ${field}, which the body does not have.`)
}

const readBody = (context: RequestContext, resource: ResourceSchema): Promise<JsonObject> =>
  isMultipart(context.request) ? readMultipart(context.request, resource) : jsonRow(context)

/** Deletes rows after all checks. */
function removeRows(context: RuleContext, { name }: ResourceSchema, rules: AnyResourceRules): void {
  const { store, rows } = context
  const table = store.table(name)
  for (const [handle, id] of rows.map((row) => [row, Number(table.reader('id')(row))] as const)) {
    // Dependent rows may already have been deleted with an earlier one.
    if (table.byId(id) < 0) continue
    rules.removing?.(context, handle)
    removeRow(store, name, handle)
  }
  store.changed()
}

/**
 * Inserts a row after all checks, with its side effects, replacing the `rows` of the context, and returns its handle.
 * Throws 409, before anything is written, when another row has its key.
 */
function insertRow(
  context: RuleContext,
  resource: ResourceSchema,
  values: Values,
  rules: AnyResourceRules = {},
): number {
  const { store, now } = context
  const row = withRowDefaults(resource, values, now)
  checkChoices(resource, values)
  checkUnique(resource, store.table(resource.name), (field) => row[field] ?? null, context.rows)
  checkLengths(resource, values)
  if (context.rows.length > 0) removeRows(context, resource, rules)
  const handle = rules.insert?.(context, row) ?? store.table(resource.name).insert(row)
  store.changed()
  rules.created?.(context, handle)
  store.changed()
  return handle
}

/**
 * Resources that clients cannot write: deltas are derived from the builder, email addresses from invitations, and
 * subscriptions from plans.
 */
const READ_ONLY: ReadonlySet<string> = new Set(['delta', 'invitee', 'subscription'])

function contextOf(
  { store, access, now, cloud, caller, url }: RequestContext,
  resource: ResourceSchema,
  body: JsonObject,
  selectRows: () => readonly number[] = () => [],
) {
  const isReadOnly =
    READ_ONLY.has(resource.name) ||
    (resource.name === 'service_install' &&
      caller.kind === 'user' &&
      !store.platform.clientsWriteServiceInstalls)
  if (caller.kind === 'anonymous' || isReadOnly) throw unauthorized()
  const rows = selectRows()
  const { origin } = url
  const registry = registryHost(cloud)
  const context: RuleContext = { store, access, now, realNow: cloud.realNow(), origin, registry, body, rows }
  return { context, rules: resourceRules(resource.name) }
}

/**
 * Throws 401 with an empty body when the owner of a tag or variable does not exist, as when it is not visible. Where
 * everything is visible, it is a reference to nothing, like any other.
 */
function checkOwner(store: Store, resource: ResourceSchema, values: Values): void {
  if (store.platform.seesAll || !/_(?:tag|variable)$/.test(resource.name)) return
  for (const [field, value] of Object.entries(values)) {
    const member = resource.member(field)
    if (member?.kind !== 'toOne' || typeof value !== 'number') continue
    if (store.table(member.resource).byId(value) < 0) throw unauthorized()
  }
}

/** Throws 401 with an empty body when nobody can write a resource on this platform, although the values are valid. */
function requireWritable({ store, resource }: Parameters<DataHandler>[0]): void {
  if (store.platform.isReadOnly(resource.name)) throw unauthorized()
}

/** Throws 401 with an empty body when a key can write no row of a resource, whatever the request contains. */
function requireWriter({ access, resource, caller }: Parameters<DataHandler>[0], action: WriteAction): void {
  if (caller.kind !== 'anonymous' && !writesResource(access, resource.name, action)) throw unauthorized()
}

export const createRow: DataHandler = async (call): Promise<HandlerResult> => {
  const { store, resource, access, now, source } = call
  requireWriter(call, 'create')
  const body = await readBody(call, resource)
  checkNamed(call, body)
  const { context, rules } = contextOf(call, resource, body)
  const { values: input } = readInput(resource, body, rules.named)
  rules.check?.(input)
  requireWritable(call)
  const values = rules.create?.(context, input) ?? input
  checkRequired(resource, values)
  checkOwner(store, resource, values)
  checkReferences(store.schema, resource, (name) => store.table(name), values)
  const allowed = rules.mayCreate?.(context, values) ?? mayCreate(store, access, resource.name, values)
  if (!allowed) throw unauthorized()
  checkNewId(call)
  const handle = insertRow(context, resource, values, rules)
  const id = Number(store.table(resource.name).reader('id')(handle))
  const row = completeRow({ ...unfilteredSource(store, now), schema: source.schema }, resource.name, handle)
  const isBrief = call.url.searchParams.get('returnResource') === 'false'
  return {
    status: 201,
    kind: 'json',
    json: isBrief ? { id } : row,
    headers: { Location: `/v7/${resource.name}(@id)?@id=${id}` },
  }
}

/** Throws 409 when a row exists with the id in the address of a creation. */
function checkNewId({ store, resource, parsed }: Parameters<DataHandler>[0]): void {
  const { key } = parsed.tree
  const id = isBind(key) ? boundLiteral(key, parsed.binds)?.value : undefined
  if (typeof id === 'number' && store.table(resource.name).byId(id) >= 0)
    throw new HttpError(409, 'Unique key constraint violated')
}

const triggersIn = (body: JsonObject, { triggers = [] }: AnyResourceRules): string[] =>
  triggers.filter((key) => key in body)

interface PlannedUpdate {
  handle: number
  changes: Values
}

function planUpdate(
  context: RuleContext,
  resource: ResourceSchema,
  handle: number,
  input: Values,
  rules: AnyResourceRules,
): PlannedUpdate {
  const { store } = context
  const changes = rules.update?.(context, handle, { ...input }) ?? input
  checkReferences(store.schema, resource, (name) => store.table(name), changes)
  return { handle, changes }
}

const afterChange = (store: Store, resource: ResourceName, { handle, changes }: PlannedUpdate) => {
  const table = store.table(resource)
  return (field: string): Value => (field in changes ? (changes[field] ?? null) : table.reader(field)(handle))
}

/** Throws 409 when a change would give a row the id of another. */
function checkId(store: Store, { name }: ResourceSchema, { id }: JsonObject, rows: readonly number[]): void {
  if (typeof id !== 'number' || rows.length === 0) return
  const table = store.table(name)
  const taken = table.byId(id)
  const isFree = taken < 0 || (rows.length === 1 && taken === rows[0])
  if (!isFree) throw new HttpError(409, 'Unique key constraint violated')
}

export const updateRows: DataHandler = async (call) => {
  const { store, resource, access, now, source, parsed } = call
  requireWriter(call, 'update')
  const body = await readBody(call, resource)
  checkNamed(call, body)
  const { context, rules } = contextOf(call, resource, body, () => select(source, parsed))
  const { rows } = context
  if (Object.keys(body).length === 0) throw new HttpError(400, 'No fields to update')
  const { values, known: named } = readInput(resource, body, rules.named)
  // In version 6 of the API, the name of a computed field is that of one that can be written.
  const isComputed = (field: string) => field in body && resource.member(field)?.name === field
  const known = named - (rules.computed ?? []).filter(isComputed).length
  const triggered = triggersIn(body, rules).length
  rules.check?.(values)
  requireWritable(call)
  if (known + triggered === 0 && rules.completes !== true)
    throw unknownName(noMember(resource, Object.keys(body)[0] ?? ''))
  const fields = [...Object.keys(values), ...triggersIn(body, rules)]
  if (fields.length === 0) {
    checkId(store, resource, body, rows)
    return empty()
  }
  const mayUpdate = writeGate(store, access, { resource: resource.name, action: 'update', fields })
  if (!rows.every((handle) => mayUpdate(handle))) throw unauthorized()
  // Values of the wrong type are rejected before any rule runs.
  if (rows.length > 0) checkChoices(resource, values)
  const planned = rows.map((handle) => {
    const plan = planUpdate(context, resource, handle, values, rules)
    if (!mayMoveTo(store, access, resource.name, plan)) throw unauthorized()
    return plan
  })
  for (const { changes } of planned) checkChoices(resource, changes)
  checkId(store, resource, body, rows)
  const touchesKey = resource.model.keys.some((key) =>
    key.some((field) => planned.some(({ changes }) => field in changes)),
  )
  if (touchesKey) {
    const changed = planned.map((one) => afterChange(store, resource.name, one))
    checkUniqueAmong(resource, changed)
    for (const read of changed) checkUnique(resource, store.table(resource.name), read, rows)
  }
  for (const { changes } of planned) checkLengths(resource, { ...values, ...changes })
  for (const { handle, changes } of planned) {
    const stored = rules.updating?.(context, handle, changes) ?? changes
    const stamped = resource.member('modified_at') === undefined ? stored : { ...stored, modified_at: now }
    store.table(resource.name).update(handle, stamped)
  }
  store.changed()
  for (const { handle, changes } of planned) rules.updated?.(context, handle, changes)
  store.changed()
  return empty()
}

export const deleteRows: DataHandler = (call) => {
  const { store, resource, access, source, parsed } = call
  requireWriter(call, 'delete')
  requireWritable(call)
  const { context, rules } = contextOf(call, resource, {}, () => select(source, parsed))
  const { rows: handles } = context
  if (handles.length === 0) rules.nothingToRemove?.(parsed.tree.key !== undefined)
  const mayDelete = writeGate(store, access, { resource: resource.name, action: 'delete' })
  for (const handle of handles) {
    if (rules.mayRemove?.(context, handle) !== true && !mayDelete(handle)) throw unauthorized()
  }
  for (const handle of handles) {
    rules.remove?.(context, handle)
    checkRemovable(store, resource.name, handle)
  }
  removeRows(context, resource, rules)
  return empty()
}

/** The values in a key, for a row that does not exist yet. */
function keyValues(context: Parameters<DataHandler>[0]): Values {
  const { key } = context.parsed.tree
  const values: Values = {}
  if (!isJsonObject(key) || 'bind' in key) return values
  for (const [field, bind] of Object.entries(key)) {
    const literal = isBind(bind) ? boundLiteral(bind, context.parsed.binds) : undefined
    if (literal !== undefined) values[field] = literal.value
  }
  return values
}

/** PUT: replaces or creates the row with this key; in both cases it gets a new id (docs/platform/data-api.md). */
export const replaceRow: DataHandler = async (call) => {
  const { store, resource, access, source, parsed } = call
  requireWriter(call, 'create')
  // The id of an install is derived from its device and image, so it cannot change.
  if (resource.name === 'image_install') throw unauthorized()
  const body = await readBody(call, resource)
  checkNamed(call, body)
  const { context, rules } = contextOf(call, resource, body, () => select(source, parsed))
  const { rows: handles } = context
  const { values: input } = readInput(resource, { ...body, ...keyValues(call) }, rules.named)
  rules.check?.(input)
  requireWritable(call)
  // Without a key, every row would get these values.
  const [unique] = resource.model.keys
  if (handles.length > 1 && unique !== undefined) throw notUnique(unique)
  const mayDelete = writeGate(store, access, { resource: resource.name, action: 'delete' })
  if (!handles.every((handle) => mayDelete(handle))) throw unauthorized()
  const values = rules.create?.(context, input) ?? input
  checkRequired(resource, values)
  checkReferences(store.schema, resource, (name) => store.table(name), values)
  const allowed = rules.mayCreate?.(context, values) ?? mayCreate(store, access, resource.name, values)
  if (!allowed) throw unauthorized()
  for (const handle of handles) {
    rules.remove?.(context, handle)
    checkRemovable(store, resource.name, handle)
  }
  insertRow(context, resource, values, rules)
  return empty()
}
