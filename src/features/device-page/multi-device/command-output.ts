import { plainText } from '@/lib/ansi.ts'
import { shellLine } from '@/lib/equivalent-command.ts'

/** Maximum number of characters kept per device. */
export const OUTPUT_LIMIT = 200_000

/**
 * The text typed into a shell to run a command. Marks before and after the command delimit its output; the end mark
 * contains the exit code. Quotes split the marks in the typed text, so that its echo does not match.
 */
export function typedCommand(command: string, mark: string): string {
  const echo = (text: string) => `echo "${mark.slice(0, 4)}""${mark.slice(4)}-${text}"`
  return ` ${echo('begin')}; ${shellLine('eval', command)}; ${echo('end:$?')}\r`
}

export interface ReadOutput {
  output: string
  /** Null until the command has ended. */
  exitCode: number | null
  /** Whether the output was truncated. */
  cut: boolean
}

/** Longer texts before the mark, such as a login message, are forgotten. */
const KEPT_BEFORE = 20_000
/** Colours and redrawn lines are not part of the output, so more is kept of what the shell sends. */
const KEPT = 2 * OUTPUT_LIMIT

/**
 * Collects the output of a command from the shell. What it keeps is bounded, and so is its work: a program may print for
 * hours, in pieces of any size.
 */
export class OutputReader {
  readonly #begin: RegExp
  /** The number is there whole only when something follows it. */
  readonly #end: RegExp
  readonly #markLength: number
  #before = ''
  #hasBegun = false
  /** The beginning of the output, and its latest part, in which the end is looked for. */
  #kept = ''
  #tail = ''
  #dropped = false
  #exitCode: number | null = null
  #read: ReadOutput | undefined

  constructor(mark: string) {
    this.#begin = new RegExp(`${mark}-begin\\s*?\\n`)
    this.#end = new RegExp(`${mark}-end:(\\d+)\\s`)
    this.#markLength = `${mark}-end:255\r\n`.length
  }

  /** Takes a piece of what the shell sent. */
  take(piece: string): void {
    if (this.#exitCode !== null) return
    this.#read = undefined
    if (this.#hasBegun) return this.#add(piece)
    const all = this.#before + piece
    const begin = this.#begin.exec(all)
    this.#before = begin === null ? all.slice(-KEPT_BEFORE) : ''
    if (begin === null) return
    this.#hasBegun = true
    this.#add(all.slice(begin.index + begin[0].length))
  }

  #add(piece: string): void {
    const latest = this.#tail + piece
    const end = this.#end.exec(latest)
    if (end !== null) this.#exitCode = Number(end[1])
    const isOutput = end === null ? piece.length : Math.max(0, end.index - this.#tail.length)
    // The end mark may have begun in a piece before.
    const excess = end === null ? 0 : Math.max(0, this.#tail.length - end.index)
    if (!this.#dropped && excess > 0) this.#kept = this.#kept.slice(0, -excess)
    const room = KEPT - this.#kept.length
    if (isOutput > room) this.#dropped = true
    this.#kept += piece.slice(0, Math.min(room, isOutput))
    this.#tail = latest.slice(-this.#markLength)
  }

  /** The output so far, as a terminal shows it. */
  get output(): ReadOutput {
    if (this.#read !== undefined) return this.#read
    const text = plainText(this.#kept).trimEnd()
    this.#read = {
      output: text.slice(0, OUTPUT_LIMIT),
      exitCode: this.#exitCode,
      cut: this.#dropped || text.length > OUTPUT_LIMIT,
    }
    return this.#read
  }

  /** Null until the command has ended. */
  get exitCode(): number | null {
    return this.#exitCode
  }
}
