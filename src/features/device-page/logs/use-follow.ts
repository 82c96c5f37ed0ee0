import { useCallback, useEffect, useRef, useState } from 'react'
import type { FeedLine } from './log-feed.ts'

/** Whether the list follows the newest line, or holds still while somebody reads. */
export interface Follow {
  /** What to show: all lines, or those there were when the reader stopped. */
  lines: readonly FeedLine[]
  following: boolean
  /** Lines that have come since the reader stopped. */
  newLines: number
  pause(): void
  resume(): void
}

/** A reader who scrolls up keeps what they see, whatever arrives and whatever the buffer lets go. */
export function useFollow(lines: readonly FeedLine[]): Follow {
  const [held, setHeld] = useState<readonly FeedLine[] | null>(null)
  const newest = useRef(lines)
  useEffect(() => {
    newest.current = lines
  })
  return {
    lines: held ?? lines,
    following: held === null,
    newLines: held === null ? 0 : Math.max(0, (lines.at(-1)?.seq ?? 0) - (held.at(-1)?.seq ?? 0)),
    pause: useCallback(() => setHeld((before) => before ?? newest.current), []),
    resume: useCallback(() => setHeld(null), []),
  }
}
