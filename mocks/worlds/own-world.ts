import type { WorldFile } from '../../openapi/generated/world-file.d.ts'
import type { Instant } from '../../simulator/base/clock.ts'
import { chance } from '../../simulator/base/random.ts'
import type { Weighted } from '../../simulator/base/random.ts'
import { streams } from '../../simulator/base/streams.ts'
import { personaNamed } from '../../simulator/definition/device-profiles.ts'
import { HttpError } from '../base/http-error.ts'
import { setFleetTarget } from '../releases/release-sync.ts'
import type { Store } from '../store/store.ts'
import type { AcmeFleets, FleetKey } from './base-world.ts'
import { openBaseWorld, openWorld } from './base-world.ts'
import { addOwnBilling } from './billing.ts'
import type { SceneBuilder } from './builder.ts'
import type { DeviceGroup, FleetDraft } from './fleets.ts'
import { addGrants, addMemberships, addOwnPeople, addTeams, demoPeople } from './people.ts'
import type { DemoPerson, OwnPeople, People } from './people.ts'
import { sites } from './places.ts'
import type { Site } from './places.ts'
import type { ReleaseDraft, ServiceDraft } from './releases.ts'
import { START } from './scenario.ts'
import type { ScheduledEvent, Scenario } from './scenario.ts'

/** The scenario name of all worlds opened from a world file. */
export const OWN_WORLD = 'own-world'

type FleetFile = NonNullable<WorldFile['fleets']>[number]
type GroupFile = NonNullable<FleetFile['devices']>[number]
type ReleaseFile = NonNullable<FleetFile['releases']>[number]

const MINUTE = 60_000
const DAY = 86_400_000
const UNITS: Readonly<Record<string, number>> = { s: 1000, min: MINUTE, h: 60 * MINUTE, d: DAY }

/** Parses a duration such as `-40 min` to milliseconds. */
function durationMs(text: string): number {
  const [amount = '', unit = ''] = text.split(' ')
  return Number(amount) * (UNITS[unit] ?? 0)
}

/** Removes undefined fields, which would otherwise override those of an existing fleet or release. */
const definedFields = <Draft extends object>(fields: Partial<Draft>): Partial<Draft> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Draft>

function weightedOf<Value>(
  weights: string | Readonly<Record<string, number>> | undefined,
  valueOf: (name: string) => Value,
): Weighted<Value> | undefined {
  if (weights === undefined) return undefined
  if (typeof weights === 'string') return [{ value: valueOf(weights), weight: 1 }]
  return Object.entries(weights).map(([name, weight]) => ({ value: valueOf(name), weight }))
}

const CONTACTS = {
  connected: 'cloudlink',
  'api-only': 'polls',
  'vpn-only': 'tunnel',
  away: 'away',
} as const

/** For how long devices have had their connection if the file does not say. */
const DEFAULT_SINCE = ['10 min', '1 h', '6 h', '2 d', '20 d']

/** Converts a group of devices of a world file. Throws on an unknown persona. */
export function groupOf({
  personas,
  running,
  os,
  supervisor,
  connection,
  since,
  tags,
  ...group
}: GroupFile): DeviceGroup {
  return {
    ...group,
    ...(tags !== undefined && { tags: tags.map(({ value = '', ...tag }) => ({ ...tag, value })) }),
    ...(connection !== undefined && {
      connection: { contact: CONTACTS[connection], heldMs: (since ?? DEFAULT_SINCE).map(durationMs) },
    }),
    personas: weightedOf(personas, personaNamed),
    running: weightedOf(running, (version) => (version === 'nothing' ? null : version)),
    os: weightedOf(os, (text) => {
      const [version = '', variant] = text.split(' ')
      return { version, variant: variant === 'dev' ? 'dev' : 'prod' }
    }),
    supervisor: weightedOf(supervisor, (version) => version),
  }
}

type ServiceFile = NonNullable<FleetFile['services']>[number]

const EVERY = '10 s'

/** Converts a service of a world file. */
function serviceOf({ logs, ...service }: ServiceFile): ServiceDraft {
  if (logs === undefined) return service
  const { lines, ...times } = logs
  return {
    ...service,
    log: {
      ...times,
      lines: lines.map((line) => {
        const { text, every = EVERY, level = 'info' } = typeof line === 'string' ? { text: line } : line
        return { text, everyMs: durationMs(every), level }
      }),
    },
  }
}

