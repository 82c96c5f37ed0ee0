import { beforeAll, expect, test } from 'vitest'
import { createClock } from '../base/clock.ts'
import { createCloud } from '../cloud.ts'
import { serveCloud } from '../hosts/http-server.ts'
import { createTestCloud } from '../hosts/node.ts'
import { scenarios } from './registry.ts'
import type { Scenario } from './scenario.ts'

/** Larger worlds are reduced to this size, because they are created by the same code. */
const MAX_DEVICES = 3_000

/** Sends a request to a host, with a JSON body, and returns the response as text. */
type Send = (method: string, path: string, body?: object, token?: string) => Promise<string>

interface Fingerprints {
  opening: string
  /** Twenty minutes later, after some changes. */
  later: string
}

async function readFingerprint(send: Send): Promise<string> {
  const { fingerprint } = JSON.parse(await send('GET', '/__flotilla/fingerprint')) as { fingerprint: string }
  return fingerprint
}

/** Makes some changes and returns the fingerprints before and after. */
async function fingerprintsOf(send: Send): Promise<Fingerprints> {
  const opening = await readFingerprint(send)
  const token = await send('POST', '/login_', { username: 'ada@flotilla.example', password: 'flotilla-demo' })
  await send('PATCH', '/v7/organization(1)', { name: 'Acme Cold Chain' }, token)
  await send('POST', '/v7/team', { name: 'Night shift', belongs_to__organization: 1 }, token)
  const response = await send('GET', '/v7/device?$select=id&$orderby=id asc&$top=1', undefined, token)
  const { d: devices } = JSON.parse(response) as { d: { id: number }[] }
  for (const { id } of devices) {
    await send('PATCH', `/v7/device(${id})`, { device_name: 'renamed-by-ada' }, token)
    await send('POST', '/v7/device_tag', { device: id, tag_key: 'checked', value: 'yes' }, token)
  }
  await send('POST', '/__flotilla/clock', { advanceMs: 20 * 60_000 })
  return { opening, later: await readFingerprint(send) }
}

const sized = ({ devices }: Scenario) => (devices > MAX_DEVICES ? { devices: MAX_DEVICES } : {})

const requestOf = (origin: string, ...[method, path, body, token]: Parameters<Send>) =>
  new Request(new URL(path, origin), {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

async function textOf(response: Response): Promise<string> {
  const text = await response.text()
  // A frozen organization rejects changes, in all hosts.
  if (!response.ok && response.status !== 403) throw new Error(`${response.status} ${text}`)
  return text
}

async function inProcess(scenario: Scenario): Promise<Fingerprints> {
  const { cloud, dispose } = createTestCloud(scenario.name, sized(scenario))
  try {
    return await fingerprintsOf(async (...args) =>
      textOf(await cloud.handle(requestOf('https://api.flotilla.test', ...args))),
    )
  } finally {
    dispose()
  }
}

async function overHttp(scenario: Scenario): Promise<Fingerprints> {
  const clock = createClock(scenario.start, 0)
  const cloud = createCloud({ scenario: scenario.name, clock, ...sized(scenario) })
  const served = await serveCloud({ cloud })
  try {
    return await fingerprintsOf(async (...args) => textOf(await fetch(requestOf(served.url, ...args))))
  } finally {
    await served.close()
    cloud.dispose()
  }
}

const fingerprints = new Map<string, Fingerprints>()

beforeAll(async () => {
  for (const scenario of scenarios) fingerprints.set(scenario.name, await inProcess(scenario))
})

test.each(scenarios)('$name is the same world over HTTP, also after changes', async (scenario) => {
  expect(await overHttp(scenario)).toEqual(fingerprints.get(scenario.name))
})

test('all worlds differ, and all change over time', () => {
  const all = [...fingerprints.values()].flatMap(({ opening, later }) => [opening, later])
  expect(new Set(all).size).toBe(2 * scenarios.length)
})

test('the same seed gives the same world, and another seed another', async () => {
  const fingerprintOf = async (seed: number) => {
    const { request, dispose } = createTestCloud('first-look', { seed })
    const text = await (await request('/__flotilla/fingerprint')).text()
    dispose()
    return text
  }
  expect(await fingerprintOf(7)).toBe(await fingerprintOf(7))
  expect(await fingerprintOf(7)).not.toBe(await fingerprintOf(8))
})

test('all worlds have the pinned fingerprints, on every machine; after intended changes, update them with -u', async () => {
  const lines = [...fingerprints].map(([name, { opening, later }]) => `${name} ${opening} ${later}\n`)
  await expect(lines.join('')).toMatchFileSnapshot('pinned-worlds.txt')
})
