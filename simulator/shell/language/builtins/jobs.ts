import { finished, type Steps } from '../../kernel/kernel.ts'
import type { Streams } from '../../process.ts'
import { ExitSignal } from '../faults.ts'
import type { Builtin, Interpreter } from '../interpreter.ts'
import { shellQuoted } from '../quoting.ts'
import type { Job } from '../shell-state.ts'
import { SIGNALS, signalName, signalNumber } from '../signals.ts'
import { byDialect, problem } from './saying.ts'

function jobOf(shell: Interpreter, text: string): Job | undefined {
  const { jobs } = shell.state
  if (text === '' || text === '%%' || text === '%+' || text === '%') return jobs.at(-1)
  if (text === '%-') return jobs.at(-2)
  if (/^%\d+$/.test(text)) return jobs.find((it) => String(it.number) === text.slice(1))
  if (text.startsWith('%?')) return jobs.find((it) => it.source.includes(text.slice(2)))
  if (text.startsWith('%')) return jobs.find((it) => it.source.startsWith(text.slice(1)))
  return jobs.find((it) => String(it.task.pid) === text)
}

/** The state of a job, as `jobs` and the prompt tell it. */
export function statusOf({ task: { code } }: Job): string {
  if (code === null) return 'Running'
  if (code === 0) return 'Done'
  if (code === 137) return 'Killed'
  if (code === 130) return 'Interrupt'
  if (code === 143) return 'Terminated'
  return `Exit ${code}`
}

/** `%1` as the shell names a job that it does not have. */
const missing = (shell: Interpreter, text: string): string =>
  text === '' ? byDialect(shell, 'current: no such job', 'No current job') : `${text}: no such job`

const jobs: Builtin = (shell, args, streams) => {
  const { state } = shell
  const names = args.filter((it) => !it.startsWith('-'))
  let code = 0
  const isShown = new Set<Job>()
  for (const name of names) {
    const job = jobOf(shell, name)
    if (job) isShown.add(job)
    else code = problem(shell, streams, 'jobs', `${name}: no such job`, byDialect(shell, 1, 2))
  }
  for (const [i, job] of state.jobs.entries()) {
    if (names.length > 0 && !isShown.has(job)) continue
    const mark = i === state.jobs.length - 1 ? '+' : i === state.jobs.length - 2 ? '-' : ' '
    const isRunning = job.task.code === null
    if (args.includes('-r') && !isRunning) continue
    const pid = args.includes('-l') ? `${job.task.pid} ` : ''
    if (args.includes('-p')) streams.out.write(`${job.task.pid}\n`)
    else {
      const ends = isRunning && state.dialect === 'bash' ? ' &' : ''
      const source = state.dialect === 'bash' || state.isInteractive ? job.source : ''
      const gap = args.includes('-l') && state.dialect === 'bash' ? ' ' : '  '
      streams.out.write(
        `[${job.number}]${mark}${gap}${pid}${statusOf(job).padEnd(state.dialect === 'bash' ? 24 : 27)}${source}${ends}\n`,
      )
    }
    job.wasReported = !isRunning
  }
  state.jobs = state.jobs.filter((it) => it.task.code === null)
  return code
}

function* foreground(shell: Interpreter, args: readonly string[], streams: Streams): Steps<number> {
  if (!shell.state.isInteractive && shell.state.dialect === 'bash')
    return problem(shell, streams, 'fg', 'no job control')
  const job = jobOf(shell, args[0] ?? '')
  if (!job) return problem(shell, streams, 'fg', missing(shell, args[0] ?? ''), byDialect(shell, 1, 2))
  streams.out.write(`${job.source}\n`)
  job.wasReported = true
  shell.state.jobs = shell.state.jobs.filter((it) => it !== job)
  return yield* shell.around.terminal.inForeground(job.task)
}

const background: Builtin = (shell, args, streams) => {
  if (!shell.state.isInteractive && shell.state.dialect === 'bash')
    return problem(shell, streams, 'bg', 'no job control')
  const job = jobOf(shell, args[0] ?? '')
  if (!job) return problem(shell, streams, 'bg', missing(shell, args[0] ?? ''), byDialect(shell, 1, 2))
  return problem(shell, streams, 'bg', `job ${job.number} already in background`, 0)
}

const disown: Builtin = (shell, args, streams) => {
  const { state } = shell
  if (args.includes('-a')) {
    state.jobs = []
    return 0
  }
  const names = args.filter((it) => !it.startsWith('-'))
  let code = 0
  for (const name of names.length > 0 ? names : ['']) {
    const job = jobOf(shell, name)
    if (!job) code = problem(shell, streams, 'disown', missing(shell, name))
    else state.jobs = state.jobs.filter((it) => it !== job)
  }
  return code
}

