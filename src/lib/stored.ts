/** A value stored in this browser and shared by its tabs. */
export interface Stored<Value> {
  get(): Value
  set(value: Value): void
  subscribe(listener: () => void): () => void
}

let nameOf = (name: string) => name

/** Sets the key prefix of stored values, so that modes and platforms never share one. Called once at start. */
export function nameStorage(naming: (name: string) => string) {
  nameOf = naming
}

/** The full storage key for this mode and platform. */
export const storedName = (name: string): string => nameOf(name)

/**
 * A value in local storage. `read` parses the stored text, which may be anything: it returns undefined for invalid
 * values, and the fallback is used. If storage is refused, the value lasts until the page is closed. Another storage can
 * be passed, such as session storage.
 */
export function createStored<Value>(
  name: string,
  fallback: Value,
  read: (stored: unknown) => Value | undefined,
  storage: () => Storage | undefined = () => globalThis.localStorage,
): Stored<Value> {
  const listeners = new Set<() => void>()
  let known: { text: string | null; value: Value } | undefined
  const announce = () => {
    for (const listener of listeners) listener()
  }

  return {
    get() {
      const text = readText(nameOf(name), storage)
      if (known === undefined || known.text !== text) known = { text, value: parse(text, read) ?? fallback }
      return known.value
    },
    set(value) {
      const text = JSON.stringify(value)
      writeText(nameOf(name), text, storage)
      known = { text: readText(nameOf(name), storage), value }
      announce()
    },
    subscribe(listener) {
      const fromOtherTab = (event: StorageEvent) => {
        if (event.key === null || event.key === nameOf(name)) listener()
      }
      listeners.add(listener)
      globalThis.addEventListener?.('storage', fromOtherTab)
      return () => {
        listeners.delete(listener)
        globalThis.removeEventListener?.('storage', fromOtherTab)
      }
    },
  }
}

/** Parses a boolean. */
export function asBoolean(stored: unknown): boolean | undefined {
  return typeof stored === 'boolean' ? stored : undefined
}

/** Parses a number. */
export function asNumber(stored: unknown): number | undefined {
  return typeof stored === 'number' ? stored : undefined
}

/** Parses a text. */
export function asText(stored: unknown): string | undefined {
  return typeof stored === 'string' ? stored : undefined
}

/** Parses one of the given texts. */
export function oneOfTexts<Text extends string>(
  ...texts: readonly Text[]
): (stored: unknown) => Text | undefined {
  return (stored) => texts.find((text) => text === stored)
}

function parse<Value>(text: string | null, read: (stored: unknown) => Value | undefined): Value | undefined {
  if (text === null) return undefined
  try {
    return read(JSON.parse(text))
  } catch {
    return undefined
  }
}

function readText(key: string, storage: () => Storage | undefined): string | null {
  try {
    return storage()?.getItem(key) ?? null
  } catch {
    return null
  }
}

function writeText(key: string, text: string, storage: () => Storage | undefined) {
  try {
    storage()?.setItem(key, text)
  } catch {
    // If storage is full or refused, the value lasts until the page is closed.
  }
}
