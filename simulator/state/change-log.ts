import type { Instant } from '../base/clock.ts'

const ROOM = 65_536

/** A point in the history of one world, for `changedSince`. */
export interface WorldMark {
  readonly changes: number
  readonly now: Instant
}

/** Recently changed devices in the order of their changes, so that caches need to update only those. */
export class ChangeLog {
  readonly #indexes = new Int32Array(ROOM)
  #count = 0

  /** The total number of recorded changes. */
  get count(): number {
    return this.#count
  }

  note(index: number): void {
    this.#indexes[this.#count++ % ROOM] = index
  }

  /** The devices recorded since that number of changes; null if that is too long ago. May contain duplicates. */
  since(count: number): Int32Array | null {
    const news = this.#count - count
    if (news > ROOM) return null
    const found = new Int32Array(news)
    for (let at = 0; at < news; at++) found[at] = this.#indexes[(count + at) % ROOM] ?? 0
    return found
  }
}
