import type { DeviceLogLine } from '@/api/model.ts'
import { paths } from '@/lib/paths.ts'

type Told = Pick<DeviceLogLine, 'timestamp' | 'isSystem' | 'serviceId' | 'message'>

/** What tells a line from others in an address: the platform gives lines no id, so moment and content stand for one. */
export function lineKey({ timestamp, isSystem, serviceId, message }: Told): string {
  return `${timestamp}-${hashOf(`${isSystem ? 's' : ''}${serviceId ?? ''} ${message}`)}`
}

/** The page of a device with one line of its log in sight. */
export function lineAddress(uuid: string, line: Told): string {
  return `${paths.device(uuid)}?${new URLSearchParams({ panel: 'logs', line: lineKey(line) })}`
}

/**
 * The past lines that come before those that are shown already. `past` is oldest first and may reach into `shown`.
 */
export function olderThan<Line extends DeviceLogLine>(
  past: readonly Line[],
  shown: readonly DeviceLogLine[],
) {
  const first = shown[0]
  if (first === undefined) return past
  const key = lineKey(first)
  const at = past.findIndex((line) => line.createdAt === first.createdAt && lineKey(line) === key)
  return at >= 0 ? past.slice(0, at) : past.filter(({ createdAt }) => createdAt < first.createdAt)
}

// FNV-1a: short, and the same everywhere.
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}
