import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestCloud } from '../../mocks/hosts/node.ts'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { model } from '../../openapi/generated/model.ts'
import { lackingOperations } from '../../openapi/generated/open-backend.ts'
import { serviceOperations } from '../../openapi/generated/operations.ts'

let world: TestCloud

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDvlJVkvuvcAeyRyL1fYiAx6AyFmqVdXUhrXUaVCqzSn'

beforeAll(() => {
  world = createTestCloud('first-look', { platform: 'open', keepsHistory: true })
})
afterAll(() => world.dispose())

async function ask(method: string, path: string, body?: unknown) {
  const response = await world.request(path, { as: 'ada', method, ...(body === undefined ? {} : { body }) })
  return { status: response.status, text: await response.text() }
}
const statusOf = async (path: string) => (await ask('GET', path)).status

const resources = Object.values(model)
const lacking = resources.filter(({ openBackend }) => !openBackend)
const present = resources.filter(({ openBackend, openBackendHidden }) => openBackend && !openBackendHidden)

describe('the open-source backend, according to the contract', () => {
  test('any request to a resource that it lacks, or that nobody may read, returns 401', async () => {
    const statuses = new Set<number>()
    for (const { name } of lacking) {
      statuses.add(await statusOf(`/v7/${name}`))
      statuses.add(await statusOf(`/v7/${name}/$count`))
      statuses.add((await ask('POST', `/v7/${name}`, {})).status)
      statuses.add((await ask('PATCH', `/v7/${name}(1)`, { name: 'x' })).status)
      statuses.add((await ask('DELETE', `/v7/${name}(1)`)).status)
    }
    statuses.add(await statusOf('/v7/actor'))
    statuses.add(await statusOf('/v7/device?$top=1&$expand=actor'))
    expect(lacking.length).toBeGreaterThan(30)
    expect([...statuses]).toEqual([401])
    expect(await world.rows('/v7/device?$top=1&$select=actor', 'ada')).toEqual([
      { actor: { __id: expect.any(Number) as number } },
    ])
  })

  test('an operation that it lacks returns 404, although the hosted platform has it', async () => {
    const calls = serviceOperations.filter(({ id }) => lackingOperations.some((one) => one === id))
    expect(calls.length).toBe(lackingOperations.length)
    for (const { id, method, path } of calls) {
      const asked = path.replaceAll(/\{\w+\}/g, '1')
      const { status, text } = await ask(method, asked, method === 'GET' ? undefined : {})
      expect({ id, status, text }).toEqual({ id, status: 404, text: '' })
    }
  })

  test('a field or relation that it lacks fails the whole query, and is in no row', async () => {
    for (const { name, fields, toOne, toMany } of present) {
      const rows = await world.rows(`/v7/${name}?$top=1`, 'ada')
      const columns = Object.values({ ...fields, ...toOne }).filter(({ cloudOnly }) => cloudOnly)
      for (const { name: field } of columns) {
        expect(Object.keys(rows[0] ?? {})).not.toContain(field)
        expect([field, await statusOf(`/v7/${name}?$select=${field}`)]).toEqual([field, 500])
        expect([field, await statusOf(`/v7/${name}?$filter=${field} eq null`)]).toEqual([field, 500])
        expect([field, await statusOf(`/v7/${name}?$orderby=${field} asc`)]).toEqual([field, 500])
      }
      for (const { name: relation, resource } of Object.values(toMany)) {
        if (model[resource].openBackend) continue
        expect([relation, await statusOf(`/v7/${name}?$expand=${relation}`)]).toEqual([relation, 500])
        expect([relation, await statusOf(`/v7/${name}?$filter=${relation}/any(x:x/id eq 1)`)]).toEqual([
          relation,
          500,
        ])
      }
    }
  })
})

