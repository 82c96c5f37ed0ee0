import type { PersonaName } from '../../simulator/world/world-definition.ts'
import type { DeviceGroup } from './fleets.ts'
import { openBaseWorld, quiet } from './base-world.ts'
import { START } from './scenario.ts'
import type { Scenario } from './scenario.ts'

const one = (value: PersonaName): DeviceGroup => ({ count: 1, personas: [{ value, weight: 1 }] })

const behind = { count: 1, running: [{ value: '4.11.0', weight: 1 }] }

/** A small, healthy, varied organization, with one device of each unhappy kind. */
export const firstLook: Scenario = {
  name: 'first-look',
  title: 'First look',
  description:
    'A small organization on a quiet day: mostly healthy fleets, and one device of each unhappy kind.',
  people: ['ada', 'devi', 'omar', 'olive'],
  devices: 132,
  tags: ['everyday'],
  start: START,
  build(scene) {
    openBaseWorld(scene, {
      fleets: () => ({
        coldChain: {
          groups: [
            ...quiet.coldChain,
            one('dying-card'),
            one('runaway-memory'),
            { ...behind, updating: true },
            { ...behind, locked: 1 },
          ],
        },
        harborCams: { groups: [...quiet.harborCams, one('hot')] },
        kioskLobby: { groups: [...quiet.kioskLobby, one('flaky'), one('asleep')] },
        siloSensors: { groups: [...quiet.siloSensors, one('slow'), one('undervolted')] },
        benchLab: {
          groups: [...quiet.benchLab, { ...one('never-seen'), running: [{ value: null, weight: 1 }] }],
        },
      }),
    })
  },
}
