import { describe, expect, test } from 'vitest'
import { overallProgress, overallStatus } from './device/status.ts'
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
} from './testing/a-world.ts'
import { createWorld, type ColumnName, type World } from './world.ts'

function everyIndex(world: World): number[] {
  return Array.from({ length: world.size }, (_, i) => i).filter((i) => world.exists(i))
}

const COLUMNS = Object.keys({
  id: 0,
  uuid: 0,
  name: 0,
  fleetId: 0,
  deviceTypeId: 0,
  isActive: 0,
  overallStatus: 0,
  overallProgress: 0,
  cloudlink: 0,
  lastConnectivityEvent: 0,
  heartbeat: 0,
  heartbeatChangedAt: 0,
  status: 0,
  updateStatus: 0,
  updateStatusAt: 0,
  downloadProgress: 0,
  runningReleaseId: 0,
  targetReleaseId: 0,
  pinnedReleaseId: 0,
  osVersion: 0,
  osVariant: 0,
  supervisorVersion: 0,
  createdAt: 0,
  modifiedAt: 0,
  ipAddress: 0,
  publicAddress: 0,
  macAddress: 0,
  latitude: 0,
  longitude: 0,
  cpuUsage: 0,
  cpuTemp: 0,
  memoryUsage: 0,
  memoryTotal: 0,
  storageUsage: 0,
  storageTotal: 0,
  isUndervolted: 0,
  lockedBy: 0,
  persona: 0,
} satisfies Record<ColumnName, 0>) as ColumnName[]

