import { afterEach, describe, expect, test } from 'vitest'
import type { Fault } from '../../openapi/generated/control.d.ts'
import { createTestCloud } from '../hosts/node.ts'
import type { TestCloud } from '../hosts/node.ts'
import { concerns, createFaults, faultDelayMs } from './faults.ts'
import { NetworkFault } from './network-fault.ts'

const opened: TestCloud[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one.dispose()
})

let realNow = 0
function aCloud(): TestCloud {
  realNow = Date.now()
  const cloud = createTestCloud('first-look', { realNow: () => realNow })
  opened.push(cloud)
  return cloud
}

async function fault(cloud: TestCloud, body: object): Promise<Fault> {
  const response = await cloud.request('/__flotilla/faults', { method: 'POST', body })
  if (response.status !== 201) throw new Error(await response.text())
  return (await response.json()) as Fault
}

describe('latency', () => {
  const waits = (change: Partial<Fault>) => {
    const faults = createFaults(42)
    const fault = { id: 1, route: '* /*', kind: 'latency', ms: 100, maxMs: 1000, ...change } as const
    return Array.from({ length: 4000 }, () => faultDelayMs(fault, () => faults.draw())).toSorted(
      (a, b) => a - b,
    )
  }
  const at = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? NaN

  test('a fixed latency is always the same', () => {
    expect(new Set(waits({}))).toEqual(new Set([100]))
  })
  test('a uniform latency is distributed evenly', () => {
    const all = waits({ spread: 'uniform' })
    expect(at(all, 0.5)).toBeGreaterThan(500)
    expect(at(all, 0.5)).toBeLessThan(600)
    expect([at(all, 0) >= 100, at(all, 0.999) <= 1000]).toEqual([true, true])
  })
  test('a normal latency is distributed around its mean', () => {
    const all = waits({ spread: 'normal', ms: 500 })
    expect(Math.abs(at(all, 0.5) - 500)).toBeLessThan(20)
    expect(at(all, 0.84) - at(all, 0.16)).toBeGreaterThan(280)
    expect(at(all, 0.999)).toBeLessThanOrEqual(1000)
  })
  test('a long-tail latency is mostly short and sometimes very long', () => {
    const all = waits({ spread: 'long-tail', maxMs: 5000 })
    expect(at(all, 0.5)).toBeLessThan(120)
    expect(at(all, 0.99)).toBeGreaterThan(1000)
    expect(at(all, 0.999)).toBeLessThanOrEqual(5000)
  })
  test('the same seed gives the same latencies', () => {
    expect(waits({ spread: 'long-tail' })).toEqual(waits({ spread: 'long-tail' }))
  })
})

test('truncates one body, and not the next', async () => {
  const cloud = aCloud()
  const path = '/v7/device?$select=id,uuid&$top=5'
  await cloud.token('ada')
  await fault(cloud, { kind: 'truncate', route: 'GET /v7/*', bytes: 10, times: 1 })
  const response = await cloud.request(path, { as: 'ada' })
  expect(response.status).toBe(200)
  const text = await response.text()
  expect(text).toHaveLength(10)
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError)
  expect(await cloud.rows(path, 'ada')).toHaveLength(5)
})

test('drops a stream after the given number of bytes', async () => {
  const cloud = aCloud()
  const [device] = await cloud.rows(
    "/v7/device?$select=uuid&$filter=overall_status eq 'operational'&$top=1",
    'ada',
  )
  await fault(cloud, { kind: 'drop-stream', route: 'GET /device/*', bytes: 25 })
  const response = await cloud.request(`/device/v2/${String(device?.['uuid'])}/logs?stream=1&count=50`, {
    as: 'ada',
  })
  const reader = response.body?.getReader()
  let length = 0
  await expect(
    (async () => {
      for (;;) {
        const read = await reader?.read()
        if (read === undefined || read.done) return
        length += read.value.length
      }
    })(),
  ).rejects.toThrow(NetworkFault)
  expect(length).toBe(25)
})

test('after a write, repeated reads are stale for a while', async () => {
  const cloud = aCloud()
  await fault(cloud, { kind: 'stale-read', route: 'GET /v7/*', ms: 2000 })
  const path = '/v7/device(1)?$select=id,device_name'
  const nameOf = async (as: 'ada' | 'devi') => (await cloud.rows(path, as))[0]?.['device_name']
  const before = await nameOf('ada')
  realNow += 1
  await cloud.request('/v7/device(1)', { as: 'ada', method: 'PATCH', body: { device_name: 'new-name' } })
  expect([await nameOf('ada'), await nameOf('devi')]).toEqual([before, 'new-name'])
  realNow += 2000
  expect(await nameOf('ada')).toBe('new-name')
})

test('a fault for devices, listed by id, UUID or name, applies to requests with their id or UUID', async () => {
  const cloud = aCloud()
  const rows = await cloud.rows('/v7/device?$select=id,uuid,device_name&$orderby=id asc&$top=6', 'ada')
  const [one, two, three, four] = rows
  await fault(cloud, {
    kind: 'status',
    route: 'PATCH /v7/device*',
    status: 500,
    devices: [one?.['id'], two?.['uuid'], three?.['device_name']],
  })
  const statuses = await Promise.all(
    rows.map(async (row) => {
      const body = { device_name: `batch-${String(row['id'])}` }
      const key = `/v7/device(uuid='${String(row['uuid'])}')`
      const response = await cloud.request(key, { as: 'ada', method: 'PATCH', body })
      return response.status
    }),
  )
  expect(statuses).toEqual([500, 500, 500, 200, 200, 200])
  const byFilter = async (ids: unknown[]) => {
    const target = `/v7/device?$filter=id in (${ids.join(',')})`
    return (
      await cloud.request(target, { as: 'ada', method: 'PATCH', body: { is_pinned_on__release: null } })
    ).status
  }
  expect(await byFilter([four?.['id'], two?.['id']])).toBe(500)
  expect(await byFilter([four?.['id']])).toBe(200)
  expect(await cloud.count("/v7/device/$count?$filter=startswith(device_name,'batch-')", 'ada')).toBe(3)
})

