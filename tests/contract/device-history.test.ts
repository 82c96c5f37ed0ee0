import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { aMachine, setCloudlink } from './machine.ts'
import { aDevice, fleetId, releaseId, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

const MINUTE = 60_000

const historyOf = (world: TestCloud, device: number, fields: string) =>
  world.rows(
    `/v7/device_history?$select=${fields}&$filter=tracks__device eq ${device}&$orderby=created_at asc`,
    'ada',
  )

const iso = (at: number) => new Date(at).toISOString()

test('each change of a device ends one period of its history and starts the next', async () => {
  const world = openCloud()
  const machine = await aMachine(world, 'cold-chain-eu', { mac_address: 'AA:BB:CC:00:11:22' })
  const born = world.clock.now()
  world.clock.advanceTo(born + MINUTE)
  await machine.poll()
  await setCloudlink(world, machine, true)
  const connected = world.clock.now()
  world.clock.advanceTo(connected + MINUTE)
  const pin = await releaseId(world, 'cold-chain-eu', '4.11.0')
  await world.request(`/v7/device(${machine.id})`, {
    as: 'ada',
    method: 'PATCH',
    body: { is_pinned_on__release: pin },
  })
  const pinned = world.clock.now()
  const [row] = await world.rows(`/v7/release(${pin})?$select=commit`, 'ada')
  world.clock.advanceTo(pinned + MINUTE)
  const apps = { [machine.fleet]: { release_uuid: String(row?.['commit']) } }
  await machine.report({ apps })
  const running = world.clock.now()
  const fields =
    'created_at,end_timestamp,is_running__release,is_pinned_on__release,is_managed_by__service_instance,uuid'
  const period = (from: number, to: number | null, more: object = {}) => ({
    created_at: iso(from),
    end_timestamp: to === null ? null : iso(to),
    is_running__release: null,
    is_pinned_on__release: null,
    is_managed_by__service_instance: { __id: expect.any(Number) },
    uuid: machine.uuid,
    ...more,
  })
  const __id = pin
  expect(await historyOf(world, machine.id, fields)).toEqual([
    period(born, connected, { is_managed_by__service_instance: null }),
    period(connected, pinned),
    period(pinned, running, { is_pinned_on__release: { __id } }),
    period(running, null, { is_pinned_on__release: { __id }, is_running__release: { __id } }),
  ])
})

test('simulated devices also have a history, which is found by UUID and time', async () => {
  const world = openCloud()
  const { id, uuid } = await aDevice(world, 'cold-chain-eu')
  const began = world.clock.now()
  world.clock.advanceTo(began + MINUTE)
  await world.request(`/v7/device(${id})`, {
    as: 'ada',
    method: 'PATCH',
    body: { belongs_to__application: await fleetId(world, 'harbor-cams') },
  })
  const rows = await world.rows(
    `/v7/device_history?$select=belongs_to__application,end_timestamp&$filter=created_at ge datetime'${iso(began + 1)}' and created_at le datetime'${iso(began + 2 * MINUTE)}' and uuid eq '${uuid}'`,
    'ada',
  )
  expect(rows).toEqual([
    { belongs_to__application: { __id: await fleetId(world, 'harbor-cams') }, end_timestamp: null },
  ])
  const byFleet = await world.count(
    `/v7/device_history/$count?$filter=tracks__device eq ${id} and belongs_to__application eq ${await fleetId(world, 'cold-chain-eu')}`,
    'ada',
  )
  expect(byFleet).toBeGreaterThan(0)
})

test("a fleet's history contains that of its devices, and of former devices while they were in it", async () => {
  const world = openCloud()
  const { id } = await aDevice(world, 'cold-chain-eu')
  const [from, to] = [await fleetId(world, 'cold-chain-eu'), await fleetId(world, 'harbor-cams')]
  const path = `/v7/device(${id})`
  await world.request(path, { as: 'ada', method: 'PATCH', body: { belongs_to__application: to } })
  const all = await world.rows('/v7/device_history?$orderby=id asc', 'ada')
  for (const fleet of [from, to]) {
    const rows = await world.rows(
      `/v7/device_history?$filter=belongs_to__application eq ${fleet}&$orderby=id asc`,
      'ada',
    )
    expect(rows).toEqual(
      all.filter((row) => isDeepStrictEqual(row['belongs_to__application'], { __id: fleet })),
    )
    expect(rows.some((row) => isDeepStrictEqual(row['tracks__device'], { __id: id }))).toBe(true)
  }
})

test('users who see the fleet can read the history, and nobody can write it', async () => {
  const world = openCloud()
  const { id } = await aDevice(world, 'cold-chain-eu')
  const count = `/v7/device_history/$count?$filter=tracks__device eq ${id}`
  const before = await world.count(count, 'ada')
  expect(before).toBeGreaterThan(0)
  expect(await world.count(count, 'mel')).toBe(0)
  for (const method of ['PATCH', 'DELETE']) {
    // The contract has no such operation, so the validation is bypassed.
    const response = await world.cloud.handle(
      new Request(`https://api.flotilla.test/v7/device_history?$filter=tracks__device eq ${id}`, {
        method,
        headers: { authorization: `Bearer ${await world.token('ada')}` },
        ...(method === 'PATCH' ? { body: '{"is_active":false}' } : {}),
      }),
    )
    expect(await statusAndBody(response)).toEqual([401, ''])
  }
  expect(await world.count(count, 'ada')).toBe(before)
})
