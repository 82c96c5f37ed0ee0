import { describe, expect, test } from 'vitest'
import { describedEvents } from '../explain/event-causes.ts'
import { explainStatus } from '../explain/status-explanations.ts'
import { aDevice, aWorld, DAYS, everyIndex, HOURS, MINUTES, NOON, PI, SECONDS } from '../testing/a-world.ts'
import { restoreWorld } from './simulated-world.ts'
import type { World } from './world.ts'

const reason = (world: World, about: string, index = 0) =>
  world.read(explainStatus, index).find((it) => it.about === about)

/** A world with one device of the persona, which registers at noon. */
function joining(persona: 'no-registry' | 'provisioning-refused'): { world: World; index: number } {
  const world = aWorld({ batch: { count: 0 } })
  return { world, index: world.addDevice({ fleetId: 1, hardware: PI, at: NOON, persona }) }
}

describe('a device whose first download fails', () => {
  test('connects, and then retries at increasing intervals because the registry does not respond', () => {
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
      .read(describedEvents, index)
      .flatMap(({ kind, detail }) =>
        kind === 'backing-off' ? [Number(/retrying in (\d+) s/.exec(detail)?.[1])] : [],
      )
    expect(waits.at(-1)).toBe(960)
  })

  test('logs the error of each attempt, and no completed download', () => {
    const { world, index } = joining('no-registry')
    world.advanceTo(NOON + 10 * MINUTES)
    const messages = world.logs(index, { count: 1000 }).map(({ message }) => message)
    const failed = messages.filter((message) => message.startsWith('Failed to download image'))
    expect(failed.length).toBeGreaterThan(3)
    expect(failed[0]).toMatch(/Get https:\/\/registry2\.[^/]+\/v2\/: .*Client\.Timeout exceeded/)
    expect(messages.some((message) => message.startsWith('Downloading image'))).toBe(true)
    expect(messages.some((message) => message.startsWith('Downloaded'))).toBe(false)
  })

  test('is explained by the last failure and its cause', () => {
    const { world, index } = joining('no-registry')
    world.advanceTo(NOON + 10 * MINUTES)
    const explanation = reason(world, 'provisioning', index)
    expect(explanation?.is).toBe('no image yet')
    expect(explanation?.chain[0]?.text).toContain('the registry does not respond')
    expect(explanation?.chain.map(({ kind }) => kind)).toEqual(['backing-off', 'nature', 'registered'])
    expect(explanation?.chain[1]?.text).toContain('firewall')
  })

  test('runs no release as part of a batch', () => {
    for (const updating of [true, false]) {
      const world = aDevice('no-registry', { batch: { count: 6, updating } })
      world.advanceTo(NOON + HOURS)
      for (const index of everyIndex(world)) {
        expect(world.device(index)).toMatchObject({ runningReleaseId: null, updateStatus: 'downloading' })
      }
    }
  })
})

describe('a device whose registration is rejected', () => {
  test('stays inactive and unknown, without log lines', () => {
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

  test('is explained by its provisioning key', () => {
    const { world, index } = joining('provisioning-refused')
    expect(reason(world, 'status', index)?.chain.map(({ text }) => text)).toEqual([
      'The device has not connected yet.',
      expect.stringContaining('provisioning key has expired'),
      'The device was preregistered.',
    ])
    expect(reason(world, 'provisioning', index)?.is).toBe('refused')
  })
})

test('failing provisioning is identical in one jump, in steps and from a snapshot', () => {
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
