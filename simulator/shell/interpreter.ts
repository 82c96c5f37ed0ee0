import type { CommandContext, Finished, Job, Outcome, Run } from './command.ts'
import { engineCommands } from './commands/engine.ts'
import { fileCommands, globPattern } from './commands/files.ts'
import { journalCommands } from './commands/journal.ts'
import { machineCommands } from './commands/machine.ts'
import { networkCommands } from './commands/network.ts'
import { sessionCommands } from './commands/session.ts'
import { textCommands } from './commands/text.ts'
import { FileSystem, resolvePath } from './file-system.ts'
import type { Completion } from './line-editor.ts'
import type { Machine } from './machine.ts'
import {
  parseLine,
  SyntaxProblem,
  wordText,
  type Pipeline,
  type Redirect,
  type SimpleCommand,
  type Word,
} from './parse.ts'
import { usageOf } from './usage.ts'

const COMMANDS: ReadonlyMap<string, Run> = new Map(
  Object.entries({
    ...fileCommands,
    ...textCommands,
    ...machineCommands,
    ...networkCommands,
    ...engineCommands,
    ...journalCommands,
    ...sessionCommands,
  }),
)

const HOST_ONLY: ReadonlySet<string> = new Set([
  'journalctl',
  'dmesg',
  'systemctl',
  ...Object.keys(engineCommands),
])

const INTERRUPTED = 130
export const NOT_FOUND = 127

export interface InterpreterHost {
  write(text: string): void
  cols(): number
  rows(): number
  history(): readonly string[]
  /** Opens a shell in a container. With a line, it runs that line and ends. */
  enter(service: string, line: string | null, done: (code: number) => void): void
  exit(code: number): void
}

/** Runs lines on a machine. Holds the working directory, the variables and the running command. */
export class Interpreter {
  readonly machine: Machine
  readonly #host: InterpreterHost
  readonly #files: FileSystem
  readonly #environment = new Map<string, string>()
  #cwd: string
  #code = 0
  #job: { job: Job; stop: () => void; end: (code: number) => void } | null = null

  constructor(machine: Machine, environment: Readonly<Record<string, string>>, host: InterpreterHost) {
    this.machine = machine
    this.#host = host
    this.#files = new FileSystem(machine, this.#names())
    this.#cwd = machine.home()
    for (const [name, value] of Object.entries({ ...baseEnvironment(machine), ...environment })) {
      this.#environment.set(name, value)
    }
  }

  prompt(): string {
    const home = this.machine.home()
    const folder = this.machine.isHost() && this.#cwd === home ? '~' : this.#cwd
    return `root@${this.machine.hostname()}:${folder}# `
  }

  get isBusy(): boolean {
    return this.#job !== null
  }

  /** Exit code of the last command. */
  get code(): number {
    return this.#code
  }

  setInterrupted(): void {
    this.#code = INTERRUPTED
  }

