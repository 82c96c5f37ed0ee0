import { describe, expect, test } from 'vitest'
import { aDevice } from '../testing/a-world.ts'
import { deviceContainers } from '../views/containers.ts'
import { supervisorAnswer } from './supervisor-api.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const HTML = 'text/html; charset=utf-8'
const PLAIN = 'text/plain; charset=utf-8'

type World = ReturnType<typeof aDevice>

function ask(world: World, call: string, body: object = {}, query: Record<string, string> = {}) {
  const [method = '', path = ''] = call.split(' ')
  const tags = () => [{ id: 7, name: 'place', value: 'desk' }]
  const supervisor = { world, index: 0, key: 'the-key', tags }
  const request = { method, path, query: new Map(Object.entries(query)), body: JSON.stringify(body) }
  const { status, type, body: text } = supervisorAnswer(supervisor, request)
  return [status, type, type === JSON_TYPE ? (JSON.parse(text) as unknown) : text]
}

const failed = (status: number, message: string) => [status, JSON_TYPE, { status: 'failed', message }]
const NO_NAME =
  'serviceName or imageId parameters were not provided or the app is multi-container. Use the v2 service action endpoints.'
const NO_APP =
  "App not found: an app needs to be installed for this endpoint to work.\n\tIf you've recently moved this device from another app,\n\tplease push an app and wait for it to be installed first."
const NO_SERVICE = 'Service not found, a container must exist for this endpoint to work'

test.each<[call: string, body: object, answer: unknown[]]>([
  ['GET /ping', {}, [200, HTML, 'OK']],
  ['GET /v1/healthy', {}, [200, PLAIN, 'OK']],
  ['POST /v1/blink', {}, [200, PLAIN, 'OK']],
  ['POST /v1/regenerate-api-key', {}, [200, HTML, 'the-key']],
  ['POST /v1/update', {}, [204, '', '']],
  ['POST /v1/reboot', {}, [202, JSON_TYPE, { Data: 'OK', Error: null }]],
  ['POST /v1/shutdown', {}, [202, JSON_TYPE, { Data: 'OK', Error: null }]],
  ['POST /v1/restart', { appId: 1 }, [200, HTML, 'OK']],
  ['POST /v1/restart', { appId: '1' }, [200, HTML, 'OK']],
  ['POST /v1/restart', {}, [400, HTML, 'Missing app id']],
  ['POST /v1/restart', { appId: 'one' }, [400, HTML, 'Missing app id']],
  ['POST /v1/restart', { appId: 2 }, failed(503, 'Application with ID 2 is not in the current state')],
  ['POST /v1/purge', { appId: 1 }, [200, JSON_TYPE, { Data: 'OK', Error: '' }]],
  ['POST /v1/purge', {}, [400, HTML, 'Invalid or missing appId']],
  [
    'GET /v1/device/host-config',
    {},
    [200, JSON_TYPE, { network: { hostname: expect.stringMatching(/^[0-9a-f]{7}$/) } }],
  ],
  ['GET /v1/apps/1', {}, [400, HTML, 'Some v1 endpoints are only allowed on single-container apps']],
  ['GET /v1/apps/2', {}, [400, HTML, 'App not found']],
  ['POST /v1/apps/1/stop', {}, [400, HTML, NO_NAME]],
  ['POST /v1/apps/2/start', {}, [400, HTML, NO_APP]],
  ['POST /v1/apps/one/start', {}, [400, HTML, 'Invalid app id']],
  ['POST /v2/applications/1/restart', {}, [200, HTML, 'OK']],
  ['POST /v2/applications/one/restart', {}, failed(400, 'Missing app id')],
  ['POST /v2/applications/1/purge', {}, [200, HTML, 'OK']],
  ['POST /v2/applications/1/stop-service', { serviceName: 'uplink' }, [200, HTML, 'OK']],
  ['POST /v2/applications/1/stop-service', { serviceName: 'none' }, [404, HTML, NO_SERVICE]],
  ['POST /v2/applications/1/stop-service', {}, [400, HTML, NO_NAME]],
  ['POST /v2/applications/2/stop-service', { serviceName: 'uplink' }, [404, HTML, NO_APP]],
  ['POST /v2/applications/one/stop-service', { serviceName: 'uplink' }, failed(400, 'Invalid app id')],
  ['GET /v2/applications/2/state', {}, failed(409, 'Application ID does not exist: 2')],
  [
    'GET /v2/version',
    {},
    [200, JSON_TYPE, { status: 'success', version: expect.stringMatching(/^[\d.]+$/) }],
  ],
  ['GET /v2/device/name', {}, [200, JSON_TYPE, { status: 'success', deviceName: expect.any(String) }]],
  [
    'GET /v2/device/tags',
    {},
    [200, JSON_TYPE, { status: 'success', tags: [{ id: 7, name: 'place', value: 'desk' }] }],
  ],
  [
    'GET /v2/device/vpn',
    {},
    [200, JSON_TYPE, { status: 'success', vpn: { enabled: true, connected: true } }],
  ],
  [
    'GET /v2/local/device-info',
    {},
    [200, JSON_TYPE, { status: 'success', info: { arch: 'aarch64', deviceType: 'raspberrypi4-64' } }],
  ],
  ['GET /v2/cleanup-volumes', {}, [200, JSON_TYPE, { status: 'success' }]],
])('%s %o', (call, body, answer) => {
  expect(ask(aDevice('steady'), call, body)).toEqual(answer)
})

