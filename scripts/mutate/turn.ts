import { vi } from 'vitest'

/** Which mutant is awake, and which have been asked for. */
export interface Turn {
  awake: string | null
  asked: Set<string>
}

declare global {
  var mutantsTurn: Turn | undefined
  var __isMutated: ((id: string) => boolean) | undefined
}

globalThis.mutantsTurn ??= { awake: null, asked: new Set() }
globalThis.mutantsTurn.awake = process.env['AWAKE_MUTANT'] ?? null
globalThis.__isMutated = (id) => {
  globalThis.mutantsTurn?.asked.add(id)
  return globalThis.mutantsTurn?.awake === id
}

// What counts when a file is loaded counts for each file of tests.
vi.resetModules()
