import type { Access, Place } from '../access/access.ts'
import { mayWrite } from '../access/write-permissions.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { jsonBody, isJsonObject, json } from '../http/request-context.ts'
import type { DataHandler, JsonObject } from '../http/request-context.ts'
import { selectKeyed } from '../odata/engine.ts'

const METHODS: Readonly<Record<string, 'update' | 'delete' | 'read' | undefined>> = {
  GET: 'read',
  PATCH: 'update',
  PUT: 'update',
  DELETE: 'delete',
}

function may(access: Access, resource: string, action: string, place: Place): boolean {
  return access.can(`resin.${resource}.${action}`, place)
}

/** What is asked for: one action, or several of which one (`or`) or all (`and`) must be allowed. */
interface Requested {
  actions: readonly string[]
  all: boolean
}

const listed = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
    ? value.filter((one) => typeof one === 'string')
    : undefined

/** Reads an action: a name, or `{or: […]}` or `{and: […]}`. Throws 400 on anything else. */
function requestedOf({ action, method }: JsonObject): Requested {
  if (typeof action === 'string') return { actions: [action], all: true }
  if (isJsonObject(action)) {
    const [any, all] = [listed(action['or']), listed(action['and'])]
    if (any !== undefined && all === undefined) return { actions: any, all: false }
    if (all !== undefined && any === undefined) return { actions: all, all: true }
  }
  const named = action === undefined && typeof method === 'string' ? METHODS[method] : undefined
  if (named === undefined) throw new HttpError(400)
  return { actions: [named], all: true }
}

/** Returns the id of a row if the caller may perform an action on it, and otherwise 401, as for a missing row (docs/platform/data-api.md). */
export const canAccess: DataHandler = async (context) => {
  const { store, resource, access, caller, source, parsed } = context
  if (caller.kind === 'anonymous') throw unauthorized()
  const { actions, all } = requestedOf(await jsonBody(context))
  const [handle] = selectKeyed(source, parsed)
  if (handle === undefined) throw unauthorized()
  const id = Number(store.table(resource.name).reader('id')(handle))
  const kind = resource.name
  const isUpdatable = () =>
    mayWrite(store, access, { resource: kind, handle, action: 'update', fields: ['id'] })
  const isAllowed = (action: string): boolean => {
    if (action === 'read') return true
    if (store.platform.isReadOnly(kind)) return false
    // Where every user may do everything, that includes what has no name. The key of a device is asked as elsewhere.
    const isEverybodys = caller.kind === 'user' && !store.platform.hasRoles
    if (isEverybodys && (kind === 'device' || kind === 'application') && isUpdatable()) return true
    if (action === 'update' && isUpdatable()) return true
    if (action === 'delete' && mayWrite(store, access, { resource: kind, handle, action, fields: ['id'] }))
      return true
    return (
      (kind === 'device' || kind === 'application' || kind === 'organization' || kind === 'team') &&
      may(access, kind, action, { kind, id })
    )
  }
  if (!(all ? actions.every(isAllowed) : actions.some(isAllowed))) throw unauthorized()
  return json({ d: [{ id }] })
}
