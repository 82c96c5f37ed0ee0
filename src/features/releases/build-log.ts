import { plainText } from '@/lib/ansi.ts'

/** Number of lines that the viewer shows, including the notice about truncation. */
const SCROLLBACK = 3000
/** Lines kept of a longer log. */
const LINES_KEPT = SCROLLBACK - 1

export interface ShownLog {
  lines: readonly string[]
  /** Number of lines before truncation. */
  total: number
  /** Whether the first lines were omitted. */
  truncated: boolean
}

/** A build log as plain lines, truncated to the last ones. */
export function shownLog(text: string): ShownLog {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const all = text === '' ? [] : lines
  const truncated = all.length > SCROLLBACK
  return {
    lines: (truncated ? all.slice(-LINES_KEPT) : all).map(plainText),
    total: all.length,
    truncated,
  }
}

/** The text as a pattern that ignores case; null if empty. */
const patternOf = (text: string): RegExp | null =>
  text === '' ? null : new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), 'giu')

/** Indexes of the lines that contain a text, ignoring case. */
export function linesWith(lines: readonly string[], text: string): number[] {
  const pattern = patternOf(text)
  if (pattern === null) return []
  return lines.flatMap((line, at) => (line.search(pattern) >= 0 ? [at] : []))
}

/** More marks in a line are not seen; each is an element of the page. */
const MAX_MARKS = 1_000

/** A part of a line. */
export interface LinePart {
  text: string
  hit: boolean
  at: number
}

/** The line, split where a text begins and ends. Case is ignored without changing the line: letters may grow in lower case. */
export function partsOf(line: string, text: string): LinePart[] {
  const parts: LinePart[] = []
  let from = 0
  for (const { index, 0: hit } of line.matchAll(patternOf(text) ?? /$^/g)) {
    if (parts.length >= 2 * MAX_MARKS) break
    if (index > from) parts.push({ text: line.slice(from, index), hit: false, at: from })
    parts.push({ text: hit, hit: true, at: index })
    from = index + hit.length
  }
  if (from < line.length) parts.push({ text: line.slice(from), hit: false, at: from })
  return parts
}
