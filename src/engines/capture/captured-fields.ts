/**
 * What becomes of a field: `link` joins rows and is not written; `renamed` becomes a pseudonym; `kept` is written as it is;
 * `counted` is written only as numbers over many devices; `rounded` is written less precisely.
 */
export type FieldUse = 'link' | 'renamed' | 'kept' | 'counted' | 'rounded'

/** `join`: a relation, of which only the id or the named fields are read. */
type Field = readonly [use: FieldUse, reason: string, join?: 'join']

/**
 * Everything that a capture reads, by resource and field, with the reason. Nothing else is requested: no values of variables,
 * compositions, logs, contracts, notes, keys, tokens, addresses, tax numbers, cards or invoices.
 */
export const capturedFields = {
  organization: {
    id: ['link', 'which fleets, teams and people belong together'],
    name: ['renamed', 'it has another name in the world, and is searched for in the result'],
  },
  organization_membership: {
    id: ['link', 'the next page begins after it'],
    user: ['link', 'who is a member', 'join'],
    is_member_of__organization: ['link', 'of which organization', 'join'],
    organization_membership_role: ['link', 'with which role', 'join'],
  },
  organization_membership_role: {
    name: ['kept', 'administrators and members'],
  },
  user: {
    id: ['link', 'the same person in organizations, fleets, teams and releases'],
    username: ['renamed', 'it has another name in the world, and is searched for in the result'],
  },
  user_application_membership: {
    id: ['link', 'the next page begins after it'],
    user: ['link', 'whose role it is', 'join'],
    is_member_of__application: ['link', 'the fleets of a person', 'join'],
    application_membership_role: ['link', 'with which role', 'join'],
  },
  application_membership_role: {
    name: ['kept', 'what people may do on fleets'],
  },
  team: {
    id: ['link', 'its members and fleets'],
    name: ['renamed', 'it has another name in the world, and is searched for in the result'],
    belongs_to__organization: ['link', 'its organization', 'join'],
    team_membership: ['link', 'its members', 'join'],
    team_application_access: ['link', 'its fleets', 'join'],
  },
  team_membership: {
    id: ['link', 'counted with the team'],
    user: ['link', 'who is a member', 'join'],
  },
  team_application_access: {
    id: ['link', 'counted with the team'],
    grants_access_to__application: ['link', 'the fleets of the team', 'join'],
    application_membership_role: ['link', 'with which role', 'join'],
  },
  subscription: {
    id: ['link', 'the next page begins after it'],
    is_for__organization: ['link', 'the organization with the plan', 'join'],
    is_for__plan: ['link', 'which plan', 'join'],
    is_active: ['kept', 'earlier plans do not count'],
  },
  plan: {
    billing_code: ['kept', 'the plan; one that the simulation does not have becomes its Production plan'],
  },
  application: {
    id: ['link', 'its services, releases and devices'],
    app_name: ['renamed', 'it has another name in the world, and is searched for in the result'],
    organization: ['link', 'its organization', 'join'],
    is_of__class: ['kept', 'fleets, apps and blocks'],
    is_host: ['link', 'operating systems are no fleets, and are left out'],
    is_for__device_type: ['link', 'its hardware', 'join'],
    service: ['link', 'its services', 'join'],
    application_tag: ['link', 'its tags', 'join'],
    created_at: ['rounded', 'its age'],
    should_track_latest_release: ['kept', 'whether it is pinned'],
    should_be_running__release: ['link', 'its target release', 'join'],
    is_stored_at__repository_url: [
      'renamed',
      'whether it has a repository; the address is searched for in the result',
    ],
  },
  device_type: {
    slug: [
      'kept',
      'the hardware; a type that the simulation does not have becomes one of the same architecture',
    ],
    is_of__cpu_architecture: ['link', 'to find a similar device type', 'join'],
  },
  cpu_architecture: {
    slug: ['kept', 'to find a similar device type'],
  },
  application_tag: {
    id: ['link', 'counted with the fleet'],
    tag_key: ['renamed', 'how many tags there are, and which devices share them'],
    value: ['renamed', 'the same'],
  },
  service: {
    id: ['link', 'its images'],
    service_name: ['renamed', 'the services of a fleet; equal names stay equal'],
  },
  release: {
    id: ['link', 'which devices run it'],
    belongs_to__application: ['link', 'the releases of one fleet', 'join'],
    release_tag: ['link', 'its tags', 'join'],
    created_at: ['rounded', 'its age'],
    status: ['kept', 'whether its build failed'],
    is_final: ['kept', 'whether it is a draft'],
    is_invalidated: ['kept', 'whether it was withdrawn'],
    raw_version: ['renamed', 'versions are numbered in order; the original is searched for in the result'],
    commit: ['renamed', 'searched for in the result'],
    is_created_by__user: ['link', 'its author', 'join'],
  },
  release_tag: {
    id: ['link', 'counted with the release'],
    tag_key: ['renamed', 'how many tags there are'],
    value: ['renamed', 'the same'],
  },
  release_image: {
    id: ['link', 'the images of the target release'],
    is_part_of__release: ['link', 'the same', 'join'],
    image: ['link', 'the same', 'join'],
  },
  image: {
    image_size: ['rounded', 'how long a download takes'],
    is_a_build_of__service: ['link', 'its service', 'join'],
  },
  device: {
    id: ['link', 'the next page begins after it'],
    belongs_to__application: ['link', 'the devices of one fleet', 'join'],
    device_tag: ['link', 'its tags', 'join'],
    device_name: ['renamed', 'searched for in the result'],
    is_of__device_type: ['link', 'its hardware', 'join'],
    is_running__release: ['counted', 'the mix of releases', 'join'],
    is_pinned_on__release: ['counted', 'the mix of pins', 'join'],
    os_version: ['counted', 'the mix of OS versions'],
    os_variant: ['counted', 'development and production'],
    supervisor_version: ['counted', 'the mix of supervisors'],
    status: ['counted', 'whether it is downloading or updating'],
    is_active: ['counted', 'whether it is deactivated'],
    is_connected_to_vpn: ['counted', 'its connection'],
    api_heartbeat_state: ['counted', 'its connection'],
    last_connectivity_event: ['rounded', 'for how long it has been connected or away'],
    last_vpn_event: ['rounded', 'the same'],
    changed_api_heartbeat_state_on__date: ['rounded', 'the same'],
    is_locked_until__date: ['counted', 'whether a service holds an update lock'],
    cpu_usage: ['counted', 'the mix of loads'],
    cpu_temp: ['counted', 'the mix of temperatures'],
    memory_usage: ['counted', 'the mix of loads'],
    memory_total: ['counted', 'the mix of loads'],
    storage_usage: ['counted', 'the mix of loads'],
    storage_total: ['counted', 'the mix of loads'],
    is_undervolted: ['counted', 'whether its power supply is too weak'],
    latitude: ['rounded', 'the nearest town of at least 50,000 people'],
    longitude: ['rounded', 'the same'],
  },
  device_tag: {
    id: ['link', 'counted with the device'],
    tag_key: ['renamed', 'how many tags there are, and which devices share them'],
    value: ['renamed', 'the same'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Field>>>>

/** Names that are read only when variables are kept; never their values. */
export const fieldsOnRequest = {
  application_environment_variable: {
    id: ['link', 'counted with the fleet'],
    application: ['link', 'the variables of one fleet', 'join'],
    name: ['kept', 'only with --keep variables'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Field>>>>

type Fields = typeof capturedFields & typeof fieldsOnRequest

/** The names of the fields of a resource that are no relations. */
type Plain<Resource extends keyof Fields> = {
  [Name in keyof Fields[Resource]]: Fields[Resource][Name] extends readonly [unknown, unknown, 'join']
    ? never
    : Name
}[keyof Fields[Resource]] &
  string

/** The fields of a resource that are no relations, as `$select` of its query. */
export function capturedFieldNames<Resource extends keyof Fields>(resource: Resource): Plain<Resource>[] {
  const all: Fields = { ...capturedFields, ...fieldsOnRequest }
  const fields = Object.entries<Field>(all[resource])
  return fields.filter(([, [, , join]]) => join === undefined).map(([name]) => name as Plain<Resource>)
}

/** Kinds of texts that become pseudonyms unless they are kept. */
export const captureKinds = [
  'organizations',
  'fleets',
  'devices',
  'services',
  'tags',
  'teams',
  'people',
  'versions',
  'repositories',
  'places',
] as const
export type CaptureKind = (typeof captureKinds)[number]

/** What can be kept: also the names of variables, which are not even read otherwise. */
export const keepable = [...captureKinds, 'variables'] as const
export type Keepable = (typeof keepable)[number]
