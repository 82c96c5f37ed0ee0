/** Sets of row handles. */
export type Candidates = ArrayLike<number>

/** Up to this size, a list is faster than a bitmap. */
const FEW = 500

/** Handles above this are too large for a bitmap: those of rows derived from a device and another row. */
const MAX_HANDLE = 2 ** 23

const BITS = 32

/** One bit for each handle up to the highest. */
type Marks = Uint32Array

function highestOf(list: Candidates): number {
  let highest = -1
  for (let at = 0; at < list.length; at++) {
    const handle = list[at] ?? -1
    if (handle > highest) highest = handle
  }
  return highest
}

function marksOf(list: Candidates): Marks | undefined {
  const highest = highestOf(list)
  if (highest > MAX_HANDLE) return undefined
  const marks = new Uint32Array(Math.ceil((highest + 1) / BITS))
  for (let at = 0; at < list.length; at++) {
    const handle = list[at] ?? 0
    marks[handle >>> 5] = (marks[handle >>> 5] ?? 0) | (1 << (handle & 31))
  }
  return marks
}

function countOf(marks: Marks): number {
  let count = 0
  for (let at = 0; at < marks.length; at++) {
    let word = marks[at] ?? 0
    word -= (word >>> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

/** The handles in the bitmap, in ascending order. */
function listOf(marks: Marks, length: number): Int32Array {
  const handles = new Int32Array(length)
  let count = 0
  for (let at = 0; at < marks.length; at++) {
    for (let word = marks[at] ?? 0; word !== 0; word &= word - 1) {
      handles[count++] = at * BITS + 31 - Math.clz32(word & -word)
    }
  }
  return handles
}

/** A set of rows as a list, a bitmap, or both; each is created from the other on demand. */
export class Bitmap {
  readonly length: number
  #list: Candidates | undefined
  #marks: Marks | undefined
  #seen: ReadonlySet<number> | undefined
  #isLarge = false

  private constructor(length: number, list: Candidates | undefined, marks: Marks | undefined) {
    this.length = length
    this.#list = list
    this.#marks = marks
  }

  /** The rows of a list. Typed arrays never change, so derived data is cached with them. */
  static of(list: Candidates): Bitmap {
    if (!(list instanceof Int32Array)) return new Bitmap(list.length, list, undefined)
    const known = bitmaps.get(list)
    if (known !== undefined) return known
    const bitmap = new Bitmap(list.length, list, undefined)
    bitmaps.set(list, bitmap)
    return bitmap
  }

  static marked(marks: Marks, length = countOf(marks)): Bitmap {
    return new Bitmap(length, undefined, marks)
  }

  /** The handles in their original order; ascending if there was none. */
  get list(): Candidates {
    this.#list ??= listOf(this.#marks ?? new Uint32Array(), this.length)
    return this.#list
  }

  /** undefined when the handles are too large. */
  get marks(): Marks | undefined {
    if (this.#marks === undefined && !this.#isLarge) {
      this.#marks = marksOf(this.list)
      this.#isLarge = this.#marks === undefined
    }
    return this.#marks
  }

  /** Whether membership tests are cheap. */
  get isMarked(): boolean {
    return this.#marks !== undefined
  }

  /** Returns a membership test. */
  get test(): (handle: number) => boolean {
    const { marks } = this
    if (marks !== undefined) {
      // Bit operations would ignore all but the lowest 32 bits of a larger handle.
      return (handle) => handle <= MAX_HANDLE && ((marks[handle >>> 5] ?? 0) & (1 << (handle & 31))) !== 0
    }
    const seen = (this.#seen ??= new Set(Array.from(this.list)))
    return (handle) => seen.has(handle)
  }
}

const bitmaps = new WeakMap<Int32Array, Bitmap>()

/** The bitmaps of all sets; undefined when some handles are too large. */
function allMarks(sets: readonly Bitmap[]): Marks[] | undefined {
  const found: Marks[] = []
  for (const { marks } of sets) {
    if (marks === undefined) return undefined
    found.push(marks)
  }
  return found
}

/** The union of sets. */
export function union(sets: readonly Bitmap[]): Bitmap {
  const [only] = sets
  if (only !== undefined && sets.length === 1) return only
  const total = sets.reduce((sum, { length }) => sum + length, 0)
  const marks = total > FEW ? allMarks(sets) : undefined
  if (marks === undefined) {
    const seen = new Set<number>()
    for (const { list } of sets) for (let at = 0; at < list.length; at++) seen.add(list[at] ?? -1)
    return Bitmap.of([...seen])
  }
  const result = new Uint32Array(Math.max(...marks.map(({ length }) => length)))
  for (const part of marks)
    for (let at = 0; at < part.length; at++) result[at] = (result[at] ?? 0) | (part[at] ?? 0)
  return Bitmap.marked(result)
}

/** The intersection of sets. */
export function intersection(sets: readonly Bitmap[]): Bitmap {
  const [first, ...others] = sets.toSorted((one, other) => one.length - other.length)
  if (first === undefined) return Bitmap.of([])
  if (others.length === 0) return first
  const marks = first.length > FEW ? allMarks([first, ...others]) : undefined
  if (marks === undefined) {
    const tests = others.map(({ test }) => test)
    return Bitmap.of(Array.from(first.list).filter((handle) => tests.every((test) => test(handle))))
  }
  const result = new Uint32Array(Math.min(...marks.map(({ length }) => length))).fill(-1)
  for (const part of marks)
    for (let at = 0; at < result.length; at++) result[at] = (result[at] ?? 0) & (part[at] ?? 0)
  return Bitmap.marked(result)
}

/** The difference of two sets. */
export function without(all: Bitmap, part: Bitmap): Bitmap {
  const [kept, removed] = [all.marks, part.marks]
  if (kept === undefined || removed === undefined || all.length <= FEW) {
    const { test } = part
    return Bitmap.of(Array.from(all.list).filter((handle) => !test(handle)))
  }
  const result = kept.slice()
  const { length } = removed.length < result.length ? removed : result
  for (let at = 0; at < length; at++) result[at] = (result[at] ?? 0) & ~(removed[at] ?? 0)
  return Bitmap.marked(result)
}
