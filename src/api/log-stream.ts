import { ApiError } from './errors.ts'
import type { Http } from './http.ts'

/** One line of a device's log as the platform sends it; times in milliseconds since 1970. */
export interface DeviceLogLine {
  createdAt: number
  timestamp: number
  isSystem: boolean
  isStdErr: boolean
  serviceId?: number
  message: string
}

const logPath = (uuid: string) => `/device/v2/${encodeURIComponent(uuid)}/logs`

/** Past lines, oldest first: the newest `count`, or all that are kept (at most 1000). */
export async function readLogHistory(
  http: Http,
  uuid: string,
  options: { count?: number | 'all'; start?: number; signal?: AbortSignal } = {},
): Promise<DeviceLogLine[]> {
  const query = new URLSearchParams({ count: String(options.count ?? 'all') })
  if (options.start !== undefined) query.set('start', String(options.start))
  const response = await http.request(`${logPath(uuid)}?${query}`, { signal: options.signal ?? null })
  return (await response.json()) as DeviceLogLine[]
}

/**
 * Opens the live stream: first `count` past lines, then each as it comes, in batches as they arrive together.
 * `onOpen` is called when the platform has answered. Ends when the platform closes it; throws `ApiError` when it breaks
 * or is refused, and the signal's reason when aborted.
 */
export async function* followLogs(
  http: Http,
  uuid: string,
  options: { count: number; signal: AbortSignal; onOpen?: () => void },
): AsyncGenerator<DeviceLogLine[]> {
  const response = await http.request(`${logPath(uuid)}?count=${options.count}&stream=1`, {
    signal: options.signal,
    stream: true,
  })
  if (!response.body) throw new ApiError('server', 'The log stream has no content')
  options.onOpen?.()
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      // A bare newline every 58 s only keeps the connection open.
      const batch = lines.filter((line) => line.trim() !== '').map(parseLine)
      if (batch.length > 0) yield batch
    }
  } catch (error) {
    if (options.signal.aborted) throw options.signal.reason
    throw new ApiError('network', 'The log stream broke off', { cause: error })
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function parseLine(line: string): DeviceLogLine {
  try {
    return JSON.parse(line) as DeviceLogLine
  } catch (cause) {
    throw new ApiError('server', 'The log stream holds a line that cannot be read', { cause })
  }
}
