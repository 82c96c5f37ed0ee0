import { describe, expect, test } from 'vitest'
import { aDevice, aWorld, DAYS, HOURS, MINUTES, NOON, SECONDS } from '../testing/a-world.ts'
import { deviceContainers } from '../views/containers.ts'
import type { Command, LogLine, World } from '../world/world.ts'

type Guarded = Exclude<Command, { kind: 'blink' }>

const GUARDED: Guarded[] = [
  { kind: 'update' },
  { kind: 'restart' },
  { kind: 'reboot' },
  { kind: 'shutdown' },
  { kind: 'purge' },
  { kind: 'stop-service', serviceName: 'uplink' },
  { kind: 'restart-service', serviceName: 'uplink' },
]

function statusOf(world: World, name: string): string | undefined {
  return world.device(0).services.find((it) => it.name === name)?.status
}

function systemLines(world: World, after: number): string[] {
  return world
    .logs(0, { after })
    .filter((it) => it.isSystem)
    .map((it) => it.message.replace(/ '.*/, ''))
}

/** Only the newest 1,000 lines are read at once. */
function lockSentences(world: World, from: number): LogLine[] {
  const found: LogLine[] = []
  for (let at = from; at < world.now(); at += 5 * MINUTES) {
    const lines = world.logs(0, { after: at, before: Math.min(world.now(), at + 5 * MINUTES) })
    found.push(...lines.filter(({ message }) => message.startsWith('Updates are locked')))
  }
  return found
}

describe('a command (docs/platform/device-protocol.md)', () => {
  test.each(GUARDED)('to $kind is rejected while an update lock is held, and changes nothing', (command) => {
    const world = aDevice()
    world.setLock(0, 'sensor-hub')
    const before = world.fingerprint()
    expect(world.command(0, command)).toEqual({
      ok: false,
      reason: 'locked',
      message: 'Lockfile exists for { appId: 1, service: sensor-hub }',
    })
    expect(world.fingerprint()).toBe(before)
    expect(world.command(0, { ...command, force: true })).toEqual({ ok: true })
  })

  test('to blink or to start a service ignores the lock', () => {
    const world = aDevice()
    world.setLock(0, 'sensor-hub')
    expect(world.command(0, { kind: 'blink' })).toEqual({ ok: true })
    expect(world.command(0, { kind: 'start-service', serviceName: 'uplink' })).toEqual({ ok: true })
  })

  test('ignores the lock when the configuration overrides it, also with the oldest name of the variable', () => {
    const world = aDevice()
    world.setLock(0, 'sensor-hub')
    world.setConfig(0, 'RESIN_OVERRIDE_LOCK', '1')
    expect(world.device(0).lockedBy).toBeNull()
    expect(world.command(0, { kind: 'restart' })).toEqual({ ok: true })
    world.setConfig(0, 'RESIN_OVERRIDE_LOCK', null)
    world.setFleetConfig(1, 'BALENA_OVERRIDE_LOCK', '1')
    expect(world.command(0, { kind: 'restart' })).toEqual({ ok: true })
    world.setConfig(0, 'BALENA_OVERRIDE_LOCK', '0')
    expect(world.command(0, { kind: 'restart' })).toMatchObject({ reason: 'locked' })
  })

  test.each([...GUARDED, { kind: 'blink' } as const])(
    'to $kind does not reach an offline device',
    (command) => {
      const world = aDevice()
      world.setLink(0, false)
      const before = world.fingerprint()
      expect(world.command(0, command)).toMatchObject({ ok: false, reason: 'offline' })
      expect(world.fingerprint()).toBe(before)
    },
  )

  test('for an unknown service is rejected', () => {
    const world = aDevice()
    for (const command of [{ serviceName: 'nobody' }, { imageId: 999 }, {}]) {
      expect(world.command(0, { kind: 'stop-service', ...command })).toMatchObject({
        reason: 'no-such-service',
      })
    }
    expect(world.command(0, { kind: 'stop-service', imageId: 101 })).toEqual({ ok: true })
    expect(statusOf(world, 'uplink')).toBe('Stopping')
  })
})

describe('a service', () => {
  test('stops, starts and restarts on demand without affecting the others', () => {
    const world = aDevice()
    world.command(0, { kind: 'stop-service', serviceName: 'uplink' })
    world.advanceTo(NOON + MINUTES)
    expect([statusOf(world, 'uplink'), statusOf(world, 'dashboard')]).toEqual(['Stopped', 'Running'])
    world.command(0, { kind: 'start-service', serviceName: 'uplink' })
    expect(statusOf(world, 'uplink')).toBe('Starting')
    world.advanceTo(NOON + 2 * MINUTES)
    expect(statusOf(world, 'uplink')).toBe('Running')
    expect(systemLines(world, NOON)).toEqual([
      'Killing service',
      'Killed service',
      'Starting service',
      'Started service',
    ])
  })

  test('counts as down from its stop to its start, and indexes are notified', () => {
    const world = aDevice()
    const down = world.column('downServices')
    world.command(0, { kind: 'stop-service', serviceName: 'uplink' })
    expect(down(0)).toBe('')
    const [version, mark] = [world.version('downServices'), world.mark()]
    world.advanceTo(NOON + MINUTES)
    expect(down(0)).toBe('Stopped')
    expect(world.version('downServices')).toBeGreaterThan(version)
    expect([...(world.changedSince('downServices', mark) ?? [])]).toContain(0)
    world.command(0, { kind: 'start-service', serviceName: 'uplink' })
    expect(down(0)).toBe('')
  })

  test('logs nothing while it is stopped', () => {
    const world = aDevice()
    world.command(0, { kind: 'stop-service', serviceName: 'sensor-hub' })
    world.advanceTo(NOON + 10 * MINUTES)
    const lines = world.logs(0, { after: NOON + 10 * SECONDS }).filter((it) => it.serviceId === 1)
    expect(lines).toEqual([])
    expect(world.logs(0, { before: NOON }).some((it) => it.serviceId === 1)).toBe(true)
  })

  test('that was stopped starts with the next release', () => {
    const world = aDevice()
    world.command(0, { kind: 'stop-service', serviceName: 'uplink' })
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + HOURS)
    expect(statusOf(world, 'uplink')).toBe('Running')
  })
})

describe('a device', () => {
  test('that reboots disconnects, reconnects and starts its services', () => {
    const world = aDevice()
    const containers = world.read(deviceContainers, 0)
    const booted = world.device(0).bootedAt ?? 0
    world.command(0, { kind: 'reboot' })
    expect(world.device(0).cloudlink).toBe(true)
    expect(world.command(0, { kind: 'blink' })).toMatchObject({ reason: 'offline' })
    world.advanceTo(NOON + 10 * SECONDS)
    expect(world.device(0)).toMatchObject({ cloudlink: false, overallStatus: 'reduced-functionality' })
    world.advanceTo(NOON + 2 * MINUTES)
    const device = world.device(0)
    expect(device).toMatchObject({ cloudlink: true, overallStatus: 'operational' })
    expect(device.bootedAt).toBeGreaterThan(booted)
    // The engine starts the containers of before by itself, so the supervisor has nothing to start.
    expect(systemLines(world, NOON)).toEqual([
      'Taking update locks',
      'Rebooting',
      'Releasing update locks',
      'Supervisor starting',
    ])
    const after = world.read(deviceContainers, 0)
    expect(after.map(({ id }) => id)).toEqual(containers.map(({ id }) => id))
    for (const { startedAt } of after) expect(startedAt).toBeGreaterThan(device.bootedAt ?? Infinity)
  })

  test('that is shut down stays offline until it is powered on', () => {
    const world = aDevice()
    world.command(0, { kind: 'shutdown' })
    world.advanceTo(NOON + 30 * DAYS)
    expect(world.device(0)).toMatchObject({ overallStatus: 'disconnected', heartbeat: 'offline' })
    world.setLink(0, true)
    world.advanceTo(world.now() + MINUTES)
    expect(world.device(0)).toMatchObject({ overallStatus: 'operational', cloudlink: true })
  })

  test('that is purged loses its data and restarts its services', () => {
    const world = aDevice('dying-card')
    world.writeFile(0, '/mnt/data/docker/volumes/1_data/_data/note', 'keep me')
    world.writeFile(0, '/tmp/note', 'keep me')
    const before = world.device(0).metrics?.storageUsage ?? 0
    world.command(0, { kind: 'purge' })
    expect([...world.files(0).keys()]).toEqual(['/tmp/note'])
    world.advanceTo(NOON + 10 * MINUTES)
    expect(world.device(0).metrics?.storageUsage).toBeLessThan(before / 2)
    expect(systemLines(world, NOON)).toContain('Purged data')
  })

  test('waits with an update while locked, unless forced', () => {
    const world = aDevice()
    world.setLock(0, 'sensor-hub')
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + HOURS)
    expect(world.device(0)).toMatchObject({
      updateStatus: 'downloaded',
      overallStatus: 'operational',
      runningReleaseId: 1,
    })
    const sentences = lockSentences(world, NOON)
    expect(sentences.length).toBeGreaterThan(8)
    for (const { message } of sentences) {
      expect(message).toContain('Reason: Lockfile exists for { appId: 1, service: sensor-hub }')
    }
    expect(world.command(0, { kind: 'update' })).toMatchObject({ reason: 'locked' })
    world.command(0, { kind: 'update', force: true })
    world.advanceTo(NOON + HOURS + MINUTES)
    expect(world.device(0)).toMatchObject({
      updateStatus: 'done',
      runningReleaseId: 2,
      lockedBy: 'sensor-hub',
    })
  })

  test('continues its update at the next attempt after the lock is released', () => {
    const world = aDevice()
    world.setLock(0, 'sensor-hub')
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + HOURS)
    const sentences = lockSentences(world, NOON)
    const waits = sentences.map(({ message }) => /retrying in (\w+)\./.exec(message)?.[1])
    const doubled = ['1s', '2s', '4s', '8s', '16s', '32s', '1m', '2m', '4m', '8m']
    expect(waits).toEqual([...doubled, ...waits.slice(doubled.length).map(() => '15m')])
    expect(waits.length).toBeGreaterThan(9)
    const lastTry = sentences.at(-1)?.at ?? 0
    world.setLock(0, null)
    world.advanceTo(Math.floor((NOON + HOURS + lastTry + 15 * MINUTES) / 2))
    expect(world.device(0).runningReleaseId).toBe(1)
    world.advanceTo(lastTry + 16 * MINUTES)
    expect(world.device(0).runningReleaseId).toBe(2)
  })

  test('rejects too many and too large files', () => {
    const world = aWorld()
    expect(() => world.writeFile(0, '/tmp/big', 'x'.repeat(70_000))).toThrow('No space left')
    for (let i = 0; i < 256; i++) world.writeFile(0, `/tmp/${i}`, '')
    expect(() => world.writeFile(0, '/tmp/one-more', '')).toThrow('No space left')
    world.writeFile(0, '/tmp/5', null)
    world.writeFile(0, '/tmp/one-more', '')
    expect(world.files(0).size).toBe(256)
  })
})
