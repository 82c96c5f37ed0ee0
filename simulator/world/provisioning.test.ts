import { describe, expect, test } from 'vitest'
import { aDevice, aWorld, DAYS, everyIndex, HOURS, MINUTES, NOON, PI, SECONDS } from '../testing/a-world.ts'
import { restoreWorld } from './simulated-world.ts'
import type { World } from '../world.ts'

const reason = (world: World, about: string, index = 0) => world.why(index).find((it) => it.about === about)

/** A world in which such a device joins at noon. */
function joining(persona: 'no-registry' | 'provisioning-refused'): { world: World; index: number } {
  const world = aWorld({ batch: { count: 0 } })
  return { world, index: world.addDevice({ fleetId: 1, hardware: PI, at: NOON, persona }) }
}

describe('a device whose first download fails', () => {
  test('gets in, and then waits longer and longer for a registry that does not answer', () => {
    const { world, index } = joining('no-registry')
    world.advanceTo(NOON + 40 * SECONDS)
    expect(world.device(index)).toMatchObject({ cloudlink: true, runningReleaseId: null })
    world.advanceTo(NOON + 3 * DAYS)
    const device = world.device(index)
    expect(device).toMatchObject({
      runningReleaseId: null,
      overallStatus: 'updating',
      overallProgress: 0,
      updateStatus: 'downloading',
    })
    expect(device.services.every(({ status }) => status === 'Downloading')).toBe(true)
    const waits = world
      .events(index)
      .flatMap(({ kind, detail }) =>
        kind === 'backing-off' ? [Number(/retrying in (\d+) s/.exec(detail)?.[1])] : [],
      )
    expect(waits.at(-1)).toBe(960)
  })

  test('writes the error of every try into its log, and never that an image has come', () => {
    const { world, index } = joining('no-registry')
    world.advanceTo(NOON + 10 * MINUTES)
    const said = world.logs(index, { count: 1000 }).map(({ message }) => message)
    const failed = said.filter((message) => message.startsWith('Failed to download image'))
    expect(failed.length).toBeGreaterThan(3)
    expect(failed[0]).toMatch(/Get https:\/\/registry2\.[^/]+\/v2\/: .*Client\.Timeout exceeded/)
    expect(said.some((message) => message.startsWith('Downloading image'))).toBe(true)
    expect(said.some((message) => message.startsWith('Downloaded'))).toBe(false)
  })

  test('says why: the last failure, and what stands in its way', () => {
    const { world, index } = joining('no-registry')
    world.advanceTo(NOON + 10 * MINUTES)
    const told = reason(world, 'provisioning', index)
    expect(told?.is).toBe('no image yet')
    expect(told?.chain[0]?.text).toContain('the registry does not respond')
    expect(told?.chain.map(({ kind }) => kind)).toEqual(['backing-off', 'nature', 'registered'])
    expect(told?.chain[1]?.text).toContain('firewall')
  })

  test('is in a batch as well: it runs nothing, whatever the others run', () => {
    for (const updating of [true, false]) {
      const world = aDevice('no-registry', { batch: { count: 6, updating } })
      world.advanceTo(NOON + HOURS)
      for (const index of everyIndex(world)) {
        expect(world.device(index)).toMatchObject({ runningReleaseId: null, updateStatus: 'downloading' })
      }
    }
  })
})

describe('a device that is refused when it registers', () => {
  test('stays inactive, unknown and without a line in its log', () => {
    const { world, index } = joining('provisioning-refused')
    world.advanceTo(NOON + 3 * DAYS)
    expect(world.device(index)).toMatchObject({
      overallStatus: 'inactive',
      isActive: false,
      heartbeat: 'unknown',
      cloudlink: false,
      lastConnectivityEvent: null,
      runningReleaseId: null,
      metrics: null,
    })
    expect(world.logs(index, {})).toEqual([])
    expect(world.command(index, { kind: 'blink' })).toMatchObject({ ok: false, reason: 'offline' })
  })

  test('says why: its provisioning key', () => {
    const { world, index } = joining('provisioning-refused')
    expect(reason(world, 'status', index)?.chain.map(({ text }) => text)).toEqual([
      'The device has not connected yet.',
      expect.stringContaining('provisioning key has expired'),
      'The device was preregistered.',
    ])
    expect(reason(world, 'provisioning', index)?.is).toBe('refused')
  })
})

test('provisioning that fails is the same byte for byte, in one jump, in steps, and from a snapshot', () => {
  const begin = () => {
    const world = aWorld({
      batch: {
        count: 20,
        personas: (['steady', 'no-registry', 'provisioning-refused'] as const).map((value) => ({
          value,
          weight: 1,
        })),
        updating: true,
      },
    })
    world.addDevice({ fleetId: 1, hardware: PI, at: NOON, persona: 'no-registry' })
    return world
  }
  const [jumped, stepped] = [begin(), begin()]
  jumped.advanceTo(NOON + HOURS)
  for (let at = NOON; at < NOON + 30 * MINUTES; at += 7 * SECONDS) stepped.advanceTo(at)
  const restored = restoreWorld(structuredClone(stepped.snapshot()))
  stepped.advanceTo(NOON + HOURS)
  restored.advanceTo(NOON + HOURS)
  expect(stepped.fingerprint()).toBe(jumped.fingerprint())
  expect(restored.fingerprint()).toBe(jumped.fingerprint())
})
