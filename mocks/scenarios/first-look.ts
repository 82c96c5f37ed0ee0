import type { PersonaName } from '../../simulator/plans.ts'
import { addOtherParties, addUnusualPeople } from './accounts.ts'
import { acmeFleets, acmeParts, otherFleets } from './acme-fleets.ts'
import { addBilling } from './billing.ts'
import { addCatalogue } from './catalogue.ts'
import { addFleet, populate } from './fleets.ts'
import type { DeviceGroup, FleetDraft } from './fleets.ts'
import { addHostApps } from './host-apps.ts'
import { addMemberships, addPeople } from './people.ts'
import { START } from './scenario.ts'
import type { Scenario } from './scenario.ts'

const one = (value: PersonaName): DeviceGroup => ({ count: 1, personas: [{ value, weight: 1 }] })

const rack = { key: 'rack', value: '{n}', cycle: 12, every: 2 }

/** A small, healthy, varied organization, with one device of each unhappy kind. */
export const firstLook: Scenario = {
  name: 'first-look',
  title: 'First look',
  lookAt: 'A small organization on a quiet day: mostly healthy fleets, and one device of each unhappy kind.',
  start: START,
  build(scene) {
    const catalogue = addCatalogue(scene)
    const people = addPeople(scene)
    addBilling(scene, people)
    addHostApps(scene, people, catalogue)
    const fleets = acmeFleets(scene, people)
    const drafts: FleetDraft[] = [
      {
        ...fleets.coldChain,
        groups: [
          { count: 44, tags: [rack, { key: 'door', value: 'D{n}', cycle: 4, every: 5 }] },
          one('dying-card'),
          one('runaway-memory'),
          { count: 1, running: [{ value: '4.11.0', weight: 1 }], updating: true },
          { count: 1, running: [{ value: '4.11.0', weight: 1 }], locked: 1 },
        ],
      },
      { ...fleets.harborCams, groups: [{ count: 17, tags: [rack] }, one('hot')] },
      { ...fleets.kioskLobby, groups: [{ count: 12 }, one('flaky'), one('asleep')] },
      { ...fleets.siloSensors, groups: [{ count: 22 }, one('slow'), one('undervolted')] },
      { ...fleets.tramDisplays, groups: [{ count: 12 }] },
      {
        ...fleets.benchLab,
        groups: [
          { count: 6, os: [{ value: { version: '6.1.0', variant: 'dev' }, weight: 1 }] },
          { ...one('never-seen'), running: [{ value: null, weight: 1 }] },
        ],
      },
      { ...fleets.depotPilot, groups: [] },
      ...acmeParts(scene, people),
      ...otherFleets(scene, people),
    ]
    const added = drafts.map((draft) => ({ draft, fleet: addFleet(scene, catalogue, draft) }))
    populate(scene, catalogue, added)
    const ours = added.filter(({ draft }) => draft.organization === people.acme)
    addMemberships(
      scene,
      people,
      ours.map(({ fleet }) => fleet.id),
    )
    addOtherParties(scene, people)
    addUnusualPeople(scene, people)
  },
}
