import { describe, expect, test } from 'vitest'
import { isForScreensOnly, rebootsFor } from '../device/configuration.ts'
import { describedEvents } from '../explain/event-causes.ts'
import { explainStatus } from '../explain/status-explanations.ts'
import { aDevice, HOURS, MINUTES, NOON, SECONDS } from '../testing/a-world.ts'
import type { World } from '../world/world.ts'

const GPU = 'RESIN_HOST_CONFIG_gpu_mem'

function system(world: World): string[] {
  return world
    .logs(0, { after: NOON, before: NOON + 10 * MINUTES })
    .filter((it) => it.isSystem)
    .map((it) => it.message)
}

describe('a change of the configuration', () => {
  test.each([
    [GPU, true],
    ['BALENA_HOST_SPLASH_IMAGE', true],
    ['RESIN_HOST_EXTLINUX_isolcpus', true],
    ['RESIN_SUPERVISOR_PERSISTENT_LOGGING', true],
    ['BALENA_HOST_CONFIG_fan_profile', false],
    ['RESIN_SUPERVISOR_POLL_INTERVAL', false],
    ['RESIN_SUPERVISOR_LOCAL_MODE', false],
  ])('of %s reboots the device: %s (docs/platform/configuration-variables.md)', (name, reboots) => {
    expect(rebootsFor(name)).toBe(reboots)
    const world = aDevice()
    const booted = world.device(0).bootedAt ?? 0
    world.setConfig(0, name, '1')
    world.advanceTo(NOON + 3 * MINUTES)
    expect((world.device(0).bootedAt ?? 0) > booted).toBe(reboots)
    expect(world.device(0).cloudlink).toBe(true)
  })

  test('is logged by the supervisor, and then the device reboots', () => {
    const world = aDevice()
    world.setConfig(0, GPU, '64')
    world.advanceTo(NOON + 3 * MINUTES)
    expect(system(world)).toEqual([
      'Applying boot config: {"gpu_mem":"64"}',
      'Applied boot config: {"gpu_mem":"64"}',
      'Reboot has been scheduled to apply changes: {"gpu_mem":"64"}',
      'Taking update locks',
      'Rebooting',
      'Releasing update locks',
      'Supervisor starting',
    ])
    world.setConfig(0, 'RESIN_SUPERVISOR_CONNECTIVITY_CHECK', 'false')
    world.advanceTo(NOON + 6 * MINUTES)
    expect(system(world).slice(-2)).toEqual([
      'Applying configuration change {"SUPERVISOR_CONNECTIVITY_CHECK":"false"}',
      'Applied configuration change {"SUPERVISOR_CONNECTIVITY_CHECK":"false"}',
    ])
  })

  test('of a variable for the dashboard only never reaches a device', () => {
    expect(isForScreensOnly('BALENA_UI_ENABLE')).toBe(true)
    const world = aDevice()
    world.setConfig(0, 'RESIN_UI_COLOUR', 'red')
    world.advanceTo(NOON + HOURS)
    expect(system(world)).toEqual([])
  })

  test('is applied at once, but waits for the update lock before the reboot', () => {
    const world = aDevice()
    const { bootedAt } = world.device(0)
    world.setLock(0, 'uplink')
    world.setConfig(0, GPU, '64')
    world.advanceTo(NOON + HOURS)
    expect(world.device(0).bootedAt).toBe(bootedAt)
    expect(system(world)).toContain('Applied boot config: {"gpu_mem":"64"}')
    expect(system(world)).toContain(
      'Updates are locked, retrying in 1s. Reason: Lockfile exists for { appId: 1, service: uplink }',
    )
    expect(system(world)).not.toContain('Rebooting')
    expect(world.device(0).isMatchingTarget).toBe(false)
    world.setLock(0, null)
    world.advanceTo(NOON + HOURS + 18 * MINUTES)
    expect(world.device(0).isMatchingTarget).toBe(true)
    expect(world.device(0).bootedAt).toBeGreaterThan(NOON)
  })

  test('reaches an offline device when it reconnects', () => {
    const world = aDevice()
    world.setLink(0, false)
    world.setConfig(0, GPU, '64')
    world.advanceTo(NOON + HOURS)
    expect(system(world)).toEqual([])
    world.setLink(0, true)
    world.advanceTo(NOON + HOURS + 3 * MINUTES)
    expect(world.device(0).bootedAt).toBeGreaterThan(NOON + HOURS)
  })

  test('of the fleet reaches its devices, except those with their own value', () => {
    const world = aDevice('steady', { batch: { count: 2 } })
    world.setConfig(1, GPU, '32')
    world.advanceTo(NOON + 5 * MINUTES)
    world.setFleetConfig(1, GPU, '64')
    world.advanceTo(NOON + 10 * MINUTES)
    expect(world.device(0).bootedAt).toBeGreaterThan(NOON + 5 * MINUTES)
    expect(world.device(1).bootedAt).toBeLessThan(NOON + 5 * MINUTES)
  })

  test('is applied together with an earlier one that the device has not noticed yet, in one reboot', () => {
    const world = aDevice()
    world.setConfig(0, GPU, '64')
    world.setConfig(0, 'RESIN_HOST_CONFIG_enable_uart', '1')
    world.advanceTo(NOON + 5 * MINUTES)
    expect(system(world).filter((it) => it === 'Rebooting')).toHaveLength(1)
    expect(system(world)[0]).toContain('enable_uart')
  })
})

describe('a frozen device', () => {
  test('receives no changes and keeps running its release, and receives all changes when unfrozen', () => {
    const world = aDevice()
    world.setFrozen(new Set([0]))
    expect(world.device(0)).toMatchObject({ isFrozen: true, overallStatus: 'operational' })
    world.setFleetTarget(1, 2)
    world.setConfig(0, GPU, '64')
    const { bootedAt } = world.device(0)
    world.advanceTo(NOON + HOURS)
    expect(world.device(0)).toMatchObject({ runningReleaseId: 1, targetReleaseId: 2, bootedAt })
    expect(world.read(explainStatus, 0).find((it) => it.about === 'update')?.chain[0]?.text).toContain(
      'frozen',
    )
    world.setFrozen(new Set())
    world.advanceTo(NOON + 2 * HOURS)
    expect(world.device(0)).toMatchObject({ isFrozen: false, runningReleaseId: 2 })
    expect(world.device(0).bootedAt).toBeGreaterThan(NOON + HOURS)
  })

  test('does not change when it is frozen again', () => {
    const world = aDevice()
    world.setFrozen(new Set([0]))
    const print = world.fingerprint()
    world.advanceTo(NOON + SECONDS)
    world.setFrozen(new Set([0]))
    expect(world.read(describedEvents, 0).filter((it) => it.kind === 'frozen')).toHaveLength(1)
    expect(print).not.toBe(world.fingerprint())
  })
})
