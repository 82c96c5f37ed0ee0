/** Tracks whether requests wait because the platform throttles them. */
export class Throttling extends EventTarget {
  #waiting = 0

  get isOn(): boolean {
    return this.#waiting > 0
  }

  /** Counts a request as waiting until the promise settles. */
  async during(wait: Promise<void>): Promise<void> {
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
