import { isoDate, timeOfDay } from '../base/calendar.ts'
import { imageDigest, imageLocation } from '../definition/identity.ts'
import type { Command, CommandResult } from '../device/device-state.ts'
import type { Container } from '../views/containers.ts'
import { deviceContainers, deviceImages } from '../views/containers.ts'
import type { World } from '../world/world.ts'

/** An answer of the supervisor's API. `type` is '' without a body. */
export interface SupervisorAnswer {
  status: number
  type: string
  body: string
}

export interface SupervisorRequest {
  method: string
  path: string
  query: ReadonlyMap<string, string>
  body: string
}

/** A supervisor, which runs on one device of a simulated world. */
export interface Supervisor {
  world: World
  index: number
  /** Its key, a new one of which a caller can ask for. */
  key: string
  /** The tags of the device on the platform. */
  tags(): readonly { id: number; name: string; value: string }[]
}

type Json = Readonly<Record<string, unknown>>

const TEXT = 'text/html; charset=utf-8'

const text = (body: string, status = 200): SupervisorAnswer => ({ status, type: TEXT, body })
const json = (value: unknown, status = 200): SupervisorAnswer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
})
/** A bare status, such as `OK`. */
const status = (code: number, name: string): SupervisorAnswer => ({
  status: code,
  type: 'text/plain; charset=utf-8',
  body: name,
})
const failed = (code: number, message: string) => json({ status: 'failed', message }, code)

export const unauthorizedAnswer = status(401, 'Unauthorized')

const NO_APP = `App not found: an app needs to be installed for this endpoint to work.
	If you've recently moved this device from another app,
	please push an app and wait for it to be installed first.`
const NO_SERVICE = 'Service not found, a container must exist for this endpoint to work'
const NO_NAME =
  'serviceName or imageId parameters were not provided or the app is multi-container. Use the v2 service action endpoints.'
const ONE_CONTAINER = 'Some v1 endpoints are only allowed on single-container apps'

const TRUTHY: ReadonlySet<unknown> = new Set(['1', 'true', true, 'on', 1])

/** An integer, also as a text; undefined for anything else. */
function integerOf(value: unknown): number | undefined {
  if (!/^-?\d+\.?0*$/.test(String(value))) return undefined
  return Number(value)
}

