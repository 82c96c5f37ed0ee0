import { minuteOfDay } from '@/lib/format.ts'
import type { QuietHours } from './watch.ts'

const minutesOf = (hour: string) => Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3))

/** Whether it is quiet at this time, by the person's time zone. If `to` is before `from`, the hours include midnight. */
export function isQuiet(quiet: QuietHours | null, at: number): boolean {
  if (quiet === null) return false
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)]
  const now = minuteOfDay(at)
  if (from === to) return false
  return from < to ? now >= from && now < to : now >= from || now < to
}
