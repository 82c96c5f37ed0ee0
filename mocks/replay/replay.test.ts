import { afterEach, describe, expect, test } from 'vitest'
import type { Replayed, SessionFile, Timeline, WorldState } from '../../openapi/generated/control.d.ts'
import { createTestCloud } from '../hosts/node.ts'
import type { TestCloud, TestCloudOptions } from '../hosts/node.ts'

const opened: TestCloud[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one.dispose()
})

function aCloud(scenario = 'first-look', options: TestCloudOptions = {}): TestCloud {
  const cloud = createTestCloud(scenario, { keepsHistory: true, ...options })
  opened.push(cloud)
  return cloud
}

async function ask<Body>(cloud: TestCloud, path: string, body?: object): Promise<Body> {
  const response = await cloud.request(
    `/__flotilla/${path}`,
    body === undefined ? {} : { method: 'POST', body },
  )
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Body
}

const fingerprint = async (cloud: TestCloud) => {
  const body = await ask<{ fingerprint: string }>(cloud, 'fingerprint')
  return body.fingerprint
}
const nowOf = async (cloud: TestCloud) => (await ask<WorldState>(cloud, 'state')).now

/** Makes some changes: renames, tags and disconnects devices, and creates a fleet and a key. */
async function makeChanges(cloud: TestCloud): Promise<void> {
  const send = async (method: string, path: string, body: object, as: 'ada' | 'devi' = 'ada') => {
    const response = await cloud.request(path, { as, method, body })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  }
  const [one, other] = await cloud.rows('/v7/device?$select=id,uuid&$orderby=id asc&$top=2', 'ada')
  await send('PATCH', `/v7/device(${Number(one?.['id'])})`, { device_name: 'renamed-by-hand' })
  await ask(cloud, 'clock', { advanceMs: 90_000 })
  await send('POST', '/v7/device_tag', { device: other?.['id'], tag_key: 'shelf', value: 'A3' }, 'devi')
  await send('POST', '/v7/application', {
    app_name: 'made-by-hand',
    organization: (
      await cloud.rows("/v7/organization?$select=id&$filter=handle eq 'acme_logistics'", 'ada')
    )[0]?.['id'],
    is_for__device_type: (await cloud.rows('/v7/device_type?$select=id&$top=1', 'ada'))[0]?.['id'],
  })
  await send('POST', '/api-key/user/full', { name: 'laptop' })
  await cloud.request(`/__flotilla/devices/${String(other?.['uuid'])}`, {
    method: 'POST',
    body: { link: 'down' },
  })
  await ask(cloud, 'clock', { advanceMs: 3_600_000 })
}

describe('a session file', () => {
  test('recreates the same world in another cloud', async () => {
    const cloud = aCloud('first-look', { seed: 7 })
    await makeChanges(cloud)
    await ask(cloud, 'faults', { kind: 'status', route: 'GET /v7/*', status: 503, times: 3 })
    const bundle = await ask<SessionFile>(cloud, 'bundle')
    expect(bundle).toMatchObject({ format: 'flotilla-session', version: 1, scenario: 'first-look', seed: 7 })
    expect(bundle.actions.map(({ as, method }) => [as, method])).toContainEqual(['devi', 'POST'])
    expect(JSON.stringify(bundle).length).toBeLessThan(6000)

    const elsewhere = aCloud('release-day')
    const answer = await ask<Replayed>(elsewhere, 'bundle', bundle)
    expect(answer).toMatchObject({
      scenario: 'first-look',
      seed: 7,
      now: bundle.now,
      isSame: true,
      diverged: [],
    })
    expect(await fingerprint(elsewhere)).toBe(bundle.fingerprint)
    expect(await ask(elsewhere, 'faults')).toMatchObject([{ status: 503, times: 3 }])
    expect(await ask<SessionFile>(elsewhere, 'bundle')).toEqual(bundle)
  })

  test('different seeds give different worlds', async () => {
    const [one, other] = [aCloud('first-look', { seed: 1 }), aCloud('first-look', { seed: 2 })]
    expect(await fingerprint(one)).not.toBe(await fingerprint(other))
    expect(await fingerprint(one)).toBe(await fingerprint(aCloud('first-look', { seed: 1 })))
  })

  test('reports actions that cannot be replayed, and replays all others', async () => {
    const cloud = aCloud()
    await makeChanges(cloud)
    const bundle = await ask<SessionFile>(cloud, 'bundle')
    const [first, ...rest] = bundle.actions
    const actions = [{ ...first, path: '/v7/device(999999)/nothing' }, ...rest]
    const answer = await ask<Replayed>(aCloud(), 'bundle', { ...bundle, actions })
    expect(answer.diverged).toMatchObject([{ path: '/v7/device(999999)/nothing' }])
    expect(answer.isSame).toBe(false)
  })

  test.each([
    ['no JSON', 'PK\u0003\u0004', 'it is not a JSON object'],
    ['another file', '{"version":1}', 'it is no flotilla-session file'],
    ['a later version', '{"format":"flotilla-session","version":2}', 'only version 1 is understood here'],
    [
      'an unknown scenario',
      '{"format":"flotilla-session","version":1,"scenario":"nowhere"}',
      'there is no scenario "nowhere"',
    ],
  ])('rejects %s with a message, and keeps the world', async (_what, body, message) => {
    const cloud = aCloud()
    const before = await fingerprint(cloud)
    const response = await cloud.cloud.handle(
      new Request('https://api.flotilla.test/__flotilla/bundle', { method: 'POST', body }),
    )
    expect(response.status).toBe(400)
    expect(await response.json()).toContain(message)
    expect(await fingerprint(cloud)).toBe(before)
  })
})

