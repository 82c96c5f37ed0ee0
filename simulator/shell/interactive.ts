import { timeOfDay } from '../base/calendar.ts'
import { valueIn } from '../base/records.ts'
import { joined, resolvePath } from './files/paths.ts'
import { expandHistory, NoEvent } from './history.ts'
import { Runaway, Signalled, type Steps } from './kernel/kernel.ts'
import { BrokenPipe } from './kernel/streams.ts'
import { statusOf } from './language/builtins/jobs.ts'
import { ExitSignal, ReturnSignal } from './language/faults.ts'
import { tellOverflow, tellRunaway, type Interpreter } from './language/interpreter.ts'
import { parse } from './language/parser.ts'
import { Incomplete, type Dialect } from './language/syntax.ts'
import { LineEditor, type Completion } from './line-editor.ts'
import type { Streams } from './process.ts'

const INTERRUPTED = 130

/** Reads lines from the terminal and runs them until the shell ends. Returns its exit code. */
export function* interactive(
  shell: Interpreter,
  streams: Streams,
  lines: string[],
  isLogin: boolean,
): Steps<number> {
  const { terminal, kernel } = shell.around
  shell.state.options.add('i')
  const reader = new LineReader(shell, lines)
  for (;;) {
    tellJobs(shell, streams)
    const text = yield* reader.command(promptOf(shell))
    if (text === null) {
      if (shell.state.dialect === 'bash')
        terminal.write(isLogin && shell.around.machine.isHost() ? 'logout\n' : 'exit\n')
      else terminal.write('\n')
      return yield* shell.trap('EXIT', streams, shell.state.code)
    }
    if (text === INTERRUPT) {
      shell.state.code = INTERRUPTED
      continue
    }
    kernel.rest()
    const ended: { code: number | null } = { code: null }
    const task = kernel.spawn(text, line(shell, text, streams, ended))
    yield* terminal.inForeground(task)
    if (ended.code !== null) return ended.code
  }
}

const INTERRUPT = '\x03'

/** One line as a task, which Ctrl-C ends. */
function* line(
  shell: Interpreter,
  text: string,
  streams: Streams,
  ended: { code: number | null },
): Steps<number> {
  const { state, kernel } = shell
  try {
    const code = yield* shell.source(text, shell.streamsOr(streams), { isProgram: true })
    state.line += text.split('\n').length
    return code
  } catch (problem) {
    if (problem instanceof ExitSignal) {
      ended.code = yield* shell.trap('EXIT', streams, problem.code)
      return problem.code
    }
    if (problem instanceof ReturnSignal) return (state.code = problem.code)
    if (problem instanceof BrokenPipe) return (state.code = 141)
    if (problem instanceof Runaway) return (state.code = tellRunaway(kernel, streams, state))
    if (problem instanceof RangeError) {
      state.leaveFunctions()
      return (state.code = tellOverflow(streams))
    }
    if (problem instanceof Signalled) {
      const code = 128 + problem.signal
      state.code = code
      const action = state.traps.get('INT')
      if (action !== undefined) yield* shell.source(action, streams)
      return (state.code = code)
    }
    throw problem
  }
}

function tellJobs({ state }: Interpreter, streams: Streams): void {
  for (const job of state.jobs) {
    if (job.task.code === null || job.wasReported) continue
    job.wasReported = true
    streams.err.write(`[${job.number}]+  ${statusOf(job).padEnd(24)}${job.source}\n`)
  }
  state.jobs = state.jobs.filter((it) => it.task.code === null)
}

/** The prompt that a shell has where nobody set one. */
export function defaultPrompt(dialect: Dialect, isRoot: boolean): string {
  if (dialect === 'ash') return String.raw`\w \$ `
  if (dialect === 'dash') return isRoot ? '# ' : '$ '
  return String.raw`\u@\h:\w\$ `
}

/** The prompt as PS1 describes it: with variables and, but in dash, with letters behind backslashes. */
function promptOf({ state, around }: Interpreter): string {
  const { machine } = around
  const home = state.get('HOME') ?? machine.home()
  const { cwd } = state
  const isInHome = home !== '/' && (cwd === home || cwd.startsWith(`${home}/`))
  const folder = isInHome ? `~${cwd.slice(home.length)}` : cwd
  const host = machine.hostname()
  const { name, uid } = machine.user
  const letters: Readonly<Record<string, string>> = {
    u: name ?? 'I have no name!',
    h: host.replace(/\..*$/, ''),
    H: host,
    w: folder,
    W: folder.replace(/^.*\/(?=.)/, ''),
    s: state.name.replace(/^.*[-/]/, ''),
    v: '5.1',
    V: '5.1.16',
    t: timeOfDay(machine.ownTime()),
    n: '\n',
    e: '\x1b',
    '[': '',
    ']': '',
    $: uid === 0 ? '#' : '$',
    '\\': '\\',
  }
  const text = state.get('PS1') ?? ''
  const lettered =
    state.dialect === 'dash'
      ? text
      : text
          .replace(/\\0?33/g, '\x1b')
          .replace(/\\(.)/g, (match, letter: string) => valueIn(letters, letter) ?? match)
  return lettered.replace(
    /\$(?:\{(\w+)\}|([A-Za-z_]\w*))/g,
    (_match, braced?: string, plain?: string) => state.get(braced ?? plain ?? '') ?? '',
  )
}

