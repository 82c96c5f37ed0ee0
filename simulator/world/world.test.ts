import { describe, expect, test } from 'vitest'
import { overallProgress, overallStatus } from '../device/status.ts'
import {
  aBatch,
  aDevice,
  aRelease,
  aWorld,
  DAYS,
  HOURS,
  MINUTES,
  MIXED,
  NOON,
  PI,
  SECONDS,
  everyIndex,
} from '../testing/a-world.ts'
import { createWorld } from './simulated-world.ts'
import type { ColumnName } from './world.ts'

describe('devices of a batch', () => {
  test('have consecutive ids, one above their index, and can be found by id and UUID', () => {
    const world = aWorld({ batch: { count: 500 } })
    const added = world.addDevices(aBatch({ count: 3 }))
    expect(added).toEqual({ firstIndex: 500, count: 3 })
    for (const index of everyIndex(world)) {
      expect(world.indexOfId(index + 1)).toBe(index)
      expect(world.indexOfUuid(world.column('uuid')(index))).toBe(index)
    }
    expect(world.indexOfId(0)).toBe(-1)
    expect(world.indexOfId(504)).toBe(-1)
    expect(world.indexOfUuid('0'.repeat(32))).toBe(-1)
  })

  test('can be found by a prefix of the UUID', () => {
    const world = aWorld({ batch: { count: 300 } })
    const uuid = world.column('uuid')(120)
    expect(world.indexesOfUuidPrefix(uuid.slice(0, 7))).toEqual([120])
    const some = world.indexesOfUuidPrefix(uuid.slice(0, 1))
    expect(some).toContain(120)
    expect(some.every((it) => world.column('uuid')(it).startsWith(uuid.slice(0, 1)))).toBe(true)
    expect(world.indexesOfUuidPrefix('zz')).toEqual([])
  })

  test('were provisioned one after the other in the given period', () => {
    const world = aWorld({ batch: { count: 200 } })
    const created = everyIndex(world).map(world.column('createdAt'))
    expect(created).toEqual(created.toSorted((a, b) => a - b))
    expect(created[0]).toBeGreaterThanOrEqual(NOON - 200 * DAYS)
    expect(created.at(-1)).toBeLessThanOrEqual(NOON - 30 * DAYS)
  })

  test('that are steady and run their target have no scheduled events', () => {
    const world = aWorld({ batch: { count: 5000 } })
    expect(world.nextWakeAt()).toBeNull()
    expect(world.advanceTo(NOON + 30 * DAYS)).toBe(0)
    expect(world.fleetCounts(1).operational).toBe(5000)
  })

  test('cannot be added with an invalid fleet, release or count', () => {
    const world = createWorld({ seed: 1, now: NOON })
    expect(() => world.addDevices(aBatch())).toThrow('no release 1')
    world.addRelease(aRelease(1))
    expect(() => world.addDevices(aBatch())).toThrow('no fleet 1')
    world.addFleet({ id: 1, name: 'f', targetReleaseId: 1 })
    expect(() => world.addDevices(aBatch({ count: -1 }))).toThrow('-1 devices')
    expect(() => world.addDevices(aBatch({ places: [] }))).toThrow('at least one place')
    expect(() => world.advanceTo(NOON - 1)).toThrow('cannot go back')
    expect(() => world.device(0)).toThrow('no device at index 0')
  })
})

