import { expect, test } from 'vitest'
import { badRequest } from './exchange.ts'
import { aDevice, fleetId, releaseId, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

test('a tag is created, and changed once it exists [TAG-006]', async () => {
  const world = openCloud()
  const { id: device } = await aDevice(world, 'cold-chain-eu')
  const create = (value: string) =>
    world.request('/v7/device_tag', { as: 'ada', method: 'POST', body: { value, device, tag_key: 'k' } })
  const filter = `$filter=device eq ${device} and tag_key eq 'k'`

  const created = await create('one')
  expect(created.status).toBe(201)
  const row: unknown = await created.json()
  expect(row).toMatchObject({ tag_key: 'k', value: 'one', device: { __id: device } })
  expect(created.headers.get('location')).toMatch(/^\/v7\/device_tag\(@id\)\?@id=\d+$/)

  expect(await statusAndBody(await create('two'))).toEqual([409, '"device" and "tag_key" must be unique.'])
  const changed = await world.request(`/v7/device_tag?${filter}`, {
    as: 'ada',
    method: 'PATCH',
    body: { value: 'two' },
  })
  expect(await statusAndBody(changed)).toEqual([200, ''])
  expect(await world.rows(`/v7/device_tag?$select=value&${filter}`, 'ada')).toEqual([{ value: 'two' }])

  const removed = await world.request(`/v7/device_tag?${filter}`, { as: 'ada', method: 'DELETE' })
  expect(removed.status).toBe(200)
  expect(await world.rows(`/v7/device_tag?$select=value&${filter}`, 'ada')).toEqual([])
})

test('an initial tag of the device can be changed and removed, and the others stay', async () => {
  const world = openCloud()
  const { id: device } = await aDevice(world, 'harbor-cams', "device_tag/any(t:t/tag_key eq 'rack')")
  const tags = () =>
    world.rows(`/v7/device_tag?$select=tag_key,value&$orderby=tag_key asc&$filter=device eq ${device}`, 'ada')
  const before = await tags()
  expect(before.map((tag) => tag['tag_key'])).toEqual(['rack', 'site'])
  await world.request(`/v7/device_tag?$filter=device eq ${device} and tag_key eq 'rack'`, {
    as: 'ada',
    method: 'PATCH',
    body: { value: '99' },
  })
  expect(await tags()).toEqual([{ tag_key: 'rack', value: '99' }, before[1]])
  await world.request(`/v7/device_tag(device=${device},tag_key='site')`, { as: 'ada', method: 'DELETE' })
  expect(await tags()).toEqual([{ tag_key: 'rack', value: '99' }])
})

test.each([
  ['a new tag', 'k'],
  ['an initial tag', 'rack'],
])('%s can be moved to another device, and keeps its id and age', async (_what, key) => {
  const world = openCloud()
  const { id: from } = await aDevice(world, 'harbor-cams', "device_tag/any(t:t/tag_key eq 'rack')")
  const { id: to } = await aDevice(world, 'cold-chain-eu')
  const write = (method: string, path: string, body?: object) =>
    world.request(`/v7/device_tag${path}`, { as: 'ada', method, ...(body && { body }) })
  if (key === 'k') await write('POST', '', { device: from, tag_key: 'k', value: 'one' })
  const tags = (device: number) =>
    world.rows(
      `/v7/device_tag?$select=id,device,created_at&$filter=device eq ${device} and tag_key eq '${key}'`,
      'ada',
    )
  const [tag] = await tags(from)
  const kept = { id: tag?.['id'], created_at: tag?.['created_at'] }
  const moved = await write('PATCH', `(device=${from},tag_key='${key}')`, { device: to })
  expect(moved.status).toBe(200)
  expect(await tags(from)).toEqual([])
  expect(await tags(to)).toEqual([{ ...kept, device: { __id: to } }])
  await write('PATCH', `(${Number(tag?.['id'])})`, { device: from })
  expect(await tags(to)).toEqual([])
  expect(await tags(from)).toEqual([{ ...kept, device: { __id: from } }])
  await write('DELETE', `(${Number(tag?.['id'])})`)
  expect(await tags(from)).toEqual([])
})

test('returnResource=false reduces the response to the id', async () => {
  const world = openCloud()
  const { id: device } = await aDevice(world, 'cold-chain-eu')
  const response = await world.cloud.handle(
    new Request('https://api.flotilla.test/v7/device_tag?returnResource=false', {
      method: 'POST',
      headers: { authorization: `Bearer ${await world.token('ada')}` },
      body: JSON.stringify({ device, tag_key: 'k', value: 'v' }),
    }),
  )
  expect(await statusAndBody(response)).toEqual([201, { id: expect.any(Number) }])
})

const badTags: [what: string, body: Record<string, unknown>, status: number, text: unknown][] = [
  ['whitespace in the key', { tag_key: 'a b', value: 'v' }, 400, 'Tag keys cannot contain whitespace.'],
  [
    'a reserved prefix',
    { tag_key: 'io.balena.x', value: 'v' },
    400,
    'Tag keys beginning with io.balena. are reserved.',
  ],
  [
    'the old reserved prefix',
    { tag_key: 'io.resin.x', value: 'v' },
    400,
    'Tag keys beginning with io.resin. are reserved.',
  ],
  ['a number for a value', { tag_key: 'k', value: 5 }, 400, ''],
  ['no key [TAG-001]', { value: 'v' }, 500, ''],
]

test.each(badTags)('a tag with %s is rejected, and nothing is written', async (_what, body, status, text) => {
  const world = openCloud()
  const { id: device } = await aDevice(world, 'cold-chain-eu')
  const before = await world.rows(`/v7/device_tag?$filter=device eq ${device}`, 'ada')
  const response = await badRequest(() =>
    world.request('/v7/device_tag', {
      as: 'ada',
      method: 'POST',
      body: { device, ...body },
    }),
  )
  expect(await statusAndBody(response)).toEqual([status, text])
  expect(await world.rows(`/v7/device_tag?$filter=device eq ${device}`, 'ada')).toEqual(before)
})

test('a tag of a nonexistent device is rejected without a message', async () => {
  const world = openCloud()
  const body = { device: 99_999_999, tag_key: 'k', value: 'v' }
  const response = await world.request('/v7/device_tag', { as: 'ada', method: 'POST', body })
  expect(await statusAndBody(response)).toEqual([401, ''])
})

test('fleets, releases and members have tags', async () => {
  const world = openCloud()
  const application = await fleetId(world, 'bench-lab')
  const release = await releaseId(world, 'bench-lab', '0.8.4')
  const [membership] = await world.rows('/v7/organization_membership?$top=1&$select=id', 'ada')
  const owners = { application, release, organization_membership: Number(membership?.['id']) }
  for (const [owner, id] of Object.entries(owners)) {
    const resource = `${owner}_tag`
    const body = { [owner]: id, tag_key: 'k', value: 'v' }
    const created = await world.request(`/v7/${resource}`, { as: 'ada', method: 'POST', body })
    expect(created.status).toBe(201)
    const again = await world.request(`/v7/${resource}`, { as: 'ada', method: 'POST', body })
    expect(await statusAndBody(again)).toEqual([409, `"${owner}" and "tag_key" must be unique.`])
  }
})

const variables: [
  kind: string,
  resource: string,
  owner: 'application' | 'device' | 'service',
  name: string,
][] = [
  ['fleet', 'application_environment_variable', 'application', 'COLOUR'],
  ['fleet configuration', 'application_config_variable', 'application', 'RESIN_HOST_CONFIG_dtoverlay'],
  ['fleet build', 'build_environment_variable', 'application', 'COLOUR'],
  ['service', 'service_environment_variable', 'service', 'COLOUR'],
  ['device', 'device_environment_variable', 'device', 'COLOUR'],
  ['device configuration', 'device_config_variable', 'device', 'BALENA_HOST_CONFIG_hdmi_mode:1'],
]

test.each(variables)('a %s variable is set, changed and removed', async (_kind, resource, owner, name) => {
  const world = openCloud()
  const application = await fleetId(world, 'cold-chain-eu')
  const [service] = await world.rows(`/v7/service?$top=1&$filter=application eq ${application}`, 'ada')
  const ids = {
    application,
    service: Number(service?.['id']),
    device: (await aDevice(world, 'cold-chain-eu')).id,
  }
  const body = { [owner]: ids[owner], name, value: 'blue' }
  const created = await world.request(`/v7/${resource}`, { as: 'ada', method: 'POST', body })
  expect(created.status).toBe(201)
  const again = await world.request(`/v7/${resource}`, { as: 'ada', method: 'POST', body })
  expect(await statusAndBody(again)).toEqual([409, `"${owner}" and "name" must be unique.`])
  const filter = `$filter=${owner} eq ${ids[owner]} and name eq '${name}'`
  await world.request(`/v7/${resource}?${filter}`, { as: 'ada', method: 'PATCH', body: { value: 'red' } })
  expect(await world.rows(`/v7/${resource}?$select=value&${filter}`, 'ada')).toEqual([{ value: 'red' }])
  await world.request(`/v7/${resource}?${filter}`, { as: 'ada', method: 'DELETE' })
  expect(await world.rows(`/v7/${resource}?$select=value&${filter}`, 'ada')).toEqual([])
})

test('a variable of one service on one device belongs to its service install', async () => {
  const world = openCloud()
  const { id: device, uuid } = await aDevice(world, 'cold-chain-eu')
  const [install] = await world.rows(
    `/v7/service_install?$select=id&$filter=device eq ${device} and installs__service/any(is:is/service_name eq 'uplink')`,
    'ada',
  )
  const body = { service_install: install?.['id'], name: 'QOS', value: '2' }
  const resource = '/v7/device_service_environment_variable'
  expect((await world.request(resource, { as: 'ada', method: 'POST', body })).status).toBe(201)
  expect(await statusAndBody(await world.request(resource, { as: 'ada', method: 'POST', body }))).toEqual([
    409,
    '"device" and "service" and "name" must be unique.',
  ])
  const found = await world.rows(
    `${resource}?$select=name,value&$filter=service_install/any(si:si/device eq ${device} and si/installs__service/any(is:is/service_name eq 'uplink'))`,
    'ada',
  )
  expect(found).toEqual([{ name: 'QOS', value: '2' }])
  const target = await world.request(`/device/v3/${uuid}/state`, { as: 'ada' })
  expect(await target.text()).toContain('"QOS":"2"')
})

const badVariables: [what: string, resource: string, name: string, value: string, text: string][] = [
  [
    'a reserved prefix',
    'device_environment_variable',
    'RESIN_X',
    '1',
    'Environment variables beginning with RESIN_, BALENA_ are reserved.',
  ],
  [
    'a reserved name',
    'device_environment_variable',
    'USER',
    '1',
    'Environment variables RESIN, BALENA, USER are reserved',
  ],
  [
    'a dash in its name',
    'device_environment_variable',
    'A-B',
    '1',
    'Environment variable names can only contain alphanumeric characters and underscores.',
  ],
  [
    'a digit at its start',
    'device_environment_variable',
    '1A',
    '1',
    'Environment variable names can only contain alphanumeric characters and underscores.',
  ],
  [
    'a name outside the namespaces',
    'device_config_variable',
    'COLOUR',
    '1',
    'Configuration variables must be part of one of the following namespaces: RESIN_, BALENA_',
  ],
  [
    'a line break in a configuration value',
    'device_config_variable',
    'RESIN_X',
    'a\nb',
    'Variable values cannot contain line break characters',
  ],
]

test.each(badVariables)(
  'a variable with %s is rejected, and nothing is written',
  async (_what, resource, name, value, text) => {
    const world = openCloud()
    const { id: device } = await aDevice(world, 'cold-chain-eu')
    const body = { device, name, value }
    const response = await world.request(`/v7/${resource}`, { as: 'ada', method: 'POST', body })
    expect(await statusAndBody(response)).toEqual([400, text])
    expect(
      await world.rows(`/v7/${resource}?$filter=device eq ${device} and name eq '${name}'`, 'ada'),
    ).toEqual([])
  },
)

test('the valid names are public', async () => {
  const world = openCloud()
  const [status, body] = await statusAndBody(await world.request('/config/vars'))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    reservedNamespaces: ['RESIN_', 'BALENA_'],
    invalidRegex: String.raw`/^\d|\W/`,
    configVarInvalidRegex: String.raw`/^[\d:]|[^A-Za-z0-9_:]/`,
  })
})

test('hardware-specific variables are listed with the device type [CALL-039, DATA-036]', async () => {
  const world = openCloud()
  const namesFor = async (path: string) => {
    const [, body] = await statusAndBody(await world.request(path, { as: 'ada' }))
    return Object.keys((body as { configVarSchema: { properties: object } }).configVarSchema.properties)
  }
  expect(await namesFor('/config/vars')).not.toContain('RESIN_HOST_CONFIG_gpu_mem')
  expect(await namesFor('/config/vars?deviceType=raspberrypi4-64')).toContain('RESIN_HOST_CONFIG_gpu_mem')
  expect(await namesFor('/config/vars?deviceType=jetson-orin-nano')).toContain(
    'BALENA_HOST_CONFIG_fan_profile',
  )
})
