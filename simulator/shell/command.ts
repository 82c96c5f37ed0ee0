import type { FileSystem } from './file-system.ts'
import type { Machine } from './machine.ts'

/** What a command can read while it runs. */
export interface CommandContext {
  name: string
  args: readonly string[]
  /** null at a terminal. */
  input: string | null
  machine: Machine
  files: FileSystem
  cwd: string
  home: string
  environment: ReadonlyMap<string, string>
  cols: number
  rows: number
  history: readonly string[]
}

/** A long-running command, paced by the machine's clock. */
export interface Job {
  /** Calls `write` with output and `end` with the exit code. Returns a function that stops the job without output. */
  start(io: { write(text: string): void; end(code: number): void }): () => void
  /** Called on Ctrl-C before the job is stopped with code 130. Returns its last output. */
  interrupt?(): string
  /** Handles a key that is pressed while it runs; true ends the job. */
  key?(key: string): boolean
}

export interface Finished {
  out?: string
  err?: string
  code?: number
  /** Effects on the shell: a new working directory, variables (null: unset), and its end. */
  cwd?: string
  set?: readonly (readonly [string, string | null])[]
  exit?: boolean
  clear?: boolean
  /** Opens a shell in a container. `line`: the command to run; null: an interactive shell. */
  enter?: { service: string; line: string | null }
  /** A line for the shell to run, used by `eval`. */
  line?: string
}

export type Outcome = Finished | { job: Job }
export type Run = (context: CommandContext) => Outcome

export function out(text: string): Outcome {
  return { out: text }
}

export function fail(call: Pick<CommandContext, 'name'>, problem: string, code = 1): Finished {
  return { err: `${call.name}: ${problem}\n`, code }
}

/** Splits arguments into single-letter flags, their values and the rest. `valued` lists the flags that take a value. */
export function options(
  args: readonly string[],
  valued = '',
): { flags: ReadonlySet<string>; values: ReadonlyMap<string, string>; rest: string[] } {
  const flags = new Set<string>()
  const values = new Map<string, string>()
  const rest: string[] = []
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? ''
    if (arg === '--') {
      rest.push(...args.slice(i + 1))
      break
    }
    if (arg.startsWith('--')) {
      const [name = '', value] = arg.slice(2).split('=')
      flags.add(name)
      if (value !== undefined) values.set(name, value)
      continue
    }
    if (!/^-\S/.test(arg)) {
      rest.push(arg)
      continue
    }
    for (let at = 1; at < arg.length; at++) {
      const flag = arg[at] ?? ''
      flags.add(flag)
      if (!valued.includes(flag)) continue
      const glued = arg.slice(at + 1)
      values.set(flag, glued === '' ? (args[++i] ?? '') : glued)
      break
    }
  }
  return { flags, values, rest }
}

/** The first flag that is not in the space-separated list `known`. */
export function unknownFlag(found: ReadonlySet<string>, known: string): string | undefined {
  const allowed = known.split(' ')
  return [...found].find((it) => !allowed.includes(it))
}

/** Formats MiB for `-h`: 1.2G, 14G, 512M. */
export function human(mib: number): string {
  const show = (value: number, unit: string) =>
    `${value < 10 ? (Math.ceil(value * 10 - 1e-9) / 10).toFixed(1) : Math.ceil(value - 1e-9)}${unit}`
  if (mib >= 1024) return show(mib / 1024, 'G')
  return mib >= 1 ? show(mib, 'M') : show(mib * 1024, 'K')
}

/** Formats rows in columns with the width of their widest cell. `right`: indexes of right-aligned columns. */
export function table(
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
  gap = '  ',
): string {
  const widths: number[] = []
  for (const row of rows)
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length)
  const lines = rows.map((row) =>
    row
      .map((cell, i) => {
        if (right.includes(i)) return cell.padStart(widths[i] ?? 0)
        return i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0)
      })
      .join(gap),
  )
  return lines.map((line) => `${line.trimEnd()}\n`).join('')
}
