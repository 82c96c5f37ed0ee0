import { expect, onTestFinished, test } from 'vitest'
import { createTestCloud, type TestCloud } from '../../mocks/hosts/node.ts'
import type { PlatformName } from '../../mocks/platforms/platform.ts'
import { checkWorldFile } from '../../mocks/worlds/check-world-file.ts'
import { connectApi } from '../../src/api/api.ts'
import type { CaptureState } from '../../src/engines/capture/capture-report.ts'
import { Capture, type CaptureOptions } from '../../src/engines/capture/capture.ts'
import { capturedFields, fieldsOnRequest } from '../../src/engines/capture/captured-fields.ts'
import { readWorldFile } from '../../src/simulation/world-file/world-file.ts'

interface Sent {
  method: string
  url: URL
}

function aCloud(scenario: string, options: Parameters<typeof createTestCloud>[1] = {}): TestCloud {
  const world = createTestCloud(scenario, options)
  onTestFinished(() => world.dispose())
  return world
}

/** A capture of a cloud in this process, and everything that it sends. */
async function aCapture(world: TestCloud, options: Partial<CaptureOptions> = {}) {
  const sent: Sent[] = []
  const api = connectApi({
    apiUrl: 'https://api.flotilla.test',
    terminalUrl: 'https://api.flotilla.test',
    tokenKey: 'flotilla:capture-test',
    fetch: async (input, init) => {
      const request = new Request(input, init)
      sent.push({ method: request.method, url: new URL(request.url) })
      return world.cloud.handle(request)
    },
  })
  api.token.set(await world.token('ada'))
  await api.detectPlatform()
  const capture = new Capture({
    data: api.data,
    now: world.clock.now(),
    requestsAMinute: 100_000,
    wait: async () => {},
    // What is offered can be opened.
    check: readWorldFile,
    ...options,
  })
  return { capture, sent }
}

/** How often each value occurs, by the order of the counts: equal for mixes that differ only in names. */
function sizesOf(values: readonly unknown[]): number[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1)
  return [...counts.values()].toSorted((a, b) => b - a)
}

