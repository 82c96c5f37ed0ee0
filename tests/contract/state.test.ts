import { expect, test } from 'vitest'
import type { DemoName } from '../../mocks/worlds/people.ts'
import { badRequest } from './exchange.ts'
import { aDevice, fleetId, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

interface TargetOfOlder {
  local: { apps: Record<string, object> }
}

interface Composition {
  services: Record<string, { build?: object }>
  volumes?: object
}

test('the target state contains the fleet, release, images, variables and the compose file', async () => {
  const world = openCloud()
  const { uuid, id } = await aDevice(world, 'cold-chain-eu')
  await world.request('/v7/device_environment_variable', {
    as: 'ada',
    method: 'POST',
    body: { device: id, name: 'REPORT_EVERY_S', value: '5' },
  })
  await world.request('/v7/device_config_variable', {
    as: 'ada',
    method: 'POST',
    body: { device: id, name: 'RESIN_HOST_CONFIG_gpu_mem', value: '64' },
  })
  const [status, body] = await statusAndBody(await world.request(`/device/v3/${uuid}/state`, { as: 'ada' }))
  expect(status).toBe(200)
  const state = (
    body as Record<
      string,
      {
        config: object
        apps: Record<string, { name: string; releases: Record<string, { services: Record<string, object> }> }>
      }
    >
  )[uuid]
  const [app] = Object.values(state?.apps ?? {})
  const [release] = Object.values(app?.releases ?? {})
  expect(app?.name).toBe('cold-chain-eu')
  expect(Object.keys(release?.services ?? {})).toEqual(['sensor-hub', 'uplink', 'dashboard', 'watchdog'])
  expect(release?.services['uplink']).toMatchObject({
    image: expect.stringMatching(/^registry2\.flotilla\.test\/v2\/[0-9a-f]{32}@sha256:[0-9a-f]{64}$/),
    environment: { REPORT_EVERY_S: '5', MQTT_HOST: 'broker.acme-logistics.example' },
  })
  const [composed] = await world.rows(
    `/v7/device(${id})?$select=id&$expand=should_be_running__release($select=composition)`,
    'ada',
  )
  const [target] = (composed?.['should_be_running__release'] ?? []) as { composition: Composition }[]
  expect(release).toMatchObject({ volumes: target?.composition.volumes ?? {} })
  expect(release).not.toHaveProperty('networks')
  for (const [name, service] of Object.entries(release?.services ?? {})) {
    const { build: _build, ...composition } = target?.composition.services[name] ?? {}
    expect(service).toMatchObject({ composition })
    expect(service).not.toHaveProperty('composition.build')
  }
  expect(state?.config).toEqual({
    RESIN_SUPERVISOR_NATIVE_LOGGER: 'true',
    RESIN_SUPERVISOR_POLL_INTERVAL: '600000',
    RESIN_HOST_CONFIG_gpu_mem: '64',
  })
})

test('older supervisors receive the same in the old format', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  const [status, body] = await statusAndBody(await world.request(`/device/v2/${uuid}/state`, { as: 'ada' }))
  expect(status).toBe(200)
  const text = JSON.stringify(body)
  expect(text).toContain('"serviceName":"uplink"')
  expect(body).toMatchObject({ dependent: { apps: {}, devices: {} } })
  const [app] = Object.values((body as TargetOfOlder).local.apps)
  expect(app).toMatchObject({ commit: expect.any(String), volumes: { data: {} }, networks: {} })
})

test('older supervisors of a device without a target receive no release', async () => {
  const world = openCloud()
  const [fleet] = await world.rows(
    '/v7/application?$select=id,app_name&$filter=is_of__class eq %27fleet%27 and not(owns__release/any(r:1 eq 1))',
    'ada',
  )
  const made = { belongs_to__application: fleet?.['id'], is_of__device_type: null, uuid: 'f'.repeat(32) }
  const [type] = await world.rows('/v7/device_type?$select=id&$top=1', 'ada')
  const [status] = await statusAndBody(
    await world.request('/v7/device', {
      as: 'ada',
      method: 'POST',
      body: { ...made, is_of__device_type: type?.['id'] },
    }),
  )
  expect(status).toBe(201)
  const [, body] = await statusAndBody(await world.request(`/device/v2/${made.uuid}/state`, { as: 'ada' }))
  const [app] = Object.values((body as TargetOfOlder).local.apps)
  expect(app).toEqual({ name: fleet?.['app_name'], services: {}, networks: {}, volumes: {} })
})

