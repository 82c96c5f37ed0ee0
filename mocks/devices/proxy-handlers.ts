import { supervisorAnswer } from '../../simulator/supervisor/supervisor-api.ts'
import type { SupervisorAnswer, SupervisorRequest } from '../../simulator/supervisor/supervisor-api.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { frozenDevice, openDevices, requireOpenFleet } from '../billing/allowance.ts'
import { jsonBody, empty, isJsonObject, json, text, bodyField } from '../http/request-context.ts'
import type { HandlerResult, RequestContext, JsonObject } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import type { Store } from '../store/store.ts'
import { devicePublicUrl, deviceOfPath, reachable, requireOnDevice, seesDevice } from './device-access.ts'
import { preloadShell } from './load-shell.ts'

/** The permission for writing supervisor calls. Reads only require that the caller can see the device. */
const WRITE = 'resin.device.supervisor-proxy-write'

function filterOf(body: JsonObject): { uuid?: string; device?: number; fleet?: number } {
  const uuid = bodyField(body, 'uuid')
  const { deviceId, appId } = body
  if (uuid === undefined && deviceId === undefined && appId === undefined) {
    throw new HttpError(400, 'At least one filter must be specified')
  }
  const id = (value: unknown, name: string) => {
    const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
    if (typeof number === 'number' && Number.isInteger(number)) return number
    throw new HttpError(400, `${name} ID must be a valid integer if specified`)
  }
  return {
    ...(uuid === undefined ? {} : { uuid }),
    ...(deviceId === undefined ? {} : { device: id(deviceId, 'Device') }),
    ...(appId === undefined ? {} : { fleet: id(appId, 'App') }),
  }
}

/** The visible devices that match the filter in the body, online or not. */
function addressed(context: RequestContext, body: JsonObject): number[] {
  const { store, source } = context
  const { world } = store
  const { uuid, device, fleet } = filterOf(body)
  let indexes: number[]
  if (uuid !== undefined) indexes = [world.indexOfUuid(uuid)]
  else if (device !== undefined) indexes = [world.indexOfId(device)]
  else
    indexes =
      fleet === undefined || !store.registered.fleets.has(fleet)
        ? []
        : Array.from(world.devicesOfFleet(fleet))
  const fleetOf = world.column('fleetId')
  const idOf = world.column('id')
  return indexes.filter(
    (index) =>
      index >= 0 &&
      world.exists(index) &&
      (device === undefined || idOf(index) === device) &&
      (fleet === undefined || fleetOf(index) === fleet) &&
      seesDevice(source, index),
  )
}

