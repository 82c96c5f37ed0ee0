import type { Instant } from '../../simulator/base/clock.ts'
import type { Weighted } from '../../simulator/base/random.ts'
import type { PersonaName } from '../../simulator/definition/device-profiles.ts'
import type {
  DeviceBatch,
  HeldConnection,
  ServicePlan,
  UsageSpread,
} from '../../simulator/definition/world-definition.ts'
import type { TagPattern } from '../store/device-tags.ts'
import type { Values } from '../store/table.ts'
import type { SceneBuilder } from './builder.ts'
import type { Catalogue, DeviceTypeSlug } from './catalogue.ts'
import type { Site } from './places.ts'
import { addRelease } from './releases.ts'
import type { AddedRelease, ReleaseDraft, ServiceDraft } from './releases.ts'

const DAY = 86_400_000

/** Similar devices of a fleet. */
export interface DeviceGroup {
  count: number
  personas?: Weighted<PersonaName>
  /** Versions that they run at the start, weighted; by default the target of the fleet. null: none yet. */
  running?: Weighted<string | null>
  os?: Weighted<{ version: string; variant: 'prod' | 'dev' }>
  supervisor?: Weighted<string>
  /** Share of devices on which a service holds an update lock. */
  locked?: number
  updating?: boolean | 'downloading' | 'installing'
  tags?: readonly TagPattern[]
  /** A pattern of names (docs/worlds.md); random by default. */
  names?: string
  /** The name of a group of one device. */
  name?: string
  /** By default that of the fleet. */
  type?: DeviceTypeSlug
  /** Weights are numbers of devices, and are kept exactly. */
  exact?: boolean
  connection?: HeldConnection
  usage?: UsageSpread
  /** The version of the release that they are pinned to. */
  pinned?: string
  inactive?: boolean
  /** Weights of the sites by code; equal by default. The devices do not get the tag `site` then. */
  places?: Readonly<Record<string, number>>
}

export interface FleetDraft {
  name: string
  class?: 'fleet' | 'app' | 'block'
  organization: number
  /** The organization's handle. */
  handle: string
  deviceType: DeviceTypeSlug
  services: readonly ServiceDraft[]
  releases: readonly ReleaseDraft[]
  /** The target version; null: none. */
  target: string | null
  /** The fleet is pinned to `target` instead of tracking the latest release. */
  pinned?: boolean
  tags?: Readonly<Record<string, string>>
  variables?: Readonly<Record<string, string>>
  configuration?: Readonly<Record<string, string>>
  isPublic?: boolean
  repository?: string
  supportUntil?: Instant
  createdAt: Instant
  sites: readonly Site[]
  groups: readonly DeviceGroup[]
}

export interface AddedFleet {
  id: number
  name: string
  releases: ReadonlyMap<string, AddedRelease>
  services: ReadonlyMap<string, number>
}

const STEADY: Weighted<PersonaName> = [{ value: 'steady', weight: 1 }]
const CURRENT_OS: NonNullable<DeviceGroup['os']> = [
  { value: { version: '6.0.24', variant: 'prod' }, weight: 88 },
  { value: { version: '6.0.13', variant: 'prod' }, weight: 9 },
  { value: { version: '5.3.22', variant: 'prod' }, weight: 3 },
]
const CURRENT_SUPERVISOR: Weighted<string> = [
  { value: '17.0.1', weight: 92 },
  { value: '16.12.4', weight: 8 },
]

function applicationRow(scene: SceneBuilder, catalogue: Catalogue, draft: FleetDraft): Values {
  return {
    actor: scene.add('actor', {}),
    created_at: draft.createdAt,
    app_name: draft.name,
    slug: `${draft.handle}/${draft.name}`,
    uuid: scene.hex(32),
    organization: draft.organization,
    is_for__device_type: catalogue.deviceType(draft.deviceType),
    application_type: catalogue.applicationType,
    is_of__class: draft.class ?? 'fleet',
    is_host: false,
    is_public: draft.isPublic ?? false,
    is_archived: false,
    is_discoverable: draft.isPublic ?? false,
    is_stored_at__repository_url: draft.repository ?? null,
    is_accessible_by_support_until__date: draft.supportUntil ?? null,
    should_track_latest_release: draft.pinned !== true,
  }
}

