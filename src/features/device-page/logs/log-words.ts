import type { DeviceLogLine } from '@/api/model.ts'
import { toInstant } from '@/lib/format.ts'
import { logText } from '@/messages/device-page/device.ts'

/** Service names by id. */
export type ServiceNames = ReadonlyMap<number, string>

/** The source of a line: the supervisor, or the name of a service. */
export function sourceOf(line: Pick<DeviceLogLine, 'isSystem' | 'serviceId'>, names: ServiceNames): string {
  if (line.isSystem) return logText.supervisor
  if (line.serviceId === undefined || line.serviceId === null) return logText.device
  return names.get(line.serviceId) ?? logText.service(line.serviceId)
}

export type LineTone = 'plain' | 'system' | 'warning' | 'failure'

const failure = /\b(fail(ed|ure)?|error|fatal|panic|unable|cannot)\b/i
const warning = /\b(warn(ing)?|lock(ed|s)?|waiting|retry(ing)?|timed out)\b/i

/**
 * The tone of a line: errors stand out whatever their source; routine messages of the supervisor have their own tone.
 */
export function lineTone({ isSystem, isStdErr, message }: DeviceLogLine): LineTone {
  if (isSystem) {
    if (failure.test(message)) return 'failure'
    return isStdErr || warning.test(message) ? 'warning' : 'system'
  }
  return isStdErr ? 'warning' : 'plain'
}

export interface ClockOptions {
  utc: boolean
}

// Cached, because creating a formatter is slow and there are thousands of lines.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(utc: boolean, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${utc} ${parts.timeZoneName}`
  const known = formatters.get(key)
  if (known) return known
  const created = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...parts,
    ...(utc && { timeZone: 'UTC' }),
  })
  formatters.set(key, created)
  return created
}

/** Time of day of a line, as 14:32:07 (or – if it has none), in UTC or local time. */
export function clockTime(at: number, { utc }: ClockOptions): string {
  return Number.isNaN(toInstant(at)) ? '–' : formatter(utc, {}).format(at)
}

/** Date, time and zone, as 20 Nov 2026, 14:32:07 UTC. */
export function fullTime(at: number, { utc }: ClockOptions): string {
  if (Number.isNaN(toInstant(at))) return logText.unknownTime
  return formatter(utc, { day: 'numeric', month: 'short', year: 'numeric', timeZoneName: 'short' }).format(at)
}
