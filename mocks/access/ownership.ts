import type { ResourceName } from '../../openapi/generated/model.ts'
import type { Relations } from '../../openapi/generated/rows.d.ts'
import type { Schema } from '../base/schema.ts'

/** Who sees the rows of a resource. */
type Readers =
  /** Everyone, signed in or not (docs/platform/authentication.md). */
  | 'everyone'
  /** All signed-in users, and the keys of devices and fleets. */
  | 'signed-in'
  /** Those who see the owner. */
  | 'those-who-see-the-owner'
  /**
   * Those with a role on the application that owns the row, and staff with support access. Not everyone sees them in a
   * public application: its devices, settings and members.
   */
  | 'those-with-a-role'
  /** The user that owns the row. */
  | 'the-user'
  /** Those who see the billing of the organization that owns the row. */
  | 'those-who-pay'
  /** `visibility.ts` has a rule for the resource. */
  | 'by-rule'

interface ReadRule {
  readers: Readers
  /** The staff who see all rows: by default administrators of the platform. */
  staff?: 'nobody' | 'administrators' | 'everybody'
}

interface WriteRule<Relation> {
  /**
   * Where the permission is needed: on the row itself, or on its owner, or on the row of another relation. A new row is
   * not there yet, so that a creation needs it on the owner. `by-rule`: `write-permissions.ts` has a rule for the resource.
   * Absent: nobody can write the rows through the data API.
   */
  writtenOn?: 'itself' | 'owner' | 'by-rule' | { relation: Relation }
  /** The resource whose permission is needed, if it is not that of the row; undefined: `resin.<resource>.<action>`. */
  writtenAs?: ResourceName
  /** The only permission needed, whatever is written. */
  permission?: string
  /** Fields with their own permission. */
  fields?: { readonly [field: string]: string }
}

/** Who owns, sees and writes the rows of a resource. */
export type Ownership<Resource extends ResourceName = ResourceName> = Resource extends ResourceName
  ? ReadRule &
      WriteRule<keyof Relations[Resource] & string> & {
        /** The relation to the owner, a row of the resource that the relation leads to in the contract. */
        owner?: keyof Relations[Resource] & string
      }
  : never

const catalogue = { readers: 'everyone' } as const
const shared = { readers: 'signed-in' } as const
/** Parts of a release can be written by users who can write the release. */
const partOfRelease = {
  readers: 'those-who-see-the-owner',
  writtenOn: 'owner',
  writtenAs: 'release',
} as const
const part = { readers: 'those-who-see-the-owner', writtenOn: 'owner' } as const
const setting = { readers: 'those-with-a-role', writtenOn: 'owner' } as const
const billing = { readers: 'those-who-pay', writtenOn: 'owner' } as const
const derived = { readers: 'those-who-see-the-owner' } as const
const secret = { readers: 'the-user', staff: 'nobody' } as const

