import type { AnsiRun } from '@/lib/ansi.ts'
import type { FeedLine } from './log-feed.ts'

/** The search text as a case-insensitive pattern; null if empty. */
export function searchPattern(words: string): RegExp | null {
  return words === '' ? null : new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu')
}

/** Indexes of the lines that match. */
export function matchingLines(lines: readonly FeedLine[], pattern: RegExp | null): readonly number[] {
  if (pattern === null) return []
  const found: number[] = []
  for (const [index, { text }] of lines.entries()) if (text.search(pattern) >= 0) found.push(index)
  return found
}

/** The next or previous match, wrapping around; null if there is none. Starts at the newest, usually visible line. */
export function nextMatch(matches: readonly number[], from: number | null, step: 1 | -1): number | null {
  if (from === null) return matches.at(-1) ?? null
  const next = step === 1 ? matches.find((index) => index > from) : matches.findLast((index) => index < from)
  return next ?? matches.at(step === 1 ? 0 : -1) ?? null
}

/** A styled part of a line, and whether it matches the search. */
export interface MarkedRun extends AnsiRun {
  found: boolean
}

/** Splits the parts of a line at the ends of matches. A match may span several styles. */
export function markedRuns(runs: readonly AnsiRun[], pattern: RegExp | null): readonly MarkedRun[] {
  if (pattern === null) return runs.map((run) => ({ ...run, found: false }))
  const text = runs.map((run) => run.text).join('')
  const ranges = [...text.matchAll(pattern)].map(
    ({ index, 0: { length } }) => [index, index + length] as const,
  )
  const marked: MarkedRun[] = []
  let start = 0
  // Ranges and runs are both in order, so each is passed once: a line may have thousands of both.
  let nth = 0
  for (const run of runs) {
    const end = start + run.text.length
    let from = start
    while (from < end) {
      while ((ranges[nth]?.[1] ?? end) <= from && nth < ranges.length) nth += 1
      const [first, last] = ranges[nth] ?? [end, end]
      const found = first <= from && from < last
      const to = Math.min(end, found ? last : Math.max(first, from + 1))
      marked.push({ ...run, text: text.slice(from, to), at: run.at + from - start, found })
      from = to
    }
    start = end
  }
  return marked
}