const MIB = 1_048_576
/** The composition of the releases asks for it (releases.ts). */
const SUPERVISOR_LABEL = 'io.balena.features.supervisor-api'
/** Size of a delta to the previous release, relative to the layers that are not shared. */
const DELTA_SHARE = 0.15

function planOf(
  { name, kind, log, size, base, strategy }: ServiceDraft,
  ids: ReadonlyMap<string, number>,
  { images }: AddedRelease,
  previous: AddedRelease | undefined,
): ServicePlan {
  const serviceId = ids.get(name) ?? 0
  const imageId = images.get(name) ?? 0
  const from = previous?.images.get(name)
  const plan = {
    serviceId,
    name,
    kind,
    ...(log === undefined ? {} : { log }),
    imageId,
    imageSize: size * MIB,
    labels: { [SUPERVISOR_LABEL]: '1' },
    ...(strategy === undefined ? {} : { strategy }),
  }
  if (base === undefined) return plan
  const own = (size - base) * MIB
  return {
    ...plan,
    // Layer ids are unique in the world: that of the shared base is derived from the service.
    layers: [
      { id: -serviceId, bytes: base * MIB },
      { id: imageId, bytes: own },
    ],
    ...(from === undefined ? {} : { deltas: [{ fromImageId: from, bytes: Math.round(own * DELTA_SHARE) }] }),
  }
}

/** Adds a fleet, app or block with services, releases, tags and variables. `addDevices` adds the devices. */
export function addFleet(scene: SceneBuilder, catalogue: Catalogue, draft: FleetDraft): AddedFleet {
  const { world, registered } = scene.store
  const id = scene.add('application', applicationRow(scene, catalogue, draft))
  const uuid = scene.store.rows('application').reader('uuid')(id)
  world.addFleet({ id, name: draft.name, uuid, targetReleaseId: null })
  registered.fleets.add(id)
  const services = new Map<string, number>()
  for (const { name } of draft.services) {
    services.set(
      name,
      scene.add('service', { application: id, service_name: name, created_at: draft.createdAt + DAY }),
    )
  }
  const releases = new Map<string, AddedRelease>()
  let previous: AddedRelease | undefined
  for (const release of draft.releases) {
    const added = addRelease(scene, id, release, draft.services, services)
    releases.set(release.version, added)
    if ((release.status ?? 'success') !== 'success') continue
    world.addRelease({
      id: added.id,
      fleetId: id,
      commit: added.commit,
      version: release.version,
      availableAt: added.availableAt,
      services: draft.services.map((service) => planOf(service, services, added, previous)),
      ...(release.rejects === undefined ? {} : { rejects: release.rejects }),
      ...(release.aborts === undefined ? {} : { aborts: release.aborts }),
      ...(release.crashLoops === undefined ? {} : { crashLoops: release.crashLoops }),
    })
    registered.releases.add(added.id)
    previous = added
  }
  const target = draft.target === null ? undefined : releases.get(draft.target)
  if (target !== undefined) {
    scene.store.rows('application').update(id, { should_be_running__release: target.id })
    world.setFleetTarget(id, target.id, target.availableAt)
  }
  for (const [tag_key, value] of Object.entries(draft.tags ?? {})) {
    scene.add('application_tag', { application: id, tag_key, value })
  }
  for (const [name, value] of Object.entries(draft.variables ?? {})) {
    scene.add('application_environment_variable', {
      application: id,
      name,
      value,
      created_at: draft.createdAt + 2 * DAY,
    })
  }
  for (const [name, value] of Object.entries(draft.configuration ?? {})) {
    scene.add('application_config_variable', { application: id, name, value })
    world.setFleetConfig(id, name, value)
  }
  return { id, name: draft.name, releases, services }
}

/** The size of the part `at` when `count` is divided into equal parts. */
function partSize(count: number, parts: number, at: number): number {
  return Math.floor((count * (at + 1)) / parts) - Math.floor((count * at) / parts)
}

