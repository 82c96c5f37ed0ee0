import { offers } from '@/api/api.ts'
import type { PlatformFeature } from '@/api/platform-features.ts'
import { offeredStatusFilters, statusFilters } from '@/domain/device/device-filters.ts'
import { issueKinds, offeredIssueKinds } from '@/domain/device/device-issues.ts'

export const operators = [
  '=',
  '!=',
  '~',
  '!~',
  '^=',
  '<',
  '<=',
  '>',
  '>=',
  'in',
  'not in',
  'is empty',
  'is not empty',
] as const
export type Operator = (typeof operators)[number]

const orders = ['<', '<=', '>', '>='] as const
/** An operator that needs an order of the values. */
export type Order = (typeof orders)[number]

export const isOrder = (operator: Operator): operator is Order => orders.some((each) => each === operator)

/** The type of a field determines its operators and values. */
export type FieldKind = 'text' | 'version' | 'number' | 'date' | 'choice' | 'flag' | 'tag'

interface FieldInfo {
  /** The field of the platform to compare, on the device or its relation to other rows; absent where `compile-query.ts` has a rule. */
  path?: string
  kind: FieldKind
  /** Possible values of a choice. */
  choices?: readonly string[]
  /** It always has a value, so "is empty" does not apply. */
  always?: true
}

const always = true as const

/** All filterable fields, by their name in the query language. Their labels are in the messages, under the same names. */
export const queryFields = {
  name: { path: 'device_name', kind: 'text', always },
  status: { kind: 'choice', choices: statusFilters, always },
  issue: { kind: 'choice', choices: issueKinds, always },
  uuid: { path: 'uuid', kind: 'text', always },
  tag: { kind: 'tag' },
  release: { path: 'is_running__release', kind: 'text' },
  target: { path: 'should_be_running__release', kind: 'text' },
  pinned: { kind: 'flag' },
  seen: { path: 'last_connectivity_event', kind: 'date' },
  created: { path: 'created_at', kind: 'date', always },
  modified: { path: 'modified_at', kind: 'date', always },
  online: { path: 'is_online', kind: 'flag' },
  cloudlink: { path: 'is_connected_to_vpn', kind: 'flag' },
  heartbeat: {
    path: 'api_heartbeat_state',
    kind: 'choice',
    choices: ['online', 'offline', 'timeout', 'unknown'],
    always,
  },
  os: { path: 'os_version', kind: 'version' },
  variant: { path: 'os_variant', kind: 'choice', choices: ['prod', 'dev'] },
  supervisor: { path: 'supervisor_version', kind: 'version' },
  type: { path: 'is_of__device_type', kind: 'text', always },
  ip: { path: 'ip_address', kind: 'text' },
  public_ip: { path: 'public_address', kind: 'text' },
  mac: { path: 'mac_address', kind: 'text' },
  update: {
    path: 'update_status',
    kind: 'choice',
    choices: ['rejected', 'downloading', 'downloaded', 'applying changes', 'aborted', 'done'],
  },
  progress: { path: 'overall_progress', kind: 'number' },
  provisioning: { path: 'provisioning_state', kind: 'text' },
  cpu: { path: 'cpu_usage', kind: 'number' },
  temperature: { path: 'cpu_temp', kind: 'number' },
  memory: { path: 'memory_usage', kind: 'number' },
  storage: { path: 'storage_usage', kind: 'number' },
  undervolted: { path: 'is_undervolted', kind: 'flag' },
  cpu_id: { path: 'cpu_id', kind: 'text' },
  note: { path: 'note', kind: 'text' },
  location: { path: 'location', kind: 'text' },
  active: { path: 'is_active', kind: 'flag' },
  frozen: { path: 'is_frozen', kind: 'flag' },
  local_mode: { kind: 'flag' },
  public_url: { path: 'is_web_accessible', kind: 'flag' },
  support: { path: 'is_accessible_by_support_until__date', kind: 'date' },
  locked: { path: 'is_locked_until__date', kind: 'date' },
} as const satisfies Record<string, FieldInfo>

export type FieldName = keyof typeof queryFields
/** Fields whose texts are versions. */
export type VersionField = {
  [Name in FieldName]: (typeof queryFields)[Name]['kind'] extends 'version' ? Name : never
}[FieldName]
const fieldNames = Object.keys(queryFields) as FieldName[]

/** Fields that need a platform feature. */
const requiredFeatures: Partial<Record<FieldName, PlatformFeature>> = {
  cloudlink: 'vpn',
  location: 'location',
  active: 'deviceActivation',
  frozen: 'billing',
  public_url: 'vpn',
  support: 'supportAccess',
}

/** The fields offered for selection. A saved query may contain others. */
export const offeredFields = (): FieldName[] =>
  fieldNames.filter((field) => {
    const feature = requiredFeatures[field]
    return feature === undefined || offers(feature)
  })

/** Aliases of field names. */
const aliases: Readonly<Record<string, FieldName>> = {
  device: 'name',
  device_name: 'name',
  overall_status: 'status',
  last_seen: 'seen',
  os_version: 'os',
  temp: 'temperature',
  cpu_temp: 'temperature',
  ip_address: 'ip',
  mac_address: 'mac',
  device_type: 'type',
  vpn: 'cloudlink',
  notes: 'note',
}

/** The field with a name or alias, case-insensitive. */
export function fieldNamed(name: string): FieldName | undefined {
  const lowerCase = name.toLowerCase()
  return fieldNames.find((field) => field === lowerCase) ?? aliases[lowerCase]
}

export const fieldInfo = (field: FieldName): FieldInfo => queryFields[field]

const operatorsOf: Record<FieldKind, readonly Operator[]> = {
  text: ['~', '=', '^=', '!~', '!=', 'in', 'not in'],
  version: ['=', '>=', '>', '<', '<=', '~', '^=', '!~', '!=', 'in', 'not in'],
  tag: ['=', '~', '^=', '!=', '!~', 'in', 'not in'],
  number: ['>', '>=', '<', '<=', '=', '!='],
  date: ['<', '>', '<=', '>='],
  choice: ['=', '!=', 'in', 'not in'],
  flag: ['='],
}

/** The operators of a field, most common first. */
export function operatorsFor(field: FieldName): readonly Operator[] {
  const { kind, always: hasValue } = fieldInfo(field)
  const own = operatorsOf[kind]
  return hasValue || kind === 'flag' ? own : [...own, 'is empty', 'is not empty']
}

const flagValues = ['yes', 'no'] as const

/** The possible values of a field, if known. */
export function valuesFor(field: FieldName): readonly string[] | undefined {
  if (field === 'status') return offeredStatusFilters()
  if (field === 'issue') return offeredIssueKinds()
  const { kind, choices } = fieldInfo(field)
  return kind === 'flag' ? flagValues : choices
}
