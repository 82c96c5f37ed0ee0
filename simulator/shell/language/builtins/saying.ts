import type { Streams } from '../../process.ts'
import { ExitSignal } from '../faults.ts'
import type { Interpreter } from '../interpreter.ts'

/** Says a problem of a command of the shell, and returns its exit code. */
export function problem(shell: Interpreter, streams: Streams, name: string, text: string, code = 1): number {
  streams.err.write(`${shell.state.label(name)}${text}\n`)
  return code
}

/** The same for a special builtin, whose problem ends a script of every shell but bash under its own name. */
export function fatal(shell: Interpreter, streams: Streams, name: string, text: string, code = 1): number {
  problem(shell, streams, name, text, code)
  return endsScript(shell) ? leave(code) : code
}

function leave(code: number): never {
  throw new ExitSignal(code)
}

export function endsScript({ state }: Interpreter): boolean {
  return !state.isInteractive && (state.isPosix || state.dialect !== 'bash')
}

/** The wording of bash, or that of ash and dash. */
export const byDialect = <T>({ state }: Interpreter, bash: T, other: T): T =>
  state.dialect === 'bash' ? bash : other
