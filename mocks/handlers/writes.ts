import { mayCreate, mayWrite } from '../access/write-permissions.ts'
import { select, wholeRow } from '../odata/engine.ts'
import { Refusal, unauthorized, unknownName } from '../odata/refusal.ts'
import type { ResourceSchema } from '../odata/schema.ts'
import { isBind, literalOf } from '../odata/tree.ts'
import { removeRow } from '../store/cascade.ts'
import { completeRow } from '../store/complete-row.ts'
import { checkReferences, checkUnique, checkUniqueAmong } from '../store/constraints.ts'
import { readInput } from '../store/input.ts'
import type { Store } from '../store/store.ts'
import type { Value, Values } from '../store/table.ts'
import { bodyOf, empty, isJsonObject } from './call.ts'
import type { Answer, Call, JsonObject } from './call.ts'
import type { DataHandler } from './data.ts'
import { isMultipart, readMultipart } from './multipart.ts'
import { rulesOf } from './resource-rules.ts'
import type { ResourceRules, RuleContext } from './rules.ts'
import { wholeSource } from './source.ts'

function checkRequired({ model }: ResourceSchema, values: Values): void {
  if (model.createRequires === null) throw unauthorized()
  for (const field of model.createRequires) if ((values[field] ?? null) === null) throw unknownName()
}

const readBody = (call: Call): Promise<JsonObject> =>
  isMultipart(call.request) ? readMultipart(call.request) : bodyOf(call)

/** Inserts a row that is known to be allowed, with all that follows from it. Returns its handle. */
export function insertRow(
  context: RuleContext,
  resource: ResourceSchema,
  values: Values,
  rules: ResourceRules = {},
): number {
  const { store, now } = context
  const row = completeRow(resource, values, now)
  checkUnique(resource, store.table(resource.name), (field) => row[field] ?? null)
  const handle = rules.insert?.(context, row) ?? store.table(resource.name).insert(row)
  store.changed()
  rules.created?.(context, handle)
  store.changed()
  return handle
}

/** Rows that follow from what devices report: nobody writes them. */
const DERIVED: ReadonlySet<string> = new Set(['image_install', 'service_install'])

function contextOf(
  { store, access, now, cloud, caller, url }: Call,
  resource: ResourceSchema,
  body: JsonObject,
) {
  if (caller.kind === 'anonymous' || DERIVED.has(resource.name)) throw unauthorized()
  const { origin } = url
  const context: RuleContext = { store, access, now, realNow: cloud.realNow(), origin, body }
  return { context, rules: rulesOf(resource.name) }
}

export const createRow: DataHandler = async (call): Promise<Answer> => {
  const { store, resource, access, now } = call
  const body = await readBody(call)
  const { context, rules } = contextOf(call, resource, body)
  const { values: given } = readInput(resource, body, rules.named)
  const values = rules.create?.(context, given) ?? given
  checkRequired(resource, values)
  checkReferences(store.schema, resource, (name) => store.table(name), values)
  const allowed = rules.mayCreate?.(context, values) ?? mayCreate(store, access, resource.name, values)
  if (!allowed) throw unauthorized()
  const handle = insertRow(context, resource, values, rules)
  const id = Number(store.table(resource.name).reader('id')(handle))
  const whole = wholeRow(wholeSource(store, now), resource.name, handle)
  const brief = call.url.searchParams.get('returnResource') === 'false'
  return {
    status: 201,
    kind: 'json',
    json: brief ? { id } : whole,
    headers: { Location: `/v7/${resource.name}(@id)?@id=${id}` },
  }
}

const triggersIn = (body: JsonObject, { triggers = [] }: ResourceRules): string[] =>
  triggers.filter((key) => key in body)

interface PlannedUpdate {
  handle: number
  changes: Values
}

function planUpdate(
  context: RuleContext,
  resource: ResourceSchema,
  handle: number,
  given: Values,
  rules: ResourceRules,
): PlannedUpdate {
  const { store, access, body } = context
  const fields = [...Object.keys(given), ...triggersIn(body, rules)]
  if (!mayWrite(store, access, { resource: resource.name, handle, action: 'update', fields })) {
    throw unauthorized()
  }
  const changes = rules.update?.(context, handle, { ...given }) ?? given
  checkReferences(store.schema, resource, (name) => store.table(name), changes)
  return { handle, changes }
}