test('all requests fail during an outage', async () => {
  const cloud = aCloud()
  await cloud.token('ada')
  await fault(cloud, { kind: 'outage', ms: 30_000 })
  await expect(cloud.request('/ping')).rejects.toThrow(NetworkFault)
  await expect(cloud.rows('/v7/device', 'ada')).rejects.toThrow(NetworkFault)
  realNow += 30_000
  expect((await cloud.request('/ping')).status).toBe(200)
})

test('a session is still valid after a 401 fault', async () => {
  const cloud = aCloud()
  await cloud.token('ada')
  await fault(cloud, { kind: 'status', route: '* /v7/*', status: 401, times: 1 })
  expect((await cloud.request('/v7/device?$top=1', { as: 'ada' })).status).toBe(401)
  expect((await cloud.request('/v7/device?$top=1', { as: 'ada' })).status).toBe(200)
})

test('a fault can be removed, and the list has the remaining number of times', async () => {
  const cloud = aCloud()
  const one = await fault(cloud, { kind: 'status', route: 'GET /ping', times: 3 })
  await fault(cloud, { kind: 'latency', route: 'GET /none', ms: 1 })
  await cloud.request('/ping')
  const list = async () => (await (await cloud.request('/__flotilla/faults')).json()) as Fault[]
  expect(await list()).toMatchObject([{ kind: 'status', times: 2 }, { kind: 'latency' }])
  await cloud.request(`/__flotilla/faults/${one.id}`, { method: 'DELETE' })
  expect(await list()).toMatchObject([{ kind: 'latency' }])
  expect((await cloud.request(`/__flotilla/faults/${one.id}`, { method: 'DELETE' })).status).toBe(404)
})

test.each([
  [{ kind: 'latency', route: '* /*', spread: 'odd' }, '"spread" must be one of'],
  [{ kind: 'latency', route: '* /*', spread: 'uniform', ms: 100 }, 'needs a "maxMs"'],
  [{ kind: 'status', route: '* /*', devices: ['no-such-device'] }, 'no-such-device'],
  [{ kind: 'status', route: '* /*', devices: [] }, '"devices" must be a list of 1 to 10000 entries'],
])('rejects %o', async (body, message) => {
  const cloud = aCloud()
  const response = await cloud.request('/__flotilla/faults', { method: 'POST', body })
  expect(response.ok).toBe(false)
  expect(await response.json()).toContain(message)
  expect(await (await cloud.request('/__flotilla/faults')).json()).toEqual([])
})

test('a lost response does not undo the request', async () => {
  const cloud = aCloud()
  await cloud.token('ada')
  await fault(cloud, { kind: 'lost-answer', route: 'PATCH /v7/*', times: 1 })
  const rename = () =>
    cloud.request('/v7/device(1)', { as: 'ada', method: 'PATCH', body: { device_name: 'unheard-of' } })
  await expect(rename()).rejects.toThrow(NetworkFault)
  expect(await cloud.rows('/v7/device(1)?$select=device_name', 'ada')).toEqual([
    { device_name: 'unheard-of' },
  ])
  expect((await rename()).status).toBe(200)
})

test('a request that is aborted while it is delayed is not processed', async () => {
  const cloud = aCloud()
  const before = await cloud.rows('/v7/device(1)?$select=device_name', 'ada')
  await fault(cloud, { kind: 'latency', route: 'PATCH /v7/*', ms: 60_000, times: 1 })
  const controller = new AbortController()
  const late = cloud.request('/v7/device(1)', {
    as: 'ada',
    method: 'PATCH',
    body: { device_name: 'too-late' },
    signal: controller.signal,
  })
  controller.abort()
  await expect(late).rejects.toThrow()
  expect(await cloud.rows('/v7/device(1)?$select=device_name', 'ada')).toEqual(before)
})

test.each([
  ['* /*', 'GET /v7/device', true],
  ['GET /v7/*', 'GET /v7/device', true],
  ['GET /v7/*', 'POST /v7/device', false],
  ['GET /v7/device', 'GET /v7/device_tag', false],
  ['GET /v7/*/ab', 'GET /v7/ab', false],
  ['GET *a*a', 'GET /a', false],
  ['GET *.b', 'GET /ab', false],
])('route %s matches %s: %s', (route, request, matches) => {
  const [method = '', path = ''] = request.split(' ')
  expect(concerns({ id: 1, kind: 'status', route }, method, path)).toBe(matches)
})

test('matches a route with many wildcards against a long path quickly', () => {
  const began = performance.now()
  const fault = { id: 1, kind: 'status' as const, route: `GET ${'*a'.repeat(2000)}b` }
  expect(concerns(fault, 'GET', `/${'a'.repeat(20_000)}`)).toBe(false)
  expect(performance.now() - began).toBeLessThan(1000)
})