function siteOf(place: string | Site): Site {
  if (typeof place !== 'string') return place
  const found = Object.values(sites).find(({ code }) => code === place)
  if (found === undefined) throw new Error(`There is no place ${place}`)
  return found
}

/** Existing releases with the changes of the file, and its new releases. */
function releasesOf(
  scene: SceneBuilder,
  people: People,
  files: readonly ReleaseFile[],
  before: readonly ReleaseDraft[],
  defaultBy: string,
): ReleaseDraft[] {
  const changes = files.map(({ version, age, by, ...file }) =>
    definedFields<ReleaseDraft>({
      ...file,
      version,
      at: age === undefined ? undefined : scene.start - durationMs(age),
      by: by === undefined ? undefined : people.user(by),
    }),
  )
  const changed = before.map((draft) => ({
    ...draft,
    ...changes.find(({ version }) => version === draft.version),
  }))
  const added = changes
    .filter(({ version }) => before.every((draft) => draft.version !== version))
    .map((change) => {
      const { version, at } = change
      if (version === undefined || at === undefined) throw new Error(`Release ${version} needs its age`)
      return { by: people.user(defaultBy), ...change, version, at }
    })
  return [...changed, ...added]
}

const isRunnable = ({ status = 'success', draft, invalidated }: ReleaseDraft) =>
  status === 'success' && draft !== true && invalidated === undefined

const newestOf = (releases: readonly ReleaseDraft[]) =>
  releases.filter(isRunnable).toSorted((one, other) => other.at - one.at)[0]?.version ?? null

type Base = Omit<FleetDraft, 'groups'>

/** The fields of a fleet that a file defines. */
function fleetChange(scene: SceneBuilder, people: People, file: FleetFile, base: Base, by: string) {
  const { tags, variables, configuration, repository, services, target, pinned, type } = file
  return definedFields<FleetDraft>({
    tags,
    variables,
    configuration,
    repository,
    services: services?.map(serviceOf),
    target,
    pinned,
    deviceType: type,
    sites: file.places?.map(siteOf),
    groups: file.devices?.map(groupOf),
    releases: file.releases && releasesOf(scene, people, file.releases, base.releases, by),
  })
}

const DEFAULT_SERVICES: readonly ServiceDraft[] = [{ name: 'app', kind: 'worker', size: 80 }]
const DEFAULT_SITES: readonly Site[] = Object.values(sites).slice(0, 10)

function newFleet(
  scene: SceneBuilder,
  people: People,
  file: FleetFile,
  { handle, by, organization = people.home }: { handle: string; by: string; organization?: number },
): FleetDraft {
  if (file.type === undefined) throw new Error(`The fleet ${file.name} needs its type`)
  const base: FleetDraft = {
    name: file.name,
    organization,
    handle,
    ...(file.class !== undefined && { class: file.class }),
    deviceType: file.type,
    services: DEFAULT_SERVICES,
    releases: [],
    target: null,
    createdAt: scene.start - (file.age === undefined ? 720 * DAY : durationMs(file.age)),
    sites: DEFAULT_SITES,
    groups: [],
  }
  const draft = { ...base, ...fleetChange(scene, people, file, base, by) }
  const newest = newestOf(draft.releases)
  const target = file.target ?? newest
  const oldest = Math.min(scene.start, ...draft.releases.map(({ at }) => at))
  return {
    ...draft,
    target,
    // A fleet with the newest release as target tracks the latest one.
    pinned: file.pinned ?? target !== newest,
    createdAt: Math.min(base.createdAt, oldest - (file.age === undefined ? 30 * DAY : 0)),
  }
}

/** The fleets of Acme Logistics that the file changes, and the ones it adds. */
function acmeChanges(scene: SceneBuilder, { fleets: files = [] }: WorldFile) {
  return {
    fleets(acme: AcmeFleets, people: People) {
      const changes: Partial<Record<FleetKey, Partial<FleetDraft>>> = {}
      for (const key of Object.keys(acme).filter((one): one is FleetKey => one in acme)) {
        const own = files.find(({ name }) => name === acme[key].name)
        if (own !== undefined) changes[key] = fleetChange(scene, people, own, acme[key], 'devi')
      }
      return changes
    },
    more(acme: AcmeFleets, people: People) {
      const known: readonly string[] = Object.values(acme).map(({ name }) => name)
      return files
        .filter(({ name }) => !known.includes(name))
        .map((one) => newFleet(scene, people, one, { handle: 'acme_logistics', by: 'devi' }))
    },
  }
}

