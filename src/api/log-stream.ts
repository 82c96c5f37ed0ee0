import { ApiError } from './errors.ts'
import type { DeviceLogLine } from './model.ts'
import type { ServiceClient } from './service-client.ts'

const PATH = '/device/v2/{uuid}/logs'

/** Stored lines, oldest first: the newest `count`, or all (at most 1000). */
export const readLogHistory = (
  services: ServiceClient,
  uuid: string,
  { count = 'all', start, signal }: { count?: number | 'all'; start?: number; signal?: AbortSignal } = {},
): Promise<DeviceLogLine[]> => services.json('get', PATH, { path: { uuid }, query: { count, start }, signal })

/**
 * Opens the live stream: first `count` stored lines, then new lines in batches as they arrive. `onOpen` is called when
 * the platform has responded. Returns when the platform closes the stream; throws `ApiError` when it breaks or is
 * refused, and the signal's reason when aborted.
 */
export async function* followLogs(
  services: ServiceClient,
  uuid: string,
  { count, signal, onOpen }: { count: number; signal: AbortSignal; onOpen?: () => void },
): AsyncGenerator<DeviceLogLine[]> {
  const body = await services.stream('get', PATH, { path: { uuid }, query: { count, stream: '1' }, signal })
  if (body === null) throw new ApiError('server', 'The log stream has no content')
  onOpen?.()
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      // A newline every 58 s keeps the connection open.
      const batch = lines.filter((line) => line.trim() !== '').map(parseLine)
      if (batch.length > 0) yield batch
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw new ApiError('network', 'The log stream broke off', { cause: error })
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function parseLine(text: string): DeviceLogLine {
  let line: unknown
  try {
    line = JSON.parse(text)
  } catch (cause) {
    throw new ApiError('server', 'The log stream holds a line that cannot be read', { cause })
  }
  if (isLine(line)) return line
  throw new ApiError('server', 'The log stream holds something else than lines')
}

/** Whether it has the fields required to show a line. */
const isLine = (line: unknown): line is DeviceLogLine =>
  typeof line === 'object' &&
  line !== null &&
  'message' in line &&
  typeof line.message === 'string' &&
  'timestamp' in line &&
  typeof line.timestamp === 'number'
