import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import { VARIABLES_AT_ONCE } from '@/domain/fleet/fleet-variable.ts'
import { mapWithLimit, type Outcome } from '@/lib/concurrency.ts'
import { stagedText } from '@/messages/variables/variables.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { useStaged } from './staged-store.ts'
import {
  changedRows,
  nothingStaged,
  stage,
  unstage,
  variableRows,
  type ChangedRow,
  type Intent,
  type VariableRow,
} from './staged-variables.ts'
import type { VariableKind, VariableOwner } from './variable-owner.ts'
import { applyChange, removeDeviceConfiguration, type WriteTarget } from './variable-writes.ts'
import { variablesQuery, type VariableData } from './variables.queries.ts'

export interface Changes {
  rows: readonly VariableRow[]
  changed: readonly ChangedRow[]
  target: WriteTarget
  /** Why a change was not applied, by row key. */
  failures: Readonly<Record<string, string>>
  /** Progress of applying; null while nothing is being applied. */
  progress: { done: number; count: number } | null
  stage(...intents: readonly Intent[]): void
  undo(key: string): void
  revertAll(): void
  applyAll(): Promise<void>
}

/** The rows of a page with their staged changes, which are applied together. */
export function useChanges(owner: VariableOwner, kind: VariableKind, data: VariableData): Changes {
  const queries = useQueryClient()
  const [staged, change] = useStaged(owner, kind)
  const [failures, setFailures] = useState<Readonly<Record<string, string>>>({})
  const [progress, setProgress] = useState<Changes['progress']>(null)
  const rows = variableRows(data.own, staged, data.inherited)
  const changed = changedRows(rows)
  const target: WriteTarget = { owner, kind, services: data.targets }

  const clearFailures = (keys: readonly string[]) =>
    setFailures((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !keys.includes(key))))

  const applyAll = async () => {
    const applied: string[] = []
    const failed: [key: string, reason: string][] = []
    setFailures({})
    setProgress({ done: 0, count: changed.length })
    const record = (row: ChangedRow, outcome: Outcome) => {
      if (outcome.ok) applied.push(row.key)
      else failed.push([row.key, errorMessage(outcome.error)])
    }
    await mapWithLimit(tasksOf(target, changed), (task) => task.run(), {
      atOnce: VARIABLES_AT_ONCE,
      onOutcome(task, outcome) {
        for (const row of task.rows) record(row, outcome)
        setProgress({ done: applied.length + failed.length, count: changed.length })
      },
    })
    // Unstages applied changes only after reading the new values, so that the old ones do not reappear briefly.
    await queries.invalidateQueries({ queryKey: variablesQuery(owner, kind).queryKey })
    if (owner.kind === 'device')
      void queries.invalidateQueries({ queryKey: ['device', { uuid: owner.uuid }] })
    change((now) => unstage(now, ...applied))
    setFailures(Object.fromEntries(failed))
    setProgress(null)
    if (failed.length === 0) {
      const names = changed.filter(({ key }) => applied.includes(key)).map(({ name }) => name)
      showToast({
        tone: 'ok',
        key: 'variables',
        title: stagedText.applied(applied.length),
        detail: stagedText.names([...new Set(names)]),
      })
    }
  }

  return {
    rows,
    changed,
    target,
    failures,
    progress,
    applyAll,
    stage(...intents) {
      change((now) => stage(now, ...intents))
      clearFailures(Object.keys(stage(nothingStaged, ...intents)))
    },
    undo(key) {
      change((now) => unstage(now, key))
      clearFailures([key])
    },
    revertAll() {
      change(() => nothingStaged)
      setFailures({})
    },
  }
}

interface Task {
  rows: readonly ChangedRow[]
  run: () => Promise<void>
}

/** One request per change; a device's configuration variables are removed in a single request. */
function tasksOf(target: WriteTarget, changed: readonly ChangedRow[]): Task[] {
  const inBulk = target.owner.kind === 'device' && target.kind === 'configuration'
  const removed = inBulk ? changed.filter(({ change }) => change.state === 'deleted') : []
  const bulkRemoved = removed.length > 1 ? removed : []
  const others = changed.filter((row) => !bulkRemoved.includes(row))
  const ids = bulkRemoved.flatMap(({ saved }) => (saved === null ? [] : [saved.id]))
  return [
    ...others.map((row) => ({ rows: [row], run: () => applyChange(target, row) })),
    ...(bulkRemoved.length === 0 ? [] : [{ rows: bulkRemoved, run: () => removeDeviceConfiguration(ids) }]),
  ]
}
