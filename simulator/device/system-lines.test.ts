import { expect, test } from 'vitest'
import type { ReleasePlan } from '../definition/world-definition.ts'
import { aDevice, aRelease, aVariedRelease, MINUTES, NOON } from '../testing/a-world.ts'
import type { World } from '../world/world.ts'

const startAll = [/^Supervisor starting$/]
const config = 'BALENA_SUPERVISOR_CONNECTIVITY_CHECK'
const rebooting = 'RESIN_HOST_CONFIG_gpu_mem'

/** Actions, and the lines that the supervisor logs for them, in order (docs/platform/device-protocol.md). */
const cases: readonly [
  what: string,
  act: (world: World) => void,
  expected: readonly RegExp[],
  next?: ReleasePlan,
][] = [
  [
    'a stopped service',
    (world) => world.command(0, { kind: 'stop-service', serviceName: 'uplink' }),
    [/^Killing service 'uplink sha256:/, /^Killed service 'uplink sha256:/],
  ],
  [
    'a restart of the services',
    (world) => world.command(0, { kind: 'restart' }),
    [
      /^Killing service/,
      /^Killed service/,
      /^Installing service/,
      /^Installed service/,
      /^Starting service/,
      /^Started service/,
    ],
  ],
  [
    'a reboot',
    (world) => world.command(0, { kind: 'reboot' }),
    [/^Taking update locks$/, /^Rebooting$/, /^Releasing update locks$/, ...startAll],
  ],
  ['a shutdown', (world) => world.command(0, { kind: 'shutdown' }), [/^Shutting down$/]],
  [
    'a purge',
    (world) => world.command(0, { kind: 'purge' }),
    [
      /^Purging data for app 1$/,
      /^Taking update locks$/,
      /^Killing service/,
      /^Killed service/,
      /^Removing volume 'data'$/,
      /^Creating volume 'data'$/,
      /^Installed service/,
      /^Started service/,
      /^Purged data$/,
    ],
  ],
  [
    'a configuration variable',
    (world) => world.setConfig(0, config, 'false'),
    [/^Applying configuration change \{".*CHECK":"false"\}$/, /^Applied configuration change \{/],
  ],
  [
    'a variable that needs a reboot',
    (world) => world.setConfig(0, rebooting, '64'),
    [
      /^Applying boot config: \{"gpu_mem":"64"\}$/,
      /^Applied boot config: /,
      /^Reboot has been scheduled to apply changes: /,
      /^Rebooting$/,
      ...startAll,
    ],
  ],
  [
    'such a variable while a service holds the update lock',
    (world) => {
      world.setLock(0, 'uplink')
      world.setConfig(0, rebooting, '64')
    },
    [
      /^Applied boot config: /,
      /^Updates are locked, retrying in 1s\. Reason: Lockfile exists for \{ appId: 1, service: uplink \}$/,
      /^Updates are locked, retrying in 2s\. /,
    ],
  ],
  [
    'an update that waits for the update lock',
    (world) => {
      world.setLock(0, 'uplink')
      world.setFleetTarget(1, 2)
    },
    [
      /^Downloading image/,
      /^Downloaded image/,
      /^Updates are locked, retrying in 1s\. Reason: Lockfile exists for \{ appId: 1, service: uplink \}$/,
      /^Updates are locked, retrying in 32s\. /,
      /^Updates are locked, retrying in 1m\. /,
    ],
  ],
  [
    'a first update',
    (world) => world.setFleetTarget(1, 2),
    [
      /^Taking update locks$/,
      /^Killed service/,
      /^Deleted image/,
      /^Installed service/,
      /^Releasing update locks$/,
    ],
  ],
  [
    'an update with deltas and a hand-over',
    (world) => world.setFleetTarget(1, 2),
    [/^Downloading delta for image/, /^Handing over service 'uplink /, /^Killed service 'uplink /],
    aVariedRelease(2),
  ],
  [
    'an update whose contract is not met',
    (world) => world.setFleetTarget(1, 2),
    [
      /^Could not move to new release: Some releases were rejected due to having unmet requirements:$/,
      /^  cold-chain-eu: Services with unmet requirements: sensor-hub$/,
    ],
    aRelease(2, { rejects: 1 }),
  ],
  [
    'an aborted update',
    (world) => world.setFleetTarget(1, 2),
    [/^Downloading image/, /^Update to release 2222222 was aborted$/],
    aRelease(2, { aborts: 1 }),
  ],
  [
    'a supervisor update',
    (world) =>
      world.startSystemUpdate(0, {
        part: 'supervisor',
        version: '17.0.3',
        variant: 'prod',
        bytes: 60_000_000,
      }),
    [/^Supervisor starting$/],
  ],
]

test.each(cases)('the supervisor logs %s', (_what, act, expected, next = aRelease(2)) => {
  const first = next.services[0]?.layers === undefined ? aRelease(1) : aVariedRelease(1)
  const world = aDevice('steady', { releases: [first, next] })
  act(world)
  world.advanceTo(NOON + 20 * MINUTES)
  const lines = world.logs(0, { after: NOON }).filter(({ isSystem }) => isSystem)
  let from = 0
  for (const pattern of expected) {
    const at = lines.findIndex(({ message }, position) => position >= from && pattern.test(message))
    expect([pattern, at >= 0]).toEqual([pattern, true])
    from = at + 1
  }
})

test('all old services are killed, and their images deleted, before the first new service is installed', () => {
  for (const seed of [1, 2, 3]) {
    const world = aDevice('steady', { seed, releases: [aRelease(1), aRelease(2)] })
    world.setFleetTarget(1, 2)
    world.advanceTo(NOON + 20 * MINUTES)
    const lines = world.logs(0, { after: NOON }).filter(({ isSystem }) => isSystem)
    const messages = lines.map(({ message }) => message.split(" '")[0])
    const count = (message: string) => messages.filter((one) => one === message).length
    expect([count('Killed service'), count('Deleted image'), count('Installing service')]).toEqual([4, 4, 4])
    expect(messages.lastIndexOf('Killed service')).toBeLessThan(messages.lastIndexOf('Deleted image'))
    expect(messages.lastIndexOf('Deleted image')).toBeLessThan(messages.indexOf('Installing service'))
    expect(lines.every((line) => line.serviceId === null)).toBe(true)
  }
})

test('"Purged data" is the last line of a purge', () => {
  const world = aDevice()
  world.command(0, { kind: 'purge' })
  world.advanceTo(NOON + 5 * MINUTES)
  const lines = world.logs(0, { after: NOON }).filter(({ isSystem }) => isSystem)
  expect(lines.at(-1)?.message).toBe('Purged data')
})

test('the supervisor of an idle device logs nothing', () => {
  const world = aDevice()
  world.advanceTo(NOON + 20 * MINUTES)
  expect(world.logs(0, { after: NOON }).filter(({ isSystem }) => isSystem)).toEqual([])
})