test('the first device of a world is like the others', async () => {
  const world = openCloud()
  const [first] = await world.rows('/v7/device?$select=uuid&$orderby=id asc&$top=1', 'ada')
  const uuid = String(first?.['uuid'])
  const [status, body] = await statusAndBody(await world.request(`/device/v3/${uuid}/state`, { as: 'ada' }))
  expect([status, Object.keys(body as object)]).toEqual([200, [uuid]])
})

test('an unchanged target state is not sent again', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  const first = await world.request(`/device/v3/${uuid}/state`, { as: 'ada' })
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  expect(
    await statusAndBody(await world.request(`/device/v3/${uuid}/state`, { as: 'ada', headers })),
  ).toEqual([304, ''])
})

test('the target state requires permission to read the device', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  for (const options of [{ as: 'mel' }, {}] as const) {
    expect(await statusAndBody(await world.request(`/device/v3/${uuid}/state`, options))).toEqual([401, ''])
  }
})

test('a device can only report its own state', async () => {
  const world = openCloud()
  const { uuid, id } = await aDevice(world, 'cold-chain-eu')
  const key = await world.request(`/api-key/device/${id}/device-key`, { as: 'ada', method: 'POST', body: {} })
  const credential = String(await key.json())
  const report = (body: unknown) =>
    world.request('/device/v3/state', { as: { credential }, method: 'PATCH', body })
  expect(await statusAndBody(await report({ [uuid]: { name: 'renamed-itself' } }))).toEqual([200, ''])
  expect(await world.rows(`/v7/device(${id})?$select=device_name`, 'ada')).toEqual([
    { device_name: 'renamed-itself' },
  ])
  expect(await statusAndBody(await report({ ['f'.repeat(32)]: { name: 'x' } }))).toEqual([401, ''])
  expect(await badRequest(async () => statusAndBody(await report({ [uuid]: 'x' })))).toEqual([401, ''])
})

test('the target state of a fleet is that of a device without its own settings', async () => {
  const world = openCloud()
  const fleet = await fleetId(world, 'cold-chain-eu')
  const [row] = await world.rows(`/v7/application(${fleet})?$select=uuid`, 'ada')
  const uuid = String(row?.['uuid'])
  const releases = await world.rows(
    `/v7/release?$select=commit,raw_version&$filter=belongs_to__application eq ${fleet} and status eq 'success'`,
    'ada',
  )
  const commitOf = (version: string) =>
    String(releases.find(({ raw_version }) => raw_version === version)?.['commit'])
  const read = async (query: string, as: DemoName = 'olive') =>
    statusAndBody(await world.request(`/device/v3/fleet/${uuid}/state/${query}`, { as }))
  const targetOf = (commit: string) => [
    200,
    {
      [uuid]: expect.objectContaining({
        name: 'cold-chain-eu',
        apps: {
          [uuid]: expect.objectContaining({
            id: fleet,
            releases: {
              [commit]: expect.objectContaining({
                services: expect.objectContaining({
                  uplink: expect.objectContaining({
                    environment: expect.objectContaining({ MQTT_HOST: 'broker.acme-logistics.example' }),
                  }),
                }),
              }),
            },
          }),
        },
        config: {
          RESIN_SUPERVISOR_NATIVE_LOGGER: 'true',
          RESIN_SUPERVISOR_POLL_INTERVAL: '600000',
          RESIN_HOST_CONFIG_gpu_mem: '16',
        },
      }),
    },
  ]
  expect(await read('?releaseUuid=')).toEqual(targetOf(commitOf('4.12.1')))
  expect(await read(`?releaseUuid=${commitOf('4.11.0')}`)).toEqual(targetOf(commitOf('4.11.0')))
  expect(await read('?releaseUuid=abc')).toEqual([404, 'No release with commit abc'])
  // A release that failed has nothing to run.
  const bench = await fleetId(world, 'bench-lab')
  const [failed] = await world.rows(
    `/v7/release?$select=commit&$top=1&$filter=belongs_to__application eq ${bench} and status ne 'success'&$expand=belongs_to__application($select=uuid)`,
    'ada',
  )
  const [app] = (failed?.['belongs_to__application'] ?? []) as { uuid: string }[]
  const without = String(failed?.['commit'])
  const refused = await world.request(`/device/v3/fleet/${app?.uuid ?? ''}/state/?releaseUuid=${without}`, {
    as: 'olive',
  })
  expect(await statusAndBody(refused)).toEqual([404, `No release with commit ${without}`])
  expect(await read('', 'mel')).toEqual([401, ''])
  expect(await statusAndBody(await world.request(`/device/v3/fleet/${uuid}/state`, {}))).toEqual([401, ''])
  expect(
    await statusAndBody(await world.request(`/device/v3/fleet/${'0'.repeat(32)}/state`, { as: 'ada' })),
  ).toEqual([401, ''])
})
