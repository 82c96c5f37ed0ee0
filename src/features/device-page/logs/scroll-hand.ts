/** Distance in px within which the list counts as being at its end. */
const AT_END_WITHIN = 24

/** The reaction to a scroll event. */
export type ScrollCue = 'pause' | 'resume' | null

/** Scroll position in px. */
export interface ScrollPosition {
  top: number
  /** Distance to the end. */
  left: number
}

const upward = new Set(['ArrowUp', 'PageUp', 'Home'])
const downward = new Set(['ArrowDown', 'PageDown', 'End', ' '])

/**
 * Distinguishes scrolling by the user from scrolling caused by new lines, measured rows and resizing. Only the user
 * stops following, and only scrolling down to the end resumes it.
 */
export class ScrollHand {
  #direction: 'up' | 'down' | null = null
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

  /** A touch at `y` px from the top. */
  touch(y: number): ScrollCue {
    const before = this.#touchedAt
    this.#touchedAt = y
    if (before === null || y === before) return null
    return this.#go(y > before ? 'up' : 'down')
  }

  touchEnd(): void {
    this.#touchedAt = null
  }

  /** Whether the pointer is down, on the scroll bar or selecting text. */
  hold(isHolding: boolean): void {
    this.#isHolding = isHolding
  }

  /** Following scrolls are not caused by the user. */
  letGo(): void {
    this.#direction = null
    this.#isHolding = false
  }

  scrolled({ top, left }: ScrollPosition): ScrollCue {
    const direction = top < this.#top ? 'up' : top > this.#top ? 'down' : null
    this.#top = top
    if (left > AT_END_WITHIN) return this.#isHolding && direction === 'up' ? 'pause' : null
    return direction === 'down' && (this.#isHolding || this.#direction === 'down') ? 'resume' : null
  }

  #go(direction: 'up' | 'down'): ScrollCue {
    this.#direction = direction
    return direction === 'up' ? 'pause' : null
  }
}
