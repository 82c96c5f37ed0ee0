import type { ResourceName } from '../../openapi/generated/model.ts'
import type { World } from '../../simulator/world/world.ts'
import type { Schema } from '../base/schema.ts'
import type { Platform } from '../platforms/platform.ts'
import { createActorTable } from './actor-table.ts'
import { createImageInstallTable, createServiceInstallTable } from './device-children.ts'
import { createDeviceHistoryTable } from './device-history.ts'
import { createDeviceOverrides } from './device-overrides.ts'
import { createDeviceStates } from './device-states.ts'
import type { DeviceStates } from './device-states.ts'
import { createDeviceTable } from './device-table.ts'
import { createDeviceTagTable } from './device-tags.ts'
import type { DeviceTagSnapshot, DeviceTagTable } from './device-tags.ts'
import { createDirectAccessTable } from './direct-access-table.ts'
import { createJobs } from './jobs.ts'
import type { Jobs } from './jobs.ts'
import { createLedger } from './ledger.ts'
import type { BillingAccount, Ledger } from './ledger.ts'
import { createMemoryTable } from './memory-table.ts'
import type { AllComputedFields, ComputedFields, MemoryTable, MemoryTableSnapshot } from './memory-table.ts'
import { createSecrets, fromFormerSecrets } from './secrets.ts'
import type { FormerSecrets, Secrets } from './secrets.ts'
import { createServiceInstallChanges } from './service-install-changes.ts'
import type { ServiceInstallSnapshot } from './service-install-changes.ts'
import type { Table, Values } from './table.ts'
import { withoutCloudlink } from './unreachable-devices.ts'
import { variableNotices } from './variable-notices.ts'
import { rawVersionOf, semverOf, releaseVersionFields } from './versions.ts'

/** The fleets and releases that were added to the world. Each must be added only once. */
export interface RegisteredWithWorld {
  fleets: Set<number>
  releases: Set<number>
}

export interface StoreSnapshot {
  registered: RegisteredWithWorld
  tables: Map<string, MemoryTableSnapshot>
  deviceTags: DeviceTagSnapshot
  devices: Map<number, Values>
  /** Absent in snapshots of earlier versions. */
  serviceInstalls?: ServiceInstallSnapshot
  secrets: Secrets
  jobs: Jobs
  ledger: Ledger
}

/** A snapshot as versions before 31 stored it, in state files. */
interface FormerSnapshot extends Omit<StoreSnapshot, 'registered' | 'secrets'> {
  told: RegisteredWithWorld
  vault: FormerSecrets
}

function currentSnapshot(snapshot: StoreSnapshot | FormerSnapshot): StoreSnapshot {
  if (!('vault' in snapshot)) return snapshot
  const { told, vault, ...same } = snapshot
  return { ...same, registered: told, secrets: fromFormerSecrets(vault) }
}

export interface Store {
  /** The kind of platform. Clients cannot use features that it lacks. */
  readonly platform: Platform
  readonly schema: Schema
  readonly world: World
  readonly states: DeviceStates
  readonly deviceTags: DeviceTagTable
  secrets: Secrets
  ledger: Ledger
  registered: RegisteredWithWorld
  /** Cache of verified tokens, with the signing key and the claims. */
  readonly readTokens: Map<string, { key: Uint8Array; claims: unknown }>
  jobs: Jobs
  /** Increases with each write, and invalidates everything derived from rows. */
  readonly version: number
  changed(): void
  /** Builds the world that begins: its devices have applied all variables that are added meanwhile. */
  open(build: () => void): void
  /** Indexes of the devices frozen by billing, undefined when there are none. The same set until it changes. */
  frozenDevices(): ReadonlySet<number> | undefined
  table(resource: ResourceName): Table
  /** A table of stored rows. Throws for resources derived from the world. */
  rows<Resource extends ResourceName>(resource: Resource): MemoryTable<Resource>
  snapshot(): StoreSnapshot
  restore(snapshot: StoreSnapshot): void
}

const computedFields = (options: StoreOptions, store: () => Store): AllComputedFields => ({
  organization_membership: {
    effective_seat_role: (row) => options.seatRole(store(), row.user, row.is_member_of__organization),
  },
  organization: {
    is_frozen: (row) => options.isFrozenOrganization(store(), row.id, options.now()),
    has_past_due_invoice_since__date: (row) =>
      options.pastDueSince(store().ledger.accounts.get(row.id), options.now()),
  },
  release: {
    semver: semverOf,
    raw_version: rawVersionOf,
    version: releaseVersionFields,
    is_final: (row) => typeof row.revision === 'number',
  },
})

