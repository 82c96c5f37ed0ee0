import type { AnsiRun } from '@/lib/ansi.ts'
import type { FeedLine } from './log-feed.ts'

/** What is searched for, as a pattern that ignores case; null for nothing. */
export function searchPattern(words: string): RegExp | null {
  return words === '' ? null : new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu')
}

/** The places in `lines` of those that hold the pattern. */
export function matchingLines(lines: readonly FeedLine[], pattern: RegExp | null): readonly number[] {
  if (pattern === null) return []
  const found: number[] = []
  for (const [index, { text }] of lines.entries()) if (text.search(pattern) >= 0) found.push(index)
  return found
}

/**
 * The match after or before a line, round the end; null when there is none. From nowhere the search begins at the newest
 * line, since that is what somebody looks at.
 */
export function nextMatch(matches: readonly number[], from: number | null, step: 1 | -1): number | null {
  if (from === null) return matches.at(-1) ?? null
  const next = step === 1 ? matches.find((index) => index > from) : matches.findLast((index) => index < from)
  return next ?? matches.at(step === 1 ? 0 : -1) ?? null
}

/** A run of a line, and whether it is what was searched for. */
export interface MarkedRun extends AnsiRun {
  found: boolean
}

/** The runs of a line, divided where a match begins or ends. A match may begin in one colour and end in another. */
export function markedRuns(runs: readonly AnsiRun[], pattern: RegExp | null): readonly MarkedRun[] {
  if (pattern === null) return runs.map((run) => ({ ...run, found: false }))
  const text = runs.map((run) => run.text).join('')
  const ranges = [...text.matchAll(pattern)].map(
    ({ index, 0: { length } }) => [index, index + length] as const,
  )
  const marked: MarkedRun[] = []
  let start = 0
  for (const run of runs) {
    const end = start + run.text.length
    const cuts = ranges.flat().filter((cut) => cut > start && cut < end)
    const edges = [start, ...cuts, end]
    for (const [nth, from] of edges.slice(0, -1).entries()) {
      const to = edges[nth + 1] ?? end
      const found = ranges.some(([first, last]) => from >= first && to <= last)
      if (to > from) marked.push({ ...run, text: text.slice(from, to), at: run.at + from - start, found })
    }
    start = end
  }
  return marked
}