describe('the state of a device', () => {
  test('matches its columns and the rules of its status, for all personas and times [DEV-024]', () => {
    const world = aWorld({
      target: 2,
      releases: [aRelease(1), aRelease(2, { rejects: 0.1, aborts: 0.1, crashLoops: 0.1 })],
      batch: { count: 250, personas: MIXED, updating: true, locked: 0.1 },
    })
    const columns = [
      'name',
      'overallStatus',
      'overallProgress',
      'cloudlink',
      'heartbeat',
      'status',
      'updateStatus',
      'downloadProgress',
      'runningReleaseId',
      'targetReleaseId',
      'osVersion',
      'modifiedAt',
      'lockedBy',
      'ipAddress',
    ] as const satisfies readonly ColumnName[]
    for (let step = 0; step < 12; step++) {
      world.advanceTo(world.now() + step * 37 * SECONDS)
      for (const index of everyIndex(world)) {
        const device = world.device(index)
        for (const name of columns) expect(world.column(name)(index)).toBe(device[name])
        expect(world.column('cpuUsage')(index)).toBe(device.metrics?.cpuUsage ?? null)
        expect(world.column('storageUsage')(index)).toBe(device.metrics?.storageUsage ?? null)
        const facts = {
          ...device,
          everConnected: device.lastConnectivityEvent !== null,
          cloudlinkAllowed: true,
          installs: device.services,
        }
        expect(overallStatus(facts)).toBe(device.overallStatus)
        expect(overallProgress(facts)).toBe(device.overallProgress)
      }
    }
  })

  test('is included in the counts of its fleet at any time', () => {
    const world = aWorld({ target: 2, batch: { count: 400, personas: MIXED, updating: true } })
    for (let step = 0; step < 30; step++) {
      world.advanceTo(world.now() + 2 * MINUTES)
      const counted: Record<string, number> = {}
      for (const index of everyIndex(world)) {
        const status = world.column('overallStatus')(index)
        counted[status] = (counted[status] ?? 0) + 1
      }
      const nonZero = Object.fromEntries(
        Object.entries(world.fleetCounts(1)).filter(([, count]) => count > 0),
      )
      expect(nonZero).toEqual(counted)
    }
  })

  test('consists only of its name before it first connects', () => {
    const device = aDevice('never-seen').device(0)
    expect(device).toMatchObject({
      overallStatus: 'inactive',
      heartbeat: 'unknown',
      lastConnectivityEvent: null,
      metrics: null,
      runningReleaseId: null,
      services: [],
    })
  })

  test('does not change while it is offline', () => {
    const world = aDevice('steady')
    world.setLink(0, false)
    const before = world.device(0).metrics
    world.advanceTo(NOON + 6 * HOURS)
    expect(world.device(0)).toMatchObject({
      overallStatus: 'disconnected',
      heartbeat: 'offline',
      cloudlink: false,
    })
    expect(world.device(0).metrics).toEqual(before)
    world.setLink(0, true)
    expect(world.device(0)).toMatchObject({
      overallStatus: 'operational',
      heartbeat: 'online',
      lastConnectivityEvent: NOON + 6 * HOURS,
    })
  })

  test('includes local mode if and only if the variable equals 1 [DEV-033]', () => {
    const world = aDevice('steady')
    for (const [value, local] of [
      ['1', true],
      ['true', false],
      ['0', false],
      [null, false],
    ] as const) {
      world.setConfig(0, 'RESIN_SUPERVISOR_LOCAL_MODE', value)
      expect(world.device(0).localMode).toBe(local)
    }
    world.setConfig(0, 'RESIN_SUPERVISOR_LOCAL_MODE', '1')
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + HOURS)
    expect(world.device(0)).toMatchObject({ runningReleaseId: 1, targetReleaseId: 2 })
    expect(world.logs(0, {})).toEqual([])
  })
})

describe('a device that registers (docs/platform/device-protocol.md)', () => {
  test('is inactive, then connects, and then runs the target release of its fleet', () => {
    const world = aWorld({ batch: { count: 1 } })
    const index = world.addDevice({
      fleetId: 1,
      hardware: PI,
      at: NOON,
      name: 'gate-north',
      uuid: 'ab'.repeat(16),
    })
    expect(world.device(index)).toMatchObject({
      overallStatus: 'inactive',
      heartbeat: 'unknown',
      name: 'gate-north',
      metrics: null,
    })
    expect(world.indexOfUuid('ab'.repeat(16))).toBe(index)
    world.advanceTo(NOON + MINUTES)
    expect(world.device(index)).toMatchObject({
      heartbeat: 'online',
      cloudlink: true,
      overallStatus: 'updating',
    })
    world.advanceTo(NOON + 20 * MINUTES)
    expect(world.device(index)).toMatchObject({ runningReleaseId: 1, overallStatus: 'operational' })
    expect(world.fleetCounts(1)).toMatchObject({ operational: 2, configuring: 0 })
  })

  test('goes through post-provisioning when an installer writes its internal storage', () => {
    const world = aWorld()
    const index = world.addDevice({ fleetId: 1, hardware: { ...PI, arch: 'amd64' }, at: NOON })
    world.advanceTo(NOON + 40 * SECONDS)
    const device = world.device(index)
    expect(device).toMatchObject({
      overallStatus: 'post-provisioning',
      provisioningState: 'Post-Provisioning',
    })
    expect(device.overallProgress).toBeGreaterThan(20)
    world.advanceTo(NOON + 30 * MINUTES)
    expect(world.device(index)).toMatchObject({ overallStatus: 'operational', provisioningState: '' })
  })

  test('stays inactive when preregistered', () => {
    const world = aWorld()
    const index = world.addDevice({ fleetId: 1, hardware: PI, at: NOON, persona: 'never-seen' })
    world.advanceTo(NOON + 10 * DAYS)
    expect(world.device(index).overallStatus).toBe('inactive')
  })

  test('must have a valid and unique UUID', () => {
    const world = aWorld()
    world.addDevice({ fleetId: 1, hardware: PI, at: NOON, uuid: 'ab'.repeat(16) })
    expect(() => world.addDevice({ fleetId: 1, hardware: PI, at: NOON, uuid: 'ab'.repeat(16) })).toThrow(
      'already',
    )
    expect(() => world.addDevice({ fleetId: 1, hardware: PI, at: NOON, uuid: 'AB' })).toThrow('32 or 62')
  })
})
