import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import { fleetRoleQuery } from '@/domain/access/fleet-access.ts'
import { fleetQuery } from '@/domain/fleet/fleet.queries.ts'
import { configVariablesQuery } from '@/domain/variable/config-variables.queries.ts'
import { labelled } from '@/messages/common/compose.ts'
import { bulkProblemText, bulkText } from '@/messages/device-list/bulk-changes.ts'
import { BulkFileError, readBulkFile } from './bulk-file.ts'
import {
  planBulk,
  planUndo,
  stillToDo,
  type BulkChange,
  type BulkDevice,
  type BulkPlan,
  type PlanSetting,
} from './bulk-plan.ts'
import { readChanged, readNamed } from './bulk-read.ts'
import { createGate, runBulk, type BulkResult, type Gate } from './bulk-run.ts'

export type BulkStage =
  | { kind: 'asking'; problem?: string }
  | { kind: 'comparing'; done: number; total: number }
  | { kind: 'planned'; plan: BulkPlan; isUndo: boolean }
  | { kind: 'running'; done: number; total: number; isPaused: boolean }
  | { kind: 'finished'; results: readonly BulkResult[]; problem?: string }

/** The steps from a file to the results of its changes. Everything stays in memory, because values may be secrets. */
export function useBulk(fleetId: number) {
  const queries = useQueryClient()
  const [stage, setStage] = useState<BulkStage>({ kind: 'asking' })
  const controller = useRef(new AbortController())
  const gate = useRef<Gate>(createGate())
  useEffect(
    () => () => {
      controller.current.abort()
      gate.current.open()
    },
    [],
  )

  const begin = () => {
    controller.current = new AbortController()
    const { signal } = controller.current
    const onRead = (done: number, total: number) => {
      if (!signal.aborted) setStage({ kind: 'comparing', done, total })
    }
    setStage({ kind: 'comparing', done: 0, total: 0 })
    return { signal, onRead }
  }

  const setting = async (): Promise<PlanSetting> => {
    const [role, fleet] = await Promise.all([
      queries.ensureQueryData(fleetRoleQuery(fleetId)),
      queries.ensureQueryData(fleetQuery(fleetId)),
    ])
    const lists = await queries.ensureQueryData(configVariablesQuery(fleet.is_for__device_type[0].slug))
    // Someone who sees the fleet without a role has read access only.
    return { role: role ?? 'observer', lists }
  }

  const run = async (changes: readonly BulkChange[], finished: readonly BulkResult[]) => {
    controller.current = new AbortController()
    gate.current = createGate()
    const results = await runBulk(changes, {
      signal: controller.current.signal,
      gate: gate.current,
      onProgress: (done, total) =>
        setStage((before) => ({
          kind: 'running',
          done,
          total,
          isPaused: before.kind === 'running' && before.isPaused,
        })),
    })
    setStage({ kind: 'finished', results: [...finished, ...(await confirmed(results))] })
    await queries.invalidateQueries({ queryKey: ['device'] })
    await queries.invalidateQueries({ queryKey: ['variables'] })
  }

  /**
   * The results after reading the devices again: the platform also accepts a change that matches nothing, because the device
   * or the changed value no longer exists.
   */
  const confirmed = async (results: readonly BulkResult[]): Promise<readonly BulkResult[]> => {
    const done = results.filter(({ outcome }) => outcome === 'done').map(({ change }) => change)
    if (done.length === 0) return results
    const { signal } = new AbortController()
    const devices = await readChanged(fleetId, done, { signal, onRead: () => {} }).catch(() => null)
    if (devices === null) return results
    const unmade = new Set(stillToDo(done, devices).open)
    return results.map((result) =>
      unmade.has(result.change)
        ? { ...result, outcome: 'failed', reason: bulkProblemText.foundNothing }
        : result,
    )
  }

  return {
    stage,
    reset: (problem?: string) => setStage({ kind: 'asking', ...(problem !== undefined && { problem }) }),
    async check(text: string) {
      const readOptions = begin()
      try {
        const file = await readBulkFile(text, readOptions.signal)
        const [devices, known] = await Promise.all([readNamed(fleetId, file, readOptions), setting()])
        const plan = await planBulk(file, devices, known)
        if (!readOptions.signal.aborted) setStage({ kind: 'planned', plan, isUndo: false })
      } catch (error) {
        if (readOptions.signal.aborted) setStage({ kind: 'asking' })
        else
          setStage({
            kind: 'asking',
            problem:
              error instanceof BulkFileError
                ? error.message
                : labelled(bulkText.unreadable, errorMessage(error)),
          })
      }
    },
    apply: (changes: readonly BulkChange[]) => run(changes, []),
    pause() {
      gate.current.close()
      setStage((before) => (before.kind === 'running' ? { ...before, isPaused: true } : before))
    },
    resume() {
      gate.current.open()
      setStage((before) => (before.kind === 'running' ? { ...before, isPaused: false } : before))
    },
    /** Starts no more changes; requests in flight finish. */
    stop() {
      controller.current.abort()
      gate.current.open()
    },
    /** Retries changes that did not succeed, except those that turn out to have taken effect. */
    async retry(results: readonly BulkResult[]) {
      const finished = results.filter(({ outcome }) => outcome === 'done')
      const rest = results.filter(({ outcome }) => outcome !== 'done').map(({ change }) => change)
      const readOptions = begin()
      let devices: BulkDevice[]
      try {
        devices = await readChanged(fleetId, rest, readOptions)
      } catch (error) {
        setStage(notRead(readOptions.signal, results, error))
        return
      }
      const { made = [], open = [] } = stillToDo(rest, devices)
      await run(open, [...finished, ...made.map((change): BulkResult => ({ change, outcome: 'done' }))])
    },
    /** Plans to undo the changes. */
    async planUndo(results: readonly BulkResult[]) {
      const done = results.filter(({ outcome }) => outcome === 'done').map(({ change }) => change)
      const readOptions = begin()
      try {
        const [devices, known] = await Promise.all([readChanged(fleetId, done, readOptions), setting()])
        setStage({ kind: 'planned', plan: planUndo(done, devices, known), isUndo: true })
      } catch (error) {
        setStage(notRead(readOptions.signal, results, error))
      }
    },
  }
}

/** The results as they were, with the reason why devices could not be read, unless the user cancelled that. */
const notRead = (signal: AbortSignal, results: readonly BulkResult[], error: unknown): BulkStage =>
  signal.aborted ? { kind: 'finished', results } : { kind: 'finished', results, problem: errorMessage(error) }

export type Bulk = ReturnType<typeof useBulk>
