import { LineCounter, parseDocument } from 'yaml'
import type * as z from 'zod/mini'

/** An error in a user-written file, with a readable message. */
export class DataFileProblem extends Error {
  override readonly name = 'DataFileProblem'
  /** From 1; null for the whole file. */
  readonly line: number | null

  constructor(line: number | null, reason: string) {
    super(line === null ? reason : `Line ${line}: ${reason}`)
    this.line = line
  }
}

/** Larger than any hand-written file; longer files are not parsed. */
export const MOST_CHARACTERS = 500_000
const DEEPEST = 40
const QUOTED = /"[^"\n]*"|'[^'\n]*'/g

/**
 * Parses untrusted YAML or JSON. Aliases are rejected, because a few lines of them can expand to gigabytes, and keys are
 * plain data whatever their names. Throws DataFileProblem with the line and the reason.
 */
export function readDataFile<Value>(text: string, schema: z.ZodMiniType<Value>): Value {
  if (text.length > MOST_CHARACTERS) throw new DataFileProblem(null, 'The file is too large')
  // Brackets in quotes must not count as closing others.
  if (isTooDeep(text) || isTooDeep(text.replace(QUOTED, '')))
    throw new DataFileProblem(null, 'The file is nested too deeply')
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, prettyErrors: false, version: '1.2' })
  const [unreadable] = document.errors
  if (unreadable) throw new DataFileProblem(lineCounter.linePos(unreadable.pos[0]).line, unreadable.message)
  const read = schema.safeParse(plain(document))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = issue?.path ?? []
  const [unknown] = issue?.code === 'unrecognized_keys' ? issue.keys : []
  throw new DataFileProblem(
    lineOf(unknown === undefined ? path : [...path, unknown]),
    `${path.length === 0 ? 'The file' : path.join('.')} ${reasonOf(issue)}`,
  )

  /** The line of the error, or of the nearest enclosing element. */
  function lineOf(at: readonly PropertyKey[]): number | null {
    const node: unknown = document.getIn(at, true)
    if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)) {
      const offset: unknown = node.range[0]
      if (typeof offset === 'number') return lineCounter.linePos(offset).line
    }
    return at.length === 0 ? null : lineOf(at.slice(0, -1))
  }
}

type Issue = z.core.$ZodIssue

/** The message of the schema, or a default for the kind of error. */
function reasonOf(issue: Issue | undefined): string {
  if (issue?.code === 'unrecognized_keys') return `must not have "${issue.keys.join('", "')}"`
  if (issue?.code === 'invalid_type' && issue.message === 'Invalid input')
    return issue.input === undefined ? 'is missing' : `must be of type ${issue.expected}`
  return issue?.message ?? 'is invalid'
}

function plain(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 })
  } catch {
    throw new DataFileProblem(null, 'The file has aliases (*name); write out what they stand for')
  }
}

/** The parser is recursive, so a file of only brackets would overflow the stack. */
function isTooDeep(text: string): boolean {
  let flow = 0
  let deepest = 0
  for (const character of text) {
    if (character === '[' || character === '{') deepest = Math.max(deepest, ++flow)
    else if (character === ']' || character === '}') flow = Math.max(0, flow - 1)
  }
  // Block collections nest by indentation, and by dashes or question marks in one line.
  const isIndented = text.split('\n').some((line) => (/^[\s\-?]*/.exec(line)?.[0].length ?? 0) > 4 * DEEPEST)
  return deepest > DEEPEST || isIndented
}