/** Reads commands, which can take several lines. */
class LineReader {
  readonly #shell: Interpreter
  readonly #lines: string[]

  constructor(shell: Interpreter, lines: string[]) {
    this.#shell = shell
    this.#lines = lines
  }

  /** The text of a command; null at the end, Ctrl-C when it was given up. */
  *command(prompt: string): Steps<string | null> {
    let text = ''
    for (;;) {
      const next = yield* this.#line(text === '' ? prompt : '> ')
      if (next === INTERRUPT) return INTERRUPT
      if (next === null) {
        if (text === '') return null
        return text
      }
      const expanded = this.#expanded(next)
      if (expanded === null) {
        text = ''
        continue
      }
      text += text === '' ? expanded : `\n${expanded}`
      if (isComplete(text, this.#shell.state.dialect)) return text
    }
  }

  /** The line after its references to earlier ones, which bash shows; null when one leads nowhere. */
  #expanded(line: string): string | null {
    const { state, around } = this.#shell
    if (state.dialect !== 'bash' || !/[!^]/.test(line)) return line
    const isKept = this.#lines.at(-1) === line
    const before = isKept ? this.#lines.slice(0, -1) : this.#lines
    try {
      const expanded = expandHistory(line, before, state.isPosix)
      if (expanded === line) return line
      around.terminal.write(`${expanded}\n`)
      if (isKept) this.#lines.splice(-1, 1, expanded)
      return expanded
    } catch (problem) {
      if (!(problem instanceof NoEvent)) throw problem
      around.terminal.write(`${state.label()}${problem.message}\n`)
      if (isKept) this.#lines.pop()
      return null
    }
  }

  *#line(prompt: string): Steps<string | null> {
    const { terminal } = this.#shell.around
    const result: { line: string | null; done: boolean } = { line: null, done: false }
    const finish = (line: string | null) => {
      result.line = line
      result.done = true
    }
    const editor = new LineEditor(
      {
        write: (data) => terminal.write(data),
        cols: () => terminal.cols,
        onLine: (line) => finish(line),
        onInterrupt: () => finish(INTERRUPT),
        onEnd: () => finish(null),
        complete: (before) => completionOf(this.#shell, before),
      },
      this.#lines,
    )
    editor.begin(prompt)
    while (!result.done) {
      let keys = yield* terminal.keys()
      while (keys !== '' && !result.done) keys = editor.take(keys)
      if (keys !== '') terminal.unpress(keys)
    }
    return result.line
  }
}

function isComplete(text: string, dialect: Dialect): boolean {
  try {
    parse(text, { dialect })
    return true
  } catch (problem) {
    return !(problem instanceof Incomplete)
  }
}

/** What can stand in place of the word before the cursor. */
function completionOf(shell: Interpreter, before: string): Completion {
  const word = /[^\s|;&<>'"=(]*$/.exec(before)?.[0] ?? ''
  const isFirst = /(^|[|;&(]\s*|\b(?:then|do|else|sudo|watch|xargs|time)\s+)$/.test(
    before.slice(0, before.length - word.length),
  )
  const { state, around } = shell
  if (word.startsWith('$')) {
    const names = [...state.variables.keys()].map((it) => `$${it}`)
    return { word, choices: names.filter((it) => it.startsWith(word)).sort() }
  }
  if (isFirst && !word.includes('/')) {
    const names = new Set([
      ...around.host(shell).names(),
      ...shell.builtins.keys(),
      ...state.functions.keys(),
      ...state.aliases.keys(),
    ])
    return { word, choices: [...names].filter((it) => it.startsWith(word)).sort() }
  }
  const slash = word.lastIndexOf('/')
  const folder = word.slice(0, slash + 1)
  const home = state.get('HOME') ?? around.machine.home()
  const path = folder.startsWith('~/') ? home + folder.slice(1) : folder
  const absolute = resolvePath(path === '' ? '.' : path, state.cwd)
  const node = around.files.find(absolute)
  if (node?.kind !== 'folder') return { word, choices: [] }
  const part = word.slice(slash + 1)
  const choices = node
    .names()
    .filter((name) => name.startsWith(part) && (part !== '' || !name.startsWith('.')))
    .map((name) => {
      const isFolder = around.files.find(joined(absolute, name))?.kind === 'folder'
      return `${folder}${name}${isFolder ? '/' : ''}`
    })
  return { word, choices: choices.sort() }
}
