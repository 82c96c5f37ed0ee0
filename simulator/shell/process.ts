import type { FileSystem, Node } from './files/file-system.ts'
import { resolvePath } from './files/paths.ts'
import { isApplet, OWN_PROGRAMS } from './files/programs.ts'
import { gnuProblem } from './gnu-words.ts'
import type { Kernel, Steps } from './kernel/kernel.ts'
import { print, readAll, TextInput, type Input, type Output } from './kernel/streams.ts'
import type { Terminal } from './kernel/terminal.ts'
import type { Machine, User } from './machine.ts'
import { busyboxUsage } from './usage.ts'

export interface Streams {
  in: Input
  out: Output
  err: Output
  /** Descriptors above 2. */
  more: ReadonlyMap<number, { in?: Input; out?: Output }>
}

/** What programs ask of the shell that started them. */
export interface ProgramHost {
  /** Runs a program or, with a shell, its builtins. */
  run(words: readonly string[], options?: RunOptions): Steps<number>
  /** Runs the text of a script in a new shell; null opens an interactive one. */
  shell(text: string | null, options?: ShellOptions): Steps<number>
  /** Opens a shell in a container: as a program of its own machine. */
  enter(serviceName: string, options: EnterOptions): Steps<number>
  /** Runs the command of a container that a user made until it ends; it goes on without the command that started it. */
  detach(serviceName: string, options: EnterOptions, ended: (code: number) => void): void
  /** Whether a program has this name. */
  exists(name: string): boolean
  names(): string[]
  history(): readonly string[]
  clearHistory(): void
}

export interface RunOptions {
  /** Also the commands of the shell itself, such as echo and test. */
  builtins?: boolean
  streams?: Partial<Pick<Streams, 'in' | 'out' | 'err'>>
  environment?: ReadonlyMap<string, string>
  cwd?: string
}

export interface ShellOptions extends RunOptions {
  name?: string
  /** The name of the shell: which one it is depends on the machine. */
  program?: string
  /** Whether the text is that of a file. */
  isScript?: boolean
  parameters?: readonly string[]
  /** Options of `set`, such as `e` and `x`. */
  flags?: readonly string[]
}

export interface EnterOptions {
  /** The id of the container, if a user made it. */
  own?: string
  /** It is the container of the supervisor. */
  isSupervisor?: boolean
  /** As whom; root where nothing is said. */
  user?: User
  words: readonly string[]
  interactive: boolean
  environment: ReadonlyMap<string, string>
  cwd?: string
  streams?: Partial<Pick<Streams, 'in' | 'out' | 'err'>>
}

/** A running program: its arguments, its streams and its machine. */
export class Process {
  readonly name: string
  readonly args: readonly string[]
  readonly streams: Streams
  readonly machine: Machine
  readonly files: FileSystem
  readonly environment: ReadonlyMap<string, string>
  readonly cwd: string
  readonly kernel: Kernel
  readonly terminal: Terminal
  readonly host: ProgramHost
  /** The command of the engine that this is, for what it says of its options. */
  subcommand: string | undefined
  /** An option was not known. */
  isMisused = false

  constructor(parts: {
    name: string
    args: readonly string[]
    streams: Streams
    machine: Machine
    files: FileSystem
    environment: ReadonlyMap<string, string>
    cwd: string
    kernel: Kernel
    terminal: Terminal
    host: ProgramHost
  }) {
    this.name = parts.name
    this.args = parts.args
    this.streams = parts.streams
    this.machine = parts.machine
    this.files = parts.files
    this.environment = parts.environment
    this.cwd = parts.cwd
    this.kernel = parts.kernel
    this.terminal = parts.terminal
    this.host = parts.host
  }

  get home(): string {
    return this.environment.get('HOME') ?? this.machine.home()
  }

  /** Whether the program is an applet of busybox; in a Debian image it is that of GNU, as coreutils are on the host. */
  get isBusybox(): boolean {
    return isApplet(this.machine.userland(), this.name)
  }

  get cols(): number {
    return this.terminal.cols
  }

  get rows(): number {
    return this.terminal.rows
  }

  out(text: string): void {
    if (text !== '') this.streams.out.write(text)
  }

  err(text: string): void {
    if (text !== '') this.streams.err.write(text)
  }

