import { describe, expect, test } from 'vitest'
import { KEPT_EVENTS } from '../world/event-history.ts'
import { aDevice, aRelease, DAYS, HOURS, MINUTES, NOON, PI } from '../testing/a-world.ts'
import type { DescribedEvent, World } from '../world.ts'

/** The kinds from an event back to its first cause. */
function chain(world: World, kind: string): string[] {
  const events = world.events(0)
  const found: string[] = []
  let it: DescribedEvent | undefined = events.findLast((event) => event.kind === kind)
  while (it) {
    found.push(it.kind)
    const because: number | null = it.because
    it = events.find((event) => event.n === because)
  }
  return found
}

describe('why a device is as it is', () => {
  test('the release it runs goes back to the target that was set', () => {
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
    expect(world.events(0).at(-1)?.detail).toBe('Running 1.2.0.')
  })

  test('a rejected release says so', () => {
    const world = aDevice('steady', { releases: [aRelease(1), aRelease(2, { rejects: 1 })] })
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + HOURS)
    expect(chain(world, 'rejected')).toEqual(['rejected', 'noticing', 'target'])
  })

  test('an offline heartbeat goes back to the lost contact, and that to nothing earlier', () => {
    const world = aDevice()
    world.setLink(0, false)
    world.advanceTo(NOON + HOURS)
    expect(chain(world, 'heartbeat')).toEqual(['heartbeat', 'contact'])
    expect(world.events(0).find((it) => it.kind === 'contact' && it.at === NOON)?.detail).toContain(
      'A user disconnected it',
    )
  })

  test('a boot goes back to the command of a person', () => {
    const world = aDevice()
    world.command(0, { kind: 'reboot', force: true })
    world.advanceTo(NOON + 5 * MINUTES)
    expect(chain(world, 'booted')).toEqual(['booted', 'contact', 'contact', 'going-down', 'command'])
  })

  test('a pin, a lock, a name and a variable are told in words', () => {
    const world = aDevice()
    world.setPin(0, 2)
    world.setLock(0, 'uplink')
    world.rename(0, 'dock-7')
    world.setConfig(0, 'RESIN_HOST_CONFIG_gpu_mem', '16')
    world.moveDevice(0, 2)
    const told = world.events(0).map((it) => it.detail)
    expect(told).toContain('The device was pinned to 1.2.0.')
    expect(told).toContain('Service uplink took the update lock.')
    expect(told).toContain('The device was renamed to dock-7.')
    expect(told).toContain('RESIN_HOST_CONFIG_gpu_mem was set to 16.')
    expect(told).toContain('The device was moved to fleet harbor-cams.')
  })

  test('the first thing that is known of a device is that it joined', () => {
    const world = aDevice()
    expect(world.events(0)[0]).toMatchObject({ n: 1, kind: 'provisioned', because: null })
    const index = world.addDevice({ fleetId: 1, hardware: PI, at: NOON })
    expect(world.events(index).map((it) => it.kind)).toEqual(['provisioned', 'registered'])
  })

  test('events are in order, point only backwards, and are bounded for the busiest device', () => {
    const world = aDevice('flaky')
    for (let day = 1; day <= 30; day++) {
      world.setFleetTarget(1, 1 + (day % 3))
      world.advanceTo(NOON + day * DAYS)
      const events = world.events(0)
      expect(events.length).toBeLessThanOrEqual(KEPT_EVENTS + 13)
      for (const [i, it] of events.entries()) {
        expect(it.at).toBeGreaterThanOrEqual(events[i - 1]?.at ?? 0)
        if (it.because !== null) expect(it.because).toBeLessThan(it.n)
      }
    }
    expect(world.logs(0, { count: 10 })).toHaveLength(10)
  })
})
