import type { Instant } from '../base/clock.ts'

/**
 * A binary heap of (time, device), earliest first, ties by index. Entries are not removed when a device is rescheduled:
 * the caller of `pop` compares them with the device's current time.
 */
export class TimerQueue {
  #at: Float64Array
  #index: Int32Array
  #length = 0

  constructor(capacity = 64) {
    this.#at = new Float64Array(capacity)
    this.#index = new Int32Array(capacity)
  }

  get length(): number {
    return this.#length
  }

  /** The earliest time; Infinity when empty. */
  soonest(): Instant {
    return this.#length === 0 ? Infinity : (this.#at[0] ?? Infinity)
  }

  /** The device of the earliest entry; -1 when empty. */
  first(): number {
    return this.#length === 0 ? -1 : (this.#index[0] ?? -1)
  }

  push(at: Instant, index: number): void {
    if (this.#length === this.#at.length) this.#grow()
    let hole = this.#length++
    while (hole > 0) {
      const parent = (hole - 1) >> 1
      if (!this.#before(at, index, parent)) break
      this.#move(parent, hole)
      hole = parent
    }
    this.#at[hole] = at
    this.#index[hole] = index
  }

  /** Removes the earliest entry and returns its device; -1 when empty. */
  pop(): number {
    if (this.#length === 0) return -1
    const first = this.#index[0] ?? -1
    const last = --this.#length
    if (last > 0) this.#sink(this.#at[last] ?? Infinity, this.#index[last] ?? -1)
    return first
  }

  clear(): void {
    this.#length = 0
  }

  #sink(at: Instant, index: number): void {
    let hole = 0
    for (;;) {
      let child = 2 * hole + 1
      if (child >= this.#length) break
      const right = child + 1
      if (right < this.#length && this.#before(this.#at[right] ?? 0, this.#index[right] ?? 0, child))
        child = right
      if (this.#before(at, index, child)) break
      this.#move(child, hole)
      hole = child
    }
    this.#at[hole] = at
    this.#index[hole] = index
  }

  #before(at: Instant, index: number, other: number): boolean {
    const otherAt = this.#at[other] ?? 0
    return at < otherAt || (at === otherAt && index < (this.#index[other] ?? 0))
  }

  #move(from: number, to: number): void {
    this.#at[to] = this.#at[from] ?? 0
    this.#index[to] = this.#index[from] ?? 0
  }

  #grow(): void {
    const at = new Float64Array(this.#at.length * 2)
    const index = new Int32Array(this.#index.length * 2)
    at.set(this.#at)
    index.set(this.#index)
    this.#at = at
    this.#index = index
  }
}
