import type { Instant } from '../base/clock.ts'
import { REPORT_SLOTS, SLOT_MS, reportSlot } from '../device/metrics.ts'

/** Which devices report their metrics when: each has a fixed slot in the grid of reports. */
export class ReportSlots {
  readonly #seed: number
  #size = 0
  #devices: number[][] = Array.from({ length: REPORT_SLOTS }, () => [])

  constructor(seed: number) {
    this.#seed = seed
  }

  /** Those of the first `size` devices that report in a time range; null when all do. */
  between(after: Instant, until: Instant, size: number): number[][] | null {
    const first = Math.floor(after / SLOT_MS) + 1
    const last = Math.floor(until / SLOT_MS)
    if (last - first + 1 >= REPORT_SLOTS) return null
    for (; this.#size < size; this.#size++) {
      this.#devices[reportSlot(this.#seed, this.#size)]?.push(this.#size)
    }
    const found: number[][] = []
    for (let step = first; step <= last; step++) found.push(this.#devices[step % REPORT_SLOTS] ?? [])
    return found
  }
}
