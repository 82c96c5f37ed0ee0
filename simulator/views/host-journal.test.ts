import { expect, test } from 'vitest'
import { aDevice, MINUTES, NOON } from '../testing/a-world.ts'
import type { World } from '../world/world.ts'
import { journalOf } from './host-journal.ts'

const tunnelLines = (world: World) =>
  world
    .read(journalOf, 0, {})
    .filter((it) => it.unit === 'openvpn')
    .map((it) => it.message)

test('what the journal says of a boot stays when the tunnel is lost', () => {
  const world = aDevice()
  const before = tunnelLines(world)
  expect(before).toContain('Initialization Sequence Completed')
  world.setConnectivity(0, 'polls')
  world.advanceTo(NOON + MINUTES)
  expect(tunnelLines(world).slice(0, before.length)).toEqual(before)
  expect(tunnelLines(world).length).toBeGreaterThan(before.length)
  world.setConnectivity(0, 'cloudlink')
  world.advanceTo(NOON + 2 * MINUTES)
  expect(tunnelLines(world).slice(0, before.length)).toEqual(before)
})
