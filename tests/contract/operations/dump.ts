import { isDeepStrictEqual } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import type { TestCloud } from '../../../mocks/hosts/node.ts'

/** Everything that a cloud keeps, in pieces that can be compared; bytes, because they are compared soonest. */
export function dumpOf({ cloud }: TestCloud): ReadonlyMap<string, Buffer> {
  const { store, world } = cloud.snapshot()
  const { tables, vault, ...rest } = store
  // How many secrets were drawn is no data: one that was drawn for a request that is refused is never used.
  const { lot: _lot, ...secrets } = vault
  const pieces: [string, unknown][] = [
    ...tables,
    ...Object.entries(rest).map(([name, value]): [string, unknown] => [`(${name})`, value]),
    ['(vault)', secrets],
    ['(world)', world],
  ]
  return new Map(pieces.map(([name, piece]) => [name, serialize(piece)]))
}

/** The names of the pieces that differ: nothing when nothing was changed. */
export function changesSince(before: ReadonlyMap<string, Buffer>, world: TestCloud): string[] {
  return [...dumpOf(world)]
    .filter(([name, piece]) => {
      const was = before.get(name)
      if (was === undefined) return true
      // Equal values may be written in other bytes; then the values are compared.
      return !was.equals(piece) && !isDeepStrictEqual(deserialize(was), deserialize(piece))
    })
    .map(([name]) => name)
}
