const ROOM = 65_536

/** Which devices changed lately, in the order of their changes: lets a reader look again at those alone. */
export class ChangeLog {
  readonly #indexes = new Int32Array(ROOM)
  #count = 0

  /** How many changes have been noted in all. */
  get count(): number {
    return this.#count
  }

  note(index: number): void {
    this.#indexes[this.#count++ % ROOM] = index
  }

  /** The devices noted since there were so many changes; null when that is too long ago. A device may come twice. */
  since(count: number): Int32Array | null {
    const news = this.#count - count
    if (news > ROOM) return null
    const found = new Int32Array(news)
    for (let at = 0; at < news; at++) found[at] = this.#indexes[(count + at) % ROOM] ?? 0
    return found
  }
}
