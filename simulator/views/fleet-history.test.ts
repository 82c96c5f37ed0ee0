import { expect, test } from 'vitest'
import { aWorld, HOURS, MINUTES, NOON } from '../testing/a-world.ts'
import { fleetHistoryOf, fleetStatusesAt } from './fleet-history.ts'

const sums = (statuses: Record<string, number[]>) =>
  Object.values(statuses).reduce<number[]>((total, counts) => counts.map((n, i) => n + (total[i] ?? 0)), [])

test('the history ends with the current counts, and each time counts every device once', () => {
  const world = aWorld({ batch: { count: 40 } })
  world.setConnectivity(3, 'away')
  world.advanceTo(NOON + 3 * HOURS)
  const { statuses } = world.read(fleetHistoryOf, 1, NOON, 13)
  const now = world.fleetCounts(1)
  for (const [status, counts] of Object.entries(statuses)) {
    expect([status, counts.at(-1)]).toEqual([status, now[status as keyof typeof now]])
  }
  expect(new Set(sums(statuses))).toEqual(new Set([40]))
})

test('devices that lost contact together are an outage with its end', () => {
  const world = aWorld({ batch: { count: 40 } })
  world.advanceTo(NOON + HOURS)
  for (let index = 0; index < 10; index += 1) world.setConnectivity(index, 'away')
  world.advanceTo(NOON + 2 * HOURS)
  for (let index = 0; index < 10; index += 1) world.setConnectivity(index, 'cloudlink')
  world.advanceTo(NOON + 3 * HOURS)
  const { events, statuses, every } = world.read(fleetHistoryOf, 1, NOON, 37)
  expect(every).toBe(5 * MINUTES)
  expect(events.find(({ kind }) => kind === 'outage')).toEqual({
    kind: 'outage',
    at: NOON + HOURS,
    until: NOON + 2 * HOURS,
    devices: 10,
  })
  const at = (hours: number) => Math.round((hours * HOURS) / every)
  expect(statuses.disconnected[at(0.5)]).toBe(0)
  expect(statuses.disconnected[at(1.9)]).toBe(10)
  expect(statuses.disconnected[at(2.5)]).toBe(0)
})

test('a new target release is an event, and the devices that download it are updating', () => {
  const world = aWorld({ batch: { count: 10 } })
  world.setFleetTarget(1, 2)
  world.advanceTo(NOON + HOURS)
  const { events, statuses } = world.read(fleetHistoryOf, 1, NOON, 61)
  expect(events.find(({ kind }) => kind === 'target')).toEqual({ kind: 'target', at: NOON, releaseId: 2 })
  expect(Math.max(...statuses.updating)).toBeGreaterThan(0)
})

test('a device that loses contact again and again is flapping; one that lost it twice is not', () => {
  const world = aWorld({ batch: { count: 5 } })
  const lose = (index: number, times: number) => {
    for (let nth = 0; nth < times; nth += 1) {
      world.setConnectivity(index, 'away')
      world.advanceTo(world.now() + 5 * MINUTES)
      world.setConnectivity(index, 'cloudlink')
      world.advanceTo(world.now() + 20 * MINUTES)
    }
  }
  lose(1, 2)
  lose(2, 4)
  lose(3, 3)
  const uuid = world.column('uuid')
  const { flapping } = world.read(fleetHistoryOf, 1, NOON, 13)
  expect(flapping).toEqual([
    { uuid: uuid(2), losses: 4 },
    { uuid: uuid(3), losses: 3 },
  ])
  expect(world.read(fleetHistoryOf, 1, world.now() - 10 * MINUTES, 13).flapping).toEqual([])
})

test('the devices at a time are those that the history counts then, the worst first', () => {
  const world = aWorld({ batch: { count: 12 } })
  world.advanceTo(NOON + HOURS)
  for (const index of [2, 7]) world.setConnectivity(index, 'away')
  world.advanceTo(NOON + 2 * HOURS)
  for (const index of [2, 7]) world.setConnectivity(index, 'cloudlink')
  world.advanceTo(NOON + 3 * HOURS)
  const { statuses, every } = world.read(fleetHistoryOf, 1, NOON, 37)
  for (const step of [0, 18, 36]) {
    const then = world.read(fleetStatusesAt, 1, NOON + step * every, 100)
    for (const [status, counts] of Object.entries(statuses))
      expect([step, status, then.statuses[status as keyof typeof then.statuses]]).toEqual([
        step,
        status,
        counts[step],
      ])
    expect(then.devices).toHaveLength(12)
  }
  const during = world.read(fleetStatusesAt, 1, NOON + 1.5 * HOURS, 2)
  expect(during.devices.map(({ status }) => status)).toEqual(['disconnected', 'disconnected'])
  const uuid = world.column('uuid')
  expect(new Set(during.devices.map((device) => device.uuid))).toEqual(new Set([uuid(2), uuid(7)]))
})
