/** Handles of rows, each once. */
export type Candidates = ArrayLike<number>

/** Up to so many handles a set is cheaper than an array over all rows. */
const FEW = 500

/** Handles above this are too large to be places in an array: those of rows that follow from a device and something else. */
const MOST_PLACES = 2 ** 23

function highestOf(parts: readonly Candidates[]): number {
  let highest = -1
  for (const part of parts) {
    for (let at = 0; at < part.length; at++) {
      const handle = part[at] ?? -1
      if (handle > highest) highest = handle
    }
  }
  return highest
}

function setOf(parts: readonly Candidates[]): Set<number> {
  const seen = new Set<number>()
  for (const part of parts) for (let at = 0; at < part.length; at++) seen.add(part[at] ?? -1)
  return seen
}

/** The places of an array that hold a mark, in rising order. */
export function gathered(marks: Uint8Array, mark = 1): Int32Array {
  const handles = new Int32Array(marks.length)
  let count = 0
  for (let handle = 0; handle < marks.length; handle++) if (marks[handle] === mark) handles[count++] = handle
  return handles.subarray(0, count)
}

/** For each handle up to the highest in how many of the lists it stands, counted as long as it stood in all before. */
function marksOf(lists: readonly Candidates[], highest: number): Uint8Array {
  const marks = new Uint8Array(highest + 1)
  for (const [turn, list] of lists.entries()) {
    for (let at = 0; at < list.length; at++) {
      const handle = list[at] ?? 0
      if (marks[handle] === turn) marks[handle] = turn + 1
    }
  }
  return marks
}

/** Tells of a handle whether it stands in all of the lists. */
export function inAll(lists: readonly Candidates[]): (handle: number) => boolean {
  const highest = highestOf(lists)
  if (highest > MOST_PLACES) {
    const sets = lists.map((list) => setOf([list]))
    return (handle) => sets.every((set) => set.has(handle))
  }
  const marks = marksOf(lists, highest)
  const all = lists.length
  return (handle) => marks[handle] === all
}

/** The handles of any of the lists. */
export function union(parts: readonly Candidates[]): Candidates {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  let total = 0
  for (const part of parts) total += part.length
  const highest = total > FEW ? highestOf(parts) : Infinity
  if (highest > MOST_PLACES) return [...setOf(parts)]
  const marks = new Uint8Array(highest + 1)
  for (const part of parts) for (let at = 0; at < part.length; at++) marks[part[at] ?? 0] = 1
  return gathered(marks)
}

/** The handles that stand in all of the lists. */
export function intersection(lists: readonly Candidates[]): Candidates {
  const [first = [], ...others] = lists.toSorted((one, other) => one.length - other.length)
  if (others.length === 0) return first
  const highest = first.length > FEW ? highestOf([first]) : Infinity
  if (highest <= MOST_PLACES) return gathered(marksOf([first, ...others], highest), lists.length)
  const isThere = inAll(others)
  return Array.from(first).filter((handle) => isThere(handle))
}

/** The handles of one list that do not stand in another. */
export function without(all: Candidates, part: Candidates): Candidates {
  const highest = highestOf([all])
  if (highest > MOST_PLACES) {
    const gone = setOf([part])
    return Array.from(all).filter((handle) => !gone.has(handle))
  }
  const marks = marksOf([part], highest)
  const found = new Int32Array(all.length)
  let count = 0
  for (let at = 0; at < all.length; at++) {
    const handle = all[at] ?? 0
    if (marks[handle] === 0) found[count++] = handle
  }
  return found.subarray(0, count)
}
