import { shellLine } from '@/lib/equivalent-command.ts'
import { plainText } from '@/lib/ansi.ts'

/** So much of one device's output is kept. */
export const OUTPUT_LIMIT = 200_000

/**
 * What is typed into a shell so that the output of a command can be told from all else there: a mark before it and one
 * after it, with its exit code. In the typed text, which the shell repeats, the marks are divided by quotes, so that only
 * what the shell prints holds them whole.
 */
export function typedCommand(command: string, mark: string): string {
  const say = (words: string) => `echo "${mark.slice(0, 4)}""${mark.slice(4)}-${words}"`
  return ` ${say('begin')}; ${shellLine('eval', command)}; ${say('end:$?')}\r`
}

export interface ReadOutput {
  output: string
  /** Known once the command has ended. */
  exitCode: number | null
  /** Longer than what is kept. */
  cut: boolean
}

/** The command's own output in what a shell has said so far. */
export function readOutput(said: string, mark: string): ReadOutput {
  const text = plainText(said)
  const begin = text.indexOf(`${mark}-begin\n`)
  if (begin < 0) return { output: '', exitCode: null, cut: false }
  const from = text.slice(begin + mark.length + '-begin\n'.length)
  const end = new RegExp(`${mark}-end:(\\d+)`).exec(from)
  const output = (end ? from.slice(0, end.index) : from).trimEnd()
  return {
    output: output.slice(0, OUTPUT_LIMIT),
    exitCode: end ? Number(end[1]) : null,
    cut: output.length > OUTPUT_LIMIT,
  }
}
