import { beforeAll, expect, test } from 'vitest'
import { createClock } from '../clock.ts'
import { createCloud } from '../cloud.ts'
import { serveCloud } from '../hosts/http-server.ts'
import { createTestCloud } from '../hosts/node.ts'
import { scenarios } from './registry.ts'
import type { Scenario } from './scenario.ts'

/** Larger worlds are made by the same code; so many of their devices tell whether it draws the same. */
const MOST_DEVICES = 3_000

/** Sends a request to one host, with a body as JSON, and gives what it answers as text. */
type Send = (method: string, path: string, body?: object, token?: string) => Promise<string>

interface Prints {
  opening: string
  /** Twenty minutes later, when somebody has changed something. */
  later: string
}

async function printOf(send: Send): Promise<string> {
  const { fingerprint } = JSON.parse(await send('GET', '/__flotilla/fingerprint')) as { fingerprint: string }
  return fingerprint
}

/** What a person does in a world, whatever host it has. */
async function live(send: Send): Promise<Prints> {
  const opening = await printOf(send)
  const token = await send('POST', '/login_', { username: 'ada@flotilla.example', password: 'flotilla-demo' })
  await send('PATCH', '/v7/organization(1)', { name: 'Acme Cold Chain' }, token)
  await send('POST', '/v7/team', { name: 'Night shift', belongs_to__organization: 1 }, token)
  const asked = await send('GET', '/v7/device?$select=id&$orderby=id asc&$top=1', undefined, token)
  const { d: devices } = JSON.parse(asked) as { d: { id: number }[] }
  for (const { id } of devices) {
    await send('PATCH', `/v7/device(${id})`, { device_name: 'renamed-by-ada' }, token)
    await send('POST', '/v7/device_tag', { device: id, tag_key: 'checked', value: 'yes' }, token)
  }
  await send('POST', '/__flotilla/clock', { advanceMs: 20 * 60_000 })
  return { opening, later: await printOf(send) }
}

const sized = ({ devices }: Scenario) => (devices > MOST_DEVICES ? { devices: MOST_DEVICES } : {})

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
  // A frozen organization refuses changes, in every host alike.
  if (!response.ok && response.status !== 403) throw new Error(`${response.status} ${text}`)
  return text
}

async function inProcess(scenario: Scenario): Promise<Prints> {
  const { cloud, dispose } = createTestCloud(scenario.name, sized(scenario))
  try {
    return await live(async (...asked) =>
      textOf(await cloud.handle(requestOf('https://api.flotilla.test', ...asked))),
    )
  } finally {
    dispose()
  }
}

async function overHttp(scenario: Scenario): Promise<Prints> {
  const clock = createClock(scenario.start, 0)
  const cloud = createCloud({ scenario: scenario.name, clock, ...sized(scenario) })
  const served = await serveCloud({ cloud })
  try {
    return await live(async (...asked) => textOf(await fetch(requestOf(served.url, ...asked))))
  } finally {
    await served.close()
    cloud.dispose()
  }
}

const seen = new Map<string, Prints>()

beforeAll(async () => {
  for (const scenario of scenarios) seen.set(scenario.name, await inProcess(scenario))
})

test.each(scenarios)('$name is the same world over HTTP, and goes on as the same', async (scenario) => {
  expect(await overHttp(scenario)).toEqual(seen.get(scenario.name))
})

test('no two worlds are alike, and none stays as it opens', () => {
  const prints = [...seen.values()].flatMap(({ opening, later }) => [opening, later])
  expect(new Set(prints).size).toBe(2 * scenarios.length)
})

test('another seed gives another world, and the same one twice the same', async () => {
  const print = async (seed: number) => {
    const { request, dispose } = createTestCloud('first-look', { seed })
    const text = await (await request('/__flotilla/fingerprint')).text()
    dispose()
    return text
  }
  expect(await print(7)).toBe(await print(7))
  expect(await print(7)).not.toBe(await print(8))
})

test('every world is the one that was pinned, on whatever machine; after a change on purpose, pin them with -u', async () => {
  const lines = [...seen].map(([name, { opening, later }]) => `${name} ${opening} ${later}\n`)
  await expect(lines.join('')).toMatchFileSnapshot('pinned-worlds.txt')
})
