import { vi } from 'vitest'

/** The active mutant, and all mutants that were executed. */
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

// Modules are loaded again for each test file, because of mutants at load level.
vi.resetModules()
