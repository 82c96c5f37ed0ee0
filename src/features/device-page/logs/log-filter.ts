import type { DeviceLogLine } from '@/api/model.ts'
import { plainText } from '@/lib/ansi.ts'

export type LogOrigin = 'all' | 'system' | 'services'

/** Filter of the visible log lines. */
export interface LogFilter {
  /** Id of the service; null for all. */
  serviceId: number | null
  /** Case-insensitive text in the message. */
  message: string
  origin: LogOrigin
  /** Maximum age; null for any. */
  withinMs: number | null
}

export const noFilter: LogFilter = { serviceId: null, message: '', origin: 'all', withinMs: null }

export function isFiltering(filter: LogFilter): boolean {
  return (
    filter.serviceId !== null || filter.message !== '' || filter.origin !== 'all' || filter.withinMs !== null
  )
}

/** The lines that match, in order. `now` in ms since 1970. */
export function filterLines<Line extends DeviceLogLine & { text?: string }>(
  lines: readonly Line[],
  filter: LogFilter,
  now: number,
): readonly Line[] {
  if (!isFiltering(filter)) return lines
  const needle = filter.message.toLowerCase()
  const { withinMs } = filter
  return lines.filter(
    (line) =>
      (filter.serviceId === null || line.serviceId === filter.serviceId) &&
      (filter.origin === 'all' || line.isSystem === (filter.origin === 'system')) &&
      // The platform's time stands for an impossible one of the device.
      (withinMs === null ||
        (Number.isNaN(line.timestamp) ? line.createdAt : line.timestamp) >= now - withinMs) &&
      (needle === '' || (line.text ?? plainText(line.message)).toLowerCase().includes(needle)),
  )
}
