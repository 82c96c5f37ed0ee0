import type { FileSystem } from '../files/file-system.ts'
import { resolvePath } from '../files/paths.ts'
import {
  finished,
  Runaway,
  SIGKILL,
  Signalled,
  type Kernel,
  type Steps,
  type Task,
} from '../kernel/kernel.ts'
import {
  BrokenPipe,
  CallOutput,
  NOTHING_IN,
  NOWHERE,
  Pipe,
  readAll,
  readLine,
  TextInput,
  TextOutput,
  type Input,
  type Output,
} from '../kernel/streams.ts'
import type { Terminal } from '../kernel/terminal.ts'
import type { Machine } from '../machine.ts'
import { Process, type Program, type ProgramHost, type RunOptions, type Streams } from '../process.ts'
import { ArithmeticProblem, calculate, type Numbers } from './arithmetic.ts'
import { evaluate, ConditionProblem } from './conditions.ts'
import { duplicated, ofFile, withInput, withOutput, withoutDescriptor } from './descriptors.ts'
import {
  arithmetic,
  expandAssigned,
  expandPattern,
  expandText,
  expandWords,
  keyOf,
  type Expanding,
} from './expansion.ts'
import { ExitSignal, LoopSignal, ReturnSignal, ShellFault } from './faults.ts'
import { pieceText } from './fields.ts'
import { Parser } from './parser.ts'
import { patternTest } from './pattern.ts'
import { shellQuoted } from './quoting.ts'
import type { ShellState } from './shell-state.ts'
import { signalName } from './signals.ts'
import {
  plainText,
  SyntaxProblem,
  type Assignment,
  type Command,
  type Compound,
  type Dialect,
  type Item,
  type List,
  type Pipeline,
  type Redirect,
  type Word,
} from './syntax.ts'

/** Compound commands whose own failure ends a shell with `set -e`. */
const ENDS_BY_ITSELF: ReadonlySet<string> = new Set(['subshell', 'condition', 'arithmetic'])

const NOT_FOUND = 127
const NOT_EXECUTABLE = 126
const BROKEN_PIPE = 141
const SEGMENTATION_FAULT = 139
const MAX_DEPTH = 200
/** A copy of the shell is as much work as so many commands, and a job as so many. */
const COPY_COST = 10
const JOB_COST = 50
/** Keeping a value of this length is as much work as one more command. */
const CHARACTERS_PER_COMMAND = 10_000

/** Where a shell runs. */
export interface Surroundings {
  machine: Machine
  files: FileSystem
  kernel: Kernel
  terminal: Terminal
  program(name: string): Program | undefined
  /** `help` of programs that print it themselves is left to them. */
  usage(name: string): string | null
  host(shell: Interpreter): ProgramHost
}

/** A command of the shell itself, which can change its state. */
export type Builtin = (
  shell: Interpreter,
  args: readonly string[],
  streams: Streams,
) => number | Steps<number>

interface Running {
  name: string
  args: readonly string[]
  environment?: ReadonlyMap<string, string>
}

/** Runs parsed commands with the state of one shell. */
export class Interpreter {
  readonly state: ShellState
  readonly around: Surroundings
  readonly #builtins: Readonly<Record<Dialect, ReadonlyMap<string, Builtin>>>
  /** Above 0 where a failure is looked at, so that `set -e` does not end the shell. */
  #guarded = 0
  /** Whether the last code comes from a command whose failure does not end the shell, as of `a` in `a && b`. */
  #isExcused = false
  /** The exit code of the last command substitution, for a command that has only assignments. */
  #captured: number | null = null
  /** Lists that read what the command in progress writes, of `>(list)`. */
  readonly #readers: { pipe: Pipe; task: Task }[] = []
  /** The streams after `exec` with redirections only. */
  #replaced: Streams | null = null

  constructor(
    state: ShellState,
    around: Surroundings,
    builtins: Readonly<Record<Dialect, ReadonlyMap<string, Builtin>>>,
  ) {
    this.state = state
    this.around = around
    this.#builtins = builtins
  }

  /** The commands of this shell. */
  get builtins(): ReadonlyMap<string, Builtin> {
    return this.#builtins[this.state.dialect]
  }

  builtin(name: string): Builtin | undefined {
    return this.builtins.get(name)
  }

  /** Ends the shell. */
  leave(code: number): never {
    throw new ExitSignal(code)
  }

  numbers(): Numbers {
    return this.state.numbers()
  }

  get kernel(): Kernel {
    return this.around.kernel
  }

  #copy(): Interpreter {
    return new Interpreter(this.state.copy(), this.around, this.#builtins)
  }

