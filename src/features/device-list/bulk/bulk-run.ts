import { api } from '@/api/api.ts'
import { errorMessage } from '@/api/error-message.ts'
import { isApiError } from '@/api/errors.ts'
import { deviceCalls } from '@/domain/operations/device-calls.ts'
import { upsert } from '@/domain/platform/upsert.ts'
import { chunks } from '@/lib/chunks.ts'
import { mapWithLimit } from '@/lib/concurrency.ts'
import { fieldKey, type Field } from './bulk-file.ts'
import type { BulkChange } from './bulk-plan.ts'

/** Concurrent requests; the rate per minute is limited globally (docs/decisions/product-rules.md, 15). */
const MAX_CONCURRENT = 20
/** Devices that get the same value are changed by one request. */
const PER_WRITE = 100

export interface BulkResult {
  change: BulkChange
  /** `unsure`: there was no response, so the change may have been made. */
  outcome: 'done' | 'failed' | 'unsure' | 'waiting'
  reason?: string
}

/** Groups changes into requests: one device, or several with the same change. */
function requestsOf(changes: readonly BulkChange[]): BulkChange[][] {
  const groups = Map.groupBy(changes, ({ field, before, after, device }) =>
    // New rows are created one by one, and a name belongs to one device.
    (before === null && field.kind !== 'note') || field.kind === 'name'
      ? `${device.id} ${fieldKey(field)}`
      : JSON.stringify([fieldKey(field), after]),
  )
  return [...groups.values()].flatMap((group) => chunks(group, PER_WRITE))
}

async function send(changes: readonly BulkChange[]): Promise<void> {
  const [first] = changes
  if (first === undefined) return
  const { field, before, after, device } = first
  const devices = changes.map(({ device: { id } }) => id)
  switch (field.kind) {
    case 'name':
      await deviceCalls.rename(device.id, after ?? device.name)
      return
    case 'note':
      await deviceCalls.change(devices, { note: after ?? '' })
      return
    case 'tag':
      return sendTag(devices, field.key, { before, after })
    case 'variable':
      return sendVariable(changes, field, { before, after })
  }
}

type ValueChange = Pick<BulkChange, 'before' | 'after'>

async function sendTag(
  devices: number[],
  tag_key: string,
  { before, after: value }: ValueChange,
): Promise<void> {
  const { data } = api()
  const resource = 'device_tag'
  const options = { $filter: { device: { $in: devices }, tag_key } }
  if (value === null) await data.delete({ resource, options })
  else if (before !== null) await data.patch({ resource, options, body: { value } })
  else
    for (const device of devices)
      await upsert(
        () => data.post({ resource, body: { device, tag_key, value } }),
        () => data.patch({ resource, options, body: { value } }),
      )
}

async function sendVariable(
  changes: readonly BulkChange[],
  { name, service }: Extract<Field, { kind: 'variable' }>,
  { before, after: value }: ValueChange,
): Promise<void> {
  const { data } = api()
  if (service === null) {
    const resource = 'device_environment_variable'
    const devices = changes.map(({ device }) => device.id)
    const options = { $filter: { device: { $in: devices }, name } }
    if (value === null) await data.delete({ resource, options })
    else if (before !== null) await data.patch({ resource, options, body: { value } })
    else
      for (const device of devices)
        await upsert(
          () => data.post({ resource, body: { device, name, value } }),
          () => data.patch({ resource, options, body: { value } }),
        )
    return
  }
  const resource = 'device_service_environment_variable'
  const installs = changes.flatMap(({ device }) => device.services.get(service) ?? [])
  const options = { $filter: { service_install: { $in: installs }, name } }
  if (value === null) await data.delete({ resource, options })
  else if (before !== null) await data.patch({ resource, options, body: { value } })
  else
    for (const service_install of installs)
      await upsert(
        () => data.post({ resource, body: { service_install, name, value } }),
        () => data.patch({ resource, options, body: { value } }),
      )
}

/** While closed, changes that have not started wait until it is opened. */
export function createGate() {
  let opened = Promise.resolve()
  let open = () => {}
  return {
    close: () => {
      opened = new Promise((resolve) => (open = resolve))
    },
    open: () => open(),
    passed: () => opened,
  }
}
export type Gate = ReturnType<typeof createGate>

export interface RunBulk {
  signal: AbortSignal
  gate: Gate
  onProgress: (done: number, total: number) => void
}

class NotStarted extends Error {}

/** Makes the changes and returns the result of each. */
export async function runBulk(
  changes: readonly BulkChange[],
  { signal, gate, onProgress }: RunBulk,
): Promise<BulkResult[]> {
  const results = new Map<BulkChange, BulkResult>(
    changes.map((change) => [change, { change, outcome: 'waiting' }]),
  )
  let done = 0
  onProgress(0, changes.length)
  await mapWithLimit(
    requestsOf(changes),
    async (group) => {
      await gate.passed()
      if (signal.aborted) throw new NotStarted()
      await send(group)
    },
    {
      atOnce: MAX_CONCURRENT,
      signal,
      onOutcome: (group, outcome) => {
        if (!outcome.ok && outcome.error instanceof NotStarted) return
        for (const change of group)
          results.set(change, resultOf(change, outcome.ok ? undefined : outcome.error))
        done += group.length
        onProgress(done, changes.length)
      },
    },
  )
  return [...results.values()]
}

function resultOf(change: BulkChange, error: unknown): BulkResult {
  if (error === undefined) return { change, outcome: 'done' }
  const isLost = isApiError(error, 'network') || isApiError(error, 'timeout')
  return { change, outcome: isLost ? 'unsure' : 'failed', reason: errorMessage(error) }
}
