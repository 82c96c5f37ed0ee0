import { KINDS, type Tally } from './api.ts'

/** An error caused by the user; its message says what to do. */
export class DriveProblem extends Error {}

const HEADINGS = ['', 'accepted', 'refused', 'no answer', 'answers'] as const

/** A table of accepted and rejected requests, by kind. */
export function tallyTable(tally: Tally): string {
  const rows = KINDS.map((kind) => {
    const { accepted, refused, unanswered, statuses } = tally[kind]
    const answers = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
    return [kind, String(accepted), String(refused), String(unanswered), answers.join(', ')]
  })
  const all = [[...HEADINGS], ...rows]
  const widths = HEADINGS.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0
          return column === 0 || column === HEADINGS.length - 1 ? cell.padEnd(width) : cell.padStart(width)
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Total number of requests that were accepted, rejected, or got no response. */
export function tallySums(tally: Tally) {
  const sums = { accepted: 0, refused: 0, unanswered: 0 }
  for (const kind of KINDS) {
    sums.accepted += tally[kind].accepted
    sums.refused += tally[kind].refused
    sums.unanswered += tally[kind].unanswered
  }
  return sums
}
