import { describe, expect, test } from 'vitest'
import { PERSONAS } from '../definition/device-profiles.ts'
import { OVERALL_STATUSES, type OverallStatus } from '../device/device-state.ts'
import {
  aDevice,
  aRelease,
  aVariedRelease,
  aWorld,
  everyIndex,
  HOURS,
  MINUTES,
  MIXED,
  NOON,
  PI,
  SECONDS,
} from '../testing/a-world.ts'
import type { World } from '../world/world.ts'
import { nextEventText } from './next-event.ts'
import { explainStatus } from './status-explanations.ts'

const reason = (world: World, about: string, index = 0) =>
  world.read(explainStatus, index).find((it) => it.about === about)

/** Worlds whose device 0 has the status. */
const WORLDS: Record<OverallStatus, () => World> = {
  configuring: () => {
    const world = aDevice('never-seen')
    world.setActive(0, true)
    return world
  },
  'post-provisioning': () => {
    const world = aWorld({ batch: { count: 0 } })
    world.addDevice({ fleetId: 1, hardware: { ...PI, arch: 'amd64' }, at: NOON })
    return world
  },
  updating: () => {
    const world = aDevice()
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + 30 * SECONDS)
    return world
  },
  operational: () => aDevice(),
  'reduced-functionality': () => {
    const world = aDevice()
    world.setConnectivity(0, 'polls')
    return world
  },
  disconnected: () => {
    const world = aDevice()
    world.setLink(0, false)
    world.advanceTo(NOON + HOURS)
    return world
  },
  inactive: () => {
    const world = aDevice()
    world.setActive(0, false)
    return world
  },
}

describe('the explanation of a device', () => {
  test.each(OVERALL_STATUSES)('leads from the status %s back to a first cause', (status) => {
    const [first] = WORLDS[status]().read(explainStatus, 0)
    expect(first).toMatchObject({ about: 'status', is: status })
    expect(first?.chain.length).toBeGreaterThan(0)
    expect(first?.chain.every(({ text }) => /^[A-Z].*\.( .*|\))?$/.test(text) || text.endsWith(')'))).toBe(
      true,
    )
  })

  test.each(PERSONAS)('exists for all events of a device of persona %s', (persona) => {
    const releases = [
      aRelease(1),
      aVariedRelease(2, { rejects: 0.2, aborts: 0.2, crashLoops: 0.3 }),
      aRelease(3),
    ]
    const world = aWorld({
      releases,
      target: 2,
      batch: { count: 12, personas: [{ value: persona, weight: 1 }], updating: true, locked: 0.2 },
    })
    for (let step = 0; step < 12; step++) {
      world.advanceTo(world.now() + step * 7 * MINUTES)
      for (const index of everyIndex(world)) {
        const device = world.device(index)
        const reasons = world.read(explainStatus, index)
        expect(reasons.slice(0, 3).map(({ is }) => is)).toEqual([
          device.overallStatus,
          device.cloudlink ? 'connected' : 'disconnected',
          device.heartbeat,
        ])
        for (const { chain } of reasons) {
          expect(chain.length).toBeGreaterThan(0)
          const times = chain.flatMap(({ at }) => (at === null ? [] : [at]))
          expect(times).toEqual(times.toSorted((a, b) => b - a))
        }
        for (const { name, status } of device.services) {
          if (status !== 'Running')
            expect(reasons.some(({ about }) => about === `service ${name}`)).toBe(true)
        }
        expect(reasons.some(({ about }) => about === 'update lock')).toBe(device.lockedBy !== null)
        expect(reasons.some(({ about }) => about === 'power')).toBe(device.metrics?.isUndervolted === true)
      }
    }
  })

  test('leads from an update back to the change of the target', () => {
    const chain = reason(WORLDS.updating(), 'status')?.chain.map(({ kind }) => kind)
    expect(chain).toEqual(['downloading', 'noticing', 'target'])
  })

  test('leads from a crash back to the release that causes it', () => {
    const world = aDevice('steady', { releases: [aRelease(1), aRelease(2, { crashLoops: 1 })] })
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + 20 * MINUTES)
    const crashed = () =>
      world.device(0).services.find(({ status }) => status === 'exited' || status === 'restarting')
    while (!crashed()) world.advanceTo(world.now() + SECONDS)
    const chain = reason(world, `service ${crashed()?.name}`)?.chain ?? []
    expect(chain.map(({ kind }) => kind).slice(0, 2)).toEqual(['crashed', 'done'])
    expect(chain.at(-1)?.kind).toBe('target')
  })

  test('leads from a reboot for new configuration back to the variable', () => {
    const world = aDevice()
    world.setConfig(0, 'RESIN_HOST_CONFIG_gpu_mem', '64')
    world.advanceTo(NOON + 15 * SECONDS)
    expect(reason(world, 'cloudlink')?.chain.map(({ kind }) => kind)).toEqual([
      'contact',
      'going-down',
      'configured',
      'config',
    ])
  })

  test('mentions local mode, a frozen organization and a failed OS update', () => {
    const world = aDevice('dying-card')
    world.setConfig(0, 'RESIN_SUPERVISOR_LOCAL_MODE', '1')
    world.setFrozen(new Set([0]))
    world.startSystemUpdate(0, { part: 'os', version: '6.1.0', variant: 'prod', bytes: 2e8 })
    world.advanceTo(NOON + HOURS)
    expect(reason(world, 'local mode')?.chain[0]?.text).toContain('LOCAL_MODE was set to 1')
    expect(reason(world, 'frozen')?.is).toBe('yes')
    expect(reason(world, 'operating system')?.chain.at(-1)?.text).toContain('Preparing to update')
  })
})

describe('the next event', () => {
  test('has a description for every event of a busy fleet, and occurs at the predicted time', () => {
    const world = aWorld({
      target: 2,
      releases: [aRelease(1), aVariedRelease(2, { rejects: 0.1, aborts: 0.1 }), aRelease(3)],
      batch: { count: 60, personas: MIXED, updating: true },
    })
    world.command(1, { kind: 'reboot', force: true })
    world.setConfig(2, 'RESIN_HOST_CONFIG_gpu_mem', '64')
    world.startSystemUpdate(3, { part: 'os', version: '6.1.0', variant: 'prod', bytes: 2e8 })
    world.startSystemUpdate(4, { part: 'supervisor', version: '17.1.2', variant: 'prod', bytes: 2e7 })
    world.addDevice({ fleetId: 1, hardware: { ...PI, arch: 'amd64' }, at: NOON })
    const words = new Set<string>()
    for (let i = 0; i < 1200; i++) {
      const next = world.nextWake()
      expect(next?.at ?? null).toBe(world.nextWakeAt())
      if (next === null) break
      const what = world.read(nextEventText, next.index, next.at)
      expect(what).toMatch(/^(It|Its|The) .*\.$/)
      words.add(what)
      world.advanceTo(next.at)
    }
    expect(words.size).toBeGreaterThan(15)
  })

  test('does not exist in an idle world', () => {
    expect(aWorld({ batch: { count: 50 } }).nextWake()).toBeNull()
  })

  test('names the device', () => {
    const world = aWorld({ batch: { count: 5 } })
    world.command(3, { kind: 'reboot' })
    const { index = -1, at = 0 } = world.nextWake() ?? {}
    expect([index, world.read(nextEventText, index, at)]).toEqual([3, 'It starts to reboot.'])
  })
})
