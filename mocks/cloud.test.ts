import { afterEach, expect, test, vi } from 'vitest'
import { createTestCloud } from './hosts/node.ts'
import type { TestCloud, TestCloudOptions } from './hosts/node.ts'
import { scenarios } from './worlds/registry.ts'
import { scenarioSummary } from './worlds/scenario.ts'

const opened: TestCloud[] = []

afterEach(() => {
  for (const one of opened.splice(0)) one.dispose()
})

function aCloud(scenario = 'first-look', options: TestCloudOptions = {}): TestCloud {
  const world = createTestCloud(scenario, options)
  opened.push(world)
  return world
}

const control = async (world: TestCloud, path: string, body?: unknown) => {
  const response = await world.request(
    `/__flotilla/${path}`,
    body === undefined ? {} : { method: 'POST', body },
  )
  return [response.status, await response.json()] as const
}

const everything = [
  'device',
  'application',
  'release',
  'device_tag',
  'image_install',
  'organization_membership',
]

async function readAll(world: TestCloud): Promise<string> {
  const parts = await Promise.all(
    everything.map((resource) => world.rows(`/v7/${resource}?$orderby=id asc`, 'pat')),
  )
  return JSON.stringify(parts)
}

test('the same scenario and seed give the same cloud, and another seed another', async () => {
  const one = await readAll(aCloud())
  expect(await readAll(aCloud())).toBe(one)
  expect(await readAll(aCloud('first-look', { seed: 7 }))).not.toBe(one)
})

test('a cloud can be restored from a cloned snapshot, and accepts earlier tokens', async () => {
  const world = aCloud()
  const token = await world.token('ada')
  const [device] = await world.rows('/v7/device?$select=id&$top=1&$orderby=id asc', 'ada')
  const id = Number(device?.['id'])
  await world.request(`/v7/device(${id})`, {
    as: 'ada',
    method: 'PATCH',
    body: { device_name: 'kept', note: 'kept' },
  })
  await world.request('/v7/device_tag', {
    as: 'ada',
    method: 'POST',
    body: { device: id, tag_key: 'k', value: 'v' },
  })
  world.clock.advanceTo(world.clock.now() + 600_000)
  const before = await readAll(world)

  const restored = aCloud('first-look', { snapshot: structuredClone(world.cloud.snapshot()) })
  expect(restored.clock.now()).toBe(world.clock.now())
  expect(await readAll(restored)).toBe(before)
  const who = await restored.request('/actor/v1/whoami', { as: { credential: token } })
  expect(who.status).toBe(200)

  for (const one of [world, restored]) one.clock.advanceTo(one.clock.now() + 3_600_000)
  expect(await readAll(restored)).toBe(await readAll(world))
})

test('a snapshot with the key names of an earlier version is restored', async () => {
  const world = aCloud()
  const email = 'ada@flotilla.example'
  const body = { email, 'g-recaptcha-response': 'none' }
  await world.request('/user/reset-password', { method: 'POST', body })
  const snapshot = structuredClone(world.cloud.snapshot())
  const { registered, secrets, ...rest } = snapshot.store
  const { generator, oneTimeTokens, emails, ...others } = secrets
  const tickets = new Map(
    [...oneTimeTokens].map(([token, { purpose, until }]) => [token, { errand: purpose, until }]),
  )
  const former = { told: registered, vault: { lot: generator, tickets, letters: emails, ...others }, ...rest }
  const restored = aCloud('first-look', { snapshot: { ...snapshot, store: former as never } })
  expect(tickets.size).toBeGreaterThan(0)
  expect(restored.cloud.snapshot().store).toEqual(snapshot.store)
})

test('a snapshot does not change with its cloud', async () => {
  const world = aCloud()
  const before = await readAll(world)
  const snapshot = world.cloud.snapshot()
  await world.request('/v7/device?$filter=id in (1,2)', {
    as: 'ada',
    method: 'PATCH',
    body: { note: 'later' },
  })
  world.clock.advanceTo(world.clock.now() + 3_600_000)
  await world.request('/ping')
  expect(await readAll(aCloud('first-look', { snapshot }))).toBe(before)
})

test.each([20, 132, 1000, 20_000])('opens a world with %i devices', async (devices) => {
  const [, state] = await control(aCloud('first-look', { devices }), 'state')
  expect(Math.abs(state.devices - devices)).toBeLessThanOrEqual(devices < 132 ? 12 : 0)
})