function* wait(shell: Interpreter, args: readonly string[], streams: Streams): Steps<number> {
  const { state } = shell
  const end = (job: Job) => {
    job.wasReported = true
    if (!state.isInteractive) state.jobs = state.jobs.filter((it) => it !== job)
  }
  if (args.length === 0) {
    for (const job of [...state.jobs]) {
      yield* finished(job.task)
      end(job)
    }
    return 0
  }
  if (args[0] === '-n') {
    const running = [...state.jobs]
    if (running.length === 0) return 127
    yield () => running.some((it) => it.task.code !== null)
    const first = running.find((it) => it.task.code !== null)
    if (first) end(first)
    return first?.task.code ?? 0
  }
  let code = 0
  for (const arg of args) {
    const job = jobOf(shell, arg)
    const known = state.endedJobs.get(arg)
    if (job) {
      code = yield* finished(job.task)
      state.endedJobs.set(String(job.task.pid), code)
      end(job)
    } else if (known !== undefined) code = known
    else if (state.dialect === 'bash' && /^\d+$/.test(arg))
      code = problem(shell, streams, 'wait', `pid ${arg} is not a child of this shell`, 127)
    else if (arg.startsWith('%'))
      code = problem(shell, streams, 'wait', `${arg}: no such job`, byDialect(shell, 127, 2))
    else if (/^\d+$/.test(arg)) code = 127
    else
      code = problem(
        shell,
        streams,
        'wait',
        byDialect(shell, `\`${arg}': not a pid or valid job spec`, `Illegal number: ${arg}`),
        byDialect(shell, 1, 2),
      )
  }
  return code
}

const trap: Builtin = (shell, args, streams) => {
  const { state } = shell
  const keyOf = (name: string): string | undefined => {
    if (name === '0' || name === 'EXIT') return 'EXIT'
    if (/^(?:ERR|DEBUG|RETURN)$/.test(name)) return state.dialect === 'bash' ? name : undefined
    const number = signalNumber(name)
    return number === undefined ? undefined : signalName(number)
  }
  const shownName = (name: string) =>
    state.dialect === 'bash' && !state.isPosix && SIGNALS.includes(name) ? `SIG${name}` : name
  const show = (name: string, text: string) =>
    streams.out.write(`trap -- ${shellQuoted(text, true)} ${shownName(name)}\n`)
  const rest = args[0] === '--' ? args.slice(1) : args
  if (rest[0] === '-l') {
    streams.out.write(signalList())
    return 0
  }
  if (rest.length === 0 || rest[0] === '-p') {
    const names = rest.slice(1).map((it) => keyOf(it) ?? it)
    const order = (name: string) =>
      name === 'EXIT' ? 0 : SIGNALS.includes(name) ? SIGNALS.indexOf(name) + 1 : 99
    for (const [name, text] of [...state.traps].sort(([a], [b]) => order(a) - order(b)))
      if (names.length === 0 || names.includes(name)) show(name, text)
    return 0
  }
  // A number alone resets its signal.
  const isReset = rest.length === 1 && keyOf(rest[0] ?? '') !== undefined
  const [action = '', ...names] = isReset ? ['-', ...rest] : rest
  if (names.length === 0 && state.dialect === 'bash') {
    streams.err.write('trap: usage: trap [-lp] [[arg] signal_spec ...]\n')
    return 2
  }
  let code = 0
  for (const name of names) {
    const key = keyOf(name)
    if (key === undefined) code = problem(shell, streams, 'trap', `${name}: invalid signal specification`)
    else if (action === '-') state.traps.delete(key)
    else state.traps.set(key, action)
  }
  return code
}

const history: Builtin = (shell, args, streams) => {
  if (!shell.state.isInteractive) return 0
  const lines = shell.around.host(shell).history()
  if (args[0] === '-c') {
    shell.around.host(shell).clearHistory()
    return 0
  }
  const count = /^\d+$/.test(args[0] ?? '') ? Number(args[0]) : lines.length
  const first = Math.max(0, lines.length - count)
  streams.out.write(
    lines
      .slice(first)
      .map((line, i) => `${String(first + i + 1).padStart(5)}  ${line}\n`)
      .join(''),
  )
  return 0
}

/** The name of the signal of `kill` to the shell itself, such as `TERM` of `kill $$`. */
function ownSignal({ state }: Interpreter, words: readonly string[]): string | undefined {
  if (words.at(-1) !== String(state.pid)) return undefined
  const given = words.slice(0, -1).join(' ')
  const text = (/^(?:-s )?-?(?:SIG)?(\w+)$/.exec(given)?.[1] ?? (given === '' ? 'TERM' : '')).toUpperCase()
  const name = /^\d+$/.test(text) && text !== '0' ? signalName(Number(text)) : text
  return name === '' || name === 'L' ? undefined : name
}

