import * as z from 'zod/mini'
import type { Body, SentChange } from '@/api/sent-change.ts'
import { dataQuery, type QueryOptions } from '@/lib/query-string.ts'
import {
  LONGEST_UNDONE,
  MAX_TARGETS,
  type Change,
  type ChangedRow,
  type Described,
  type Fields,
  type FieldValue,
  type Target,
  type WhyNot,
} from './activity-entry.ts'
import { isLink, isRecorded, linkFields, named, nameFields, settable } from './activity-resources.ts'
import { requestFilter } from './rows-in.ts'

const responseSchema = z.object({ d: z.array(z.record(z.string(), z.unknown())) })
export type PlatformRow = Readonly<Record<string, unknown>>

/** The rows of a response of the data API; null if it has another shape. */
export const parseRows = (json: unknown): PlatformRow[] | null =>
  responseSchema.safeParse(json).data?.d ?? null

/** The fields to read before a write, to be able to undo it. */
function fieldsToRead(resource: string, body: Body): string[] {
  const known = settable[resource] ?? []
  const changed = known.filter((field) => field in body)
  if (changed.length === 0) return []
  // A move removes the pin, and the release of a fleet depends on two fields: read both.
  if (resource === 'device' && changed.includes('belongs_to__application'))
    return [...new Set([...changed, 'is_pinned_on__release'])]
  if (resource === 'application' && changed.some((field) => field.startsWith('should_')))
    return [...new Set([...changed, 'should_be_running__release', 'should_track_latest_release'])]
  return changed
}

/** Query options that read these fields, with the names of linked rows. */
export function readOptions(resource: string, fields: readonly string[]): QueryOptions {
  const links = fields.filter(isLink)
  const nameField = nameFields[resource]
  const plain = new Set([
    'id',
    ...fields.filter((field) => !isLink(field)),
    ...(nameField ? [nameField] : []),
  ])
  const expand = links.map((field) => `${field}($select=${linkFields[field] ?? 'id'})`)
  return { $select: [...plain].join(','), ...(expand.length > 0 && { $expand: expand.join(',') }) }
}

export const namedOptions = (resource: string): QueryOptions => {
  const row = named[resource]
  return row ? { $select: `id,${row.name},value`, $expand: `${row.owner}($select=id)` } : { $select: 'id' }
}

/** The request that reads the rows before a write, so that it can be described and undone; null if none is needed. */
export function previousRowsPath({ method, path, body }: SentChange, { resource }: Described): string | null {
  if (resource === null || method === 'POST') return null
  const base = path.split('?', 1)[0] ?? path
  const filter = requestFilter(path)
  const ask = (options: QueryOptions) => `${base}?${dataQuery({ $filter: filter, ...options })}`
  if (named[resource]) return ask(namedOptions(resource))
  if (method === 'DELETE') return nameFields[resource] ? ask(readOptions(resource, [])) : null
  const fields = fieldsToRead(resource, body)
  return fields.length === 0 ? null : ask(readOptions(resource, fields))
}

const plainValue = z.union([z.string(), z.number(), z.boolean(), z.null()])
const linked = z.object({ id: z.int() })

const nameOf = (row: PlatformRow, field: string | undefined): string | null => {
  const name = field === undefined ? undefined : row[field]
  return typeof name === 'string' && name !== '' ? name.slice(0, 300) : null
}

/** The name of a linked row. */
function linkLabel(row: PlatformRow): string | null {
  const commit = nameOf(row, 'commit')
  return (
    nameOf(row, 'app_name') ??
    nameOf(row, 'raw_version') ??
    nameOf(row, 'name') ??
    commit?.slice(0, 7) ??
    null
  )
}

/** The value of one field; undefined if the response does not contain it. */
function shownValue(row: PlatformRow, field: string, labels: Record<string, string>): FieldValue | undefined {
  const value = row[field]
  if (!isLink(field)) return plainValue.safeParse(value).data
  if (!Array.isArray(value)) return value === null ? null : undefined
  const first: unknown = value[0]
  if (first === undefined) return null
  const read = linked.safeParse(first).data
  if (read === undefined || typeof first !== 'object' || first === null) return undefined
  const label = linkLabel({ ...first })
  if (label !== null) labels[`${field} ${read.id}`] = label
  return read.id
}

/** The values of these fields; undefined if one is missing. */
export function changedFieldValues(
  row: PlatformRow,
  fields: readonly string[],
  labels: Record<string, string>,
): Fields | undefined {
  const read: Record<string, FieldValue> = {}
  for (const field of fields) {
    const value = shownValue(row, field, labels)
    if (value === undefined) return undefined
    read[field] = value
  }
  return read
}

