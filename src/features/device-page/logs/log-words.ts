import type { DeviceLogLine } from '@/api/model.ts'
import { formatInstant, formatTime, toInstant } from '@/lib/format.ts'
import { logText } from '@/messages/device-page/device.ts'

/** Service names by id. */
export type ServiceNames = ReadonlyMap<number, string>

/** The source of a line: the supervisor, or the name of a service. */
export function logSource(line: Pick<DeviceLogLine, 'isSystem' | 'serviceId'>, names: ServiceNames): string {
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

const zoneOf = (utc: boolean) => (utc ? 'UTC' : undefined)

/** Time of day of a line, as 14:32:07 (or – if it has none), in UTC or the person's time zone. */
export const clockTime = (at: number, { utc }: ClockOptions): string =>
  formatTime(at, { timeZone: zoneOf(utc), seconds: true, zone: 'beside' })

/** Date, time and zone, as 20 Nov 2026, 14:32:07 UTC. */
export const fullTime = (at: number, { utc }: ClockOptions): string =>
  Number.isNaN(toInstant(at)) ? logText.unknownTime : formatInstant(at, { timeZone: zoneOf(utc) })
