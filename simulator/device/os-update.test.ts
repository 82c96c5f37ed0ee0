import { describe, expect, test } from 'vitest'
import { aDevice, aWorld, HOURS, MINUTES, NOON, SECONDS } from '../testing/a-world.ts'
import { restoreWorld } from '../world/simulated-world.ts'
import type { SystemUpdatePlan, World } from '../world/world.ts'
import { advanceSystemUpdate, startSystemUpdate, systemProgress, systemText } from './os-update.ts'

const plan = (change: Partial<SystemUpdatePlan> = {}): SystemUpdatePlan => ({
  part: 'os',
  version: '6.1.0',
  variant: 'prod',
  bytes: 90_000_000,
  ...change,
})

/** All different states that are reported until a time. */
function watch(world: World, to: number) {
  const seen: { state: string | null; overall: string; status: string; progress: number | null }[] = []
  for (let at = world.now(); at <= to; at += SECONDS) {
    world.advanceTo(at)
    const it = world.device(0)
    const now = {
      state: it.provisioningState,
      overall: it.overallStatus,
      status: it.status,
      progress: it.provisioningProgress,
    }
    seen.push(now)
  }
  return seen
}

describe('an OS update', () => {
  test('has the status configuring, a text and rising progress, reboots, and then runs the new version', () => {
    const world = aDevice('steady')
    const bootedBefore = world.device(0).bootedAt
    world.startSystemUpdate(0, plan())
    const seen = watch(world, NOON + 10 * MINUTES)
    const states = [...new Set(seen.map(({ state }) => state))]
    expect(states).toEqual([
      'Preparing OS update',
      'Downloading OS update',
      'Running OS update',
      'Update successful, rebooting',
      '',
    ])
    const percents = seen.flatMap(({ progress }) => (progress === null ? [] : [progress]))
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(percents.at(-1)).toBe(100)
    expect(seen[10]).toMatchObject({ overall: 'configuring', status: 'configuring' })
    expect(seen.at(-1)).toEqual({ state: '', overall: 'operational', status: 'Idle', progress: null })
    expect(world.device(0).osVersion).toBe('6.1.0')
    expect(world.device(0).bootedAt).toBeGreaterThan(bootedBefore ?? 0)
    expect(world.systemUpdate(0, 'os')?.kind).toBe('done')
    expect(world.events(0).map(({ detail }) => detail)).toContain('Running operating system 6.1.0.')
  })

  test('counts its device as configuring until it is complete', () => {
    const world = aWorld({ batch: { count: 5 } })
    world.startSystemUpdate(2, plan())
    expect(world.fleetCounts(1)).toMatchObject({ configuring: 1, operational: 4 })
    expect(world.column('overallProgress')(2)).toBe(0)
    world.advanceTo(NOON + 20 * MINUTES)
    expect(world.fleetCounts(1)).toMatchObject({ configuring: 0, operational: 5 })
    expect(world.column('osVersion')(2)).toBe('6.1.0')
    expect(world.column('osVersion')(1)).not.toBe('6.1.0')
  })

  test('fails on faulty storage: the old version runs, and the reason is reported until a reboot', () => {
    const world = aDevice('dying-card')
    const { osVersion } = world.device(0)
    world.startSystemUpdate(0, plan())
    world.advanceTo(NOON + HOURS)
    expect(world.device(0)).toMatchObject({
      osVersion,
      overallStatus: 'configuring',
      provisioningState: 'OS update failed: writing the new root file system failed: input/output error',
    })
    world.command(0, { kind: 'reboot' })
    world.advanceTo(NOON + 2 * HOURS)
    expect(world.device(0)).toMatchObject({ osVersion, overallStatus: 'operational', provisioningState: '' })
  })

  test('pauses while the device is disconnected and continues where it stopped', () => {
    const world = aDevice('steady')
    world.startSystemUpdate(0, plan({ bytes: 300_000_000 }))
    world.advanceTo(NOON + 20 * SECONDS)
    const before = world.device(0).provisioningProgress
    world.setLink(0, false)
    world.advanceTo(NOON + 2 * HOURS)
    expect(world.device(0).provisioningProgress).toBe(before)
    world.setLink(0, true)
    expect(world.device(0).provisioningProgress).toBe(before)
    world.advanceTo(NOON + 3 * HOURS)
    expect(world.device(0).osVersion).toBe('6.1.0')
  })

  test('of a disconnected device starts when it reconnects', () => {
    const world = aDevice('steady')
    world.setLink(0, false)
    world.startSystemUpdate(0, plan())
    world.advanceTo(NOON + HOURS)
    expect(world.device(0).osVersion).not.toBe('6.1.0')
    world.setLink(0, true)
    world.advanceTo(NOON + 2 * HOURS)
    expect(world.device(0).osVersion).toBe('6.1.0')
  })

  test('continues identically from a snapshot', () => {
    const straight = aWorld({ batch: { count: 3 } })
    straight.startSystemUpdate(1, plan())
    straight.advanceTo(NOON + 30 * SECONDS)
    const restored = restoreWorld(structuredClone(straight.snapshot()))
    for (let at = NOON + 31 * SECONDS; at <= NOON + HOURS; at += 13 * SECONDS) restored.advanceTo(at)
    restored.advanceTo(NOON + HOURS)
    straight.advanceTo(NOON + HOURS)
    expect(restored.fingerprint()).toBe(straight.fingerprint())
    expect(restored.device(1).osVersion).toBe('6.1.0')
  })
})

test('a supervisor update changes only the version, with no status and no reboot', () => {
  const world = aDevice('steady')
  const { bootedAt } = world.device(0)
  world.startSystemUpdate(0, plan({ part: 'supervisor', version: '17.1.2' }))
  const seen = watch(world, NOON + 10 * MINUTES)
  expect(new Set(seen.map(({ overall, state }) => `${overall}${state}`))).toEqual(new Set(['operational']))
  expect(world.device(0)).toMatchObject({ supervisorVersion: '17.1.2', bootedAt })
})

test('an update that waits for a reboot continues only after one', () => {
  const parameters = { seed: 1, index: 0, speed: 1e6, pace: 1, hasBadStorage: false, bootsBadly: false }
  const begun = startSystemUpdate(plan(), '6.0.24', NOON, parameters, true)
  const waiting = advanceSystemUpdate(begun, { type: 'time-passed', at: NOON + HOURS }, parameters)
  expect(waiting.kind).toBe('rebooting')
  expect(advanceSystemUpdate(waiting, { type: 'contact-lost', at: NOON + HOURS }, parameters)).toBe(waiting)
  expect([systemText(waiting), systemProgress(waiting, NOON)]).toEqual(['Update successful, rebooting', 100])
  expect(advanceSystemUpdate(waiting, { type: 'booted', at: NOON + HOURS }, parameters).kind).toBe('done')
})