test('release-day has a release in progress: most devices update, some are locked, some fail', async () => {
  const world = aCloud('release-day')
  const [fleet] = await world.rows("/v7/application?$select=id&$filter=app_name eq 'cold-chain-eu'", 'ada')
  const count = (filter: string) =>
    world.count(
      `/v7/device/$count?$filter=belongs_to__application eq ${Number(fleet?.['id'])} and ${filter}`,
      'ada',
    )
  expect(await count('1 eq 1')).toBe(1204)
  const updating = await count("overall_status eq 'updating'")
  expect(updating).toBeGreaterThan(5)
  const old = await count("is_running__release/raw_version eq '4.11.0'")
  expect(old).toBeGreaterThan(updating)
  world.clock.advanceTo(world.clock.now() + 6 * 3_600_000)
  const later = await count("is_running__release/raw_version eq '4.11.0'")
  expect(later).toBeLessThan(old)
  expect(later).toBeGreaterThan(0)
  expect(await count("update_status eq 'rejected'")).toBeGreaterThan(0)
  expect(await count("update_status eq 'aborted'")).toBeGreaterThan(0)
})

test('the state contains the scenario, the clock and all other scenarios', async () => {
  const [status, state] = await control(aCloud(), 'state')
  expect([status, state]).toEqual([
    200,
    {
      scenario: 'first-look',
      platform: 'hosted',
      title: 'First look',
      description: expect.any(String),
      seed: 42,
      devices: 132,
      now: '2026-11-20T14:00:00.000Z',
      speed: 0,
      scenarios: scenarios.map(scenarioSummary),
    },
  ])
})

test('the clock can be advanced, but not moved back', async () => {
  const world = aCloud()
  expect((await control(world, 'clock', { advanceMs: 60_000 }))[1].now).toBe('2026-11-20T14:01:00.000Z')
  expect((await control(world, 'clock', { to: '2026-11-20T15:00:00Z' }))[1].now).toBe(
    '2026-11-20T15:00:00.000Z',
  )
  for (const body of [
    { to: '2026-11-20T14:30:00Z' },
    { speed: 9999 },
    { advanceMs: -1 },
    { to: 'noon' },
    {},
  ]) {
    expect(await control(world, 'clock', body)).toEqual([400, expect.any(String)])
  }
  expect((await control(world, 'state'))[1].now).toBe('2026-11-20T15:00:00.000Z')
})

test('a reset opens another world in the same cloud, and sessions stay valid', async () => {
  const world = aCloud()
  const token = await world.token('ada')
  const [device] = await world.rows('/v7/device?$top=1&$select=id', 'ada')
  await world.request(`/v7/device(${Number(device?.['id'])})`, { as: 'ada', method: 'DELETE' })
  world.clock.advanceTo(world.clock.now() + 3_600_000)
  expect((await control(world, 'reset', {}))[1]).toMatchObject({
    devices: 132,
    now: '2026-11-20T14:00:00.000Z',
  })
  const [, state] = await control(world, 'reset', { scenario: 'release-day', seed: 3, devices: 2500 })
  expect(state).toMatchObject({ scenario: 'release-day', seed: 3, devices: 2500 })
  expect((await world.request('/actor/v1/whoami', { as: { credential: token } })).status).toBe(200)
  expect((await control(world, 'reset', { scenario: 'nowhere' }))[0]).toBe(400)
})

test('the error for an unknown scenario lists all scenarios', () => {
  expect(() => createTestCloud('nowhere')).toThrow(
    'There is no scenario "nowhere"; there are first-look, release-day',
  )
})

test('disconnects and reconnects a device', async () => {
  const world = aCloud()
  const [device] = await world.rows(
    "/v7/device?$select=uuid&$top=1&$filter=overall_status eq 'operational'",
    'ada',
  )
  const uuid = String(device?.['uuid'])
  const online = async () => (await world.rows(`/v7/device(uuid='${uuid}')?$select=is_online`, 'ada'))[0]
  await world.request(`/__flotilla/devices/${uuid}`, { method: 'POST', body: { link: 'down' } })
  expect(await online()).toEqual({ is_online: false })
  await world.request(`/__flotilla/devices/${uuid}`, { method: 'POST', body: { link: 'up' } })
  expect(await online()).toEqual({ is_online: true })
  expect((await control(world, `devices/${'f'.repeat(32)}`, { link: 'up' }))[0]).toBe(404)
  expect((await control(world, `devices/${uuid}`, { link: 'sideways' }))[0]).toBe(400)
})

test('a fault applies to its route, and only the given number of times', async () => {
  const world = aCloud()
  const ask = async (path = '/v7/device?$top=1') => (await world.request(path, { as: 'ada' })).status
  expect(await ask()).toBe(200)
  await control(world, 'faults', { route: 'GET /v7/*', kind: 'status', status: 503, times: 2 })
  expect([await ask('/config'), await ask(), await ask(), await ask()]).toEqual([200, 503, 503, 200])
  expect((await control(world, 'faults'))[1]).toEqual([])
})

test('a 429 fault has a Retry-After header', async () => {
  const world = aCloud()
  await control(world, 'faults', { route: '* /v7/*', kind: 'status', status: 429, retryAfter: 7, times: 1 })
  const response = await world.request('/v7/device?$top=1')
  expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
    429,
    '7',
    'Too Many Requests',
  ])
})