/** One entry for each resource of the contract; one that is missing does not compile. */
const ownership = {
  actor: shared,
  api_key: { readers: 'by-rule', writtenOn: 'by-rule' },
  application: {
    owner: 'organization',
    readers: 'by-rule',
    writtenOn: 'itself',
    fields: {
      organization: 'resin.application.transfer',
      application_type: 'resin.application.change-type',
    },
  },
  application__can_use__application_as_host: shared,
  application_config_variable: { owner: 'application', ...setting },
  application_domain_mapping: { owner: 'application', ...setting },
  application_environment_variable: { owner: 'application', ...setting },
  application_invite: { owner: 'is_invited_to__application', ...setting },
  application_membership_role: shared,
  application_tag: { owner: 'application', ...part },
  application_type: catalogue,
  build_environment_variable: { owner: 'application', ...setting },
  cpu_architecture: catalogue,
  credit_bundle: { owner: 'belongs_to__organization', ...billing },
  delta: { owner: 'produces__image', ...derived },
  device: {
    owner: 'belongs_to__application',
    readers: 'by-rule',
    writtenOn: 'itself',
    fields: {
      belongs_to__application: 'resin.device.move',
      is_active: 'resin.application.deactivate-device',
      should_be_operated_by__release: 'resin.device.actions-proxy-hup',
      should_be_managed_by__release: 'resin.device.actions-proxy-supervisorupgrade',
    },
  },
  device_config_variable: { owner: 'device', ...part },
  device_domain_mapping: { owner: 'device', ...part },
  device_environment_variable: { owner: 'device', ...part },
  device_family: catalogue,
  device_history: { owner: 'belongs_to__application', readers: 'those-with-a-role' },
  device_manufacturer: catalogue,
  device_service_environment_variable: { owner: 'service_install', ...part },
  device_tag: { owner: 'device', ...part },
  device_type: catalogue,
  device_type_alias: catalogue,
  feature: shared,
  // Staff can link any organization with an identity provider, so they see all of them.
  identity_provider: { readers: 'by-rule', staff: 'everybody', writtenOn: 'by-rule' },
  identity_provider_membership: { owner: 'organization', ...part, staff: 'everybody' },
  image: { owner: 'is_a_build_of__service', ...partOfRelease },
  image_environment_variable: { owner: 'release_image', ...partOfRelease },
  // Installs are part of the device's own report.
  image_install: { owner: 'device', ...part, permission: 'resin.device.update' },
  image_label: { owner: 'release_image', ...partOfRelease },
  invitee: shared,
  oauth_application: shared,
  oauth_application_authorization: { owner: 'belongs_to__user', ...secret, writtenOn: 'owner' },
  organization: { readers: 'by-rule', writtenOn: 'itself' },
  organization__has_private_access_to__device_type: { owner: 'organization', ...derived },
  organization_credit_notification: { owner: 'organization', ...billing },
  organization_invite: { owner: 'is_invited_to__organization', ...part },
  organization_membership: { owner: 'is_member_of__organization', ...part },
  organization_membership_role: shared,
  organization_membership_tag: { owner: 'organization_membership', ...part },
  plan: shared,
  plan__has__discount_code: shared,
  plan_addon: shared,
  plan_feature: shared,
  public_device: catalogue,
  public_organization: catalogue,
  recovery_two_factor: { owner: 'belongs_to__user', ...secret },
  release: { owner: 'belongs_to__application', ...part },
  release_asset: { owner: 'release', ...part },
  release_image: { owner: 'is_part_of__release', ...partOfRelease },
  release_tag: { owner: 'release', ...part },
  saml_account: { readers: 'by-rule', staff: 'nobody' },
  service: { owner: 'application', ...partOfRelease },
  service_environment_variable: { owner: 'service', readers: 'by-rule', writtenOn: 'owner' },
  service_install: { owner: 'device', ...part },
  service_instance: shared,
  service_label: { owner: 'service', ...partOfRelease },
  social_service_account: { owner: 'belongs_to__user', ...secret },
  subscription: { owner: 'is_for__organization', ...billing },
  subscription_addon_discount: { owner: 'subscription', ...derived },
  subscription_prepaid_addon: { owner: 'is_for__subscription', ...derived },
  support_feature: shared,
  support_tier: shared,
  team: { owner: 'belongs_to__organization', ...part },
  team_application_access: {
    owner: 'team',
    ...derived,
    writtenOn: { relation: 'grants_access_to__application' },
  },
  team_membership: { owner: 'is_member_of__team', ...part },
  user: { readers: 'by-rule', writtenOn: 'itself' },
  user__has_direct_access_to__application: { owner: 'user', ...secret },
  user_application_membership: { owner: 'is_member_of__application', ...setting },
  user_profile: { owner: 'is_of__user', readers: 'the-user' },
  user_public_key: { owner: 'user', ...secret, writtenOn: 'owner' },
} as const satisfies { readonly [Resource in ResourceName]: Ownership<Resource> }

/** Resources with a rule of their own for what `key` says. */
type Ruled<Key extends 'readers' | 'writtenOn'> = {
  [Resource in ResourceName]: (typeof ownership)[Resource] extends Readonly<Record<Key, 'by-rule'>>
    ? Resource
    : never
}[ResourceName]

/** Resources whose visible rows are found by a rule of their own. */
export type ReadByRule = Ruled<'readers'>

/** Resources whose writes are allowed by a rule of their own. */
export type WrittenByRule = Ruled<'writtenOn'>

/** The ownership of a resource by its name in the data model. */
export const resourceOwnership = (resource: ResourceName): Ownership => ownership[resource]

/** A relation to the owner of rows, and the resource of the owner. */
export interface OwnerRelation {
  relation: string
  owner: ResourceName
}

function leadsTo(schema: Schema, resource: ResourceName, relation: string): OwnerRelation {
  const member = schema.resource(resource)?.member(relation)
  if (member?.kind !== 'toOne') throw new Error(`${resource} has no relation ${relation}`)
  return { relation, owner: member.resource }
}

/** How the rows of a resource lead to their owner; undefined when they have none. */
export function ownerRelation(schema: Schema, resource: ResourceName): OwnerRelation | undefined {
  const { owner } = resourceOwnership(resource)
  return owner === undefined ? undefined : leadsTo(schema, resource, owner)
}

/** How the rows of a resource lead to where a new one needs permission; undefined when there is no such place. */
export function writtenThrough(schema: Schema, resource: ResourceName): OwnerRelation | undefined {
  const { writtenOn } = resourceOwnership(resource)
  if (typeof writtenOn === 'object') return leadsTo(schema, resource, writtenOn.relation)
  return writtenOn === 'owner' || writtenOn === 'itself' ? ownerRelation(schema, resource) : undefined
}
