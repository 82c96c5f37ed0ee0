import { isApiError } from '../../api/errors.ts'
import { forEachAtOnce, type Outcome } from '../../lib/each.ts'
import { lockText } from '../../messages/operations.ts'
import { errorMessage } from '../error-message.ts'
import type { OperatedDevice, Operation, OperationSetting } from './operation.ts'

/** Spec 2 §9: batch calls run 50 at a time. */
const AT_ONCE = 50
/** How many ids one request names (wire 4.5). */
const IDS_PER_REQUEST = 200

/** What became of one device. */
export interface OperationResult {
  device: OperatedDevice
  /** `locked` failed too: an update lock is held, and forcing may help. */
  outcome: 'done' | 'failed' | 'locked' | 'skipped'
  /** Why it failed or was skipped. */
  reason?: string
}

export interface RunOptions {
  setting: OperationSetting
  force?: boolean
  /** Starts no more; what is under way finishes. */
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

/** Does an operation on each device that it is possible on, and tells what became of each (spec 2 §4, §8). */
export async function runOperation<Input>(
  operation: Operation<Input>,
  devices: readonly OperatedDevice[],
  input: Input,
  { setting, force = false, signal, onProgress }: RunOptions,
): Promise<OperationResult[]> {
  const results: OperationResult[] = []
  const fit: OperatedDevice[] = []
  for (const device of devices) {
    const reason = operation.whyNot(device, setting)
    if (reason === undefined) fit.push(device)
    else results.push({ device, outcome: 'skipped', reason })
  }
  let finished = 0
  const settle = (settled: readonly OperatedDevice[], outcome: Outcome) => {
    for (const device of settled) results.push(resultOf(device, outcome))
    finished += settled.length
    onProgress(finished, fit.length)
  }
  onProgress(finished, fit.length)
  const { performance } = operation
  if (performance.kind === 'each') {
    await forEachAtOnce(fit, (device) => performance.perform(device, input, { force }), {
      atOnce: AT_ONCE,
      signal,
      onOutcome: (device, outcome) => settle([device], outcome),
    })
  } else {
    await forEachAtOnce(
      chunks(fit, IDS_PER_REQUEST),
      (chunk) =>
        performance.perform(
          chunk.map(({ id }) => id),
          input,
        ),
      { atOnce: 1, signal, onOutcome: settle },
    )
  }
  return results
}

function resultOf(device: OperatedDevice, outcome: Outcome): OperationResult {
  if (outcome.ok) return { device, outcome: 'done' }
  return isApiError(outcome.error, 'locked')
    ? { device, outcome: 'locked', reason: lockText.title }
    : { device, outcome: 'failed', reason: errorMessage(outcome.error) }
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}
