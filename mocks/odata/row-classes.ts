import { remember } from '../lru-cache.ts'
import type { RowKind } from '../store/table.ts'
import { RowSet } from './bitmap.ts'

/** The page of a search, its count and the next page ask for the same kinds. */
const REMEMBERED = 8

/** By the kinds themselves: a table hands out the same ones only as long as none of their rows has changed. */
const remembered = new WeakMap<readonly RowKind[], Map<string, RowSet>>()

/** The rows to which any row of those kinds belongs whose one row passes a test. `size`: how many rows there are. */
export function ownersOf(kinds: readonly RowKind[], test: (handle: number) => boolean, size: number): RowSet {
  const wanted = kinds.filter(({ handle }) => test(handle))
  const known = remembered.get(kinds) ?? new Map<string, RowSet>()
  remembered.set(kinds, known)
  const key = wanted.map(({ handle }) => handle).join()
  return remember(known, key, known.get(key) ?? marked(wanted, size), REMEMBERED)
}

function marked(kinds: readonly RowKind[], size: number): RowSet {
  const marks = new Uint32Array(Math.ceil(size / 32))
  for (const { eachOwner } of kinds) {
    eachOwner((owner) => (marks[owner >>> 5] = (marks[owner >>> 5] ?? 0) | (1 << (owner & 31))))
  }
  return RowSet.marked(marks)
}