const handleOf = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '') || 'organization'

type PersonFile = NonNullable<WorldFile['people']>[number]

function personOf({ name, username, role, fleets, organizations }: PersonFile): DemoPerson {
  const [first = name, ...rest] = name.split(' ')
  return {
    username: username ?? (handleOf(first).replaceAll('_', '') || 'person'),
    first,
    last: rest.join(' '),
    role,
    ...(fleets === undefined ? {} : { fleets }),
    ...(organizations === undefined ? {} : { organizations }),
  }
}

/** The people of the file and the staff of the platform; by default all demo users. */
const peopleOfWorld = ({ people }: WorldFile): readonly DemoPerson[] =>
  people === undefined
    ? demoPeople
    : [...people.map(personOf), ...demoPeople.filter(({ role }) => role === null)]

function openOwn(scene: SceneBuilder, file: WorldFile, allPeople: readonly DemoPerson[]): void {
  const { organization, fleets = [], billing = {}, organizations = [], teams = [] } = file
  if (organization === undefined) throw new Error('The world needs an organization')
  const handle = organization.handle ?? handleOf(organization.name)
  const authorRoles = ['developer', 'administrator']
  const by = authorRoles.flatMap(
    (authorRole) => allPeople.find(({ role }) => role === authorRole)?.username ?? [],
  )[0]
  if (by === undefined) throw new Error('The world needs an administrator')
  const others = organizations.map((one) => ({ ...one, handle: one.handle ?? handleOf(one.name) }))
  openWorld<OwnPeople>(scene, {
    people: () => addOwnPeople(scene, { ...organization, handle }, allPeople, others),
    billing: (_, people) =>
      addOwnBilling(scene, people, {
        plan: billing.plan ?? 'production-v2',
        owedDays: billing.owedDays ?? null,
        others: others.map(({ name, plan = 'free' }) => ({ organization: people.organization(name), plan })),
      }),
    fleets: (_, people) =>
      fleets.map((one) =>
        newFleet(scene, people, one, {
          handle: others.find(({ name }) => name === one.organization)?.handle ?? handle,
          by,
          organization: people.organization(one.organization),
        }),
      ),
    isOurs: () => true,
    roles(_, people, all) {
      // By default the demo users have their roles, with their teams.
      if (file.people === undefined) return addMemberships(scene, people, all)
      addGrants(scene, people, allPeople, all, fleets)
      addTeams(scene, people, teams, all)
    },
    whileOpening: () => simulatePast(scene, file),
  })
}

/** The start and end of all problems, before and after the world opens, in order. */
function scheduledEventsOf(
  { problems = [], fleets = [] }: WorldFile,
  opening: Instant,
): readonly ScheduledEvent[] {
  return problems
    .flatMap((problem, number): ScheduledEvent[] => {
      const at = opening + durationMs(problem.at)
      if (problem.kind === 'release') return [{ at, happen: (store) => rollOut(store, problem, at) }]
      const places = fleets.find(({ name }) => name === problem.fleet)?.places
      const target = { ...problem, number, towns: problem.places?.map((code) => townNamed(code, places)) }
      const apply = (isActive: boolean) => (store: Store) =>
        forAffectedDevices(store, target, (index) =>
          problem.kind === 'outage'
            ? store.world.setLink(index, !isActive)
            : store.world.setLock(index, isActive ? problem.service : null),
        )
      const until = problem.lasts === undefined ? [] : [at + durationMs(problem.lasts)]
      return [{ at, happen: apply(true) }, ...until.map((end) => ({ at: end, happen: apply(false) }))]
    })
    .toSorted((one, other) => one.at - other.at)
}

function townNamed(code: string, places: FleetFile['places'] = []): string {
  const own = places.find((place) => typeof place !== 'string' && place.code === code)
  return typeof own === 'object' ? own.name : siteOf(code).name
}

