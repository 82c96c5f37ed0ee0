import { atDoors, devOs, inRacks, mostlyHealthy, openBaseWorld, withRelease } from './base-world.ts'
import type { PersonaName } from '../../simulator/world/world-definition.ts'
import { START } from './scenario.ts'
import type { Scenario } from './scenario.ts'

const personas = mostlyHealthy
const rack = inRacks(40)
const justJoined = (value: PersonaName) => ({
  personas: [{ value, weight: 1 }],
  running: [{ value: null, weight: 1 }],
})
const behind = { personas, running: [{ value: '4.11.0', weight: 1 }] }

/** A release rolling out over 1,204 devices: most follow, some are locked, some refuse, some crash. */
export const releaseDay: Scenario = {
  name: 'release-day',
  title: 'Release day',
  description:
    '4.12.1 rolls out over the 1,204 devices of cold-chain-eu: some hold a lock, some fail; one new device cannot fetch its first release, another is refused.',
  people: ['ada', 'devi', 'omar'],
  devices: 2206,
  tags: ['updates'],
  start: START,
  build(scene) {
    openBaseWorld(scene, {
      fleets: ({ coldChain }) => ({
        coldChain: {
          releases: withRelease(coldChain, '4.12.1', { rejects: 0.015, aborts: 0.02, crashLoops: 0.012 }),
          groups: [
            { count: 640, personas, tags: [rack, atDoors(6)] },
            { ...behind, count: 500, updating: true, tags: [rack] },
            { ...behind, count: 60, locked: 1, tags: [rack, { key: 'loading', value: 'yes' }] },
            { ...justJoined('never-seen'), count: 2 },
            { ...justJoined('provisioning-refused'), count: 1 },
            { ...justJoined('no-registry'), count: 1, updating: true },
          ],
        },
        harborCams: { groups: [{ count: 312, personas, tags: [rack] }] },
        kioskLobby: { groups: [{ count: 48, personas }] },
        siloSensors: { groups: [{ count: 530, personas }] },
        tramDisplays: { groups: [{ count: 96, personas }] },
        benchLab: { groups: [{ count: 7, os: devOs }] },
      }),
    })
  },
}
