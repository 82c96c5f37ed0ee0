import { useCallback, useEffect, useRef, useState } from 'react'
import type { FeedLine } from './log-feed.ts'

/** Whether the list follows the newest line or is paused for reading. */
export interface Follow {
  /** All lines, or those at the time of the pause. */
  lines: readonly FeedLine[]
  following: boolean
  /** Number of lines since the pause. */
  newLines: number
  pause(): void
  resume(): void
}

/** Scrolling up freezes the lines, even if new ones arrive or the buffer drops some. */
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