/** The fleet with a name; undefined when it was renamed or deleted. */
function fleetNamed(store: Store, name: string): number | undefined {
  const applications = store.rows('application')
  const [nameOf, isHost] = [applications.reader('app_name'), applications.reader('is_host')]
  return [...applications.handles()].find((id) => nameOf(id) === name && isHost(id) === false)
}

function rollOut(store: Store, { fleet, version }: { fleet: string; version: string }, at: Instant): void {
  const id = fleetNamed(store, fleet)
  const release = Array.from(store.rows('release').find('belongs_to__application', id ?? 0) ?? []).find(
    (one) => store.world.release(one)?.version === version,
  )
  if (id === undefined || release === undefined) return
  // The clock of the cloud may already be later.
  store.rows('application').update(id, { should_be_running__release: release, modified_at: at })
  setFleetTarget(store, id, release)
}

/** Salt of the pseudorandom selection of devices. */

interface ProblemTarget {
  fleet: string
  /** Index of the problem, so that each selects other devices. */
  number: number
  /** Names of places; undefined: all. */
  towns: readonly string[] | undefined
  share?: number
}

function forAffectedDevices(
  store: Store,
  { fleet, number, towns, share = 1 }: ProblemTarget,
  act: (index: number) => void,
) {
  const id = fleetNamed(store, fleet)
  if (id === undefined) return
  const { world } = store
  const townOf = world.column('placeName')
  for (const index of Array.from(world.devicesOfFleet(id)))
    if (
      chance(world.seed, streams.worldFileProblem, number, index) < share &&
      (towns === undefined || towns.includes(townOf(index)))
    )
      act(index)
}

/** Runs the world until it opens. */
function simulatePast(scene: SceneBuilder, file: WorldFile): void {
  const { world } = scene.store
  for (const { at, happen } of scheduledEventsOf(file, scene.start)) {
    if (at > scene.start) return
    world.advanceTo(at)
    happen(scene.store)
  }
}

/** Time that devices run before the first problem. */
const SETTLING = 2 * MINUTE

/** Converts a world file to a scenario. Equal files open equal worlds. */
export function scenarioFromFile(file: WorldFile): Scenario {
  const isOwn = file.extends === undefined
  const allPeople = peopleOfWorld(file)
  const name = file.organization?.name ?? 'Acme Logistics'
  const earliest = Math.min(0, ...(file.problems ?? []).map(({ at }) => durationMs(at)))
  const devices = (file.fleets ?? [])
    .flatMap((fleet) => fleet.devices ?? [])
    .reduce((sum, { count }) => sum + count, 0)
  return {
    name: OWN_WORLD,
    title: file.title ?? name,
    description: file.about ?? `The world of ${name}.`,
    people: isOwn
      ? allPeople.filter(({ role }) => role === 'administrator').map((one) => one.username)
      : ['ada'],
    devices,
    tags: [],
    start: file.at === undefined ? START : Date.parse(file.at),
    ...(earliest < 0 && { leadMs: SETTLING - earliest }),
    build: (scene) => (isOwn ? openOwn(scene, file, allPeople) : openChanged(scene, file)),
    scheduledEvents: (opening) => scheduledEventsOf(file, opening),
    allPeople,
    worldFile: file,
  }
}

/** Opens Acme Logistics with the changes of a file. */
function openChanged(scene: SceneBuilder, file: WorldFile): void {
  const { fleets, more } = acmeChanges(scene, file)
  const { plan, owedDays } = file.billing ?? {}
  openBaseWorld(scene, {
    fleets,
    more,
    ...(owedDays !== undefined && { payments: { kind: 'past-due', days: owedDays } }),
    ...(plan === 'free' && { payments: { kind: 'free' } }),
    whileOpening: () => simulatePast(scene, file),
  })
}

/** As `scenarioFromFile`, for untrusted files: opening an invalid world throws 400. */
export function ownWorld(file: WorldFile): Scenario {
  const scenario = scenarioFromFile(file)
  return {
    ...scenario,
    build(scene) {
      try {
        scenario.build(scene)
      } catch (error) {
        throw new HttpError(
          400,
          `This world cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
        )
      }
    },
  }
}
