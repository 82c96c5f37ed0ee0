import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describedEvents } from '../explain/event-causes.ts'
import {
  aRelease,
  aVariedRelease,
  aWorld,
  HOURS,
  MINUTES,
  MIXED,
  NOON,
  PI,
  SECONDS,
} from '../testing/a-world.ts'
import { restoreWorld } from './simulated-world.ts'
import type { World } from './world.ts'

function aBusyWorld(seed = 11): World {
  return aWorld({
    seed,
    target: 2,
    releases: [aRelease(1), aRelease(2, { rejects: 0.05, aborts: 0.05, crashLoops: 0.1 }), aVariedRelease(3)],
    batch: { count: 150, personas: MIXED, updating: true, locked: 0.1 },
  })
}

/** Runs actions at their times while the world advances in steps. */
function simulate(world: World, steps: readonly Step[], to: number, stepMs: number): void {
  let next = 0
  for (let at = Math.min(world.now() + stepMs, to); ; at = Math.min(at + stepMs, to)) {
    while (next < steps.length && (steps[next]?.at ?? 0) <= at) {
      const step = steps[next++]
      if (!step || step.at < world.now()) continue
      world.advanceTo(step.at)
      step.act(world)
    }
    world.advanceTo(at)
    if (at === to) return
  }
}

interface Step {
  at: number
  act(world: World): void
}

const STEPS: readonly Step[] = [
  { at: NOON + 3 * MINUTES, act: (world) => world.setLink(4, false) },
  { at: NOON + 5 * MINUTES, act: (world) => world.command(8, { kind: 'reboot', force: true }) },
  { at: NOON + 6 * MINUTES, act: (world) => world.command(9, { kind: 'purge', force: true }) },
  { at: NOON + 20 * MINUTES, act: (world) => world.setFleetTarget(1, 3) },
  { at: NOON + 21 * MINUTES, act: (world) => world.setPin(5, 1) },
  {
    at: NOON + 22 * MINUTES,
    act: (world) => world.addDevice({ fleetId: 1, hardware: PI, at: NOON + 22 * MINUTES }),
  },
  { at: NOON + 40 * MINUTES, act: (world) => world.removeDevice(30) },
  { at: NOON + 50 * MINUTES, act: (world) => world.setConfig(6, 'RESIN_OVERRIDE_LOCK', '1') },
  { at: NOON + 70 * MINUTES, act: (world) => world.setLink(4, true) },
  {
    at: NOON + 80 * MINUTES,
    act: (world) => world.command(10, { kind: 'stop-service', serviceName: 'uplink', force: true }),
  },
  {
    at: NOON + 99 * MINUTES,
    act: (world) =>
      world.startSystemUpdate(11, { part: 'os', version: '6.1.0', variant: 'prod', bytes: 4e8 }),
  },
]
const END = NOON + 3 * HOURS

/** The visible state of all devices. */
function visibleState(world: World) {
  return Array.from({ length: world.size }, (_, i) => i)
    .filter((i) => world.exists(i))
    .map((i) => ({
      device: world.device(i),
      logs: world.logs(i, { count: 40 }),
      events: world.read(describedEvents, i),
    }))
}

