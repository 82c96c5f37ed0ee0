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
  kind: FieldKind
  /** Possible values of a choice. */
  choices?: readonly string[]
  /** It always has a value, so "is empty" does not apply. */
  always?: true
}

const always = true as const

/** All filterable fields, by their name in the query language. */
export const queryFields = {
  name: { kind: 'text', always },
  status: { kind: 'choice', choices: statusFilters, always },
  issue: { kind: 'choice', choices: issueKinds, always },
  uuid: { kind: 'text', always },
  tag: { kind: 'tag' },
  release: { kind: 'text' },
  target: { kind: 'text' },
  pinned: { kind: 'flag' },
  seen: { kind: 'date' },
  created: { kind: 'date', always },
  modified: { kind: 'date', always },
  online: { kind: 'flag' },
  cloudlink: { kind: 'flag' },
  heartbeat: { kind: 'choice', choices: ['online', 'offline', 'timeout', 'unknown'], always },
  os: { kind: 'version' },
  variant: { kind: 'choice', choices: ['prod', 'dev'] },
  supervisor: { kind: 'version' },
  type: { kind: 'text', always },
  ip: { kind: 'text' },
  public_ip: { kind: 'text' },
  mac: { kind: 'text' },
  update: {
    kind: 'choice',
    choices: ['rejected', 'downloading', 'downloaded', 'applying changes', 'aborted', 'done'],
  },
  progress: { kind: 'number' },
  provisioning: { kind: 'text' },
  cpu: { kind: 'number' },
  temperature: { kind: 'number' },
  memory: { kind: 'number' },
  storage: { kind: 'number' },
  undervolted: { kind: 'flag' },
  cpu_id: { kind: 'text' },
  note: { kind: 'text' },
  location: { kind: 'text' },
  active: { kind: 'flag' },
  frozen: { kind: 'flag' },
  local_mode: { kind: 'flag' },
  public_url: { kind: 'flag' },
  support: { kind: 'date' },
  locked: { kind: 'date' },
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