  #context(streams: Streams): Expanding {
    return {
      state: this.state,
      files: this.around.files,
      home: this.state.get('HOME') ?? this.around.machine.home(),
      capture: (list) => this.#capture(list, streams),
      substitute: (list, isInput) =>
        isInput ? this.#readerOf(list, streams) : this.#substitute(list, streams),
    }
  }

  /** The streams of this shell: the given ones, unless `exec` has replaced them. */
  streamsOr(streams: Streams): Streams {
    return this.#replaced ?? streams
  }

  #parser(text: string, streams: Streams, firstLine: number): Parser {
    const { state } = this
    return new Parser(text, {
      dialect: state.dialect,
      firstLine,
      // A script of bash has no aliases unless it asks for them; one of sh has.
      aliases: (word) =>
        state.isInteractive ||
        state.isPosix ||
        state.dialect !== 'bash' ||
        state.options.has('expand_aliases')
          ? (state.aliases.get(word) ?? null)
          : null,
      hasExtendedPatterns: () => state.options.has('extglob'),
      onOpenDocument: (message, line) => {
        state.line = line
        if (state.dialect === 'bash') streams.err.write(`${state.label()}${message}\n`)
      },
    })
  }

  /**
   * Runs a text line by line, as it is read; what it does not understand is told. Ends of the shell are thrown as ExitSignal,
   * problems that end the line as ShellFault. `within`: the command that reads it; `isProgram`: of a script, `-c` or a terminal.
   */
  *source(
    text: string,
    streams: Streams,
    {
      firstLine = this.state.line,
      within = '',
      isProgram = false,
    }: { firstLine?: number; within?: string; isProgram?: boolean } = {},
  ): Steps<number> {
    const { state } = this
    const parser = this.#parser(text, streams, firstLine)
    let code = 0
    for (;;) {
      let list: List | null
      try {
        list = parser.next()
      } catch (problem) {
        if (!(problem instanceof SyntaxProblem)) throw problem
        this.#tellSyntax(problem, streams, within)
        state.code = 2
        if (!isProgram && !state.isInteractive && (state.isPosix || state.dialect !== 'bash'))
          throw new ExitSignal(2)
        return 2
      }
      if (list === null) return code
      if (state.options.has('n') && !state.isInteractive) continue
      if (state.options.has('v')) streams.err.write(parser.read())
      else parser.read()
      code = isProgram ? yield* this.#line(list, streams) : yield* this.list(list, this.streamsOr(streams))
    }
  }

  #tellSyntax(problem: SyntaxProblem, streams: Streams, within: string): void {
    const { state } = this
    const { line } = state
    state.line = problem.line
    const said =
      within !== ''
        ? within
        : state.dialect === 'bash' && !state.isScript && state.sourceName === null && !state.isInteractive
          ? '-c'
          : ''
    // bash names the place before the line there.
    const label =
      state.dialect === 'bash' && !state.isInteractive && said !== ''
        ? `${state.name}: ${said}: line ${problem.line}: `
        : state.label(said)
    const isWhole =
      /^(?:syntax error|unexpected EOF while|`)/.test(problem.message) && state.dialect === 'bash'
    const text =
      state.dialect === 'bash'
        ? `${isWhole ? '' : 'syntax error: '}${problem.message}`
        : plainSyntax(problem.message, state.dialect)
    streams.err.write(`${label}${text}\n`)
    if (
      problem.source !== null &&
      state.dialect === 'bash' &&
      !state.isInteractive &&
      text.includes('unexpected token')
    )
      streams.err.write(`${label}\`${problem.source}'\n`)
    state.line = line
  }

  /** One line of a program. A problem that ends the line ends a script too, except of bash under its own name. */
  *#line(list: List, streams: Streams): Steps<number> {
    const { state } = this
    try {
      return yield* this.list(list, this.streamsOr(streams))
    } catch (problem) {
      if (problem instanceof LoopSignal) return (state.code = 0)
      if (!(problem instanceof ShellFault)) throw problem
      streams.err.write(`${state.label()}${problem.message}\n`)
      state.code = problem.code
      const goesOn =
        problem.ends === 'never' ||
        (problem.ends === 'by POSIX' && state.dialect === 'bash' && !state.isPosix)
      if (state.isInteractive || goesOn) return problem.code
      throw new ExitSignal(problem.code)
    }
  }

  /** Runs a text as a whole program: returns the code with which it exits, and runs its trap. */
  *script(text: string, streams: Streams): Steps<number> {
    let code: number
    try {
      code = yield* this.source(text, streams, { firstLine: 1, isProgram: true })
    } catch (problem) {
      if (problem instanceof ExitSignal || problem instanceof ReturnSignal) code = problem.code
      else if (problem instanceof Signalled && this.state.traps.has(signalName(problem.signal))) {
        code = yield* this.trap(signalName(problem.signal), streams, 128 + problem.signal)
      } else if (problem instanceof RangeError) code = tellOverflow(streams)
      else throw problem
    }
    return yield* this.trap('EXIT', this.streamsOr(streams), code)
  }

  /** Runs the trap of a signal, if there is one. */
  *trap(name: string, streams: Streams, code: number): Steps<number> {
    const action = this.state.traps.get(name)
    if (action === undefined || action === '') return code
    this.state.traps.delete(name)
    this.state.code = code
    try {
      yield* this.source(action, streams)
    } catch (problem) {
      if (problem instanceof ExitSignal) return problem.code
      throw problem
    }
    return code
  }

  *list(list: List, streams: Streams): Steps<number> {
    let code = 0
    const before = this.#replaced
    for (const item of list) {
      // After `exec > file` all that follows writes there.
      const own = this.#replaced === before ? streams : (this.#replaced ?? streams)
      code = item.background ? this.#background(item, own) : yield* this.#item(item, own)
    }
    return code
  }

  #background(item: Item, streams: Streams): number {
    this.kernel.tick(JOB_COST)
    const copy = this.#copy()
    const inBackground = { ...streams, in: NOTHING_IN }
    const { state } = this
    const task = this.kernel.spawn(
      item.source,
      copy.#asTask(function* () {
        return yield* copy.#item(item, inBackground)
      }, streams),
      true,
    )
    const number = Math.max(0, ...state.jobs.map((it) => it.number)) + 1
    state.jobs.push({ number, task, source: item.source, wasReported: false })
    state.lastBackground = task.pid
    if (streams.out.isTerminal && state.options.has('i')) streams.err.write(`[${number}] ${task.pid}\n`)
    return (state.code = 0)
  }

  /** A task of its own, which ends with the shell's own signals. */
  *#asTask(steps: () => Steps<number>, streams: Streams): Steps<number> {
    try {
      return yield* this.#within(steps, streams)
    } catch (problem) {
      if (problem instanceof Runaway) return tellRunaway(this.kernel, streams, this.state)
      throw problem
    }
  }

  /** A subshell, which ends with the shell's own signals; an endless loop ends what is around it, too. */
  *#within(steps: () => Steps<number>, streams: Streams): Steps<number> {
    try {
      return yield* steps()
    } catch (problem) {
      return endOf(problem, streams, this.state)
    }
  }

  *#item(item: Item, streams: Streams): Steps<number> {
    let code = yield* this.#checked(item.first, streams, item.rest.length > 0)
    for (const [i, { operator, pipeline }] of item.rest.entries()) {
      if ((operator === '&&') !== (code === 0)) continue
      code = yield* this.#checked(pipeline, streams, i < item.rest.length - 1)
    }
    return code
  }

  *#checked(pipeline: Pipeline, streams: Streams, guards: boolean): Steps<number> {
    if (guards || pipeline.negated) this.#guarded++
    const [only] = pipeline.commands
    const isCompound =
      pipeline.commands.length === 1 && only?.kind === 'compound' && !ENDS_BY_ITSELF.has(only.body.kind)
    if (!isCompound) this.#isExcused = false
    try {
      const code = yield* this.#pipeline(pipeline, streams)
      this.state.code = pipeline.negated ? (code === 0 ? 1 : 0) : code
    } finally {
      if (guards || pipeline.negated) this.#guarded--
    }
    const { state } = this
    const { code } = state
    if (guards || pipeline.negated) this.#isExcused = code !== 0
    if (code === 0 || this.#guarded > 0 || guards || pipeline.negated) return code
    // What a loop or a branch ended with was a command whose failure does not count.
    if (isCompound && this.#isExcused) return code
    const action = state.traps.get('ERR')
    if (action !== undefined && action !== '' && (state.calls.length === 0 || state.options.has('E'))) {
      this.#guarded++
      try {
        yield* this.source(action, streams)
      } finally {
        this.#guarded--
      }
      state.code = code
    }
    if (state.options.has('e')) throw new ExitSignal(code)
    return code
  }

  *#pipeline({ commands, timed }: Pipeline, streams: Streams): Steps<number> {
    const from = this.kernel.clock.now()
    const [only] = commands
    const isPipe = commands.length > 1 || only === undefined
    const code = isPipe ? yield* this.#pipe(commands, streams) : yield* this.#command(only, streams)
    if (!isPipe) this.state.setItems('PIPESTATUS', [['0', String(code)]])
    if (timed) {
      const seconds = (this.kernel.clock.now() - from) / 1000
      const shown = `${Math.floor(seconds / 60)}m${(seconds % 60).toFixed(3)}s`
      streams.err.write(`\nreal\t${shown}\nuser\t0m0.004s\nsys\t0m0.003s\n`)
    }
    return code
  }

  *#pipe(commands: readonly Command[], streams: Streams): Steps<number> {
    const tasks: Task[] = []
    let input: Input = streams.in
    this.kernel.tick(COPY_COST * commands.length)
    for (const [i, command] of commands.entries()) {
      const pipe = i === commands.length - 1 ? null : new Pipe()
      const own: Streams = { ...streams, in: input, out: pipe ?? streams.out }
      const read = input
      const copy = this.#copy()
      const steps = copy.#asTask(function* () {
        try {
          return yield* copy.#command(command, own)
        } finally {
          pipe?.close()
          if (i > 0) read.close()
        }
      }, streams)
      tasks.push(this.kernel.spawn(wordsOf(command), steps))
      if (pipe) input = pipe.reader()
    }
    try {
      for (const task of tasks) yield* finished(task)
    } finally {
      for (const task of tasks) this.kernel.signal(task, SIGKILL)
    }
    const codes = tasks.map((it) => it.code ?? 0)
    this.state.setItems(
      'PIPESTATUS',
      codes.map((it, i) => [String(i), String(it)]),
    )
    if (this.state.options.has('pipefail')) return codes.findLast((it) => it !== 0) ?? 0
    return codes.at(-1) ?? 0
  }

  *#command(command: Command, streams: Streams): Steps<number> {
    const first = this.#readers.length
    try {
      const code = yield* this.#plain(command, streams)
      // They see the end of their input, and the prompt waits for what they print.
      for (const { pipe, task } of this.#readers.slice(first)) {
        pipe.close()
        yield* finished(task)
      }
      return code
    } finally {
      for (const { task } of this.#readers.splice(first)) this.kernel.signal(task, SIGKILL)
    }
  }

  *#plain(command: Command, streams: Streams): Steps<number> {
    this.kernel.tick()
    if (command.kind === 'function') {
      this.state.functions.set(command.name, command.body)
      this.state.functionSources.set(command.name, this.state.sourceName ?? this.state.name)
      return 0
    }
    this.state.line = command.line
    if (command.kind === 'simple') {
      this.#captured = null
      const context = this.#context(streams)
      const words = yield* expandWords(command.words, context)
      if (words[0] === 'exec' && words.length === 1) {
        const own = yield* this.redirect(command.redirects, streams, [])
        for (const [fd, { out }] of streams.more)
          if (out !== undefined && own?.more.has(fd) === false) this.kernel.locks.release(out)
        if (own === null) return this.#specialFailed()
        this.#replaced = own
        return 0
      }
      const [name = ''] = words
      const code = yield* this.#redirected(
        command.redirects,
        streams,
        (own) => this.#simple(words, command.assignments, own),
        SPECIAL.has(name) && !this.state.functions.has(name),
      )
      return code
    }
    return yield* this.#redirected(command.redirects, streams, (own) => this.#compound(command.body, own))
  }

  *#redirected(
    redirects: readonly Redirect[],
    streams: Streams,
    run: (streams: Streams) => Steps<number>,
    isSpecial = false,
  ): Steps<number> {
    if (redirects.length === 0) return yield* run(streams)
    const opened: Output[] = []
    try {
      const own = yield* this.redirect(redirects, streams, opened)
      if (own === null) return isSpecial ? this.#specialFailed() : this.#redirectCode()
      return yield* run(own)
    } finally {
      for (const it of opened) {
        it.close()
        this.around.kernel.locks.release(it)
      }
    }
  }

  #redirectCode(): number {
    return this.state.dialect === 'dash' ? 2 : 1
  }

  /** A redirection of a special builtin that fails ends a script where POSIX says so. */
  #specialFailed(): number {
    const { state } = this
    const code = this.#redirectCode()
    return !state.isInteractive && (state.isPosix || state.dialect !== 'bash') ? this.leave(code) : code
  }

  /** The streams after the redirections; null when one is not possible, which is told. */
  *redirect(redirects: readonly Redirect[], before: Streams, opened: Output[]): Steps<Streams | null> {
    let streams = before
    for (const { fd, operator, word } of redirects) {
      const context = this.#context(streams)
      let target: string
      try {
        target = yield* expandText(word, context)
      } catch (problem) {
        // A here-string that cannot be made only fails its command.
        if (operator !== '<<<' || !(problem instanceof ShellFault)) throw problem
        before.err.write(`${this.state.label()}${problem.message}\n`)
        return null
      }
      const next = this.#open(fd, operator, target, streams, opened)
      if (typeof next === 'string') {
        before.err.write(`${this.state.label()}${next}\n`)
        return null
      }
      streams = next
    }
    return streams
  }

  #open(
    fd: number,
    operator: Redirect['operator'],
    target: string,
    streams: Streams,
    opened: Output[],
  ): Streams | string {
    switch (operator) {
      case '<<':
        return withInput(streams, fd, new TextInput(target))
      case '<<<':
        return withInput(streams, fd, new TextInput(`${target}\n`))
      case '<&':
      case '>&': {
        if (target === '-' && fd > 2) return withoutDescriptor(streams, fd)
        if (target === '-')
          return operator === '<&' ? withInput(streams, fd, NOTHING_IN) : withOutput(streams, fd, NOWHERE)
        if (/^\d+$/.test(target)) return duplicated(streams, fd, Number(target), operator)
        if (operator === '<&') return `${target}: ambiguous redirect`
        return this.#openBoth(target, false, streams, opened)
      }
      case '&>':
        return this.#openBoth(target, false, streams, opened)
      case '&>>':
        return this.#openBoth(target, true, streams, opened)
      case '<':
      case '<>': {
        const node = this.around.files.find(resolvePath(target, this.state.cwd))
        if (target === '/dev/stdin') return streams
        if (!node && operator === '<>') {
          const output = this.#openFile(target, true, streams)
          if (typeof output === 'string') return output
          return withInput(streams, fd, new TextInput(''))
        }
        if (!node) return this.#cannot('open', target, 'No such file or directory')
        if (node.kind === 'folder') return withInput(streams, fd, new TextInput(''))
        if (node.kind !== 'file') return withInput(streams, fd, NOTHING_IN)
        const path = resolvePath(target, this.state.cwd)
        return withInput(streams, fd, ofFile(node.input?.() ?? new TextInput(node.text()), path))
      }
      default: {
        const output = this.#openFile(target, operator === '>>', streams, operator)
        if (typeof output === 'string') return output
        opened.push(output)
        return withOutput(streams, fd, output)
      }
    }
  }

  /** Why a file cannot be opened or made, in the words of the shell. */
  #cannot(what: 'open' | 'create', target: string, why: string): string {
    const { dialect } = this.state
    const isMissing = why === 'No such file or directory' || why === 'nonexistent directory'
    if (dialect === 'bash') return `${target}: ${isMissing ? 'No such file or directory' : why}`
    if (dialect === 'dash')
      return `cannot ${what} ${target}: ${isMissing ? (what === 'open' ? 'No such file' : 'Directory nonexistent') : why}`
    return `can't ${what} ${target}: ${isMissing ? (what === 'open' ? 'no such file' : 'nonexistent directory') : why}`
  }

  #openBoth(target: string, append: boolean, streams: Streams, opened: Output[]): Streams | string {
    const output = this.#openFile(target, append, streams)
    if (typeof output === 'string') return output
    opened.push(output)
    return { ...streams, out: output, err: output }
  }

  #openFile(target: string, append: boolean, streams: Streams, operator = ''): Output | string {
    if (target === '/dev/null') return NOWHERE
    if (target === '/dev/stdout') return streams.out
    if (target === '/dev/stderr') return streams.err
    if (target === '/dev/tty' || target === '/dev/console') return this.around.terminal.output
    const { files } = this.around
    const path = resolvePath(target, this.state.cwd)
    const known = operator === '>' && this.state.options.has('C') ? files.find(path) : undefined
    if (known?.kind === 'file' && (known.type ?? 'file') === 'file')
      return this.state.dialect === 'bash'
        ? `${target}: cannot overwrite existing file`
        : this.#cannot('create', target, 'File exists')
    const problem = target === '' ? 'No such file or directory' : files.write(path, '', append)
    if (problem !== undefined) return this.#cannot('create', target, problem)
    const output = new CallOutput((text) => {
      const failure = files.write(path, text, true)
      if (failure !== undefined) throw new ShellFault(`write error: ${failure}`)
    })
    return ofFile(output, path)
  }

  *#simple(
    words: readonly string[],
    assignments: Extract<Command, { kind: 'simple' }>['assignments'],
    streams: Streams,
  ): Steps<number> {
    const context = this.#context(streams)
    const [name, ...args] = words
    const assigned: [string, string][] = []
    for (const assignment of assignments) {
      const { name: variable, word, append } = assignment
      if (assignment.items || assignment.index) {
        if (name === undefined) yield* this.#assignItems(assignment, context)
        continue
      }
      const value = yield* expandAssigned(word, context)
      const full = append ? this.#appended(variable, value) : value
      if (name === undefined) {
        this.kernel.tick(full.length / CHARACTERS_PER_COMMAND)
        this.#trace([`${variable}${append ? '+' : ''}=${value === '' ? '' : traced(value)}`], streams)
        this.state.set(variable, full)
      } else assigned.push([variable, full])
    }
    if (words.length > 0)
      this.#trace(
        [...assigned.map(([key, value]) => `${key}=${traced(value)}`), ...words.map(traced)],
        streams,
      )
    if (name === undefined) return this.#captured ?? 0
    const body = this.state.functions.get(name)
    const builtin = this.builtin(name)
    if (!body && !builtin) {
      const environment = new Map([...this.state.environment(), ...assigned])
      return yield* this.external({ name, args, environment }, streams)
    }
    const before = assigned.map(([key]) => [key, this.state.variables.get(key)] as const)
    const saved = before.map(([key, value]) => [key, value && { ...value }] as const)
    for (const [key, value] of assigned) this.state.set(key, value, true)
    const keeps = !body && SPECIAL.has(name) && (this.state.isPosix || this.state.dialect !== 'bash')
    try {
      if (body) return yield* this.#call(name, body, args, streams)
      const arrays = assignments.filter(({ items }) => items !== undefined)
      const names = arrays.map((it) => it.name)
      const code = builtin ? yield* stepsOf(builtin(this, [...args, ...names], streams)) : 0
      for (const array of arrays) yield* this.#assignItems(array, context)
      if (streams.out.isFull()) yield () => !streams.out.isFull()
      return code
    } finally {
      for (const [key, value] of keeps ? [] : saved) {
        if (value) this.state.variables.set(key, value)
        else this.state.variables.delete(key)
      }
    }
  }

  /** The value after `+=`: of an integer it is a sum. */
  #appended(variable: string, value: string): string {
    const before = this.state.get(variable) ?? ''
    const isInteger = this.state.variables.get(variable)?.form === 'integer'
    return isInteger ? `(${before === '' ? 0 : before})+(${value})` : before + value
  }

  /** What `set -x` shows of a command. */
  #trace(words: readonly string[], streams: Streams): void {
    const { state } = this
    if (!state.options.has('x')) return
    const mark = (state.get('PS4') ?? '+ ').replaceAll(/\$\{?LINENO\}?/g, String(state.line))
    const prefix = mark.slice(0, 1).repeat(state.substitutions) + mark
    streams.err.write(`${prefix}${words.join(' ')}\n`)
  }

  /** `name=(…)` and `name[key]=value`. */
  *#assignItems({ name, word, append, index, items }: Assignment, context: Expanding): Steps<void> {
    const { state } = this
    if (index !== undefined) {
      const key = yield* keyOf(name, index, context)
      const value = yield* expandAssigned(word, context)
      const before = append ? (state.items(name).find(([it]) => it === key)?.[1] ?? '') : ''
      state.setItem(name, key, before + value)
      return
    }
    const found: (readonly [string, string])[] = append ? [...state.items(name)] : []
    let next = append ? Number(found.at(-1)?.[0] ?? -1) + 1 : 0
    for (const item of items ?? []) {
      if (item.key !== null) {
        const key = yield* keyOf(name, item.key, context)
        found.push([key, yield* expandText(item.word, context)])
        next = Number(key) + 1
      } else for (const value of yield* expandWords([item.word], context)) found.push([String(next++), value])
    }
    state.setItems(name, found)
  }

  *#call(name: string, body: Command, args: readonly string[], streams: Streams): Steps<number> {
    const { state } = this
    if (++state.depth > MAX_DEPTH) {
      state.depth = 0
      throw new ShellFault(`${name}: maximum function nesting level exceeded (${MAX_DEPTH})`)
    }
    const { parameters, loops, line } = state
    state.parameters = args
    state.loops = 0
    state.locals.push(new Map())
    state.calls.push({ name, line, source: state.functionSources.get(name) ?? state.name })
    // In ash and dash each call reads its own options from the start.
    const options = state.dialect === 'bash' ? null : { index: state.get('OPTIND'), at: state.getoptsAt }
    if (options) state.restartOptions()
    try {
      return yield* this.#command(body, streams)
    } catch (problem) {
      if (problem instanceof ReturnSignal) return problem.code
      throw problem
    } finally {
      state.endFunction()
      if (options) state.restartOptions(options.index, options.at)
      state.calls.pop()
      state.parameters = parameters
      state.loops = loops
      state.line = line
      state.depth--
    }
  }

  /** Runs a program that is not part of the shell. */
  *external({ name, args, environment }: Running, streams: Streams, cwd = this.state.cwd): Steps<number> {
    const { machine, files, kernel, terminal } = this.around
    const found = this.locate(name)
    if (typeof found === 'number') {
      streams.err.write(`${this.state.label()}${name}: ${this.#whyNotRun(name, found, cwd)}\n`)
      return found
    }
    const variables = environment ?? this.state.environment()
    try {
      if ('script' in found) return yield* this.#runScript(found.script, found.path, args, streams, variables)
      const bare = name.replace(/^.*\//, '')
      if (args[0] === '--help') {
        const usage = this.around.usage(bare)
        if (usage !== null) {
          streams.out.write(usage)
          return 0
        }
      }
      const process = new Process({
        name: bare,
        args,
        streams,
        machine,
        files,
        environment: variables.has('PWD') ? new Map([...variables, ['PWD', cwd]]) : variables,
        cwd,
        kernel,
        terminal,
        host: this.around.host(this),
      })
      machine.touch()
      const code = yield* stepsOf(found.program(process))
      machine.touch()
      if (streams.out.isFull()) yield () => !streams.out.isFull()
      return code & 255
    } catch (problem) {
      if (problem instanceof BrokenPipe) return BROKEN_PIPE
      // A program that calls itself without end.
      if (problem instanceof RangeError) return tellOverflow(streams)
      // A regular expression that is none.
      if (problem instanceof SyntaxError) {
        streams.err.write(`${name}: ${problem.message}\n`)
        return 1
      }
      throw problem
    }
  }

  #whyNotRun(name: string, code: number, cwd: string): string {
    const isBash = this.state.dialect === 'bash'
    if (code === NOT_EXECUTABLE) {
      const isFolder = this.around.files.find(resolvePath(name, cwd))?.kind === 'folder'
      return isBash && isFolder ? 'Is a directory' : 'Permission denied'
    }
    if (!isBash) return 'not found'
    return name.includes('/') ? 'No such file or directory' : 'command not found'
  }

  /** The file that `.` reads: of a path, in PATH, or in the folder. */
  sourceFile(path: string): string | undefined {
    const { files } = this.around
    const { state } = this
    if (!path.includes('/')) {
      for (const folder of (state.get('PATH') ?? '').split(':')) {
        const found = resolvePath(`${folder}/${path}`, state.cwd)
        if (files.find(found)?.kind === 'file') return found
      }
      if (state.isPosix || state.dialect === 'dash') return undefined
    }
    return files.find(resolvePath(path, state.cwd)) ? path : undefined
  }

  /** The program of a name, or the exit code of its absence. */
  locate(name: string): { program: Program } | { script: string; path: string } | 126 | 127 {
    const { files } = this.around
    if (!name.includes('/')) {
      const program = this.around.program(name)
      if (program) return { program }
      for (const folder of (this.state.get('PATH') ?? '').split(':')) {
        const path = `${folder === '' ? '.' : folder}/${name}`
        const node = files.find(resolvePath(path, this.state.cwd))
        if (node?.kind === 'file' && node.written === true && (node.mode & 0o111) !== 0)
          return { script: node.text(), path }
      }
      return NOT_FOUND
    }
    const node = files.find(resolvePath(name, this.state.cwd))
    if (!node) return NOT_FOUND
    if (node.kind !== 'file' || (node.mode & 0o111) === 0) return NOT_EXECUTABLE
    const program = node.written === true ? undefined : this.around.program(name.replace(/^.*\//, ''))
    return program ? { program } : { script: node.text(), path: name }
  }

  *#runScript(
    text: string,
    name: string,
    args: readonly string[],
    streams: Streams,
    environment: ReadonlyMap<string, string>,
  ): Steps<number> {
    const interpreter = /^#!\s*(\S+)(?:[ \t]+(\S+))?/.exec(text)
    const [, program = '/bin/sh', argument] = interpreter ?? []
    const bare = program.endsWith('/env') ? (argument ?? 'sh') : program.replace(/^.*\//, '')
    if (interpreter && !this.around.program(bare)) {
      const isBash = this.state.dialect === 'bash'
      const text = isBash ? `cannot execute: required file not found` : 'not found'
      streams.err.write(`${this.state.label()}${name}: ${text}\n`)
      return isBash ? NOT_EXECUTABLE : NOT_FOUND
    }
    if (!/^(?:ba|a|da)?sh$/.test(bare)) {
      return yield* this.external({ name: bare, args: [name, ...args], environment }, streams)
    }
    const host = this.around.host(this)
    return yield* host.shell(text, {
      name,
      parameters: args,
      streams,
      environment,
      program: bare,
      isScript: true,
    })
  }

  *#capture(list: List, streams: Streams): Steps<string> {
    const output = new TextOutput()
    const copy = this.#copy()
    if (this.state.dialect === 'bash') copy.state.substitutions++
    const own = { ...streams, out: output }
    // `$(< file)` is the text of the file.
    const [only] = list
    const command = only?.first.commands[0]
    if (
      list.length === 1 &&
      only?.rest.length === 0 &&
      only.first.commands.length === 1 &&
      command?.kind === 'simple'
    ) {
      const [redirect] = command.redirects
      const isRead =
        command.words.length === 0 && command.assignments.length === 0 && command.redirects.length === 1
      if (isRead && redirect?.operator === '<' && this.state.dialect === 'bash') {
        const read = yield* this.redirect(command.redirects, streams, [])
        this.#captured = read ? 0 : 1
        return read ? yield* readAll(read.in) : ''
      }
    }
    this.kernel.tick(COPY_COST)
    this.#captured = yield* copy.#within(function* () {
      const code = yield* copy.list(list, own)
      return yield* copy.trap('EXIT', own, code)
    }, own)
    this.state.code = this.#captured
    return output.text
  }

  /** The path of a file whose text is the input of a list, which runs meanwhile. */
  // The list itself waits, not its start.
  // eslint-disable-next-line require-yield
  *#readerOf(list: List, streams: Streams): Steps<string> {
    const pipe = new Pipe()
    const copy = this.#copy()
    const own = { ...streams, in: pipe.reader() }
    const steps = copy.#asTask(function* () {
      return yield* copy.list(list, own)
    }, streams)
    this.#readers.push({ pipe, task: this.kernel.spawn('sh', steps) })
    return this.around.files.receive((text) => pipe.write(text))
  }

  /** The path of a file that exists as long as this shell, with the output of a list. */
  *#substitute(list: List, streams: Streams): Steps<string> {
    const captured = this.#captured
    const output = yield* this.#capture(list, streams)
    this.#captured = captured
    return this.around.files.provide(output)
  }

  *#compound(body: Compound, streams: Streams): Steps<number> {
    switch (body.kind) {
      case 'group':
        return yield* this.list(body.body, streams)
      case 'subshell': {
        this.kernel.tick(COPY_COST)
        const copy = this.#copy()
        return yield* copy.#within(function* () {
          const code = yield* copy.list(body.body, streams)
          return yield* copy.trap('EXIT', streams, code)
        }, streams)
      }
      case 'if':
        return yield* this.#if(body, streams)
      case 'loop':
        return yield* this.#loop(body, streams)
      case 'for':
        return yield* this.#for(body, streams)
      case 'select':
        return yield* this.#select(body, streams)
      case 'count':
        return yield* this.#count(body, streams)
      case 'case':
        return yield* this.#case(body, streams)
      case 'condition':
        return yield* this.#condition(body.words, streams)
      case 'arithmetic':
        try {
          this.#trace([`(( ${yield* expandText(body.expression, this.#context(streams))} ))`], streams)
          return (yield* arithmetic(body.expression, this.#context(streams))) === 0n ? 1 : 0
        } catch (problem) {
          if (!(problem instanceof ArithmeticProblem)) throw problem
          streams.err.write(`${this.state.label('((')}${problem.message}\n`)
          return 1
        }
    }
  }

  *#test(list: List, streams: Streams): Steps<boolean> {
    this.#guarded++
    try {
      return (yield* this.list(list, streams)) === 0
    } finally {
      this.#guarded--
    }
  }

  *#if(body: Extract<Compound, { kind: 'if' }>, streams: Streams): Steps<number> {
    for (const { test, body: then } of body.branches) {
      if (yield* this.#test(test, streams)) return yield* this.list(then, streams)
    }
    return body.otherwise ? yield* this.list(body.otherwise, streams) : 0
  }

  /** Runs the body of a loop once; true when the loop ends. */
  *#round(body: List, streams: Streams, result: { code: number }): Steps<boolean> {
    this.kernel.tick()
    this.state.loops++
    try {
      result.code = yield* this.list(body, streams)
      return false
    } catch (problem) {
      if (!(problem instanceof LoopSignal)) throw problem
      result.code = 0
      if (problem.levels > 1 && this.state.loops > 1) throw new LoopSignal(problem.kind, problem.levels - 1)
      return problem.kind === 'break'
    } finally {
      this.state.loops--
    }
  }

  *#loop(body: Extract<Compound, { kind: 'loop' }>, streams: Streams): Steps<number> {
    const result = { code: 0 }
    while ((yield* this.#test(body.test, streams)) !== body.until) {
      if (yield* this.#round(body.body, streams, result)) break
    }
    return result.code
  }

  *#for(body: Extract<Compound, { kind: 'for' }>, streams: Streams): Steps<number> {
    const values =
      body.words === null ? this.state.parameters : yield* expandWords(body.words, this.#context(streams))
    const result = { code: 0 }
    for (const value of values) {
      this.#trace(['for', body.name, 'in', ...values.map(traced)], streams)
      this.state.set(body.name, value)
      if (yield* this.#round(body.body, streams, result)) break
    }
    return result.code
  }

  /** The menu of `select`, which asks until its body or the end of the input ends it. */
  *#select(body: Extract<Compound, { kind: 'select' }>, streams: Streams): Steps<number> {
    const { state } = this
    const values =
      body.words === null ? state.parameters : yield* expandWords(body.words, this.#context(streams))
    const result = { code: 0 }
    if (values.length === 0) return 0
    const menu = menuOf(values, Number(state.get('COLUMNS') ?? 80))
    streams.err.write(menu)
    for (;;) {
      streams.err.write(state.get('PS3') ?? '#? ')
      const line = yield* readLine(streams.in)
      if (line === null) {
        streams.out.write('\n')
        return 1
      }
      const answer = line.replace(/\n$/, '')
      if (answer.trim() === '') {
        streams.err.write(menu)
        continue
      }
      state.set('REPLY', answer)
      state.set(body.name, /^\s*\d+\s*$/.test(answer) ? (values[Number(answer) - 1] ?? '') : '')
      if (yield* this.#round(body.body, streams, result)) return result.code
      // After an answer, an empty REPLY asks for the menu again.
      if ((state.get('REPLY') ?? '') === '') streams.err.write(menu)
    }
  }

  *#count(body: Extract<Compound, { kind: 'count' }>, streams: Streams): Steps<number> {
    const context = this.#context(streams)
    yield* arithmetic(body.init, context)
    const result = { code: 0 }
    while (body.test.length === 0 || (yield* arithmetic(body.test, context)) !== 0n) {
      if (yield* this.#round(body.body, streams, result)) break
      yield* arithmetic(body.step, context)
    }
    return result.code
  }

  *#case(body: Extract<Compound, { kind: 'case' }>, streams: Streams): Steps<number> {
    const context = this.#context(streams)
    const value = yield* expandText(body.word, context)
    this.#trace(['case', traced(value), 'in'], streams)
    let code = 0
    let falls = false
    for (const arm of body.arms) {
      let matches = falls
      for (const pattern of arm.patterns) {
        if (matches) break
        matches = patternTest(
          yield* expandPattern(pattern, context),
          this.state.options.has('nocasematch'),
        ).test(value)
      }
      if (!matches) continue
      code = yield* this.list(arm.body, streams)
      if (arm.end === ';;') return code
      falls = arm.end === ';&'
    }
    return code
  }

  *#condition(words: readonly Word[], streams: Streams): Steps<number> {
    const context = this.#context(streams)
    const args: string[] = []
    const patterns = new Map<string, RegExp>()
    try {
      for (const [i, word] of words.entries()) {
        const value = yield* expandText(word, context)
        args.push(value)
        const operator = plainText(words[i - 1] ?? [])
        if (operator === '=' || operator === '==' || operator === '!=')
          patterns.set(
            value,
            patternTest(yield* expandPattern(word, context), this.state.options.has('nocasematch'), true),
          )
        else if (operator === '=~')
          patterns.set(value, new RegExp(pieceText(yield* expandPattern(word, context))))
      }
      this.#trace(['[[', ...args.map(traced), ']]'], streams)
      const holds = evaluate(args, {
        ...this.facts(streams),
        dialect: 'bash',
        number: (text) => Number(calculate(text, this.numbers())),
        matches: (value, pattern) => patterns.get(pattern)?.test(value) ?? value === pattern,
        search: (value, pattern) => {
          const match = patterns.get(pattern)?.exec(value)
          if (match)
            this.state.setItems(
              'BASH_REMATCH',
              match.map((it, at) => [String(at), it ?? '']),
            )
          return match !== null && match !== undefined
        },
      })
      return holds ? 0 : 1
    } catch (problem) {
      // A regular expression that is none is said by the code only.
      if (problem instanceof SyntaxError) return 2
      if (problem instanceof ArithmeticProblem) {
        streams.err.write(`${this.state.label('[[')}${problem.message}\n`)
        return 1
      }
      if (!(problem instanceof ConditionProblem)) throw problem
      throw new ShellFault(problem.message, 2, true)
    }
  }

  /** What `test` asks of this shell. */
  facts(streams: Streams) {
    const { files } = this.around
    return {
      files,
      resolve: (path: string) => resolvePath(path, this.state.cwd),
      isTerminal: (fd: number) =>
        fd === 0 ? streams.in.isTerminal : fd === 1 ? streams.out.isTerminal : streams.err.isTerminal,
      isSet: (name: string) => this.state.get(name) !== undefined,
    }
  }

  /** Runs words as a command: of this shell, or as a program only. */
  *words(words: readonly string[], streams: Streams, options: RunOptions = {}): Steps<number> {
    const [name, ...args] = words
    if (name === undefined) return 0
    const own: Streams = { ...streams, ...options.streams }
    const builtin = this.builtin(name)
    if (builtin && options.builtins === true) return yield* stepsOf(builtin(this, args, own))
    const running: Running = {
      name,
      args,
      ...(options.environment ? { environment: options.environment } : {}),
    }
    return yield* this.external(running, own, options.cwd)
  }
}

