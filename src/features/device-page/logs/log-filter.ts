import type { DeviceLogLine } from '@/api/model.ts'
import { plainText } from '@/lib/ansi.ts'

export type LogOrigin = 'all' | 'system' | 'services'

/** What of a device's log is shown. */
export interface LogFilter {
  /** Only this service; null for all. */
  serviceId: number | null
  /** Only messages that contain this, whatever the case. */
  message: string
  origin: LogOrigin
  /** Only lines of the last so many milliseconds; null for any time. */
  withinMs: number | null
}

export const noFilter: LogFilter = { serviceId: null, message: '', origin: 'all', withinMs: null }

export function isFiltering(filter: LogFilter): boolean {
  return (
    filter.serviceId !== null || filter.message !== '' || filter.origin !== 'all' || filter.withinMs !== null
  )
}

/** The lines that pass, in their order. `now` in milliseconds since 1970. */
export function filterLines<Line extends DeviceLogLine & { text?: string }>(
  lines: readonly Line[],
  filter: LogFilter,
  now: number,
): readonly Line[] {
  if (!isFiltering(filter)) return lines
  const wanted = filter.message.toLowerCase()
  const since = filter.withinMs === null ? -Infinity : now - filter.withinMs
  return lines.filter(
    (line) =>
      (filter.serviceId === null || line.serviceId === filter.serviceId) &&
      (filter.origin === 'all' || line.isSystem === (filter.origin === 'system')) &&
      line.timestamp >= since &&
      (wanted === '' || (line.text ?? plainText(line.message)).toLowerCase().includes(wanted)),
  )
}
