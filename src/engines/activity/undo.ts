import { dataRequest, quoted } from '@/api/data-request.ts'
import type { PlatformCall } from '@/lib/equivalent-command.ts'
import type { Change, ChangedRow, Fields } from './activity-entry.ts'
import { named, type RecordedResource } from './activity-resources.ts'
import {
  changedFieldValues,
  rowId,
  namedOptions,
  rowOwner,
  readOptions,
  type PlatformRow,
} from './previous-rows.ts'

/** Rows per request, and requests at a time. */
const ROWS_PER_REQUEST = 100
export const UNDONE_AT_ONCE = 10

/** The current values of a row; null: a tag or variable that does not exist; undefined: the row is gone. */
export type CurrentFields = Fields | null | undefined

/** What undoing a change does to one row. */
export interface UndoStep {
  row: ChangedRow
  present: CurrentFields
  /** `changed`: it matches neither the state after this change nor the state before it. */
  state: 'restore' | 'already' | 'changed' | 'missing'
}

export const rowKey = ({ id, name }: Pick<ChangedRow, 'id' | 'name'>): string => JSON.stringify([id, name])

const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))

/** The fields to restore. */
const restoredFields = (change: Change) => Object.keys(change.rows[0]?.before ?? change.rows[0]?.after ?? {})

/** The requests that read the current values of the changed rows. */
export function readRequests(change: Change): PlatformCall[] {
  const { resource, rows } = change
  const row = named[resource]
  return chunksOf(rows, ROWS_PER_REQUEST).map((chunk) => {
    const ids = [...new Set(chunk.map(({ id }) => id))].join(',')
    if (row === undefined)
      return dataRequest('get', {
        resource,
        filter: `id in (${ids})`,
        options: readOptions(resource, restoredFields(change)),
      })
    const names = [...new Set(chunk.map(({ name }) => quoted(name ?? '')))].join(',')
    return dataRequest('get', {
      resource,
      filter: `(${row.owner} in (${ids})) and (${row.name} in (${names}))`,
      options: namedOptions(resource),
    })
  })
}

/** The current values in the responses, by row. */
export function currentRows(
  change: Change,
  rows: readonly PlatformRow[],
  labels: Record<string, string> = {},
): Map<string, Fields> {
  const row = named[change.resource]
  const fields = row ? ['value'] : restoredFields(change)
  const found = new Map<string, Fields>()
  for (const each of rows) {
    const id = row ? rowOwner(each, row.owner) : rowId(each)
    const name = row ? each[row.name] : null
    const read = changedFieldValues(each, fields, labels)
    if (id !== undefined && read !== undefined && (name === null || typeof name === 'string'))
      found.set(rowKey({ id, name }), read)
  }
  return found
}

function isSame(a: Fields | null, b: Fields | null, fields: readonly string[]): boolean {
  if (a === null || b === null) return a === b
  return fields.every((field) => (a[field] ?? null) === (b[field] ?? null))
}

/** What undoing a change does, given the current values. */
export function planUndo(change: Change, present: ReadonlyMap<string, Fields>): UndoStep[] {
  const isNamed = change.resource in named
  return change.rows.map((row) => {
    const now: CurrentFields = present.get(rowKey(row)) ?? (isNamed ? null : undefined)
    if (now === undefined) return { row, present: now, state: 'missing' }
    const compared = Object.keys(row.after ?? row.before ?? {})
    const isAsLeft = isSame(now, row.after, compared)
    const isAsBefore = isSame(now, row.before, compared)
    return { row, present: now, state: isAsBefore ? 'already' : isAsLeft ? 'restore' : 'changed' }
  })
}

/** One request of an undo, with the rows it covers. */
export interface UndoWrite {
  method: 'post' | 'patch' | 'delete'
  resource: RecordedResource
  filter?: string
  body?: Readonly<Record<string, unknown>>
  steps: readonly UndoStep[]
}

/** The requests that undo these steps. */
export function undoWrites({ resource }: Change, steps: readonly UndoStep[]): UndoWrite[] {
  const row = named[resource]
  if (row === undefined) {
    const groups = Map.groupBy(steps, ({ row: { before, id } }) =>
      // Each fleet has its own latest release, so fleets are not grouped.
      JSON.stringify([before, before?.['should_track_latest_release'] === true ? id : null]),
    )
    return [...groups.values()].flatMap((group) =>
      chunksOf(group, ROWS_PER_REQUEST).map((chunk): UndoWrite => ({
        method: 'patch',
        resource,
        filter: `id in (${chunk.map((step) => step.row.id).join(',')})`,
        body: chunk[0]?.row.before ?? {},
        steps: chunk,
      })),
    )
  }
  return steps.map((step): UndoWrite => {
    const { id, name, before } = step.row
    const filter = `(${row.owner} eq ${id}) and (${row.name} eq ${quoted(name ?? '')})`
    if (before === null) return { method: 'delete', resource, filter, steps: [step] }
    if (step.present !== null)
      return { method: 'patch', resource, filter, body: { value: before['value'] ?? '' }, steps: [step] }
    const body = { [row.owner]: id, [row.name]: name, value: before['value'] ?? '' }
    return { method: 'post', resource, body, steps: [step] }
  })
}

/**
 * The request that reads the latest release of a fleet, if the undo makes the fleet track the latest release again: it may
 * be newer than the one before the change.
 */
export function latestReleaseRequest({ resource }: Change, { body, steps }: UndoWrite): PlatformCall | null {
  const fleet = steps[0]?.row.id
  if (resource !== 'application' || body?.['should_track_latest_release'] !== true) return null
  const filter = `belongs_to__application eq ${fleet} and status eq 'success' and is_final eq true and is_invalidated eq false`
  return dataRequest('get', {
    resource: 'release',
    filter,
    options: { $select: 'id', $orderby: 'created_at desc', $top: 1 },
  })
}