  /** Runs a line. `done` is called when its last command ends, possibly synchronously. */
  run(line: string, done: () => void): void {
    let pipelines: Pipeline[]
    try {
      pipelines = parseLine(line, (name) => this.#expand(name))
    } catch (problem) {
      if (!(problem instanceof SyntaxProblem)) throw problem
      this.#host.write(`sh: syntax error: ${problem.message}\n`)
      this.#code = 2
      return done()
    }
    this.#runAll(line, pipelines, 0, done)
  }

  #runAll(line: string, pipelines: readonly Pipeline[], position: number, done: () => void): void {
    const pipeline = pipelines[position]
    if (!pipeline) return done()
    const next = () => this.#runAll(line, pipelines, position + 1, done)
    const { when } = pipeline
    if ((when === 'success' && this.#code !== 0) || (when === 'failure' && this.#code === 0)) return next()
    // Expand variables when their command runs, because an earlier command of the line can set them.
    const fresh =
      position === 0 ? pipeline : (parseLine(line, (name) => this.#expand(name))[position] ?? pipeline)
    this.#runPipe(fresh.commands, null, (code) => {
      this.#code = code
      if (code === INTERRUPTED) return done()
      next()
    })
  }

  #expand(name: string): string {
    if (name === '?') return String(this.#code)
    if (name === '$') return '30217'
    if (name === 'PWD') return this.#cwd
    return this.#environment.get(name) ?? ''
  }

  #runPipe(commands: readonly SimpleCommand[], input: string | null, done: (code: number) => void): void {
    const [command, ...rest] = commands
    if (!command) return done(0)
    const piped = rest.length > 0
    const outcome = this.#call(command, input, piped)
    if ('job' in outcome) return this.#startJob(outcome.job, command, rest, done)
    if (outcome.line !== undefined && !piped) return this.run(outcome.line, () => done(this.#code))
    if (outcome.enter) return this.#host.enter(outcome.enter.service, outcome.enter.line, done)
    const code = this.#settle(command, outcome, piped)
    if (outcome.exit) return this.#host.exit(outcome.code ?? this.#code)
    if (piped)
      return this.#runPipe(
        rest,
        this.#redirected(command, 'out') ? '' : this.#pipedText(command, outcome),
        done,
      )
    done(code)
  }

  #pipedText(command: SimpleCommand, outcome: Finished): string {
    return (outcome.out ?? '') + (this.#joinsErrors(command) ? (outcome.err ?? '') : '')
  }

  #joinsErrors(command: SimpleCommand): boolean {
    return command.redirects.some((it) => it.from === 'err' && it.to === null)
  }

  #call(command: SimpleCommand, input: string | null, piped: boolean): Outcome {
    const words = command.words.flatMap((word) => this.#globbed(word))
    const [name = '', ...args] = words
    const from = command.redirects.find((it) => it.from === 'in')
    let stdin = input
    if (from?.to) {
      const path = wordText(from.to)
      const node = this.#files.find(resolvePath(path, this.#cwd, this.machine.home()))
      if (node?.kind !== 'file')
        return { err: `sh: can't open ${path}: No such file or directory\n`, code: 1 }
      stdin = node.text()
    }
    const assignment = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(name)
    if (assignment && args.length === 0) return { set: [[assignment[1] ?? '', assignment[2] ?? '']] }
    if (words.length === 0) return { code: 0 }
    const bare = name.replace(/^\/(usr\/)?s?bin\//, '')
    const run = COMMANDS.get(bare)
    if (!run || (HOST_ONLY.has(bare) && !this.machine.isHost())) return this.#notACommand(name)
    if (args[0] === '--help' && bare !== 'echo') return { out: usageOf(bare) }
    return run(this.#callOf(bare, args, stdin ?? (piped ? '' : null)))
  }

  #callOf(name: string, args: readonly string[], input: string | null): CommandContext {
    return {
      name,
      args,
      input,
      machine: this.machine,
      files: this.#files,
      cwd: this.#cwd,
      home: this.machine.home(),
      environment: new Map([...this.#environment, ['PWD', this.#cwd]]),
      cols: this.#host.cols(),
      rows: this.#host.rows(),
      history: this.#host.history(),
    }
  }

  #notACommand(name: string): Finished {
    if (!name.includes('/')) return { err: `sh: ${name}: command not found\n`, code: NOT_FOUND }
    const node = this.#files.find(resolvePath(name, this.#cwd, this.machine.home()))
    if (!node) return { err: `sh: ${name}: not found\n`, code: NOT_FOUND }
    return { err: `sh: ${name}: Permission denied\n`, code: 126 }
  }

  /** Writes the output of a command to the terminal or files, applies its effects and returns its exit code. */
  #settle(command: SimpleCommand, outcome: Finished, piped: boolean): number {
    const problems = command.redirects.map((it) => this.#write(it, outcome)).filter((it) => it !== undefined)
    for (const problem of problems) this.#host.write(problem)
    const joins = this.#joinsErrors(command)
    const toFile = this.#redirected(command, 'out')
    if (!piped && !toFile && outcome.out) this.#host.write(outcome.out)
    const errorsGo = this.#redirected(command, 'err') || (joins && (piped || toFile))
    if (outcome.err && !errorsGo) this.#host.write(outcome.err)
    if (outcome.clear) this.#host.write('\x1b[H\x1b[2J')
    if (outcome.cwd !== undefined) this.#cwd = outcome.cwd
    for (const [name, value] of outcome.set ?? []) {
      if (value === null) this.#environment.delete(name)
      else this.#environment.set(name, value)
    }
    return problems.length > 0 ? 1 : (outcome.code ?? 0)
  }

  #redirected(command: SimpleCommand, from: Redirect['from']): boolean {
    return command.redirects.some((it) => it.from === from && it.to !== null)
  }

  #write(redirect: Redirect, outcome: Finished): string | undefined {
    if (redirect.to === null || redirect.from === 'in') return undefined
    const target = wordText(redirect.to)
    if (target === '/dev/null') return undefined
    const path = resolvePath(target, this.#cwd, this.machine.home())
    const text = redirect.from === 'out' ? (outcome.out ?? '') : (outcome.err ?? '')
    const problem = this.#files.write(path, text, redirect.append)
    return problem && `sh: can't create ${target}: ${problem}\n`
  }

  #globbed(word: Word): string[] {
    const text = wordText(word)
    if (!word.some((it) => !it.quoted && /[*?]/.test(it.text))) {
      const first = word[0]
      const isHome = first && !first.quoted && first.text === '~' && /^~(\/|$)/.test(text)
      // As in a shell, unquoted empty variables are removed.
      if (text === '' && word.every((it) => !it.quoted)) return []
      return [isHome ? this.machine.home() + text.slice(1) : text]
    }
    const slash = text.lastIndexOf('/')
    const folder = text.slice(0, slash + 1)
    const node = this.#files.find(resolvePath(folder === '' ? '.' : folder, this.#cwd, this.machine.home()))
    const test = globPattern(text.slice(slash + 1))
    const names = node?.kind === 'folder' ? [...node.entries.keys()].filter((it) => test.test(it)) : []
    const matches = names.filter((it) => !it.startsWith('.') || text.slice(slash + 1).startsWith('.')).sort()
    return matches.length > 0 ? matches.map((it) => folder + it) : [text]
  }

  /** Starts a long-running command. `grep` after it gets each line immediately; other commands get all output at the end. */
  #startJob(
    job: Job,
    command: SimpleCommand,
    rest: readonly SimpleCommand[],
    done: (code: number) => void,
  ): void {
    const filters = rest.length > 0 && rest.every((it) => wordText(it.words[0] ?? []) === 'grep')
    const toFile = this.#redirected(command, 'out')
    let buffer = ''
    const write = (text: string) => {
      if (!toFile && rest.length === 0) this.#host.write(text)
      else if (!toFile && filters)
        for (const line of text.match(/[^\n]*\n/g) ?? []) this.#runPipe(rest, line, () => {})
      else buffer += text
    }
    let ended = false
    const end = (code: number) => {
      if (ended) return
      ended = true
      this.#job = null
      if (toFile) done(this.#settle(command, { out: buffer, code }, true))
      else if (rest.length > 0 && !filters)
        this.#runPipe(rest, buffer, (last) => done(code === INTERRUPTED ? code : last))
      else done(code)
    }
    // The job can end during `start`.
    const started = { job, stop: () => {}, end }
    this.#job = started
    started.stop = job.start({ write, end })
  }

  /** Handles Ctrl-C. */
  interrupt(): void {
    const running = this.#job
    if (!running) return
    running.stop()
    this.#host.write('^C\n')
    const words = running.job.interrupt?.()
    if (words) this.#host.write(words)
    running.end(INTERRUPTED)
  }

  /** Sends a key to the running command; false when it does not handle keys. */
  key(key: string): boolean {
    const running = this.#job
    if (!running?.job.key) return false
    if (running.job.key(key)) {
      running.stop()
      running.end(0)
    }
    return true
  }

  /** Stops the running command without output. */
  dispose(): void {
    this.#job?.stop()
    this.#job = null
  }

  #names(): string[] {
    return [...COMMANDS.keys()].filter((it) => this.machine.isHost() || !HOST_ONLY.has(it)).sort()
  }

