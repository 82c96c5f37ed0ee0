import { expect, test } from 'vitest'
import { HOURS, MINUTES, NOON, PI, SECONDS, aWorld } from '../testing/a-world.ts'
import { createWorld, restoreWorld } from './simulated-world.ts'
import type { ExternalService, World } from './world.ts'

const INTERVAL = 10 * MINUTES

function withExternalDevice(): { world: World; index: number } {
  const world = aWorld({ batch: { count: 3 } })
  const index = world.addDevice({ fleetId: 1, hardware: PI, at: world.now() })
  world.attachExternalDevice(index)
  return { world, index }
}

const pass = (world: World, ms: number) => world.advanceTo(world.now() + ms)

const installs = (
  world: World,
  status: ExternalService['status'],
  percent: number | null | undefined,
): ExternalService[] =>
  (world.release(1)?.services ?? []).map(({ serviceId, name, imageId }) => ({
    serviceId,
    name,
    imageId,
    releaseId: 1,
    status,
    downloadProgress: percent,
  }))

test('an external device that never connected does not change by itself', () => {
  const { world, index } = withExternalDevice()
  pass(world, 24 * HOURS)
  expect(world.device(index)).toMatchObject({
    overallStatus: 'inactive',
    heartbeat: 'unknown',
    services: [],
    metrics: null,
    osVersion: '',
  })
  expect(world.logs(index, {})).toEqual([])
  expect(world.nextLogAt(index, world.now())).toBeNull()
})

test('a heartbeat times out after one and a half intervals, and the device is offline fifteen seconds later [DEV-025]', () => {
  const { world, index } = withExternalDevice()
  world.applyPoll(index, INTERVAL)
  world.applyReport(index, { cloudlink: true })
  expect(world.nextWakeAt()).toBeLessThanOrEqual(NOON + 15 * MINUTES)
  pass(world, 15 * MINUTES - 1)
  expect(world.device(index)).toMatchObject({ heartbeat: 'online', overallStatus: 'operational' })
  pass(world, 1)
  expect(world.device(index)).toMatchObject({ heartbeat: 'timeout', overallStatus: 'reduced-functionality' })
  pass(world, 15 * SECONDS)
  // Its VPN is still up, as far as the platform knows.
  expect(world.device(index)).toMatchObject({
    heartbeat: 'offline',
    overallStatus: 'reduced-functionality',
    cloudlink: true,
  })
  world.applyReport(index, { cloudlink: false })
  expect(world.device(index)).toMatchObject({ heartbeat: 'offline', overallStatus: 'disconnected' })
  expect(world.fleetCounts(1).disconnected).toBe(1)
  world.applyReport(index, { cloudlink: true })
  world.applyPoll(index, INTERVAL)
  expect(world.device(index)).toMatchObject({ heartbeat: 'online', cloudlink: true })
})

test('updates progress every thirty seconds, and any other change immediately', () => {
  const { world, index } = withExternalDevice()
  world.applyPoll(index, INTERVAL)
  const percent = () => world.device(index).services[0]?.downloadProgress
  const report = (status: ExternalService['status'], progress?: number | null) =>
    world.applyReport(index, { services: installs(world, status, progress) })
  report('Downloading', 0)
  report('Downloading', 10)
  expect(percent()).toBe(10)
  pass(world, 30 * SECONDS)
  report('Downloading', 40)
  expect(percent()).toBe(10)
  report('Downloading', 100)
  expect(percent()).toBe(100)
  pass(world, 30 * SECONDS + 1)
  report('Downloading', 50)
  expect(percent()).toBe(50)
  report('Downloaded', null)
  expect(percent()).toBeNull()
})

test('a status without a progress keeps the progress, and a report without a service deletes it', () => {
  const { world, index } = withExternalDevice()
  world.applyReport(index, { services: installs(world, 'Downloading', 70) })
  world.applyReport(index, { services: installs(world, 'Running', undefined) })
  expect(world.device(index).services[0]).toMatchObject({ status: 'Running', downloadProgress: 70 })
  world.applyReport(index, { services: [] })
  expect(world.device(index).services[0]).toMatchObject({ status: 'deleted', downloadProgress: null })
})