function* stepsOf(result: number | Steps<number>): Steps<number> {
  return typeof result === 'number' ? result : yield* result
}

function endOf(problem: unknown, streams: Streams, state: ShellState): number {
  if (problem instanceof ExitSignal || problem instanceof ReturnSignal) return problem.code
  if (problem instanceof LoopSignal) return 0
  if (problem instanceof BrokenPipe) return BROKEN_PIPE
  if (problem instanceof ShellFault) {
    tell(streams, `${state.label()}${problem.message}\n`)
    return problem.code
  }
  if (problem instanceof RangeError) return tellOverflow(streams)
  throw problem
}

/** Says why a task ends; it may be that nobody reads it any more. */
function tell(streams: Streams, text: string): void {
  try {
    streams.err.write(text)
  } catch (problem) {
    if (!(problem instanceof BrokenPipe)) throw problem
  }
}

/** Says that a line was stopped because it never paused. */
export function tellRunaway(kernel: Kernel, streams: Streams, state: ShellState): number {
  if (kernel.takeRunaway())
    tell(streams, `${state.label()}stopped: an endless loop (100000 commands without a pause)\n`)
  return 137
}

/** Says that something calls itself without end. */
export function tellOverflow(streams: Streams): number {
  tell(streams, 'Segmentation fault\n')
  return SEGMENTATION_FAULT
}