export const rowId = (row: PlatformRow): number | undefined => linked.safeParse(row).data?.id

export function rowOwner(row: PlatformRow, owner: string): number | undefined {
  const link = row[owner]
  return Array.isArray(link) ? linked.safeParse(link[0]).data?.id : undefined
}

/** What a write changes, as far as it is known. */
export interface RecordedChange {
  change: Change | null
  whyNot: WhyNot | null
  /** The rows or their owners, with their names. */
  targets: Target[]
}

/** Compares the rows that were read with a write. `rows` is null if they could not be read. */
export function describedChange(
  { method, body }: SentChange,
  { resource }: Described,
  rows: readonly PlatformRow[] | null,
): RecordedChange {
  if (resource === null) return { change: null, whyNot: 'kind', targets: [] }
  const labels: Record<string, string> = {}
  const row = named[resource]
  const fields = row ? ['value'] : method === 'PATCH' ? fieldsToRead(resource, body) : []
  const targets = targetsOf(resource, rows ?? [])
  const cannot = (whyNot: WhyNot): RecordedChange => ({ change: null, whyNot, targets })
  if (!isRecorded(resource) || (!row && fields.length === 0))
    return cannot(method === 'DELETE' ? 'gone' : 'kind')
  const added = row && method === 'POST' ? addedRow(row, body) : undefined
  if (rows === null && added === undefined) return cannot('unread')
  if (rows !== null && rows.length > MAX_TARGETS) return cannot('many')
  const changed = added ? [added] : changedRows({ resource, method, body }, fields, rows ?? [], labels)
  if (changed === undefined || changed.length === 0) return cannot('unread')
  const isLong = changed.some(({ before, after }) =>
    [before, after].some((each) =>
      Object.values(each ?? {}).some((value) => typeof value === 'string' && value.length > LONGEST_UNDONE),
    ),
  )
  if (isLong) return cannot('many')
  return { change: { resource, rows: changed, labels }, whyNot: row?.isSecret ? 'secret' : null, targets }
}

function addedRow({ owner, name }: { owner: string; name: string }, body: Body): ChangedRow | undefined {
  const [id, rowName, value] = [body[owner], body[name], body['value']]
  if (typeof id !== 'number' || typeof rowName !== 'string' || typeof value !== 'string') return undefined
  return { id, name: rowName, label: null, before: null, after: { value } }
}

function changedRows(
  { resource, method, body }: { resource: string; method: string; body: Body },
  fields: readonly string[],
  rows: readonly PlatformRow[],
  labels: Record<string, string>,
): ChangedRow[] | undefined {
  const row = named[resource]
  const changed: ChangedRow[] = []
  for (const each of rows) {
    const id = row ? rowOwner(each, row.owner) : rowId(each)
    const before = changedFieldValues(each, fields, labels)
    const after = method === 'DELETE' ? null : afterOf(resource, fields, body)
    if (id === undefined || before === undefined || after === undefined) return undefined
    const name = row ? nameOf(each, row.name) : null
    if (row && name === null) return undefined
    changed.push({ id, name, label: row ? null : nameOf(each, nameFields[resource]), before, after })
  }
  return changed
}

/** The values after a write, of the fields that it sets. */
function afterOf(resource: string, fields: readonly string[], body: Body): Fields | undefined {
  const after: Record<string, FieldValue> = {}
  for (const field of fields.filter((each) => each in body)) {
    const value = plainValue.safeParse(body[field]).data
    if (value === undefined) return undefined
    after[field] = value
  }
  // A moved device tracks the latest release of its new fleet.
  if (resource === 'device' && 'belongs_to__application' in after)
    return { is_pinned_on__release: null, ...after }
  // The platform chooses the release of a fleet that tracks the latest one.
  if (after['should_track_latest_release'] === true) return { should_track_latest_release: true }
  return after
}

const targetKind: Readonly<Record<string, Target['kind']>> = {
  device: 'device',
  application: 'fleet',
  release: 'release',
  organization: 'organization',
  team: 'team',
}

function targetsOf(resource: string, rows: readonly PlatformRow[]): Target[] {
  const owner = named[resource]?.owner
  const kind = targetKind[owner ?? resource]
  if (kind === undefined) return []
  const targets = rows.slice(0, MAX_TARGETS).flatMap((row): Target[] => {
    const id = owner === undefined ? rowId(row) : rowOwner(row, owner)
    return id === undefined
      ? []
      : [{ kind, id, name: owner === undefined ? nameOf(row, nameFields[resource]) : null }]
  })
  return [...new Map(targets.map((target) => [target.id, target])).values()]
}
