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

/** Indexes of the lines that contain a text, ignoring case. */
export function linesWith(lines: readonly string[], text: string): number[] {
  const part = text.toLowerCase()
  if (part === '') return []
  return lines.flatMap((line, at) => (line.toLowerCase().includes(part) ? [at] : []))
}