describe('with an update lock', () => {
  const message = 'Lockfile exists for { appId: 1, service: uplink }'
  const locked = () => {
    const world = aDevice('steady')
    world.setLock(0, 'uplink')
    return world
  }

  test.each<[call: string, body: object, answer: unknown[]]>([
    ['POST /v1/reboot', {}, [423, JSON_TYPE, { Data: '', Error: message }]],
    ['POST /v1/shutdown', {}, [423, JSON_TYPE, { Data: '', Error: message }]],
    ['POST /v1/restart', { appId: 1 }, failed(423, message)],
    ['POST /v1/purge', { appId: 1 }, failed(423, message)],
    ['POST /v2/applications/1/restart', {}, failed(423, message)],
    ['POST /v2/applications/1/purge', {}, failed(423, message)],
    ['POST /v2/applications/1/stop-service', { serviceName: 'uplink' }, failed(423, message)],
    ['POST /v2/applications/1/restart-service', { serviceName: 'uplink' }, failed(423, message)],
    ['POST /v1/restart', { appId: 1, force: true }, [200, HTML, 'OK']],
    ['POST /v1/restart', { appId: 1, force: 'on' }, [200, HTML, 'OK']],
    ['POST /v1/reboot', { force: 1 }, [202, JSON_TYPE, { Data: 'OK', Error: null }]],
  ])('%s %o', (call, body, answer) => {
    expect(ask(locked(), call, body)).toEqual(answer)
  })
})

test('an update is only noted while instant updates are off, unless forced', () => {
  const world = aDevice('steady')
  world.setConfig(0, 'RESIN_SUPERVISOR_INSTANT_UPDATE_TRIGGER', 'false')
  expect(ask(world, 'POST /v1/update')).toEqual([202, PLAIN, 'Accepted'])
  expect(ask(world, 'POST /v1/update', { force: true })).toEqual([204, '', ''])
})

test('the state of the device, of its apps and of its containers', () => {
  const world = aDevice('steady')
  const { services, runningReleaseId, supervisorVersion, ipAddress, macAddress } = world.device(0)
  const commit = world.release(runningReleaseId ?? 0)?.commit
  expect(ask(world, 'GET /v1/device')).toEqual([
    200,
    JSON_TYPE,
    {
      api_port: 48484,
      ip_address: ipAddress,
      os_version: expect.stringMatching(/^balenaOS \d/),
      mac_address: macAddress,
      supervisor_version: supervisorVersion,
      update_pending: false,
      update_failed: false,
      update_downloaded: false,
      commit,
      status: 'Idle',
      download_progress: null,
    },
  ])
  const [, , apps] = ask(world, 'GET /v2/applications/state')
  const image = expect.stringMatching(/^registry2\.flotilla\.test\/v2\/[0-9a-f]{32}@sha256:[0-9a-f]{64}$/)
  const inApp = services.map(({ name, releaseId }) => [
    name,
    { status: 'Running', image, downloadProgress: null, releaseId },
  ])
  expect(apps).toEqual({
    [world.fleet(1)?.name ?? '']: {
      appId: 1,
      appUuid: expect.stringMatching(/^[0-9a-f]{32}$/),
      commit,
      updateStatus: 'done',
      services: Object.fromEntries(inApp),
    },
  })
  const byImage = services.map(({ imageId, releaseId }) => [
    String(imageId),
    { status: 'Running', releaseId, download_progress: null },
  ])
  expect(ask(world, 'GET /v2/applications/1/state')).toEqual([
    200,
    JSON_TYPE,
    { commit, local: { 1: { services: Object.fromEntries(byImage) } } },
  ])
  const containers = world.read(deviceContainers, 0)
  expect(ask(world, 'GET /v2/containerId')).toEqual([
    200,
    JSON_TYPE,
    { status: 'success', services: Object.fromEntries(containers.map(({ name, id }) => [name, id])) },
  ])
  expect(ask(world, 'GET /v2/containerId', {}, { service: 'uplink' })).toEqual([
    200,
    JSON_TYPE,
    { status: 'success', containerId: containers.find(({ name }) => name === 'uplink')?.id },
  ])
  expect(ask(world, 'GET /v2/containerId', {}, { serviceName: 'none' })).toEqual(
    failed(503, 'Could not find service with that name'),
  )
})

test('an unknown path is answered with a page', () => {
  const [status, type, body] = ask(aDevice('steady'), 'GET /v3/none')
  expect([status, type]).toEqual([404, HTML])
  expect(body).toContain('<pre>Cannot GET /v3/none</pre>')
})
