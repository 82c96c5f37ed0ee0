/** A value kept in this browser and shared by its tabs. */
export interface Stored<Value> {
  get(): Value
  set(value: Value): void
  subscribe(listener: () => void): () => void
}

let nameOf = (name: string) => name

/** Says under which names values are kept, so that two modes or two platforms never share one. Called once at start. */
export function nameStorage(naming: (name: string) => string) {
  nameOf = naming
}

/** The full name under which this mode and platform keep something in the browser. */
export const storedName = (name: string): string => nameOf(name)

/**
 * A value under a name in local storage. `read` makes it from what is stored, which may be anything: it answers
 * undefined for what it cannot use, and the fallback stands in. Where storage is refused it lives as long as the page.
 * Another storage than the local one may be named: that of the tab.
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

/** Reads true and false, nothing else. */
export function asBoolean(stored: unknown): boolean | undefined {
  return typeof stored === 'boolean' ? stored : undefined
}

/** Reads a number, nothing else. */
export function asNumber(stored: unknown): number | undefined {
  return typeof stored === 'number' ? stored : undefined
}

/** Reads a text, nothing else. */
export function asText(stored: unknown): string | undefined {
  return typeof stored === 'string' ? stored : undefined
}

/** Reads one of the given texts. */
export function oneOf<Text extends string>(...texts: readonly Text[]): (stored: unknown) => Text | undefined {
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
    // A full or refused storage: the value then holds until the page is left.
  }
}
