import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { badRequest } from './exchange.ts'
import { aDevice, fleetId, releaseId, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

const create = async (world: TestCloud, body: Record<string, unknown>) => {
  const [type] = await world.rows("/v7/device_type?$select=id&$filter=slug eq 'raspberrypi4-64'", 'ada')
  return world.request('/v7/application', {
    as: 'ada',
    method: 'POST',
    body: { organization: 1, is_for__device_type: type?.['id'], ...body },
  })
}

test('the server sets the slug, UUID and defaults of a new fleet [CALL-003]', async () => {
  const world = openCloud()
  const [status, row] = await statusAndBody(
    await create(world, { app_name: 'Gate-Keepers', is_of__class: 'fleet' }),
  )
  expect(status).toBe(201)
  expect(row).toMatchObject({
    app_name: 'Gate-Keepers',
    slug: 'acme_logistics/gate-keepers',
    uuid: expect.stringMatching(/^[0-9a-f]{32}$/),
    is_of__class: 'fleet',
    should_track_latest_release: true,
    is_public: false,
    is_host: false,
    should_be_running__release: null,
  })
  expect(
    await world.rows("/v7/application?$select=id&$filter=slug eq 'acme_logistics/gate-keepers'", 'ada'),
  ).toHaveLength(1)
})

const badNames: [what: string, body: Record<string, unknown>, status: number, text: unknown][] = [
  ['a space', { app_name: 'gate keepers' }, 400, 'App name may only contain [a-zA-Z0-9_-].'],
  ['three letters', { app_name: 'abc' }, 400, expect.stringMatching(/^It is necessary that each /)],
  ['the name of another', { app_name: 'Bench-Lab' }, 409, '"slug" must be unique.'],
  ['an unknown class', { app_name: 'gates', is_of__class: 'navy' }, 400, 'Check constraint violated'],
  ['no name', {}, 400, 'Missing application name'],
  [
    'an unknown organization',
    { app_name: 'gates', organization: 99_999 },
    409,
    'Data is referenced by organization.',
  ],
]

test.each(badNames)('a fleet with %s is rejected, and none is created', async (_what, body, status, text) => {
  const world = openCloud()
  const before = await world.count('/v7/application/$count', 'ada')
  expect(await badRequest(async () => statusAndBody(await create(world, body)))).toEqual([status, text])
  expect(await world.count('/v7/application/$count', 'ada')).toBe(before)
})

test('a renamed fleet gets a new slug [CALL-007]', async () => {
  const world = openCloud()
  const id = await fleetId(world, 'bench-lab')
  const renamed = await world.request(`/v7/application(${id})`, {
    as: 'ada',
    method: 'PATCH',
    body: { app_name: 'Bench-2' },
  })
  expect(await statusAndBody(renamed)).toEqual([200, ''])
  expect(await world.rows(`/v7/application(${id})?$select=app_name,slug`, 'ada')).toEqual([
    { app_name: 'Bench-2', slug: 'acme_logistics/bench-2' },
  ])
  const clash = await world.request(`/v7/application(${id})`, {
    as: 'ada',
    method: 'PATCH',
    body: { app_name: 'kiosk-lobby' },
  })
  expect(await statusAndBody(clash)).toEqual([409, '"slug" must be unique.'])
})

test('a fleet is pinned, and tracks the latest release again [CALL-005, CALL-006]', async () => {
  const world = openCloud()
  const id = await fleetId(world, 'cold-chain-eu')
  const old = await releaseId(world, 'cold-chain-eu', '4.11.0')
  const newest = await releaseId(world, 'cold-chain-eu', '4.12.1')
  const { id: device } = await aDevice(world, 'cold-chain-eu')
  const target = async () =>
    (await world.rows(`/v7/device(${device})?$select=should_be_running__release`, 'ada'))[0]

  await world.request(`/v7/application(${id})`, {
    as: 'ada',
    method: 'PATCH',
    body: { should_be_running__release: old, should_track_latest_release: false },
  })
  expect(await target()).toEqual({ should_be_running__release: { __id: old } })
  await world.request(`/v7/application(${id})`, {
    as: 'ada',
    method: 'PATCH',
    body: { should_track_latest_release: true },
  })
  expect(await target()).toEqual({ should_be_running__release: { __id: newest } })
})

test("a fleet cannot be pinned to another fleet's release", async () => {
  const world = openCloud()
  const id = await fleetId(world, 'cold-chain-eu')
  const foreign = await releaseId(world, 'harbor-cams', '2.3.0')
  const response = await world.request(`/v7/application(${id})`, {
    as: 'ada',
    method: 'PATCH',
    body: { should_be_running__release: foreign },
  })
  expect(await statusAndBody(response)).toEqual([
    400,
    expect.stringMatching(/^It is necessary that each release that /),
  ])
  const newest = await releaseId(world, 'cold-chain-eu', '4.12.1')
  expect(await world.rows(`/v7/application(${id})?$select=should_be_running__release`, 'ada')).toEqual([
    { should_be_running__release: { __id: newest } },
  ])
})

test('a default type of another architecture is rejected [CALL-036]', async () => {
  const world = openCloud()
  const id = await fleetId(world, 'cold-chain-eu')
  const typeOf = async (slug: string) =>
    (await world.rows(`/v7/device_type?$select=id&$filter=slug eq '${slug}'`, 'ada'))[0]?.['id']
  const patch = async (slug: string) =>
    world.request(`/v7/application?$filter=id in (${id})`, {
      as: 'ada',
      method: 'PATCH',
      body: { is_for__device_type: await typeOf(slug) },
    })
  expect(await statusAndBody(await patch('intel-nuc'))).toEqual([
    400,
    'Cannot change the default device type from Raspberry Pi 4 (64-bit) (aarch64) to Intel NUC (amd64): their architectures differ.',
  ])
  expect((await patch('raspberrypi5')).status).toBe(200)
  expect(
    await world.rows(`/v7/application(${id})?$select=id&$expand=is_for__device_type($select=slug)`, 'ada'),
  ).toEqual([{ is_for__device_type: [{ slug: 'raspberrypi5' }], id }])
})

test('a transferred fleet belongs to the other organization [CALL-037]', async () => {
  const world = openCloud()
  const id = await fleetId(world, 'depot-pilot')
  const patch = (organization: number) =>
    world.request(`/v7/application(${id})`, { as: 'ada', method: 'PATCH', body: { organization } })
  expect((await patch(3)).status).toBe(401)
  expect((await patch(2)).status).toBe(200)
  expect(await world.rows(`/v7/application(${id})?$select=slug`, 'ada')).toEqual([
    { slug: 'tidewater_research/depot-pilot' },
  ])
})

test('the repository, visibility and support access of a fleet are set [CALL-034, CALL-035, CALL-008]', async () => {
  const world = openCloud()
  const id = await fleetId(world, 'bench-lab')
  const until = world.clock.now() + 3_600_000
  const body = {
    is_stored_at__repository_url: 'https://git.acme-logistics.example/bench',
    is_public: true,
    is_accessible_by_support_until__date: until,
  }
  await world.request(`/v7/application(${id})`, { as: 'ada', method: 'PATCH', body })
  const fields = Object.keys(body).join(',')
  expect(await world.rows(`/v7/application(${id})?$select=${fields}`, 'ada')).toEqual([
    { ...body, is_accessible_by_support_until__date: new Date(until).toISOString() },
  ])
})

test('deleting a fleet deletes everything that belongs to it, and deleting it again finds nothing [CALL-009]', async () => {
  const world = openCloud()
  const id = await fleetId(world, 'cold-chain-eu')
  const others = await world.count(`/v7/device/$count?$filter=belongs_to__application ne ${id}`, 'ada')
  const removed = await world.request(`/v7/application(${id})`, { as: 'ada', method: 'DELETE' })
  expect(await statusAndBody(removed)).toEqual([200, ''])
  for (const path of [
    `/v7/application(${id})`,
    `/v7/release?$filter=belongs_to__application eq ${id}`,
    `/v7/device?$filter=belongs_to__application eq ${id}`,
    `/v7/application_tag?$filter=application eq ${id}`,
  ]) {
    expect(await world.rows(path, 'ada')).toEqual([])
  }
  expect(await world.count('/v7/device/$count', 'ada')).toBe(others)
  const again = await world.request(`/v7/application(${id})`, { as: 'ada', method: 'DELETE' })
  expect(await statusAndBody(again)).toEqual([404, 'Application(s) not found.'])
})

test('deleting by a filter without matches succeeds; only an unknown key is not found [CALL-009]', async () => {
  const world = openCloud()
  const before = await world.count('/v7/application/$count', 'ada')
  const remove = async (what: string) =>
    statusAndBody(await world.request(`/v7/application${what}`, { as: 'ada', method: 'DELETE' }))
  expect(await remove("?$filter=startswith(app_name,'nothing-is-called-so')")).toEqual([200, ''])
  expect(await remove("(slug='acme_logistics/nothing-is-called-so')")).toEqual([
    404,
    'Application(s) not found.',
  ])
  expect(await world.count('/v7/application/$count', 'ada')).toBe(before)
})

const emptyChanges: [what: string, body: Record<string, unknown>, status: number, text: string][] = [
  ['nothing', {}, 400, 'No fields to update'],
  ['only unknown fields', { colour: 'red' }, 500, ''],
  ['a text for a flag', { is_public: 'yes' }, 400, ''],
]

test.each(emptyChanges)('a change of %s is rejected', async (_what, body, status, text) => {
  const world = openCloud()
  const id = await fleetId(world, 'bench-lab')
  const response = await badRequest(() =>
    world.request(`/v7/application(${id})`, { as: 'ada', method: 'PATCH', body }),
  )
  expect(await statusAndBody(response)).toEqual([status, text])
})
