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

/** Extracts the output of the command from the output of the shell. */
export function readOutput(shellOutput: string, mark: string): ReadOutput {
  const begin = new RegExp(`${mark}-begin\\s*?\\n`).exec(shellOutput)
  if (begin === null) return { output: '', exitCode: null, cut: false }
  const from = plainText(shellOutput.slice(begin.index + begin[0].length))
  const end = new RegExp(`${mark}-end:(\\d+)`).exec(from)
  const output = (end ? from.slice(0, end.index) : from).trimEnd()
  return {
    output: output.slice(0, OUTPUT_LIMIT),
    exitCode: end ? Number(end[1]) : null,
    cut: output.length > OUTPUT_LIMIT,
  }
}