  complete(before: string): Completion {
    const word = /[^\s|;&<>'"]*$/.exec(before)?.[0] ?? ''
    const isFirst = /(^|[|;&]\s*)$/.test(before.slice(0, before.length - word.length))
    if (isFirst && !word.includes('/'))
      return { word, choices: this.#names().filter((it) => it.startsWith(word)) }
    const slash = word.lastIndexOf('/')
    const folder = word.slice(0, slash + 1)
    const node = this.#files.find(resolvePath(folder === '' ? '.' : folder, this.#cwd, this.machine.home()))
    if (node?.kind !== 'folder') return { word, choices: [] }
    const part = word.slice(slash + 1)
    const choices = [...node.entries]
      .filter(([name]) => name.startsWith(part) && (part !== '' || !name.startsWith('.')))
      .map(([name, it]) => `${folder}${name}${it.kind === 'folder' ? '/' : ''}`)
    return { word, choices: choices.sort() }
  }
}

function baseEnvironment(machine: Machine): Record<string, string> {
  const device = machine.device()
  const common = {
    HOME: machine.home(),
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    SHELL: '/bin/sh',
    TERM: 'xterm-256color',
    USER: 'root',
  }
  const service = machine.service()
  if (!service) return common
  return {
    ...common,
    BALENA: '1',
    BALENA_APP_ID: String(device.fleetId),
    BALENA_APP_NAME: machine.world.fleet(device.fleetId)?.name ?? '',
    BALENA_APP_RELEASE: machine.world.release(service.releaseId)?.commit ?? '',
    BALENA_DEVICE_ARCH: device.hardware.arch,
    BALENA_DEVICE_NAME_AT_INIT: device.name,
    BALENA_DEVICE_UUID: device.uuid,
    BALENA_HOST_OS_VERSION: device.osVersion,
    BALENA_SERVICE_NAME: service.name,
    BALENA_SUPERVISOR_VERSION: device.supervisorVersion,
  }
}
