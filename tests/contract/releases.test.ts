import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { aDevice, fleetId, releaseId, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

const patch = (world: TestCloud, id: number, body: Record<string, unknown>) =>
  world.request(`/v7/release(${id})`, { as: 'ada', method: 'PATCH', body })

const create = async (world: TestCloud, fleet: string, body: Record<string, unknown>) => {
  const response = await world.request('/v7/release', {
    as: 'ada',
    method: 'POST',
    body: {
      belongs_to__application: await fleetId(world, fleet),
      commit: 'c'.repeat(40),
      composition: { version: '2.1', services: {} },
      status: 'success',
      source: 'cloud',
      start_timestamp: new Date(world.clock.now()).toISOString(),
      ...body,
    },
  })
  return statusAndBody(response)
}

test('finalizing a draft sets a revision and is permanent [DATA-025]', async () => {
  const world = openCloud()
  const id = await releaseId(world, 'bench-lab', '0.9.0')
  const fields = '$select=is_final,revision,raw_version'
  const [draft] = await world.rows(`/v7/release(${id})?${fields}`, 'ada')
  expect(draft).toMatchObject({
    is_final: false,
    revision: null,
    raw_version: expect.stringMatching(/^0\.9\.0-\d{13}$/),
  })
  expect(await statusAndBody(await patch(world, id, { is_final: true }))).toEqual([200, ''])
  expect(await world.rows(`/v7/release(${id})?${fields}`, 'ada')).toEqual([
    { is_final: true, revision: 0, raw_version: '0.9.0' },
  ])
  expect(await statusAndBody(await patch(world, id, { is_final: false }))).toEqual([
    400,
    'Finalized releases cannot be converted to draft.',
  ])
})

test('a second final release of a version is a revision', async () => {
  const world = openCloud()
  const first = await create(world, 'bench-lab', { semver: '2.0.0' })
  const second = await create(world, 'bench-lab', { semver: '2.0.0', commit: 'd'.repeat(40) })
  expect(first).toEqual([201, expect.objectContaining({ raw_version: '2.0.0', revision: 0 })])
  expect(second).toEqual([201, expect.objectContaining({ raw_version: '2.0.0+rev1', revision: 1 })])
})

test('a final release that gets another version is its next revision; another change keeps its own', async () => {
  const world = openCloud()
  await create(world, 'bench-lab', { semver: '2.0.0' })
  const [, second] = await create(world, 'bench-lab', { semver: '3.0.0', commit: 'd'.repeat(40) })
  const { id } = second as { id: number }
  const shown = () => world.rows(`/v7/release(${id})?$select=raw_version,revision`, 'ada')
  await patch(world, id, { note: 'x' })
  expect(await shown()).toEqual([{ raw_version: '3.0.0', revision: 0 }])
  await patch(world, id, { semver: '2.0.0' })
  expect(await shown()).toEqual([{ raw_version: '2.0.0+rev1', revision: 1 }])
  await patch(world, id, { semver: '4.0.0' })
  expect(await shown()).toEqual([{ raw_version: '4.0.0', revision: 0 }])
})

test('two successful releases of one fleet cannot share a commit', async () => {
  const world = openCloud()
  expect((await create(world, 'bench-lab', { semver: '2.0.0' }))[0]).toBe(201)
  expect(await create(world, 'bench-lab', { semver: '2.0.1' })).toEqual([
    400,
    expect.stringMatching(/^It is necessary that each application that owns a release1/),
  ])
})

test('a new release updates a tracking fleet, but not a pinned one', async () => {
  const world = openCloud()
  const target = async (fleet: string) =>
    (
      await world.rows(
        `/v7/application(${await fleetId(world, fleet)})?$select=should_be_running__release`,
        'ada',
      )
    )[0]
  const before = await target('harbor-cams')
  const [, tracked] = await create(world, 'cold-chain-eu', { semver: '5.0.0' })
  await create(world, 'harbor-cams', { semver: '5.0.0' })
  expect(await target('cold-chain-eu')).toEqual({
    should_be_running__release: { __id: (tracked as { id: number }).id },
  })
  expect(await target('harbor-cams')).toEqual(before)
})

test('invalidating a release moves unpinned devices to the previous one, while pinned ones stay', async () => {
  const world = openCloud()
  const newest = await releaseId(world, 'cold-chain-eu', '4.12.1')
  const before = await releaseId(world, 'cold-chain-eu', '4.11.0')
  const { id: follower } = await aDevice(world, 'cold-chain-eu')
  const { id: held } = await aDevice(
    world,
    'cold-chain-eu',
    `overall_status eq 'operational' and id ne ${follower}`,
  )
  await world.request(`/v7/device(${held})`, {
    as: 'ada',
    method: 'PATCH',
    body: { is_pinned_on__release: newest },
  })
  expect(
    (await patch(world, newest, { is_invalidated: true, invalidation_reason: 'It leaks.' })).status,
  ).toBe(200)
  const target = async (id: number) =>
    (await world.rows(`/v7/device(${id})?$select=should_be_running__release`, 'ada'))[0]
  expect(await target(follower)).toEqual({ should_be_running__release: { __id: before } })
  expect(await target(held)).toEqual({ should_be_running__release: { __id: newest } })
  await patch(world, newest, { is_invalidated: false })
  expect(await target(follower)).toEqual({ should_be_running__release: { __id: newest } })
})

test('a reason requires an invalidated release', async () => {
  const world = openCloud()
  const id = await releaseId(world, 'cold-chain-eu', '4.11.0')
  const response = await patch(world, id, { invalidation_reason: 'It leaks.' })
  expect(await statusAndBody(response)).toEqual([
    400,
    expect.stringMatching(/^It is necessary that each release /),
  ])
  expect(await world.rows(`/v7/release(${id})?$select=invalidation_reason`, 'ada')).toEqual([
    { invalidation_reason: null },
  ])
})

test('a version is three numbers', async () => {
  const world = openCloud()
  const id = await releaseId(world, 'bench-lab', '0.9.0')
  expect(await statusAndBody(await patch(world, id, { semver: 'one' }))).toEqual([
    400,
    'Invalid semver format',
  ])
  await patch(world, id, { semver: '0.9.1' })
  expect(await world.rows(`/v7/release(${id})?$select=semver`, 'ada')).toEqual([{ semver: '0.9.1' }])
})

test('a release in use cannot be deleted; others are deleted with their images', async () => {
  const world = openCloud()
  const target = await releaseId(world, 'cold-chain-eu', '4.12.1')
  const pinned = await releaseId(world, 'cold-chain-eu', '4.11.0')
  const free = await releaseId(world, 'cold-chain-eu', '4.10.2')
  const { id: device } = await aDevice(world, 'cold-chain-eu')
  await world.request(`/v7/device(${device})`, {
    as: 'ada',
    method: 'PATCH',
    body: { is_pinned_on__release: pinned },
  })
  const remove = async (id: number) =>
    statusAndBody(await world.request(`/v7/release(${id})`, { as: 'ada', method: 'DELETE' }))
  const images = await world.count('/v7/image/$count', 'ada')

  expect(await remove(target)).toEqual([
    400,
    "Unable to delete release 4.12.1 because it is the fleet's target release.",
  ])
  expect(await remove(pinned)).toEqual([
    400,
    'Unable to delete a release because device(s) are pinned to it.',
  ])
  expect(await world.rows(`/v7/release?$select=id&$filter=id in (${target},${pinned})`, 'ada')).toHaveLength(
    2,
  )
  expect(await remove(free)).toEqual([200, ''])
  expect(await world.rows(`/v7/release(${free})`, 'ada')).toEqual([])
  expect(await world.count('/v7/image/$count', 'ada')).toBe(images - 4)
})

test('a release contains its author, tags and the number of devices that run it [DATA-027, DATA-028]', async () => {
  const world = openCloud()
  const id = await releaseId(world, 'cold-chain-eu', '4.12.1')
  const [release] = await world.rows(
    `/v7/release(${id})?$select=id&$expand=is_created_by__user($select=username),release_tag($select=tag_key,value;$orderby=tag_key asc),is_running_on__device/$count,should_be_running_on__application($select=app_name)`,
    'ada',
  )
  const running = await world.count(`/v7/device/$count?$filter=is_running__release eq ${id}`, 'ada')
  expect(release).toEqual({
    id,
    is_created_by__user: [{ username: 'devi' }],
    release_tag: [
      { tag_key: 'channel', value: 'stable' },
      { tag_key: 'ticket', value: 'COLD-931' },
    ],
    is_running_on__device: running,
    should_be_running_on__application: [{ app_name: 'cold-chain-eu' }],
  })
  expect(running).toBeGreaterThan(40)
})
