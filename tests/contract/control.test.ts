import { dereference, validate } from '@cfworker/json-schema'
import type { Schema } from '@cfworker/json-schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestCloud } from '../../mocks/hosts/node.ts'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import generated from '../../openapi/generated/control-schemas.json' with { type: 'json' }
import type { Timeline } from '../../openapi/generated/control.d.ts'

interface Schemas {
  /** The index in `replies`, by operation and status. */
  operations: Record<string, Record<string, number>>
  replies: { content: Record<string, Schema>; mayBeEmpty?: boolean }[]
  $defs: Record<string, Schema>
}

// TypeScript would infer the literal type of the whole file.
const { operations, replies, $defs } = generated as unknown as Schemas

/** Violations of openapi/control.yaml in a response. */
async function problemsOf(operation: string, response: Response): Promise<string[]> {
  const reply = replies[operations[operation]?.[response.status] ?? -1]
  if (reply === undefined) return [`status ${response.status} is not in the contract`]
  const text = await response.text()
  const schema = reply.content['application/json']
  if (schema === undefined) return text === '' ? [] : ['has a body, but the contract wants none']
  if (text === '') return reply.mayBeEmpty === true ? [] : ['has no body']
  const all = { $defs: { ...$defs, reply: schema } }
  const { valid, errors } = validate(JSON.parse(text), schema, '2020-12', dereference(all), false)
  return valid ? [] : errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`)
}

/** Sends an email. */
const requestReset = (cloud: TestCloud) =>
  cloud.request('/user/reset-password', {
    method: 'POST',
    body: { email: 'ada@flotilla.example', 'g-recaptcha-response': 'none' },
  })

let world: TestCloud
let uuid: string
let fleet: number
let sessionFile: object
/** The token with which Devi opens the support portal. */
let portal: string

beforeAll(async () => {
  world = createTestCloud('first-look', { keepsHistory: true })
  const [device] = await world.rows('/v7/device?$select=id,uuid&$orderby=id asc&$top=1', 'ada')
  uuid = String(device?.['uuid'])
  const [first] = await world.rows(
    '/v7/application?$select=id&$filter=owns__device/$count gt 0&$top=1',
    'ada',
  )
  fleet = Number(first?.['id'])
  await world.request('/v7/device(1)', { as: 'ada', method: 'PATCH', body: { device_name: 'named-here' } })
  await requestReset(world)
  const pass: unknown = await (await world.request('/zendesk/v1/login', { as: 'devi' })).json()
  portal = typeof pass === 'object' && pass !== null && 'token' in pass ? String(pass.token) : ''
  const exported: unknown = await (await world.request('/__flotilla/session-file')).json()
  sessionFile = typeof exported === 'object' && exported !== null ? exported : {}
})
afterAll(() => world.dispose())

type Case = [operation: string, method: string, path: string, status: number, body?: () => object]

const cases: Case[] = [
  ['control.readState', 'GET', 'state', 200],
  ['control.moveClock', 'POST', 'clock', 200, () => ({ advanceMs: 60_000 })],
  ['control.moveClock', 'POST', 'clock', 200, () => ({ next: true })],
  ['control.moveClock', 'POST', 'clock', 400, () => ({ speed: 9999 })],
  ['control.readNext', 'GET', 'next', 200],
  ['control.readTimeline', 'GET', 'timeline', 200],
  ['control.listChanges', 'GET', 'changes', 200],
  ['control.takeSnapshot', 'POST', 'snapshots', 201, () => ({})],
  ['control.keepMoment', 'POST', 'moments', 201, () => ({})],
  ['control.rewind', 'POST', 'rewind', 200, () => ({ snapshot: 1 })],
  ['control.rewind', 'POST', 'rewind', 200, () => ({ moment: 1 })],
  ['control.rewind', 'POST', 'rewind', 404, () => ({ snapshot: 4711 })],
  ['control.rewind', 'POST', 'rewind', 400, () => ({})],
  ['control.readFingerprint', 'GET', 'fingerprint', 200],
  ['control.readSessionFile', 'GET', 'session-file', 200],
  ['control.exportSession', 'GET', 'bundle', 200],
  ['control.openSessionFile', 'POST', 'session-file', 200, () => sessionFile],
  ['control.openSessionFile', 'POST', 'session-file', 400, () => ({ ...sessionFile, version: 2 })],
  ['control.openSession', 'POST', 'bundle', 200, () => sessionFile],
  [
    'control.addFault',
    'POST',
    'faults',
    201,
    () => ({ kind: 'latency', route: 'GET /none', ms: 1, devices: [uuid] }),
  ],
  ['control.addFault', 'POST', 'faults', 400, () => ({ kind: 'odd' })],
  [
    'control.addFault',
    'POST',
    'faults',
    404,
    () => ({ kind: 'network', route: '* /*', devices: ['nobody'] }),
  ],
  ['control.listFaults', 'GET', 'faults', 200],
  ['control.removeFault', 'DELETE', 'faults/4711', 404],
  ['control.removeFault', 'DELETE', 'faults/1', 200],
  ['control.clearFaults', 'DELETE', 'faults', 200],
  ['control.explainDevice', 'GET', 'devices/UUID', 200],
  ['control.explainDevice', 'GET', 'devices/named-here', 200],
  ['control.explainDevice', 'GET', 'devices/nobody', 404],
  ['control.readMetrics', 'GET', 'metrics/UUID', 200],
  ['control.readMetrics', 'GET', 'metrics/UUID?from=1792000000000&to=1792000060000', 200],
  ['control.readMetrics', 'GET', 'metrics/UUID?from=99999999999999999', 400],
  ['control.readMetrics', 'GET', 'metrics/UUID?from=yesterday', 400],
  ['control.readMetrics', 'GET', 'metrics/nobody', 404],
  ['control.changeDevice', 'POST', 'devices/UUID', 200, () => ({ link: 'down', lock: null })],
  ['control.changeDevice', 'POST', 'devices/UUID', 200, () => ({ contact: 'cloudlink' })],
  ['control.changeDevice', 'POST', 'devices/UUID', 400, () => ({ link: 'sideways' })],
  ['control.changeDevice', 'POST', 'devices/nobody', 404, () => ({ link: 'up' })],
  ['control.changeDevice', 'POST', 'devices/UUID', 400, () => ({ power: 'on' })],
  ['control.listFleets', 'GET', 'fleets', 200],
  ['control.readFleetHistory', 'GET', 'fleet-history?fleet=FLEET&hours=48', 200],
  ['control.readFleetHistory', 'GET', 'fleet-history?fleet=one', 400],
  ['control.readFleetHistory', 'GET', 'fleet-history?fleet=FLEET&hours=1000', 400],
  ['control.readFleetHistory', 'GET', 'fleet-history?fleet=999999', 404],
  ['control.readFleetStatuses', 'GET', 'fleet-statuses?fleet=FLEET&at=NOW', 200],
  ['control.readFleetStatuses', 'GET', 'fleet-statuses?fleet=FLEET&at=WEEK_AGO', 200],
  ['control.readFleetStatuses', 'GET', 'fleet-statuses?fleet=FLEET&at=yesterday', 400],
  ['control.readFleetStatuses', 'GET', 'fleet-statuses?fleet=FLEET&at=2020-01-01T00:00:00Z', 400],
  ['control.readFleetStatuses', 'GET', 'fleet-statuses?fleet=999999&at=NOW', 404],
  ['control.startDevice', 'POST', 'devices', 201, () => ({ fleet: 'acme_logistics/cold-chain-eu' })],
  ['control.startDevice', 'POST', 'devices', 404, () => ({ fleet: 'acme_logistics/none' })],
  [
    'control.startDevice',
    'POST',
    'devices',
    400,
    () => ({ fleet: 'acme_logistics/cold-chain-eu', deviceType: 'intel-nuc' }),
  ],
  ['control.readStats', 'GET', 'stats', 200],
  ['control.readFigures', 'GET', 'figures', 200],
  ['control.listPeople', 'GET', 'people', 200],
  ['control.listEmails', 'GET', 'emails', 200],
  ['control.readMail', 'GET', 'mailbox', 200],
  ['control.listRequests', 'GET', 'requests', 200],
  ['control.listJournal', 'GET', 'journal', 200],
  ['control.readRequest', 'GET', 'requests/1', 200],
  ['control.readRequest', 'GET', 'requests/4711', 404],
  ['control.readJournalEntry', 'GET', 'journal/1', 200],
  ['control.readSignInPage', 'GET', 'sign-in/github?return_to=https%3A%2F%2Fapp.example', 200],
  ['control.readSignInPage', 'GET', 'sign-in/github', 400],
  [
    'control.answerSignIn',
    'POST',
    'sign-in/github?return_to=https%3A%2F%2Fapp.example',
    200,
    () => ({ decision: 'refuse' }),
  ],
  [
    'control.answerSignIn',
    'POST',
    'sign-in/github?return_to=https%3A%2F%2Fapp.example',
    400,
    () => ({ decision: 'wait' }),
  ],
  ['control.readReady', 'GET', 'ready', 200],
  ['control.listExternalDevices', 'GET', 'external-devices', 200],
  ['control.findTowns', 'GET', 'towns?name=Munich&name=Munchn', 200],
  ['control.findTowns', 'GET', 'towns', 400],
  ['control.openSupportPortal', 'POST', 'support-portal', 200, () => ({ token: portal })],
  ['control.openSupportPortal', 'POST', 'support-portal', 401, () => ({ token: 'made-up' })],
  ['control.openWorld', 'POST', 'reset', 400, () => ({ scenario: 'nowhere' })],
  ['control.openWorld', 'POST', 'reset', 400, () => ({ worldFile: { fleets: 'all' } })],
  ['control.openWorld', 'POST', 'reset', 200, () => ({ worldFile: { extends: 'acme-logistics' } })],
  ['control.readWorldFile', 'GET', 'world', 200],
  ['control.openWorld', 'POST', 'reset', 200, () => ({ scenario: 'empty-account' })],
  ['control.readWorldFile', 'GET', 'world', 404],
  ['control.openWorld', 'POST', 'reset', 200, () => ({ scenario: 'first-look', seed: 7 })],
]

describe('the control API conforms to openapi/control.yaml', () => {
  test.each(cases)('%s: %s %s returns %i', async (operation, method, path, status, body) => {
    const response = await world.request(
      `/__flotilla/${path
        .replace('UUID', uuid)
        .replace('FLEET', String(fleet))
        .replace('NOW', new Date(world.clock.now()).toISOString())
        .replace('WEEK_AGO', new Date(world.clock.now() - (7 * 24 + 0.1) * 3_600_000).toISOString())}`,
      {
        method,
        headers: { accept: 'application/json' },
        ...(body === undefined ? {} : { body: body() }),
      },
    )
    expect(response.status).toBe(status)
    expect(await problemsOf(operation, response)).toEqual([])
  })

  test.each<[path: string, body: object, message: string]>([
    ['clock', { speed: 9999 }, '"speed" must be a number from 0 to 3600'],
    ['clock', { speed: 'fast' }, '"speed" must be a number from 0 to 3600'],
    ['clock', { advance: 60_000 }, 'There is no field "advance"'],
    ['clock', { '\ud800': 1 }, 'The name of a field is no valid Unicode text'],
    ['clock', { next: false }, '"next" must be true'],
    ['clock', { sessionsExpire: 'yes' }, '"sessionsExpire" must be true or false'],
    ['clock', { to: 'noon' }, '"to" must be a time such as 2026-11-20T14:00Z'],
    ['clock', { to: true }, '"to" must be a time such as 2026-11-20T14:00Z'],
    ['reset', { seed: 1.5 }, '"seed" must be a whole number from 0 to 4294967295'],
    ['reset', { devices: 0 }, '"devices" must be a whole number from 1 to 1000000'],
    ['reset', { worldFile: [] }, '"worldFile" must be an object'],
    ['rewind', { snapshot: '1' }, '"snapshot" must be a whole number from 1 to 9007199254740991'],
    ['faults', { route: 'GET /v7/*' }, '"kind" is missing'],
    [
      'faults',
      { kind: 'network', route: 'everything' },
      '"route" must be a method and a path such as GET /v7/*',
    ],
    ['faults', { kind: 'network' }, '"route" of a fault must be a method and a path such as "GET /v7/*"'],
    ['faults', { kind: 'status', route: '* /*', status: 200 }, '"status" must be a number from 400 to 599'],
    [
      'faults',
      { kind: 'status', route: '* /*', devices: [] },
      '"devices" must be a list of 1 to 10000 entries',
    ],
    ['faults', { kind: 'status', route: '* /*', devices: [{}] }, '"devices.0" must be an id, UUID or name'],
    [
      'faults',
      { kind: 'latency', route: '* /*', spread: 'wide' },
      '"spread" must be one of fixed, uniform, normal and long-tail',
    ],
    [
      'faults',
      { kind: 'latency', route: '* /*', spread: 'normal', ms: 5, maxMs: 5 },
      'A normal latency needs a "maxMs" above its "ms"',
    ],
    ['devices/UUID', { link: 'sideways' }, '"link" must be one of up and down'],
    ['devices/UUID', { lock: 7 }, '"lock" must be a text or null'],
    ['devices', {}, '"fleet" is missing'],
    ['devices', { fleet: 1, variant: 'test' }, '"variant" must be one of prod and dev'],
    ['support-portal', {}, '"token" is missing'],
    [
      'sign-in/github?return_to=https%3A%2F%2Fapp.example',
      { decision: 'wait' },
      '"decision" must be one of approve and refuse',
    ],
  ])('the body of %s, %o, is refused with a reason', async (path, body, message) => {
    const response = await world.request(`/__flotilla/${path.replace('UUID', uuid)}`, {
      method: 'POST',
      body,
    })
    expect([response.status, await response.json()]).toEqual([400, message])
  })

  test.each<[path: string, message: string]>([
    ['towns', '"name" is missing'],
    [`towns?${'name=Munich&'.repeat(61)}`, '"name" must be a list of 1 to 60 entries'],
    [`towns?name=${'x'.repeat(81)}`, '"name.0" must be a text of at most 80 characters'],
    ['towns?name=Munich&names=Ulm', 'There is no parameter "names"'],
    ['fleet-history', '"fleet" is missing'],
    ['fleet-history?fleet=1,two', '"fleet" must be the ids of 1 to 50 fleets, separated by commas'],
    ['fleet-history?fleet=1&hours=0', '"hours" must be a whole number from 1 to 168'],
    ['fleet-history?fleet=1&hours=day', '"hours" must be a whole number from 1 to 168'],
    ['metrics/UUID?since=2026-11-20T14:00Z', 'There is no parameter "since"'],
    ['requests?after=-1', '"after" must be a whole number from 0 to 9007199254740991'],
    ['requests?after=', '"after" must be a whole number from 0 to 9007199254740991'],
    ['emails?form=ada', 'There is no parameter "form"'],
    ['sign-in/github', '"return_to" is missing'],
  ])('the query of %s is refused with a reason', async (path, message) => {
    const response = await world.request(`/__flotilla/${path.replace('UUID', uuid)}`, {
      headers: { accept: 'application/json' },
    })
    expect([response.status, await response.json()]).toEqual([400, message])
  })

  test('every operation is tested', () => {
    expect([...new Set(cases.map(([operation]) => operation))].toSorted()).toEqual(
      Object.keys(operations).toSorted(),
    )
  })
})

test('the metrics of a device are those of each report in the range, the oldest first', async () => {
  const fresh = createTestCloud('first-look')
  const now = fresh.clock.now()
  const read = async (query: string) => {
    const answer = await fresh.request(`/__flotilla/metrics/${uuid}${query}`)
    return (await answer.json()) as { at: string; memory_total: number }[]
  }
  const hour = await read('')
  expect(hour.length).toBeGreaterThan(1)
  const times = hour.map(({ at }) => Date.parse(at))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.every((at) => at <= now && at >= now - 3_600_000)).toBe(true)
  expect(hour.every(({ memory_total: total }) => total > 0)).toBe(true)
  const [first = 0, second = 0] = times
  expect((await read(`?from=${first}&to=${second}`)).map(({ at }) => Date.parse(at))).toEqual([first, second])
  fresh.dispose()
})

describe('the request log', () => {
  const check = async (n: number) => {
    const entry = (await (await world.request(`/__flotilla/requests/${n}`)).json()) as {
      status: number
      path: string
      problems: string[] | null
    }
    return entry
  }
  const latest = async () => {
    const entries = (await (await world.request('/__flotilla/requests')).json()) as { n: number }[]
    return entries.at(-1)?.n ?? 0
  }

  test('validates each request, and shows violations caused by a fault', async () => {
    await world.rows('/v7/device?$select=id&$top=1', 'ada')
    expect(await check(await latest())).toMatchObject({ status: 200, problems: [] })
    await world.request('/__flotilla/faults', {
      method: 'POST',
      body: { kind: 'truncate', route: 'GET /v7/*', times: 1 },
    })
    await world.request('/v7/device?$select=id&$top=1', { as: 'ada' })
    expect((await check(await latest())).problems?.join()).toContain('the body is not JSON')
  })

  test('logs a network failure as no response', async () => {
    await world.request('/__flotilla/faults', {
      method: 'POST',
      body: { kind: 'network', route: '* /ping', times: 1 },
    })
    await expect(world.request('/ping')).rejects.toThrow()
    expect(await check(await latest())).toMatchObject({ path: '/ping', status: 0, problems: null })
  })

  test('starts after the given number', async () => {
    const known = await latest()
    await world.request('/ping')
    const news = (await (await world.request(`/__flotilla/requests?after=${known}`)).json()) as object[]
    expect(news).toHaveLength(1)
  })
})

test('the timeline names emails by their kind, and the deprecated list by the former one', async () => {
  const cloud = createTestCloud('first-look', { keepsHistory: true })
  await requestReset(cloud)
  const timeline = (await (await cloud.request('/__flotilla/timeline')).json()) as Timeline
  const sent = timeline.actions.filter(({ text }) => text.startsWith('ada@flotilla.example: '))
  expect(sent).toMatchObject([{ kind: 'email' }])
  expect(timeline.happenings).toEqual(
    timeline.actions.map((mark) => (mark.kind === 'email' ? { ...mark, kind: 'letter' } : mark)),
  )
  cloud.dispose()
})

test('the next event is a change of a device, and the clock advances to it', async () => {
  const answer = (await (
    await world.request('/__flotilla/clock', { method: 'POST', body: { next: true } })
  ).json()) as { now: string; happened: { at: string; text: string; device: string } | null }
  expect(answer.happened?.at).toBe(answer.now)
  expect(answer.happened?.text).toMatch(/^[\w-]+: .+\.$/)
  const why = (await (await world.request(`/__flotilla/devices/${answer.happened?.device}`)).json()) as {
    chain: { text: string }[]
  }
  expect(answer.happened?.text.endsWith(why.chain.at(-1)?.text ?? '-')).toBe(true)
})