/** How often each value occurs. */
function mixOf(values: readonly unknown[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1
  return counts
}

const DEVICE_FIELDS =
  'overall_status,is_online,is_connected_to_vpn,api_heartbeat_state,os_version,os_variant,supervisor_version'

type Row = Record<string, unknown>
const idIn = (value: unknown) => (value as { __id: number } | null)?.__id ?? null

/** What a world looks like, without any name: the mixes of each fleet, fleets by their size. */
async function shapeOf(world: TestCloud, person: string) {
  const rows = (path: string) => world.rows(path, person as 'ada')
  const organizations = (await rows('/v7/organization?$select=id')).map(({ id }) => id)
  const own = (row: Row) => organizations.includes(idIn(row['organization']))
  const fleets = (
    await rows('/v7/application?$filter=is_host eq false&$select=id,organization,is_of__class')
  ).filter(own)
  const shapes = []
  for (const { id } of fleets) {
    const devices = await rows(
      `/v7/device?$filter=belongs_to__application eq ${String(id)}&$select=${DEVICE_FIELDS},is_running__release,is_pinned_on__release,should_be_running__release`,
    )
    const releases = await rows(
      `/v7/release?$filter=belongs_to__application eq ${String(id)}&$select=status,is_final,is_invalidated`,
    )
    const of = (field: string) => devices.map((row) => row[field])
    shapes.push({
      devices: devices.length,
      status: mixOf(of('overall_status')),
      vpn: mixOf(of('is_connected_to_vpn')),
      heartbeat: mixOf(of('api_heartbeat_state')),
      os: mixOf(devices.map((row) => `${String(row['os_version'])} ${String(row['os_variant'])}`)),
      supervisor: mixOf(of('supervisor_version')),
      running: sizesOf(of('is_running__release').map(idIn)),
      pinned: sizesOf(of('is_pinned_on__release').map(idIn)),
      target: sizesOf(of('should_be_running__release').map(idIn)),
      releases: mixOf(
        releases.map((row) => [row['status'], row['is_final'], row['is_invalidated']].join(' ')),
      ),
    })
  }
  return shapes.toSorted((a, b) => b.devices - a.devices || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

type Shape = Awaited<ReturnType<typeof shapeOf>>[number]

/** How many devices differ between two mixes. */
function differences(one: Record<string, number>, other: Record<string, number>): number {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].reduce((sum, key) => sum + Math.abs((one[key] ?? 0) - (other[key] ?? 0)), 0) / 2
}

/** The largest difference between two worlds in any mix of any fleet, in devices. */
function largestDifference(before: readonly Shape[], after: readonly Shape[]): number {
  const mixes = ['status', 'vpn', 'heartbeat', 'os', 'supervisor', 'running', 'pinned', 'target'] as const
  return Math.max(
    ...before.flatMap((shape, at) =>
      mixes.map((mix) => {
        const [one, other] = [shape[mix], after[at]?.[mix] ?? {}]
        return differences(Object.fromEntries(Object.entries(one)), Object.fromEntries(Object.entries(other)))
      }),
    ),
  )
}

/** A world and the same world captured and opened again. */
async function captured(scenario: string, platform: PlatformName, options: Partial<CaptureOptions> = {}) {
  const world = aCloud(scenario, { platform, ...(scenario !== 'first-look' && { devices: 400 }) })
  const { capture, sent } = await aCapture(world, options)
  const made = await capture.run()
  const copy = aCloud('first-look', {
    worldFile: checkWorldFile(made.file),
    platform,
    at: world.clock.now(),
  })
  const before = await shapeOf(world, 'ada')
  const after = await shapeOf(copy, made.report.administrator)
  return { ...made, sent, before, after }
}

const worlds = [
  ['release-day', 'hosted'],
  ['offline-storm', 'hosted'],
  ['first-look', 'open'],
] as const

test.each(worlds)(
  'the world %s (%s), captured in groups and opened, has the same mixes, but for the smallest groups [CAPTURE-001]',
  async (scenario, platform) => {
    const { before, after, report, sent } = await captured(scenario, platform)
    expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(['GET']))
    expect(after.map(({ devices }) => devices)).toEqual(before.map(({ devices }) => devices))
    expect(after.map(({ releases }) => releases)).toEqual(before.map(({ releases }) => releases))
    expect(report.mergedDevices).toBeLessThan(report.devices / 10)
    expect(largestDifference(before, after)).toBeLessThanOrEqual(report.mergedDevices)
  },
)

test.each(worlds)(
  'the world %s (%s), captured device by device and opened, has the same mixes exactly [CAPTURE-001]',
  async (scenario, platform) => {
    const { before, after } = await captured(scenario, platform, { isSingle: true })
    expect(after).toEqual(before)
  },
)

const tables: Readonly<Record<string, object>> = { ...capturedFields, ...fieldsOnRequest }

/** Every field and relation that a request selects, expands, filters and sorts by, as `resource.field`. */
function fieldsAsked({ url }: Sent): string[] {
  const [, resource = ''] = /^\/v7\/([\w]+)/.exec(url.pathname) ?? []
  return [...url.searchParams.values()].flatMap((value) =>
    [...value.matchAll(/[a-z_]{2,}/g)]
      .map(([name]) => name)
      .filter((name) => !/^(eq|expand|select|orderby|top|in|and|or|gt|asc|desc|true|false)$/.test(name))
      .map((name) => `${resource}: ${name}`),
  )
}

test('only fields of the table are asked for, and only by reads [CAPTURE-003]', async () => {
  const { capture, sent } = await aCapture(aCloud('first-look'), {
    keep: new Set(['services', 'tags', 'variables']),
  })
  await capture.run()
  const known = new Set([
    ...Object.keys(tables),
    ...Object.values(tables).flatMap((fields) => Object.keys(fields)),
  ])
  const data = sent.filter(({ url }) => url.pathname.startsWith('/v7/'))
  expect(data.length).toBeGreaterThan(20)
  for (const one of data)
    for (const asked of fieldsAsked(one)) expect(known, asked).toContain(asked.replace(/^.*: /, ''))
  // Without a selection, a platform sends everything.
  for (const { url } of data)
    if (!url.pathname.endsWith('/$count')) expect(url.searchParams.get('$select'), url.href).toBeTruthy()
  expect(sent.filter(({ method }) => method !== 'GET')).toEqual([])
  expect(sent.filter(({ url }) => !/^\/(v7\/|config$|ping$)/.test(url.pathname))).toEqual([])
})

const SECRET = /zzsecret/i
let planted = 0
const secret = () => `zzsecret${++planted}x`

/** Writes a different secret into every text field that the platform lets anybody write. */
async function plantSecrets(world: TestCloud): Promise<number> {
  const before = planted
  const write = async (path: string, method: string, body: object) => {
    const response = await world.request(path, { as: 'ada', method, body })
    expect(response.status, `${method} ${path} ${await response.clone().text()}`).toBeLessThan(300)
    return response
  }
  const first = async (path: string) => Number((await world.rows(path, 'ada'))[0]?.['id'])
  const fleet = await first("/v7/application?$filter=app_name eq 'cold-chain-eu'&$select=id")
  const device = await first(`/v7/device?$filter=belongs_to__application eq ${fleet}&$select=id&$top=1`)
  const release = await first(`/v7/release?$filter=belongs_to__application eq ${fleet}&$select=id&$top=1`)
  const service = await first(`/v7/service?$filter=application eq ${fleet}&$select=id&$top=1`)
  const organization = await first("/v7/organization?$filter=handle eq 'acme_logistics'&$select=id")
  const team = await first('/v7/team?$select=id&$top=1')
  const install = await first(`/v7/service_install?$filter=device eq ${device}&$select=id&$top=1`)
  await write(`/v7/organization(${organization})`, 'PATCH', {
    name: secret(),
    company_name: secret(),
    industry: secret(),
    website: `https://${secret()}.example`,
  })
  await write(`/v7/application(${fleet})`, 'PATCH', {
    app_name: secret(),
    is_stored_at__repository_url: `https://${secret()}.example/x`,
  })
  await write(`/v7/device(${device})`, 'PATCH', {
    device_name: secret(),
    note: secret(),
    custom_latitude: '52.5',
    custom_longitude: '13.4',
  })
  await write(`/v7/release(${release})`, 'PATCH', { note: secret(), known_issue_list: secret() })
  await write(`/v7/team(${team})`, 'PATCH', { name: secret() })
  for (const [resource, owner] of [
    ['application_tag', { application: fleet }],
    ['device_tag', { device }],
    ['release_tag', { release }],
  ] as const)
    await write(`/v7/${resource}`, 'POST', { ...owner, tag_key: secret(), value: secret() })
  for (const [resource, owner] of [
    ['application_environment_variable', { application: fleet }],
    ['device_environment_variable', { device }],
    ['service_environment_variable', { service }],
    ['device_service_environment_variable', { service_install: install }],
  ] as const)
    await write(`/v7/${resource}`, 'POST', { ...owner, name: secret().toUpperCase(), value: secret() })
  await write('/v7/application_config_variable', 'POST', {
    application: fleet,
    name: `RESIN_${secret().toUpperCase()}`,
    value: secret(),
  })
  return planted - before
}

test.each([false, true])(
  'secrets in every text field are not in the result (device by device: %s) [CAPTURE-004]',
  async (isSingle) => {
    const world = aCloud('first-look')
    expect(await plantSecrets(world)).toBeGreaterThan(20)
    const states: CaptureState[] = []
    const { capture } = await aCapture(world, { isSingle, onState: (state) => void states.push(state) })
    const { text, report } = await capture.run()
    expect(text).not.toMatch(SECRET)
    expect(JSON.stringify(states)).not.toMatch(SECRET)
    expect(report.searched).toBeGreaterThan(100)
    // No name of the account is left, whole or as a word.
    for (const name of ['cold-chain', 'harbor', 'acme', 'tidewater', 'moreau', 'firmware'])
      expect(text.toLowerCase()).not.toContain(name)
  },
)

test('an original that a kept kind contains stops the capture, and says where [CAPTURE-005]', async () => {
  const world = aCloud('first-look')
  const fleet = Number(
    (await world.rows("/v7/application?$filter=app_name eq 'cold-chain-eu'&$select=id", 'ada'))[0]?.['id'],
  )
  await world.request('/v7/application_tag', {
    as: 'ada',
    method: 'POST',
    body: { application: fleet, tag_key: 'customer', value: 'for Acme Logistics' },
  })
  const { capture } = await aCapture(world, { keep: new Set(['tags']) })
  await expect(capture.run()).rejects.toMatchObject({
    why: 'original',
    details: expect.stringMatching(/tags\.customer \(organizations\)$/),
  })
})

test.each(['example', 'https', 'balena', 'production', 'name', 'places'])(
  'an account whose texts include "%s", a word of the format, is captured [CAPTURE-004]',
  async (value) => {
    const world = aCloud('first-look')
    const [fleet] = await world.rows("/v7/application?$filter=app_name eq 'cold-chain-eu'&$select=id", 'ada')
    await world.request('/v7/application_tag', {
      as: 'ada',
      method: 'POST',
      body: { application: fleet?.['id'], tag_key: 'kind', value },
    })
    const { capture } = await aCapture(world)
    expect((await capture.run()).report.fleets).toBeGreaterThan(1)
  },
)

test('kept kinds keep their names, and nothing else does [CAPTURE-006]', async () => {
  const world = aCloud('first-look')
  const [device] = await world.rows(
    "/v7/device?$filter=belongs_to__application/app_name eq 'cold-chain-eu'&$select=id&$top=1",
    'ada',
  )
  await world.request('/v7/device_tag', {
    as: 'ada',
    method: 'POST',
    body: { device: device?.['id'], tag_key: 'flotilla.acknowledged.offline', value: '{}' },
  })
  const { capture } = await aCapture(world, {
    keep: new Set(['fleets', 'services', 'versions', 'variables', 'tags']),
  })
  const { file, text } = await capture.run()
  // Tags of the dashboard itself are not those of people.
  expect(text).not.toContain('acknowledged')
  const fleet = file.fleets?.find(({ name }) => name === 'cold-chain-eu')
  expect(fleet?.services?.length).toBeGreaterThan(1)
  expect(fleet?.releases?.map(({ version }) => version)).toContain('4.10.2')
  expect(Object.keys(fleet?.variables ?? {}).length).toBeGreaterThan(0)
  expect(new Set(Object.values(fleet?.variables ?? {}))).toEqual(new Set(['']))
  expect(text).not.toMatch(/Acme|Moreau|Firmware/)
})

test('groups have at least three devices, and the same name is always the same [CAPTURE-007]', async () => {
  const world = aCloud('first-look')
  const { capture } = await aCapture(world)
  const { file } = await capture.run()
  const other = await (await aCapture(world)).capture.run()
  for (const { devices = [] } of file.fleets ?? [])
    if (devices.length > 1) expect(Math.min(...devices.map(({ count }) => count))).toBeGreaterThanOrEqual(3)
  const names = (file.fleets ?? []).map(({ name }) => name)
  for (const { fleets = [] } of file.teams ?? []) for (const name of fleets) expect(names).toContain(name)
  // Each capture has its own key.
  expect(other.file.organization?.name).not.toBe(file.organization?.name)
})

test('waits as long as the platform asks, and continues after it has stopped answering [CAPTURE-008]', async () => {
  const world = aCloud('first-look')
  const fault = (body: object) => world.request('/__flotilla/faults', { method: 'POST', body })
  await fault({ kind: 'status', status: 503, route: 'GET /v7/release', times: 2 })
  const waits: number[] = []
  const states: CaptureState[] = []
  const first = await aCapture(world, {
    wait: async (ms) => void waits.push(ms),
    onState: (state) => void states.push(state),
  })
  await first.capture.run()
  expect(waits).toEqual([2_000, 5_000])

  // The platform fails for good after the third fleet.
  const half = states[2]
  expect(Object.keys(half?.fleets ?? {})).toHaveLength(3)
  const second = await aCapture(world, half === undefined ? {} : { resume: structuredClone(half) })
  const { file, report } = await second.capture.run()
  expect(report.wasResumed).toBe(true)
  expect(file.fleets?.slice(0, 3)).toEqual(Object.values(half?.fleets ?? {}).map(({ fleet }) => fleet))
  const devicesOf = (sent: readonly Sent[]) => sent.filter(({ url }) => url.pathname === '/v7/device').length
  expect(devicesOf(second.sent)).toBeLessThan(devicesOf(first.sent))
})
