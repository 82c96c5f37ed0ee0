import { useState } from 'react'
import { draftKey, forgetDraft, keepDraft, readDraft } from '@/domain/account/kept-drafts.ts'
import { nothingStaged, type Intent, type Staged } from './staged-variables.ts'
import type { VariableKind, VariableOwner } from './variable-owner.ts'

/** Session storage for each user, page, and fleet or device: a reload restores the changes in this tab only. */
const keyOf = ({ kind, uuid }: VariableOwner, of: VariableKind) => draftKey('staged', of, kind, uuid)

/** The stored changes of an earlier visit or before a reload. Unreadable data counts as none. */
function storedChanges(owner: VariableOwner, of: VariableKind): Staged {
  const stored = readDraft(keyOf(owner, of))
  if (typeof stored !== 'object' || stored === null) return nothingStaged
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, Intent] => isIntent(entry[1])),
  )
}

function storeChanges(owner: VariableOwner, of: VariableKind, staged: Staged): void {
  const key = keyOf(owner, of)
  if (Object.keys(staged).length === 0) forgetDraft(key)
  else keepDraft(key, staged)
}

function isIntent(value: unknown): value is Intent {
  if (typeof value !== 'object' || value === null) return false
  const { name, serviceId, value: newValue } = value as Partial<Record<keyof Intent, unknown>>
  return (
    typeof name === 'string' &&
    (serviceId === null || typeof serviceId === 'number') &&
    (newValue === null || typeof newValue === 'string')
  )
}

/** The staged changes of a fleet or device, which survive a reload. */
export function useStaged(owner: VariableOwner, of: VariableKind) {
  const [staged, setStaged] = useState(() => storedChanges(owner, of))
  const change = (next: (staged: Staged) => Staged) =>
    setStaged((before) => {
      const after = next(before)
      storeChanges(owner, of, after)
      return after
    })
  return [staged, change] as const
}
