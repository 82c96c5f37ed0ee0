import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import type { DemoName } from '../../mocks/worlds/people.ts'
import { badRequest } from './exchange.ts'
import { aDevice, fleetId, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

const send = async (world: TestCloud, path: string, body: Record<string, unknown>, as: DemoName = 'ada') =>
  statusAndBody(await world.request(`/supervisor/${path}`, { as, method: 'POST', body }))

const answers: [
  what: string,
  path: string,
  body: (id: number, app: number) => Record<string, unknown>,
  answer: unknown,
][] = [
  ['ping', 'ping', (deviceId) => ({ method: 'GET', deviceId }), [200, 'OK']],
  ['ping with a slash', 'ping/', (deviceId) => ({ method: 'GET', deviceId }), [200, 'OK']],
  ['identify', 'v1/blink', (deviceId) => ({ deviceId }), [200, 'OK']],
  ['tell its health', 'v1/healthy', (deviceId) => ({ deviceId, method: 'GET' }), [200, 'OK']],
  ['restart', 'v1/restart', (deviceId, appId) => ({ deviceId, appId, data: { appId } }), [200, 'OK']],
  [
    'reboot',
    'v1/reboot',
    (deviceId) => ({ deviceId, data: { force: false } }),
    [202, { Data: 'OK', Error: null }],
  ],
  [
    'shut down',
    'v1/shutdown',
    (deviceId, appId) => ({ deviceId, appId, data: {} }),
    [202, { Data: 'OK', Error: null }],
  ],
  [
    'purge',
    'v1/purge',
    (deviceId, appId) => ({ deviceId, appId, data: { appId } }),
    [200, { Data: 'OK', Error: '' }],
  ],
  ['look for an update', 'v1/update', (deviceId) => ({ deviceId, data: { force: true } }), [204, '']],
  [
    'tell its state',
    'v1/device',
    (deviceId) => ({ deviceId, method: 'GET' }),
    [200, expect.objectContaining({ api_port: 48484, status: 'Idle', update_pending: false })],
  ],
  [
    'tell its services',
    'v2/applications/state',
    (deviceId) => ({ deviceId, method: 'GET' }),
    [
      200,
      {
        'cold-chain-eu': {
          appId: expect.any(Number),
          appUuid: expect.stringMatching(/^[0-9a-f]{32}$/),
          commit: expect.stringMatching(/^[0-9a-f]{40}$/),
          updateStatus: 'done',
          services: expect.objectContaining({
            'sensor-hub': {
              status: 'Running',
              image: expect.stringMatching(
                /^registry2\.flotilla\.test\/v2\/[0-9a-f]{32}@sha256:[0-9a-f]{64}$/,
              ),
              downloadProgress: null,
              releaseId: expect.any(Number),
            },
          }),
        },
      },
    ],
  ],
  [
    'tell whether it is as it should be',
    'v2/state/status',
    (deviceId) => ({ deviceId, method: 'GET' }),
    [200, expect.objectContaining({ status: 'success', appState: 'applied', overallDownloadProgress: null })],
  ],
  [
    'tell its supervisor',
    'v2/version',
    (deviceId) => ({ deviceId, method: 'GET' }),
    [200, { status: 'success', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) }],
  ],
  [
    'tell its name',
    'v2/device/name',
    (deviceId) => ({ deviceId, method: 'GET' }),
    [200, { status: 'success', deviceName: expect.any(String) }],
  ],
  [
    'tell its tags',
    'v2/device/tags',
    (deviceId) => ({ deviceId, method: 'GET' }),
    [200, { status: 'success', tags: expect.any(Array) }],
  ],
  [
    'tell about its VPN',
    'v2/device/vpn',
    (deviceId) => ({ deviceId, method: 'GET' }),
    [200, { status: 'success', vpn: { enabled: true, connected: true } }],
  ],
  [
    'tell its type',
    'v2/local/device-info',
    (deviceId) => ({ deviceId, method: 'GET' }),
    [200, { status: 'success', info: { arch: 'aarch64', deviceType: 'raspberrypi4-64' } }],
  ],
  [
    'clean up',
    'v2/cleanup-volumes',
    (deviceId) => ({ deviceId, method: 'GET' }),
    [200, { status: 'success' }],
  ],
]

test.each(answers)(
  'the request to %s is forwarded to an online device, and its response is returned',
  async (_what, path, body, answer) => {
    const world = openCloud()
    const { id } = await aDevice(world, 'cold-chain-eu')
    expect(await send(world, path, body(id, await fleetId(world, 'cold-chain-eu')))).toEqual(answer)
  },
)

