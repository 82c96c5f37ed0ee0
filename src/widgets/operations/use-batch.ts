import { useRef, useState } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import type { BatchDevice, BatchTask, ReadDevices } from '@/domain/operations/batch-task.ts'
import { runBatch, type BatchResult } from '@/domain/operations/run-batch.ts'

export type BatchStage<Device extends BatchDevice = BatchDevice> =
  | { kind: 'asking' }
  | { kind: 'reading'; read: number }
  | { kind: 'unreadable'; reason: string }
  | { kind: 'running'; done: number; total: number }
  | { kind: 'finished'; results: readonly BatchResult<Device>[]; stopped: boolean }

export interface Batch<Device extends BatchDevice> {
  stage: BatchStage<Device>
  /** Reads the current data of the selected devices, then runs the task where it is possible. */
  start: (read: ReadDevices<Device>, task: BatchTask<Device>) => Promise<void>
  /** Runs it again on failed devices, or with force on locked ones, and keeps the other results. */
  again: (which: 'failed' | 'locked', task: BatchTask<Device>) => Promise<void>
  /** Starts no further requests; running ones finish. */
  stop: () => void
  reset: () => void
}

/** Runs a task on several devices, with progress, results by device and a stop button. */
export function useBatch<Device extends BatchDevice>(
  onFinished?: (results: readonly BatchResult[]) => void,
): Batch<Device> {
  const [stage, setStage] = useState<BatchStage<Device>>({ kind: 'asking' })
  const stopper = useRef(new AbortController())

  const run = async (
    devices: readonly Device[],
    task: BatchTask<Device>,
    { kept, force }: { kept: readonly BatchResult<Device>[]; force: boolean },
  ) => {
    const { signal } = stopper.current
    const results = await runBatch(task, devices, {
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
    async start(read, task) {
      stopper.current = new AbortController()
      const { signal } = stopper.current
      setStage({ kind: 'reading', read: 0 })
      try {
        const devices = await read({ signal, onRead: (count) => setStage({ kind: 'reading', read: count }) })
        await run(devices, task, { kept: [], force: false })
      } catch (error) {
        setStage(signal.aborted ? { kind: 'asking' } : { kind: 'unreadable', reason: errorMessage(error) })
      }
    },
    async again(which, task) {
      if (stage.kind !== 'finished') return
      stopper.current = new AbortController()
      const chosen = stage.results.filter(({ outcome }) => outcome === which)
      await run(
        chosen.map(({ device }) => device),
        task,
        { kept: stage.results.filter(({ outcome }) => outcome !== which), force: which === 'locked' },
      )
    },
    stop: () => stopper.current.abort(),
    reset: () => setStage({ kind: 'asking' }),
  }
}