const bare = { at: '2026-11-20T14:00:00.000Z', method: 'POST', path: '/v7/device_tag' }
test.each([
  ['an invalid fault', { faults: [{ kind: 'flood', route: 'GET /v7/*' }] }, '"faults.0.kind" must be one of'],
  ['a forbidden method', { actions: [{ ...bare, method: 'TRACE' }] }, 'action 1 is no request'],
  [
    'a GET request with a body',
    { actions: [{ ...bare, method: 'GET', body: '{}' }] },
    'action 1 is no request',
  ],
  ['an invalid origin', { actions: [{ ...bare, origin: 'nowhere' }] }, 'action 1 is no request'],
  ['broken base64', { actions: [{ ...bare, body: '*', isBase64: true }] }, 'action 1 is no request'],
  ['a header with a line break', { actions: [{ ...bare, type: 'a\nb: c' }] }, 'action 1 is no request'],
  [
    'too many actions',
    { actions: Array.from({ length: 100_001 }, () => bare) },
    '"actions" must be a list of up to 100000 entries',
  ],
  ['a time outside the supported range', { openedAt: '1969-12-31T23:59:59Z' }, 'in no world’s time'],
  ['a leap second', { now: '2026-12-31T23:59:60Z' }, '"now" must be a time such as'],
  ['a leap second before it', { openedAt: '2016-12-31T23:59:60Z' }, '"openedAt" must be a time such as'],
  [
    'an action in a leap second',
    { actions: [{ ...bare, at: '2026-12-31T23:59:60Z' }] },
    '"actions.0.at" must be a time such as',
  ],
  ['a year that is none', { openedAt: '-200000-01-01T00:00:00Z' }, '"openedAt" must be a time such as'],
  ['an action without a path', { actions: [{ ...bare, path: 'v7' }] }, '"actions.0.path" must be a path'],
  ['an action without a time', { actions: [{ method: 'GET', path: '/' }] }, '"actions.0.at" is missing'],
  ['a field that is not in the contract', { speeed: 1 }, 'There is no field "speeed"'],
  ['a duration of centuries', { now: '2999-01-01T00:00:00Z' }, 'more than ten years after'],
])(
  'rejects a session file with %s before replacing the current world [MOMENT-004]',
  async (_what, change, message) => {
    const bundle = await ask<SessionFile>(aCloud('release-day'), 'bundle')
    const cloud = aCloud()
    const before = await fingerprint(cloud)
    const response = await cloud.request('/__flotilla/bundle', {
      method: 'POST',
      body: { ...bundle, ...change },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toContain(message)
    expect(await fingerprint(cloud)).toBe(before)
  },
)

describe('rewind', () => {
  test('restores the earlier state, and the same actions lead to the same world', async () => {
    const cloud = aCloud()
    const start = await nowOf(cloud)
    const before = await fingerprint(cloud)
    await ask(cloud, 'clock', { advanceMs: 60_000 })
    await makeChanges(cloud)
    const after = await fingerprint(cloud)
    const [moment] = (await ask<Timeline>(cloud, 'timeline')).moments
    expect(moment).toMatchObject({ at: start, reason: 'jump' })

    await ask(cloud, 'rewind', { moment: moment?.id })
    expect(await nowOf(cloud)).toBe(start)
    expect(await fingerprint(cloud)).toBe(before)
    expect((await ask<SessionFile>(cloud, 'bundle')).actions).toEqual([])

    await ask(cloud, 'clock', { advanceMs: 60_000 })
    await makeChanges(cloud)
    expect(await fingerprint(cloud)).toBe(after)
  })

  test('goes back to any time, also between snapshots, and saves the state that it leaves', async () => {
    const cloud = aCloud()
    await makeChanges(cloud)
    const { actions, now } = await ask<SessionFile>(cloud, 'bundle')
    const latest = await fingerprint(cloud)
    const tagged = actions.find(({ path }) => path === '/v7/device_tag')
    await ask(cloud, 'rewind', { to: tagged?.at })
    expect(await nowOf(cloud)).toBe(tagged?.at)
    const count = "/v7/device_tag/$count?$filter=tag_key eq 'shelf'"
    expect(await cloud.count(count, 'ada')).toBe(1)
    await ask(cloud, 'rewind', { to: Date.parse(String(tagged?.at)) - 1 })
    expect(await cloud.count(count, 'ada')).toBe(0)
    expect(await cloud.count("/v7/device/$count?$filter=device_name eq 'renamed-by-hand'", 'ada')).toBe(1)

    const saved = (await ask<Timeline>(cloud, 'timeline')).moments.find(
      ({ at, reason }) => at === now && reason === 'rewind',
    )
    await ask(cloud, 'rewind', { moment: saved?.id })
    expect(await fingerprint(cloud)).toBe(latest)
  })

  test('keeps users signed in, except those that did not exist yet', async () => {
    const cloud = aCloud()
    const start = await nowOf(cloud)
    await ask(cloud, 'clock', { advanceMs: 1000 })
    const registered = await cloud.request('/user/register', {
      method: 'POST',
      body: {
        username: 'newcomer',
        email: 'new@flotilla.example',
        password: 'long-enough-1',
        'g-recaptcha-response': 'x',
      },
    })
    expect(registered.ok).toBe(true)
    const credential = await registered.text()
    expect((await cloud.request('/actor/v1/whoami', { as: { credential } })).status).toBe(200)
    const ada = { credential: await cloud.token('ada') }
    await ask(cloud, 'rewind', { to: start })
    expect((await cloud.request('/actor/v1/whoami', { as: ada })).status).toBe(200)
    expect((await cloud.request('/actor/v1/whoami', { as: { credential } })).status).toBe(401)
  })

  test('limits the number of snapshots, and keeps fewer of the older ones', async () => {
    const cloud = aCloud()
    for (let jump = 0; jump < 90; jump++) await ask(cloud, 'clock', { advanceMs: 60_000 })
    const { moments } = await ask<Timeline>(cloud, 'timeline')
    expect(moments.length).toBeLessThanOrEqual(60)
    const times = moments.map(({ at }) => Date.parse(at))
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at))
    expect(Math.max(...gaps.slice(0, 10))).toBeGreaterThan(Math.max(...gaps.slice(-5)))
  })

  test.each([
    [{}, 'Specify "moment" or "to"'],
    [{ to: '2030-01-01T00:00Z' }, 'is in the future'],
    [{ to: '2000-01-01T00:00Z' }, 'was not open yet'],
    [{ moment: 99 }, 'no snapshot 99'],
  ])('rejects %o and keeps the world', async (body, message) => {
    const cloud = aCloud()
    const before = await fingerprint(cloud)
    const response = await cloud.request('/__flotilla/rewind', { method: 'POST', body })
    expect(response.ok).toBe(false)
    expect(await response.json()).toContain(message)
    expect(await fingerprint(cloud)).toBe(before)
  })
})

test('a snapshot contains the faults, the actions and the opening time', async () => {
  const cloud = aCloud()
  await ask(cloud, 'clock', { advanceMs: 1000 })
  await makeChanges(cloud)
  await ask(cloud, 'faults', { kind: 'latency', route: '* /*', ms: 5 })
  const again = aCloud('first-look', { snapshot: structuredClone(cloud.cloud.snapshot()) })
  expect(await ask(again, 'faults')).toMatchObject([{ kind: 'latency', ms: 5 }])
  expect(await ask<SessionFile>(again, 'bundle')).toEqual(await ask<SessionFile>(cloud, 'bundle'))
  await ask(again, 'rewind', { to: (await ask<Timeline>(again, 'timeline')).openedAt })
  expect(await fingerprint(again)).toBe(await fingerprint(aCloud()))
})
