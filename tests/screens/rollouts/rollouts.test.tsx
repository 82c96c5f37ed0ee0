import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { api } from '../../../src/api/api.ts'
import { planSchema } from '../../../src/engines/rollouts/rollout-plan.ts'
import { RolloutPlatform } from '../../../src/engines/rollouts/rollout-platform.ts'
import { RolloutRunner } from '../../../src/engines/rollouts/rollout-runner.ts'
import { RolloutStore } from '../../../src/engines/rollouts/rollout-store.ts'
import { refuse } from '../open-app.tsx'
import { fleetId, openWorld, type OpenWorldOptions } from '../open-world.tsx'

const MINUTE = 60_000
const FLEET = 'cold-chain-eu'

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
})

const open = (options: OpenWorldOptions = {}) =>
  openWorld(async (world) => `/fleets/${await fleetId(world, FLEET)}/rollouts`, {
    as: 'devi',
    scenario: 'rollout-stops',
    ...options,
  })

const press = async (name: string | RegExp) =>
  userEvent
    .setup({ advanceTimers: vi.advanceTimersByTime })
    .click(await screen.findByRole('button', { name }))

/** Advances the world and runs the page's next step. */
async function advance(world: TestCloud, minutes: number) {
  world.clock.advanceTo(world.clock.now() + minutes * MINUTE)
  await vi.advanceTimersByTimeAsync(11_000)
}

const pinned = async (world: TestCloud) =>
  world.count(
    `/v7/device/$count?$filter=belongs_to__application eq ${await fleetId(world, FLEET)} and is_pinned_on__release ne null`,
    'ada',
  )

const stage = async (n: number) => {
  const list = await screen.findByRole('list', { name: 'Stages' })
  const [column] = within(list)
    .getAllByRole('listitem')
    .slice(n - 1)
  if (column === undefined) throw new Error(`No stage ${n}`)
  return column
}

/** A rollout of 4.12.1 started by another user. */
async function startElsewhere(world: TestCloud, name = 'ada') {
  const fleet = await fleetId(world, FLEET)
  const [release] = await world.rows(
    `/v7/release?$select=id&$filter=belongs_to__application eq ${fleet} and raw_version eq '4.12.1'`,
    'ada',
  )
  const runner = { id: '0123456789ab', name }
  const now = () => world.clock.now()
  const made = new RolloutRunner({
    store: new RolloutStore(api().data, fleet, runner, now),
    platform: new RolloutPlatform(api().data, fleet, now),
    runner,
  })
  const plan = planSchema.parse({ stages: [{ percent: 5 }, { percent: 100 }], limits: [] })
  await made.create({ release: { id: Number(release?.['id']), label: '4.12.1' }, plan })
  return made
}

test('a bad release is planned, checked by a dry run, pauses in its first stage, and is aborted [OPS-001, OPS-003, OPS-004, OPS-012, OPS-013, OPS-014]', async () => {
  // jsdom has no layout, without which a matrix has no cells.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  const { world } = await open()
  await press('Plan a rollout')
  expect((await screen.findAllByText('Choose a release first')).length).toBeGreaterThan(0)
  await userEvent.click(await screen.findByRole('radio', { name: /^4\.12\.1/ }))
  expect(await screen.findByText('240 devices match now.')).toBeVisible()
  // About one device in five rejects it. The devices are drawn at random: with 48, at least one rejects it in all but one
  // of 45,000 rollouts.
  const retype = async (name: string, value: string) => {
    const [field] = screen.getAllByRole('textbox', { name })
    if (field === undefined) throw new Error(`No field ${name}`)
    await userEvent.clear(field)
    await userEvent.type(field, value)
  }
  await retype('Percent of all devices', '20')
  await retype('More than', '2')
  expect(await screen.findByText('48 devices')).toBeVisible()
  expect(await pinned(world)).toBe(0)
  await press('Start rollout')
  await waitFor(async () => expect(await pinned(world)).toBe(48))
  await advance(world, 5)
  await advance(world, 5)
  expect(
    await screen.findAllByText(/^In stage “20 %” \d+ of 48 devices failed\. Limit: more than 2 %/),
  ).toHaveLength(2)
  expect(within(await stage(1)).getByRole('link', { name: /^Rejected the update: \d/ })).toHaveProperty(
    'search',
    expect.stringContaining('rejected'),
  )
  // Each device of the stage has its cell, which opens it.
  const matrix = within(await stage(1))
  expect(matrix.getByRole('img', { name: '20 %' })).toBeVisible()
  const cell = matrix.getByRole('link', { name: /^[\w-]+: (Failed|Updated|Updating|Waiting)$/ })
  expect(cell.getAttribute('href')).toMatch(/^\/devices\/[0-9a-f]{32}$/)
  await press('Abort')
  const question = await screen.findByRole('dialog', { name: 'Abort the rollout of 4.12.1?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Abort' }))
  await waitFor(async () => expect(await pinned(world)).toBe(0))
  await advance(world, 1)
  expect(await screen.findByText('All devices are pinned as before')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Plan a rollout' })).toBeVisible()
})

