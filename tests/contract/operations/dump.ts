import { isDeepStrictEqual } from 'node:util'
import type { TestCloud } from '../../../mocks/hosts/node.ts'

/** Everything that a cloud keeps, in pieces that can be compared. */
export function dumpOf({ cloud }: TestCloud): ReadonlyMap<string, unknown> {
  const { store, world } = structuredClone(cloud.snapshot())
  const { tables, vault, ...rest } = store
  // How many secrets were drawn is no data: one that was drawn for a request that is refused is never used.
  const { lot: _lot, ...secrets } = vault
  return new Map<string, unknown>([
    ...tables,
    ...Object.entries(rest).map(([name, value]): [string, unknown] => [`(${name})`, value]),
    ['(vault)', secrets],
    ['(world)', world],
  ])
}

/** The names of the pieces that differ: nothing when nothing was changed. */
export function changesSince(before: ReadonlyMap<string, unknown>, world: TestCloud): string[] {
  return [...dumpOf(world)]
    .filter(([name, piece]) => !isDeepStrictEqual(before.get(name), piece))
    .map(([name]) => name)
}