test('metrics alone are stored once a minute, and at any time together with another change', () => {
  const { world, index } = withExternalDevice()
  const report = (cpuUsage: number, more: object = {}) =>
    world.applyReport(index, { metrics: { cpuUsage }, ...more })
  const usage = () => world.device(index).metrics?.cpuUsage
  report(1)
  pass(world, 10 * SECONDS)
  report(2)
  expect(usage()).toBe(1)
  report(3, { status: 'Idle' })
  expect(usage()).toBe(3)
  report(4, { status: 'Idle' })
  report(5, { services: installs(world, 'Running', null) })
  expect(usage()).toBe(3)
  world.applyReport(index, { metrics: { cpuId: 'a', cpuUsage: 6 } })
  world.applyReport(index, { metrics: { isUndervolted: true, cpuUsage: 7 } })
  expect(world.device(index).metrics).toMatchObject({ cpuId: 'a', isUndervolted: true, cpuUsage: 7 })
  pass(world, 51 * SECONDS)
  report(8)
  expect(usage()).toBe(8)
})

test('stores the newest thousand lines of a device and counts the others', () => {
  const { world, index } = withExternalDevice()
  const lines = Array.from({ length: 700 }, (_, n) => ({
    at: NOON + n,
    message: `line ${n}`,
    isSystem: false,
    isStdErr: false,
    serviceId: null,
  }))
  world.applyLogLines(index, lines)
  world.applyLogLines(index, lines)
  expect(world.logs(index, {})).toHaveLength(1000)
  expect(world.linesSince(index, 1399)).toMatchObject({ lines: [{ message: 'line 699' }], written: 1400 })
  expect(world.linesSince(index, 1400)).toEqual({ lines: [], written: 1400 })
})

test('commands cannot reach an external device', () => {
  const { world, index } = withExternalDevice()
  world.applyPoll(index, INTERVAL)
  world.applyReport(index, { cloudlink: true, services: installs(world, 'Running', null) })
  const before = world.device(index)
  expect(world.command(index, { kind: 'reboot' })).toMatchObject({ ok: false, reason: 'offline' })
  world.setLink(index, false)
  world.setLock(index, 'uplink')
  world.startSystemUpdate(index, { part: 'os', version: '9.0.0', variant: 'prod', bytes: 1 })
  world.setPin(index, 2)
  pass(world, 10 * MINUTES)
  expect(world.device(index)).toMatchObject({
    cloudlink: before.cloudlink,
    lockedBy: null,
    osVersion: before.osVersion,
    runningReleaseId: null,
    services: before.services,
  })
})

test('a snapshot restores external devices', () => {
  const { world, index } = withExternalDevice()
  world.applyPoll(index, INTERVAL)
  world.applyReport(index, { cloudlink: true, metrics: { cpuUsage: 7 }, osVersion: '6.2.0' })
  const again = restoreWorld(structuredClone(world.snapshot()))
  expect(again.fingerprint()).toBe(world.fingerprint())
  expect(again.isExternal(index)).toBe(true)
  for (const one of [world, again]) pass(one, HOURS)
  expect(again.device(index)).toEqual(world.device(index))
})

test('accepts reports only from external devices', () => {
  const world = createWorld({ seed: 1, now: NOON })
  world.addFleet({ id: 1, name: 'one', targetReleaseId: null })
  const index = world.addDevice({ fleetId: 1, hardware: PI, at: NOON })
  expect(() => world.applyPoll(index, INTERVAL)).toThrow('is simulated here')
  expect(world.linesSince(index, 0)).toEqual({ lines: [], written: 0 })
})

test('the periods of a device are contiguous, and the last one matches its current state', () => {
  const { world, index } = withExternalDevice()
  pass(world, MINUTES)
  world.applyPoll(index, INTERVAL)
  world.applyReport(index, { cloudlink: true })
  pass(world, MINUTES)
  world.applyReport(index, { runningReleaseId: 1 })
  pass(world, MINUTES)
  world.setActive(index, false)
  const periods = world.periods(index)
  expect(periods.map(({ from, to }) => [from - NOON, to === null ? null : to - NOON])).toEqual([
    [0, MINUTES],
    [MINUTES, 2 * MINUTES],
    [2 * MINUTES, 3 * MINUTES],
    [3 * MINUTES, null],
  ])
  expect(
    periods.map(({ cloudlink, runningReleaseId, isActive }) => [cloudlink, runningReleaseId, isActive]),
  ).toEqual([
    [false, null, false],
    [true, null, true],
    [true, 1, true],
    [true, 1, false],
  ])
})
