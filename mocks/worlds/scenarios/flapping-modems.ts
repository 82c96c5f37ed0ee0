import { inRacks, openBaseWorld } from '../base-world.ts'
import { START } from '../scenario.ts'
import type { Scenario } from '../scenario.ts'

const MINUTE = 60_000

/** A fleet whose devices disconnect and reconnect all the time. */
export const flappingModems: Scenario = {
  name: 'flapping-modems',
  title: 'Flapping modems',
  description:
    'Two in three of the 240 silo-sensors are behind modems that disconnect and redial every minute or two. Statuses change while you watch, but rows do not jump.',
  people: ['omar', 'ada'],
  devices: 340,
  tags: ['connectivity'],
  start: START,
  leadMs: 20 * MINUTE,
  build(scene) {
    openBaseWorld(scene, {
      fleets: () => ({
        siloSensors: {
          groups: [
            {
              count: 240,
              personas: [
                { value: 'flapping', weight: 60 },
                { value: 'flaky', weight: 8 },
                { value: 'steady', weight: 32 },
              ],
              tags: [inRacks(20), { key: 'modem', value: 'LTE-{n}', cycle: 3 }],
            },
          ],
        },
      }),
    })
  },
}
