import type { ColumnName, World, WorldMark } from '../../simulator/world.ts'
import { createDictionaryIndex } from './dictionary-index.ts'
import { createNumberIndex } from './number-index.ts'
import type { FieldIndex } from './field-index.ts'
import type { Reader } from './table.ts'

/** A field by which all devices are kept in order. */
export interface SortedField {
  kind: 'number' | 'boolean' | 'text'
  /** The columns of the world that its values follow from; the first says which devices changed. */
  columns: readonly [ColumnName, ...ColumnName[]]
  /** Of numbers: only so many different ones that many devices share each. */
  few?: true
  /** A number in the same order as the texts of the field, which is then kept in their place. */
  rank?(text: string): number
}

/** The values of a field as they are now. */
export type SortIndexes = (field: string) => FieldIndex

interface Kept {
  version: number
  mark: WorldMark
  values: FieldIndex
}

/** Room for devices that join later: then they are put in as one that changed is. */
const roomFor = (size: number) => Math.ceil(size * 1.05) + 256

export interface SortIndexesOptions {
  world: World
  fields: Readonly<Record<string, SortedField>>
  reader(field: string): Reader
}

/**
 * Orders of the devices by single fields. All devices are looked at once, when somebody first asks; then only those that
 * changed since.
 */
export function createSortIndexes({ world, fields, reader }: SortIndexesOptions): SortIndexes {
  const known = new Map<string, Kept>()

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
    const values = (isNumber ? createNumberIndex : createDictionaryIndex)(roomFor(world.size))
    for (let index = 0; index < world.size; index++) {
      if (world.exists(index)) values.put(index, read(index))
    }
    return values
  }

  return (field) => {
    const about = fields[field]
    if (about === undefined) throw new Error(`No order is kept of ${field}`)
    const kept = known.get(field)
    const version = about.columns.reduce((sum, column) => sum + world.version(column), 0)
    if (kept?.version === version) return kept.values
    const mark = world.mark()
    const read = valuesOf(field, about)
    const changed = kept && world.changedSince(about.columns[0], kept.mark)
    let values = kept?.values
    if (values === undefined || !changed || values.capacity < world.size) values = build(read, about)
    else for (const index of changed) values.put(index, world.exists(index) ? read(index) : undefined)
    known.set(field, { version, mark, values })
    return values
  }
}
