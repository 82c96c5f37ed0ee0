/** Tracks whether requests wait because the platform throttles them. */
export class Throttling extends EventTarget {
  #waiting = 0
  /** When the longest wait ends, in ms since 1970. */
  #until = 0

  get isOn(): boolean {
    return this.#waiting > 0
  }

  /** When all that waits is sent, in ms since 1970; 0 if nothing waits. */
  get until(): number {
    return this.isOn ? this.#until : 0
  }

  /** Counts a request as waiting until the promise settles, which takes so many ms. */
  async during(wait: Promise<void>, waitMs: number): Promise<void> {
    this.#until = Math.max(this.until, Date.now() + waitMs)
    this.#change(1)
    try {
      await wait
    } finally {
      this.#change(-1)
    }
  }

  subscribe(listener: () => void): () => void {
    this.addEventListener('change', listener)
    return () => this.removeEventListener('change', listener)
  }

  #change(by: number) {
    this.#waiting += by
    this.dispatchEvent(new Event('change'))
  }
}
