import { describe, expect, test } from 'vitest'
import { healthChecks, diagnosticsText } from '../explain/diagnostics.ts'
import { explainStatus } from '../explain/status-explanations.ts'
import { aDevice, aRelease, DAYS, everyIndex, HOURS, MINUTES, NOON, SECONDS } from '../testing/a-world.ts'
import { runHealthChecks } from './health-checks.ts'
import type { World } from './world.ts'

const check = (world: World, name: string) =>
  healthChecks(runHealthChecks(world, 0)).find((it) => it.name === name)

describe('a device with only a cloudlink or only a heartbeat', () => {
  test('polls without a cloudlink, and has reduced functionality', () => {
    const world = aDevice()
    world.setConnectivity(0, 'polls')
    world.advanceTo(NOON + 2 * HOURS)
    expect(world.device(0)).toMatchObject({
      cloudlink: false,
      heartbeat: 'online',
      overallStatus: 'reduced-functionality',
    })
    expect(world.command(0, { kind: 'blink' })).toMatchObject({ reason: 'offline' })
    expect(world.logs(0, { after: NOON + HOURS }).length).toBeGreaterThan(100)
  })

  test('receives commands without polls, while its heartbeat times out and it sends no reports', () => {
    const world = aDevice()
    world.setConnectivity(0, 'tunnel')
    const { metrics } = world.device(0)
    world.advanceTo(NOON + 2 * HOURS)
    expect(world.device(0)).toMatchObject({
      cloudlink: true,
      heartbeat: 'offline',
      overallStatus: 'reduced-functionality',
      metrics,
    })
    expect(world.command(0, { kind: 'blink' })).toEqual({ ok: true })
    expect(world.logs(0, { after: NOON })).toEqual([])
    expect(check(world, 'check_networking')).toMatchObject({ success: false })
    world.setConnectivity(0, 'cloudlink')
    expect(world.device(0)).toMatchObject({ heartbeat: 'online', overallStatus: 'operational' })
  })

  test('can change between all kinds of connectivity', () => {
    const world = aDevice()
    const kinds = [
      'away',
      'polls',
      'tunnel',
      'away',
      'tunnel',
      'polls',
      'cloudlink',
      'polls',
      'away',
    ] as const
    for (const [i, kind] of kinds.entries()) {
      world.setConnectivity(0, kind)
      world.advanceTo(NOON + (i + 1) * 3 * HOURS)
      const { cloudlink, heartbeat } = world.device(0)
      expect([kind, cloudlink, heartbeat]).toEqual([
        kind,
        kind === 'cloudlink' || kind === 'tunnel',
        kind === 'away' || kind === 'tunnel' ? 'offline' : 'online',
      ])
    }
  })
})

test('a flapping modem reconnects within minutes, which hardly affects the heartbeat', () => {
  const world = aDevice('flapping')
  const turns = new Set<number | null>()
  let overdue = 0
  for (let i = 0; i < 360; i++) {
    world.advanceTo(world.now() + 10 * SECONDS)
    const { lastConnectivityEvent, heartbeat } = world.device(0)
    turns.add(lastConnectivityEvent)
    if (heartbeat !== 'online') overdue++
  }
  expect(turns.size).toBeGreaterThan(20)
  expect(overdue).toBe(0)
})

test('a device whose API is blocked keeps its cloudlink while its heartbeat is offline for hours', () => {
  const world = aDevice('api-blocked')
  const seen = new Set<string>()
  for (let i = 0; i < 200; i++) {
    world.advanceTo(world.now() + 10 * MINUTES)
    const { cloudlink, heartbeat } = world.device(0)
    seen.add(`${cloudlink} ${heartbeat}`)
  }
  expect([...seen]).toEqual(expect.arrayContaining(['true offline', 'true online']))
  expect([...seen].some((it) => it.startsWith('false'))).toBe(false)
})

describe('a wrong clock', () => {
  test('affects the timestamps of lines, but not the time at which the cloud receives them', () => {
    const world = aDevice('wrong-clock')
    const skew = world.device(0).clockSkewMs
    expect(Math.abs(skew)).toBeGreaterThan(5 * MINUTES)
    const lines = world.logs(0, { count: 50 })
    expect(lines).toHaveLength(50)
    for (const it of lines) expect(it.at - it.createdAt).toBe(skew)
    expect(lines.at(-1)?.createdAt).toBeGreaterThan(NOON - MINUTES)
    expect(check(world, 'check_timesync')).toMatchObject({ success: false })
    expect(check(aDevice(), 'check_timesync')).toMatchObject({ success: true })
  })

  test('does not hide lines from a follower', () => {
    const world = aDevice('wrong-clock')
    for (let i = 0; i < 50; i++) {
      const before = world.now()
      const next = world.nextLogAt(0, before) ?? 0
      world.advanceTo(next)
      expect(world.logs(0, { after: before }).length).toBeGreaterThan(0)
    }
  })
})

