import { useState } from 'react'
import { api } from '@/api/api.ts'
import { nothingStaged, type Intent, type Staged } from './staged-variables.ts'
import type { VariableKind, VariableOwner } from './variable-owner.ts'

/** One place for each person, page and fleet or device; this tab's alone, so that a reload finds it again. */
function keyOf({ kind, uuid }: VariableOwner, of: VariableKind): string {
  return `flotilla.staged.${api().session.claims()?.id ?? 0}.${of}.${kind}.${uuid}`
}

/** What was staged when the page was left or reloaded. What cannot be read counts as nothing. */
export function keptChanges(owner: VariableOwner, of: VariableKind): Staged {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(owner, of)) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return nothingStaged
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, Intent] => isIntent(entry[1])),
    )
  } catch {
    return nothingStaged
  }
}

function keepChanges(owner: VariableOwner, of: VariableKind, staged: Staged): void {
  try {
    if (Object.keys(staged).length === 0) sessionStorage.removeItem(keyOf(owner, of))
    else sessionStorage.setItem(keyOf(owner, of), JSON.stringify(staged))
  } catch {
    // Where storage is refused or full, what is staged lives as long as the page.
  }
}

function isIntent(value: unknown): value is Intent {
  if (typeof value !== 'object' || value === null) return false
  const { name, serviceId, value: wanted } = value as Partial<Record<keyof Intent, unknown>>
  return (
    typeof name === 'string' &&
    (serviceId === null || typeof serviceId === 'number') &&
    (wanted === null || typeof wanted === 'string')
  )
}

/** What is staged for a fleet or device, kept through a reload. */
export function useStaged(owner: VariableOwner, of: VariableKind) {
  const [staged, setStaged] = useState(() => keptChanges(owner, of))
  const change = (next: (staged: Staged) => Staged) =>
    setStaged((before) => {
      const after = next(before)
      keepChanges(owner, of, after)
      return after
    })
  return [staged, change] as const
}