function wordsOf(command: Command): string {
  if (command.kind !== 'simple') return command.kind
  return command.words
    .map((word) => word.map((part) => (part.kind === 'text' ? part.text : '')).join(''))
    .join(' ')
}

/** Builtins whose assignments stay and whose failures end a script, by POSIX. */
const SPECIAL: ReadonlySet<string> = new Set(
  ': . break continue eval exec exit export readonly return set shift source times trap unset'.split(' '),
)

/** A word as `set -x` shows it. */
const traced = (word: string): string =>
  word === '' ? "''" : /^[\w@%+=:,./!{}~-]+$/.test(word) && !/^[!{}~]/.test(word) ? word : shellQuoted(word)

/** A problem of syntax in the words of ash or dash. */
function plainSyntax(message: string, dialect: Dialect): string {
  if (message.includes('looking for matching')) {
    const text = /`([`"')}])'$/.exec(message)?.[1] ?? ''
    if (/["']/.test(text))
      return dialect === 'dash'
        ? 'Syntax error: Unterminated quoted string'
        : 'syntax error: unterminated quoted string'
    if (dialect === 'dash')
      return text === ')'
        ? 'Syntax error: end of file unexpected (expecting ")")'
        : "Syntax error: Missing '}'"
    return text === ')' ? 'syntax error: unexpected end of file (expecting ")")' : "syntax error: missing '}'"
  }
  if (message === 'bad substitution')
    return dialect === 'dash' ? 'Bad substitution' : 'syntax error: bad substitution'
  const said = message.startsWith('syntax error') ? message : `syntax error: ${message}`
  if (dialect === 'ash') return said
  const [, token, wanted = ''] = /^syntax error: unexpected (.*?)( \(expecting.*)?$/.exec(said) ?? []
  return token === undefined
    ? said.replace('syntax', 'Syntax').replace('bad', 'Bad')
    : `Syntax error: ${token} unexpected${wanted}`
}

/** The choices of `select`, in columns where there are many. */
function menuOf(values: readonly string[], cols: number): string {
  const digits = String(values.length).length
  const width = Math.max(...values.map((it) => it.length)) + digits + 2
  const perLine = Math.max(1, Math.floor(cols / (width + 2)))
  const shown = values.map((it, i) => `${String(i + 1).padStart(digits)}) ${it}`)
  const rows =
    perLine > 1 && values.length * (width + 2) > cols ? Math.ceil(values.length / perLine) : values.length
  if (rows === values.length) return shown.map((it) => `${it}\n`).join('')
  return Array.from({ length: rows }, (_, row) => {
    const line = shown.filter((_it, i) => i % rows === row)
    return `${line.map((it, i) => (i === line.length - 1 ? it : it.padEnd(width + 1))).join(' ')}\n`
  }).join('')
}
