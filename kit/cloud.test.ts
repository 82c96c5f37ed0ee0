import { afterEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { WorldFile } from '../openapi/generated/world-file.d.ts'
import { createCloud, emailOf, password, worlds } from './cloud.ts'
import type { Cloud, CloudOptions, Route } from './cloud.ts'
import { scenarioNames } from './scenario-names.ts'

let open: Cloud[] = []
afterEach(async () => {
  for (const cloud of open) await cloud.close()
  open = []
})
function opened(options?: CloudOptions): Cloud {
  const cloud = createCloud(options)
  open.push(cloud)
  return cloud
}

test('the same world and seed give the same content, and the clock stands still [KIT-002]', async () => {
  const fingerprints = await Promise.all([7, 7, 8].map((seed) => opened({ seed }).world.fingerprint()))
  expect(fingerprints[1]).toBe(fingerprints[0])
  expect(fingerprints[2]).not.toBe(fingerprints[0])
  const { clock } = opened({ at: '2026-11-20T14:00Z' })
  expect((await clock.now()).toISOString()).toBe('2026-11-20T14:00:00.000Z')
  await clock.advance('90 min')
  expect((await clock.now()).toISOString()).toBe('2026-11-20T15:30:00.000Z')
  await clock.rewind('30 min')
  expect((await clock.now()).toISOString()).toBe('2026-11-20T15:00:00.000Z')
})

test('the names in the types are those of the worlds', () => {
  expect(worlds.map(({ name }) => name)).toEqual(scenarioNames)
})

test.each([
  [{ scenario: 'no-such-world' }, '"scenario" must be one of the named worlds'],
  [{ scenario: 'bad-relase' }, 'did you mean "bad-release"?'],
  [{ senario: 'bad-release' }, 'no option "senario"; did you mean "scenario"?'],
  [{ at: 'yesterday' }, '"at" must be a time such as 2026-11-20T14:00Z, not "yesterday".'],
  [{ seed: -1 }, '"seed" must be a whole number from 0 to 4294967295, not -1.'],
  [{ seed: 1.5 }, '"seed" must be'],
  [{ seed: '7' }, 'not "7".'],
  [{ devices: 0 }, '"devices" must be a whole number from 1 to 1000000, not 0.'],
  [{ devices: Number.NaN }, '"devices" must be'],
  [{ platform: 'opne' }, 'did you mean "open"?'],
  [{ as: 'bob' }, '"as" must be one of ada, devi'],
  [{ speed: -1 }, '"speed" must be a number from 0 to 3600'],
  [{ speed: Infinity }, '"speed"'],
  [{ rateLimit: 'yes' }, '"rateLimit" must be true or false, not "yes".'],
  [{ world: 7 }, '"world" must be a world file or a session file'],
  [{ world: '{ not: [valid' }, '"world" is neither YAML nor JSON'],
  [{ world: 'fleets: [\n' }, '"world" is neither YAML nor JSON: Line 2: Flow sequence'],
  [{ world: 'fleets: *none\n' }, '"world" is neither YAML nor JSON: Unresolved alias'],
  [{ world: 'shop.yaml' }, 'not "shop.yaml"; if that is a path, read the file first.'],
  [{ world: '' }, 'This world file cannot be opened: The file is empty.'],
  [{ world: [] }, 'This world file cannot be opened: The file must be an object, not [].'],
  [{ world: 'fleets: 3' }, 'This world file cannot be opened: Line 1: fleets must be a list, not 3.'],
  [{ world: { fleets: { a: 'x'.repeat(90) } } }, `fleets must be a list, not {"a":"${'x'.repeat(54)}….`],
  [
    { world: 'fleets:\n  - name: a\n    type: intel-nux\n' },
    'Line 3: fleets.0.type must be raspberrypi5 or raspberrypi4-64 or',
  ],
  [{ world: 'fleets:\n  - name: a\n    type: intel-nux\n' }, 'not "intel-nux"; did you mean "intel-nuc"?'],
  [{ world: 'fleets:\n  - nmae: a\n' }, 'Line 2: fleets.0.name is missing.'],
  [{ world: 'fleets:\n  - nmae: a\n' }, 'Line 2: fleets.0 must not have "nmae"; did you mean "name"?'],
  [
    { world: { organisation: { name: 'X' } } },
    'The file must not have "organisation"; did you mean "organization"?',
  ],
  [
    { world: { fleets: [{ name: 'a', devices: [{ count: 'four' }], places: [3, { code: 'x' }] }] } },
    'fleets.0.places.0 must be text or an object, not 3.\n  fleets.0.places.1.name is missing.',
  ],
  [
    { world: { fleets: [{ name: 'a', releases: [{ version: '1', age: '3 days' }] }] } },
    'fleets.0.releases.0.age must be a time such as "3 d", not "3 days".',
  ],
  [
    { world: { format: 'flotilla-session', version: 1, actoins: [] } },
    'this session file has no "scenario".',
  ],
  [{ world: { title: 'x' }, scenario: 'first-look' }, 'both name the world'],
  [null, 'createCloud takes one object'],
  ['first-look', 'createCloud takes one object'],
])('rejects the options %j with a sentence', (options, reason) => {
  expect(() => createCloud(options as CloudOptions)).toThrow(reason)
})

test('what cannot be used later is refused with a sentence, too', async () => {
  const cloud = opened()
  await expect(cloud.token('adda' as never)).rejects.toThrow('must be one of ada, devi')
  await expect(cloud.token('adda' as never)).rejects.toThrow('not "adda"; did you mean "ada"?')
  await expect(cloud.listen({ port: 99_999 })).rejects.toThrow(
    '"port" must be a whole number from 0 to 65535',
  )
  expect(() => cloud.override('GET /v7/device', { bdoy: 1 } as never)).toThrow(
    'an answer has no "bdoy"; did you mean "body"?',
  )
  await expect(cloud.world.rows('/v7/device?$select=nmae')).rejects.toThrow('device has no field nmae')
})

test('a closed cloud says so, whatever is asked of it', async () => {
  const cloud = opened()
  await cloud.close()
  for (const use of [
    () => cloud.fetch('/ping'),
    () => cloud.token('ada'),
    () => cloud.listen(),
    () => cloud.world.state(),
    () => cloud.clock.advance('1 s'),
  ])
    await expect(use()).rejects.toThrow('This cloud is closed')
})

const LIGHTS = `
organization: { name: Northern Lights }
fleets:
  - name: shop-screens
    type: intel-nuc
    releases: [{ version: 1.0.0, age: 3 d }]
    devices: [{ count: 4, names: 'screen-{nn}' }]
`

test('opens a world file, as text or as an object, and a session that was saved', async () => {
  const [text, object] = [opened({ world: LIGHTS }), opened({ world: parse(LIGHTS) as WorldFile })]
  const names = async (cloud: Cloud) =>
    (await cloud.world.rows('/v7/device?$select=device_name&$orderby=device_name asc')).map(
      ({ device_name }) => device_name,
    )
  expect(await names(text)).toEqual(['screen-01', 'screen-02', 'screen-03', 'screen-04'])
  expect(await names(object)).toEqual(await names(text))
  await text.world.rename(await text.world.deviceUuid('screen-02'), 'by-the-door')
  await text.clock.advance('10 min')
  const again = opened({ world: await text.world.sessionFile() })
  // The first request of a client waits for the replay.
  const response = await again.fetch("/v7/device/$count?$filter=device_name eq 'by-the-door'", {
    headers: { authorization: `Bearer ${await again.token('ada')}` },
  })
  expect(await response.json()).toEqual({ d: 1 })
  expect(await again.world.fingerprint()).toBe(await text.world.fingerprint())
})

test('places of a world file are towns by name, which are there before the first answer', async () => {
  const places = "    places: [Munich, 'Springfield (Illinois)']\n"
  const cloud = opened({ world: LIGHTS + places, seed: 7, at: '2026-11-20T14:00Z' })
  const rows = await cloud.world.rows('/v7/device?$select=latitude&$orderby=device_name asc')
  expect(rows.map(({ latitude }) => Math.round(Number(latitude)))).toEqual([48, 48, 40, 40])
  expect((await cloud.clock.now()).toISOString()).toBe('2026-11-20T14:00:00.000Z')
  expect(await cloud.world.state()).toMatchObject({ seed: 7, scenario: 'own-world', devices: 4 })
  const misspelt = opened({ world: LIGHTS + places.replace('Munich', 'Munchi') })
  await expect(misspelt.world.state()).rejects.toThrow('did you mean "Munich"?')
  await expect(misspelt.fetch('/ping')).rejects.toThrow('no town')
})

test('one operation can be answered differently: once, by a function, and until it is undone', async () => {
  const cloud = opened()
  const headers = { authorization: `Bearer ${await cloud.token('ada')}` }
  const read = async (path: string) => {
    const response = await cloud.fetch(path, { headers })
    const body: unknown = response.status === 200 ? await response.json() : await response.text()
    return [response.status, body]
  }
  cloud.override('GET /v7/device', { body: { d: [{ device_name: 'the-only-one' }] } }, { times: 1 })
  expect(await read('/v7/device?$top=3')).toEqual([200, { d: [{ device_name: 'the-only-one' }] }])
  expect(await read('/v7/device/$count')).toEqual([200, { d: 126 }])
  const undo = cloud.override('GET /v7/device(*)', ({ url }) => ({
    status: 418,
    body: new URL(url).pathname,
  }))
  expect(await read('/v7/device(7)')).toEqual([418, '"/v7/device(7)"'])
  undo()
  expect((await read('/v7/device(7)'))[0]).toBe(200)
})

test('an override of an operation that the contract does not have is refused', () => {
  const cloud = opened()
  expect(() => cloud.override('GET /v7/devise' as Route, { status: 500 })).toThrow(
    'did you mean "GET /v7/device"?',
  )
  expect(() => cloud.override('GET /ping', { status: 500 }, { times: 0 })).toThrow('"times" must be')
})

test('lists what clients asked, with bodies and statuses, over HTTP too', async () => {
  const cloud = opened()
  const authorization = `Bearer ${await cloud.token('ada')}`
  await cloud.world.state()
  await cloud.fetch('/v7/device(1)', {
    method: 'PATCH',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{"note":"one"}',
  })
  cloud.override('GET /ping', { status: 503 })
  await fetch(`${await cloud.listen()}/ping?x=1`)
  expect(cloud.requests).toMatchObject([
    {
      method: 'PATCH',
      path: '/v7/device(1)',
      body: { note: 'one' },
      status: 200,
      headers: { authorization },
    },
    { method: 'GET', path: '/ping?x=1', body: undefined, status: 503 },
  ])
})

test('rows have the types of the contract', async () => {
  const { world } = opened()
  const rows = await world.rows('/v7/device?$select=device_name,uuid&$top=1')
  const uuids: string[] = rows.map(({ uuid }) => uuid)
  expect(uuids[0]).toMatch(/^[0-9a-f]+$/)
  // @ts-expect-error Not selected, so it may be missing.
  const notes: (string | null)[] = rows.map(({ note }) => note)
  expect(notes).toEqual([undefined])
  const versions: string[] = (await world.rows('/v7/release')).map(({ commit }) => commit)
  expect(versions.length).toBeGreaterThan(3)
  // @ts-expect-error A duration has a unit.
  await expect(world.clock.advance('10 minutes')).rejects.toThrow('Not a duration')
})

test('a sign-in that failed by a fault works after the fault is removed, and again in another world', async () => {
  const cloud = opened()
  await cloud.faults.add({ kind: 'status', status: 503, route: 'POST /login_' })
  await expect(cloud.token('omar')).rejects.toThrow('503')
  expect(await cloud.faults.list()).toMatchObject([{ kind: 'status', route: 'POST /login_' }])
  await cloud.faults.clear()
  const token = await cloud.token('omar')
  expect(await cloud.token('omar')).toBe(token)
  await cloud.world.open('empty-account')
  expect(await cloud.world.rows('/v7/device?$select=id')).toEqual([])
})

test('serves the same world over HTTP until it is closed', async () => {
  const cloud = opened({ as: 'devi' })
  expect(() => cloud.url).toThrow('before')
  const url = await cloud.listen()
  expect([cloud.url, await cloud.listen()]).toEqual([url, url])
  const credentials = JSON.stringify({ username: emailOf('devi'), password })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/login_`, { method: 'POST', headers, body: credentials })
  const authorization = `Bearer ${await response.text()}`
  const path = '/v7/device?$select=uuid&$top=3&$orderby=id asc'
  const { d } = (await (await fetch(url + path, { headers: { authorization } })).json()) as { d: unknown }
  expect(d).toEqual(await cloud.world.rows(path))
  await cloud.close()
  await expect(fetch(`${url}/ping`)).rejects.toThrow()
})

test('a network fault fails a request like a broken network', async () => {
  const cloud = opened()
  await cloud.faults.add({ kind: 'network', route: 'GET /ping' })
  await expect(cloud.fetch('https://api.example.com/ping')).rejects.toThrow(TypeError)
})
