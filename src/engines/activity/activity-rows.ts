import type { CsvValue } from '@/lib/csv.ts'
import { activityText } from '@/messages/activity/activity.ts'
import type { Entry, Result, Target } from './activity-entry.ts'
import { named } from './activity-resources.ts'

export const entryKinds = [
  'name',
  'tag',
  'variable',
  'note',
  'pin',
  'move',
  'role',
  'action',
  'other',
] as const
export type EntryKind = (typeof entryKinds)[number]

const kindOfField: Readonly<Record<string, EntryKind>> = {
  device_name: 'name',
  app_name: 'name',
  name: 'name',
  note: 'note',
  is_pinned_on__release: 'pin',
  should_be_running__release: 'pin',
  should_track_latest_release: 'pin',
  belongs_to__application: 'move',
  organization: 'move',
}

const MEMBERS = /member|invit|_access$/

/** The kind of a change, for the filter. */
function entryKind({ resource, path, method, fields }: Entry): EntryKind {
  if (resource === null) return /^supervisor\/|^v\d\/…\//.test(path) ? 'action' : 'other'
  const row = named[resource]
  if (row !== undefined) return row.isSecret ? 'variable' : 'tag'
  if (MEMBERS.test(resource)) return 'role'
  if (method !== 'PATCH') return 'other'
  return fields.map((field) => kindOfField[field]).find((kind) => kind !== undefined) ?? 'other'
}

export interface ActivityFilter {
  words: string
  kind: EntryKind | ''
  result: Result | ''
  /** Dates in the time zone of the browser, such as `2026-11-20`; empty: no bound. */
  from: string
  to: string
}

export const noFilter: ActivityFilter = { words: '', kind: '', result: '', from: '', to: '' }

/** The current names of targets and what they belong to, as far as the platform returns them. */
export interface TargetNames {
  /** Keys are like `device 5` or `device 0123abc`. */
  names: ReadonlyMap<string, string>
  fleetOf: ReadonlyMap<string, number>
  organizationOf: ReadonlyMap<string, number>
  uuidOf: ReadonlyMap<string, string>
}

export const noNames: TargetNames = {
  names: new Map(),
  fleetOf: new Map(),
  organizationOf: new Map(),
  uuidOf: new Map(),
}

export const targetKey = ({ kind, id }: Pick<Target, 'kind' | 'id'>): string => `${kind} ${id}`

export const targetName = (target: Target, { names }: TargetNames): string | null =>
  target.name ?? names.get(targetKey(target)) ?? null

const DAY_MS = 24 * 60 * 60_000
const startOf = (day: string) => Date.parse(`${day}T00:00`)

/** Whether a change matches the filter. */
export function matches(entry: Entry, filter: ActivityFilter, names: TargetNames): boolean {
  const { words, kind, result, from, to } = filter
  if (kind !== '' && entryKind(entry) !== kind) return false
  if (result !== '' && entry.result !== result) return false
  if (from !== '' && entry.at < startOf(from)) return false
  if (to !== '' && entry.at >= startOf(to) + DAY_MS) return false
  const terms = words.trim().toLowerCase().split(/\s+/).filter(Boolean)
  if (terms.length === 0) return true
  const text = [
    activityText(entry),
    entry.page,
    ...entry.targets.map((target) => targetName(target, names) ?? targetKey(target)),
  ]
    .join(' ')
    .toLowerCase()
  return terms.every((word) => text.includes(word))
}

/** The resource authorOf changes are shown. */
export interface ActivityScope {
  kind: 'device' | 'fleet' | 'organization'
  id: number
  uuid?: string
}

const beginsWith = (page: string, path: string) => page === path || page.startsWith(`${path}/`)

/** Whether a change affects a resource: the resource itself, or a part of it. */
export function concerns(entry: Entry, scope: ActivityScope | null, names: TargetNames): boolean {
  if (scope === null) return true
  return entry.targets.some((target) => {
    if (target.kind === scope.kind && (target.id === scope.id || target.id === scope.uuid)) return true
    const key = targetKey(target)
    if (scope.kind === 'fleet') return names.fleetOf.get(key) === scope.id || isOnPage(entry, scope)
    return (
      scope.kind === 'organization' && (names.organizationOf.get(key) === scope.id || isOnPage(entry, scope))
    )
  })
}

function isOnPage({ page }: Entry, { kind, id }: ActivityScope): boolean {
  return kind === 'organization'
    ? beginsWith(page, `/orgs/${id}`)
    : ['fleets', 'apps', 'blocks'].some((list) => beginsWith(page, `/${list}/${id}`))
}

/** The rows of the exported file. */
export function exportRows<Each extends Entry>(
  entries: readonly Each[],
  authorOf: (entry: Each) => string,
  names: TargetNames,
): CsvValue[][] {
  return entries.map((entry) => [
    new Date(entry.at).toISOString(),
    authorOf(entry),
    activityText(entry),
    entry.targets.map((target) => targetName(target, names) ?? targetKey(target)).join(', '),
    entry.count,
    entry.result,
    entry.status,
    entry.page,
    entry.method,
    entry.resource ?? entry.path,
  ])
}
