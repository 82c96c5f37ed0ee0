import { atDoors, inRacks, openBaseWorld } from './base-world.ts'
import type { OpenedWorld } from './base-world.ts'
import { START } from './scenario.ts'
import type { Scenario } from './scenario.ts'

const MINUTE = 60_000

/** Of the ten sites of the fleet those that the cable served. */
const STRUCK = ['Lyon, France', 'Milan, Italy', 'Madrid, Spain', 'Zurich, Switzerland']

/** Losing and finding the network is spread over so many moments. */
const WAVES = 12

function cutOff({ scene, fleet }: OpenedWorld): void {
  const { world } = scene.store
  const struck = Array.from(world.devicesOfFleet(fleet('cold-chain-eu').id)).filter((index) =>
    STRUCK.includes(world.device(index).place.name),
  )
  const each = (from: number, every: number, act: (index: number) => void) => {
    for (let wave = 0; wave < WAVES; wave++) {
      world.advanceTo(scene.start - from + wave * every)
      for (const [place, index] of struck.entries()) if (place % WAVES === wave) act(index)
    }
  }
  each(40 * MINUTE, 8_000, (index) => world.setLink(index, false))
  // Every sixth device has another way out, and takes it after a while.
  each(9 * MINUTE, 35_000, (index) => {
    if (index % 6 === 0) world.setLink(index, true)
  })
}

/** A cable is cut, and two fifths of a fleet are gone within two minutes. */
export const offlineStorm: Scenario = {
  name: 'offline-storm',
  title: 'Offline storm',
  description:
    'Forty minutes ago a cable was cut: two in five of the 900 devices of cold-chain-eu went offline at once, in four towns. One in six of them is back online.',
  people: ['omar', 'ada'],
  devices: 978,
  tags: ['connectivity'],
  start: START,
  leadMs: 42 * MINUTE,
  build(scene) {
    openBaseWorld(scene, {
      fleets: () => ({ coldChain: { groups: [{ count: 900, tags: [inRacks(40), atDoors(6)] }] } }),
      whileOpening: cutOff,
    })
  },
}
