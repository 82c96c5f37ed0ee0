import { errorMessage } from '@/api/error-message.ts'
import { isApiError } from '@/api/errors.ts'
import { chunks } from '@/lib/chunks.ts'
import { mapWithLimit, type Outcome } from '@/lib/concurrency.ts'
import { lockText } from '@/messages/operations/operations.ts'
import type { BatchDevice, BatchTask } from './batch-task.ts'

/** Number of requests in parallel. */
const AT_ONCE = 50
/** Maximum number of ids per request (docs/platform/data-api.md). */
export const IDS_PER_REQUEST = 200

/** The result for one device. */
export interface BatchResult<Device extends BatchDevice = BatchDevice> {
  device: Device
  /** `locked` is a failure because of an update lock, which can be overridden. */
  outcome: 'done' | 'failed' | 'locked' | 'skipped'
  /** Why it failed or was skipped. */
  reason?: string
}

export interface RunOptions {
  force?: boolean
  /** Starts no further requests; running ones finish. */
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

/** Runs the task on each device where it is possible, and returns the results. */
export async function runBatch<Device extends BatchDevice>(
  { whyNot, performance }: BatchTask<Device>,
  devices: readonly Device[],
  { force = false, signal, onProgress }: RunOptions,
): Promise<BatchResult<Device>[]> {
  const results: BatchResult<Device>[] = []
  const fit: Device[] = []
  for (const device of devices) {
    const reason = whyNot(device)
    if (reason === undefined) fit.push(device)
    else results.push({ device, outcome: 'skipped', reason })
  }
  let finished = 0
  const settle = (settled: readonly Device[], outcome: Outcome) => {
    for (const device of settled) results.push(resultOf(device, outcome))
    finished += settled.length
    onProgress(finished, fit.length)
  }
  onProgress(finished, fit.length)
  if (performance.kind === 'each') {
    await mapWithLimit(fit, (device) => performance.perform(device, { force }), {
      atOnce: AT_ONCE,
      signal,
      onOutcome: (device, outcome) => settle([device], outcome),
    })
  } else {
    const groups = [...Map.groupBy(fit, performance.groupOf ?? (() => 'all')).values()]
    await mapWithLimit(
      groups.flatMap((group) => chunks(group, IDS_PER_REQUEST)),
      (chunk) => performance.perform(chunk),
      { atOnce: 1, signal, onOutcome: settle },
    )
  }
  return results
}

function resultOf<Device extends BatchDevice>(device: Device, outcome: Outcome): BatchResult<Device> {
  if (outcome.ok) return { device, outcome: 'done' }
  return isApiError(outcome.error, 'locked')
    ? { device, outcome: 'locked', reason: lockText.title }
    : { device, outcome: 'failed', reason: errorMessage(outcome.error) }
}
