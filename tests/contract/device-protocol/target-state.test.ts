import { describe, expect, test } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { PLATFORM_NAMES } from '../../../mocks/platforms/platform.ts'
import { aMachine } from '../machine.ts'
import type { Machine } from '../machine.ts'
import { expanded, statusAndBody } from '../subjects.ts'
import { openCloud } from '../use-cloud.ts'

interface Service {
  id: number
  labels: Record<string, string>
  environment: Record<string, string>
  composition?: Record<string, unknown>
}

interface App {
  name: string
  is_host: boolean
  releases: Record<string, { id: number; services: Record<string, Service> }>
}

interface State {
  name: string
  config: Record<string, string>
  apps: Record<string, App>
}

async function stateOf(machine: Machine): Promise<State> {
  const [status, body] = await statusAndBody(await machine.poll())
  const state = (body as Record<string, State>)[machine.uuid]
  if (status !== 200 || state === undefined) throw new Error(`No target state: ${status}`)
  return state
}

const servicesOf = (state: State, app: string) =>
  Object.values(state.apps[app]?.releases ?? {}).flatMap(({ services }) => Object.entries(services))

const post = async (world: TestCloud, resource: string, body: object) => {
  const response = await world.request(`/v7/${resource}`, { as: 'ada', method: 'POST', body })
  if (response.status !== 201) throw new Error(`${resource}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { id: number }).id
}

const INTERVAL = 'RESIN_SUPERVISOR_POLL_INTERVAL'
const OTHER_INTERVAL = 'BALENA_SUPERVISOR_POLL_INTERVAL'

describe.each(PLATFORM_NAMES)('the target state on the %s platform', (platform) => {
  test.each([
    ['none', {}, { [INTERVAL]: platform === 'hosted' ? '900000' : '600000' }],
    ['60000 of the fleet', { fleet: { [INTERVAL]: '60000' } }, { [INTERVAL]: '600000' }],
    ['60000 of the device', { device: { [INTERVAL]: '60000' } }, { [INTERVAL]: '600000' }],
    ['900000', { device: { [INTERVAL]: '900000' } }, { [INTERVAL]: '900000' }],
    ['a word', { device: { [INTERVAL]: 'abc' } }, { [INTERVAL]: 'NaN' }],
    ['an empty text', { device: { [INTERVAL]: '' } }, { [INTERVAL]: 'NaN' }],
    [
      '60000 by its other name',
      { device: { [OTHER_INTERVAL]: '60000' } },
      { [INTERVAL]: platform === 'hosted' ? '900000' : '600000', [OTHER_INTERVAL]: '60000' },
    ],
  ] as const)('with a poll interval of %s', async (_what, given, expected) => {
    const world = openCloud('first-look', { platform })
    const machine = await aMachine(world, 'harbor-cams')
    const variables: { fleet?: Record<string, string>; device?: Record<string, string> } = given
    for (const [name, value] of Object.entries(variables.fleet ?? {}))
      await post(world, 'application_config_variable', { application: machine.fleetId, name, value })
    for (const [name, value] of Object.entries(variables.device ?? {}))
      await post(world, 'device_config_variable', { device: machine.id, name, value })
    const { config } = await stateOf(machine)
    const intervals = Object.entries(config).filter(([name]) => name.endsWith('POLL_INTERVAL'))
    expect(Object.fromEntries(intervals)).toEqual(expected)
    expect(config['RESIN_SUPERVISOR_NATIVE_LOGGER']).toBe(platform === 'hosted' ? 'true' : undefined)
  })

  test('update strategy and hand-over timeout become labels of the services that lack them', async () => {
    const world = openCloud('first-look', { platform })
    const machine = await aMachine(world)
    const [[first, own] = ['', undefined], [second, other] = ['', undefined]] = servicesOf(
      await stateOf(machine),
      machine.fleet,
    )
    const set = (resource: string, owner: object, name: string, value: string) =>
      post(world, resource, { ...owner, name, value })
    const fleet = { application: machine.fleetId }
    await set('application_config_variable', fleet, 'RESIN_SUPERVISOR_UPDATE_STRATEGY', 'hand-over')
    await set('application_config_variable', fleet, 'RESIN_SUPERVISOR_HANDOVER_TIMEOUT', '1000')
    await set('application_config_variable', fleet, 'BALENA_SUPERVISOR_UPDATE_STRATEGY', 'kill-then-download')
    await set('device_config_variable', { device: machine.id }, 'RESIN_SUPERVISOR_HANDOVER_TIMEOUT', '2000')
    const label = (service: number | undefined, label_name: string, value: string) =>
      post(world, 'service_label', { service, label_name, value })
    await label(own?.id, 'io.resin.update.strategy', 'delete-then-download')
    await label(other?.id, 'io.balena.update.strategy', 'delete-then-download')
    const state = await stateOf(machine)
    const labels = Object.fromEntries(servicesOf(state, machine.fleet).map(([name, it]) => [name, it.labels]))
    expect(labels[first]).toMatchObject({
      'io.resin.update.strategy': 'delete-then-download',
      'io.resin.update.handover-timeout': '2000',
    })
    expect(labels[second]).toMatchObject({
      'io.resin.update.strategy': 'hand-over',
      'io.balena.update.strategy': 'delete-then-download',
      'io.resin.update.handover-timeout': '2000',
    })
    expect(state.config).toMatchObject({
      RESIN_SUPERVISOR_UPDATE_STRATEGY: 'hand-over',
      RESIN_SUPERVISOR_HANDOVER_TIMEOUT: '2000',
      BALENA_SUPERVISOR_UPDATE_STRATEGY: 'kill-then-download',
    })
  })

  test('a label of the service wins over that of its image; the composition keeps its own, but no build', async () => {
    const world = openCloud('first-look', { platform })
    const machine = await aMachine(world)
    const [[name, service] = ['', undefined]] = servicesOf(await stateOf(machine), machine.fleet)
    const [join] = await world.rows(
      `/v7/release_image?$select=id&$filter=image/any(i:i/is_a_build_of__service eq ${service?.id}) and is_part_of__release/any(r:r/should_be_running_on__application/any(a:a/id eq ${machine.fleetId}))`,
      'ada',
    )
    await post(world, 'image_label', { release_image: join?.['id'], label_name: 'io.test', value: 'image' })
    await post(world, 'image_label', { release_image: join?.['id'], label_name: 'io.image', value: 'image' })
    await post(world, 'service_label', { service: service?.id, label_name: 'io.test', value: 'service' })
    const found = servicesOf(await stateOf(machine), machine.fleet).find(([one]) => one === name)?.[1]
    expect(found?.labels).toMatchObject({ 'io.test': 'service', 'io.image': 'image' })
    expect(found?.composition).toMatchObject({ restart: 'always' })
    expect(found?.composition).not.toHaveProperty('build')
    for (const label of Object.keys(found?.composition?.['labels'] ?? {}))
      expect(found?.labels).not.toHaveProperty([label])
  })

  test('is conditional: 304 with the same ETag, 200 with no-cache or another one', async () => {
    const world = openCloud('first-look', { platform })
    const machine = await aMachine(world)
    const etag = (await machine.poll()).headers.get('etag') ?? ''
    const again = await machine.poll({ 'if-none-match': etag })
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
    expect((await machine.poll({ 'if-none-match': etag, 'cache-control': 'no-cache' })).status).toBe(200)
    expect((await machine.poll({ 'if-none-match': '"another"' })).status).toBe(200)
    await post(world, 'device_environment_variable', { device: machine.id, name: 'NEW', value: '1' })
    expect((await machine.poll({ 'if-none-match': etag })).status).toBe(200)
  })

  test('of an unknown device is 304, whoever asks; of a known one 401 for strangers', async () => {
    const world = openCloud('first-look', { platform })
    const [machine, other] = [await aMachine(world), await aMachine(world)]
    const read = async (uuid: string, as?: { credential: string }) => {
      const answer = await world.request(`/device/v3/${uuid}/state`, as === undefined ? {} : { as })
      return [answer.status, await answer.text()]
    }
    expect(await read('f'.repeat(32))).toEqual([304, ''])
    expect(await read('f'.repeat(32), { credential: machine.credential })).toEqual([304, ''])
    expect(await read(machine.uuid)).toEqual([401, ''])
    expect(await read(machine.uuid, { credential: other.credential })).toEqual([401, ''])
    expect(await read(machine.uuid, { credential: 'f'.repeat(32) })).toEqual([401, ''])
  })

  test('a deleted device gets no target, and its reports are refused, except those of old supervisors', async () => {
    const world = openCloud('first-look', { platform })
    const machine = await aMachine(world)
    await machine.poll()
    const removed = await world.request(`/v7/device(${machine.id})`, { as: 'ada', method: 'DELETE' })
    expect(removed.status).toBe(200)
    const ask = async (method: string, path: string, body?: unknown) => {
      const response = await machine.request(path, { method, ...(body === undefined ? {} : { body }) })
      return [response.status, await response.text()]
    }
    const { uuid, id } = machine
    expect(await ask('GET', `/device/v3/${uuid}/state`)).toEqual([304, ''])
    expect(await ask('GET', `/device/v2/${uuid}/state`)).toEqual([304, ''])
    expect(await ask('PATCH', '/device/v3/state', { [uuid]: { status: 'Idle' } })).toEqual([401, ''])
    expect(await ask('PATCH', '/device/v3/tags', { [uuid]: { a: 'b' } })).toEqual([401, ''])
    expect(await ask('POST', `/device/v2/${uuid}/logs`, [{ timestamp: 1, message: 'x' }])).toEqual([401, ''])
    expect(await ask('PATCH', `/device/v2/${uuid}/state`, { local: { status: 'Idle' } })).toEqual([200, ''])
    expect(await ask('GET', '/v7/device?$select=id')).toEqual([200, '{"d":[]}'])
    expect(await ask('GET', `/v7/device(${id})?$select=id`)).toEqual([200, '{"d":[]}'])
  })
})

test('the OS and the supervisor are apps: with the variables of the device, without those and the labels of its fleet', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  const release = async (slug: string) => {
    const [row] = await world.rows(
      `/v7/release?$select=id&$top=1&$orderby=semver_major desc,semver_minor desc&$filter=status eq 'success' and is_invalidated eq false and belongs_to__application/any(a:a/slug eq '${slug}')`,
      'ada',
    )
    return Number(row?.['id'])
  }
  const [device] = await world.rows(
    `/v7/device(${machine.id})?$select=id&$expand=is_of__device_type($select=slug;$expand=is_of__cpu_architecture($select=slug))`,
    'ada',
  )
  const type = expanded(device, 'is_of__device_type')
  const architecture = expanded(type, 'is_of__cpu_architecture')['slug']
  const [os, supervisor] = [
    await release(`balena_os/${String(type['slug'])}`),
    await release(`balena_os/${String(architecture)}-supervisor`),
  ]
  const set = await machine.request(`/v7/device(${machine.id})`, {
    method: 'PATCH',
    body: { should_be_operated_by__release: os, should_be_managed_by__release: supervisor },
  })
  expect(set.status).toBe(200)
  const application = machine.fleetId
  await post(world, 'application_environment_variable', { application, name: 'OF_FLEET', value: '1' })
  await post(world, 'device_environment_variable', { device: machine.id, name: 'OF_DEVICE', value: '1' })
  const strategy = { application, name: 'RESIN_SUPERVISOR_UPDATE_STRATEGY', value: 'hand-over' }
  await post(world, 'application_config_variable', strategy)
  const state = await stateOf(machine)
  const systems = Object.entries(state.apps).filter(([uuid]) => uuid !== machine.fleet)
  expect(systems).toHaveLength(2)
  for (const [uuid, app] of systems) {
    const services = servicesOf(state, uuid)
    expect(services.length).toBeGreaterThan(0)
    for (const [, { labels, environment }] of services) {
      expect(environment).toEqual(expect.objectContaining({ OF_DEVICE: '1' }))
      expect(environment).not.toHaveProperty('OF_FLEET')
      expect(labels).not.toHaveProperty(['io.resin.update.strategy'])
      expect(labels['io.balena.image.store']).toBe(app.is_host ? 'root' : undefined)
    }
  }
})