/** A signal to the shell itself: its trap runs, or it ends; a shell at a terminal ignores some. */
function* signalled(shell: Interpreter, name: string, streams: Streams): Steps<number> {
  const { state } = shell
  const action = state.traps.get(name)
  if (name !== 'KILL' && action !== undefined) {
    if (action !== '') yield* shell.source(action, streams)
    return 0
  }
  const number = signalNumber(name)
  if (name === '0' || (state.isInteractive && /^(?:INT|QUIT|TERM)$/.test(name))) return 0
  if (number === undefined) return problem(shell, streams, 'kill', `${name}: invalid signal specification`)
  if (/^(?:CHLD|CONT|URG|WINCH)$/.test(name)) return 0
  throw new ExitSignal(128 + number)
}

/** `kill -l` of bash. */
function signalList(): string {
  const all = SIGNALS.slice(0, 31)
  let text = ''
  for (const [i, name] of all.entries())
    text += `${String(i + 1).padStart(2)}) SIG${name}${(i + 1) % 5 === 0 || i === all.length - 1 ? '\n' : '\t'}`
  return text
}

/** Signals to jobs; process ids are left to the program of that name. */
function* kill(shell: Interpreter, args: readonly string[], streams: Streams): Steps<number> {
  const { state } = shell
  const words = args.map((arg) => {
    if (!arg.startsWith('%')) return arg
    const job = jobOf(shell, arg)
    return job ? String(job.task.pid) : arg
  })
  if (args[0] === '-l' && args.length === 1 && state.dialect === 'bash') {
    streams.out.write(state.isPosix ? `${SIGNALS.slice(0, 31).join(' ')}\n` : signalList())
    return 0
  }
  const own = ownSignal(shell, words)
  if (own !== undefined) return yield* signalled(shell, own, streams)
  const unknown = words.find((it) => it.startsWith('%'))
  if (unknown !== undefined)
    return problem(shell, streams, 'kill', `${unknown}: no such job`, byDialect(shell, 1, 2))
  if (args[0] === '-l' && args.length > 1) {
    for (const it of args.slice(1)) {
      const number = signalNumber(/^\d+$/.test(it) ? String(Number(it) & 127) : it)
      if (number === undefined) return problem(shell, streams, 'kill', `${it}: invalid signal specification`)
      streams.out.write(/^\d+$/.test(it) ? `${signalName(number)}\n` : `${number}\n`)
    }
    return 0
  }
  if (state.dialect === 'bash' && args[0] !== '-l') {
    if (args.length === 0) {
      streams.err.write(
        'kill: usage: kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]\n',
      )
      return 2
    }
    const flag = /^-(?:[sn])?$|^-(.+)$/.exec(args[0] ?? '')
    const named = flag ? (flag[1] ?? args[1] ?? '') : undefined
    if (named !== undefined && named !== '0' && named !== '-' && signalNumber(named) === undefined)
      return problem(shell, streams, 'kill', `${named}: invalid signal specification`)
    const targets = words.slice(flag ? (flag[1] === undefined ? 2 : 1) : 0).filter((it) => it !== '--')
    const bad = targets.find((it) => !/^-?\d+$/.test(it))
    if (bad !== undefined)
      return problem(shell, streams, 'kill', `${bad}: arguments must be process or job IDs`)
    return yield* shell.words(['kill', ...words], inWordsOf(shell, streams))
  }
  return yield* shell.words(['kill', ...words], inWordsOf(shell, streams))
}

const DASH_USAGE = `Usage: kill [-s sigspec | -signum | -sigspec] [pid | job]... or
kill -l [exitstatus]`

/** What the program of that name says, as the shell says it. */
function inWordsOf({ state }: Interpreter, streams: Streams): Streams {
  const translated = (text: string): string => {
    if (state.dialect === 'bash')
      return text.replace(/^kill: can't kill pid (-?\d+): (.*)$/gm, `${state.label('kill')}($1) - $2`)
    if (state.dialect === 'ash') {
      const name = state.name.replace(/^.*[-/]/, '')
      return text.replace(/^kill: /gm, `${/^(?:ba|a|da)?sh$/.test(name) ? name : 'sh'}: `)
    }
    return text
      .replace(/^kill: can't kill pid -?\d+: (.*)$/gm, `${state.label('kill')}$1\n`)
      .replace(
        /^kill: bad signal(?: name)? '(.*)'$/gm,
        `${state.label('kill')}invalid signal number or name: $1`,
      )
      .replace(/^kill: you need to specify whom to kill$/gm, `${state.label('kill')}${DASH_USAGE}`)
  }
  return {
    ...streams,
    err: {
      ...streams.err,
      isTerminal: streams.err.isTerminal,
      isFull: () => streams.err.isFull(),
      close: () => {},
      write: (text) => streams.err.write(translated(text)),
    },
  }
}

export const jobBuiltins: Record<string, Builtin> = {
  bg: background,
  disown,
  fg: foreground,
  history,
  jobs,
  kill,
  trap,
  wait,
}
