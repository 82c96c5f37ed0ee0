import { isoDate, timeOfDay } from '../../base/calendar.ts'

/** `2026-11-20T14:00:00.000Z` */
export function isoStamp(at: number): string {
  return `${isoDate(at)}T${timeOfDay(at)}.${String(Math.floor(at) % 1000).padStart(3, '0')}Z`
}

/** `2026-11-20T14:00:00.123000000Z`, as the engine prints it. */
export function nanoStamp(at: number): string {
  return isoStamp(at).replace('Z', '000000Z')
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