describe('devices of a batch', () => {
  test('have consecutive ids, one above their index, and are found by id and by uuid', () => {
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

  test('are found by the beginning of a uuid', () => {
    const world = aWorld({ batch: { count: 300 } })
    const uuid = world.column('uuid')(120)
    expect(world.indexesOfUuidPrefix(uuid.slice(0, 7))).toEqual([120])
    const some = world.indexesOfUuidPrefix(uuid.slice(0, 1))
    expect(some).toContain(120)
    expect(some.every((it) => world.column('uuid')(it).startsWith(uuid.slice(0, 1)))).toBe(true)
    expect(world.indexesOfUuidPrefix('zz')).toEqual([])
  })

  test('were provisioned one after the other within their time', () => {
    const world = aWorld({ batch: { count: 200 } })
    const created = everyIndex(world).map(world.column('createdAt'))
    expect(created).toEqual(created.toSorted((a, b) => a - b))
    expect(created[0]).toBeGreaterThanOrEqual(NOON - 200 * DAYS)
    expect(created.at(-1)).toBeLessThanOrEqual(NOON - 30 * DAYS)
  })

  test('that are steady and run their target want no wake at all', () => {
    const world = aWorld({ batch: { count: 5000 } })
    expect(world.nextWakeAt()).toBeNull()
    expect(world.advanceTo(NOON + 30 * DAYS)).toBe(0)
    expect(world.fleetCounts(1).operational).toBe(5000)
  })

  test('refuse a fleet, a release or a count that makes no sense', () => {
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

describe('what a device reports', () => {
  test('agrees with its columns and with the rules of its status, whoever it is and whenever one asks [DEV-024]', () => {
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

  test('is counted for its fleet at every moment', () => {
    const world = aWorld({ target: 2, batch: { count: 400, personas: MIXED, updating: true } })
    for (let step = 0; step < 30; step++) {
      world.advanceTo(world.now() + 2 * MINUTES)
      const counted: Record<string, number> = {}
      for (const index of everyIndex(world)) {
        const status = world.column('overallStatus')(index)
        counted[status] = (counted[status] ?? 0) + 1
      }
      const kept = Object.fromEntries(Object.entries(world.fleetCounts(1)).filter(([, count]) => count > 0))
      expect(kept).toEqual(counted)
    }
  })

  test('of one that was never seen is nothing but its name', () => {
    const device = aDevice('never-seen').device(0)
    expect(device).toMatchObject({
      overallStatus: 'configuring',
      heartbeat: 'unknown',
      lastConnectivityEvent: null,
      metrics: null,
      runningReleaseId: null,
      services: [],
    })
  })

  test('stands still while it is away', () => {
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

  test('in local mode says so when the variable equals 1 and only then [DEV-033]', () => {
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

describe('a change of target', () => {
  test('reaches a device with a cloudlink within seconds and ends with the new release [DEV-027]', () => {
    const world = aWorld({ batch: { count: 1 } })
    world.setFleetTarget(1, 2)
    const seen: (string | null)[] = []
    for (let i = 0; i < 600; i++) {
      world.advanceTo(world.now() + SECONDS)
      const status = world.device(0).updateStatus
      if (seen.at(-1) !== status) seen.push(status)
    }
    expect(seen).toEqual(['done', 'downloading', 'downloaded', 'applying changes', 'done'])
    const device = world.device(0)
    expect(device).toMatchObject({ runningReleaseId: 2, overallStatus: 'operational', overallProgress: null })
    expect(device.services.every((it) => it.releaseId === 2 && it.status === 'Running')).toBe(true)
  })

  test('is noticed at the next poll by a device that only polls', () => {
    const world = aWorld({ batch: { count: 1 } })
    world.setConfig(0, 'RESIN_SUPERVISOR_VPN_CONTROL', 'false')
    expect(world.device(0)).toMatchObject({ cloudlink: false, overallStatus: 'operational' })
    world.setFleetTarget(1, 2)
    const poll = world.nextWakeAt() ?? 0
    expect(poll).toBeGreaterThan(NOON + MINUTES)
    expect(poll).toBeLessThanOrEqual(NOON + 15 * MINUTES)
    world.advanceTo(poll - 1)
    expect(world.device(0).updateStatus).toBe('done')
    world.advanceTo(poll)
    expect(world.device(0).updateStatus).toBe('downloading')
  })

  test('abandons an update that is under way', () => {
    const world = aWorld({ batch: { count: 1 } })
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + 30 * SECONDS)
    expect(world.device(0).overallStatus).toBe('updating')
    world.setFleetTarget(1, 3)
    expect(world.device(0).services.some((it) => it.releaseId === 2)).toBe(false)
    world.advanceTo(NOON + 20 * MINUTES)
    expect(world.device(0).runningReleaseId).toBe(3)
    world.setFleetTarget(1, 1)
    world.advanceTo(world.now() + 30 * SECONDS)
    world.setFleetTarget(1, 3)
    expect(world.device(0)).toMatchObject({
      overallStatus: 'operational',
      updateStatus: 'done',
      runningReleaseId: 3,
    })
  })

  test('does not move a pinned device, and taking the pin off does', () => {
    const world = aWorld({ batch: { count: 1 } })
    world.setPin(0, 1)
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + HOURS)
    expect(world.device(0)).toMatchObject({ runningReleaseId: 1, targetReleaseId: 1, pinnedReleaseId: 1 })
    world.setPin(0, null)
    world.advanceTo(NOON + 2 * HOURS)
    expect(world.device(0)).toMatchObject({ runningReleaseId: 2, targetReleaseId: 2, pinnedReleaseId: null })
  })

  test('stands still in a device that loses contact on the way, and goes on where it was', () => {
    const world = aWorld({ batch: { count: 1 } })
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + 40 * SECONDS)
    world.setLink(0, false)
    const { downloadProgress, services } = world.device(0)
    expect(downloadProgress).toBeGreaterThan(5)
    world.advanceTo(NOON + 10 * HOURS)
    expect(world.device(0)).toMatchObject({
      downloadProgress,
      services,
      runningReleaseId: 1,
      overallStatus: 'disconnected',
      overallProgress: null,
    })
    world.setLink(0, true)
    expect(world.device(0)).toMatchObject({ downloadProgress, overallStatus: 'updating' })
    world.advanceTo(NOON + 11 * HOURS)
    expect(world.device(0).runningReleaseId).toBe(2)
  })

  test('waits for a device that is away', () => {
    const world = aWorld({ batch: { count: 1 } })
    world.setLink(0, false)
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + DAYS)
    expect(world.device(0)).toMatchObject({ runningReleaseId: 1, updateStatus: 'done' })
    world.setLink(0, true)
    world.advanceTo(NOON + DAYS + HOURS)
    expect(world.device(0).runningReleaseId).toBe(2)
  })

  test.each([
    ['rejected', { rejects: 1 }],
    ['aborted', { aborts: 1 }],
  ] as const)(
    'that ends %s leaves the old release running, and is tried again only for another target [DEV-027]',
    (status, plan) => {
      const world = aWorld({ releases: [aRelease(1), aRelease(2, plan), aRelease(3)], batch: { count: 1 } })
      world.setFleetTarget(1, 2)
      world.advanceTo(NOON + DAYS)
      const device = world.device(0)
      expect(device).toMatchObject({
        runningReleaseId: 1,
        targetReleaseId: 2,
        updateStatus: status,
        overallStatus: 'operational',
      })
      expect(device.services.map((it) => `${it.releaseId} ${it.status}`)).toEqual([
        '1 Running',
        '1 Running',
        '1 Running',
        '1 Running',
      ])
      expect(world.nextWakeAt()).toBeNull()
      world.setFleetTarget(1, 3)
      world.advanceTo(NOON + 2 * DAYS)
      expect(world.device(0).runningReleaseId).toBe(3)
    },
  )

  test('spreads a rollout over its whole course', () => {
    const world = aWorld({ target: 2, batch: { count: 1200, updating: true, locked: 0.05 } })
    const statuses = new Set(everyIndex(world).map(world.column('updateStatus')))
    expect(statuses).toEqual(new Set(['done', 'downloading', 'downloaded', 'applying changes']))
    world.advanceTo(NOON + HOURS)
    const running = everyIndex(world).filter((it) => world.column('runningReleaseId')(it) === 2)
    const locked = everyIndex(world).filter((it) => world.column('lockedBy')(it) !== null)
    expect(running.length + locked.length).toBe(1200)
  })
})

describe('a device that registers (wire 10.1)', () => {
  test('is configuring, then connects, then runs what its fleet runs', () => {
    const world = aWorld({ batch: { count: 1 } })
    const index = world.addDevice({
      fleetId: 1,
      hardware: PI,
      at: NOON,
      name: 'gate-north',
      uuid: 'ab'.repeat(16),
    })
    expect(world.device(index)).toMatchObject({
      overallStatus: 'configuring',
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

  test('passes through post-provisioning when an installer writes its internal storage', () => {
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

  test('ahead of time stays configuring', () => {
    const world = aWorld()
    const index = world.addDevice({ fleetId: 1, hardware: PI, at: NOON, persona: 'never-seen' })
    world.advanceTo(NOON + 10 * DAYS)
    expect(world.device(index).overallStatus).toBe('configuring')
  })

  test('must have a uuid that nobody has and that looks like one', () => {
    const world = aWorld()
    world.addDevice({ fleetId: 1, hardware: PI, at: NOON, uuid: 'ab'.repeat(16) })
    expect(() => world.addDevice({ fleetId: 1, hardware: PI, at: NOON, uuid: 'ab'.repeat(16) })).toThrow(
      'already',
    )
    expect(() => world.addDevice({ fleetId: 1, hardware: PI, at: NOON, uuid: 'AB' })).toThrow('32 or 62')
  })
})

describe('the table of a fleet', () => {
  test('forgets a removed device and keeps all other indexes', () => {
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

  test('holds exactly its devices after any removals and moves', () => {
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

  test('counts a moved device where it is, and its pin stays behind', () => {
    const world = aWorld({ batch: { count: 3 } })
    world.setPin(1, 1)
    world.moveDevice(1, 2)
    expect(world.device(1)).toMatchObject({ fleetId: 2, pinnedReleaseId: null, targetReleaseId: null })
    expect(Array.from(world.devicesOfFleet(2))).toEqual([1])
    expect(world.fleetCounts(1).operational + world.fleetCounts(2).operational).toBe(3)
    world.advanceTo(NOON + HOURS)
    expect(world.device(1)).toMatchObject({ runningReleaseId: null, services: [] })
  })

  test('is sorted by any column, nulls last, and a chosen name takes its place', () => {
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

  test('sorts anew only when a value of the column has changed', () => {
    const world = aWorld({ batch: { count: 50 } })
    const before = world.sortedBy('name')
    world.setLink(3, false)
    expect(world.sortedBy('name')).toBe(before)
    world.rename(3, 'other-name')
    expect(world.sortedBy('name')).not.toBe(before)
  })

  test('has a version that grows with each change of a column and not with others', () => {
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

  test('never shows another value under the same version, in any column', () => {
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

  test('tells whoever watches a device of its changes, and no one else', () => {
    const world = aWorld({ batch: { count: 2 } })
    const told: number[] = []
    const stop = world.watch(0, () => told.push(0))
    world.watch(1, () => told.push(1))
    world.setLink(0, false)
    world.advanceTo(NOON + HOURS)
    expect(told).toEqual([0, 0])
    stop()
    world.setLink(0, true)
    expect(told).toEqual([0, 0])
  })

  test('refuses a name that is empty, too long or on two lines', () => {
    const world = aWorld()
    for (const name of ['', 'x'.repeat(256), 'a\nb']) expect(() => world.rename(0, name)).toThrow('1 to 255')
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
