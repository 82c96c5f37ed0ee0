import { afterEach, expect, test } from 'vitest'
import { createTestCloud } from '../hosts/node.ts'
import type { TestCloud } from '../hosts/node.ts'

const DAY = 86_400_000

let world: TestCloud
afterEach(() => world.dispose())

const frozen = () => world.count('/v7/device/$count?$filter=is_frozen eq true', 'ada')
const open = () => world.count('/v7/device/$count?$filter=is_frozen eq false', 'ada')

test('unfreezes a device beyond the limit when another one is deleted', async () => {
  world = createTestCloud('free-plan-over')
  const all = await world.rows('/v7/device?$select=id&$filter=is_frozen eq true&$orderby=id asc', 'ada')
  expect(all).toHaveLength(4)
  const total = await world.count('/v7/device/$count', 'ada')
  expect(await open()).toBe(total - 4)
  const [first, second] = await world.rows(
    "/v7/device?$select=id&$filter=belongs_to__application/app_name eq 'tide-buoys' and is_frozen eq false&$orderby=id asc",
    'ada',
  )
  await world.request(`/v7/device(${Number(first?.['id'])})`, { as: 'ada', method: 'DELETE' })
  expect(await frozen()).toBe(3)
  await world.request(`/v7/device(${Number(second?.['id'])})`, { as: 'ada', method: 'DELETE' })
  expect([await frozen(), await open()]).toEqual([2, total - 4])
})

test('freezes the devices of an organization 60 days past due, but not before', async () => {
  world = createTestCloud('past-due-59')
  expect(await frozen()).toBe(0)
  const total = await world.count('/v7/device/$count', 'ada')
  world.clock.advanceTo(world.clock.now() + DAY)
  expect(await frozen()).toBeGreaterThan(total / 2)
})
