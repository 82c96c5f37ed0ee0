import type { ResourceName, Writable } from '@/api/data-request.ts'

const settableFields = {
  device: ['device_name', 'note', 'is_pinned_on__release', 'belongs_to__application'],
  application: ['app_name', 'should_be_running__release', 'should_track_latest_release'],
  release: ['note'],
  organization: ['name'],
  team: ['name'],
  organization_membership: ['organization_membership_role'],
  user_application_membership: ['application_membership_role'],
  team_application_access: ['application_membership_role'],
} as const satisfies { readonly [R in ResourceName]?: readonly (keyof Writable<R>)[] }

/** Fields whose changes can be undone. */
export const settable: Readonly<Record<string, readonly string[]>> = settableFields

/** Rows identified by their owner and name: tags and variables. */
export interface NamedResource {
  owner: string
  name: 'tag_key' | 'name'
  isSecret: boolean
}
const tagOf = (owner: string): NamedResource => ({ owner, name: 'tag_key', isSecret: false })
const variableOf = (owner: string): NamedResource => ({ owner, name: 'name', isSecret: true })

const namedRows = {
  application_tag: tagOf('application'),
  device_tag: tagOf('device'),
  release_tag: tagOf('release'),
  organization_membership_tag: tagOf('organization_membership'),
  device_environment_variable: variableOf('device'),
  device_config_variable: variableOf('device'),
  application_environment_variable: variableOf('application'),
  application_config_variable: variableOf('application'),
  service_environment_variable: variableOf('service'),
  device_service_environment_variable: variableOf('service_install'),
} satisfies { readonly [R in ResourceName]?: NamedResource }

export const named: Readonly<Record<string, NamedResource>> = namedRows

/** Resources whose changes can be undone. */
export type RecordedResource = keyof typeof settableFields | keyof typeof namedRows

export const isRecorded = (resource: unknown): resource is RecordedResource =>
  typeof resource === 'string' && (Object.hasOwn(settable, resource) || Object.hasOwn(named, resource))

/** The field that holds the name of a row. */
export const nameFields: Readonly<Record<string, string>> = {
  device: 'device_name',
  application: 'app_name',
  organization: 'name',
  team: 'name',
  release: 'raw_version',
}

/** The fields of a linked row that are read to name it. */
export const linkFields: Readonly<Record<string, string>> = {
  is_pinned_on__release: 'id,raw_version,commit',
  should_be_running__release: 'id,raw_version,commit',
  belongs_to__application: 'id,app_name',
  organization_membership_role: 'id,name',
  application_membership_role: 'id,name',
}

export const isLink = (field: string): boolean => field in linkFields
