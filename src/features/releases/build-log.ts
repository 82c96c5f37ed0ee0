import { plainText } from '@/lib/ansi.ts'

/** How many lines the viewer holds. */
const SCROLLBACK = 3000
/** A longer log keeps its last lines; the notice about it takes one. */
const KEPT = SCROLLBACK - 1

export interface ShownLog {
  lines: readonly string[]
  /** How many lines there are in all. */
  total: number
  /** The first lines are left out. */
  truncated: boolean
}

/** A build log as the viewer shows it: plain lines, and of a long one the last. */
export function shownLog(text: string): ShownLog {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const all = text === '' ? [] : lines
  const truncated = all.length > SCROLLBACK
  return {
    lines: (truncated ? all.slice(-KEPT) : all).map(plainText),
    total: all.length,
    truncated,
  }
}

/** Which lines contain a text, whatever the case. */
export function linesWith(lines: readonly string[], text: string): number[] {
  const part = text.toLowerCase()
  if (part === '') return []
  return lines.flatMap((line, at) => (line.toLowerCase().includes(part) ? [at] : []))
}