test('past rollouts are listed with their result, time, number of devices and author [OPS-016]', async () => {
  const { world, reopen } = await open({ as: 'olive' })
  await screen.findByText('Staged rollouts appear here')
  const fleet = await fleetId(world, FLEET)
  const releases = await world.rows(
    `/v7/release?$select=id,raw_version&$filter=belongs_to__application eq ${fleet} and status eq 'success' and raw_version ne null&$orderby=id desc&$top=3`,
    'ada',
  )
  const [newest, before, oldest] = releases.map(({ id, raw_version }) => ({
    id: Number(id),
    version: String(raw_version),
  }))
  const end = async (release: unknown, value: string) => {
    const body = { release, tag_key: 'flotilla.rollout', value }
    expect((await world.request('/v7/release_tag', { as: 'ada', method: 'POST', body })).status).toBe(201)
  }
  expect(screen.queryByRole('table', { name: 'Earlier rollouts' })).toBeNull()
  await end(before?.id, 'done 2026-10-03T14:00:00.000Z, 198 of 200 landed, started by ada')
  await end(oldest?.id, 'aborted 2026-09-01T09:00:00.000Z')
  await end(newest?.id, '<img src=x onerror=alert(1)>')
  await reopen()
  const table = await screen.findByRole('table', { name: 'Earlier rollouts' })
  const [, first, second, ...others] = within(table).getAllByRole('row')
  expect(others).toEqual([])
  expect(first?.textContent).toMatch(/Complete.*198 of 200 devices.*ada$/)
  expect(within(first ?? table).getByRole('link', { name: before?.version ?? '' })).toHaveProperty(
    'pathname',
    `/fleets/${fleet}/releases/${before?.id}`,
  )
  expect(second?.textContent).toMatch(/Aborted.*Not recorded.*Not recorded$/)
})

test('an invalid plan shows its error, and the input is restored after a reload [OPS-013]', async () => {
  await open()
  await press('Plan a rollout')
  const percent = (await screen.findAllByRole('textbox', { name: 'Percent of all devices' }))[1]
  if (percent === undefined) throw new Error('No second stage')
  await userEvent.clear(percent)
  await userEvent.type(percent, '3')
  await userEvent.click(await screen.findByRole('radio', { name: /^4\.12\.1/ }))
  expect((await screen.findAllByText(/percentages that increase/)).length).toBeGreaterThan(0)
  await open()
  const again = await screen.findAllByDisplayValue('3')
  expect(again.length).toBeGreaterThan(0)
})

test('users who may not change tags see the rollout and the reason [OPS-014]', async () => {
  const { world } = await open({ as: 'olive' })
  const plan = await screen.findByRole('button', { name: 'Plan a rollout' })
  expect(plan.getAttribute('aria-disabled')).toBe('true')
  expect(await pinned(world)).toBe(0)
})

