import { describe, expect, test } from 'vitest'
import type { PersonaName } from '../definition/device-profiles.ts'
import { describedEvents } from '../explain/event-causes.ts'
import { aDevice, aWorld, DAYS, everyIndex, HOURS, MINUTES, NOON, SECONDS } from '../testing/a-world.ts'
import { deviceContainers } from '../views/containers.ts'
import { bootsOf } from '../views/host-journal.ts'
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

const SUPERVISOR = { version: '17.1.2', releaseId: 901 }

/** The text of the failure, '' for none, and how long the update took; the world is advanced to its end. */
function outcomeOf(world: World, index: number) {
  const update = () => world.systemUpdate(index, 'os')
  const until = world.now() + 6 * HOURS
  while (world.now() < until) {
    const it = update()
    if (it?.kind === 'done' || it?.kind === 'failed') {
      return { error: it.kind === 'failed' ? it.error : '', ms: it.startedAt - it.beganAt }
    }
    world.advanceTo(world.now() + 10 * SECONDS)
  }
  return { error: `still ${update()?.kind}`, ms: Infinity }
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
      'Running OS update',
      'Update successful, rebooting',
      'Reboot in progress',
      '',
    ])
    const percents = seen.flatMap(({ progress }) => (progress === null ? [] : [progress]))
    expect([...new Set(percents)]).toEqual([25, 50, 100])
    expect(seen[10]).toMatchObject({ overall: 'configuring', status: 'configuring' })
    expect(seen.at(-1)).toEqual({ state: '', overall: 'operational', status: 'Idle', progress: null })
    expect(world.device(0).osVersion).toBe('6.1.0')
    expect(world.device(0).bootedAt).toBeGreaterThan(bootedBefore ?? 0)
    expect(world.systemUpdate(0, 'os')?.kind).toBe('done')
    expect(world.read(describedEvents, 0).map(({ detail }) => detail)).toContain(
      'Running operating system 6.1.0.',
    )
  })

  test('counts its device as configuring until it is complete', () => {
    const world = aWorld({ batch: { count: 5 } })
    world.startSystemUpdate(2, plan())
    expect(world.fleetCounts(1)).toMatchObject({ configuring: 1, operational: 4 })
    expect(world.column('overallProgress')(2)).toBe(25)
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
      provisioningProgress: 100,
      provisioningState:
        'OS update failed: writing the new root file system failed: input/output error; all hostapp-update attempts have failed...',
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

describe('the supervisor of the new OS', () => {
  test('is installed before the reboot and becomes the target', () => {
    const world = aDevice('steady')
    world.startSystemUpdate(0, plan({ supervisor: SUPERVISOR }))
    const seen = watch(world, NOON + 15 * MINUTES)
    const steps = seen.map(({ state, progress }) => `${progress ?? ''} ${state}`)
    expect([...new Set(steps)]).toEqual([
      '25 Preparing OS update',
      '50 Running OS update',
      '90 Patching supervisor update',
      '95 Running supervisor update',
      '100 Update successful, rebooting',
      '100 Reboot in progress',
      ' ',
    ])
    expect(world.device(0)).toMatchObject({ osVersion: '6.1.0', supervisorVersion: '17.1.2' })
    expect(world.supervisorTarget(0)).toBe(901)
    expect(world.periods(0).at(-1)).toMatchObject({ osVersion: '6.1.0', supervisorVersion: '17.1.2' })
    const lines = world.logs(0, { after: NOON }).map(({ message }) => message)
    expect(lines.filter((line) => line === 'Supervisor starting')).toHaveLength(2)
  })

  test.each(['17.1.2', '17.1.3', '18.0.0'])('leaves alone a device that has %s', (version) => {
    const world = aDevice('steady', { batch: { supervisor: [{ value: version, weight: 1 }] } })
    world.startSystemUpdate(0, plan({ supervisor: SUPERVISOR }))
    const seen = watch(world, NOON + 15 * MINUTES)
    expect(seen.some(({ state }) => /supervisor/.test(state ?? ''))).toBe(false)
    expect(world.device(0)).toMatchObject({ osVersion: '6.1.0', supervisorVersion: version })
    expect(world.supervisorTarget(0)).toBeUndefined()
  })
})

describe('update locks and an OS update', () => {
  test('a lock file that no program holds with flock does not hold back the reboot', () => {
    const world = aDevice('steady')
    world.setLock(0, 'uplink')
    world.startSystemUpdate(0, plan())
    expect(outcomeOf(world, 0).error).toBe('')
    expect(world.device(0)).toMatchObject({ osVersion: '6.1.0', lockedBy: null })
  })

  test('a lock file that a program holds with flock does, until it is released', () => {
    const world = aDevice('steady')
    world.setFlock(0, 'uplink', true)
    expect(world.device(0).lockedBy).toBe('uplink')
    world.startSystemUpdate(0, plan())
    world.advanceTo(NOON + HOURS)
    expect(world.device(0)).toMatchObject({
      osVersion: 'balenaOS 6.0.24',
      provisioningProgress: 100,
      provisioningState: 'Reboot waiting on application lock',
    })
    world.setFlock(0, 'uplink', false)
    world.advanceTo(NOON + HOURS + 6 * SECONDS)
    expect(world.device(0).provisioningState).toBe('Reboot in progress')
    world.advanceTo(NOON + 2 * HOURS)
    // flock leaves its file behind; the reboot removes it.
    expect(world.device(0)).toMatchObject({ osVersion: '6.1.0', lockedBy: null })
  })

  test('a configuration that overrides locks lets it reboot', () => {
    const world = aDevice('steady')
    world.setFlock(0, 'uplink', true)
    world.startSystemUpdate(0, plan())
    world.advanceTo(NOON + HOURS)
    world.setConfig(0, 'RESIN_OVERRIDE_LOCK', '1')
    world.advanceTo(NOON + 2 * HOURS)
    expect(world.device(0).osVersion).toBe('6.1.0')
  })
})

describe('OS updates of many devices', () => {
  const fleet = (persona: PersonaName, count = 40) => {
    const world = aDevice(persona, { batch: { count } })
    for (const index of everyIndex(world)) world.startSystemUpdate(index, plan({ supervisor: SUPERVISOR }))
    return everyIndex(world).map((index) => outcomeOf(world, index))
  }

  test('take different times, and longer on a slow device', () => {
    const steady = fleet('steady').map(({ ms }) => ms)
    expect(new Set(steady).size).toBe(40)
    expect(Math.min(...steady)).toBeGreaterThan(90 * SECONDS)
    expect(Math.max(...steady)).toBeLessThan(10 * MINUTES)
    const slow = fleet('slow').flatMap(({ ms, error }) => (error === '' ? [ms] : []))
    expect(Math.min(...slow)).toBeGreaterThan(Math.max(...steady))
  })

  test.each([
    ['steady', {}],
    ['flaky', { 'Zero or multiple': 0.1, 'pulling the image': 0.2, 'Failed to patch': 0.1 }],
    ['dying-card', { 'writing the new root': 0.85, 'did not start': 0.1 }],
    ['runaway-memory', { 'failed its health checks': 0.4 }],
    ['undervolted', { 'did not start': 0.5, 'failed its health checks': 0.5 }],
    ['no-registry', { 'pulling the image': 1 }],
  ] satisfies [PersonaName, Record<string, number>][])(
    'of the persona %s fail in shares, each with its text',
    (persona, shares) => {
      const errors = fleet(persona, 80).map(({ error }) => error)
      for (const [text, share] of Object.entries(shares)) {
        const found = errors.filter((error) => error.includes(text)).length / errors.length
        expect(found).toBeGreaterThanOrEqual(share / 3)
        expect(found).toBeLessThanOrEqual(Math.min(1, share * 2))
      }
      const known = errors.filter((error) => Object.keys(shares).some((text) => error.includes(text)))
      expect(errors.filter((error) => error !== '')).toEqual(known)
    },
  )

  test('fail on a full data partition', () => {
    const world = aDevice('filling')
    world.advanceTo(NOON + 12 * DAYS)
    world.startSystemUpdate(0, plan())
    expect(outcomeOf(world, 0).error).toContain('no space left on device')
  })
})

/** A device whose update fails in this way. */
function failing(text: string, persona: PersonaName): World {
  for (let seed = 1; seed < 60; seed++) {
    const trial = aDevice(persona, { seed })
    trial.startSystemUpdate(0, plan({ supervisor: SUPERVISOR }))
    if (!outcomeOf(trial, 0).error.includes(text)) continue
    const world = aDevice(persona, { seed })
    world.startSystemUpdate(0, plan({ supervisor: SUPERVISOR }))
    return world
  }
  throw new Error(`No seed of which an update fails with ${text}`)
}

describe('a device returns to its old OS', () => {
  test('after sixteen minutes of failed health checks, with the supervisor of the new one', () => {
    const world = failing('health checks', 'undervolted')
    const { osVersion } = world.device(0)
    const seen = new Set<string>()
    for (let at = NOON; at < NOON + 40 * MINUTES; at += 10 * SECONDS) {
      world.advanceTo(at)
      seen.add(world.device(0).osVersion)
      expect(world.periods(0).at(-1)?.osVersion).toBe(world.device(0).osVersion)
    }
    expect([...seen]).toEqual([osVersion, '6.1.0'])
    expect(world.device(0)).toMatchObject({
      osVersion,
      supervisorVersion: '17.1.2',
      overallStatus: 'operational',
      provisioningState: '',
    })
    expect(world.read(bootsOf, 0)).toHaveLength(3)
    const update = world.systemUpdate(0, 'os')
    expect(update?.kind === 'failed' && update.error).toBe(
      `6.1.0 failed its health checks; rolled back to ${osVersion}`,
    )
    // A file on the device keeps it through reboots.
    world.command(0, { kind: 'reboot' })
    world.advanceTo(NOON + HOURS)
    expect(world.systemUpdate(0, 'os')?.kind).toBe('failed')
  })

  test('when the new one does not start', () => {
    const world = failing('did not start', 'undervolted')
    const { osVersion } = world.device(0)
    for (let at = NOON; at < NOON + 40 * MINUTES; at += 10 * SECONDS) {
      world.advanceTo(at)
      expect(world.device(0).osVersion).toBe(osVersion)
    }
    expect(world.device(0)).toMatchObject({ supervisorVersion: '17.1.2', overallStatus: 'operational' })
  })

  test('runs the new one after the next reboot when only the supervisor could not be set', () => {
    const world = failing('Failed to patch', 'flaky')
    world.advanceTo(NOON + HOURS)
    expect(world.device(0)).toMatchObject({ osVersion: 'balenaOS 6.0.24', supervisorVersion: '17.0.1' })
    world.setLink(0, true)
    world.command(0, { kind: 'reboot' })
    world.advanceTo(NOON + HOURS + 5 * MINUTES)
    expect(world.device(0)).toMatchObject({ osVersion: '6.1.0', supervisorVersion: '17.0.1' })
  })
})

test('a reboot in the middle of an OS update ends it', () => {
  const world = aDevice('steady')
  world.startSystemUpdate(0, plan())
  world.advanceTo(NOON + 20 * SECONDS)
  world.command(0, { kind: 'reboot' })
  world.advanceTo(NOON + HOURS)
  expect(world.device(0)).toMatchObject({
    osVersion: 'balenaOS 6.0.24',
    overallStatus: 'operational',
    provisioningState: '',
  })
  expect(world.systemUpdate(0, 'os')).toMatchObject({ kind: 'failed', error: 'Terminated' })
})

test('the containers are new after an OS update and have the new version in their environment', () => {
  const world = aDevice('steady')
  const before = world.read(deviceContainers, 0)
  world.startSystemUpdate(0, plan({ supervisor: SUPERVISOR }))
  world.advanceTo(NOON + 20 * MINUTES)
  const after = world.read(deviceContainers, 0)
  const bootedAt = world.device(0).bootedAt ?? Infinity
  expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name))
  for (const [at, container] of after.entries()) {
    expect(container.status).toBe('Running')
    expect(container.id).not.toBe(before[at]?.id)
    expect(container.createdAt).toBeGreaterThan(bootedAt)
    expect(container.startedAt).toBeGreaterThanOrEqual(container.createdAt)
    expect(container.environment['BALENA_HOST_OS_VERSION']).toBe('balenaOS 6.1.0')
  }
  expect(world.device(0).isMatchingTarget).toBe(true)
  const lines = world.logs(0, { after: bootedAt }).map(({ message }) => message)
  expect(lines.filter((line) => line.startsWith('Installed service'))).toHaveLength(after.length)
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
  const parameters = {
    seed: 1,
    index: 0,
    speed: 1e6,
    pace: 1,
    failures: {},
    lockedBy: null,
    bringsSupervisor: false,
  }
  const begun = startSystemUpdate(plan(), '6.0.24', NOON, parameters, true)
  const waiting = advanceSystemUpdate(begun, { type: 'time-passed', at: NOON + HOURS }, parameters)
  expect(waiting.kind).toBe('rebooting')
  expect(advanceSystemUpdate(waiting, { type: 'contact-lost', at: NOON + HOURS }, parameters)).toBe(waiting)
  expect([systemText(waiting), systemProgress(waiting)]).toEqual(['Reboot in progress', 100])
  expect(advanceSystemUpdate(waiting, { type: 'booted', at: NOON + HOURS }, parameters).kind).toBe('done')
})
