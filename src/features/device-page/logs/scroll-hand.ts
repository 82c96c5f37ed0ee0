/** So near the end a list counts as being at its end, in px. */
export const AT_END_WITHIN = 24

/** What a movement of the list asks for. */
export type ScrollCue = 'pause' | 'resume' | null

/** Where the list stands. */
export interface ScrollPlace {
  top: number
  /** What is still below. */
  left: number
}

const upward = new Set(['ArrowUp', 'PageUp', 'Home'])
const downward = new Set(['ArrowDown', 'PageDown', 'End', ' '])

/**
 * Tells a person's scrolling from the list's own: lines that come, rows that are measured and a frame that changes its
 * size move it too. Only a hand stops the following, and only a hand that goes down to the end takes it up again.
 */
export class ScrollHand {
  #way: 'up' | 'down' | null = null
  #isHolding = false
  #top = 0
  #touchedAt: number | null = null

  wheel(deltaY: number): ScrollCue {
    if (deltaY === 0) return null
    return this.#go(deltaY < 0 ? 'up' : 'down')
  }

  key(key: string): ScrollCue {
    if (upward.has(key)) return this.#go('up')
    return downward.has(key) ? this.#go('down') : null
  }

  /** A finger on the list, at so many px from above. */
  touch(y: number): ScrollCue {
    const before = this.#touchedAt
    this.#touchedAt = y
    if (before === null || y === before) return null
    return this.#go(y > before ? 'up' : 'down')
  }

  touchEnd(): void {
    this.#touchedAt = null
  }

  /** The pointer holds the list, by its scroll bar or by a selection that is drawn on. */
  hold(isHolding: boolean): void {
    this.#isHolding = isHolding
  }

  /** Something else moves the list: what it does from now on is not the hand's. */
  letGo(): void {
    this.#way = null
    this.#isHolding = false
  }

  scrolled({ top, left }: ScrollPlace): ScrollCue {
    const way = top < this.#top ? 'up' : top > this.#top ? 'down' : null
    this.#top = top
    if (left > AT_END_WITHIN) return this.#isHolding && way === 'up' ? 'pause' : null
    return way === 'down' && (this.#isHolding || this.#way === 'down') ? 'resume' : null
  }

  #go(way: 'up' | 'down'): ScrollCue {
    this.#way = way
    return way === 'up' ? 'pause' : null
  }
}
