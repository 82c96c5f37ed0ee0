import { useRef, useState } from 'react'
import { errorMessage } from '../error-message.ts'
import type { OperatedDevice, Operation, OperationSetting } from './operation.ts'
import { runOperation, type OperationResult } from './run-operation.ts'

export interface ReadProgress {
  signal: AbortSignal
  onRead: (count: number) => void
}

export type BatchStage =
  | { kind: 'asking' }
  | { kind: 'reading'; read: number }
  | { kind: 'unreadable'; reason: string }
  | { kind: 'running'; done: number; total: number }
  | { kind: 'finished'; results: readonly OperationResult[]; stopped: boolean }

export interface Batch<Input> {
  stage: BatchStage
  /** Reads the chosen devices as they are now, then acts on those that it is possible on. */
  start: (read: (progress: ReadProgress) => Promise<OperatedDevice[]>, input: Input) => Promise<void>
  /** Acts again on those that failed, or past the lock on those that are locked, and keeps the other results. */
  again: (which: 'failed' | 'locked', input: Input) => Promise<void>
  /** Starts no more; what is under way finishes. */
  stop: () => void
  reset: () => void
}

/** Runs an operation on many devices, with progress, results by device and a way to stop. */
export function useBatch<Input>(
  operation: Operation<Input>,
  setting: OperationSetting,
  onFinished?: (results: readonly OperationResult[]) => void,
): Batch<Input> {
  const [stage, setStage] = useState<BatchStage>({ kind: 'asking' })
  const stopper = useRef(new AbortController())

  const run = async (
    devices: readonly OperatedDevice[],
    input: Input,
    { kept, force }: { kept: readonly OperationResult[]; force: boolean },
  ) => {
    const { signal } = stopper.current
    const results = await runOperation(operation, devices, input, {
      setting,
      force,
      signal,
      onProgress: (done, total) => setStage({ kind: 'running', done, total }),
    })
    const all = [...kept, ...results]
    setStage({ kind: 'finished', results: all, stopped: signal.aborted })
    onFinished?.(all)
  }

  return {
    stage,
    async start(read, input) {
      stopper.current = new AbortController()
      const { signal } = stopper.current
      setStage({ kind: 'reading', read: 0 })
      try {
        const devices = await read({ signal, onRead: (count) => setStage({ kind: 'reading', read: count }) })
        await run(devices, input, { kept: [], force: false })
      } catch (error) {
        setStage(signal.aborted ? { kind: 'asking' } : { kind: 'unreadable', reason: errorMessage(error) })
      }
    },
    async again(which, input) {
      if (stage.kind !== 'finished') return
      stopper.current = new AbortController()
      const chosen = stage.results.filter(({ outcome }) => outcome === which)
      await run(
        chosen.map(({ device }) => device),
        input,
        { kept: stage.results.filter(({ outcome }) => outcome !== which), force: which === 'locked' },
      )
    },
    stop: () => stopper.current.abort(),
    reset: () => setStage({ kind: 'asking' }),
  }
}
