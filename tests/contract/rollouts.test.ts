import { describe, expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { connectApi } from '../../src/api/api.ts'
import { planSchema } from '../../src/engines/rollouts/rollout-plan.ts'
import { RolloutPlatform } from '../../src/engines/rollouts/rollout-platform.ts'
import { RolloutUnreadable } from '../../src/engines/rollouts/rollout-record.ts'
import {
  requestRolloutAction,
  drawRunnerId,
  RolloutRunner,
  type RunnerOptions,
} from '../../src/engines/rollouts/rollout-runner.ts'
import { RolloutMoved, RolloutStore } from '../../src/engines/rollouts/rollout-store.ts'
import { ROLLOUT_TAG } from '../../src/engines/rollouts/rollout-tag.ts'
import { openCloud } from './use-cloud.ts'

const MINUTE = 60_000
const FLEET = 'cold-chain-eu'

type Person = Parameters<TestCloud['token']>[0]

interface Scene {
  world: TestCloud
  /** The method and URL of all requests of the runners. */
  asked: string[]
  fleet: number
  release: number
  runner(options?: { as?: Person; clockAheadMs?: number }): Promise<RolloutRunner>
  store(as?: Person): Promise<RolloutStore>
  pins(): Promise<Map<number, number | null>>
  tags(): Promise<Map<string, string>>
  pass(minutes: number): void
}

/** A fleet of 40 devices, none of which runs the release, and actions of users. */
async function openScene(platform: 'hosted' | 'open' = 'hosted', scenario = 'first-look'): Promise<Scene> {
  const asked: string[] = []
  const world = openCloud(scenario, { platform })
  const [fleet] = await world.rows(`/v7/application?$select=id&$filter=app_name eq '${FLEET}'`, 'ada')
  const id = Number(fleet?.['id'])
  const releases = await world.rows(
    `/v7/release?$select=id,raw_version&$filter=belongs_to__application eq ${id} and status eq 'success' and is_invalidated eq false and is_final eq true&$orderby=id asc`,
    'ada',
  )
  const [older] = releases
  const dataOf = async (as: Person) => {
    const api = connectApi({
      apiUrl: 'https://api.flotilla.test',
      terminalUrl: '',
      tokenKey: `rollout-${as}`,
      now: () => world.clock.now(),
      fetch: async (input, init) => {
        const request = new Request(input, init)
        asked.push(`${request.method} ${decodeURIComponent(request.url)}`)
        return world.cloud.handle(request)
      },
    })
    api.token.set(await world.token(as))
    await api.detectPlatform()
    return api.data
  }
  return {
    world,
    asked,
    fleet: id,
    release: Number(older?.['id']),
    async runner({ as = 'devi', clockAheadMs = 0 } = {}) {
      const [data, now] = [await dataOf(as), () => world.clock.now() + clockAheadMs]
      const who = { id: drawRunnerId(), name: as }
      const options: RunnerOptions = {
        runner: who,
        store: new RolloutStore(data, id, who, now),
        platform: new RolloutPlatform(data, id, now),
        realNow: now,
      }
      return new RolloutRunner(options)
    },
    async store(as = 'ada') {
      return new RolloutStore(await dataOf(as), id, { id: drawRunnerId(), name: as }, () => world.clock.now())
    },
    async pins() {
      const rows = await world.rows(
        `/v7/device?$select=id&$expand=is_pinned_on__release($select=id)&$filter=belongs_to__application eq ${id}`,
        'ada',
      )
      return new Map(rows.map((row) => [Number(row['id']), pinOf(row['is_pinned_on__release'])]))
    },
    async tags() {
      const rows = await world.rows(
        `/v7/application_tag?$select=tag_key,value&$filter=application eq ${id} and startswith(tag_key,'${ROLLOUT_TAG}')`,
        'ada',
      )
      return new Map(rows.map((row) => [String(row['tag_key']), String(row['value'])]))
    },
    pass: (minutes) => world.clock.advanceTo(world.clock.now() + minutes * MINUTE),
  }
}

const pinOf = (rows: unknown): number | null => {
  const [row]: unknown[] = Array.isArray(rows) ? rows : []
  return typeof row === 'object' && row !== null && 'id' in row ? Number(row.id) : null
}

const aPlan = (plan: object = {}) =>
  planSchema.parse({ healthyMinutes: 2, stages: [{ percent: 20 }, { percent: 100 }], ...plan })

const begin = ({ release }: Scene, runner: RolloutRunner, plan = aPlan()) =>
  runner.create({ release: { id: release, label: 'older' }, plan })

describe.each(['hosted', 'open'] as const)('on the %s platform', (platform) => {
  test('a rollout runs stage by stage to its end; its whole state is stored in tags [OPS-007]', async () => {
    const scene = await openScene(platform)
    const runner = await scene.runner()
    await begin(scene, runner)
    await runner.poll()
    const first = [...(await scene.pins()).values()].filter((pin) => pin === scene.release).length
    expect(first).toBeGreaterThan(5)
    expect(first).toBeLessThan(12)
    let look = await runner.poll()
    for (let at = 0; at < 60 && look.end === undefined; at++) {
      scene.pass(5)
      look = await runner.poll()
    }
    expect(look).toMatchObject({ end: 'over', kept: { state: { status: 'done' } } })
    const [noted] = await scene.world.rows(
      `/v7/release_tag?$select=value&$filter=release eq ${scene.release} and tag_key eq '${ROLLOUT_TAG}'`,
      'ada',
    )
    expect(String(noted?.['value'])).toMatch(/^done \d{4}-\S+, \d+ of \d+ landed, started by devi$/)
    const [ended, ...others] = await (await scene.store('olive')).concluded()
    expect(others).toEqual([])
    expect(ended).toMatchObject({ status: 'done', by: 'devi', release: { id: scene.release } })
    const counts = look.kept?.state.stages.map((stage) => stage.counts.landed) ?? []
    expect(ended?.landed).toBe(counts.reduce((sum, count) => sum + count, 0))
  })
})

test('the runner polls soon after a change, and otherwise every few seconds [OPS-001]', async () => {
  const scene = await openScene('hosted')
  const runner = await scene.runner()
  await begin(scene, runner)
  const pinned = await runner.poll()
  expect(runner.waitMs(pinned)).toBe(1_000)
  await runner.poll()
  expect(runner.waitMs(await runner.poll())).toBe(5_000)
})

test('a rollout by tag completes its first stage, stops in the second, and pins nothing of the third [OPS-001, OPS-003]', async () => {
  const scene = await openScene('hosted', 'rollout-stops')
  const [release] = await scene.world.rows(
    `/v7/release?$select=id&$filter=belongs_to__application eq ${scene.fleet} and raw_version eq '4.12.1'`,
    'ada',
  )
  const runner = await scene.runner()
  const stages = ['canary', 'early', 'late'].map((value) => ({ tag: { key: 'ring', value } }))
  const plan = aPlan({ stages, limits: [{ of: 'failed', number: 4, action: 'pause' }] })
  await runner.create({ release: { id: Number(release?.['id']), label: '4.12.1' }, plan })
  let look = await runner.poll()
  for (let at = 0; at < 40 && look.kept?.state.status === 'running'; at++) {
    scene.pass(3)
    look = await runner.poll()
  }
  expect(look.kept?.state).toMatchObject({
    status: 'paused',
    stage: 1,
    reason: { kind: 'limit', stage: 1 },
    stages: [{ phase: 'ended' }, { members: expect.anything() }, { phase: 'waiting' }],
  })
  const pins = await scene.world.rows(
    `/v7/device?$select=id&$expand=device_tag($select=value;$filter=tag_key eq 'ring')&$filter=is_pinned_on__release eq ${Number(release?.['id'])}`,
    'ada',
  )
  const rings = pins.map(({ device_tag: tags }) => (Array.isArray(tags) ? String(tags[0]?.value) : ''))
  expect([...new Set(rings)].toSorted()).toEqual(['canary', 'early'])
})

test.each([
  'done',
  'done yesterday',
  '<b>done</b> 2026-11-20T14:00:00.000Z',
  'done 2026-11-20T14:00:00.000Z, 4 of x landed',
])('a release with the tag “%s” is not listed among earlier rollouts [OPS-016]', async (value) => {
  const scene = await openScene()
  const made = await scene.world.request('/v7/release_tag', {
    as: 'ada',
    method: 'POST',
    body: { release: scene.release, tag_key: ROLLOUT_TAG, value },
  })
  expect(made.status).toBe(201)
  expect(await (await scene.store()).concluded()).toEqual([])
})

test('abort in another browser restores the previous pins of all devices [OPS-004, OPS-007]', async () => {
  const scene = await openScene()
  const before = await scene.pins()
  const [pinnedElsewhere] = before.keys()
  const other = (
    await scene.world.rows(
      `/v7/release?$select=id&$filter=belongs_to__application eq ${scene.fleet} and status eq 'success' and id ne ${scene.release}&$top=1`,
      'ada',
    )
  )[0]
  await scene.world.request(`/v7/device(${pinnedElsewhere})`, {
    as: 'ada',
    method: 'PATCH',
    body: { is_pinned_on__release: other?.['id'] },
  })
  const pinned = await scene.pins()
  const runner = await scene.runner()
  await begin(scene, runner, aPlan({ stages: [{ percent: 100 }] }))
  await runner.poll()
  expect([...(await scene.pins()).values()].filter((pin) => pin === scene.release).length).toBeGreaterThan(20)

  await requestRolloutAction(await scene.store(), 'abort', 'ada')
  const elsewhere = await scene.runner({ as: 'ada' })
  await elsewhere.takeOver()
  await elsewhere.poll()
  expect(await elsewhere.poll()).toMatchObject({ end: 'over', kept: { state: { status: 'aborted' } } })
  expect(await scene.pins()).toEqual(pinned)
})

test('of two concurrent runners one continues, whatever their clocks, and no device is pinned twice [OPS-008]', async () => {
  const scene = await openScene()
  const one = await scene.runner()
  const other = await scene.runner({ as: 'ada', clockAheadMs: -45 * MINUTE })
  await begin(scene, one)
  await other.takeOver()
  const [looked, ended] = await Promise.all([other.poll(), one.poll()])
  expect(ended.end).toBe('taken-over')
  expect(looked.end).toBeUndefined()
  const { kept } = await other.poll()
  expect(kept?.state.history.map(({ what }) => what)).toEqual(['created', 'taken-over', 'stage-began'])
  // Times are those of the platform.
  expect(kept?.at).toBe(scene.world.clock.now())
})

test('two rollouts created at the same time result in one [OPS-008]', async () => {
  const scene = await openScene()
  const runners = [await scene.runner(), await scene.runner({ as: 'ada' })]
  const began = await Promise.allSettled(runners.map((runner) => begin(scene, runner)))
  expect(began.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(began.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: expect.any(RolloutMoved) as unknown,
  })
})

test('a pause requested elsewhere takes effect at the next poll [OPS-007]', async () => {
  const scene = await openScene()
  const runner = await scene.runner()
  await begin(scene, runner)
  await requestRolloutAction(await scene.store(), 'pause', 'ada')
  const { kept, end } = await runner.poll()
  expect(end).toBeUndefined()
  expect(kept?.state).toMatchObject({ status: 'paused', reason: { kind: 'person' } })
  expect([...(await scene.pins()).values()].filter((pin) => pin === scene.release)).toEqual([])
})

test('manually changed tags are rejected with a message, and nothing is pinned [OPS-009]', async () => {
  const scene = await openScene()
  const runner = await scene.runner()
  await begin(scene, runner)
  await runner.poll()
  const before = await scene.pins()
  const tags = await scene.tags()
  expect([...tags.keys()].map((key) => /stage|plan|body/.exec(key)?.[0])).toEqual(
    expect.arrayContaining(['stage', 'plan', 'body', undefined]),
  )
  for (const [key, value] of tags) {
    const change = async (text: string) =>
      scene.world.request(
        `/v7/application_tag?$filter=application eq ${scene.fleet} and tag_key eq '${key}'`,
        { as: 'ada', method: 'PATCH', body: { value: text } },
      )
    await change(key === ROLLOUT_TAG ? value.replace('"running"', '"flying"') : `${value.slice(1)} `)
    const fresh = await scene.store()
    await expect(fresh.read()).rejects.toThrow(RolloutUnreadable)
    expect(await (await scene.runner()).poll()).toMatchObject({ end: 'unreadable' })
    await change(value)
    expect((await fresh.read())?.state.status).toBe('running')
  }
  expect(await scene.pins()).toEqual(before)
})

test.each([
  ['the platform is away', { kind: 'status', status: 503 }],
  ['it answers that there are too many requests', { kind: 'status', status: 429, retryAfter: 3600 }],
])('while %s the rollout waits, and continues afterwards [OPS-005]', async (_, fault) => {
  const scene = await openScene()
  const runner = await scene.runner()
  await begin(scene, runner)
  const set = await scene.world.request('/__flotilla/faults', {
    method: 'POST',
    body: { route: 'PATCH /v7/device*', ...fault },
  })
  expect(set.status).toBeLessThan(300)
  const look = await runner.poll()
  expect(look.end).toBeUndefined()
  expect(look.trouble).toMatchObject({ status: fault.status })
  await scene.world.request('/__flotilla/faults', { method: 'DELETE' })
  await runner.poll()
  expect([...(await scene.pins()).values()].filter((pin) => pin === scene.release).length).toBeGreaterThan(5)
})

test('losing permissions stops it in a state from which others can continue [OPS-005]', async () => {
  const scene = await openScene()
  const runner = await scene.runner()
  await begin(scene, runner)
  await scene.world.request('/__flotilla/faults', {
    method: 'POST',
    body: { route: 'PATCH /v7/device*', kind: 'status', status: 401 },
  })
  expect((await runner.poll()).kept?.state).toMatchObject({ status: 'paused', reason: { kind: 'rights' } })
  await scene.world.request('/__flotilla/faults', { method: 'DELETE' })
  await requestRolloutAction(await scene.store(), 'resume', 'ada')
  await runner.poll()
  expect([...(await scene.pins()).values()].filter((pin) => pin === scene.release).length).toBeGreaterThan(5)
})

test('an expired token ends the runner, and another user can continue [OPS-005]', async () => {
  const scene = await openScene()
  const runner = await scene.runner()
  await begin(scene, runner)
  await scene.world.request('/__flotilla/faults', {
    method: 'POST',
    body: { route: '* /v7/*', kind: 'status', status: 401 },
  })
  expect(await runner.poll()).toMatchObject({ kept: null, end: 'rights' })
  await scene.world.request('/__flotilla/faults', { method: 'DELETE' })
  const other = await scene.runner({ as: 'ada' })
  await other.takeOver()
  await other.poll()
  expect([...(await scene.pins()).values()].filter((pin) => pin === scene.release).length).toBeGreaterThan(5)
})

test('invalidating the release pauses it [OPS-005]', async () => {
  const scene = await openScene()
  const runner = await scene.runner()
  await begin(scene, runner)
  await runner.poll()
  await scene.world.request(`/v7/release(${scene.release})`, {
    as: 'ada',
    method: 'PATCH',
    body: { is_invalidated: true },
  })
  expect((await runner.poll()).kept?.state).toMatchObject({
    status: 'paused',
    reason: { kind: 'release-invalidated' },
  })
})

test('devices that were moved, deleted or pinned elsewhere meanwhile are counted and not changed [OPS-005]', async () => {
  const scene = await openScene()
  const { world, fleet, release } = scene
  const runner = await scene.runner()
  await begin(scene, runner, aPlan({ stages: [{ percent: 100 }] }))
  await runner.poll()
  const [moved, deleted, elsewhere] = [...(await scene.pins())].flatMap(([id, pin]) =>
    pin === release ? [id] : [],
  )
  const [another] = await world.rows("/v7/application?$select=id&$filter=app_name eq 'depot-pilot'", 'ada')
  const [older] = await world.rows(
    `/v7/release?$select=id&$filter=belongs_to__application eq ${fleet} and status eq 'success' and id ne ${release}&$top=1`,
    'ada',
  )
  const change = async (path: string, method: string, body?: object) =>
    expect((await world.request(path, { as: 'ada', method, body })).status).toBe(200)
  await change(`/v7/device(${moved})`, 'PATCH', { belongs_to__application: another?.['id'] })
  await change(`/v7/device(${deleted})`, 'DELETE')
  await change(`/v7/device(${elsewhere})`, 'PATCH', { is_pinned_on__release: older?.['id'] })
  await runner.poll()
  expect((await runner.poll()).kept?.state.stages[0]).toMatchObject({
    counts: { left: 3 },
    causes: { gone: 2, 'pinned-elsewhere': 1 },
  })
  await requestRolloutAction(await scene.store(), 'abort', 'ada')
  await runner.poll()
  expect((await runner.poll()).kept?.state.status).toBe('aborted')
  const pins = await scene.pins()
  expect(pins.get(Number(elsewhere))).toBe(older?.['id'])
  expect([...pins.values()].filter((pin) => pin !== null)).toHaveLength(1)
})

test('the token is never stored, and sent only to the platform [OPS-010]', async () => {
  const scene = await openScene()
  const runner = await scene.runner()
  await begin(scene, runner)
  await runner.poll()
  const token = await scene.world.token('devi')
  expect([...(await scene.tags()).values()].join('')).not.toContain(token.slice(0, 30))
})

test('the devices of a large stage are stored in few tags and pinned 200 at a time [OPS-007, OPS-015]', async () => {
  const scene = await openScene('hosted', 'bad-release')
  const runner = await scene.runner()
  await begin(scene, runner, aPlan({ stages: [{ percent: 100 }], limits: [] }))
  const before = scene.asked.length
  await runner.poll()
  const pins = scene.asked
    .slice(before)
    .filter((asked) => asked.startsWith('PATCH') && asked.includes('/v7/device?'))
  const sizes = pins.map((asked) => /\bid in \(([\d,]+)\)/.exec(asked)?.[1]?.split(',').length ?? 0)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(2400)
  expect(Math.max(...sizes)).toBe(200)
  expect(Math.max(...scene.asked.map(({ length }) => length))).toBeLessThan(4_000)
  const tags = await scene.tags()
  expect(Math.max(...[...tags.values()].map(({ length }) => length))).toBeLessThanOrEqual(1_000)
  expect(tags.size).toBeLessThan(12)
  expect(scene.asked.length - before).toBeLessThan(40)
})