  /** Prints a problem as `name: problem`, and returns the exit code. busybox answers a missing argument with its usage. */
  fail(problem: string, code = 1): number {
    if (OWN_PROGRAMS.has(this.name)) this.err(`${this.name}: ${problem}\n`)
    else if (!this.isBusybox) this.err(`${this.name}: ${gnuProblem(this.name, problem)}\n`)
    else if (/^missing (?:[a-z]+ )*operand/.test(problem)) this.err(busyboxUsage(this.name))
    else this.err(`${this.name}: ${problem}\n`)
    return code
  }

  /** Says that an option is not known, or lacks its value. */
  misuse(problem: string, code = 1): number {
    this.isMisused = true
    if (this.subcommand !== undefined) {
      this.err(`${flagProblem(problem)}\nSee '${this.name} ${this.subcommand} --help'.\n`)
      return code
    }
    this.fail(problem)
    if (this.isBusybox) this.err(busyboxUsage(this.name))
    return code
  }

  resolve(path: string): string {
    return resolvePath(path, this.cwd)
  }

  find(path: string): Node | undefined {
    return this.files.find(this.resolve(path))
  }

  /** Writes, and waits as long as the reader is slower. */
  print(text: string): Steps<void> {
    this.kernel.tick()
    return print(this.streams.out, text)
  }

  sleep(ms: number): Steps<void> {
    return this.kernel.until(this.kernel.clock.now() + ms)
  }

  /** The same program with other arguments. */
  with(args: readonly string[], name = this.name): Process {
    const { streams, machine, files, environment, cwd, kernel, terminal, host } = this
    const other = new Process({
      name,
      args,
      streams,
      machine,
      files,
      environment,
      cwd,
      kernel,
      terminal,
      host,
    })
    if (name === this.name) other.subcommand = this.subcommand
    return other
  }
}

/** How the engine's client says that an option is not known, or lacks its value. */
function flagProblem(problem: string): string {
  const [, letter = '', long = ''] = /-- '(.)'$|'--(.*)'$/.exec(problem) ?? []
  if (problem.startsWith('option requires'))
    return letter === ''
      ? `flag needs an argument: --${long}`
      : `flag needs an argument: '${letter}' in -${letter}`
  return letter === '' ? `unknown flag: --${long}` : `unknown shorthand flag: '${letter}' in -${letter}`
}

/** Programs of busybox that say that they cannot open a file; the others only name it. */
const CANNOT_OPEN: ReadonlySet<string> = new Set(
  'cat less md5sum more sha1sum sha256sum sha512sum tail tar uniq'.split(' '),
)

/** What busybox names instead of a folder that it was to read. */
const READ_ERROR: Readonly<Record<string, string>> = { cat: 'read error' }

/** A program: returns its exit code, at once or in steps. */
export type Program = (process: Process) => number | Steps<number>

/** Runs a program for another one, such as `env` and `timeout`, which says when there is none. */
export function* runProgram(process: Process, words: readonly string[], options: RunOptions): Steps<number> {
  const [name = ''] = words
  const isThere = name.includes('/') ? process.find(name) !== undefined : process.host.exists(name)
  if (isThere) return yield* process.host.run(words, options)
  const text = process.name === 'xargs' ? name : `can't execute '${name}'`
  process.fail(`${text}: No such file or directory`)
  return 127
}

/** The input of a program: a file's text, or the stream behind `-`. */
export function openInput(process: Process, path: string): Input | null {
  if (path === '-') return process.streams.in
  const node = process.find(path)
  if (!node) {
    process.fail(
      `${CANNOT_OPEN.has(process.name) ? `can't open '${path}'` : path}: No such file or directory`,
    )
    return null
  }
  if (node.kind === 'folder') {
    process.fail(`${process.isBusybox ? (READ_ERROR[process.name] ?? path) : path}: Is a directory`)
    return null
  }
  if (node.kind === 'file' && node.input) return node.input()
  return new TextInput(node.kind === 'file' ? node.text() : '')
}

/** The texts of the files, or of the input when there are none; missing files are told and left out. */
export function inputs(
  process: Process,
  paths: readonly string[],
): { path: string; input: Input }[] & { missing?: boolean } {
  const found: { path: string; input: Input }[] & { missing?: boolean } = []
  for (const path of paths.length === 0 ? ['-'] : paths) {
    const input = openInput(process, path)
    if (input) found.push({ path, input })
    else found.missing = true
  }
  return found
}

/** All text of the files, or of the input. */
export function* readTexts(
  process: Process,
  paths: readonly string[],
): Steps<{ text: string; code: number }> {
  let text = ''
  const found = inputs(process, paths)
  for (const { input } of found) text += yield* readAll(input)
  return { text, code: found.missing === true ? 1 : 0 }
}
