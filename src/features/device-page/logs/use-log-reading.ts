import { useCallback, useMemo, useState } from 'react'
import type { FeedLine } from './log-feed.ts'
import { matchingLines, nextMatch, searchPattern } from './log-search.ts'
import type { Follow } from './use-follow.ts'

/** How somebody reads a log: what they search for, which line they have chosen, where the list was moved to. */
export interface LogReading {
  words: string
  search: (words: string) => void
  pattern: RegExp | null
  /** Places of the lines that match. */
  matches: readonly number[]
  /** Place of the line that the search stands at. */
  match: number | null
  step: (by: 1 | -1) => void
  /** The chosen line, by its `seq`. */
  chosen: number | null
  choose: (seq: number) => void
  /** Chooses lines by key; false when the key means nothing here. */
  moveByKey: (key: string, lastInSight: number) => boolean
  /** Chooses a line and brings it into sight. */
  reveal: (seq: number) => void
  /** A place that the list shall show; each call of it is a new object. */
  revealed: { readonly index: number } | null
}

/** Reading of the lines that are shown. Whatever points at one line holds the list still. */
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
    moveByKey: (key, lastInSight) => {
      const index = indexOf(chosen)
      if (key === 'Enter' && index < 0) chooseAt(lastInSight)
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
