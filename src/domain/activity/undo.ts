import { dataRequest, quoted } from '@/api/data-request.ts'
import type { PlatformCall } from '@/lib/equivalent-command.ts'
import type { Change, ChangedRow, Fields } from './entry.ts'
import { fieldsOf, idOf, namedOptions, ownerOf, readOptions, type PlatformRow } from './look.ts'
import { named, type RecordedResource } from './resources.ts'

/** How many rows one request names, and how many requests run at once. */
const ROWS_PER_REQUEST = 100
export const UNDONE_AT_ONCE = 10

/** What the platform has of a row now; undefined: the row is there no more. */
export type Present = Fields | null | undefined

/** What taking a change back means for one row. */
export interface UndoStep {
  row: ChangedRow
  present: Present
  /** `changed`: it is neither as this change left it nor as it was before. */
  state: 'restore' | 'already' | 'changed' | 'missing'
}

export const rowKey = ({ id, name }: Pick<ChangedRow, 'id' | 'name'>): string => JSON.stringify([id, name])

const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))

/** The fields that are put back. */
const restored = (change: Change) => Object.keys(change.rows[0]?.before ?? change.rows[0]?.after ?? {})

/** The questions that tell how the rows of a change are now. */
export function questionsOf(change: Change): PlatformCall[] {
  const { resource, rows } = change
  const row = named[resource]
  return chunksOf(rows, ROWS_PER_REQUEST).map((chunk) => {
    const ids = [...new Set(chunk.map(({ id }) => id))].join(',')
    if (row === undefined)
      return dataRequest('get', {
        resource,
        filter: `id in (${ids})`,
        options: readOptions(resource, restored(change)),
      })
    const names = [...new Set(chunk.map(({ name }) => quoted(name ?? '')))].join(',')
    return dataRequest('get', {
      resource,
      filter: `(${row.owner} in (${ids})) and (${row.name} in (${names}))`,
      options: namedOptions(resource),
    })
  })
}

/** The answers to them, by row. */
export function presentOf(
  change: Change,
  rows: readonly PlatformRow[],
  labels: Record<string, string> = {},
): Map<string, Fields> {
  const row = named[change.resource]
  const fields = row ? ['value'] : restored(change)
  const found = new Map<string, Fields>()
  for (const each of rows) {
    const id = row ? ownerOf(each, row.owner) : idOf(each)
    const name = row ? each[row.name] : null
    const read = fieldsOf(each, fields, labels)
    if (id !== undefined && read !== undefined && (name === null || typeof name === 'string'))
      found.set(rowKey({ id, name }), read)
  }
  return found
}

function isSame(a: Fields | null, b: Fields | null, fields: readonly string[]): boolean {
  if (a === null || b === null) return a === b
  return fields.every((field) => (a[field] ?? null) === (b[field] ?? null))
}

/** What taking a change back would do, held against what the platform has now. */
export function planUndo(change: Change, present: ReadonlyMap<string, Fields>): UndoStep[] {
  const isNamed = change.resource in named
  return change.rows.map((row) => {
    const now: Present = present.get(rowKey(row)) ?? (isNamed ? null : undefined)
    if (now === undefined) return { row, present: now, state: 'missing' }
    const compared = Object.keys(row.after ?? row.before ?? {})
    const isAsLeft = isSame(now, row.after, compared)
    const isAsBefore = isSame(now, row.before, compared)
    return { row, present: now, state: isAsBefore ? 'already' : isAsLeft ? 'restore' : 'changed' }
  })
}

/** One request of an undo, and the rows it is for. */
export interface UndoWrite {
  method: 'post' | 'patch' | 'delete'
  resource: RecordedResource
  filter?: string
  body?: Readonly<Record<string, unknown>>
  steps: readonly UndoStep[]
}

/** The requests that put back what these steps are about. */
export function undoWrites({ resource }: Change, steps: readonly UndoStep[]): UndoWrite[] {
  const row = named[resource]
  if (row === undefined) {
    const alike = Map.groupBy(steps, ({ row: { before, id } }) =>
      // Each fleet has a newest release of its own.
      JSON.stringify([before, before?.['should_track_latest_release'] === true ? id : null]),
    )
    return [...alike.values()].flatMap((group) =>
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

/** Asks for the release that a fleet goes to when it follows the newest again: that of now, not of then. */
export function newestQuestion({ resource }: Change, { body, steps }: UndoWrite): PlatformCall | null {
  const fleet = steps[0]?.row.id
  if (resource !== 'application' || body?.['should_track_latest_release'] !== true) return null
  const filter = `belongs_to__application eq ${fleet} and status eq 'success' and is_final eq true and is_invalidated eq false`
  return dataRequest('get', {
    resource: 'release',
    filter,
    options: '$select=id&$orderby=created_at%20desc&$top=1',
  })
}
