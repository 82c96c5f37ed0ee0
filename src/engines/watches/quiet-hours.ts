import type { QuietHours } from './watch.ts'

const minutesOf = (hour: string) => Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3))

/** Whether it is quiet at this local time. If `to` is before `from`, the hours include midnight. */
export function isQuiet(quiet: QuietHours | null, at: Date): boolean {
  if (quiet === null) return false
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)]
  const now = at.getHours() * 60 + at.getMinutes()
  if (from === to) return false
  return from < to ? now >= from && now < to : now >= from || now < to
}