test('a rollout whose runner is lost shows when it last ran, and can be continued here [OPS-007, OPS-014]', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  const { world } = await open()
  await screen.findByText('Staged rollouts appear here')
  const elsewhere = await startElsewhere(world)
  await advance(world, 0)
  // The world's clock is stopped at a time that is days ago by the real clock.
  expect(await screen.findByText(/^Nobody runs the rollout/)).toBeVisible()
  expect(screen.getByText(/^It last ran \d+ \w+ ago\.$/)).toBeVisible()
  expect(await pinned(world)).toBe(0)
  await press('Run here')
  await waitFor(async () => expect(await pinned(world)).toBe(12))
  expect(await screen.findByText(/^This tab runs the rollout/)).toBeVisible()
  expect(screen.getByText('Taken over by devi')).toBeVisible()
  await advance(world, 0)
  const first = within(await stage(1))
  expect(
    await first.findByRole('link', { name: /^[\w-]+: (Failed|Updated|Updating|Waiting)$/ }),
  ).toBeVisible()
  // Whoever takes it over next sees the devices from then on: here, only their numbers are known.
  await elsewhere.takeOver()
  await advance(world, 0)
  await screen.findByText('The rollout was taken over by another tab or program.')
  expect(await first.findByRole('link', { name: /: \d+ devices?$/ })).toBeVisible()
})

test('the cells of a stage whose devices are seen elsewhere lead to the release’s devices in the same state', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  const { world } = await open()
  const runner = await startElsewhere(world)
  await runner.poll()
  await runner.poll()
  await vi.advanceTimersByTimeAsync(11_000)
  const cell = await within(await stage(1)).findByRole('link', { name: /^(Waiting|Updating): 12 devices$/ })
  expect(cell.getAttribute('href')).toMatch(/^\/fleets\/\d+\/releases\/\d+\/rollout\?group=(waiting|moving)$/)
})

test('a pause and a skipped stage are requested here and performed by the runner [OPS-014]', async () => {
  const { world } = await open()
  await screen.findByText('Staged rollouts appear here')
  const other = await startElsewhere(world)
  await advance(world, 0)
  await press('Pause')
  expect(await screen.findByText(/^Paused by devi\./)).toBeVisible()
  expect((await other.poll()).kept?.state.status).toBe('paused')
  await press('Skip stage')
  const question = await screen.findByRole('dialog', { name: 'Skip stage “5 %”?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Skip stage' }))
  expect(await within(await stage(1)).findByText(/^Skipped/)).toBeVisible()
  expect((await other.poll()).kept?.state.stage).toBe(1)
})

test('a rollout with edited tags shows an error, and can be discarded [OPS-009]', async () => {
  const { world } = await open()
  await screen.findByText('Staged rollouts appear here')
  const made = await world.request('/v7/application_tag', {
    as: 'ada',
    method: 'POST',
    body: { application: await fleetId(world, FLEET), tag_key: 'flotilla.rollout', value: '<b>{</b>' },
  })
  expect(made.status).toBe(201)
  await advance(world, 0)
  expect(await screen.findByText('The rollout cannot be read')).toBeVisible()
  expect(screen.getByText(/was changed by hand or is incomplete\./)).toBeVisible()
  await press('Discard rollout')
  const question = await screen.findByRole('dialog', { name: 'Discard this rollout?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Discard rollout' }))
  expect(await screen.findByText('Staged rollouts appear here')).toBeVisible()
})

test('a rollout that fails to load can be retried', async () => {
  let isAway = true
  await open({
    answer: ({ url }) => (isAway && url.includes('/v7/application_tag') ? refuse(500) : undefined),
  })
  // The read is repeated before it fails; 15 s later it would be tried again without a press.
  await vi.advanceTimersByTimeAsync(8_000)
  expect(await screen.findByText('The rollout could not be loaded')).toBeVisible()
  isAway = false
  await press('Retry')
  expect(await screen.findByText('Staged rollouts appear here')).toBeVisible()
})
