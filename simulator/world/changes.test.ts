import { expect, test } from 'vitest'
import { ChangeLog } from '../state/change-log.ts'
import { MINUTES, MIXED, NOON, PI, SECONDS, aWorld } from '../testing/a-world.ts'
import type { ColumnName, World } from './world.ts'

const COLUMNS: readonly ColumnName[] = [
  'name',
  'fleetId',
  'isActive',
  'overallStatus',
  'cloudlink',
  'lastConnectivityEvent',
  'heartbeat',
  'heartbeatChangedAt',
  'status',
  'updateStatus',
  'updateStatusAt',
  'runningReleaseId',
  'targetReleaseId',
  'pinnedReleaseId',
  'osVersion',
  'supervisorVersion',
  'modifiedAt',
  'cpuUsage',
  'cpuTemp',
  'memoryUsage',
  'memoryTotal',
  'storageUsage',
  'storageTotal',
  'isUndervolted',
  'lockedBy',
]

/** All kinds of actions of users and time. */
const STEPS: readonly [what: string, act: (world: World) => unknown][] = [
  ['nothing', () => {}],
  ['a second', (world) => world.advanceTo(world.now() + SECONDS)],
  ['a grid of reports', (world) => world.advanceTo(world.now() + 10 * SECONDS)],
  ['a lock', (world) => world.setLock(3, 'uplink')],
  ['a new target', (world) => world.setFleetTarget(1, 2)],
  ['a minute of updates', (world) => world.advanceTo(world.now() + MINUTES)],
  ['a lost link', (world) => world.setLink(5, false)],
  ['a pin', (world) => world.setPin(6, 3)],
  ['a name', (world) => world.rename(7, 'aaa-first')],
  ['an own configuration', (world) => world.setConfig(8, 'BALENA_SUPERVISOR_HARDWARE_METRICS', 'false')],
  [
    'a configuration of the fleet',
    (world) => world.setFleetConfig(1, 'BALENA_SUPERVISOR_VPN_CONTROL', 'false'),
  ],
  ['two minutes', (world) => world.advanceTo(world.now() + 2 * MINUTES)],
  ['a deactivation', (world) => world.setActive(9, false)],
  ['a purge', (world) => world.command(10, { kind: 'purge' })],
  ['a move', (world) => world.moveDevice(11, 2)],
  ['a device less', (world) => world.removeDevice(12)],
  ['a device more', (world) => world.addDevice({ fleetId: 1, hardware: PI, at: world.now() })],
  [
    'an update of the system',
    (world) => world.startSystemUpdate(13, { part: 'os', version: '7.0.0', variant: 'prod', bytes: 4e6 }),
  ],
  ['a first contact', (world) => world.advanceTo(world.now() + 4 * MINUTES)],
]

const valuesOf = (world: World, column: ColumnName) => {
  const read = world.column(column)
  return Array.from({ length: world.size }, (_, index) => (world.exists(index) ? read(index) : undefined))
}

test('the world lists all changed devices, for every kind of change', () => {
  const world = aWorld({ batch: { count: 120, personas: MIXED } })
  for (const [what, act] of STEPS) {
    const mark = world.mark()
    const before = new Map(COLUMNS.map((column) => [column, valuesOf(world, column)]))
    act(world)
    for (const column of COLUMNS) {
      const named = new Set(world.changedSince(column, mark) ?? expect.unreachable(`${what}: too many`))
      const old = before.get(column) ?? []
      for (const [index, value] of valuesOf(world, column).entries()) {
        if (value !== old[index]) expect(named, `${what} changed ${column} of ${index}`).toContain(index)
      }
    }
  }
})

test('after a second, the list contains only devices with events', () => {
  const world = aWorld({ batch: { count: 3000, personas: MIXED } })
  const mark = world.mark()
  world.advanceTo(NOON + SECONDS)
  expect(world.changedSince('lastConnectivityEvent', mark)?.length).toBeLessThan(30)
  expect(world.changedSince('cpuUsage', mark)?.length).toBeLessThan(300)
})

test('the list is null when too many devices reported or a value changes with time', () => {
  const world = aWorld({ batch: { count: 10 } })
  const mark = world.mark()
  world.advanceTo(NOON + 5 * MINUTES)
  expect(world.changedSince('cpuUsage', mark)).toBeNull()
  expect(world.changedSince('downloadProgress', mark)).toBeNull()
  expect(world.changedSince('osVersion', mark)).toHaveLength(0)
})

test('the change log returns null for changes that are too long ago, instead of an incomplete list', () => {
  const journal = new ChangeLog()
  for (let index = 0; index < 70_000; index++) journal.note(index)
  expect(journal.since(0)).toBeNull()
  expect(journal.since(4000)).toBeNull()
  expect(Array.from(journal.since(69_997) ?? [])).toEqual([69_997, 69_998, 69_999])
  expect(journal.since(journal.count)?.length).toBe(0)
})
