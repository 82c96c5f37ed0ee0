import { describe, expect, test } from 'vitest'
import { MAX_EVENTS } from '../device/event-history.ts'
import { aDevice, aRelease, DAYS, HOURS, MINUTES, NOON, PI } from '../testing/a-world.ts'
import type { DescribedEvent, World } from '../world/world.ts'
import { describedEvents } from './event-causes.ts'

/** The kinds of the events from one back to its first cause. */
function chain(world: World, kind: string): string[] {
  const events = world.read(describedEvents, 0)
  const found: string[] = []
  let it: DescribedEvent | undefined = events.findLast((event) => event.kind === kind)
  while (it) {
    found.push(it.kind)
    const because: number | null = it.because
    it = events.find((event) => event.n === because)
  }
  return found
}

describe('the causes of an event', () => {
  test('of a running release lead back to the change of the target', () => {
    const world = aDevice()
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + HOURS)
    expect(chain(world, 'done')).toEqual([
      'done',
      'applying',
      'downloaded',
      'downloading',
      'noticing',
      'target',
    ])
    expect(world.read(describedEvents, 0).at(-1)?.detail).toBe('Running 1.2.0.')
  })

  test('include the rejection of a release', () => {
    const world = aDevice('steady', { releases: [aRelease(1), aRelease(2, { rejects: 1 })] })
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + HOURS)
    expect(chain(world, 'rejected')).toEqual(['rejected', 'noticing', 'target'])
  })

  test('of an offline heartbeat lead back to the lost connection, which has no cause', () => {
    const world = aDevice()
    world.setLink(0, false)
    world.advanceTo(NOON + HOURS)
    expect(chain(world, 'heartbeat')).toEqual(['heartbeat', 'contact'])
    expect(
      world.read(describedEvents, 0).find((it) => it.kind === 'contact' && it.at === NOON)?.detail,
    ).toContain('A user disconnected it')
  })

  test('of a boot lead back to the command of a user', () => {
    const world = aDevice()
    world.command(0, { kind: 'reboot', force: true })
    world.advanceTo(NOON + 5 * MINUTES)
    expect(chain(world, 'booted')).toEqual(['booted', 'contact', 'contact', 'going-down', 'command'])
  })

  test('describe pins, locks, names and variables', () => {
    const world = aDevice()
    world.setPin(0, 2)
    world.setLock(0, 'uplink')
    world.rename(0, 'dock-7')
    world.setConfig(0, 'RESIN_HOST_CONFIG_gpu_mem', '16')
    world.moveDevice(0, 2)
    const texts = world.read(describedEvents, 0).map((it) => it.detail)
    expect(texts).toContain('The device was pinned to 1.2.0.')
    expect(texts).toContain('Service uplink took the update lock.')
    expect(texts).toContain('The device was renamed to dock-7.')
    expect(texts).toContain('RESIN_HOST_CONFIG_gpu_mem was set to 16.')
    expect(texts).toContain('The device was moved to fleet harbor-cams.')
  })

  test('start with the provisioning of the device', () => {
    const world = aDevice()
    expect(world.read(describedEvents, 0)[0]).toMatchObject({ n: 1, kind: 'provisioned', because: null })
    const index = world.addDevice({ fleetId: 1, hardware: PI, at: NOON })
    expect(world.read(describedEvents, index).map((it) => it.kind)).toEqual(['provisioned', 'registered'])
  })

  test('are earlier events, in a list of bounded length', () => {
    const world = aDevice('flaky')
    for (let day = 1; day <= 30; day++) {
      world.setFleetTarget(1, 1 + (day % 3))
      world.advanceTo(NOON + day * DAYS)
      const events = world.read(describedEvents, 0)
      expect(events.length).toBeLessThanOrEqual(MAX_EVENTS + 13)
      for (const [i, it] of events.entries()) {
        expect(it.at).toBeGreaterThanOrEqual(events[i - 1]?.at ?? 0)
        if (it.because !== null) expect(it.because).toBeLessThan(it.n)
      }
    }
    expect(world.logs(0, { count: 10 })).toHaveLength(10)
  })
})
