import { lruPut } from '../lru-cache.ts'
import type { RowClass } from '../store/table.ts'
import { Bitmap } from './bitmap.ts'

/** The page of a search, its count and the next page ask for the same kinds. */
const REMEMBERED = 8

/** By the kinds themselves: a table hands out the same ones only as long as none of their rows has changed. */
const remembered = new WeakMap<readonly RowClass[], Map<string, Bitmap>>()

/** The rows to which any row of those kinds belongs whose one row passes a test. `size`: how many rows there are. */
export function ownersOfClasses(
  kinds: readonly RowClass[],
  test: (handle: number) => boolean,
  size: number,
): Bitmap {
  const wanted = kinds.filter(({ handle }) => test(handle))
  const known = remembered.get(kinds) ?? new Map<string, Bitmap>()
  remembered.set(kinds, known)
  const key = wanted.map(({ handle }) => handle).join()
  return lruPut(known, key, known.get(key) ?? marked(wanted, size), REMEMBERED)
}

function marked(kinds: readonly RowClass[], size: number): Bitmap {
  const marks = new Uint32Array(Math.ceil(size / 32))
  for (const { eachOwner } of kinds) {
    eachOwner((owner) => (marks[owner >>> 5] = (marks[owner >>> 5] ?? 0) | (1 << (owner & 31))))
  }
  return Bitmap.marked(marks)
}
