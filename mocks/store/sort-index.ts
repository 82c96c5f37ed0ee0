import type { ColumnName, World, WorldMark } from '../../simulator/world/world.ts'
import { createDictionaryIndex } from './dictionary-index.ts'
import type { FieldIndex } from './field-index.ts'
import { createNumberIndex } from './number-index.ts'
import type { Reader } from './table.ts'

/** A field with a sort index of all devices. */
export interface SortedField {
  kind: 'number' | 'boolean' | 'text'
  /** The columns of the world that its values depend on. The first determines which devices have changed. */
  columns: readonly [ColumnName, ...ColumnName[]]
  /** The field has few distinct numbers. */
  few?: true
  /** Maps texts to numbers with the same order, which are indexed instead. */
  rank?(text: string): number
}

/** Returns the current index of a field. Throws if the field has none. */
export type SortIndexes = (field: string) => FieldIndex

interface CachedIndex {
  version: number
  mark: WorldMark
  values: FieldIndex
}

/** Reserves room for new devices, which are then added like changed ones. */
const capacityFor = (size: number) => Math.ceil(size * 1.05) + 256

export interface SortIndexesOptions {
  world: World
  fields: Readonly<Record<string, SortedField>>
  reader(field: string): Reader
}

/**
 * Indexes of the devices by single fields. An index is built on first use; then it is only updated for changed devices.
 */
export function createSortIndexes({ world, fields, reader }: SortIndexesOptions): SortIndexes {
  const cache = new Map<string, CachedIndex>()

  function valuesOf(field: string, { rank }: SortedField): Reader {
    const read = reader(field)
    if (rank === undefined) return read
    return (index) => {
      const value = read(index)
      return value === null ? null : rank(String(value))
    }
  }

  function build(read: Reader, { kind, few, rank }: SortedField): FieldIndex {
    const isNumber = rank !== undefined || (kind === 'number' && few !== true)
    const values = (isNumber ? createNumberIndex : createDictionaryIndex)(capacityFor(world.size))
    for (let index = 0; index < world.size; index++) {
      if (world.exists(index)) values.put(index, read(index))
    }
    return values
  }

  return (field) => {
    const definition = fields[field]
    if (definition === undefined) throw new Error(`No sort index of ${field}`)
    const cached = cache.get(field)
    const version = definition.columns.reduce((sum, column) => sum + world.version(column), 0)
    if (cached?.version === version) return cached.values
    const mark = world.mark()
    const read = valuesOf(field, definition)
    const changed = cached && world.changedSince(definition.columns[0], cached.mark)
    let values = cached?.values
    if (values === undefined || !changed || values.capacity < world.size) values = build(read, definition)
    else for (const index of changed) values.put(index, world.exists(index) ? read(index) : undefined)
    cache.set(field, { version, mark, values })
    return values
  }
}
