import type { ReportSlots } from '../engine/report-slots.ts'
import type { WorldMark } from '../state/change-log.ts'
import type { WorldState } from '../state/world-state.ts'
import { deviceFields, type ColumnName, type ColumnValues, type DeviceField } from './device-fields.ts'
import { merged, sortedOrder } from './sorting.ts'

type Readers = { [K in ColumnName]: (index: number) => ColumnValues[K] }

/** One reader for each column. Texts derived from the seed are cached once they have been read. */
export function makeColumnSelectors(state: WorldState): Readers {
  const readers = Object.entries<DeviceField<unknown>>(deviceFields).map(([name, { of, generated }]) => {
    const read = of(state)
    if (generated === undefined) return [name, read]
    const cache: unknown[] = []
    return [name, (index: number) => generated.overrides(state).get(index) ?? (cache[index] ??= read(index))]
  })
  // The readers have the same keys as the fields.
  return Object.fromEntries(readers) as Readers
}

/** Increases with each change of a value of that column. */
export function columnVersion(state: WorldState, name: ColumnName): number {
  let version = state.changes.rows
  const { changesWith, stepMs } = deviceFields[name]
  for (const group of changesWith) version += state.changes[group]
  return stepMs === undefined ? version : version + Math.floor(state.now / stepMs)
}

/**
 * Devices whose value of a column may have changed since a point in the history; null if that is too long ago or too
 * many. May contain duplicates and removed devices.
 */
export function changedIndexes(
  state: WorldState,
  slots: ReportSlots,
  name: ColumnName,
  since: WorldMark,
): Int32Array | null {
  const step = deviceFields[name].stepMs
  if (step === 1) return null
  const touched = state.journal.since(since.changes)
  if (touched === null || step === undefined) return touched
  const reporting = slots.between(since.now, state.now, state.size)
  if (reporting === null) return null
  const found = new Int32Array(reporting.reduce((sum, list) => sum + list.length, touched.length))
  found.set(touched)
  let at = touched.length
  for (const list of reporting) {
    found.set(list, at)
    at += list.length
  }
  return found
}

/** Indexes of existing devices sorted by a column: nulls last, ties by index. */
export function sortColumn(state: WorldState, readers: Readers, name: ColumnName): Int32Array {
  const { generated } = deviceFields[name]
  if (generated !== undefined)
    return sortGeneratedTexts(state, (index) => String(readers[name](index)), generated)
  const live = liveIndexes(state)
  const read = readers[name]
  const values = Array.from(live, (index) => read(index))
  const keys = values.every((it) => typeof it !== 'string') ? values.map(numberOf) : ranksOf(values)
  return sortedOrder(Float64Array.from(keys)).map((at) => live[at] ?? 0)
}

function numberOf(value: number | boolean | string | null): number {
  if (value === null) return Number.NaN
  return Number(value)
}

function ranksOf(values: readonly (number | boolean | string | null)[]): number[] {
  const texts = [...new Set(values)].filter((it) => it !== null).map(String)
  const ranks = new Map(texts.sort().map((text, rank) => [text, rank]))
  return values.map((it) => (it === null ? Number.NaN : (ranks.get(String(it)) ?? Number.NaN)))
}

function liveIndexes({ columns, size }: WorldState): Int32Array {
  const live = new Int32Array(size)
  let count = 0
  for (let index = 0; index < size; index++) if (columns.live[index]) live[count++] = index
  return live.slice(0, count)
}

/** Texts derived from the seed are ordered by number; only texts set by users are compared as texts. */
function sortGeneratedTexts(
  state: WorldState,
  read: (index: number) => string,
  generated: NonNullable<DeviceField<string>['generated']>,
): Int32Array {
  const overrides = generated.overrides(state)
  const others =
    overrides.size === 0 ? liveIndexes(state) : liveIndexes(state).filter((index) => !overrides.has(index))
  const keys = new Float64Array(others.length)
  for (let i = 0; i < others.length; i++) keys[i] = generated.rank(state.seed, others[i] ?? 0)
  const sorted = sortedOrder(keys).map((at) => others[at] ?? 0)
  if (overrides.size === 0) return sorted
  const compare = (a: number, b: number) => {
    const x = read(a)
    const y = read(b)
    return x < y ? -1 : x > y ? 1 : a - b
  }
  const named = [...overrides.keys()].filter((index) => state.columns.live[index]).sort(compare)
  return merged(sorted, named, compare)
}