export interface StoreOptions {
  platform: Platform
  schema: Schema
  world: World
  secrets: Secrets
  now(): number
  /** The applications on which a user has a role. */
  applicationsOf(store: Store, user: number): ReadonlySet<number>
  /** Whether an unpaid invoice has frozen an organization. */
  isFrozenOrganization(store: Store, organization: number, now: number): boolean
  /** Since when an organization has an unpaid invoice; null when it has none. */
  pastDueSince(account: BillingAccount | undefined, now: number): number | null
  /** Indexes of the devices frozen by billing; undefined when there are none. */
  frozenDevices(store: Store, now: number): ReadonlySet<number> | undefined
  /** The highest role a user has anywhere in an organization. */
  seatRole(store: Store, user: number, organization: number): string
}

/** All tables of one cloud: rows in memory, and columns of the world with the same interface. */
export function createStore(options: StoreOptions): Store {
  const { platform, schema, world, secrets, now, applicationsOf } = options
  const computed: { readonly [resource: string]: ComputedFields | undefined } = computedFields(
    options,
    () => store,
  )
  const memory = new Map<string, MemoryTable>()
  let isOpening = false
  for (const resource of schema.resources) {
    const changed = variableNotices(resource.name, {
      world,
      rows: (name) => rows(name),
      isInitial: () => isOpening,
    })
    memory.set(
      resource.name,
      createMemoryTable(resource, { computed: computed[resource.name], now, changed }),
    )
  }
  const rows = <Resource extends ResourceName>(resource: Resource): MemoryTable<Resource> => {
    const table = memory.get(resource)
    if (table === undefined) throw new Error(`No table of rows for ${resource}`)
    return table as MemoryTable<Resource>
  }
  const states = createDeviceStates(world)
  const known = createDeviceOverrides()
  const deviceTags = createDeviceTagTable(world)
  const serviceInstalls = createServiceInstallChanges()
  const servicesOfRelease = new Map<number, { version: number; services: number[] }>()
  let version = 0

  const store: Store = {
    platform,
    schema,
    world,
    states,
    deviceTags,
    secrets,
    ledger: createLedger(),
    registered: { fleets: new Set(), releases: new Set() },
    jobs: createJobs(),
    readTokens: new Map(),
    get version() {
      return version
    },
    open(build) {
      isOpening = true
      build()
      isOpening = false
    },
    changed() {
      version++
    },
    frozenDevices: () => (platform.hasBilling ? options.frozenDevices(store, now()) : undefined),
    table: (resource) => virtual.get(resource) ?? rows(resource),
    rows,
    snapshot: () => ({
      registered: structuredClone(store.registered),
      tables: new Map([...memory].map(([name, table]) => [name, table.snapshot()])),
      deviceTags: deviceTags.snapshot(),
      devices: known.snapshot(),
      serviceInstalls: serviceInstalls.snapshot(),
      secrets: structuredClone(store.secrets),
      jobs: structuredClone(store.jobs),
      ledger: structuredClone(store.ledger),
    }),
    restore(stored) {
      const snapshot = currentSnapshot(stored)
      for (const [name, table] of snapshot.tables) memory.get(name)?.restore(table)
      deviceTags.restore(snapshot.deviceTags)
      known.restore(snapshot.devices)
      serviceInstalls.restore(snapshot.serviceInstalls)
      // A snapshot of an earlier version may lack fields.
      store.secrets = { ...createSecrets(), ...structuredClone(snapshot.secrets) }
      store.registered = structuredClone(snapshot.registered)
      store.jobs = { ...createJobs(), ...structuredClone(snapshot.jobs) }
      store.ledger = { ...createLedger(), ...structuredClone(snapshot.ledger) }
      store.changed()
    },
  }

  function servicesOf(release: number): readonly number[] {
    const known = servicesOfRelease.get(release)
    if (known?.version === version) return known.services
    const images = rows('release_image')
    const serviceOf = rows('image').reader('is_a_build_of__service')
    const services: number[] = []
    for (const join of Array.from(images.find('is_part_of__release', release) ?? [])) {
      const service = serviceOf(images.row(join).image)
      if (typeof service === 'number') services.push(service)
    }
    servicesOfRelease.set(release, { version, services })
    return services
  }

  const devices = createDeviceTable({
    world,
    states,
    known,
    now,
    fleets: () => store.registered.fleets,
    frozen: () => store.frozenDevices(),
  })
  const virtual = new Map<string, Table>(
    [
      platform.hasCloudlink ? devices : withoutCloudlink(devices, (index) => world.isExternal(index)),
      createDeviceHistoryTable(world, devices, () => version),
      createImageInstallTable(world, states),
      createServiceInstallTable(world, servicesOf, serviceInstalls),
      deviceTags,
      createActorTable(world, rows('actor')),
      createDirectAccessTable({
        users: () => rows('user').handles(),
        applicationsOf: (user) => applicationsOf(store, user),
      }),
    ].map((table) => [table.resource, table]),
  )
  return store
}
