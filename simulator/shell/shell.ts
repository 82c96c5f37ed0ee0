import type { Clock } from '../base/clock.ts'
import type { World } from '../world/world.ts'
import { HOSTED_PROGRAMS, programNamed, programNames } from './commands/registry.ts'
import { FileSystem } from './files/file-system.ts'
import { isApplet } from './files/programs.ts'
import { defaultPrompt, interactive } from './interactive.ts'
import { finished, Kernel, SIGKILL, type Steps, type Task } from './kernel/kernel.ts'
import { readAll } from './kernel/streams.ts'
import { Terminal } from './kernel/terminal.ts'
import { BUILTINS } from './language/builtins.ts'
import { describe } from './language/builtins/names.ts'
import { Interpreter, type Surroundings } from './language/interpreter.ts'
import { ShellState } from './language/shell-state.ts'
import type { Dialect } from './language/syntax.ts'
import { Machine, type Target } from './machine.ts'
import type { EnterOptions, ProgramHost, ShellOptions as ProgramShellOptions, Streams } from './process.ts'
import { helpOf } from './usage.ts'

export interface ShellOptions {
  world: World
  index: number
  target: Target
  clock: Clock
  cols: number
  rows: number
  /** Variables of the service from the platform, in addition to those set by the supervisor. */
  environment?: Readonly<Record<string, string>>
  write(data: string): void
  /** Called once: 255 when the connection was lost, 137 when the container was stopped, otherwise the exit code of the shell. */
  onExit(code: number): void
}

export interface Shell {
  input(data: string): void
  resize(cols: number, rows: number): void
  close(): void
}

const LOST = 255
const KILLED = 137
const NOT_RUNNING = 126
/** Containers can end between two events of their device, so their state is polled. */
const CHECK_INTERVAL_MS = 5000

/** Opens a shell on the host or in a service's container. */
export function openShell(options: ShellOptions): Shell {
  return new ShellSession(options)
}

/** A program in a container, which ends with the container. */
interface Entered {
  machine: Machine
  containerId: string | null
  /** Of a container that a user made. */
  startedAt: number | null | undefined
  task: Task
}

class ShellSession implements Shell {
  readonly #options: ShellOptions
  readonly #kernel: Kernel
  readonly #terminal: Terminal
  readonly #entered: Entered[] = []
  readonly #history = new Map<string, string[]>()
  #open = true
  #unwatch = () => {}
  #cancelCheck = () => {}

