import { isoDate, timeOfDay } from '../../base/calendar.ts'

/** `2026-11-20T14:00:00.000Z` */
export function isoStamp(at: number): string {
  return `${isoDate(at)}T${timeOfDay(at)}.${String(Math.floor(at) % 1000).padStart(3, '0')}Z`
}

/** `2026-11-20T14:00:00.123000000Z`, as the engine prints it. */
export function nanoStamp(at: number): string {
  return isoStamp(at).replace('Z', '000000Z')
}

/** `2 days`, `1h 4min`, `41s`: a span as systemd says how long ago something was. */
export function spanText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const [minutes, hours, days] = [60, 3600, 86_400].map((it) => Math.floor(seconds / it)) as [
    number,
    number,
    number,
  ]
  const count = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`
  const pair = (n: number, unit: string, m: number, smaller: string) =>
    m === 0 ? count(n, unit) : `${count(n, unit)} ${count(m, smaller)}`
  if (days >= 365) return pair(Math.floor(days / 365), 'year', Math.floor((days % 365) / 30), 'month')
  if (days >= 30) return pair(Math.floor(days / 30), 'month', days % 30, 'day')
  if (days >= 7) return pair(Math.floor(days / 7), 'week', days % 7, 'day')
  if (days >= 2) return `${days} days`
  if (hours >= 25) return `${days} day ${hours - 24 * days}h`
  if (hours >= 6) return `${hours}h`
  if (hours >= 1) return `${hours}h ${minutes % 60}min`
  if (minutes >= 5) return `${minutes}min`
  if (minutes >= 1) return `${minutes}min ${seconds % 60}s`
  return seconds >= 1 ? `${seconds}s` : `${Math.max(0, Math.floor(ms))}ms`
}

/** `3 hours`, as the engine says how long ago something was. */
export function durationText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const count = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`
  if (seconds < 1) return 'Less than a second'
  if (seconds < 60) return count(seconds, 'second')
  const minutes = Math.floor(seconds / 60)
  if (minutes === 1) return 'About a minute'
  if (minutes < 60) return `${minutes} minutes`
  const hours = Math.round(seconds / 3600)
  if (hours === 1) return 'About an hour'
  if (hours < 48) return `${hours} hours`
  const days = Math.floor(hours / 24)
  if (days < 14) return `${days} days`
  if (days < 60) return `${Math.floor(days / 7)} weeks`
  if (days < 730) return `${Math.floor(days / 30)} months`
  return `${Math.floor(days / 365)} years`
}
