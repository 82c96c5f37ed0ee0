import { describe, expect, test } from 'vitest'
import { aRelease, aWorld, DAYS, HOURS, MINUTES, NOON, SECONDS, everyIndex } from '../testing/a-world.ts'

describe('a change of target', () => {
  test('reaches a device with a cloudlink within seconds and leads to the new release [DEV-027]', () => {
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
    // After it has applied its configuration.
    world.advanceTo(NOON + 20 * SECONDS)
    world.setFleetTarget(1, 2)
    const poll = world.nextWakeAt() ?? 0
    expect(poll).toBeGreaterThan(NOON + MINUTES)
    expect(poll).toBeLessThanOrEqual(NOON + 15 * MINUTES)
    world.advanceTo(poll - 1)
    expect(world.device(0).updateStatus).toBe('done')
    world.advanceTo(poll)
    expect(world.device(0).updateStatus).toBe('downloading')
  })

  test('cancels an update in progress', () => {
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

  test('updates a pinned device only when it is unpinned', () => {
    const world = aWorld({ batch: { count: 1 } })
    world.setPin(0, 1)
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + HOURS)
    expect(world.device(0)).toMatchObject({ runningReleaseId: 1, targetReleaseId: 1, pinnedReleaseId: 1 })
    world.setPin(0, null)
    world.advanceTo(NOON + 2 * HOURS)
    expect(world.device(0)).toMatchObject({ runningReleaseId: 2, targetReleaseId: 2, pinnedReleaseId: null })
  })

  test('pauses while the device is disconnected, and continues where it stopped', () => {
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

  test('is ignored in local mode, without logs, until it ends (docs/platform/device-protocol.md)', () => {
    const world = aWorld({ batch: { count: 1 } })
    world.setConfig(0, 'RESIN_SUPERVISOR_LOCAL_MODE', '1')
    world.advanceTo(NOON + HOURS)
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + 3 * HOURS)
    expect(world.device(0)).toMatchObject({ runningReleaseId: 1, targetReleaseId: 2, updateStatus: 'done' })
    expect(world.logs(0, { after: NOON + HOURS })).toEqual([])
    world.setConfig(0, 'RESIN_SUPERVISOR_LOCAL_MODE', '0')
    world.advanceTo(NOON + 4 * HOURS)
    expect(world.device(0).runningReleaseId).toBe(2)
    expect(world.logs(0, { after: NOON + 3 * HOURS }).length).toBeGreaterThan(0)
  })

  test('waits for an offline device', () => {
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
    'that was %s is cleared when the old release is the target again, also for a device that was offline',
    (status, plan) => {
      const world = aWorld({ releases: [aRelease(1), aRelease(2, plan)], batch: { count: 2 } })
      world.setFleetTarget(1, 2)
      world.advanceTo(NOON + DAYS)
      expect(world.device(0).updateStatus).toBe(status)
      world.setLink(1, false)
      world.setFleetTarget(1, 1)
      world.advanceTo(NOON + DAYS + HOURS)
      expect(world.device(0)).toMatchObject({ runningReleaseId: 1, updateStatus: 'done' })
      expect(world.device(1).updateStatus).toBe(status)
      world.setLink(1, true)
      world.advanceTo(NOON + DAYS + 2 * HOURS)
      expect(world.device(1)).toMatchObject({ runningReleaseId: 1, updateStatus: 'done' })
    },
  )

  test.each([
    ['rejected', { rejects: 1 }],
    ['aborted', { aborts: 1 }],
  ] as const)(
    'that is %s leaves the old release running, and is retried only with another target [DEV-027]',
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

  test('is at different stages on the devices of a batch', () => {
    const world = aWorld({ target: 2, batch: { count: 1200, updating: true, locked: 0.05 } })
    const statuses = new Set(everyIndex(world).map(world.column('updateStatus')))
    expect(statuses).toEqual(new Set(['done', 'downloading', 'downloaded', 'applying changes']))
    world.advanceTo(NOON + HOURS)
    const running = everyIndex(world).filter((it) => world.column('runningReleaseId')(it) === 2)
    const locked = everyIndex(world).filter((it) => world.column('lockedBy')(it) !== null)
    expect(running.length + locked.length).toBe(1200)
  })
})
