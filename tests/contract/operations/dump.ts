import { isDeepStrictEqual } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import type { TestCloud } from '../../../mocks/hosts/node.ts'

/** The whole state of a cloud in comparable pieces; as bytes, which are fastest to compare. */
export function dumpOf({ cloud }: TestCloud): ReadonlyMap<string, Buffer> {
  const { store, world } = cloud.snapshot()
  const { tables, secrets: all, ...rest } = store
  // The number of drawn secrets is ignored: a secret drawn for a rejected request is never used.
  const { generator: _generator, ...secrets } = all
  const pieces: [string, unknown][] = [
    ...tables,
    ...Object.entries(rest).map(([name, value]): [string, unknown] => [`(${name})`, value]),
    ['(secrets)', secrets],
    ['(world)', world],
  ]
  return new Map(pieces.map(([name, piece]) => [name, serialize(piece)]))
}

/** The names of the pieces that differ; empty if nothing has changed. */
export function changesSince(before: ReadonlyMap<string, Buffer>, world: TestCloud): string[] {
  return [...dumpOf(world)]
    .filter(([name, piece]) => {
      const was = before.get(name)
      if (was === undefined) return true
      // Equal values may be serialized differently, so compare the values.
      return !was.equals(piece) && !isDeepStrictEqual(deserialize(was), deserialize(piece))
    })
    .map(([name]) => name)
}