test.each([
  '/v7/application?$filter=owns__device/any(d:d/is_active eq true)',
  '/v7/application?$filter=not(owns__device/all(d:d/is_frozen eq true))',
  '/v7/application?$expand=owns__device($select=latitude)',
  '/v7/application?$expand=owns__device($filter=is_active eq true)',
  '/v7/application_tag?$filter=application/organization/is_frozen eq true',
  '/v7/organization?$expand=organization_invite/$count',
  '/v7/device/$count?$filter=is_frozen eq true',
  '/v6/device?$select=is_active',
])('a missing field is found at any depth: %s', async (path) => {
  expect(await statusOf(path)).toBe(500)
})

test.each(['$expand=', '$select=', '$filter=', '$orderby='])(
  'an empty option is a malformed URL: %s',
  async (option) => {
    expect(await ask('GET', `/v7/device?${option}`)).toEqual({
      status: 400,
      text: JSON.stringify(`Malformed url: '/v7/device?${option}'`),
    })
  },
)

test('a write fails if it contains a missing or read-only field', async () => {
  const bodies = [{ custom_latitude: '1' }, { is_active: true }, { is_web_accessible: true }]
  for (const body of bodies) {
    expect([body, (await ask('PATCH', '/v7/device(1)', body)).status]).toEqual([body, 500])
  }
  const url = { is_stored_at__repository_url: 'https://code.example/one' }
  expect((await ask('PATCH', '/v7/application(1)', url)).status).toBe(500)
  expect((await ask('PATCH', '/v7/device(1)', { note: 'kept' })).status).toBe(200)
})

test('the response to a creation has no missing field', async () => {
  const [type] = await world.rows('/v7/device_type?$select=id&$top=1', 'ada')
  const body = { app_name: 'made-here', organization: 1, is_for__device_type: type?.['id'] }
  const { status, text } = await ask('POST', '/v7/application', body)
  expect(status).toBe(201)
  expect(text).toContain('made-here')
  expect(text).not.toContain('is_discoverable')
})

test('a device that reports is online by its heartbeat, with reduced functionality, and receives no commands', async () => {
  const columns =
    'is_online,is_connected_to_vpn,last_vpn_event,is_managed_by__service_instance,is_web_accessible'
  const rows = await world.rows(
    `/v7/device?$select=${columns},overall_status&$filter=api_heartbeat_state eq 'online'`,
    'ada',
  )
  expect(rows.length).toBeGreaterThan(100)
  const statuses = new Set(rows.map(({ overall_status: status }) => status))
  expect(statuses).toContain('reduced-functionality')
  expect(statuses).not.toContain('operational')
  for (const { overall_status: _status, ...row } of rows) {
    expect(row).toEqual({
      is_online: true,
      is_connected_to_vpn: false,
      last_vpn_event: null,
      is_managed_by__service_instance: null,
      is_web_accessible: false,
    })
  }
  expect(await world.count('/v7/device/$count?$filter=is_connected_to_vpn eq true', 'ada')).toBe(0)
  const counted = await world.count(
    "/v7/device/$count?$filter=overall_status eq 'reduced-functionality'",
    'ada',
  )
  expect(counted).toBe(rows.filter(({ overall_status: status }) => status === 'reduced-functionality').length)
  expect(await ask('POST', '/supervisor/v1/blink', { deviceId: 1 })).toEqual({
    status: 404,
    text: '"No online device(s) found"',
  })
})

test('no status refers to billing or deactivation, and a device that never reported is configuring', async () => {
  const rows = await world.rows('/v7/device?$select=overall_status,api_heartbeat_state', 'ada')
  const statuses = new Set(rows.map(({ overall_status: status }) => status))
  expect(statuses).not.toContain('inactive')
  for (const { overall_status: status, api_heartbeat_state: heartbeat } of rows) {
    if (heartbeat === 'unknown') expect(status).toBe('configuring')
    if (heartbeat === 'offline') expect(status).toBe('disconnected')
  }
})

