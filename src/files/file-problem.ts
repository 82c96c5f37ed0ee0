import { fileText as text } from '@/messages/common/files.ts'

/** One error in a file. */
export interface FileError {
  /** From 1; null for the whole file. */
  line: number | null
  reason: string
}

/** Errors beyond these are only counted: the first ones usually explain them. */
const SHOWN_ERRORS = 20

function linesOf(errors: readonly FileError[]): string {
  const lines = errors
    .slice(0, SHOWN_ERRORS)
    .map(({ line, reason }) => (line === null ? reason : text.atLine(line, reason)))
  const rest = errors.length - SHOWN_ERRORS
  return [...lines, ...(rest > 0 ? [text.andMore(rest)] : [])].join('\n')
}

/** Why a user-written file cannot be read: one error, or several with a readable message of a line for each. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem'
  /** Of the first error, from 1; null for the whole file. */
  readonly line: number | null
  /** Of the first error, without its line. */
  readonly reason: string
  readonly others: readonly FileError[]

  constructor(line: number | null, reason: string, others: readonly FileError[] = []) {
    super(linesOf([{ line, reason }, ...others]))
    this.line = line
    this.reason = reason
    this.others = others
  }
}
