import { useState } from 'react'
import { draftKey, forgetDraft, keepDraft, readDraft } from '@/domain/screen/kept-drafts.ts'
import { nothingStaged, type Intent, type Staged } from './staged-variables.ts'
import type { VariableKind, VariableOwner } from './variable-owner.ts'

/** One place for each person, page and fleet or device; this tab's alone, so that a reload finds it again. */
const keyOf = ({ kind, uuid }: VariableOwner, of: VariableKind) => draftKey('staged', of, kind, uuid)

/** What was staged when the page was left or reloaded. What cannot be read counts as nothing. */
export function keptChanges(owner: VariableOwner, of: VariableKind): Staged {
  const kept = readDraft(keyOf(owner, of))
  if (typeof kept !== 'object' || kept === null) return nothingStaged
  return Object.fromEntries(
    Object.entries(kept).filter((entry): entry is [string, Intent] => isIntent(entry[1])),
  )
}

function keepChanges(owner: VariableOwner, of: VariableKind, staged: Staged): void {
  const key = keyOf(owner, of)
  if (Object.keys(staged).length === 0) forgetDraft(key)
  else keepDraft(key, staged)
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
