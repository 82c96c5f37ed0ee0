import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { aDevice, fleetId, releaseId, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

/** Version 6 is not in the contract, so responses are not validated. */
async function ask(world: TestCloud, path: string, method = 'GET', body?: object) {
  const request = new Request(`https://api.flotilla.test/v6/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await world.token('ada')}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return statusAndBody(await world.cloud.handle(request))
}

test('version 6 returns an actor as a number, the pin as the target, and the older names of statuses', async () => {
  const world = openCloud()
  const { id } = await aDevice(world, 'cold-chain-eu')
  const pin = await releaseId(world, 'cold-chain-eu', '4.11.0')
  const select = '$select=actor,should_be_running__release,overall_status'
  expect(await ask(world, `device(${id})?${select}`)).toEqual([
    200,
    { d: [{ actor: expect.any(Number), should_be_running__release: null, overall_status: 'idle' }] },
  ])
  expect(await ask(world, `device(${id})`, 'PATCH', { should_be_running__release: pin })).toEqual([200, 'OK'])
  expect(await ask(world, `device(${id})?$select=should_be_running__release`)).toEqual([
    200,
    { d: [{ should_be_running__release: { __id: pin } }] },
  ])
  expect(await world.rows(`/v7/device(${id})?$select=is_pinned_on__release`, 'ada')).toEqual([
    { is_pinned_on__release: { __id: pin } },
  ])
  const [, idle] = (await ask(world, "device/$count?$filter=overall_status eq 'idle'")) as [
    number,
    { d: number },
  ]
  expect(idle.d).toBeGreaterThan(0)
  expect(await ask(world, "device/$count?$filter=overall_status eq 'operational'")).toEqual([200, { d: 0 }])
})

test('version 6 returns whether a release is a draft, and its contract as text', async () => {
  const world = openCloud()
  const fleet = await fleetId(world, 'cold-chain-eu')
  const [status, body] = (await ask(
    world,
    `release?$select=release_type,contract&$filter=belongs_to__application eq ${fleet}`,
  )) as [number, { d: { release_type: string; contract: unknown }[] }]
  expect(status).toBe(200)
  for (const { release_type, contract } of body.d) {
    expect(['final', 'draft']).toContain(release_type)
    expect(contract === null || typeof contract === 'string').toBe(true)
  }
  expect((await ask(world, "release?$top=1&$filter=release_type eq 'draft'&$select=release_type"))[0]).toBe(
    200,
  )
})

test('version 6 lists the fleets of the user as a separate resource', async () => {
  const world = openCloud()
  const [, mine] = (await ask(world, "my_application?$select=slug&$filter=is_of__class eq 'fleet'")) as [
    number,
    { d: { slug: string }[] },
  ]
  const own = await world.rows(
    "/v7/application?$select=slug&$filter=is_of__class eq 'fleet' and is_directly_accessible_by__user/any(dau:1 eq 1)",
    'ada',
  )
  expect(mine.d.map(({ slug }) => slug).sort()).toEqual(own.map(({ slug }) => String(slug)).sort())
  expect(mine.d.length).toBeGreaterThan(0)
})

test('version 6 answers a change and a deletion with OK, and a creation without the row with Created', async () => {
  const world = openCloud()
  const { id } = await aDevice(world, 'cold-chain-eu')
  const tag = { device: id, tag_key: 'older', value: 'yes' }
  expect(await ask(world, 'device_tag?returnResource=false', 'POST', tag)).toEqual([201, 'Created'])
  const filter = `device_tag?$filter=device eq ${id} and tag_key eq 'older'`
  expect(await ask(world, filter, 'PATCH', { value: 'no' })).toEqual([200, 'OK'])
  expect(await ask(world, filter, 'DELETE')).toEqual([200, 'OK'])
  expect(await world.rows(`/v7/device_tag?$filter=device eq ${id} and tag_key eq 'older'`, 'ada')).toEqual([])
})
