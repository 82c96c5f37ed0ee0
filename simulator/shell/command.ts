import type { FileSystem } from './file-system.ts'
import type { Machine } from './machine.ts'

/** What a command may look at while it runs. */
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

/** A command that goes on for a while; paced by the machine's clock. */
export interface Job {
  /** Begins; calls `write` with text and `end` with the exit code. Returns a way to stop it silently. */
  start(io: { write(text: string): void; end(code: number): void }): () => void
  /** On Ctrl-C: the last words, after which it is stopped with code 130. */
  interrupt?(): string
  /** A key pressed while it runs; true ends it. */
  key?(key: string): boolean
}

export interface Finished {
  out?: string
  err?: string
  code?: number
  /** Effects on the shell itself. */
  cwd?: string
  set?: readonly (readonly [string, string | null])[]
  exit?: boolean
  clear?: boolean
  /** A shell inside a container of this name, and what it is to run; null: it reads the keyboard. */
  enter?: { service: string; line: string | null }
  /** A line for the shell itself to read: what `eval` was given. */
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

/** Splits arguments into single-letter flags, their values and the rest. `valued` names the flags that take one. */
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

/** The first letter or word of `found` that is not in `known` (space separated). */
export function unknownFlag(found: ReadonlySet<string>, known: string): string | undefined {
  const allowed = known.split(' ')
  return [...found].find((it) => !allowed.includes(it))
}

/** MiB in the units of `-h`: 1.2G, 14G, 512M. */
export function human(mib: number): string {
  const show = (value: number, unit: string) =>
    `${value < 10 ? (Math.ceil(value * 10 - 1e-9) / 10).toFixed(1) : Math.ceil(value - 1e-9)}${unit}`
  if (mib >= 1024) return show(mib / 1024, 'G')
  return mib >= 1 ? show(mib, 'M') : show(mib * 1024, 'K')
}

/** Columns as wide as their widest cell, two blanks apart; `right` names those aligned to the right. */
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
