const PROBE = 'flotilla:probe'
/** Maximum length of a session token. */
const LENGTH = 4096

/** Storage that lasts until the page is closed. */
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
 * If the browser refuses storage, even accessing it throws, which libraries do not expect. In that case it is replaced
 * by temporary storage. Call this before anything else.
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

/** Whether this browser stores nothing for this site: storage is refused or full. */
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