function bodyOf({ body }: SupervisorRequest): Json | undefined {
  if (body.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** The answer to anybody, without a key; undefined when the request needs one. */
export function openAnswer({ method, path }: SupervisorRequest): SupervisorAnswer | undefined {
  if (method !== 'GET') return undefined
  if (path === '/ping') return text('OK')
  return path === '/v1/healthy' ? status(200, 'OK') : undefined
}

/** The answer of the supervisor's API (docs/platform/device-protocol.md). What it changes is changed on the device. */
export function supervisorAnswer(supervisor: Supervisor, request: SupervisorRequest): SupervisorAnswer {
  const open = openAnswer(request)
  if (open !== undefined) return open
  const { method, path } = request
  const body = bodyOf(request)
  if (body === undefined) return failed(503, 'Unexpected token in JSON')
  const [, version, application] = /^\/v([12])\/(?:apps|applications)\/([^/]+)/.exec(path) ?? []
  const known = `${method} ${path}` in ROUTES ? ROUTES[`${method} ${path}`] : undefined
  const named =
    version === undefined
      ? undefined
      : ROUTES[`${method} ${path.replace(/^\/v[12]\/(?:apps|applications)\/[^/]+/, `/v${version}/:app`)}`]
  const route = known ?? named
  if (route === undefined) return text(cannot(method, path), 404)
  const appId = integerOf(known === undefined ? application : body['appId'])
  return route({ ...supervisor, query: request.query, body, appId, force: TRUTHY.has(body['force']) })
}

const cannot = (method: string, path: string) =>
  `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>Cannot ${method} ${path}</pre>\n</body>\n</html>\n`

interface Call extends Supervisor {
  query: ReadonlyMap<string, string>
  body: Json
  /** In the path or the body; undefined when it is missing or no integer. */
  appId: number | undefined
  force: boolean
}

type Route = (call: Call) => SupervisorAnswer

const STATUS = { offline: 503, locked: 423, 'no-such-service': 404 } as const

const run = ({ world, index }: Supervisor, command: Command): CommandResult => world.command(index, command)

const forcing = ({ force }: Call) => (force ? { force: true } : {})

/** Runs a command; a failure is answered like most of them. */
function answered(call: Call, command: Command, done: SupervisorAnswer): SupervisorAnswer {
  const result = run(call, command)
  if (result.ok) return done
  return result.reason === 'no-such-service'
    ? text(NO_SERVICE, 404)
    : failed(STATUS[result.reason], result.message)
}

const power =
  (kind: 'reboot' | 'shutdown'): Route =>
  (call) => {
    const result = run(call, { kind, ...forcing(call) })
    return result.ok
      ? json({ Data: 'OK', Error: null }, 202)
      : json({ Data: '', Error: result.message }, result.reason === 'locked' ? 423 : 500)
  }

/** Commands for all services of an app. `missing` answers a request that names none. */
const forApp =
  (kind: 'restart' | 'purge', missing: SupervisorAnswer, done: SupervisorAnswer): Route =>
  (call) => {
    const { world, index, appId } = call
    if (appId === undefined) return missing
    if (appId !== world.device(index).fleetId)
      return failed(503, `Application with ID ${appId} is not in the current state`)
    return answered(call, { kind, ...forcing(call) }, done)
  }

type ServiceCommand = 'start-service' | 'stop-service' | 'restart-service'

const forService =
  (kind: ServiceCommand): Route =>
  (call) => {
    const { world, index, appId, body } = call
    if (appId === undefined || appId === 0) return failed(400, 'Invalid app id')
    const { serviceName: name } = body
    const serviceName =
      typeof name === 'string' && !['', 'null', 'undefined'].includes(name) ? name : undefined
    const imageId = integerOf(body['imageId'])
    if (serviceName === undefined && !imageId) return text(NO_NAME, 400)
    if (appId !== world.device(index).fleetId || world.read(deviceContainers, index).length === 0)
      return text(NO_APP, 404)
    const which = {
      ...(serviceName === undefined ? {} : { serviceName }),
      ...(imageId === undefined ? {} : { imageId }),
    }
    return answered(call, { kind, ...which, ...forcing(call) }, text('OK'))
  }

/** Commands for the only service of an app, from before apps had several. */
const forOnlyService =
  (kind: ServiceCommand): Route =>
  (call) => {
    const { world, index, appId } = call
    if (appId === undefined) return text('Invalid app id', 400)
    const [service, another] = world.read(deviceContainers, index)
    if (appId !== world.device(index).fleetId || service === undefined) return text(NO_APP, 400)
    if (another !== undefined) return text(NO_NAME, 400)
    return answered(
      call,
      { kind, serviceName: service.name, ...forcing(call) },
      json({ containerId: service.id }),
    )
  }

/** The release that runs; null when none does. */
function commitOf({ world, index }: Supervisor): string | null {
  const { runningReleaseId } = world.device(index)
  return runningReleaseId === null ? null : (world.release(runningReleaseId)?.commit ?? null)
}

const nameOfImage = (imageId: number) => `${imageLocation(imageId)}@sha256:${imageDigest(imageId)}`

/** The average of the downloads that run; null when none does. */
function averageProgress(progresses: readonly (number | null)[]): number | null {
  const known = progresses.filter((one) => one !== null)
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / known.length
}

/** `/v1/device`: versions, addresses and the state of the first service. */
function deviceState(supervisor: Supervisor) {
  const { world, index } = supervisor
  const device = world.device(index)
  const [service] = device.services
  const commit = commitOf(supervisor)
  return {
    api_port: 48484,
    ip_address: device.ipAddress,
    os_version: /^\d/.test(device.osVersion) ? `balenaOS ${device.osVersion}` : device.osVersion,
    mac_address: device.macAddress,
    supervisor_version: device.supervisorVersion,
    update_pending: !device.isMatchingTarget,
    update_failed: device.updateStatus === 'rejected' || device.updateStatus === 'aborted',
    update_downloaded: device.updateStatus === 'downloaded',
    ...(commit === null ? {} : { commit }),
    ...(service === undefined
      ? {}
      : {
          status: service.status === 'Running' ? 'Idle' : service.status,
          download_progress: service.downloadProgress,
        }),
  }
}

/** `/v2/applications/state`: the target release of the app, by its name. */
function applicationsState(supervisor: Supervisor) {
  const { world, index } = supervisor
  const { fleetId, targetReleaseId, runningReleaseId, updateStatus, services } = world.device(index)
  const fleet = world.fleet(fleetId)
  const release = targetReleaseId ?? runningReleaseId
  const own = services.filter(({ releaseId }) => releaseId === release)
  return {
    [fleet?.name ?? '']: {
      appId: fleetId,
      appUuid: fleet?.uuid ?? '',
      commit: release === null ? null : (world.release(release)?.commit ?? null),
      updateStatus: release === runningReleaseId ? 'done' : (updateStatus ?? 'done'),
      services: Object.fromEntries(
        own.map(({ name, status: state, imageId, downloadProgress, releaseId }) => [
          name,
          { status: state, image: nameOfImage(imageId), downloadProgress, releaseId },
        ]),
      ),
    },
  }
}

/** `/v2/applications/ID/state`: in the format of older reports, by image. */
const applicationState: Route = (call) => {
  const { world, index, appId } = call
  if (appId === undefined || appId === 0) return failed(400, 'Invalid application ID')
  const { fleetId, services } = world.device(index)
  if (appId !== fleetId) return failed(409, `Application ID does not exist: ${appId}`)
  const parts = services.map(
    ({ imageId, status: state, releaseId, downloadProgress }) =>
      [String(imageId), { status: state, releaseId, download_progress: downloadProgress }] as const,
  )
  return json({
    commit: commitOf(call),
    local: { [String(fleetId)]: { services: Object.fromEntries(parts) } },
  })
}

/** `/v2/state/status`: whether the target is applied, with all containers and images. */
function stateStatus(supervisor: Supervisor) {
  const { world, index } = supervisor
  const { fleetId: appId, services, isMatchingTarget } = world.device(index)
  const downloads = services.filter(({ status: state }) => state === 'Downloading')
  const image = (serviceName: string, imageId: number) => ({
    name: nameOfImage(imageId),
    appId,
    serviceName,
    imageId,
  })
  const present = world
    .read(deviceImages, index)
    .filter((one) => !downloads.some(({ imageId }) => imageId === one.imageId))
  return {
    status: 'success',
    appState: isMatchingTarget ? 'applied' : 'applying',
    overallDownloadProgress: averageProgress(downloads.map(({ downloadProgress }) => downloadProgress)),
    containers: world.read(deviceContainers, index).map((one) => ({
      status: one.status,
      serviceName: one.name,
      appId,
      imageId: one.imageId,
      serviceId: one.serviceId,
      containerId: one.id,
      createdAt: isoTime(one.createdAt),
    })),
    images: [
      ...downloads.map(({ name, imageId, downloadProgress }) => ({
        ...image(name, imageId),
        status: 'Downloading',
        downloadProgress,
      })),
      ...present.map(({ digest, serviceName, imageId }) => ({
        ...image(serviceName, imageId),
        dockerImageId: `sha256:${digest}`,
        status: 'Downloaded',
        downloadProgress: null,
      })),
    ],
    release: commitOf(supervisor),
  }
}

const isoTime = (at: number) =>
  `${isoDate(at)}T${timeOfDay(at)}.${String(Math.floor(at) % 1000).padStart(3, '0')}Z`

const PRIVATE = /^(?:BALENA|RESIN)_(?:SUPERVISOR_API_KEY|API_KEY)$/

/** `/v1/apps/ID`: the only service of an app. */
const legacyApp: Route = (call) => {
  const { world, index, appId } = call
  if (appId === undefined) return text('Missing app id', 400)
  const { fleetId } = world.device(index)
  const [service, another] = world.read(deviceContainers, index)
  if (appId !== fleetId || service === undefined) return text('App not found', 400)
  if (another !== undefined) return text(ONE_CONTAINER, 400)
  const env = Object.entries(service.environment).filter(([name]) => !PRIVATE.test(name))
  return json({
    appId,
    commit: commitOf(call),
    containerId: service.id,
    env: Object.fromEntries(env),
    imageId: nameOfImage(service.imageId),
    releaseId: service.releaseId,
  })
}

const isUp = ({ status: state }: Container) => state === 'Running' || state === 'Stopping'

const containerIds: Route = ({ world, index, query }) => {
  const all = world.read(deviceContainers, index).filter(isUp)
  const name = query.get('serviceName') ?? query.get('service')
  if (name === undefined)
    return json({ status: 'success', services: Object.fromEntries(all.map((one) => [one.name, one.id])) })
  const found = all.find((one) => one.name === name)
  return found === undefined
    ? failed(503, 'Could not find service with that name')
    : json({ status: 'success', containerId: found.id })
}

const success = (more: object) => json({ status: 'success', ...more })

const ROUTES: Readonly<Record<string, Route>> = {
  'POST /v1/blink'(call) {
    run(call, { kind: 'blink' })
    return status(200, 'OK')
  },
  'POST /v1/regenerate-api-key': ({ key }) => text(key),
  'POST /v1/update'(call) {
    const { world, index } = call
    if (!call.force && world.config(index, 'SUPERVISOR_INSTANT_UPDATE_TRIGGER') === 'false')
      return status(202, 'Accepted')
    run(call, { kind: 'update', ...forcing(call) })
    return { status: 204, type: '', body: '' }
  },
  'POST /v1/reboot': power('reboot'),
  'POST /v1/shutdown': power('shutdown'),
  'POST /v1/restart': forApp('restart', text('Missing app id', 400), text('OK')),
  'POST /v1/purge': forApp('purge', text('Invalid or missing appId', 400), json({ Data: 'OK', Error: '' })),
  'GET /v1/device': (call) => json(deviceState(call)),
  'GET /v1/device/host-config': ({ world, index }) =>
    json({ network: { hostname: world.device(index).uuid.slice(0, 7) } }),
  'GET /v1/:app': legacyApp,
  'POST /v1/:app/start': forOnlyService('start-service'),
  'POST /v1/:app/stop': forOnlyService('stop-service'),

  'GET /v2/version': ({ world, index }) => success({ version: world.device(index).supervisorVersion }),
  'GET /v2/containerId': containerIds,
  'GET /v2/state/status': (call) => json(stateStatus(call)),
  'GET /v2/applications/state': (call) => json(applicationsState(call)),
  'GET /v2/:app/state': applicationState,
  'POST /v2/:app/restart': forApp('restart', failed(400, 'Missing app id'), text('OK')),
  'POST /v2/:app/purge': forApp('purge', failed(400, 'Missing app id'), text('OK')),
  'POST /v2/:app/start-service': forService('start-service'),
  'POST /v2/:app/stop-service': forService('stop-service'),
  'POST /v2/:app/restart-service': forService('restart-service'),
  'GET /v2/device/name': ({ world, index }) => success({ deviceName: world.device(index).name }),
  'GET /v2/device/tags': ({ tags }) => success({ tags: tags() }),
  'GET /v2/device/vpn': ({ world, index }) =>
    success({
      vpn: {
        enabled: world.config(index, 'SUPERVISOR_VPN_CONTROL') !== 'false',
        connected: world.device(index).cloudlink,
      },
    }),
  'GET /v2/local/device-info'({ world, index }) {
    const { arch, slug, model } = world.device(index).hardware
    const deviceType = slug ?? model.toLowerCase().replaceAll(/\W+/g, '-').replace(/-$/, '')
    return success({ info: { arch, deviceType } })
  },
  'GET /v2/local/target-state': (call) =>
    success({ state: { local: { name: call.world.device(call.index).name, config: {}, apps: {} } } }),
  'GET /v2/cleanup-volumes': () => success({}),
}