test('a service is stopped and started by image or name [SVC-011, SVC-012, SVC-013]', async () => {
  const world = openCloud()
  const { id } = await aDevice(world, 'cold-chain-eu')
  const app = await fleetId(world, 'cold-chain-eu')
  const statusOf = async () => {
    const [row] = await world.rows(
      `/v7/image_install?$select=status&$filter=device eq ${id} and installs__image/any(i:i/is_a_build_of__service/any(s:s/service_name eq 'uplink'))`,
      'ada',
    )
    return row?.['status']
  }
  const [install] = await world.rows(
    `/v7/image_install?$select=installs__image&$filter=device eq ${id} and installs__image/any(i:i/is_a_build_of__service/any(s:s/service_name eq 'uplink'))`,
    'ada',
  )
  const { __id: imageId } = (install as { installs__image: { __id: number } }).installs__image
  const wait = () => world.clock.advanceTo(world.clock.now() + 60_000)
  const service = (verb: string, data: Record<string, unknown>) =>
    send(world, `v2/applications/${app}/${verb}-service`, { deviceId: id, appId: app, data })

  expect(await service('stop', { appId: app, imageId })).toEqual([200, 'OK'])
  wait()
  expect(await statusOf()).toMatch(/^(?:exited|Stopped)$/)
  expect(await service('start', { appId: app, serviceName: 'uplink' })).toEqual([200, 'OK'])
  wait()
  expect(await statusOf()).toBe('Running')
  expect(await service('restart', { appId: app, imageId })).toEqual([200, 'OK'])
  expect(await service('stop', { appId: app, serviceName: 'no-such' })).toEqual([
    404,
    'Service not found, a container must exist for this endpoint to work',
  ])
  expect(await service('stop', { appId: app })).toEqual([
    400,
    'serviceName or imageId parameters were not provided or the app is multi-container. Use the v2 service action endpoints.',
  ])
})

test('all devices of a fleet respond one by one', async () => {
  const world = openCloud()
  const appId = await fleetId(world, 'tram-displays')
  const [status, body] = await send(world, 'v1/reboot', { appId, data: { force: false } })
  expect(status).toBe(207)
  expect(body).toHaveLength(12)
  expect(body).toContainEqual({ statusCode: 202, body: { Data: 'OK', Error: null } })
})

test('a locked device rejects commands that stop its services, unless forced', async () => {
  const world = openCloud()
  const { id, uuid } = await aDevice(world, 'cold-chain-eu')
  const appId = await fleetId(world, 'cold-chain-eu')
  await world.request(`/__flotilla/devices/${uuid}`, { method: 'POST', body: { lock: 'sensor-hub' } })
  const message = `Lockfile exists for { appId: ${appId}, service: sensor-hub }`
  for (const path of ['v1/reboot', 'v1/shutdown']) {
    const answer = [423, { Data: '', Error: message }]
    expect(await send(world, path, { deviceId: id, data: { force: false } })).toEqual(answer)
  }
  const stopped = [423, { status: 'failed', message }]
  expect(await send(world, 'v1/restart', { deviceId: id, data: { appId } })).toEqual(stopped)
  expect(await send(world, 'v1/purge', { deviceId: id, data: { appId } })).toEqual(stopped)
  const service = { deviceId: id, data: { serviceName: 'sensor-hub' } }
  expect(await send(world, `v2/applications/${appId}/stop-service`, service)).toEqual(stopped)
  expect(await send(world, 'v1/reboot', { deviceId: id, data: { force: true } })).toMatchObject([
    202,
    { Data: 'OK' },
  ])
})

test('a restart and a purge need the id of the app, which must be that of the device', async () => {
  const world = openCloud()
  const { id } = await aDevice(world, 'cold-chain-eu')
  const ask = (path: string, data: object) => send(world, path, { deviceId: id, data })
  expect(await ask('v1/restart', {})).toEqual([400, 'Missing app id'])
  expect(await ask('v1/restart', { appId: 'x' })).toEqual([400, 'Missing app id'])
  expect(await ask('v1/purge', {})).toEqual([400, 'Invalid or missing appId'])
  const message = 'Application with ID 999999 is not in the current state'
  expect(await ask('v1/restart', { appId: 999_999 })).toEqual([503, { status: 'failed', message }])
})

test('several devices answer one by one, with bodies as texts unless data was sent', async () => {
  const world = openCloud()
  const appId = await fleetId(world, 'tram-displays')
  const [status, body] = await send(world, 'v2/version', { appId, method: 'GET' })
  expect(status).toBe(207)
  const version = expect.stringMatching(/^\{"status":"success","version":"[\d.]+"\}$/)
  expect((body as unknown[])[0]).toEqual({ statusCode: 200, body: version })
})

