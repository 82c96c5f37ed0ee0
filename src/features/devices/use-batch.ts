import { useRef, useState } from 'react'
import { errorMessage } from '@/domain/error-message.ts'
import { forEachAtOnce } from '@/lib/each.ts'
import { deviceActionText } from '@/messages/devices.ts'
import type { ChosenDevice, ReadProgress } from './devices.queries.ts'

/** Spec 2 §9: batch calls run 50 at a time. */
const AT_ONCE = 50

/** What became of one device of a batch. */
export interface BatchResult {
  device: ChosenDevice
  outcome: 'done' | 'failed' | 'skipped'
  /** Why it failed or was skipped. */
  reason?: string
}

export type BatchStage =
  | { kind: 'asking' }
  | { kind: 'reading'; read: number }
  | { kind: 'unreadable'; reason: string }
  | { kind: 'running'; done: number; total: number }
  | { kind: 'finished'; results: readonly BatchResult[]; stopped: boolean }

/** Why a device cannot be reached by an action that needs it online; undefined when it can (spec 2 §8). */
function whyUnreachable(device: ChosenDevice): string | undefined {
  if (device.is_frozen) return deviceActionText.frozen
  return device.is_connected_to_vpn ? undefined : deviceActionText.offline
}

export interface Batch {
  stage: BatchStage
  /** Reads the chosen devices as they are now, then acts on those that can be reached. */
  start: (read: (progress: ReadProgress) => Promise<ChosenDevice[]>) => Promise<void>
  /** Acts again on those that failed, and keeps the other results. */
  retryFailed: () => Promise<void>
  /** Starts no more; what is under way finishes. */
  stop: () => void
  reset: () => void
}

/** Runs an action on many devices, one request each, with progress, results by device and a way to stop. */
export function useBatch(act: (device: ChosenDevice) => Promise<unknown>): Batch {
  const [stage, setStage] = useState<BatchStage>({ kind: 'asking' })
  const stopper = useRef(new AbortController())

  const run = async (devices: readonly ChosenDevice[], kept: readonly BatchResult[]) => {
    const results = [...kept]
    const reachable: ChosenDevice[] = []
    for (const device of devices) {
      const reason = whyUnreachable(device)
      if (reason === undefined) reachable.push(device)
      else results.push({ device, outcome: 'skipped', reason })
    }
    const { signal } = stopper.current
    let done = 0
    setStage({ kind: 'running', done, total: reachable.length })
    await forEachAtOnce(reachable, act, {
      atOnce: AT_ONCE,
      signal,
      onOutcome(device, outcome) {
        done += 1
        results.push(
          outcome.ok
            ? { device, outcome: 'done' }
            : { device, outcome: 'failed', reason: errorMessage(outcome.error) },
        )
        setStage({ kind: 'running', done, total: reachable.length })
      },
    })
    setStage({ kind: 'finished', results, stopped: signal.aborted })
  }

  return {
    stage,
    async start(read) {
      stopper.current = new AbortController()
      const { signal } = stopper.current
      setStage({ kind: 'reading', read: 0 })
      try {
        const devices = await read({ signal, onRead: (count) => setStage({ kind: 'reading', read: count }) })
        await run(devices, [])
      } catch (error) {
        setStage(signal.aborted ? { kind: 'asking' } : { kind: 'unreadable', reason: errorMessage(error) })
      }
    },
    async retryFailed() {
      if (stage.kind !== 'finished') return
      stopper.current = new AbortController()
      const failed = stage.results.filter(({ outcome }) => outcome === 'failed')
      await run(
        failed.map(({ device }) => device),
        stage.results.filter(({ outcome }) => outcome !== 'failed'),
      )
    },
    stop: () => stopper.current.abort(),
    reset: () => setStage({ kind: 'asking' }),
  }
}
