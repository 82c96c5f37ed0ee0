import { atDoors, inRacks, openBaseWorld } from './base-world.ts'
import { START } from './scenario.ts'
import type { Scenario } from './scenario.ts'

/** Operating systems that nobody has looked after for years. */
export const ageingOs: Scenario = {
  name: 'ageing-os',
  title: 'Ageing operating systems',
  description:
    'Seven in ten of the 320 devices of cold-chain-eu run an operating system that is outdated or near its end, and an old supervisor; kiosk-lobby is on extended support.',
  people: ['omar', 'ada', 'sol'],
  devices: 398,
  tags: ['operating system', 'updates'],
  start: START,
  build(scene) {
    openBaseWorld(scene, {
      fleets: () => ({
        coldChain: {
          groups: [
            {
              count: 320,
              os: [
                { value: { version: '4.0.26', variant: 'prod' }, weight: 40 },
                { value: { version: '5.3.22', variant: 'prod' }, weight: 30 },
                { value: { version: '6.0.13', variant: 'prod' }, weight: 18 },
                { value: { version: '6.0.24', variant: 'prod' }, weight: 12 },
              ],
              supervisor: [
                { value: '16.12.4', weight: 85 },
                { value: '17.0.1', weight: 15 },
              ],
              tags: [inRacks(20), atDoors(6)],
            },
          ],
        },
        kioskLobby: {
          groups: [
            {
              count: 12,
              os: [
                { value: { version: '2025.7.4', variant: 'prod' }, weight: 50 },
                { value: { version: '2026.1.2', variant: 'prod' }, weight: 50 },
              ],
              supervisor: [{ value: '16.12.4', weight: 1 }],
            },
          ],
        },
      }),
    })
  },
}