/** The tags of a device on the platform, which its supervisor asks for. */
function deviceTags(store: Store, index: number) {
  const table = store.table('device_tag')
  const [id, name, value] = [table.reader('id'), table.reader('tag_key'), table.reader('value')]
  return Array.from(table.find('device', index + 1) ?? [], (handle) => ({
    id: Number(id(handle)),
    name: String(name(handle)),
    value: String(value(handle)),
  }))
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const

/** What is sent to the supervisors. */
interface Forwarded extends SupervisorRequest {
  /** Whether it has a body, and its response is therefore read as JSON. */
  hasData: boolean
}

function forwardedOf(body: JsonObject, path: string): Forwarded {
  const { method: given = 'POST', data } = body
  const name = typeof given === 'string' ? given.toUpperCase() : given
  const method = METHODS.find((one) => one === name)
  if (method === undefined || (data !== undefined && !isJsonObject(data))) throw new HttpError(400)
  return {
    method,
    path,
    query: new Map(),
    body: data === undefined ? '' : JSON.stringify(data),
    hasData: data !== undefined,
  }
}

/** Texts of a supervisor that the platform passes on. */
const PLAIN_TEXT = /^[A-Za-z\d\s:'.?!,/-]*$/

const badResponse = () => json({ error: 'Bad API response from supervisor' }, 500)

/** The response to a request to one device: that of its supervisor, if it makes sense. */
function passedOn({ status, type, body }: SupervisorAnswer): HandlerResult {
  if (type === '') return empty(status)
  if (type.startsWith('application/json')) {
    try {
      return json<unknown>(JSON.parse(body), status)
    } catch {
      return badResponse()
    }
  }
  return /^text\/(?:plain|html)/.test(type) && PLAIN_TEXT.test(body) ? text(body, status) : badResponse()
}

function bodyOfSeveral({ type, body }: SupervisorAnswer, { hasData }: Forwarded): unknown {
  if (type === '') return undefined
  if (!hasData) return body
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** The responses to a request to several devices. */
const collected = (answers: readonly SupervisorAnswer[], forwarded: Forwarded) =>
  json(
    answers.map((answer) => {
      const body = bodyOfSeveral(answer, forwarded)
      return { statusCode: answer.status, ...(body === undefined ? {} : { body }) }
    }),
    207,
  )

/** The answer of the supervisor of a simulated device. */
function simulatedAnswer({ store }: RequestContext, index: number, request: Forwarded): SupervisorAnswer {
  const supervisor = {
    world: store.world,
    index,
    key: String(store.table('device').reader('api_secret')(index) ?? ''),
    tags: () => deviceTags(store, index),
  }
  return supervisorAnswer(supervisor, request)
}

/** A way to the supervisor of a device: the simulated one answers at once, a real one when it is asked. */
type Way = SupervisorAnswer | (() => Promise<SupervisorAnswer>)

function wayTo(context: RequestContext, index: number, request: Forwarded): Way {
  const { store, cloud } = context
  const { deviceReach } = cloud
  const address = devicePublicUrl(cloud, index)
  if (deviceReach === undefined || address === undefined) {
    const { world } = store
    return world.isExternal(index) || world.isSupervisorRunning(index)
      ? simulatedAnswer(context, index, request)
      : async () => Promise.reject(new Error('tunneling socket could not be established, statusCode=502'))
  }
  const device = { address, key: String(store.table('device').reader('api_secret')(index)) }
  return () => deviceReach.send(device, request)
}

/** The response when a device cannot be reached although it is connected. */
const notReached = (error: unknown): HandlerResult => ({
  status: 502,
  kind: 'text',
  text: error instanceof Error ? error.message : String(error),
  type: 'text/html; charset=utf-8',
})

function resultOf(answers: readonly SupervisorAnswer[], forwarded: Forwarded): HandlerResult {
  const [only] = answers
  return only !== undefined && answers.length === 1 ? passedOn(only) : collected(answers, forwarded)
}

async function laterResult(ways: readonly Way[], forwarded: Forwarded): Promise<HandlerResult> {
  try {
    const answers = await Promise.all(ways.map(async (way) => (typeof way === 'function' ? way() : way)))
    return resultOf(answers, forwarded)
  } catch (error) {
    return notReached(error)
  }
}

/** Forwards a request to the supervisors of the addressed devices that are connected (docs/platform/device-protocol.md). */
function forward<Answer>(path: string | ((context: RequestContext) => string)) {
  return async (context: RequestContext): Promise<HandlerResult<Answer>> => {
    const { store, caller, access } = context
    if (caller.kind === 'anonymous') throw unauthorized()
    const body = await jsonBody(context)
    const found = addressed(context, body)
    const forwarded = forwardedOf(body, typeof path === 'string' ? path : path(context))
    const isRead = forwarded.method === 'GET' || forwarded.method === 'HEAD'
    if (!isRead) for (const index of found) requireOnDevice(access, WRITE, index)
    const isReachable = reachable(store)
    const isUp = store.world.column('cloudlink')
    const online = openDevices(store, found).filter(
      (index) => isReachable(index) || (isUp(index) && devicePublicUrl(context.cloud, index) !== undefined),
    )
    if (online.length === 0) {
      // The open-source backend asks the servers of its VPN only then, which do not know the device.
      const isSaidToBeUp = store.table('device').reader('is_connected_to_vpn')
      if (!store.platform.hasCloudlink && openDevices(store, found).some(isSaidToBeUp))
        return collected([], forwarded) as HandlerResult<Answer>
      throw new HttpError(404, 'No online device(s) found')
    }
    const ways = online.map((index) => wayTo(context, index, forwarded))
    const known = ways.filter((way) => typeof way !== 'function')
    const result: HandlerResult =
      known.length === ways.length
        ? resultOf(known, forwarded)
        : { status: 200, kind: 'later', result: () => laterResult(ways, forwarded) }
    // The contract describes what supervisors answer; tests compare.
    return result as HandlerResult<Answer>
  }
}

const serviceAction = (verb: string) =>
  forward<never>(({ params }) => `/v2/applications/${params['appId'] ?? ''}/${verb}`)

/** The first OS version with host terminals. */
const HOST_ACCESS_SINCE = [2, 7, 5] as const

function hasHostAccess(osVersion: string): boolean {
  const numbers = /^(\d+)\.(\d+)\.(\d+)/.exec(osVersion)?.slice(1).map(Number)
  if (numbers === undefined) return false
  for (const [at, needed] of HOST_ACCESS_SINCE.entries()) {
    const found = numbers[at] ?? 0
    if (found !== needed) return found > needed
  }
  return true
}

export const proxyHandlers: ServiceHandlers<'devices-proxy'> = {
  // The path of the request, because the open-source backend passes on also those that are not in the contract.
  'proxy.ping': forward(({ url }) => url.pathname.replace(/^\/supervisor(\/.*?)\/?$/, '$1')),
  'proxy.healthy': forward('/v1/healthy'),
  'proxy.blink': forward('/v1/blink'),
  'proxy.restart': forward('/v1/restart'),
  'proxy.reboot': forward('/v1/reboot'),
  'proxy.shutdown': forward('/v1/shutdown'),
  'proxy.purge': forward('/v1/purge'),
  'proxy.update': forward('/v1/update'),
  'proxy.device': forward('/v1/device'),
  'proxy.services': forward('/v2/applications/state'),
  'proxy.status': forward('/v2/state/status'),
  'proxy.version': forward('/v2/version'),
  'proxy.name': forward('/v2/device/name'),
  'proxy.tags': forward('/v2/device/tags'),
  'proxy.vpn': forward('/v2/device/vpn'),
  'proxy.deviceInfo': forward('/v2/local/device-info'),
  'proxy.cleanUpVolumes': forward('/v2/cleanup-volumes'),
  'proxy.startService': serviceAction('start-service'),
  'proxy.stopService': serviceAction('stop-service'),
  'proxy.restartService': serviceAction('restart-service'),

  /** Ignores offline devices. Fails if any device has an update lock. */
  'proxy.restartFleet'({ store, caller, access, params, now }) {
    const fleet = Number(params.id)
    if (caller.kind === 'anonymous') throw unauthorized()
    if (!access.applications.has(fleet) || store.rows('application').byId(fleet) < 0) {
      throw new HttpError(404, 'Application(s) not found.')
    }
    if (!access.can(WRITE, { kind: 'application', id: fleet })) throw unauthorized()
    requireOpenFleet(store, fleet, now)
    const { world } = store
    const isFrozen = frozenDevice(store)
    const found = store.registered.fleets.has(fleet) ? Array.from(world.devicesOfFleet(fleet)) : []
    const online = found.filter(
      (index) =>
        world.exists(index) &&
        reachable(store)(index) &&
        world.isSupervisorRunning(index) &&
        !isFrozen(index),
    )
    const results = online.map((index) => world.command(index, { kind: 'restart' }))
    const locked = results.find((result) => !result.ok && result.reason === 'locked')
    if (locked === undefined || locked.ok) return text('OK')
    return json({ Data: '', Error: locked.message }, 423)
  },

  'proxy.hostAccess'(context) {
    const index = deviceOfPath(context, () => unauthorized())
    requireOnDevice(context.access, 'resin.device.ssh-host', index)
    const hasAccess = hasHostAccess(context.store.world.column('osVersion')(index))
    if (!hasAccess || frozenDevice(context.store)(index)) throw unauthorized()
    preloadShell()
    return empty()
  },
}
