import { atDoors, inRacks, openBaseWorld } from '../base-world.ts'
import type { OpenedWorld } from '../base-world.ts'
import { START } from '../scenario.ts'
import type { Scenario } from '../scenario.ts'

const MINUTE = 60_000

/** The sites that are affected by the outage. */
const AFFECTED_SITES = ['Lyon, France', 'Milan, Italy', 'Madrid, Spain', 'Zurich, Switzerland']

/** Devices disconnect and reconnect in this number of steps. */
const STEPS = 12

function disconnect({ scene, fleet }: OpenedWorld): void {
  const { world } = scene.store
  const affected = Array.from(world.devicesOfFleet(fleet('cold-chain-eu').id)).filter((index) =>
    AFFECTED_SITES.includes(world.device(index).place.name),
  )
  const inSteps = (from: number, every: number, act: (index: number) => void) => {
    for (let step = 0; step < STEPS; step++) {
      world.advanceTo(scene.start - from + step * every)
      for (const [at, index] of affected.entries()) if (at % STEPS === step) act(index)
    }
  }
  inSteps(40 * MINUTE, 8_000, (index) => world.setLink(index, false))
  // Every sixth device has a second connection, and switches to it after a while.
  inSteps(9 * MINUTE, 35_000, (index) => {
    if (index % 6 === 0) world.setLink(index, true)
  })
}

/** A cable is cut, and two fifths of a fleet go offline within two minutes. */
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
      whileOpening: disconnect,
    })
  },
}