describe('a world', () => {
  test('with the same seed and actions is identical', () => {
    const [a, b] = [aBusyWorld(), aBusyWorld()]
    for (const world of [a, b]) simulate(world, STEPS, END, HOURS)
    expect(a.fingerprint()).toBe(b.fingerprint())
    expect(visibleState(a)).toEqual(visibleState(b))
    expect(aBusyWorld(12).fingerprint()).not.toBe(aBusyWorld(11).fingerprint())
  })

  test('is the same after one jump and after many small steps', () => {
    const [jumped, stepped] = [aBusyWorld(), aBusyWorld()]
    simulate(jumped, STEPS, END, 10 * HOURS)
    simulate(stepped, STEPS, END, 7 * SECONDS)
    expect(stepped.fingerprint()).toBe(jumped.fingerprint())
    expect(visibleState(stepped)).toEqual(visibleState(jumped))
  })

  test('is not changed by reading', () => {
    const [read, left] = [aBusyWorld(), aBusyWorld()]
    simulate(read, STEPS, NOON + 30 * MINUTES, MINUTES)
    visibleState(read)
    read.sortedBy('cpuUsage')
    simulate(read, STEPS, END, MINUTES)
    simulate(left, STEPS, END, MINUTES)
    expect(read.fingerprint()).toBe(left.fingerprint())
  })

  test('continues identically from a snapshot', () => {
    const straight = aBusyWorld()
    simulate(straight, STEPS, END, HOURS)
    for (const minutes of [4, 5.5, 21.2, 45, 100]) {
      const before = aBusyWorld()
      simulate(before, STEPS, NOON + minutes * MINUTES, HOURS)
      const restored = restoreWorld(structuredClone(before.snapshot()))
      expect(restored.fingerprint()).toBe(before.fingerprint())
      simulate(restored, STEPS, END, HOURS)
      expect(restored.fingerprint()).toBe(straight.fingerprint())
      expect(visibleState(restored)).toEqual(visibleState(straight))
    }
  })

  test('is not affected by taking a snapshot', () => {
    const world = aBusyWorld()
    const snapshot = world.snapshot()
    const print = restoreWorld(snapshot).fingerprint()
    simulate(world, STEPS, END, HOURS)
    expect(restoreWorld(snapshot).fingerprint()).toBe(print)
    expect(world.fingerprint()).not.toBe(print)
  })

  test('rejects a snapshot of another format', () => {
    expect(() => restoreWorld({ ...aBusyWorld().snapshot(), format: 99 })).toThrow('format 99')
  })

  test('is independent of the steps of time, for any actions at any times', () => {
    const action = fc.record({
      minutes: fc.nat(90),
      index: fc.nat(39),
      kind: fc.constantFrom(
        'down',
        'up',
        'target',
        'pin',
        'lock',
        'reboot',
        'restart',
        'update',
        'config',
        'move',
        'inactive',
        'os',
        'supervisor',
        'gpu',
        'freeze',
        'tunnel',
        'polls',
        'purge',
      ),
      release: fc.constantFrom(null, 1, 2, 3),
    })
    fc.assert(
      fc.property(fc.array(action, { maxLength: 25 }), (actions) => {
        const steps = actions
          .toSorted((a, b) => a.minutes - b.minutes)
          .map(({ minutes, index, kind, release }): Step => ({
            at: NOON + minutes * MINUTES,
            act(world) {
              if (kind === 'down' || kind === 'up') world.setLink(index, kind === 'up')
              else if (kind === 'target') world.setFleetTarget(1, release)
              else if (kind === 'pin') world.setPin(index, release)
              else if (kind === 'lock') world.setLock(index, release === null ? null : 'uplink')
              else if (kind === 'config')
                world.setConfig(index, 'RESIN_SUPERVISOR_VPN_CONTROL', release === 1 ? 'false' : null)
              else if (kind === 'gpu')
                world.setConfig(index, 'RESIN_HOST_CONFIG_gpu_mem', String(release ?? 16))
              else if (kind === 'freeze') world.setFrozen(new Set(release === null ? [] : [index, release]))
              else if (kind === 'tunnel' || kind === 'polls') world.setConnectivity(index, kind)
              else if (kind === 'move') world.moveDevice(index, release === 1 ? 2 : 1)
              else if (kind === 'inactive') world.setActive(index, release === null)
              else if (kind === 'os' || kind === 'supervisor')
                world.startSystemUpdate(index, { part: kind, version: '6.1.0', variant: 'prod', bytes: 2e8 })
              else world.command(index, { kind, force: release !== 1 })
            },
          }))
        const options = {
          target: 2,
          releases: [aRelease(1), aVariedRelease(2), aVariedRelease(3)],
          batch: { count: 40, personas: MIXED, updating: true, locked: 0.1 },
        }
        const [jumped, stepped] = [aWorld(options), aWorld(options)]
        simulate(jumped, steps, NOON + 2 * HOURS, 9 * HOURS)
        simulate(stepped, steps, NOON + 2 * HOURS, 53 * SECONDS)
        expect(stepped.fingerprint()).toBe(jumped.fingerprint())
        for (let index = 0; index < 40; index++) {
          const { overallStatus, services, runningReleaseId } = jumped.device(index)
          expect(overallStatus).not.toBe('')
          if (runningReleaseId === null) expect(services.every((it) => it.status !== 'Running')).toBe(true)
        }
      }),
      { numRuns: 40 },
    )
  })
})
