import { afterEach, describe, expect, test } from 'vitest'
import type { SessionFile, WorldState } from '../../openapi/generated/control.d.ts'
import type { WorldFile } from '../../openapi/generated/world-file.d.ts'
import { createTestCloud } from '../hosts/node.ts'
import type { TestCloud, TestCloudOptions } from '../hosts/node.ts'

const MINUTE = 60_000

const lights: WorldFile = {
  title: 'Northern Lights on a Friday',
  seed: 7,
  organization: {
    name: 'Northern Lights',
    industry: 'Retail signage',
    accent: '#0a7f5a',
    logo: 'data:image/png;base64,iVBORw0KGgo=',
  },
  people: [
    { name: 'María López', role: 'administrator' },
    { name: 'Kim', role: 'observer', fleets: ['shelf-labels'] },
  ],
  fleets: [
    {
      name: 'shop-screens',
      type: 'intel-nuc',
      tags: { env: 'prod' },
      services: [{ name: 'player', kind: 'dashboard', size: 300 }],
      releases: [
        { version: '1.0.0', age: '30 d' },
        { version: '1.1.0', age: '2 h' },
      ],
      target: '1.0.0',
      places: ['lyo', { code: 'osl', name: 'Oslo, Norway', latitude: 59.91, longitude: 10.75 }],
      devices: [
        { count: 30, names: 'screen-{place}-{nnn}', tags: [{ key: 'aisle', value: '{n}', cycle: 4 }] },
        { count: 10, names: 'screen-{place}-{nnn}', personas: { flaky: 1, slow: 1 } },
      ],
    },
    { name: 'shelf-labels', type: 'raspberrypi3', releases: [{ version: '0.1.0', age: '3 d' }] },
  ],
  problems: [
    { kind: 'outage', fleet: 'shop-screens', places: ['osl'], at: '-40 min', lasts: '60 min' },
    { kind: 'lock', fleet: 'shop-screens', service: 'player', share: 0.5, at: '5 min' },
    { kind: 'release', fleet: 'shop-screens', version: '1.1.0', at: '90 min' },
  ],
  billing: { plan: 'pilot-v2', owedDays: 3 },
}

let opened: TestCloud[] = []
afterEach(() => {
  for (const one of opened) one.dispose()
  opened = []
})

function open(worldFile: WorldFile = lights, options: TestCloudOptions = {}): TestCloud {
  const cloud = createTestCloud('first-look', { worldFile, keepsHistory: true, ...options })
  opened.push(cloud)
  return cloud
}

const ask = async <Body>(cloud: TestCloud, path: string, body?: object) =>
  (await (
    await cloud.request(`/__flotilla/${path}`, body === undefined ? {} : { method: 'POST', body })
  ).json()) as Body
const fingerprintOf = async (cloud: TestCloud) =>
  (await ask<{ fingerprint: string }>(cloud, 'fingerprint')).fingerprint

async function signIn(cloud: TestCloud, username: string) {
  const body = { username: `${username}@flotilla.example`, password: 'flotilla-demo' }
  const credential = await (await cloud.request('/login_', { method: 'POST', body })).text()
  return async (path: string) => {
    const { d } = (await (await cloud.request(path, { as: { credential } })).json()) as { d: unknown }
    return d
  }
}

const inOslo = "belongs_to__application/app_name eq 'shop-screens' and contains(device_name,'-osl-')"
const count = (filter: string) => `/v7/device/$count?$filter=${filter}`

