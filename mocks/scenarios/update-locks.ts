import type { DeviceGroup } from './fleets.ts'
import { devOs, inRacks, openBaseWorld, quiet } from './base-world.ts'
import { START } from './scenario.ts'
import type { Scenario } from './scenario.ts'

const held = (groups: readonly DeviceGroup[]): DeviceGroup[] =>
  groups.map((group) => ({ ...group, locked: 1 }))

/** Nothing may be disturbed anywhere: every device holds an update lock. */
export const updateLocks: Scenario = {
  name: 'update-locks',
  title: 'Update locks everywhere',
  description:
    'A service of every device of Acme Logistics holds an update lock: cold-chain-eu has downloaded 4.12.1 and waits, and a restart or reboot is refused unless it is forced.',
  people: ['omar', 'devi', 'ada'],
  devices: 318,
  tags: ['updates'],
  start: START,
  build(scene) {
    openBaseWorld(scene, {
      fleets: () => ({
        coldChain: {
          groups: [
            {
              count: 240,
              running: [{ value: '4.11.0', weight: 1 }],
              updating: true,
              locked: 1,
              tags: [inRacks(20), { key: 'loading', value: 'yes' }],
            },
          ],
        },
        harborCams: { groups: held(quiet.harborCams) },
        kioskLobby: { groups: held(quiet.kioskLobby) },
        siloSensors: { groups: held(quiet.siloSensors) },
        tramDisplays: { groups: held(quiet.tramDisplays) },
        benchLab: { groups: [{ count: 6, os: devOs, locked: 1 }] },
      }),
    })
  },
}
