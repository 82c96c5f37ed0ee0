import { addThirdParties, addUsersWithSpecialSignIn } from './accounts.ts'
import { acmeFleets, acmeParts, otherFleets } from './acme-fleets.ts'
import { addBilling } from './billing.ts'
import type { AcmePayments } from './billing.ts'
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

/** The tag `rack` of every second device, with `cycle` different values. */
export const inRacks = (cycle: number) => ({ key: 'rack', value: '{n}', cycle, every: 2 })

/** The tag `door` of every fifth device, with `cycle` different values. */
export const atDoors = (cycle: number) => ({ key: 'door', value: 'D{n}', cycle, every: 5 })

export const devOs: DeviceGroup['os'] = [{ value: { version: '6.1.0', variant: 'dev' }, weight: 1 }]

/** The default devices of each fleet, all healthy. */
export const quiet: Readonly<Record<FleetKey, readonly DeviceGroup[]>> = {
  coldChain: [{ count: 44, tags: [inRacks(12), atDoors(4)] }],
  harborCams: [{ count: 17, tags: [inRacks(12)] }],
  kioskLobby: [{ count: 12 }],
  siloSensors: [{ count: 22 }],
  tramDisplays: [{ count: 12 }],
  benchLab: [{ count: 6, os: devOs }],
  depotPilot: [],
}

/** Weights of personas: mostly healthy devices, and a few of each faulty kind. */
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

/** The releases of a fleet, with changes to one of them. */
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

/** The differences of a scenario from the base world. */
export interface ScenarioOverrides {
  /** Changes of fleets of Acme Logistics. */
  fleets?(acme: AcmeFleets, people: AcmePeople): Partial<Record<FleetKey, Partial<FleetDraft>>>
  /** Additional fleets. */
  more?(acme: AcmeFleets, people: AcmePeople): readonly FleetDraft[]
  /** Ada sees no fleets, apps or blocks. */
  isEmpty?: boolean
  /** Number of devices of Ada's other organization, which has the free plan. */
  buoys?: number
  payments?: AcmePayments
  grants?: Grants
  /** Further changes before the world opens. */
  whileOpening?(opened: OpenedWorld): void
}

function draftsOf(scene: SceneBuilder, people: AcmePeople, overrides: ScenarioOverrides): FleetDraft[] {
  const acme = acmeFleets(scene, people)
  const others = otherFleets(scene, people, overrides.buoys)
  if (overrides.isEmpty === true)
    return others.filter(({ organization }) => organization === people.northwind)
  const changes = overrides.fleets?.(acme, people) ?? {}
  const withDevices = (key: FleetKey): FleetDraft => ({ ...acme[key], groups: quiet[key], ...changes[key] })
  return [
    withDevices('coldChain'),
    withDevices('harborCams'),
    withDevices('kioskLobby'),
    withDevices('siloSensors'),
    withDevices('tramDisplays'),
    withDevices('benchLab'),
    withDevices('depotPilot'),
    ...(overrides.more?.(acme, people) ?? []),
    ...acmeParts(scene, people),
    ...others,
  ]
}

/** The content of a world: people, billing and fleets. */
export interface WorldContent<Persons extends People> {
  people(scene: SceneBuilder): Persons
  billing(scene: SceneBuilder, people: Persons): void
  fleets(scene: SceneBuilder, people: Persons): FleetDraft[]
  /** The organizations on whose fleets people get roles; by default the home organization. */
  isOurs?(organization: number): boolean
  /** Adds the roles on the fleets, apps and blocks of these organizations. */
  roles(scene: SceneBuilder, people: Persons, ours: readonly AddedFleet[]): void
  /** Further changes before the world opens. */
  whileOpening?(opened: OpenedWorld<Persons>): void
}

/** Opens a world: the catalogue of the platform, and the content. */
export function openWorld<Persons extends People>(scene: SceneBuilder, content: WorldContent<Persons>): void {
  const catalogue = addCatalogue(scene)
  const people = content.people(scene)
  content.billing(scene, people)
  if (scene.store.platform.hasSystemReleases) addHostApps(scene, people, catalogue)
  const drafts = content.fleets(scene, people)
  const added = drafts.map((draft) => ({ draft, fleet: addFleet(scene, catalogue, draft) }))
  populate(scene, catalogue, added)
  const isOurs = content.isOurs ?? ((organization) => organization === people.home)
  const ours = added.filter(({ draft }) => isOurs(draft.organization))
  content.roles(
    scene,
    people,
    ours.map(({ fleet }) => fleet),
  )
  content.whileOpening?.({
    scene,
    people,
    fleet(name) {
      const found = added.find(({ fleet }) => fleet.name === name)
      if (found === undefined) throw new Error(`No fleet ${name}`)
      return found.fleet
    },
  })
  // Last, because this draws random numbers and ids: the content is the same with and without it.
  addOlderTypes(scene, catalogue)
  if (scene.store.platform.hasSystemReleases) addOlderSystems(scene, people, catalogue)
}

/** Opens the base world with the overrides of a scenario. */
export function openBaseWorld(scene: SceneBuilder, overrides: ScenarioOverrides): void {
  openWorld<AcmePeople>(scene, {
    people: addPeople,
    billing: (_, people) => addBilling(scene, people, overrides.payments),
    fleets: (_, people) => draftsOf(scene, people, overrides),
    roles: (_, people, ours) => addMemberships(scene, people, ours, overrides.grants),
    whileOpening(opened) {
      addThirdParties(scene, opened.people)
      addUsersWithSpecialSignIn(scene, opened.people)
      overrides.whileOpening?.(opened)
    },
  })
}
