import { mayWrite } from '../access/write-permissions.ts'
import { selectKeyed } from '../odata/engine.ts'
import { HttpError, unauthorized } from '../odata/http-error.ts'
import type { Access, Place } from '../access/access.ts'
import { bodyOf, json, textOf } from '../http/request-context.ts'
import type { DataHandler } from '../http/request-context.ts'

const METHODS: Readonly<Record<string, 'update' | 'delete' | 'read' | undefined>> = {
  GET: 'read',
  PATCH: 'update',
  PUT: 'update',
  DELETE: 'delete',
}

function may(access: Access, resource: string, action: string, place: Place): boolean {
  return access.can(`resin.${resource}.${action}`, place)
}

/** Whether the caller may do something with one row: the row's id, or 401 as for a row that is not there (docs/platform/data-api.md). */
export const canAccess: DataHandler = async (context) => {
  const { store, resource, access, caller, source, parsed } = context
  if (caller.kind === 'anonymous') throw unauthorized()
  const body = await bodyOf(context)
  const action = textOf(body, 'action')
  const method = textOf(body, 'method')
  if (action === undefined && method === undefined) throw new HttpError(400)
  const asked = action ?? METHODS[method ?? '']
  if (asked === undefined) throw new HttpError(400)
  const [handle] = selectKeyed(source, parsed)
  if (handle === undefined) throw unauthorized()
  const id = Number(store.table(resource.name).reader('id')(handle))
  const kind = resource.name
  const allowed =
    asked === 'read' ||
    ((asked === 'update' || asked === 'delete') &&
      mayWrite(store, access, { resource: kind, handle, action: asked, fields: ['id'] })) ||
    ((kind === 'device' || kind === 'application' || kind === 'organization' || kind === 'team') &&
      may(access, kind, asked, { kind, id }))
  if (!allowed) throw unauthorized()
  return json({ d: [{ id }] })
}