test('a user can only read own keys: the creator of a fleet key cannot list it', async () => {
  expect((await ask('POST', '/api-key/application/1/provisioning', { name: 'of a fleet' })).status).toBe(200)
  expect((await ask('POST', '/api-key/user/full', { name: 'my own' })).status).toBe(200)
  const rows = await world.rows('/v7/api_key?$select=name', 'ada')
  expect(rows.map(({ name }) => name)).toEqual(['my own'])
})

test('it has device types, but no host apps with releases', async () => {
  expect(await world.count('/v7/device_type/$count', 'ada')).toBeGreaterThan(5)
  expect(await world.count('/v7/application/$count?$filter=is_host eq true', 'ada')).toBe(0)
})

test.each([
  '/v7/device?$filter=id%20in%20(1%2C2)&$select=id',
  '/v7/device?$select=id&$filter=contains(device_name%2C%27a%27)',
  '/v7/device?$select=id%2Cuuid',
  '/v7/application?$select=id&$filter=organization%2Fhandle%20eq%20%27a%27',
  '/v7/application?$select=id&$filter=owns__device/any(d%3Ad/id%20eq%201)',
  '/v7/device?$select=id&$filter=%28id%20eq%201%29',
])('an encoded delimiter is malformed, which the hosted platform accepts: %s', async (path) => {
  expect(await ask('GET', path)).toEqual({ status: 400, text: JSON.stringify(`Malformed url: '${path}'`) })
  const hosted = createTestCloud('first-look')
  expect((await hosted.request(path, { as: 'ada' })).status).toBe(200)
  hosted.dispose()
})

test('encoded blanks, quotes, dollar signs and delimiters in texts are accepted', async () => {
  const paths = [
    '/v7/device?%24select=id&$filter=device_name%20eq%20%27a%2Cb%2Fc%3Ad%27',
    "/v7/device?$select=id&$filter=device_name eq 'a%28b%29'&$orderby=id%20asc",
    "/v7/device(uuid='a%2Fb')?$select=id",
  ]
  for (const path of paths) expect([path, await statusOf(path)]).toEqual([path, 200])
})

test('nobody creates, changes or deletes an organization, a membership or a user', async () => {
  const [own] = await world.rows('/v7/organization?$select=id&$top=1', 'ada')
  const id = Number(own?.['id'])
  const before = await ask('GET', '/v7/organization?$orderby=id asc')
  const refused = { status: 401, text: '' }
  expect(await ask('POST', '/v7/organization', { name: 'another' })).toEqual(refused)
  expect(await ask('PATCH', `/v7/organization(${id})`, { name: 'another' })).toEqual(refused)
  expect(await ask('DELETE', `/v7/organization(${id})`)).toEqual(refused)
  expect(await ask('PATCH', `/v7/organization(${id})`, { handle: 'ad min' })).toEqual({
    status: 400,
    text: '"Handles can only contain alphanumeric characters and underscores"',
  })
  expect(
    await ask('DELETE', `/v7/organization_membership?$filter=is_member_of__organization eq ${id}`),
  ).toEqual(refused)
  expect(await ask('PATCH', '/v7/user(1)', { username: 'x' })).toEqual(refused)
  expect(await ask('GET', '/v7/organization?$orderby=id asc')).toEqual(before)
})

test('every user reads and changes everything of all organizations', async () => {
  const [one] = await world.rows(
    "/v7/application?$select=id,slug&$filter=app_name eq 'cold-chain-eu'&$expand=owns__device($select=id;$top=1)",
    'omar',
  )
  const fleet = Number(one?.['id'])
  for (const resource of [
    'application',
    'device',
    'organization',
    'organization_membership',
    'release',
    'user',
  ])
    expect([resource, await world.count(`/v7/${resource}/$count`, 'omar')]).toEqual([
      resource,
      await world.count(`/v7/${resource}/$count`, 'ada'),
    ])
  const as = { as: 'omar' } as const
  const note = { ...as, method: 'PATCH', body: { note: 'of a stranger' } }
  const of = `$filter=belongs_to__application eq ${fleet}`
  expect((await world.request(`/v7/device?${of}`, note)).status).toBe(200)
  expect(await world.count(`/v7/device/$count?${of} and note eq 'of a stranger'`, 'ada')).toBeGreaterThan(0)
  const tag = { application: fleet, tag_key: 'by', value: 'omar' }
  expect((await world.request('/v7/application_tag', { ...as, method: 'POST', body: tag })).status).toBe(201)
  // Keys and public keys stay their owners'.
  expect(await world.count('/v7/api_key/$count', 'omar')).toBe(0)
})