test('a network fault fails all requests until the faults are cleared', async () => {
  const world = aCloud()
  await control(world, 'faults', { route: '* *', kind: 'network' })
  await expect(world.request('/ping')).rejects.toThrow(new TypeError('Failed to fetch'))
  await world.request('/__flotilla/faults', { method: 'DELETE' })
  expect((await world.request('/ping')).status).toBe(200)
})

test('an internal error is an empty 500 with CORS headers, and is logged once', async () => {
  const errorLog = vi.spyOn(console, 'error').mockImplementation(() => {})
  let isBroken = false
  const internalError = new Error('The clock fell off the wall')
  const world = aCloud('first-look', {
    realNow() {
      if (isBroken) throw internalError
      return 0
    },
  })
  isBroken = true
  for (const path of ['/v7/device', '/actor/v1/whoami']) {
    errorLog.mockClear()
    const response = await world.request(path, { headers: { origin: 'https://dash.example' } })
    expect([response.status, await response.text()]).toEqual([500, ''])
    expect(response.headers.get('access-control-allow-origin')).toBe('https://dash.example')
    expect(errorLog.mock.calls).toEqual([[`GET https://api.flotilla.test${path} failed:`, internalError]])
  }
  isBroken = false
  expect((await world.request('/ping')).status).toBe(200)
  errorLog.mockRestore()
})

test('does not log an error when the client aborts while sending the body', async () => {
  const errorLog = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { cloud } = aCloud()
  const aborter = new AbortController()
  const answer = cloud.handle(
    new Request('https://api.flotilla.test/login_', {
      method: 'POST',
      body: new ReadableStream({ pull: (controller) => controller.error(new Error('Gone')) }),
      signal: aborter.signal,
      duplex: 'half',
    } as RequestInit),
  )
  aborter.abort()
  expect((await answer).status).toBe(500)
  expect(errorLog).not.toHaveBeenCalled()
  errorLog.mockRestore()
})

test('answers 400 to a path that cannot be decoded', async () => {
  const world = aCloud()
  const response = await world.request('/device/v2/%E0%A4%A/logs', { as: 'ada' })
  expect([response.status, await response.text()]).toEqual([400, ''])
})

test('random faults depend only on the seed', async () => {
  const run = async () => {
    const world = aCloud()
    await control(world, 'faults', { route: 'GET /ping', kind: 'status', status: 500, rate: 0.5 })
    const statuses: number[] = []
    for (let at = 0; at < 40; at++) statuses.push((await world.request('/ping')).status)
    return statuses
  }
  const first = await run()
  expect(first).toEqual(await run())
  expect(new Set(first)).toEqual(new Set([200, 500]))
})

test('rejects invalid faults', async () => {
  const world = aCloud()
  for (const body of [
    {},
    { route: 'GET /x', kind: 'fire' },
    { route: '/x', kind: 'status' },
    { route: 'GET /x', kind: 'status', status: 200 },
  ]) {
    expect((await control(world, 'faults', body))[0]).toBe(400)
  }
  expect((await control(world, 'faults'))[1]).toEqual([])
})

test('with a rate limit, rejects the 351st request of a minute', async () => {
  let real = 0
  const world = aCloud('first-look', { rateLimit: true, realNow: () => real })
  for (let sent = 0; sent < 350; sent++) expect((await world.request('/ping')).status).toBe(200)
  const rejected = await world.request('/ping')
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '60'])
  real += 60_000
  expect((await world.request('/ping')).status).toBe(200)
})

test('sends the same CORS headers as the platform', async () => {
  const world = aCloud()
  const origin = 'https://dash.example'
  const preflight = await world.request('/v7/device', { method: 'OPTIONS', headers: { origin } })
  expect(preflight.status).toBe(200)
  expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
  expect(preflight.headers.get('access-control-allow-headers')).toContain('X-Balena-Client')
  expect(preflight.headers.get('access-control-max-age')).toBe('86400')
  const response = await world.request('/ping', { headers: { origin } })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'Retry-After',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
  })
  expect((await world.request('/v7/device')).headers.get('access-control-allow-origin')).toBe('*')
  const curl = await world.request('/ping', { headers: { 'user-agent': 'curl/8.0' } })
  expect(curl.headers.has('access-control-allow-origin')).toBe(false)
})

test('answers 404 to an unknown path, and logs it once', async () => {
  const world = aCloud()
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  for (let at = 0; at < 2; at++) {
    const response = await world.request('/user/v1/nonsense', { as: 'ada' })
    expect([response.status, await response.text()]).toEqual([404, ''])
  }
  expect(warn.mock.calls).toEqual([['The mock cloud knows no GET /user/v1/nonsense']])
  warn.mockRestore()
})
