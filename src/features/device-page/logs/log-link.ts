import type { DeviceLogLine } from '@/api/model.ts'
import { paths } from '@/lib/paths.ts'

type LineIdentity = Pick<DeviceLogLine, 'timestamp' | 'isSystem' | 'serviceId' | 'message'>

/** Identifies a line in an address by time and content, because lines have no id. */
export function lineKey({ timestamp, isSystem, serviceId, message }: LineIdentity): string {
  return `${timestamp}-${hashOf(`${isSystem ? 's' : ''}${serviceId ?? ''} ${message}`)}`
}

/** Link to a log line on the page of a device. */
export function lineAddress(uuid: string, line: LineIdentity): string {
  return `${paths.device(uuid)}?${new URLSearchParams({ panel: 'logs', line: lineKey(line) })}`
}

/** The past lines that precede the current ones. `past` is sorted from old to new and may overlap. */
export function olderThan<Line extends DeviceLogLine>(
  past: readonly Line[],
  current: readonly DeviceLogLine[],
) {
  const first = current[0]
  if (first === undefined) return past
  const key = lineKey(first)
  const at = past.findIndex((line) => Object.is(line.createdAt, first.createdAt) && lineKey(line) === key)
  return at >= 0 ? past.slice(0, at) : past.filter(({ createdAt }) => createdAt < first.createdAt)
}

// FNV-1a: short and deterministic.
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}