test('a member of an organization has all permissions: there are no roles', async () => {
  const [own] = await world.rows("/v7/application?$filter=app_name eq 'cold-chain-eu'&$select=id", 'olive')
  const response = await world.request(`/v7/application(${Number(own?.['id'])})`, {
    as: 'olive',
    method: 'PATCH',
    body: { should_track_latest_release: true },
  })
  expect(response.status).toBe(200)
})

test('the control API returns the platform, opens the other one, and stores it in a session file', async () => {
  const send = async (path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const options = body === undefined ? {} : { method: 'POST', body }
    return (await world.request(`/__flotilla/${path}`, options)).json() as Promise<Record<string, unknown>>
  }
  const one = createTestCloud('first-look', { keepsHistory: true })
  const stateOf = async () =>
    (await (await one.request('/__flotilla/state')).json()) as { platform: string; scenario: string }
  expect((await stateOf()).platform).toBe('hosted')
  const bundle = await send('bundle')
  expect(bundle['platform']).toBe('open')
  const opened = await one.request('/__flotilla/session-file', { method: 'POST', body: bundle })
  expect(await opened.json()).toMatchObject({ platform: 'open', isSame: true })
  expect((await one.request('/config')).status).toBe(404)
  await one.request('/__flotilla/reset', { method: 'POST', body: { platform: 'hosted' } })
  expect(await stateOf()).toMatchObject({ platform: 'hosted', scenario: 'first-look' })
  expect((await one.request('/config')).status).toBe(200)
  const refused = await one.request('/__flotilla/reset', { method: 'POST', body: { platform: 'other' } })
  expect([refused.status, await refused.json()]).toEqual([400, '"platform" must be one of hosted and open'])
  one.dispose()
})

test('a stored world is restored with its platform', async () => {
  const snapshot = world.cloud.snapshot()
  const again = createTestCloud('first-look', { snapshot })
  expect((await again.request('/config')).status).toBe(404)
  again.dispose()
})

