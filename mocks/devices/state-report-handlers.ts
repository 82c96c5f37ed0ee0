import { callerOfKey } from '../access/authenticate.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { frozenDevice } from '../billing/allowance.ts'
import { jsonBody, empty, isJsonObject, bodyField } from '../http/request-context.ts'
import type { RequestContext, Handler, JsonObject } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import type { Store } from '../store/store.ts'
import { checkDeviceTag, problemOfKey } from '../variables/tag-rules.ts'
import { devicePublicUrl, requireOnDevice, seesDevice } from './device-access.ts'
import { checkDeviceName } from './device-names.ts'
import { targetReportedVersions } from './reported-versions.ts'
import { reportV2, reportV3, reportsAnything } from './state-report-parser.ts'

/** Replaces a simulated device with the external one that uses its key. */
export function replaceSimulated(store: Store, index: number): void {
  store.world.attachExternalDevice(index)
}

/** Throws 401 unless the caller uses an API key: sessions cannot report. */
export function requireKey({ caller }: Pick<RequestContext, 'caller'>): void {
  if (caller.kind === 'anonymous' || (caller.kind === 'user' && caller.authTime !== null)) {
    throw new HttpError(401, { error: 'API key required' })
  }
}

/** Throws 401 with an empty body unless the caller's key can change this device. */
function requireReporter({ access, source }: RequestContext, index: number): void {
  if (!seesDevice(source, index)) throw unauthorized()
  requireOnDevice(access, 'resin.device.update', index)
}

/**
 * The parts of a report, by the index of the device, except those that are skipped. Throws 401 without any part, and when one is
 * of a device that does not exist or is frozen, or that the key cannot change, and 400 on parts that are no objects.
 */
async function partsOf(
  context: RequestContext,
  isSkipped: (part: JsonObject) => boolean,
): Promise<[number, JsonObject][]> {
  const { store } = context
  const body = await jsonBody(context)
  const parts = Object.entries(body).flatMap(([uuid, part]): [number, JsonObject][] =>
    isJsonObject(part) ? [[store.world.indexOfUuid(uuid), part]] : [],
  )
  const isFrozen = frozenDevice(store)
  if (parts.length === 0 || parts.some(([index]) => index < 0 || isFrozen(index))) throw unauthorized()
  requireKey(context)
  if (parts.length !== Object.keys(body).length) throw new HttpError(400)
  const kept = parts.filter(([, part]) => !isSkipped(part))
  for (const [index] of kept) requireReporter(context, index)
  return kept
}

type Read = typeof reportV3

const isNew = (store: Store, index: number, field: string, value: unknown) =>
  store.table('device').reader(field)(index) !== value

/** Validates the complete report before applying any of it. */
function applyReportPart(store: Store, index: number, part: JsonObject, read: Read, name?: string): void {
  const { state, stored } = read(store, index, part)
  if (name !== undefined) checkDeviceName(name)
  const changed = Object.entries({ ...stored, ...(name === undefined ? {} : { device_name: name }) }).filter(
    ([field, value]) => isNew(store, index, field, value),
  )
  targetReportedVersions(store, index, state)
  replaceSimulated(store, index)
  store.world.applyReport(index, changed.length === 0 ? state : { ...state, changesMore: true })
  if (changed.length > 0) store.table('device').update(index, Object.fromEntries(changed))
  store.changed()
}

function writeTags(store: Store, device: number, tags: JsonObject): void {
  const table = store.table('device_tag')
  const keyOf = table.reader('tag_key')
  for (const [key, value] of Object.entries(tags)) {
    const known = Array.from(table.find('device', device) ?? []).find((handle) => keyOf(handle) === key)
    if (known === undefined) table.insert({ device, tag_key: key, value: String(value) })
    else table.update(known, { value: String(value) })
  }
}

const report: Handler<'state.report'> = async (context) => {
  const { store } = context
  for (const [index, part] of await partsOf(context, (one) => !reportsAnything(one))) {
    const name = store.platform.namesByReport ? bodyField(part, 'name') : undefined
    applyReportPart(store, index, part, reportV3, name)
  }
  return empty()
}

const reportFromOlder: Handler<'state.reportV2'> = async (context) => {
  const { store, params } = context
  const index = store.world.indexOfUuid(params.uuid ?? '')
  // A deleted device is told that all is well, so that it does not report the same again.
  if (index < 0) return empty()
  if (frozenDevice(store)(index)) throw unauthorized()
  requireKey(context)
  const { local } = await jsonBody(context)
  if (!isJsonObject(local)) throw new HttpError(400)
  requireReporter(context, index)
  applyReportPart(store, index, local, reportV2, bodyField(local, 'name') ?? bodyField(local, 'device_name'))
  return empty()
}

const reportTags: Handler<'state.reportTags'> = async (context) => {
  const parts = await partsOf(context, () => false)
  for (const [, tags] of parts) {
    for (const [tag_key, value] of Object.entries(tags)) {
      // Here the platform validates keys with the form of the body, which it refuses without a reason.
      if (typeof value !== 'string' || problemOfKey(tag_key) !== undefined) throw new HttpError(400)
      checkDeviceTag({ tag_key, value })
    }
  }
  if (parts.every(([, tags]) => Object.keys(tags).length === 0)) {
    throw new HttpError(400, 'No tags were sent to be updated.')
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

/** The poll interval for a device: that of its configuration, but never below the platform's minimum. */
function pollIntervalOf(store: Store, config: Readonly<Record<string, string>>): number {
  const text = config['RESIN_SUPERVISOR_POLL_INTERVAL'] ?? config['BALENA_SUPERVISOR_POLL_INTERVAL']
  return Math.max(Number.parseInt(text ?? '', 10) || 0, store.platform.minPollInterval)
}

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
  const isReached = devicePublicUrl({ store, deviceReach: context.cloud.deviceReach }, index) !== undefined
  store.world.applyPoll(index, pollIntervalOf(store, config), isReached)
}
