import type { Command, CommandResult } from '../../world/world.ts'
import type { Machine } from '../machine.ts'
import { isoStamp } from './time-text.ts'

export interface ApiAnswer {
  status: number
  type: string
  body: string
}

export interface ApiRequest {
  method: string
  path: string
  query: ReadonlyMap<string, string>
  headers: ReadonlyMap<string, string>
  body: string
}

const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  202: 'Accepted',
  204: 'No Content',
  301: 'Moved Permanently',
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  423: 'Locked',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

export function reasonOf(status: number): string {
  return REASONS[status] ?? ''
}

const text = (body: string, status = 200): ApiAnswer => ({ status, type: 'text/html; charset=utf-8', body })
const json = (value: unknown, status = 200): ApiAnswer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
})
const STATUS_OF = { offline: 503, locked: 423, 'no-such-service': 404 } as const

type Json = Readonly<Record<string, unknown>>

function bodyOf({ body }: ApiRequest): Json | null {
  if (body.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null
  } catch {
    return null
  }
}

/** The answer of the supervisor's API (docs/platform/device-protocol.md). What it changes is changed on the device. */
export function supervisorAnswer(machine: Machine, request: ApiRequest): ApiAnswer {
  const { method, path } = request
  if (path === '/ping' && method === 'GET') return text('OK')
  if (path === '/v1/healthy' && method === 'GET') return text('OK')
  if (!isAuthorized(machine, request)) return json({ status: 'failed', message: 'Unauthorized' }, 401)
  const body = bodyOf(request)
  if (!body) return json({ status: 'failed', message: 'Unexpected token in JSON' }, 400)
  return (
    route(machine, request, body) ??
    text(
      `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>Cannot ${method} ${path}</pre>\n</body>\n</html>\n`,
      404,
    )
  )
}

/** Every call needs the key of the device, except in local mode. */
function isAuthorized(machine: Machine, { query, headers }: ApiRequest): boolean {
  if (machine.device().localMode) return true
  const bearer = /^(?:Bearer|ApiKey)\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  const key = query.get('apikey') ?? bearer
  if (key === undefined) return false
  const granted = machine.containers().map((it) => it.container.environment['BALENA_SUPERVISOR_API_KEY'])
  return key === machine.supervisorKey() || granted.includes(key)
}

function run(machine: Machine, command: Command): CommandResult {
  machine.now()
  return machine.world.command(machine.index, command)
}

function route(machine: Machine, { method, path, query }: ApiRequest, body: Json): ApiAnswer | null {
  const force = body['force'] === true || query.get('force') === 'true' ? { force: true } : {}
  const withData = (result: CommandResult, status: number): ApiAnswer =>
    result.ok
      ? json({ Data: 'OK', Error: status === 202 ? null : '' }, status)
      : json({ Data: '', Error: result.message }, STATUS_OF[result.reason])
  const appId = Number(
    body['appId'] ?? /^\/v[12]\/(?:apps|applications)\/(\d+)/.exec(path)?.[1] ?? Number.NaN,
  )
  const { fleetId } = machine.device()
  const badApp = (): ApiAnswer | null =>
    Number.isNaN(appId)
      ? text('Missing app id', 400)
      : appId === fleetId
        ? null
        : json({ status: 'failed', message: 'Application not found' }, 404)
  const tail = path.replace(/^\/v([12])\/(?:apps|applications)\/\d+/, '/v$1/app')
  switch (`${method} ${tail}`) {
    case 'POST /v1/blink':
      run(machine, { kind: 'blink' })
      return text('OK')
    case 'POST /v1/update':
      run(machine, { kind: 'update', ...force })
      return { status: 204, type: '', body: '' }
    case 'POST /v1/reboot':
      return withData(run(machine, { kind: 'reboot', ...force }), 202)
    case 'POST /v1/shutdown':
      return withData(run(machine, { kind: 'shutdown', ...force }), 202)
    case 'POST /v1/purge':
      return badApp() ?? withData(run(machine, { kind: 'purge', ...force }), 200)
    case 'POST /v1/restart': {
      const bad = badApp()
      if (bad) return bad
      const result = run(machine, { kind: 'restart', ...force })
      return result.ok ? text('OK') : withData(result, 200)
    }
    case 'POST /v1/regenerate-api-key':
      return text(machine.supervisorKey())
    case 'GET /v1/device':
      return json(deviceState(machine))
    case 'GET /v1/device/host-config':
      return json({ network: { hostname: machine.hostname() } })
    case 'GET /v1/app':
      return badApp() ?? legacyApp(machine)
    case 'POST /v1/app/stop':
    case 'POST /v1/app/start': {
      const bad = badApp()
      if (bad) return bad
      const [service] = machine.containers()
      if (machine.containers().length !== 1 || !service)
        return text('Some v1 endpoints are only allowed on single-container apps', 400)
      return withService(
        run(machine, {
          kind: tail.endsWith('stop') ? 'stop-service' : 'start-service',
          serviceName: service.name,
          ...force,
        }),
        () => json({ containerId: service.fullId }),
      )
    }
    case 'GET /v2/version':
      return json({ status: 'success', version: machine.device().supervisorVersion })
    case 'GET /v2/device/name':
      return json({ status: 'success', deviceName: machine.device().name })
    case 'GET /v2/device/tags':
      return json({ status: 'success', tags: [] })
    case 'GET /v2/device/vpn':
      return json({
        status: 'success',
        vpn: {
          enabled: machine.config('SUPERVISOR_VPN_CONTROL') !== 'false',
          connected: machine.device().cloudlink,
        },
      })
    case 'GET /v2/local/target-state':
      return json({
        status: 'success',
        state: { local: { name: machine.device().name, config: {}, apps: {} } },
      })
    case 'GET /v2/local/device-info':
      return json({
        status: 'success',
        info: { arch: machine.device().hardware.arch, deviceType: machine.slug() },
      })
    case 'GET /v2/containerId':
      return containerIds(machine, query.get('service') ?? query.get('serviceName'))
    case 'GET /v2/cleanup-volumes':
      return json({ status: 'success' })
    case 'GET /v2/state/status':
      return json(stateStatus(machine))
    case 'GET /v2/applications/state':
      return json(applicationsState(machine))
    case 'GET /v2/app/state':
      return badApp() ?? json(applicationState(machine))
    case 'POST /v2/app/restart':
      return badApp() ?? withService(run(machine, { kind: 'restart', ...force }))
    case 'POST /v2/app/purge':
      return badApp() ?? withService(run(machine, { kind: 'purge', ...force }))
    case 'POST /v2/app/restart-service':
    case 'POST /v2/app/start-service':
    case 'POST /v2/app/stop-service': {
      const { serviceName, imageId } = body
      if (typeof serviceName !== 'string' && typeof imageId !== 'number')
        return json({ status: 'failed', message: 'Missing imageId or serviceName' }, 400)
      const kind = `${/(\w+)-service$/.exec(tail)?.[1] ?? ''}-service` as
        | 'restart-service'
        | 'start-service'
        | 'stop-service'
      return (
        badApp() ??
        withService(
          run(machine, {
            kind,
            ...(typeof serviceName === 'string' ? { serviceName } : {}),
            ...(typeof imageId === 'number' ? { imageId } : {}),
            ...force,
          }),
        )
      )
    }
    default:
      return null
  }
}

