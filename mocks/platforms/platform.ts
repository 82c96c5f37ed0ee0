import { lackingOperations } from '../../openapi/generated/open-backend.ts'
import type { ServiceOperationId } from '../../openapi/generated/operations.ts'
import type { Member, Schema } from '../odata/schema.ts'
import { openSchema } from './open-schema.ts'

/** Which of the platforms a world is: the hosted one, or a backend of one's own from its open sources. */
export const PLATFORM_NAMES = ['hosted', 'open'] as const

export type PlatformName = (typeof PLATFORM_NAMES)[number]

export const isPlatformName = (value: unknown): value is PlatformName =>
  PLATFORM_NAMES.some((name) => name === value)

/** What one platform has that the other need not have. */
export interface Platform {
  readonly name: PlatformName
  /** The part of the data model that clients may name. The cloud's own rules go on using all of it. */
  clientSchema(whole: Schema): Schema
  has(operation: ServiceOperationId): boolean
  /** Whether a body may name this part of its client schema; undefined for what is no part of it. */
  writes(member: Member | undefined): boolean
  /** Invoices, plans, and what an unpaid one freezes. */
  readonly hasBilling: boolean
  /** Roles, teams and memberships of single fleets; without them, every member may do everything in the organization. */
  readonly hasRoles: boolean
  /** The keys of fleets and devices can be listed by who may use them; else everybody sees only their own. */
  readonly listsKeysOfOthers: boolean
  /** Releases of operating systems and supervisors. */
  readonly hasSystemReleases: boolean
  /** Connections through which devices can be reached; without them, the platform only hears from its devices. */
  readonly hasCloudlink: boolean
}

const LACKING: ReadonlySet<ServiceOperationId> = new Set(lackingOperations)

const hosted: Platform = {
  name: 'hosted',
  clientSchema: (whole) => whole,
  has: () => true,
  writes: (member) => member !== undefined,
  hasBilling: true,
  hasRoles: true,
  listsKeysOfOthers: true,
  hasSystemReleases: true,
  hasCloudlink: true,
}

const open: Platform = {
  name: 'open',
  clientSchema: openSchema,
  has: (operation) => !LACKING.has(operation),
  writes: (member) =>
    member !== undefined && !(member.kind === 'field' && member.field.openBackendReadsOnly === true),
  hasBilling: false,
  hasRoles: false,
  listsKeysOfOthers: false,
  hasSystemReleases: false,
  hasCloudlink: false,
}

export const platformNamed = (name: PlatformName): Platform => (name === 'open' ? open : hosted)
