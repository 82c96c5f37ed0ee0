import { atDoors, inRacks, openBaseWorld, withRelease } from '../base-world.ts'
import { START } from '../scenario.ts'
import type { Scenario } from '../scenario.ts'

const MINUTE = 60_000

/** A faulty release that all devices have already tried when the world opens. */
export const badRelease: Scenario = {
  name: 'bad-release',
  title: 'A bad release',
  description:
    'About one in ten of the 2,400 devices of cold-chain-eu rejects 4.12.1 and stays on 4.11.0. Their status is Operational, but the fleet summary lists them under “Needs attention”. On about 3 % a service keeps crashing.',
  people: ['devi', 'ada', 'omar'],
  devices: 2478,
  tags: ['updates'],
  start: START,
  // Shortly after the release was published.
  leadMs: 100 * MINUTE,
  build(scene) {
    openBaseWorld(scene, {
      fleets: ({ coldChain }) => ({
        coldChain: {
          releases: withRelease(coldChain, '4.12.1', { rejects: 0.1, crashLoops: 0.03 }),
          groups: [
            { count: 2400, running: [{ value: '4.11.0', weight: 1 }], tags: [inRacks(40), atDoors(6)] },
          ],
        },
      }),
    })
  },
}