test('the state of a device contains its containers and images', async () => {
  const world = openCloud()
  const { id } = await aDevice(world, 'cold-chain-eu')
  const [, body] = await send(world, 'v2/state/status', { deviceId: id, method: 'GET' })
  const { containers, images, ...rest } = body as { containers: object[]; images: object[] }
  expect(rest).toEqual({
    status: 'success',
    appState: 'applied',
    overallDownloadProgress: null,
    release: expect.stringMatching(/^[0-9a-f]{40}$/),
  })
  expect(containers).toHaveLength(4)
  expect(containers[0]).toEqual({
    status: 'Running',
    serviceName: 'sensor-hub',
    appId: await fleetId(world, 'cold-chain-eu'),
    imageId: expect.any(Number),
    serviceId: expect.any(Number),
    containerId: expect.stringMatching(/^[0-9a-f]{64}$/),
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  })
  expect(images).toHaveLength(4)
  expect(images[0]).toEqual({
    name: expect.stringMatching(/@sha256:[0-9a-f]{64}$/),
    appId: await fleetId(world, 'cold-chain-eu'),
    serviceName: 'sensor-hub',
    imageId: expect.any(Number),
    dockerImageId: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    status: 'Downloaded',
    downloadProgress: null,
  })
})

test('without an online device the status is 404, and without a filter 400', async () => {
  const world = openCloud()
  const { id } = await aDevice(world, 'kiosk-lobby', 'is_online eq false')
  const { uuid } = await aDevice(world, 'ticket-gates')
  expect(await send(world, 'v1/blink', { deviceId: id })).toEqual([404, 'No online device(s) found'])
  expect(await send(world, 'v1/blink', { uuid })).toEqual([404, 'No online device(s) found'])
  expect(await send(world, 'v1/blink', {})).toEqual([400, 'At least one filter must be specified'])
  expect(await badRequest(() => send(world, 'v1/blink', { deviceId: 'x' }))).toEqual([
    400,
    'Device ID must be a valid integer if specified',
  ])
})

test('commands require the permission, reads do not [PERM-030, PERM-043]', async () => {
  const world = openCloud()
  const { id } = await aDevice(world, 'cold-chain-eu')
  for (const name of ['sol', 'sadie', 'olive'] as const) {
    expect(await send(world, 'v1/reboot', { deviceId: id, data: {} }, name)).toEqual([401, ''])
    expect((await send(world, 'v1/device', { deviceId: id, method: 'GET' }, name))[0]).toBe(200)
  }
  expect((await send(world, 'v1/reboot', { deviceId: id, data: {} }, 'omar'))[0]).toBe(202)
})

test('the device checks host access [TERM-030]', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  const probe = async (as: DemoName) =>
    statusAndBody(await world.request(`/access/v1/hostos/${uuid}`, { as }))
  expect(await probe('omar')).toEqual([200, ''])
  expect(await probe('sol')).toEqual([401, ''])
  expect(await probe('mel')).toEqual([401, ''])
  expect(
    await statusAndBody(await world.request(`/access/v1/hostos/${'e'.repeat(32)}`, { as: 'ada' })),
  ).toEqual([401, ''])
})

test('one request restarts all online devices of a fleet, if the user has the permission', async () => {
  const world = openCloud()
  const fleet = await fleetId(world, 'harbor-cams')
  const { id, uuid } = await aDevice(world, 'harbor-cams')
  const restart = async (application: number | string, as: DemoName) =>
    statusAndBody(await world.request(`/application/${application}/restart`, { as, method: 'POST' }))
  const running = () =>
    world.rows(
      `/v7/image_install?$select=id&$filter=device eq ${id} and status eq 'Running'&$orderby=id asc`,
      'ada',
    )
  const before = await running()
  expect(before.length).toBeGreaterThan(0)
  for (const as of ['olive', 'sol'] as const) expect(await restart(fleet, as)).toEqual([401, ''])
  expect(await restart(fleet, 'mel')).toEqual([404, 'Application(s) not found.'])
  expect(await restart(999_999, 'ada')).toEqual([404, 'Application(s) not found.'])
  expect(
    await statusAndBody(await world.request(`/application/${fleet}/restart`, { method: 'POST' })),
  ).toEqual([401, ''])
  expect(await running()).toEqual(before)

  expect(await restart(fleet, 'ada')).toEqual([200, 'OK'])
  expect(await running()).toEqual([])
  world.clock.advanceTo(world.clock.now() + 60_000)
  expect(await running()).toEqual(before)

  await world.request(`/__flotilla/devices/${uuid}`, { method: 'POST', body: { lock: 'uplink' } })
  expect(await restart(fleet, 'ada')).toEqual([
    423,
    { Data: '', Error: expect.stringContaining('Lockfile exists') },
  ])
  expect(await restart(await fleetId(world, 'depot-pilot'), 'ada')).toEqual([200, 'OK'])
})