/** Adds the devices of a fleet by group and site. `scale` multiplies the number of devices. */
function addDevices(
  scene: SceneBuilder,
  catalogue: Catalogue,
  draft: FleetDraft,
  fleet: AddedFleet,
  scale = 1,
): void {
  const { world, deviceTags } = scene.store
  const releaseIdOf = (version: string | null) =>
    version === null ? null : (fleet.releases.get(version)?.id ?? null)
  let before = 0
  let numbered = 1
  for (const group of draft.groups) {
    // Rounds the running total, so that the groups add up to the size of the fleet.
    const count = Math.round((before + group.count) * scale) - Math.round(before * scale)
    before += group.count
    for (const { sites, size, tags } of partsOf(group, draft.sites, count)) {
      const [first] = sites
      if (size === 0 || first === undefined) continue
      const code = first.value.code
      const batch: DeviceBatch = {
        ...batchOf(scene, draft, group, releaseIdOf),
        fleetId: fleet.id,
        count: size,
        hardware: catalogue.hardware(group.type ?? draft.deviceType),
        places: sites.map(({ value: { name, latitude, longitude }, weight }) => ({
          value: { name, latitude, longitude },
          weight,
        })),
        ...namesOf(group, code, numbered),
      }
      numbered += size
      const { firstIndex } = world.addDevices(batch)
      deviceTags.addRange({ firstIndex, count: size, tags })
    }
  }
}

/** The devices of a group that are added together: those of each site, or all if the group has sites of its own. */
function partsOf(group: DeviceGroup, sites: readonly Site[], count: number) {
  const { places, tags = [] } = group
  // Exact numbers are those of the whole group, not of each site.
  if (places !== undefined || group.exact === true) {
    const own = sites.flatMap((value) => {
      const weight = places === undefined ? 1 : (places[value.code] ?? 0)
      return weight > 0 ? [{ value, weight }] : []
    })
    return [{ sites: own, size: count, tags }]
  }
  return sites.map((value, at) => ({
    sites: [{ value, weight: 1 }],
    size: partSize(count, sites.length, at),
    tags: [{ key: 'site', value: value.code }, ...tags],
  }))
}

function namesOf({ name, names }: DeviceGroup, code: string, from: number): Pick<DeviceBatch, 'names'> {
  const pattern = name ?? names?.replaceAll('{place}', code)
  return pattern === undefined ? {} : { names: { pattern, from } }
}

/** What all devices of a group have in common, wherever they are. */
function batchOf(
  scene: SceneBuilder,
  draft: FleetDraft,
  group: DeviceGroup,
  releaseIdOf: (version: string | null) => number | null,
) {
  const { connection, usage, locked, updating, exact, inactive } = group
  const running = group.running ?? [{ value: group.pinned ?? draft.target, weight: 1 }]
  const pinnedRelease = group.pinned === undefined ? null : releaseIdOf(group.pinned)
  const earliest = draft.createdAt + 3 * DAY
  // No device is provisioned while it has been away.
  const latest = scene.start - 2 * DAY - (connection?.heldMs.at(-1) ?? 0)
  return {
    personas: group.personas ?? STEADY,
    runningRelease: running.map(({ value, weight }) => ({ value: releaseIdOf(value), weight })),
    os: group.os ?? CURRENT_OS,
    supervisor: group.supervisor ?? CURRENT_SUPERVISOR,
    provisioned: [earliest, Math.max(earliest, latest)] as const,
    ...(locked === undefined ? {} : { locked }),
    ...(updating === undefined ? {} : { updating }),
    ...(exact === undefined ? {} : { exact }),
    ...(connection === undefined ? {} : { connection }),
    ...(usage === undefined ? {} : { usage }),
    ...(inactive === undefined ? {} : { inactive }),
    ...(pinnedRelease === null ? {} : { pinnedRelease }),
  }
}

const devicesOf = ({ groups }: FleetDraft): number => groups.reduce((total, { count }) => total + count, 0)

/**
 * Adds the devices of all fleets. If a total is requested, the size of the largest fleet is adjusted; if the total is less
 * than the devices of the other fleets, all fleets shrink proportionally.
 */
export function populate(
  scene: SceneBuilder,
  catalogue: Catalogue,
  fleets: readonly { draft: FleetDraft; fleet: AddedFleet }[],
): void {
  const sizes = fleets.map(({ draft }) => devicesOf(draft))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const requested = scene.devices ?? total
  const largest = sizes.indexOf(Math.max(...sizes))
  const others = total - (sizes[largest] ?? 0)
  for (const [at, { draft, fleet }] of fleets.entries()) {
    const own = sizes[at] ?? 0
    if (own === 0) continue
    const isEnough = requested >= others
    const scale = isEnough ? (at === largest ? (requested - others) / own : 1) : requested / total
    addDevices(scene, catalogue, draft, fleet, scale)
  }
}
