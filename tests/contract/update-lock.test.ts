import { expect, test } from 'vitest'
import { aDevice } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

const HOUR = 3_600_000

test('a device with a held update lock returns until when it is held [DATA-017]', async () => {
  const world = openCloud()
  const { id, uuid } = await aDevice(world, 'cold-chain-eu')
  const until = async () =>
    (await world.rows(`/v7/device(${id})?$select=is_locked_until__date`, 'ada'))[0]?.['is_locked_until__date']
  const lock = (service: string | null) =>
    world.request(`/__flotilla/devices/${uuid}`, { method: 'POST', body: { lock: service } })
  expect(await until()).toBeNull()
  await lock('sensor-hub')
  const first = Date.parse(String(await until()))
  expect(first).toBeGreaterThan(world.clock.now())
  world.clock.advanceTo(world.clock.now() + HOUR)
  expect(Date.parse(String(await until()))).toBeGreaterThan(world.clock.now())
  await lock(null)
  expect(await until()).toBeNull()
})

test('locks set by users are independent of those held by services', async () => {
  const world = openCloud()
  const { id, uuid } = await aDevice(world, 'cold-chain-eu')
  const until = async () =>
    (await world.rows(`/v7/device(${id})?$select=is_locked_until__date`, 'ada'))[0]?.['is_locked_until__date']
  const date = new Date(world.clock.now() + 24 * HOUR).toISOString()
  const body = { is_locked_until__date: date }
  const set = await world.request(`/v7/device(${id})`, { as: 'omar', method: 'PATCH', body })
  expect(set.status).toBe(200)
  expect(await until()).toBe(date)
  await world.request(`/__flotilla/devices/${uuid}`, { method: 'POST', body: { lock: 'sensor-hub' } })
  expect(await until()).toBe(date)
})
