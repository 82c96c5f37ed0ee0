import { useCallback, useMemo, useState } from 'react'
import type { FeedLine } from './log-feed.ts'
import { matchingLines, nextMatch, searchPattern } from './log-search.ts'
import type { Follow } from './use-follow.ts'

/** State of the search, the selected line and the scroll target. */
export interface LogReading {
  words: string
  search: (words: string) => void
  pattern: RegExp | null
  /** Indexes of the matching lines. */
  matches: readonly number[]
  /** Index of the current match. */
  match: number | null
  step: (by: 1 | -1) => void
  /** The `seq` of the selected line. */
  chosen: number | null
  choose: (seq: number) => void
  /** Moves the selection by key; returns false if the key has no function. */
  moveByKey: (key: string, lastVisible: number) => boolean
  /** Selects a line and scrolls to it. */
  reveal: (seq: number) => void
  /** The index to scroll to; each request is a new object. */
  revealed: { readonly index: number } | null
}

/** Search and selection in the visible lines. Both stop following. */
export function useLogReading(lines: readonly FeedLine[], follow: Follow): LogReading {
  const [words, setWords] = useState('')
  const [at, setAt] = useState<number | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const [revealed, setRevealed] = useState<LogReading['revealed']>(null)
  const pattern = useMemo(() => searchPattern(words), [words])
  const matches = useMemo(() => matchingLines(lines, pattern), [lines, pattern])
  const indexOf = (seq: number | null) => (seq === null ? -1 : lines.findIndex((line) => line.seq === seq))
  const atIndex = indexOf(at)
  const match = matches.includes(atIndex) ? atIndex : null
  const { pause } = follow

  const show = (index: number) => {
    pause()
    setRevealed({ index })
  }
  const goTo = (index: number | null) => {
    if (index === null) return setAt(null)
    setAt(lines[index]?.seq ?? null)
    show(index)
  }
  const chooseAt = (index: number) => {
    const line = lines[Math.min(Math.max(index, 0), lines.length - 1)]
    if (!line) return
    setChosen(line.seq)
    show(lines.indexOf(line))
  }
  return {
    words,
    search: (next) => {
      setWords(next)
      const found = matchingLines(lines, searchPattern(next))
      if (found.length > 0) goTo(nextMatch(found, null, 1))
    },
    pattern,
    matches,
    match,
    step: (by) => goTo(nextMatch(matches, match, by)),
    chosen,
    choose: useCallback(
      (seq: number) => {
        pause()
        setChosen((before) => (before === seq ? null : seq))
      },
      [pause],
    ),
    moveByKey: (key, lastVisible) => {
      const index = indexOf(chosen)
      if (key === 'Enter' && index < 0) chooseAt(lastVisible)
      else if (key === 'ArrowDown' && index >= 0) chooseAt(index + 1)
      else if (key === 'ArrowUp' && index >= 0) chooseAt(index - 1)
      else if (key === 'Escape' && index >= 0) setChosen(null)
      else return false
      return true
    },
    reveal: (seq) => {
      const index = indexOf(seq)
      if (index >= 0) chooseAt(index)
    },
    revealed,
  }
}
