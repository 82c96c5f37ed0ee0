import { toInstant } from '@/lib/format.ts'
import { answerText } from '@/messages/common/answers.ts'
import { ApiError } from './errors.ts'
import type { DeviceLogLine } from './model.ts'
import type { ServiceClient } from './service-client.ts'

const PATH = '/device/v2/{uuid}/logs'

/** Characters that are kept while waiting for the end of a line. */
const LONGEST_LINE = 1_000_000

/** Stored lines, oldest first: the newest `count`, or all (at most 1000). */
export async function readLogHistory(
  services: ServiceClient,
  uuid: string,
  { count = 'all', start, signal }: { count?: number | 'all'; start?: number; signal?: AbortSignal } = {},
): Promise<DeviceLogLine[]> {
  const lines: unknown = await services.json('get', PATH, { path: { uuid }, query: { count, start }, signal })
  return Array.isArray(lines) ? lines.map((line: unknown) => toLine(line)) : []
}

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
  if (body === null) throw new ApiError('server', answerText.noLogs)
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
      // A line that never ends is shown in pieces.
      if (rest.length > LONGEST_LINE) lines.push(rest.slice(0, LONGEST_LINE))
      if (rest.length > LONGEST_LINE) rest = rest.slice(LONGEST_LINE)
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
  try {
    return toLine(JSON.parse(text), text)
  } catch {
    return toLine(undefined, text)
  }
}

const timeIn = (value: unknown) => (typeof value === 'number' ? toInstant(value) : Number.NaN)

/**
 * A line as it can be shown, whatever a device or a proxy sent: an impossible time is NaN, and what is no line is the message
 * of one. No line keeps others from being read.
 */
function toLine(value: unknown, text = JSON.stringify(value) ?? ''): DeviceLogLine {
  const fields: Partial<Record<keyof DeviceLogLine, unknown>> =
    typeof value === 'object' && value !== null ? value : {}
  const { message, serviceId } = fields
  return {
    createdAt: timeIn(fields.createdAt),
    timestamp: timeIn(fields.timestamp),
    isSystem: fields.isSystem === true,
    isStdErr: fields.isStdErr === true,
    ...(typeof serviceId === 'number' && { serviceId }),
    message: typeof message === 'string' ? message : text,
  }
}