describe('what it answers otherwise than other platforms, as measured', () => {
  interface Ids {
    fleet: number
    uuid: string
    release: number
    commit: string
    version: string
    service: number
    device: number
    tag: number
    stranger: number
  }
  let ids: Ids

  beforeAll(async () => {
    const [fleet] = await world.rows(
      "/v7/application?$select=id,uuid&$filter=app_name eq 'cold-chain-eu'&$expand=service($select=id;$top=1),owns__device($select=id;$top=1),owns__release($select=id,commit,raw_version;$filter=status eq 'success';$orderby=id asc;$top=1)",
      'ada',
    )
    const [stranger] = await world.rows("/v7/user?$select=id&$filter=username eq 'omar'", 'ada')
    const first = (rows: unknown) => (rows as Record<string, unknown>[])[0] ?? {}
    const release = first(fleet?.['owns__release'])
    const [tag] = await world.rows('/v7/device_tag?$select=id&$top=1', 'ada')
    ids = {
      fleet: Number(fleet?.['id']),
      uuid: String(fleet?.['uuid']),
      release: Number(release['id']),
      commit: String(release['commit']),
      version: String(release['raw_version']),
      service: Number(first(fleet?.['service'])['id']),
      device: Number(first(fleet?.['owns__device'])['id']),
      tag: Number(tag?.['id']),
      stranger: Number(stranger?.['id']),
    }
  })

  test.each<[what: string, path: (of: Ids) => string, status: number]>([
    [
      'an inner condition that names the outer rows',
      () => '/v7/application?$select=id&$filter=owns__device/any(d:d/device_tag/any(t:d/id eq 1))',
      500,
    ],
    [
      'an inner condition of its own rows',
      () =>
        "/v7/application?$select=id&$filter=owns__device/any(d:d/device_tag/any(t:t/tag_key eq 'a') and d/id gt 1)",
      200,
    ],
    ['a count that expands', () => '/v7/device/$count?$filter=id eq 1&$expand=device_tag', 500],
    [
      'a fleet by two fields',
      ({ uuid, fleet }) => `/v7/application(uuid='${uuid}',id=${fleet})?$select=id`,
      500,
    ],
    ['a fleet by one field', ({ uuid }) => `/v7/application(uuid='${uuid}')?$select=id`, 200],
    [
      'a release by its commit',
      ({ fleet, commit }) => `/v7/release(belongs_to__application=${fleet},commit='${commit}')?$select=id`,
      500,
    ],
    [
      'a release by its version',
      ({ fleet, version }) =>
        `/v7/release(belongs_to__application=${fleet},raw_version='${version}')?$select=id`,
      500,
    ],
    ['a tag by its key', ({ device }) => `/v7/device_tag(device=${device},tag_key='x')?$select=id`, 200],
    ['all fields of a related row', ({ service }) => `/v7/service(${service})/application`, 500],
    ['all fields of a row related to a device type', () => '/v7/device_type(1)/is_of__cpu_architecture', 200],
    ['the actor of a device, with all fields', ({ device }) => `/v7/device(${device})/actor`, 401],
    ['some fields of a related row', ({ service }) => `/v7/service(${service})/application?$select=id`, 200],
    ['all fields of related rows', ({ device }) => `/v7/device(${device})/device_tag`, 500],
    ['one field of related rows', ({ device }) => `/v7/device(${device})/device_tag?$select=id,tag_key`, 500],
    [
      'the UUIDs of related rows',
      ({ fleet }) => `/v7/application(${fleet})/owns__device?$select=uuid&$filter=note eq null&$top=2`,
      200,
    ],
    [
      'related rows that expand',
      ({ fleet }) => `/v7/application(${fleet})/owns__device?$select=id&$expand=device_tag($select=id)`,
      500,
    ],
    ['a device by a field that is not unique', () => "/v7/device(device_name='x')?$select=id", 500],
    ['a device by its UUID', () => "/v7/device(uuid='none')?$select=id", 200],
    ['a device by two keys', ({ device }) => `/v7/device(uuid='x',id=${device})?$select=id`, 500],
    ['tags by a part of their key', ({ device }) => `/v7/device_tag(device=${device})?$select=id`, 500],
    ['a release by its commit alone', ({ commit }) => `/v7/release(commit='${commit}')?$select=id`, 500],
    ['the ids of rows that have none', () => '/v7/user__has_direct_access_to__application?$select=id', 200],
    ['an address of version 6', () => '/v6/device?$select=id,vpn_address,status&$top=1', 200],
  ])('%s', async (_what, path, status) => {
    expect((await ask('GET', path(ids))).status).toBe(status)
  })

  test('a row without an id has null for it', async () => {
    const rows = await world.rows('/v7/user__has_direct_access_to__application?$select=id&$top=2', 'ada')
    expect(rows).toEqual([{ id: null }, { id: null }])
  })

  test('a device that calls itself connected is asked for on the servers of the VPN, which do not know it', async () => {
    const path = `/v7/device(${ids.device})`
    const reboot = ['POST', '/supervisor/v1/reboot', { deviceId: ids.device, data: {} }] as const
    expect(await ask(...reboot)).toMatchObject({ status: 404, text: '"No online device(s) found"' })
    expect((await ask('PATCH', path, { is_connected_to_vpn: true })).status).toBe(200)
    expect(await ask(...reboot)).toMatchObject({ status: 207, text: '[]' })
    expect((await ask('PATCH', path, { is_connected_to_vpn: false })).status).toBe(200)
    expect((await ask(...reboot)).status).toBe(404)
  })

  test('a path in $select is its last field', async () => {
    const rows = await world.rows('/v7/device?$select=id/uuid&$top=1', 'ada')
    expect(Object.keys(rows[0] ?? {})).toEqual(['uuid'])
  })

  test.each<
    [
      what: string,
      request: (of: Ids) => [method: string, path: string, body?: unknown],
      status: number,
      text: RegExp,
    ]
  >([
    [
      'a value of the wrong type, of a field that cannot be written',
      ({ device }) => ['PATCH', `/v7/device(${device})`, { is_web_accessible: 'yes' }],
      400,
      /^$/,
    ],
    [
      'a device without a fleet',
      ({ device }) => ['PATCH', `/v7/device(${device})`, { belongs_to__application: null }],
      400,
      /^"It is necessary that each release that is pinned to a device/,
    ],
    [
      'a fleet of an organization that does not exist',
      ({ fleet }) => ['PATCH', `/v7/application(${fleet})`, { organization: 999_999 }],
      409,
      /^"Data is referenced by organization\."$/,
    ],
    [
      'a tag of a device that does not exist',
      () => ['POST', '/v7/device_tag', { device: 99_999_999, tag_key: 'a', value: 'b' }],
      409,
      /^"Data is referenced by device\."$/,
    ],
    [
      'a public key of another user',
      ({ stranger }) => ['POST', '/v7/user_public_key', { user: stranger, title: 't', public_key: KEY }],
      401,
      /^$/,
    ],
    [
      'a provisioning key of a fleet that does not exist',
      () => ['POST', '/api-key/application/999999/provisioning'],
      500,
      /^No application found to associate with the api key$/,
    ],
    [
      'a provisioning key of an address without a number',
      () => ['POST', '/api-key/application/x/provisioning'],
      400,
      /^Application id must be a number$/,
    ],
    [
      'a device key of an address without a number',
      () => ['POST', '/api-key/device/x/device-key'],
      400,
      /^Device id must be a number$/,
    ],
    [
      'a key of an unknown kind of owner, before its expiry is looked at',
      () => ['POST', '/api-key/v2', { actorType: 'spoon', actorTypeId: 1, roles: ['x'] }],
      400,
      /^$/,
    ],
    [
      'a key without a role',
      ({ fleet }) => [
        'POST',
        '/api-key/v2',
        { actorType: 'application', actorTypeId: fleet, roles: [], expiryDate: null },
      ],
      400,
      /^$/,
    ],
    [
      'a key with two roles',
      ({ fleet }) => [
        'POST',
        '/api-key/v2',
        {
          actorType: 'application',
          actorTypeId: fleet,
          roles: ['provisioning-api-key', 'x'],
          expiryDate: null,
        },
      ],
      400,
      /^"API Keys currently only support a single role"$/,
    ],
    [
      'a key with an unknown role',
      ({ fleet }) => [
        'POST',
        '/api-key/v2',
        { actorType: 'application', actorTypeId: fleet, roles: ['spoon'], expiryDate: null },
      ],
      404,
      /^"Role 'spoon' not found"$/,
    ],
    [
      'the same values for every tag',
      ({ device }) => ['PUT', '/v7/device_tag', { device, tag_key: 'all', value: 'x' }],
      409,
      /^"\\"device\\" and \\"tag_key\\" must be unique\."$/,
    ],
    [
      'a new row with the id of another one',
      ({ device, tag }) => ['POST', `/v7/device_tag(${tag})`, { device, tag_key: 'other', value: 'x' }],
      409,
      /^"Unique key constraint violated"$/,
    ],
    [
      'any text as the UUID of an existing device',
      ({ device }) => ['PATCH', `/v7/device(${device})`, { uuid: 'ANY' }],
      200,
      /^$/,
    ],
    [
      'a fleet without a name',
      () => ['POST', '/v7/application', { organization: 1 }],
      400,
      /^"Missing application name"$/,
    ],
    ['a fleet without anything', () => ['POST', '/v7/application', {}], 500, /^$/],
    [
      'an empty name of a fleet',
      ({ fleet }) => ['PATCH', `/v7/application(${fleet})`, { app_name: '' }],
      400,
      /^"It is necessary that each application has an app name that has a Length \(Type\)/,
    ],
    [
      'the configuration for fleet 0',
      () => ['POST', '/download-config', { appId: 0, version: '6.0.0' }],
      400,
      /^"An appId is required\."$/,
    ],
    [
      'the configuration for a fleet that does not exist',
      () => ['POST', '/download-config', { appId: 999_999, version: '6.0.0', deviceType: 'raspberrypi4-64' }],
      404,
      /^"You do not have permission to access this application"$/,
    ],
    [
      'an API key in the query that does not exist, beside a session',
      () => ['GET', '/v7/device_type?$top=1&apikey=nope'],
      500,
      /^$/,
    ],
    [
      'a session beside such a key for another call',
      () => ['GET', '/user/v1/whoami?apikey=nope'],
      200,
      /"username":"ada"/,
    ],
    [
      'a path of supervisors that is in no contract',
      ({ uuid }) => ['POST', '/supervisor/v9/nothing', { uuid }],
      404,
      /^"No online device\(s\) found"$/,
    ],
    ['such a path with another method', () => ['GET', '/supervisor/v9/nothing'], 404, /^$/],
    [
      'such a path without a device',
      () => ['POST', '/supervisor/v9/nothing', {}],
      400,
      /^"At least one filter must be specified"$/,
    ],
    [
      'a supervisor call that is no JSON',
      () => ['POST', '/supervisor/v1/reboot', '{'],
      400,
      /<pre>Bad Request<\/pre>/,
    ],
    ['a sign-in that is no JSON', () => ['POST', '/login_', '{'], 400, /<pre>Bad Request<\/pre>/],
    ['a sign-in that is a list', () => ['POST', '/login_', []], 400, /^$/],
    [
      'a VPN server with a session',
      () => ['POST', '/services/vpn/client-connect', { uuids: ['a'] }],
      401,
      /^\{"error":"API key required"\}$/,
    ],
    ['the VPN of no device', () => ['GET', '/services/vpn/auth/nope'], 401, /^$/],
    [
      'a key with a name of 51 characters',
      () => ['POST', '/api-key/user/full', { name: 'k'.repeat(51) }],
      400,
      /name that has a Length \(Type\) that is less than or equal to 50\."$/,
    ],
    [
      'a key with a description of 151 characters',
      () => ['POST', '/api-key/user/full', { name: 'k', description: 'k'.repeat(151) }],
      400,
      /description that has a Length \(Type\) that is less than or equal to 150\."$/,
    ],
    ['a key with a name of 50', () => ['POST', '/api-key/user/full', { name: 'k'.repeat(50) }], 200, /^"/],
    [
      'a first key of a device that is given',
      ({ device }) => ['POST', `/api-key/device/${device}/device-key`, { apiKey: 'given' }],
      200,
      /^"given"$/,
    ],
    [
      'the same key again',
      ({ device }) => ['POST', `/api-key/device/${device}/device-key`, { apiKey: 'given' }],
      409,
      /^"\\"key\\" must be unique\."$/,
    ],
    [
      'a short UUID of a fleet',
      ({ fleet }) => ['PATCH', `/v7/application(${fleet})`, { uuid: 'short' }],
      400,
      /has a uuid that has a Length \(Type\) that is equal to 32\."$/,
    ],
    [
      'an action without a name on a fleet',
      ({ fleet }) => ['POST', `/v7/application(${fleet})/canAccess`, { action: 'nonsense' }],
      200,
      /^\{"d":\[\{"id":\d+\}\]\}$/,
    ],
    [
      'an action on an organization',
      () => ['POST', '/v7/organization(1)/canAccess', { action: 'update' }],
      401,
      /^$/,
    ],
    [
      'the variables of a device type that does not exist',
      () => ['GET', '/config/vars?deviceType=nope'],
      200,
      /"reservedNames"/,
    ],
    [
      'a negative revision',
      ({ release }) => ['PATCH', `/v7/release(${release})`, { revision: -1 }],
      400,
      /has a revision that is greater than or equal to 0\."$/,
    ],
    [
      'a revision as text',
      ({ release }) => ['PATCH', `/v7/release(${release})`, { revision: 'x' }],
      400,
      /^$/,
    ],
    [
      'the configuration for a device type with a long name',
      ({ fleet }) => ['POST', '/download-config', { appId: fleet, version: '6.0.24' }],
      200,
      /"apiKey":"/,
    ],
    [
      'the configuration with a long name of its key',
      ({ fleet }) => [
        'POST',
        '/download-config',
        { appId: fleet, version: '6.0.24', provisioningKeyName: 'k'.repeat(51) },
      ],
      400,
      /less than or equal to 50\."$/,
    ],
    [
      'a key of a device that does not exist',
      () => ['POST', '/api-key/device/999999/device-key'],
      500,
      /^No device found to associate with the api key$/,
    ],
  ])('%s', async (_what, request, status, text) => {
    const answer = await ask(...request(ids))
    expect(answer.status).toBe(status)
    expect(answer.text).toMatch(text)
  })

  test('a release that devices are pinned to cannot fail', async () => {
    await ask('PATCH', `/v7/device(${ids.device})`, { is_pinned_on__release: ids.release })
    const refused = await ask('PATCH', `/v7/release(${ids.release})`, { status: 'failed' })
    expect(refused.status).toBe(400)
    expect(refused.text).toMatch(/^"It is necessary that each release that is pinned to a device/)
    await ask('PATCH', `/v7/device(${ids.device})`, { is_pinned_on__release: null })
  })

  test('a fleet is changed when its target changes', async () => {
    const changedAt = async () =>
      (await world.rows(`/v7/application(${ids.fleet})?$select=modified_at`, 'ada'))[0]?.['modified_at']
    const before = await changedAt()
    world.clock.advanceTo(world.clock.now() + 60_000)
    const target = { should_be_running__release: ids.release, should_track_latest_release: false }
    expect((await ask('PATCH', `/v7/application(${ids.fleet})`, target)).status).toBe(200)
    const pinned = await changedAt()
    expect(pinned).not.toBe(before)
    world.clock.advanceTo(world.clock.now() + 60_000)
    await ask('PATCH', `/v7/application(${ids.fleet})`, { should_track_latest_release: true })
    expect(await changedAt()).not.toBe(pinned)
  })

  test('the VPN of a device asks for an API key', async () => {
    const [device] = await world.rows(`/v7/device(${ids.device})?$select=uuid`, 'ada')
    expect(await ask('GET', `/services/vpn/auth/${String(device?.['uuid'])}`)).toEqual({
      status: 401,
      text: '{"error":"API key required"}',
    })
  })

  test('a revision can be changed, and the next release of the version counts on from it', async () => {
    const at = `/v7/release(${ids.release})`
    expect((await ask('PATCH', at, { revision: 5 })).status).toBe(200)
    const [row] = await world.rows(`${at}?$select=raw_version,revision,semver`, 'ada')
    const { semver } = row as { semver: string }
    expect(row).toEqual({ raw_version: `${semver}+rev5`, revision: 5, semver })
    const next = await ask('POST', '/v7/release', {
      belongs_to__application: ids.fleet,
      commit: 'after-five',
      composition: {},
      status: 'running',
      source: 'cloud',
      start_timestamp: '2026-10-01T00:00:00Z',
      semver,
    })
    expect(JSON.parse(next.text)).toMatchObject({ revision: 6, raw_version: `${semver}+rev6` })
  })
})
