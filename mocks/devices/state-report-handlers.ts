import { callerOfKey } from '../access/authenticate.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { bodyOf, empty, isJsonObject, textOf } from '../http/request-context.ts'
import type { RequestContext, Handler, JsonObject } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import type { Store } from '../store/store.ts'
import { checkDeviceTag } from '../variables/tag-rules.ts'
import { checkDeviceName } from './device-names.ts'
import { reportV2, reportV3 } from './state-report-parser.ts'

/** The device of the caller's key. Throws 401 with an empty body for any other caller. */
export function ownDevice({ store, caller }: Pick<RequestContext, 'store' | 'caller'>): number {
  if (caller.kind !== 'device') throw unauthorized()
  return store.world.indexOfId(caller.device)
}

/** Replaces a simulated device with the external one that uses its key. */
export function replaceSimulated(store: Store, index: number): void {
  store.world.attachExternalDevice(index)
  store.states.forget()
}

/** The parts of a report by device. Throws unless the key may report for all of them. */
async function partsOf(context: RequestContext): Promise<[number, JsonObject][]> {
  const own = ownDevice(context)
  return Object.entries(await bodyOf(context)).map(([uuid, part]) => {
    if (context.store.world.indexOfUuid(uuid) !== own) throw unauthorized()
    if (!isJsonObject(part)) throw new HttpError(400)
    return [own, part]
  })
}

type Read = typeof reportV3

/** Validates the complete report before applying any of it. */
function applyReportPart(store: Store, index: number, part: JsonObject, read: Read): void {
  const report = read(store, index, part)
  const name = textOf(part, 'name')
  if (name !== undefined) checkDeviceName(name)
  replaceSimulated(store, index)
  store.world.applyReport(index, report)
  if (name !== undefined && name !== store.world.column('name')(index)) {
    store.table('device').update(index, { device_name: name })
  }
}

function writeTags(store: Store, device: number, tags: JsonObject): void {
  const table = store.table('device_tag')
  const keyOf = table.reader('tag_key')
  for (const [key, value] of Object.entries(tags)) {
    const known = Array.from(table.find('device', device) ?? []).find((handle) => keyOf(handle) === key)
    if (value === null) {
      if (known !== undefined) table.remove(known)
    } else if (known === undefined) table.insert({ device, tag_key: key, value: String(value) })
    else table.update(known, { value: String(value) })
  }
}

const report: Handler<'state.report'> = async (context) => {
  for (const [index, part] of await partsOf(context)) applyReportPart(context.store, index, part, reportV3)
  return empty()
}

const reportFromOlder: Handler<'state.reportV2'> = async (context) => {
  const own = ownDevice(context)
  if (context.store.world.indexOfUuid(context.params.uuid ?? '') !== own) throw unauthorized()
  const { local } = await bodyOf(context)
  if (local === undefined) return empty()
  if (!isJsonObject(local)) throw new HttpError(400)
  applyReportPart(context.store, own, local, reportV2)
  return empty()
}

const reportTags: Handler<'state.reportTags'> = async (context) => {
  const parts = await partsOf(context)
  for (const [, tags] of parts) {
    for (const [tag_key, value] of Object.entries(tags)) {
      if (value !== null && typeof value !== 'string') throw new HttpError(400)
      if (value !== null) checkDeviceTag({ tag_key, value })
    }
  }
  for (const [index, tags] of parts) writeTags(context.store, index + 1, tags)
  context.store.changed()
  return empty()
}

export const reportHandlers = {
  'state.report': report,
  'state.reportV2': reportFromOlder,
  'state.reportTags': reportTags,
} satisfies Partial<ServiceHandlers<'state'>>

/** Updates the heartbeat of a device that reads its target with its own key. No other request counts (docs/platform/device-protocol.md). */
export function recordPoll(
  context: RequestContext,
  index: number,
  config: Readonly<Record<string, string>>,
): void {
  const { store, url, now } = context
  // The key in the query takes precedence over other credentials.
  const key = url.searchParams.get('apikey')
  const caller = (key === null ? undefined : callerOfKey(store, key, now)) ?? context.caller
  if (caller.kind !== 'device' || store.world.indexOfId(caller.device) !== index) return
  replaceSimulated(store, index)
  store.world.applyPoll(index, Number(config['RESIN_SUPERVISOR_POLL_INTERVAL']))
}
