import { formatInstant, isoTime, toInstant, type TimeValue } from '@/lib/format.ts'
import { relativeTime, timeText } from '@/messages/common/time.ts'
import { useTimeText } from './now.tsx'

export interface RelativeTimeProps {
  at: TimeValue
  /** Formats the text from the age in ms and the default wording: "Online, 6 d". */
  format?: (at: number, now: number) => string
  /** The sentence in which the age stands: `(age) => text.createdAt(age)`. */
  within?: (age: string) => string
}

/** A relative time ("2 h ago"), with the exact time and time zone on hover and in `datetime`. */
export function RelativeTime({ at, format = relativeTime, within = (age) => age }: RelativeTimeProps) {
  const instant = toInstant(at)
  const text = useTimeText((now) => within(format(instant, now)))
  if (Number.isNaN(instant)) return within(timeText.unknown)
  return (
    <time dateTime={isoTime(instant)} title={formatInstant(instant)}>
      {text}
    </time>
  )
}
