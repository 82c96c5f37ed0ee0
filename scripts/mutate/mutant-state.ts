import { vi } from 'vitest'

/** The active mutant, and all mutants that were executed. */
export interface MutantState {
  active: string | null
  executed: Set<string>
}

declare global {
  var mutantState: MutantState | undefined
  var __isMutated: ((id: string) => boolean) | undefined
}

globalThis.mutantState ??= { active: null, executed: new Set() }
globalThis.mutantState.active = process.env['ACTIVE_MUTANT'] ?? null
globalThis.__isMutated = (id) => {
  globalThis.mutantState?.executed.add(id)
  return globalThis.mutantState?.active === id
}

// Modules are loaded again for each test file, because of mutants at load level.
vi.resetModules()
