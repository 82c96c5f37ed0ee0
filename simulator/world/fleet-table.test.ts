import { describe, expect, test } from 'vitest'
import { aBatch, aWorld, HOURS, MIXED, NOON, PI, SECONDS, everyIndex } from '../testing/a-world.ts'
import { deviceFields } from '../views/device-fields.ts'
import type { ColumnName, World } from './world.ts'

const COLUMNS = Object.keys(deviceFields) as ColumnName[]

describe('the table of a fleet', () => {
  test('removes a device without changing other indexes', () => {
    const world = aWorld({ batch: { count: 5 } })
    const uuid = world.column('uuid')(2)
    world.removeDevice(2)
    expect(world.exists(2)).toBe(false)
    expect(world.indexOfUuid(uuid)).toBe(-1)
    expect(world.indexOfId(3)).toBe(-1)
    expect(Array.from(world.devicesOfFleet(1)).sort((a, b) => a - b)).toEqual([0, 1, 3, 4])
    expect(world.fleetCounts(1).operational).toBe(4)
    expect([...world.sortedBy('id')]).toEqual([0, 1, 3, 4])
    expect(() => world.command(2, { kind: 'blink' })).toThrow('no device')
    expect(world.addDevices(aBatch()).firstIndex).toBe(5)
  })

  test('contains exactly its devices after any removals and moves', () => {
    const world = aWorld({ batch: { count: 12 } })
    for (const index of [0, 11, 5, 10]) world.removeDevice(index)
    for (const index of [1, 9, 8]) world.moveDevice(index, 2)
    world.moveDevice(9, 1)
    const members = (fleetId: number) => Array.from(world.devicesOfFleet(fleetId)).sort((a, b) => a - b)
    expect(members(1)).toEqual([2, 3, 4, 6, 7, 9])
    expect(members(2)).toEqual([1, 8])
    for (const fleetId of [1, 2]) {
      expect(members(fleetId).every((it) => world.column('fleetId')(it) === fleetId)).toBe(true)
    }
  })

  test('counts a moved device in its new fleet, without its pin', () => {
    const world = aWorld({ batch: { count: 3 } })
    world.setPin(1, 1)
    world.moveDevice(1, 2)
    expect(world.device(1)).toMatchObject({ fleetId: 2, pinnedReleaseId: null, targetReleaseId: null })
    expect(Array.from(world.devicesOfFleet(2))).toEqual([1])
    expect(world.fleetCounts(1).operational + world.fleetCounts(2).operational).toBe(3)
    world.advanceTo(NOON + HOURS)
    expect(world.device(1)).toMatchObject({ runningReleaseId: null, services: [] })
  })

  test('can be sorted by any column, with nulls last, including names set by users', () => {
    const world = aWorld({ target: 2, batch: { count: 300, personas: MIXED, updating: true } })
    world.rename(17, 'aaa-first')
    world.rename(18, 'zzz-last')
    for (const name of [
      'name',
      'uuid',
      'overallStatus',
      'lastConnectivityEvent',
      'cpuUsage',
      'runningReleaseId',
      'createdAt',
      'ipAddress',
      'cloudlink',
    ] as const) {
      const read = world.column(name)
      const values = Array.from(world.sortedBy(name), (index) => read(index))
      expect(values).toHaveLength(300)
      for (let i = 1; i < values.length; i++) {
        const [a, b] = [values[i - 1] ?? null, values[i] ?? null]
        expect(b === null || (a !== null && a <= b)).toBe(true)
      }
    }
    expect(world.sortedBy('name')[0]).toBe(17)
    expect(world.sortedBy('name')[299]).toBe(18)
  })

  test('is sorted again only when a value of the column has changed', () => {
    const world = aWorld({ batch: { count: 50 } })
    const before = world.sortedBy('name')
    world.setLink(3, false)
    expect(world.sortedBy('name')).toBe(before)
    world.rename(3, 'other-name')
    expect(world.sortedBy('name')).not.toBe(before)
  })

  test('increases the version of a column only with changes of its values', () => {
    const world = aWorld({ batch: { count: 5 } })
    const names: ColumnName[] = ['overallStatus', 'name', 'targetReleaseId', 'heartbeat', 'lockedBy']
    const versions = () => Object.fromEntries(names.map((it) => [it, world.version(it)]))
    const start = versions()
    world.advanceTo(NOON + HOURS)
    expect(versions()).toEqual(start)
    world.setLock(1, 'uplink')
    expect(versions()).toEqual({ ...start, lockedBy: (start['lockedBy'] ?? 0) + 1 })
    world.setLink(2, false)
    world.advanceTo(NOON + 3 * HOURS)
    expect(world.version('overallStatus')).toBeGreaterThan(start['overallStatus'] ?? 0)
    expect(world.version('heartbeat')).toBeGreaterThan(start['heartbeat'] ?? 0)
    expect(world.version('cpuUsage')).toBeGreaterThan(0)
  })

  test('never changes a value without its version, in any column', () => {
    const world = aWorld({ target: 2, batch: { count: 60, personas: MIXED, updating: true, locked: 0.1 } })
    const acts: ((it: World) => void)[] = [
      (it) => it.setLink(1, false),
      (it) => it.setFleetTarget(1, 3),
      (it) => it.setPin(2, 1),
      (it) => it.rename(3, 'dock-7'),
      (it) => it.command(4, { kind: 'purge', force: true }),
      (it) => it.setActive(5, false),
      (it) => it.moveDevice(6, 2),
      (it) => it.setConfig(7, 'RESIN_SUPERVISOR_VPN_CONTROL', 'false'),
      (it) => it.setConfig(8, 'RESIN_SUPERVISOR_HARDWARE_METRICS', 'false'),
      (it) => it.setLock(9, 'uplink'),
      (it) => it.addDevice({ fleetId: 1, hardware: PI, at: it.now() }),
      (it) => it.command(10, { kind: 'reboot', force: true }),
    ]
    const look = () => {
      const indexes = everyIndex(world)
      return new Map(
        COLUMNS.map((name) => [
          name,
          { version: world.version(name), values: indexes.map(world.column(name)) },
        ]),
      )
    }
    let before = look()
    for (let step = 0; step < 240; step++) {
      if (step % 10 === 0) acts[step / 10]?.(world)
      else world.advanceTo(world.now() + 23 * SECONDS)
      const after = look()
      for (const [name, { version, values }] of after) {
        const old = before.get(name)
        if (old?.version === version) expect([name, values]).toEqual([name, old.values])
        expect(version).toBeGreaterThanOrEqual(old?.version ?? 0)
      }
      before = after
    }
  })

  test('notifies only the watchers of a device of its changes', () => {
    const world = aWorld({ batch: { count: 2 } })
    const notified: number[] = []
    const unsubscribe = world.watch(0, () => notified.push(0))
    world.watch(1, () => notified.push(1))
    world.setLink(0, false)
    world.advanceTo(NOON + HOURS)
    expect(notified).toEqual([0, 0])
    unsubscribe()
    world.setLink(0, true)
    expect(notified).toEqual([0, 0])
  })

  test('rejects names that are too long or have two lines, and accepts an empty one', () => {
    const world = aWorld()
    for (const name of ['x'.repeat(256), 'a\nb']) expect(() => world.rename(0, name)).toThrow('at most 255')
    world.rename(0, '')
    expect(world.device(0).name).toBe('')
    world.rename(0, 'x'.repeat(255))
    expect(world.device(0).name).toHaveLength(255)
  })

  test('shows a deactivated device as inactive until it is activated', () => {
    const world = aWorld()
    world.setActive(0, false)
    expect(world.device(0).overallStatus).toBe('inactive')
    expect(world.fleetCounts(1)).toMatchObject({ inactive: 1, operational: 0 })
    world.setActive(0, true)
    expect(world.device(0).overallStatus).toBe('operational')
  })
})
