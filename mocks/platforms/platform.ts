import type { ResourceName } from '../../openapi/generated/model.ts'
import { lackingOperations } from '../../openapi/generated/open-backend.ts'
import type { ServiceOperationId } from '../../openapi/generated/operations.ts'
import type { Member, Schema } from '../base/schema.ts'
import { openSchema } from './open-schema.ts'

/** The kinds of platforms: the hosted one, and the self-hosted open-source backend. */
export const PLATFORM_NAMES = ['hosted', 'open'] as const

export type PlatformName = (typeof PLATFORM_NAMES)[number]

export const isPlatformName = (value: unknown): value is PlatformName =>
  PLATFORM_NAMES.some((name) => name === value)

/** The features of a platform. */
export interface Platform {
  readonly name: PlatformName
  /** The part of the data model that clients can use. The cloud itself uses all of it. */
  clientSchema(schema: Schema): Schema
  has(operation: ServiceOperationId): boolean
  /** Whether a body may contain a member of the client schema; undefined is no member. */
  writes(member: Member | undefined): boolean
  /** Whether no user can write any row of a resource. */
  isReadOnly(resource: ResourceName): boolean
  /** Plans, invoices, and freezing of unpaid organizations. */
  readonly hasBilling: boolean
  /** Roles, teams and memberships of fleets; without them, every user sees and changes everything of all organizations. */
  readonly hasRoles: boolean
  /** All rows are visible to all users, so that a missing row is not one that is hidden. */
  readonly seesAll: boolean
  /** Users can list the keys of fleets and devices; otherwise only their own. */
  readonly listsKeysOfOthers: boolean
  /** OS and supervisor releases. */
  readonly hasSystemReleases: boolean
  /** VPN connections; without them, devices only send requests to the platform. */
  readonly hasCloudlink: boolean
  /** Devices are inactive until they are first heard of; otherwise they cannot be inactive. */
  readonly hasInactiveDevices: boolean
  /** Clients can add services to devices and remove them; otherwise only the devices themselves can. */
  readonly clientsWriteServiceInstalls: boolean
  /** The least poll interval of devices, and that of devices without a configured one. Milliseconds. */
  readonly minPollInterval: number
  readonly defaultPollInterval: number
  /** Configuration that every target contains unless it is set otherwise. */
  readonly defaultConfig: Readonly<Record<string, string>>
  /** A device can rename itself in a report. */
  readonly namesByReport: boolean
  /** The target of a device without a release has an empty list of releases; otherwise it has none. */
  readonly listsNoReleases: boolean
}

const MINUTE = 60_000

const OPEN_READ_ONLY: ReadonlySet<ResourceName> = new Set(['organization', 'organization_membership', 'user'])

const UNSUPPORTED: ReadonlySet<ServiceOperationId> = new Set(lackingOperations)

const hosted: Platform = {
  name: 'hosted',
  clientSchema: (schema) => schema,
  has: () => true,
  writes: (member) => member !== undefined,
  isReadOnly: () => false,
  hasBilling: true,
  hasRoles: true,
  seesAll: false,
  listsKeysOfOthers: true,
  hasSystemReleases: true,
  hasCloudlink: true,
  hasInactiveDevices: true,
  clientsWriteServiceInstalls: false,
  minPollInterval: 10 * MINUTE,
  defaultPollInterval: 15 * MINUTE,
  defaultConfig: { RESIN_SUPERVISOR_NATIVE_LOGGER: 'true' },
  namesByReport: true,
  listsNoReleases: true,
}

const open: Platform = {
  name: 'open',
  clientSchema: openSchema,
  has: (operation) => !UNSUPPORTED.has(operation),
  writes: (member) =>
    member !== undefined && !(member.kind === 'field' && member.field.openBackendReadsOnly === true),
  isReadOnly: (resource) => OPEN_READ_ONLY.has(resource),
  hasBilling: false,
  hasRoles: false,
  seesAll: true,
  listsKeysOfOthers: false,
  hasSystemReleases: false,
  hasCloudlink: false,
  hasInactiveDevices: false,
  clientsWriteServiceInstalls: true,
  minPollInterval: 10 * MINUTE,
  defaultPollInterval: 10 * MINUTE,
  defaultConfig: {},
  namesByReport: false,
  listsNoReleases: false,
}

export const platformNamed = (name: PlatformName): Platform => (name === 'open' ? open : hosted)
