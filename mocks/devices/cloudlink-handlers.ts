import { HttpError, unauthorized } from '../base/http-error.ts'
import { jsonBody, empty, bodyField } from '../http/request-context.ts'
import type { RequestContext, Handler, JsonObject } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import type { Store } from '../store/store.ts'
import { replaceSimulated } from './state-report-handlers.ts'

/** The open-source backend says what is missing. */
const noKey = ({ platform }: Store): HttpError =>
  platform.name === 'open' ? new HttpError(401, { error: 'API key required' }) : unauthorized()

/** Throws 401 unless the caller is a cloudlink server: these use an API key of a platform administrator, not a session. */
function requireService({ caller, store }: RequestContext): void {
  const isService = caller.kind === 'user' && caller.staff === 'balena_admin' && caller.authTime === null
  if (!isService) throw noKey(store)
}

function devicesOf(body: JsonObject): string[] {
  const one = bodyField(body, 'common_name')
  const uuids = one === undefined ? body['uuids'] : [one]
  if (!Array.isArray(uuids) || uuids.length === 0) throw new HttpError(400)
  return uuids.map((uuid) => {
    if (typeof uuid !== 'string') throw new HttpError(400)
    return uuid
  })
}

/** The reported devices become external devices; unknown ones are ignored (docs/platform/device-protocol.md). */
const reportCloudlink =
  (cloudlink: boolean): Handler<'cloudlink.connected' | 'cloudlink.disconnected'> =>
  async (context) => {
    requireService(context)
    const { store } = context
    const indexes = devicesOf(await jsonBody(context)).map((uuid) => store.world.indexOfUuid(uuid))
    for (const index of indexes) {
      if (index < 0) continue
      replaceSimulated(store, index)
      store.world.applyReport(index, { cloudlink })
    }
    return empty()
  }

export const cloudlinkHandlers: ServiceHandlers<'cloudlink'> = {
  'cloudlink.connected': reportCloudlink(true),
  'cloudlink.disconnected': reportCloudlink(false),

  /** A device can connect only with its own key. */
  'cloudlink.mayConnect'({ store, caller, params }) {
    const isKnown = store.world.indexOfUuid(params.uuid ?? '') >= 0
    if (caller.kind !== 'device') throw isKnown ? noKey(store) : unauthorized()
    const own = store.world.indexOfId(caller.device)
    if (own < 0) throw unauthorized()
    if (store.world.indexOfUuid(params.uuid ?? '') !== own) throw new HttpError(403)
    return empty()
  },
}