describe('[WORLD-002] a world file', () => {
  test('opens an organization with its logo, people, fleets, names, tags and plan', async () => {
    const cloud = open()
    expect(await ask<WorldState>(cloud, 'state')).toMatchObject({
      scenario: 'own-world',
      title: 'Northern Lights on a Friday',
      seed: 7,
      devices: 40,
      accent: '#0a7f5a',
    })
    const maria = await signIn(cloud, 'maria')
    expect(await maria('/v7/organization?$select=name,handle,industry,logo_image')).toEqual([
      {
        name: 'Northern Lights',
        handle: 'northern_lights',
        industry: 'Retail signage',
        logo_image: expect.objectContaining({ href: 'data:image/png;base64,iVBORw0KGgo=' }),
      },
    ])
    const names = (await maria(
      "/v7/device?$select=device_name&$filter=belongs_to__application/app_name eq 'shop-screens'&$orderby=device_name asc&$top=2",
    )) as object[]
    expect(names).toEqual([{ device_name: 'screen-lyo-001' }, { device_name: 'screen-lyo-002' }])
    expect(await maria(count("device_tag/any(t:t/tag_key eq 'aisle')"))).toBe(30)
    expect(
      await maria(
        '/v7/subscription?$select=id&$expand=is_for__plan($select=title)&$filter=is_active eq true',
      ),
    ).toEqual([expect.objectContaining({ is_for__plan: [expect.objectContaining({ title: 'Pilot' })] })])
  })

  test('has the log lines of its services, also after a later release, at their rates and levels', async () => {
    const cloud = open({
      organization: { name: 'Brewery' },
      fleets: [
        {
          name: 'taps',
          type: 'raspberrypi4-64',
          services: [
            {
              name: 'flow-meter',
              kind: 'sensor',
              size: 60,
              logs: {
                start: ['meter ready'],
                lines: [
                  { text: 'flow={~2.0..14.8} L/min at {town}', every: '5 s' },
                  { text: 'no pressure', every: '1 min', level: 'error' },
                ],
              },
            },
          ],
          releases: [{ version: '1.0.0', age: '3 d' }],
          places: ['lyo'],
          devices: [{ count: 1 }],
        },
      ],
    })
    const said = async () => {
      const [{ uuid } = { uuid: '' }] = (await cloud.rows('/v7/device?$select=uuid', 'ada')) as {
        uuid: string
      }[]
      const response = await cloud.request(`/device/v2/${uuid}/logs?count=200`, { as: 'ada' })
      const lines = (await response.json()) as { message: string; isSystem: boolean; isStdErr: boolean }[]
      return lines.filter(({ isSystem }) => !isSystem)
    }
    const first = await said()
    expect(first.length).toBeGreaterThan(100)
    const OWN = /^(?:flow=\d+\.\d L\/min at Lyon|no pressure|meter ready|flow-meter .* starting)$/
    for (const { message } of first) expect(message).toMatch(OWN)
    expect(first.find(({ message }) => message === 'no pressure')?.isStdErr).toBe(true)

    const add = async (resource: string, body: object) =>
      (
        (await (await cloud.request(`/v7/${resource}`, { method: 'POST', as: 'ada', body })).json()) as {
          id: number
        }
      ).id
    const [{ id: fleet, service } = { id: 0, service: [] }] = (await cloud.rows(
      "/v7/application?$select=id&$expand=service($select=id)&$filter=app_name eq 'taps'",
      'ada',
    )) as { id: number; service: { id: number }[] }[]
    const now = new Date(cloud.clock.now()).toISOString()
    const release = await add('release', {
      belongs_to__application: fleet,
      commit: 'b'.repeat(40),
      composition: { version: '2.4', services: { 'flow-meter': { image: 'meter' } } },
      status: 'running',
      source: 'local',
      start_timestamp: now,
    })
    const image = await add('image', {
      is_a_build_of__service: service[0]?.id,
      start_timestamp: now,
      status: 'running',
    })
    await add('release_image', { image, is_part_of__release: release })
    const change = (path: string, body: object) =>
      cloud.request(`/v7/${path}`, { method: 'PATCH', as: 'ada', body })
    await change(`image(${image})`, {
      status: 'success',
      content_hash: `sha256:${'c'.repeat(64)}`,
      push_timestamp: now,
      end_timestamp: now,
    })
    await change(`release(${release})`, { status: 'success', end_timestamp: now })
    await change(`application(${fleet})`, { should_be_running__release: release })
    cloud.clock.advanceTo(cloud.clock.now() + 60 * MINUTE)
    const after = await said()
    const restarted = after.findLast(({ message }) => message.endsWith('starting'))
    expect(restarted?.message).not.toBe('flow-meter 1.0.0 starting')
    for (const { message } of after) expect(message).toMatch(OWN)
  })

  test('grants roles: the observer sees only the granted fleet', async () => {
    const kim = await signIn(open(), 'kim')
    expect(
      await kim(
        '/v7/application?$select=app_name&$filter=is_directly_accessible_by__user/any(dau:1 eq 1) and is_host eq false',
      ),
    ).toEqual([{ app_name: 'shelf-labels' }])
  })

  test('without people has the default demo users', async () => {
    const { people: _, ...file } = lights
    const cloud = open(file)
    expect(await cloud.count(count('true'), 'olive')).toBe(40)
    expect((await ask<{ username: string }[]>(cloud, 'people')).map(({ username }) => username)).toContain(
      'devi',
    )
  })

  test('has problems that begin before it opens, and problems that begin later', async () => {
    const cloud = open()
    const maria = await signIn(cloud, 'maria')
    const offline = () => maria(count(`${inOslo} and is_connected_to_vpn eq false`))
    const target = () =>
      maria(
        "/v7/application?$select=app_name&$filter=app_name eq 'shop-screens' and should_be_running__release/any(r:r/raw_version eq '1.1.0')",
      )
    expect(await maria(count(inOslo))).toBe(20)
    expect(await offline()).toBe(20)
    await ask(cloud, 'clock', { advanceMs: 25 * MINUTE })
    expect(await offline()).toBeLessThan(5)
    expect(await target()).toEqual([])
    await ask(cloud, 'clock', { advanceMs: 70 * MINUTE })
    expect(await target()).toEqual([{ app_name: 'shop-screens' }])
  })

  test('has services of some devices that hold an update lock from some time on, and explains it', async () => {
    const cloud = open()
    const lockedDevices = async () => {
      const names = Array.from({ length: 15 }, (_, at) => `screen-lyo-${String(at + 1).padStart(3, '0')}`)
      const explanations = await Promise.all(names.map((name) => ask(cloud, `devices/${name}`)))
      return explanations.filter((one) => /update lock/i.test(JSON.stringify(one))).length
    }
    expect(await lockedDevices()).toBe(0)
    await ask(cloud, 'clock', { advanceMs: 6 * MINUTE })
    expect(await lockedDevices()).toBeGreaterThan(3)
    expect(await lockedDevices()).toBeLessThan(13)
  })

  test('is the same world wherever it is opened, regardless of the time steps, and after a rewind', async () => {
    const [one, other] = [open(), open(structuredClone(lights))]
    expect(await fingerprintOf(one)).toBe(await fingerprintOf(other))
    const opening = await fingerprintOf(one)
    const { now } = await ask<WorldState>(one, 'state')
    await ask(one, 'clock', { advanceMs: 100 * MINUTE })
    for (let step = 0; step < 10; step++) await ask(other, 'clock', { advanceMs: 10 * MINUTE })
    const later = await fingerprintOf(one)
    expect(await fingerprintOf(other)).toBe(later)
    expect(later).not.toBe(opening)
    await ask(one, 'rewind', { to: now })
    expect(await fingerprintOf(one)).toBe(opening)
    await ask(one, 'clock', { advanceMs: 100 * MINUTE })
    expect(await fingerprintOf(one)).toBe(later)
  })

  test('is part of session files and snapshots', async () => {
    const cloud = open()
    await ask(cloud, 'clock', { advanceMs: 10 * MINUTE })
    const session = await ask<SessionFile>(cloud, 'bundle')
    const elsewhere = createTestCloud('first-look', { keepsHistory: true })
    opened.push(elsewhere)
    expect(await ask(elsewhere, 'bundle', session)).toMatchObject({ isSame: true, scenario: 'own-world' })
    const again = open(lights, { snapshot: structuredClone(cloud.cloud.snapshot()) })
    await ask(again, 'clock', { advanceMs: 90 * MINUTE })
    await ask(cloud, 'clock', { advanceMs: 90 * MINUTE })
    expect(await fingerprintOf(again)).toBe(await fingerprintOf(cloud))
  })

  test('can be read from the cloud', async () => {
    expect(await ask(open(), 'world')).toEqual(lights)
  })

  test('that extends Acme Logistics changes and adds fleets', async () => {
    const cloud = open({
      extends: 'acme-logistics',
      fleets: [
        { name: 'harbor-cams', devices: [{ count: 3 }] },
        {
          name: 'extra',
          type: 'raspberrypi5',
          releases: [{ version: '1.0.0', age: '1 d' }],
          devices: [{ count: 2 }],
        },
      ],
    })
    const fleet = (name: string) => cloud.count(count(`belongs_to__application/app_name eq '${name}'`), 'ada')
    expect([await fleet('harbor-cams'), await fleet('extra'), await fleet('silo-sensors')]).toEqual([
      3, 2, 22,
    ])
  })
})

test.each([
  [{ organization: { name: 'X' }, fleets: [{ name: 'a', type: 'toaster' }] }, 'fleets.0.type'],
  [{ organization: { name: 'X' }, fleets: [{ name: 'a' }] }, 'type'],
  [{ organization: { name: 'X' }, fleets: [{ name: 'a', type: 'intel-nuc', evil: 1 }] }, 'evil'],
  [JSON.parse('{"__proto__": {"title": "x"}, "extends": "acme-logistics"}'), '__proto__'],
  [
    {
      extends: 'acme-logistics',
      fleets: [{ name: 'bench-lab', devices: [{ count: 1, personas: { odd: 1 } }] }],
    },
    'odd',
  ],
  ['text', 'must be an object'],
])('[WORLD-005] the cloud rejects %j and keeps the current world', async (worldFile, reason) => {
  const cloud = open()
  const before = await fingerprintOf(cloud)
  const response = await cloud.request('/__flotilla/reset', { method: 'POST', body: { worldFile } })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(reason)
  expect(await fingerprintOf(cloud)).toBe(before)
  await ask(cloud, 'clock', { advanceMs: MINUTE })
  expect(await fingerprintOf(cloud)).not.toBe(before)
})
