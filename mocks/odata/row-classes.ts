import { lruPut } from '../base/lru-cache.ts'
import type { RowClass } from '../store/table.ts'
import { Bitmap } from './bitmap.ts'

/** A search, its count and its next page need the same owners. */
const CACHE_SIZE = 8

/** The key is the list of kinds: a table returns the same list only while none of their rows has changed. */
const caches = new WeakMap<readonly RowClass[], Map<string, Bitmap>>()

/** The owners of all rows whose kind passes a test. `size` is the number of possible owners. */
export function ownersOfClasses(
  kinds: readonly RowClass[],
  test: (handle: number) => boolean,
  size: number,
): Bitmap {
  const matching = kinds.filter(({ handle }) => test(handle))
  const cache = caches.get(kinds) ?? new Map<string, Bitmap>()
  caches.set(kinds, cache)
  const key = matching.map(({ handle }) => handle).join()
  return lruPut(cache, key, cache.get(key) ?? ownersOf(matching, size), CACHE_SIZE)
}

function ownersOf(kinds: readonly RowClass[], size: number): Bitmap {
  const marks = new Uint32Array(Math.ceil(size / 32))
  for (const { eachOwner } of kinds) {
    eachOwner((owner) => (marks[owner >>> 5] = (marks[owner >>> 5] ?? 0) | (1 << (owner & 31))))
  }
  return Bitmap.marked(marks)
}
