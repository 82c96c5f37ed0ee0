import { addOtherParties } from './accounts.ts'
import { acmeFleets, acmeParts, otherFleets } from './acme-fleets.ts'
import { addBilling } from './billing.ts'
import { addCatalogue } from './catalogue.ts'
import { addFleet, populate } from './fleets.ts'
import type { DeviceGroup, FleetDraft } from './fleets.ts'
import { addHostApps } from './host-apps.ts'
import { addMemberships, addPeople } from './people.ts'
import { START } from './scenario.ts'
import type { Scenario } from './scenario.ts'

const rack = { key: 'rack', value: '{n}', cycle: 40, every: 2 }
const door = { key: 'door', value: 'D{n}', cycle: 6, every: 5 }

const healthy: DeviceGroup['personas'] = [
  { value: 'steady', weight: 930 },
  { value: 'slow', weight: 20 },
  { value: 'flaky', weight: 16 },
  { value: 'asleep', weight: 24 },
  { value: 'hot', weight: 4 },
  { value: 'dying-card', weight: 2 },
  { value: 'runaway-memory', weight: 2 },
  { value: 'undervolted', weight: 2 },
]

/** A release rolling out over 1,204 devices: most follow, some are locked, some refuse, some crash. */
export const releaseDay: Scenario = {
  name: 'release-day',
  title: 'Release day',
  lookAt: '4.12.1 rolls out over the 1,204 devices of cold-chain-eu: some hold a lock, some fail.',
  start: START,
  build(scene) {
    const catalogue = addCatalogue(scene)
    const people = addPeople(scene)
    addBilling(scene, people)
    addHostApps(scene, people, catalogue)
    const fleets = acmeFleets(scene, people)
    const releases = fleets.coldChain.releases.map((release) =>
      release.version === '4.12.1'
        ? { ...release, rejects: 0.015, aborts: 0.02, crashLoops: 0.012 }
        : release,
    )
    const drafts: FleetDraft[] = [
      {
        ...fleets.coldChain,
        releases,
        groups: [
          { count: 640, personas: healthy, tags: [rack, door] },
          {
            count: 500,
            personas: healthy,
            running: [{ value: '4.11.0', weight: 1 }],
            updating: true,
            tags: [rack],
          },
          {
            count: 60,
            personas: healthy,
            running: [{ value: '4.11.0', weight: 1 }],
            locked: 1,
            tags: [rack, { key: 'loading', value: 'yes' }],
          },
          { count: 4, personas: [{ value: 'never-seen', weight: 1 }], running: [{ value: null, weight: 1 }] },
        ],
      },
      { ...fleets.harborCams, groups: [{ count: 312, personas: healthy, tags: [rack] }] },
      { ...fleets.kioskLobby, groups: [{ count: 48, personas: healthy }] },
      { ...fleets.siloSensors, groups: [{ count: 530, personas: healthy }] },
      { ...fleets.tramDisplays, groups: [{ count: 96, personas: healthy }] },
      {
        ...fleets.benchLab,
        groups: [{ count: 7, os: [{ value: { version: '6.1.0', variant: 'dev' }, weight: 1 }] }],
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
  },
}