describe('a storage that fills', () => {
  test('is full after some days: services and downloads fail until a purge', () => {
    const world = aDevice('filling')
    const usage = () =>
      (world.device(0).metrics?.storageUsage ?? 0) / (world.device(0).metrics?.storageTotal ?? 1)
    const before = usage()
    world.advanceTo(NOON + 10 * DAYS)
    expect(usage()).toBeGreaterThan(Math.max(0.98, before))
    expect(check(world, 'check_localdisk')).toMatchObject({ success: false })
    expect(world.logs(0, {}).some((it) => /ENOSPC|No space left/.test(it.message))).toBe(true)
    expect(world.read(explainStatus, 0).find((it) => it.about === 'storage')?.is).toBe('full')
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + 10 * DAYS + 10 * MINUTES)
    // Between two attempts, it still reports a download.
    while (world.now() < NOON + 10 * DAYS + 2 * HOURS) {
      expect(world.device(0)).toMatchObject({ runningReleaseId: 1, updateStatus: 'downloading' })
      world.advanceTo(world.now() + 7 * SECONDS)
    }
    const failed = world.logs(0, {}).filter((it) => it.message.startsWith('Failed to download'))
    expect(failed.at(-1)?.message).toMatch(/no space left on device'$/)
    world.command(0, { kind: 'purge' })
    world.advanceTo(NOON + 10 * DAYS + 3 * HOURS)
    expect(usage()).toBeLessThan(0.5)
    expect(world.device(0).runningReleaseId).toBe(2)
  })

  test('takes two to nine days to fill after a purge', () => {
    const world = aDevice('filling', { batch: { count: 60 } })
    const full = () =>
      everyIndex(world).filter((index) => {
        const { storageUsage, storageTotal } = world.device(index).metrics ?? {}
        return (storageUsage ?? 0) / (storageTotal ?? 1) > 0.98
      })
    for (const index of everyIndex(world)) world.command(index, { kind: 'purge', force: true })
    world.advanceTo(NOON + 2 * DAYS)
    expect(full()).toEqual([])
    world.advanceTo(NOON + 9 * DAYS + HOURS)
    expect(full()).toEqual(everyIndex(world))
  })

  test('does not change lines that were logged before a purge', () => {
    const world = aDevice('filling')
    world.advanceTo(NOON + 10 * DAYS)
    const before = world.logs(0, { after: NOON + 10 * DAYS - 20 * MINUTES })
    world.command(0, { kind: 'purge' })
    world.advanceTo(NOON + 10 * DAYS + 5 * SECONDS)
    const after = world.logs(0, { after: NOON + 10 * DAYS - 20 * MINUTES, before: NOON + 10 * DAYS })
    expect(after.slice(-before.length)).toEqual(before)
  })
})

test('undervoltage appears in the metrics, the health checks and the kernel log', () => {
  const world = aDevice('undervolted')
  while (world.device(0).metrics?.isUndervolted !== true) world.advanceTo(world.now() + 10 * MINUTES)
  expect(check(world, 'check_under_voltage')).toMatchObject({ success: false })
  expect(diagnosticsText(runHealthChecks(world, 0), world.now())).toContain('Undervoltage detected!')
  expect(
    world
      .read(explainStatus, 0)
      .find((it) => it.about === 'power')
      ?.chain.at(-1)?.text,
  ).toContain('power supply')
})

test('an OS that does not run because of undervoltage is rolled back, which the health checks tell', () => {
  const world = aDevice('undervolted')
  const { osVersion } = world.device(0)
  world.startSystemUpdate(0, { part: 'os', version: '6.1.0', variant: 'prod', bytes: 9e7 })
  world.advanceTo(NOON + HOURS)
  expect(world.device(0)).toMatchObject({ osVersion, overallStatus: 'operational', provisioningState: '' })
  expect(check(world, 'check_os_rollback')).toMatchObject({
    success: false,
    status: expect.stringContaining(`rolled back to ${osVersion}`),
  })
})

test('services occasionally write bursts of lines', () => {
  const world = aDevice('steady', { releases: [aRelease(1)] })
  world.advanceTo(NOON + DAYS)
  let max = 0
  for (let hour = 0; hour < 24; hour++) {
    const lines = world.logs(0, { after: NOON + hour * HOURS, before: NOON + (hour * 60 + 25) * MINUTES })
    const perSecond = new Map<string, number>()
    for (const { createdAt, serviceId } of lines) {
      const key = `${serviceId} ${Math.floor(createdAt / 2000)}`
      perSecond.set(key, (perSecond.get(key) ?? 0) + 1)
    }
    max = Math.max(max, ...perSecond.values())
  }
  expect(max).toBeGreaterThan(8)
})
