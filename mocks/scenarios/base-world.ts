import { addOtherParties, addUnusualPeople } from './accounts.ts'
import { acmeFleets, acmeParts, otherFleets } from './acme-fleets.ts'
import { addBilling } from './billing.ts'
import type { AcmeMoney } from './billing.ts'
import type { SceneBuilder } from './builder.ts'
import { addCatalogue } from './catalogue.ts'
import { addFleet, populate } from './fleets.ts'
import type { AddedFleet, DeviceGroup, FleetDraft } from './fleets.ts'
import { addHostApps } from './host-apps.ts'
import { addOlderSystems, addOlderTypes } from './older-catalogue.ts'
import { addMemberships, addPeople } from './people.ts'
import type { AcmePeople, Grants, People } from './people.ts'
import type { ReleaseDraft } from './releases.ts'

export type AcmeFleets = ReturnType<typeof acmeFleets>
export type FleetKey = keyof AcmeFleets

/** Every other device stands in one of so many racks. */
export const inRacks = (cycle: number) => ({ key: 'rack', value: '{n}', cycle, every: 2 })

/** Every fifth device watches one of so many doors. */
export const atDoors = (cycle: number) => ({ key: 'door', value: 'D{n}', cycle, every: 5 })

export const devOs: DeviceGroup['os'] = [{ value: { version: '6.1.0', variant: 'dev' }, weight: 1 }]

/** The devices of each fleet on a quiet day, all well. */
export const quiet: Readonly<Record<FleetKey, readonly DeviceGroup[]>> = {
  coldChain: [{ count: 44, tags: [inRacks(12), atDoors(4)] }],
  harborCams: [{ count: 17, tags: [inRacks(12)] }],
  kioskLobby: [{ count: 12 }],
  siloSensors: [{ count: 22 }],
  tramDisplays: [{ count: 12 }],
  benchLab: [{ count: 6, os: devOs }],
  depotPilot: [],
}

/** Healthy devices, and among every thousand some of each unhappy kind. */
export const mostlyHealthy = {
  steady: 930,
  slow: 20,
  flaky: 16,
  asleep: 24,
  hot: 4,
  'dying-card': 2,
  'runaway-memory': 2,
  undervolted: 2,
}

/** The releases of a fleet, of which one has more to it than the others. */
export function withRelease(
  { releases }: Pick<FleetDraft, 'releases'>,
  version: string,
  change: Partial<ReleaseDraft>,
): ReleaseDraft[] {
  return releases.map((release) => (release.version === version ? { ...release, ...change } : release))
}

export interface OpenedWorld<Persons extends People = AcmePeople> {
  scene: SceneBuilder
  people: Persons
  /** A fleet, app or block by its name. */
  fleet(name: string): AddedFleet
}

/** What one world has that is its own; what is left out is as on a quiet day. */
export interface ScenarioOverrides {
  /** How fleets of Acme Logistics differ. */
  fleets?(acme: AcmeFleets, people: AcmePeople): Partial<Record<FleetKey, Partial<FleetDraft>>>
  /** Fleets that only this world has. */
  more?(acme: AcmeFleets, people: AcmePeople): readonly FleetDraft[]
  /** Acme Logistics has no fleets, apps or blocks, and nobody else lets Ada see one. */
  isEmpty?: boolean
  /** How many devices the free organization has that Ada shares with nobody. */
  buoys?: number
  money?: AcmeMoney
  grants?: Grants
  /** What else happened before the world opens. */
  whileOpening?(opened: OpenedWorld): void
}

function draftsOf(scene: SceneBuilder, people: AcmePeople, overrides: ScenarioOverrides): FleetDraft[] {
  const acme = acmeFleets(scene, people)
  const others = otherFleets(scene, people, overrides.buoys)
  if (overrides.isEmpty === true)
    return others.filter(({ organization }) => organization === people.northwind)
  const changes = overrides.fleets?.(acme, people) ?? {}
  const inhabited = (key: FleetKey): FleetDraft => ({ ...acme[key], groups: quiet[key], ...changes[key] })
  return [
    inhabited('coldChain'),
    inhabited('harborCams'),
    inhabited('kioskLobby'),
    inhabited('siloSensors'),
    inhabited('tramDisplays'),
    inhabited('benchLab'),
    inhabited('depotPilot'),
    ...(overrides.more?.(acme, people) ?? []),
    ...acmeParts(scene, people),
    ...others,
  ]
}

/** What a world has beside the platform: its people, their money and their fleets. */
export interface Inhabitants<Persons extends People> {
  people(scene: SceneBuilder): Persons
  billing(scene: SceneBuilder, people: Persons): void
  fleets(scene: SceneBuilder, people: Persons): FleetDraft[]
  /** Who may do what on the fleets, apps and blocks of the home organization. */
  roles(scene: SceneBuilder, people: Persons, ours: readonly AddedFleet[]): void
  /** What else happened before the world opens. */
  whileOpening?(opened: OpenedWorld<Persons>): void
}

/** Opens a world: the platform, who lives there, and what they have. */
export function openWorld<Persons extends People>(
  scene: SceneBuilder,
  inhabitants: Inhabitants<Persons>,
): void {
  const catalogue = addCatalogue(scene)
  const people = inhabitants.people(scene)
  inhabitants.billing(scene, people)
  if (scene.store.platform.hasSystemReleases) addHostApps(scene, people, catalogue)
  const drafts = inhabitants.fleets(scene, people)
  const added = drafts.map((draft) => ({ draft, fleet: addFleet(scene, catalogue, draft) }))
  populate(scene, catalogue, added)
  const ours = added.filter(({ draft }) => draft.organization === people.home)
  inhabitants.roles(
    scene,
    people,
    ours.map(({ fleet }) => fleet),
  )
  inhabitants.whileOpening?.({
    scene,
    people,
    fleet(name) {
      const found = added.find(({ fleet }) => fleet.name === name)
      if (found === undefined) throw new Error(`No fleet ${name}`)
      return found.fleet
    },
  })
  // After all that a story draws and numbers, so that its fleets and devices are the same with it and without.
  addOlderTypes(scene, catalogue)
  if (scene.store.platform.hasSystemReleases) addOlderSystems(scene, people, catalogue)
}

/** Opens the world that all scenarios share: the platform, Acme Logistics and its people, and then the story's own. */
export function openBaseWorld(scene: SceneBuilder, overrides: ScenarioOverrides): void {
  openWorld<AcmePeople>(scene, {
    people: addPeople,
    billing: (_, people) => addBilling(scene, people, overrides.money),
    fleets: (_, people) => draftsOf(scene, people, overrides),
    roles: (_, people, ours) => addMemberships(scene, people, ours, overrides.grants),
    whileOpening(opened) {
      addOtherParties(scene, opened.people)
      addUnusualPeople(scene, opened.people)
      overrides.whileOpening?.(opened)
    },
  })
}
