import type { Access, Place } from '../access/access.ts'
import { mayWrite } from '../access/write-permissions.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { bodyOf, json, textOf } from '../http/request-context.ts'
import type { DataHandler } from '../http/request-context.ts'
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

/** Returns the id of a row if the caller may perform an action on it, and otherwise 401, as for a missing row (docs/platform/data-api.md). */
export const canAccess: DataHandler = async (context) => {
  const { store, resource, access, caller, source, parsed } = context
  if (caller.kind === 'anonymous') throw unauthorized()
  const body = await bodyOf(context)
  const action = textOf(body, 'action')
  const method = textOf(body, 'method')
  if (action === undefined && method === undefined) throw new HttpError(400)
  const requested = action ?? METHODS[method ?? '']
  if (requested === undefined) throw new HttpError(400)
  const [handle] = selectKeyed(source, parsed)
  if (handle === undefined) throw unauthorized()
  const id = Number(store.table(resource.name).reader('id')(handle))
  const kind = resource.name
  const allowed =
    requested === 'read' ||
    ((requested === 'update' || requested === 'delete') &&
      mayWrite(store, access, { resource: kind, handle, action: requested, fields: ['id'] })) ||
    ((kind === 'device' || kind === 'application' || kind === 'organization' || kind === 'team') &&
      may(access, kind, requested, { kind, id }))
  if (!allowed) throw unauthorized()
  return json({ d: [{ id }] })
}