function withService(result: CommandResult, succeed = (): ApiAnswer => text('OK')): ApiAnswer {
  return result.ok ? succeed() : json({ status: 'failed', message: result.message }, STATUS_OF[result.reason])
}

function deviceState(machine: Machine) {
  const device = machine.device()
  const { world } = machine
  return {
    api_port: 48484,
    ip_address: device.ipAddress,
    commit:
      device.runningReleaseId === null ? null : (world.release(device.runningReleaseId)?.commit ?? null),
    status: device.status,
    download_progress: device.downloadProgress,
    os_version: device.osVersion,
    mac_address: device.macAddress,
    supervisor_version: device.supervisorVersion,
    update_pending: device.targetReleaseId !== null && device.targetReleaseId !== device.runningReleaseId,
    update_failed: device.updateStatus === 'rejected' || device.updateStatus === 'aborted',
    update_downloaded: device.updateStatus === 'downloaded',
  }
}

function legacyApp(machine: Machine): ApiAnswer {
  const all = machine.containers()
  const [service] = all
  if (all.length !== 1 || !service)
    return text('Some v1 endpoints are only allowed on single-container apps', 400)
  const { fleetId } = machine.device()
  return json({
    appId: String(fleetId),
    commit: machine.world.release(service.releaseId)?.commit ?? '',
    containerId: service.fullId,
    env: {},
    imageId: machine.images().find((it) => it.imageId === service.imageId)?.location ?? '',
  })
}

function containerIds(machine: Machine, name: string | undefined): ApiAnswer {
  const all = machine.services()
  if (name === undefined)
    return json({ status: 'success', services: Object.fromEntries(all.map((it) => [it.name, it.fullId])) })
  const found = all.find((it) => it.name === name)
  return found
    ? json({ status: 'success', containerId: found.fullId })
    : json({ status: 'failed', message: 'Could not find service with that name' }, 503)
}

function commitOf(machine: Machine): string | null {
  const { runningReleaseId } = machine.device()
  return runningReleaseId === null ? null : (machine.world.release(runningReleaseId)?.commit ?? null)
}

function stateStatus(machine: Machine) {
  const device = machine.device()
  const isApplied = device.targetReleaseId === null || device.targetReleaseId === device.runningReleaseId
  return {
    status: 'success',
    appState: isApplied ? 'applied' : 'applying',
    overallDownloadProgress: device.downloadProgress,
    containers: machine.containers().map((it) => ({
      status: it.status,
      serviceName: it.name,
      appId: device.fleetId,
      imageId: it.imageId,
      serviceId: it.serviceId,
      containerId: it.fullId,
      createdAt: isoStamp(it.installedAt),
    })),
    images: machine.images().map((it) => ({
      name: it.location,
      appId: device.fleetId,
      serviceName: it.name,
      imageId: it.imageId,
      dockerImageId: `sha256:${it.digest}`,
      status: 'Downloaded',
      downloadProgress: null,
    })),
    release: commitOf(machine),
  }
}

function applicationsState(machine: Machine) {
  const device = machine.device()
  const services = Object.fromEntries(
    device.services.map((it) => [
      it.name,
      { status: it.status, releaseId: it.releaseId, downloadProgress: it.downloadProgress },
    ]),
  )
  return {
    [machine.world.fleet(device.fleetId)?.name ?? '']: {
      appId: device.fleetId,
      commit: commitOf(machine),
      services,
    },
  }
}

function applicationState(machine: Machine) {
  const device = machine.device()
  const services = Object.fromEntries(
    device.services.map((it) => [
      String(it.serviceId),
      { status: it.status, releaseId: it.releaseId, download_progress: it.downloadProgress },
    ]),
  )
  return { local: { [String(device.fleetId)]: { services } }, dependent: {}, commit: commitOf(machine) }
}