  constructor(options: ShellOptions) {
    this.#options = options
    const { world, index, clock, target, environment } = options
    this.#kernel = new Kernel(clock)
    this.#terminal = new Terminal(this.#kernel, (text) => this.#write(text), {
      cols: checkedSize(options.cols, 80),
      rows: checkedSize(options.rows, 24),
    })
    const machine = new Machine(world, index, clock, target, environment)
    this.#kernel.onRun = () => machine.touch()
    const problem = whyNot(machine)
    if (problem) {
      options.write(`${problem.text}\r\n`)
      this.#open = false
      clock.wakeAt(clock.now(), () => options.onExit(problem.code))
      return
    }
    const task = this.#kernel.spawn('-sh', this.#login(machine))
    this.#entered.push(enteredBy(machine, task))
    this.#unwatch = world.watch(index, () => this.#check())
    this.#scheduleCheck()
    this.#kernel.run()
  }

  *#login(machine: Machine): Steps<number> {
    const code = yield* this.#shell(machine, null, {}, new Map())
    this.#end(code)
    return code
  }

  #streams(): Streams {
    const { input, output } = this.#terminal
    return { in: input, out: output, err: output, more: new Map() }
  }

  /** Runs a shell of its own on a machine. */
  *#shell(
    machine: Machine,
    text: string | null,
    options: ProgramShellOptions,
    environment: ReadonlyMap<string, string>,
  ): Steps<number> {
    const state = new ShellState(options.cwd ?? machine.startFolder(), this.#kernel.takePid())
    const program = options.program ?? loginShell(machine).replace(/^.*[-/]/, '')
    state.dialect = dialectOf(machine, program)
    state.isPosix = state.dialect === 'bash' && program === 'sh'
    state.isScript = options.isScript ?? false
    const own =
      options.environment === undefined ? [...baseEnvironment(machine), ...environment] : environment
    for (const [name, value] of own) state.set(name, value, true)
    state.set('PWD', state.cwd)
    for (const [name, value] of Object.entries({
      PPID: '1',
      IFS: ' \t\n',
      OPTIND: '1',
      ...(state.dialect === 'bash' ? bashVariables(machine, program) : {}),
    }))
      if (state.get(name) === undefined) state.set(name, value)
    state.set('SHLVL', String(Number(environment.get('SHLVL') ?? 0) + 1), true)
    for (const name of ['UID', 'EUID', 'PPID']) {
      const variable = state.variables.get(name)
      if (variable && state.dialect === 'bash') variable.readonly = true
    }
    const startedAt = machine.now()
    state.compute('SECONDS', () => String(Math.floor((machine.now() - startedAt) / 1000)))
    state.compute('RANDOM', () => String(Number.parseInt(machine.randomHex(4), 16) & 0x7fff))
    state.compute('EPOCHSECONDS', () => String(Math.floor(machine.ownTime() / 1000)))
    state.compute('LINENO', () => String(state.line))
    if (state.dialect === 'bash') describeCalls(state)
    for (const flag of options.flags ?? []) state.options.add(flag)
    state.name = options.name ?? loginShell(machine)
    state.parameters = options.parameters ?? []
    const files = new FileSystem(machine, programNames(machine))
    const shell = new Interpreter(state, this.#surroundings(machine, files), BUILTINS)
    const streams: Streams = { ...this.#streams(), ...options.streams }
    if (text !== null) return yield* shell.script(text, streams)
    if (!streams.in.isTerminal) return yield* shell.script(yield* readAll(streams.in), streams)
    // Where the profile of the machine sets it, what the shell starts has it as well.
    if (state.get('PS1') === undefined)
      state.set('PS1', defaultPrompt(state.dialect, machine.user.uid === 0), machine.isHost())
    return yield* interactive(
      shell,
      streams,
      this.#linesOf(machine),
      options.flags?.includes('l') ?? options.program === undefined,
    )
  }

  #linesOf({ target }: Machine): string[] {
    const key = target.kind === 'host' ? '' : target.name
    const lines = this.#history.get(key) ?? []
    this.#history.set(key, lines)
    return lines
  }

  #surroundings(machine: Machine, files: FileSystem): Surroundings {
    return {
      machine,
      files,
      kernel: this.#kernel,
      terminal: this.#terminal,
      program: (name) => programNamed(machine, name),
      usage: (name) => (HOSTED_PROGRAMS.has(name) ? null : helpOf(name, isApplet(machine.userland(), name))),
      host: (shell) => this.#host(shell),
    }
  }

  #host(shell: Interpreter): ProgramHost {
    const { machine } = shell.around
    const current = this.#streams()
    return {
      run: (words, options = {}) => shell.words(words, { ...current, ...options.streams }, options),
      shell: (text, options = {}) =>
        this.#shell(
          machine,
          text,
          { cwd: shell.state.cwd, ...options },
          options.environment ?? shell.state.environment(),
        ),
      enter: (service, options) => this.#enter(entered(machine, service, options), options),
      detach: (service, options, ended) => {
        this.#kernel.spawn(
          options.words.join(' '),
          this.#detached(entered(machine, service, options), options, ended),
          true,
        )
      },
      exists: (name) => describe(shell, name) !== null,
      names: () => programNames(machine),
      history: () => this.#linesOf(machine),
      clearHistory: () => void this.#linesOf(machine).splice(0),
    }
  }

  /** Runs a program or a shell in a container, as `balena exec` does. */
  *#enter(machine: Machine, options: EnterOptions): Steps<number> {
    const problem = whyNot(machine)
    const err = options.streams?.err ?? this.#terminal.output
    if (problem) {
      err.write(`${problem.text}\n`)
      return problem.code === LOST ? LOST : NOT_RUNNING
    }
    const task = this.#kernel.spawn(options.words.join(' '), this.#inContainer(machine, options))
    const entered = enteredBy(machine, task)
    this.#entered.push(entered)
    try {
      return yield* options.interactive ? this.#terminal.inForeground(task) : finished(task)
    } finally {
      const position = this.#entered.indexOf(entered)
      if (position >= 0) this.#entered.splice(position, 1)
      this.#kernel.signal(task, SIGKILL)
    }
  }

  *#detached(machine: Machine, options: EnterOptions, ended: (code: number) => void): Steps<number> {
    const code = yield* this.#enter(machine, options)
    ended(code)
    return code
  }

  *#inContainer(machine: Machine, { words, environment, cwd, streams }: EnterOptions): Steps<number> {
    const text = words.map((it) => `'${it.replaceAll("'", "'\\''")}'`).join(' ')
    const isShell = words.length === 1 && /^(?:\/bin\/)?(?:ba|a|da)?sh$/.test(words[0] ?? '')
    const program = words[0]?.replace(/^.*\//, '') ?? 'sh'
    const options: ProgramShellOptions = {
      ...(isShell ? { program, name: words[0] ?? 'sh' } : {}),
      ...(cwd === undefined ? {} : { cwd }),
      ...(streams ? { streams } : {}),
    }
    return yield* this.#shell(machine, isShell ? null : text, options, environment)
  }

  input(data: string): void {
    if (!this.#open) return
    if (!this.#check()) return
    this.#terminal.press(data)
  }

  resize(cols: number, rows: number): void {
    this.#terminal.cols = checkedSize(cols, this.#terminal.cols)
    this.#terminal.rows = checkedSize(rows, this.#terminal.rows)
  }

  close(): void {
    if (!this.#open) return
    this.#open = false
    this.#release()
  }

  #end(code: number): void {
    if (!this.#open) return
    this.#open = false
    this.#release()
    this.#options.onExit(code)
  }

  #release(): void {
    this.#unwatch()
    this.#cancelCheck()
    this.#kernel.dispose()
  }

  #scheduleCheck(): void {
    const { clock } = this.#options
    this.#cancelCheck = clock.wakeAt(clock.now() + CHECK_INTERVAL_MS, () => {
      this.#check()
      if (this.#open) this.#scheduleCheck()
    })
  }

  /** Ends shells whose device is unreachable or whose container has ended; false when the session is over. */
  #check(): boolean {
    const [first] = this.#entered
    if (!this.#open || !first) return false
    if (!this.#isReachable()) {
      this.#end(LOST)
      return false
    }
    if (!isAlive(first)) {
      this.#end(KILLED)
      return false
    }
    for (const it of this.#entered) if (!isAlive(it)) this.#kernel.signal(it.task, SIGKILL)
    this.#kernel.run()
    return true
  }

  #isReachable(): boolean {
    const { world, index, clock } = this.#options
    const now = clock.now()
    if (now > world.now()) world.advanceTo(now)
    return world.exists(index) && world.column('cloudlink')(index)
  }

  #write(text: string): void {
    if (this.#open) this.#options.write(text.replace(/\r?\n/g, '\r\n'))
  }
}

