import { formatSpan } from '@/lib/format.ts'

const JUST_NOW_MS = 10_000

export const timeText = {
  justNow: 'just now',
  ago: (span: string) => `${span} ago`,
  ahead: (span: string) => `in ${span}`,
  unknown: 'unknown',
  zone: (zone: string) => `Times are in ${zone}.`,
}

/** "2 h ago", "just now", "in 5 min". Both times in milliseconds since 1970. */
export function relativeTime(at: number, now: number): string {
  if (Number.isNaN(at)) return timeText.unknown
  const passed = now - at
  if (Math.abs(passed) < JUST_NOW_MS) return timeText.justNow
  return passed > 0 ? timeText.ago(formatSpan(passed)) : timeText.ahead(formatSpan(passed))
}
