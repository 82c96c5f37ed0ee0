const PROBE = 'flotilla:probe'
/** As long as a session's token may be. */
const LENGTH = 4096

/** Storage that lasts as long as the page. */
class PassingStorage implements Storage {
  readonly #kept = new Map<string, string>()
  get length(): number {
    return this.#kept.size
  }
  key(nth: number): string | null {
    return [...this.#kept.keys()][nth] ?? null
  }
  getItem(key: string): string | null {
    return this.#kept.get(key) ?? null
  }
  setItem(key: string, text: string): void {
    this.#kept.set(key, text)
  }
  removeItem(key: string): void {
    this.#kept.delete(key)
  }
  clear(): void {
    this.#kept.clear()
  }
}

let isStandIn = false

/**
 * Where the browser refuses storage, even to name it is an error, which libraries do not expect. Something that forgets
 * stands in for it then. To be called before anything else.
 */
export function standInForStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      window[name].getItem(PROBE)
    } catch {
      Object.defineProperty(window, name, { value: new PassingStorage(), configurable: true })
      isStandIn = true
    }
  }
}

/** Whether this browser keeps nothing for this site: storage is refused, or full. */
export function keepsNothing(): boolean {
  if (isStandIn) return true
  try {
    localStorage.setItem(PROBE, '1'.repeat(LENGTH))
    localStorage.removeItem(PROBE)
    return false
  } catch {
    return true
  }
}