function whyNot(machine: Machine): { text: string; code: number } | undefined {
  if (!machine.isReachable()) return { text: 'ssh: connect to host: No route to host', code: LOST }
  const { target } = machine
  if (target.kind === 'host' || machine.isTargetRunning()) return undefined
  return { text: `Error: Container of service '${target.name}' is not running`, code: 1 }
}

const entered = (machine: Machine, service: string, { own, isSupervisor, user }: EnterOptions): Machine =>
  machine.as(
    {
      kind: 'service',
      name: service,
      ...(own === undefined ? {} : { own }),
      ...(isSupervisor === true ? { isSupervisor } : {}),
    },
    user,
  )

const enteredBy = (machine: Machine, task: Task): Entered => ({
  machine,
  containerId: machine.service()?.containerId ?? null,
  startedAt: machine.own()?.startedAt,
  task,
})

function isAlive({ machine, containerId, startedAt }: Entered): boolean {
  if (machine.isHost()) return true
  if (machine.target.kind === 'service' && machine.target.own !== undefined)
    return machine.isTargetRunning() && machine.own()?.startedAt === startedAt
  return machine.isTargetRunning() && (machine.service()?.containerId ?? null) === containerId
}

function checkedSize(value: number, otherwise: number): number {
  return Number.isInteger(value) && value > 0 && value <= 1000 ? value : otherwise
}

function baseEnvironment(machine: Machine): Map<string, string> {
  return new Map(
    Object.entries({
      HOME: machine.home(),
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      SHELL: '/bin/sh',
      TERM: 'xterm-256color',
      ...(machine.user.name === null ? {} : { USER: machine.user.name }),
      ...(machine.isHost() ? {} : { HOSTNAME: machine.hostname() }),
      ...machine.environment(),
    }),
  )
}

/** What a session starts: on the host a login shell; in a container the shell that its image has. */
function loginShell(machine: Machine): string {
  if (machine.isHost()) return '-sh'
  return machine.userland() === 'debian' ? '/bin/bash' : '/bin/sh'
}

function dialectOf(machine: Machine, program: string): Dialect {
  if (program === 'ash') return 'ash'
  if (machine.isHost() || program === 'bash') return 'bash'
  return machine.userland() === 'debian' ? 'dash' : 'ash'
}

const bashVariables = (machine: Machine, program: string): Record<string, string> => ({
  BASH: `/bin/${program}`,
  BASH_VERSION: '5.1.16(1)-release',
  EUID: String(machine.user.uid),
  HOSTNAME: machine.hostname(),
  HOSTTYPE: machine.architecture(),
  MACHTYPE: `${machine.architecture()}-poky-linux-gnu`,
  OPTERR: '1',
  OSTYPE: 'linux-gnu',
  PS4: '+ ',
  UID: String(machine.user.uid),
})

/** The variables of bash that tell of running functions. */
function describeCalls(state: ShellState): void {
  const calls = () => state.calls.toReversed()
  const isProgram = () => state.isScript
  state.compute('BASHPID', () => String(state.pid))
  state.compute('BASH_SUBSHELL', () => String(state.subshells))
  state.computeItems('FUNCNAME', () =>
    state.calls.length === 0 ? [] : [...calls().map((it) => it.name), ...(isProgram() ? ['main'] : [])],
  )
  state.computeItems('BASH_LINENO', () => [
    ...calls().map((it) => String(it.line)),
    ...(isProgram() ? ['0'] : []),
  ])
  state.computeItems('BASH_SOURCE', () =>
    isProgram()
      ? [
          ...calls().map((it) => it.source),
          state.calls.length === 0 ? (state.sourceName ?? state.name) : state.name,
        ]
      : [
          ...calls().map((it) => (it.source === state.name ? 'environment' : it.source)),
          ...(state.sourceName === null ? [] : [state.sourceName]),
        ],
  )
  state.setItems(
    'BASH_VERSINFO',
    [...['5', '1', '16', '1', 'release'].entries()].map(([i, it]) => [String(i), it] as const),
  )
}
