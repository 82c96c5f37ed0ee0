import type { ResourceName } from './data-request.ts'
import { deviceIn, resourceIn } from './request-path.ts'
import { withoutValues, type SentChange } from './sent-change.ts'

/** A change or device action requested by this client. */
export interface Write extends SentChange {
  n: number
  /** Milliseconds since 1970, by the platform's clock. */
  at: number
}

const MAX_KEPT = 500

const OF_DEVICES: readonly (string | null)[] = [
  'device',
  'device_tag',
  'device_config_variable',
  'device_environment_variable',
] satisfies readonly ResourceName[]

const isAboutDevices = (path: string) =>
  path.startsWith('/supervisor/') || deviceIn(path) !== null || OF_DEVICES.includes(resourceIn(path))

/** Records what this client did to devices while the page is open. Values of variables and tags are not stored. */
export function createWriteLog(now: () => number) {
  let writes: readonly Write[] = []
  let last = 0
  const listeners = new Set<() => void>()
  return {
    all: () => writes,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Called after a change that the platform accepted. */
    note({ body, ...change }: SentChange): void {
      if (!isAboutDevices(change.path)) return
      last += 1
      writes = [...writes, { n: last, at: now(), ...change, body: withoutValues(body) }].slice(-MAX_KEPT)
      for (const listener of listeners) listener()
    },
    forget(): void {
      writes = []
      for (const listener of listeners) listener()
    },
  }
}

export type WriteLog = ReturnType<typeof createWriteLog>