const afterChange = (store: Store, resource: string, { handle, changes }: PlannedUpdate) => {
  const table = store.table(resource)
  return (field: string): Value => (field in changes ? (changes[field] ?? null) : table.reader(field)(handle))
}

export const updateRows: DataHandler = async (call) => {
  const { store, resource, now, source, parsed } = call
  const body = await readBody(call)
  const { context, rules } = contextOf(call, resource, body)
  if (Object.keys(body).length === 0) throw new Refusal(400, 'No fields to update')
  const { values, known } = readInput(resource, body, rules.named)
  const triggered = triggersIn(body, rules).length
  if (known + triggered === 0) throw unknownName()
  if (Object.keys(values).length + triggered === 0) throw new Refusal(400, 'No fields to update')
  const planned = select(source, parsed).map((handle) => planUpdate(context, resource, handle, values, rules))
  const touchesKey = resource.model.keys.some((key) =>
    key.some((field) => planned.some(({ changes }) => field in changes)),
  )
  if (touchesKey) {
    const rows = planned.map((one) => afterChange(store, resource.name, one))
    checkUniqueAmong(resource, rows)
    for (const [at, read] of rows.entries()) {
      checkUnique(resource, store.table(resource.name), read, planned[at]?.handle)
    }
  }
  for (const { handle, changes } of planned) {
    const stamped = resource.member('modified_at') === undefined ? changes : { ...changes, modified_at: now }
    store.table(resource.name).update(handle, stamped)
  }
  store.changed()
  for (const { handle, changes } of planned) rules.updated?.(context, handle, changes)
  store.changed()
  return empty()
}

export const deleteRows: DataHandler = (call) => {
  const { store, resource, access, source, parsed } = call
  const { context, rules } = contextOf(call, resource, {})
  const handles = select(source, parsed)
  if (handles.length === 0) rules.nothingToRemove?.()
  for (const handle of handles) {
    const allowed = rules.mayRemove?.(context, handle) === true
    if (!allowed && !mayWrite(store, access, { resource: resource.name, handle, action: 'delete' }))
      throw unauthorized()
  }
  for (const handle of handles) rules.remove?.(context, handle)
  for (const handle of handles) {
    const table = store.table(resource.name)
    const id = Number(table.reader('id')(handle))
    if (table.byId(id) >= 0) removeRow(store, resource.name, handle)
  }
  store.changed()
  return empty()
}

/** The values that a key names, for a row that does not exist yet. */
function keyValues(call: Parameters<DataHandler>[0]): Values {
  const { key } = call.parsed.tree
  const values: Values = {}
  if (!isJsonObject(key) || 'bind' in key) return values
  for (const [field, bind] of Object.entries(key)) {
    const place = isJsonObject(bind) ? bind['bind'] : undefined
    const literal = isBind({ bind: place }) ? literalOf({ bind: place }, call.parsed.binds) : undefined
    if (literal !== undefined) values[field] = literal.value
  }
  return values
}

/** PUT: the row with this key is replaced, or made; either way it gets a new id (wire 4.5). */
export const replaceRow: DataHandler = async (call) => {
  const { store, resource, access, source, parsed } = call
  const body = await readBody(call)
  const { context, rules } = contextOf(call, resource, body)
  const { values: given } = readInput(resource, { ...body, ...keyValues(call) }, rules.named)
  const handles = select(source, parsed)
  for (const handle of handles) {
    if (!mayWrite(store, access, { resource: resource.name, handle, action: 'delete' })) throw unauthorized()
  }
  const values = rules.create?.(context, given) ?? given
  checkRequired(resource, values)
  checkReferences(store.schema, resource, (name) => store.table(name), values)
  const allowed = rules.mayCreate?.(context, values) ?? mayCreate(store, access, resource.name, values)
  if (!allowed) throw unauthorized()
  for (const handle of handles) removeRow(store, resource.name, handle)
  insertRow(context, resource, values, rules)
  return empty()
}
