import type { Command, CommandResult } from '../../simulator/world/world.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { frozenDevice, openDevices, requireOpenFleet } from '../billing/allowance.ts'
import { bodyOf, empty, isJsonObject, json, text, textOf } from '../http/request-context.ts'
import type { HandlerResult, RequestContext, JsonObject, JsonOf } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import { deviceOfPath, reachable, requireOnDevice, seesDevice } from './device-access.ts'
import {
  deviceName,
  deviceTags,
  servicesByFleet,
  stateStatus,
  supervisorVersion,
} from './supervisor-reads.ts'

type SupervisorState = JsonOf<'proxy.device', 200>

/** The permission for writing supervisor calls. Reads only require that the caller can see the device. */
const WRITE = 'resin.device.supervisor-proxy-write'

function dataOf(body: JsonObject): JsonObject {
  const { data } = body
  return isJsonObject(data) ? data : {}
}

function filterOf(body: JsonObject): { uuid?: string; device?: number; fleet?: number } {
  const uuid = textOf(body, 'uuid')
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

function bodyOfResult(answer: HandlerResult): unknown {
  if (answer.kind === 'json') return answer.json
  return answer.kind === 'text' ? answer.text : undefined
}

/** Returns the response of a single device, 207 with all responses for several, and 404 when none is online. */
function throughProxy<Answer>(
  run: (context: RequestContext, index: number, data: JsonObject, body: JsonObject) => HandlerResult<Answer>,
  permission?: string,
) {
  return async (context: RequestContext) => {
    const { store, caller, access } = context
    if (caller.kind === 'anonymous') throw unauthorized()
    const body = await bodyOf(context)
    const found = addressed(context, body)
    if (permission !== undefined) for (const index of found) requireOnDevice(access, permission, index)
    const online = openDevices(store, found).filter(reachable(store))
    if (online.length === 0) throw new HttpError(404, 'No online device(s) found')
    const data = dataOf(body)
    const answers = online.map((index) => run(context, index, data, body))
    store.states.forget()
    const [only] = answers
    if (only !== undefined && answers.length === 1) return only
    return json(
      answers.map((answer) => {
        const sent = bodyOfResult(answer)
        return { statusCode: answer.status, ...(sent === undefined ? {} : { body: sent }) }
      }),
      207,
    )
  }
}

const FAILURES = { offline: 503, locked: 423, 'no-such-service': 404 } as const

const dataResponse = (status: number, Data: string, Error: string | null) => json({ Data, Error }, status)

function command<Done, Failed>(
  make: (data: JsonObject) => Command,
  succeed: (result: CommandResult) => HandlerResult<Done>,
  fail: (status: number, message: string) => HandlerResult<Failed>,
) {
  return throughProxy(({ store }, index, data): HandlerResult<Done | Failed> => {
    const result = store.world.command(index, make(data))
    return result.ok ? succeed(result) : fail(FAILURES[result.reason], result.message)
  }, WRITE)
}

const force = (data: JsonObject) => (data['force'] === true ? { force: true } : {})

const failWithData = (status: number, message: string) => dataResponse(status, '', message)

const failWithStatus = (status: number, message: string) =>
  json({ status: 'failed' as const, message }, status)

function serviceCommand(kind: 'start-service' | 'stop-service' | 'restart-service') {
  const run = command(
    (data) => {
      const { imageId, serviceName } = data
      return {
        kind,
        ...(typeof imageId === 'number' ? { imageId } : {}),
        ...(typeof serviceName === 'string' ? { serviceName } : {}),
        ...force(data),
      }
    },
    () => text('OK'),
    failWithStatus,
  )
  return async (context: RequestContext) => {
    const data = dataOf(await bodyOf({ request: context.request.clone() }))
    if (data['imageId'] === undefined && data['serviceName'] === undefined) {
      return failWithStatus(400, 'Missing imageId or serviceName')
    }
    return run(context)
  }
}

function stateOf({ store }: RequestContext, index: number): SupervisorState {
  const device = store.world.device(index)
  const commit =
    device.runningReleaseId === null ? null : store.rows('release').reader('commit')(device.runningReleaseId)
  return {
    api_port: 48484,
    commit: typeof commit === 'string' ? commit : null,
    ip_address: device.ipAddress,
    mac_address: device.macAddress,
    status: device.status,
    download_progress: device.downloadProgress,
    os_version: `balenaOS ${device.osVersion}`,
    supervisor_version: device.supervisorVersion,
    update_pending: !device.isMatchingTarget,
    update_failed: device.updateStatus === 'rejected' || device.updateStatus === 'aborted',
    update_downloaded: device.updateStatus === 'downloaded',
  }
}

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
  'proxy.ping': throughProxy(() => text('OK')),

  'proxy.blink': command(
    () => ({ kind: 'blink' }),
    () => empty(),
    failWithStatus,
  ),

  'proxy.restart': command(
    (data) => ({ kind: 'restart', ...force(data) }),
    () => text('OK'),
    failWithData,
  ),

  'proxy.reboot': command(
    (data) => ({ kind: 'reboot', ...force(data) }),
    () => dataResponse(202, 'OK', null),
    failWithData,
  ),

  'proxy.shutdown': command(
    (data) => ({ kind: 'shutdown', ...force(data) }),
    () => dataResponse(202, 'OK', null),
    failWithData,
  ),

  'proxy.purge': command(
    (data) => ({ kind: 'purge', ...force(data) }),
    () => dataResponse(200, 'OK', ''),
    failWithData,
  ),

  'proxy.update': command(
    (data) => ({ kind: 'update', ...force(data) }),
    () => empty(204),
    failWithData,
  ),

  'proxy.device': throughProxy((context, index) => json(stateOf(context, index))),

  'proxy.services': throughProxy(({ store }, index) => json(servicesByFleet(store, index))),
  'proxy.status': throughProxy(({ store }, index) => json(stateStatus(store, index))),
  'proxy.version': throughProxy(({ store }, index) => json(supervisorVersion(store, index))),
  'proxy.name': throughProxy(({ store }, index) => json(deviceName(store, index))),
  'proxy.tags': throughProxy(({ store }, index) => json(deviceTags(store, index))),
  /** Has no effect, because simulated devices have no unused volumes. */
  'proxy.cleanUpVolumes': throughProxy(() => json({ status: 'success' }), WRITE),

  'proxy.startService': serviceCommand('start-service'),
  'proxy.stopService': serviceCommand('stop-service'),
  'proxy.restartService': serviceCommand('restart-service'),

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
    const online = found.filter((index) => world.exists(index) && reachable(store)(index) && !isFrozen(index))
    const results = online.map((index) => world.command(index, { kind: 'restart' }))
    store.states.forget()
    const locked = results.find((result) => !result.ok && result.reason === 'locked')
    return locked === undefined || locked.ok ? text('OK') : failWithData(FAILURES.locked, locked.message)
  },

  'proxy.hostAccess'(context) {
    const index = deviceOfPath(context, () => unauthorized())
    requireOnDevice(context.access, 'resin.device.ssh-host', index)
    const hasAccess = hasHostAccess(context.store.world.column('osVersion')(index))
    if (!hasAccess || frozenDevice(context.store)(index)) throw unauthorized()
    return empty()
  },
}
