import { valueIn } from '../../base/records.ts'
import { resolvePath } from '../files/paths.ts'
import { finished, type Steps } from '../kernel/kernel.ts'
import { readLine, type Input } from '../kernel/streams.ts'
import type { Streams } from '../process.ts'
import { calculate } from './arithmetic.ts'
import { ConditionProblem, evaluate } from './conditions.ts'
import { formatted, unescaped } from './escapes.ts'
import { shellQuoted, signalName, type Builtin, type Interpreter } from './interpreter.ts'
import { ExitSignal, LoopSignal, ReturnSignal, type Job, type Variable } from './shell-state.ts'

const NAME = /^[A-Za-z_]\w*$/

function problem(streams: Streams, name: string, text: string, code = 1): number {
  streams.err.write(`sh: ${name}: ${text}\n`)
  return code
}

const cd: Builtin = ({ state, around }, args, streams) => {
  const [first = state.get('HOME') ?? around.machine.home()] = args.filter((it) => it !== '-P' && it !== '-L')
  const path = first === '-' ? (state.get('OLDPWD') ?? state.cwd) : first
  const target = resolvePath(path, state.cwd)
  const node = around.files.find(target)
  if (node?.kind !== 'folder') {
    const why = node ? 'Not a directory' : 'No such file or directory'
    return problem(streams, 'cd', `can't cd to ${first}: ${why}`, 2)
  }
  state.set('OLDPWD', state.cwd)
  state.cwd = target
  state.set('PWD', target)
  if (first === '-') streams.out.write(`${target}\n`)
  return 0
}

/** `pushd`, `popd` and `dirs`: the folders to which one comes back. */
const pushd: Builtin = (shell, args, streams) => {
  const { state } = shell
  const before = state.cwd
  const target = args[0] ?? state.folders.at(-1)
  if (target === undefined) return problem(streams, 'pushd', 'no other directory')
  if (cd(shell, [target], streams) !== 0) return 1
  if (args[0] === undefined) state.folders.pop()
  state.folders.push(before)
  return dirs(shell, [], streams)
}

const popd: Builtin = (shell, _args, streams) => {
  const target = shell.state.folders.pop()
  if (target === undefined) return problem(streams, 'popd', 'directory stack empty')
  cd(shell, [target], streams)
  return dirs(shell, [], streams)
}

const dirs: Builtin = ({ state, around }, args, streams) => {
  if (args[0] === '-c') state.folders.length = 0
  const home = state.get('HOME') ?? around.machine.home()
  const all = [state.cwd, ...state.folders.toReversed()].map((it) => (it === home ? '~' : it))
  streams.out.write(`${all.join(' ')}\n`)
  return 0
}

const pwd: Builtin = ({ state }, _args, streams) => {
  streams.out.write(`${state.cwd}\n`)
  return 0
}

const echo: Builtin = (_shell, args, streams) => {
  let newline = true
  let escapes = false
  const rest = [...args]
  while (/^-[neE]+$/.test(rest[0] ?? '')) {
    const flags = rest.shift() ?? ''
    if (flags.includes('n')) newline = false
    if (flags.includes('e')) escapes = true
    if (flags.includes('E')) escapes = false
  }
  const text = rest.join(' ')
  const { text: shown, ended } = escapes ? unescaped(text) : { text, ended: false }
  streams.out.write(newline && !ended ? `${shown}\n` : shown)
  return 0
}

const printf: Builtin = ({ state }, args, streams) => {
  const rest = [...args]
  let variable: string | null = null
  if (rest[0] === '-v') {
    rest.shift()
    variable = rest.shift() ?? ''
  }
  if (rest[0] === '--') rest.shift()
  const [format, ...values] = rest
  if (format === undefined) return problem(streams, 'printf', 'usage: printf [-v var] format [arguments]', 2)
  const text = formatted(format, values)
  if (variable === null) streams.out.write(text)
  else state.set(variable, text)
  return 0
}

/** At most a number of characters, up to the delimiter; what follows stays to be read. */
function* readCount(input: Input, count: number, delimiter: string): Steps<string | null> {
  let text = ''
  while (text.length < count) {
    const piece = yield* input.read()
    if (piece === null) return text === '' ? null : text
    text += piece
    const end = text.indexOf(delimiter)
    const stop = end >= 0 && end < count ? end + delimiter.length : count
    if (text.length < stop) continue
    if (text.length > stop) input.unread(text.slice(stop))
    return text.slice(0, stop)
  }
  return text
}

const LATE = Symbol('nothing was read in time')
/** As after a SIGALRM. */
const LATE_CODE = 142

/** Gives up after a time. */
function* inTime(
  { kernel }: Interpreter,
  ms: number,
  reading: Steps<string | null>,
): Steps<string | null | typeof LATE> {
  let line: string | null = null
  const read = kernel.spawn(
    'read',
    (function* () {
      line = yield* reading
      return 0
    })(),
  )
  const end = kernel.clock.now() + ms
  const timer = kernel.spawn(
    'read',
    (function* () {
      yield* kernel.until(end)
      return 0
    })(),
  )
  try {
    yield () => read.code !== null || timer.code !== null
    return read.code === null ? LATE : line
  } finally {
    for (const task of [read, timer]) kernel.signal(task, 9)
  }
}

function* read(shell: Interpreter, args: readonly string[], streams: Streams): Steps<number> {
  const { state } = shell
  const rest = [...args]
  let raw = false
  let delimiter = '\n'
  let prompt = ''
  let input: Input = streams.in
  let count: number | null = null
  let seconds: number | null = null
  while (rest[0]?.startsWith('-') === true && rest[0].length > 1) {
    const flag = rest.shift() ?? ''
    if (flag === '--') break
    for (const [i, letter] of [...flag.slice(1)].entries()) {
      const glued = flag.slice(i + 2)
      const value = () => (glued === '' ? (rest.shift() ?? '') : glued)
      if (letter === 'r') raw = true
      else if (letter === 's' || letter === 'e') continue
      else if (letter === 'p') prompt = value()
      else if (letter === 'd') delimiter = value().slice(0, 1)
      else if (letter === 'n' || letter === 'N') count = Number(value())
      else if (letter === 't') seconds = Number(value())
      else if (letter === 'u') input = streams.more.get(Number(value()))?.in ?? input
      else return problem(streams, 'read', `-${letter}: invalid option`, 2)
      if ('pdnNtu'.includes(letter)) break
    }
  }
  if (prompt !== '' && input.isTerminal) streams.err.write(prompt)
  if ((count !== null && !(count >= 0)) || (seconds !== null && !(seconds >= 0)))
    return problem(streams, 'read', 'invalid number', 2)
  const end = delimiter === '' ? '\0' : delimiter
  const reading = count === null ? readLine(input, end) : readCount(input, count, end)
  const found = yield* seconds === null ? reading : inTime(shell, seconds * 1000, reading)
  if (found === LATE) return LATE_CODE
  let line = found
  const code = line === null || (!line.endsWith(delimiter) && line.length !== count) ? 1 : 0
  line = (line ?? '').replace(delimiter === '\n' ? /\n$/ : delimiter, '')
  while (!raw && line.endsWith('\\') && code === 0) {
    const more = yield* readLine(input, delimiter)
    line = line.slice(0, -1) + (more ?? '').replace(/\n$/, '')
    if (more === null) break
  }
  if (!raw) line = line.replace(/\\([\s\S])/g, '$1')
  assignFields(
    state.get('IFS') ?? ' \t\n',
    line,
    rest.length === 0 ? ['REPLY'] : rest,
    rest.length === 0,
    (name, value) => state.set(name, value),
  )
  return code
}

function assignFields(
  separators: string,
  line: string,
  names: readonly string[],
  whole: boolean,
  set: (name: string, value: string) => void,
): void {
  const blanks = [...separators].filter((it) => /\s/.test(it)).join('')
  const trim = (text: string, side: 'start' | 'both') => {
    let start = 0
    while (start < text.length && blanks.includes(text[start] ?? '')) start++
    let end = text.length
    if (side === 'both') while (end > start && blanks.includes(text[end - 1] ?? '')) end--
    return text.slice(start, end)
  }
  let rest = whole ? line : trim(line, 'both')
  for (const [i, name] of names.entries()) {
    if (i === names.length - 1) {
      set(name, rest)
      return
    }
    let end = 0
    while (end < rest.length && !separators.includes(rest[end] ?? '')) end++
    set(name, rest.slice(0, end))
    const isBlank = blanks.includes(rest[end] ?? '')
    rest = trim(rest.slice(end + 1), 'start')
    // A separator may stand among blanks.
    if (isBlank && rest !== '' && separators.includes(rest[0] ?? '') && !blanks.includes(rest[0] ?? ''))
      rest = trim(rest.slice(1), 'start')
  }
}

function declare(
  shell: Interpreter,
  args: readonly string[],
  streams: Streams,
  mark: 'exported' | 'readonly',
  name: string,
): number {
  const { state } = shell
  const names = args.filter((it) => it !== '-p' && it !== '-n')
  if (names.length === 0) {
    const marked = [...state.variables].filter(([, it]) => it[mark]).sort(([a], [b]) => (a < b ? -1 : 1))
    for (const [key, { value }] of marked)
      streams.out.write(`${name} ${key}="${value.replace(/["\\$`]/g, '\\$&')}"\n`)
    return 0
  }
  let code = 0
  for (const arg of names) {
    const equals = arg.indexOf('=')
    const key = equals < 0 ? arg : arg.slice(0, equals)
    if (!NAME.test(key)) {
      code = problem(streams, name, `\`${arg}': not a valid identifier`)
      continue
    }
    if (equals >= 0) state.set(key, arg.slice(equals + 1))
    else if (!state.variables.has(key)) state.set(key, '')
    const variable = state.variables.get(key)
    if (variable) variable[mark] = !args.includes('-n')
  }
  return code
}

const local: Builtin = (shell, args, streams) => {
  if (shell.state.locals.length === 0) return problem(streams, 'local', 'can only be used in a function')
  return declareVariables(shell, args, streams)
}

const quotedValue = (value: string): string => `"${value.replace(/["\\$`]/g, '\\$&')}"`

/** A variable as `declare -p` prints it. */
function declaration(name: string, { value, exported, readonly, items, isMap }: Variable): string {
  const flags = `${items ? (isMap === true ? 'A' : 'a') : ''}${readonly ? 'r' : ''}${exported ? 'x' : ''}`
  const shown = items
    ? `(${[...items].map(([key, it]) => `[${key}]=${quotedValue(it)}`).join(' ')})`
    : quotedValue(value)
  return `declare -${flags === '' ? '-' : flags} ${name}=${shown}\n`
}

/** `declare`, `typeset` and `local`: in a function the variables are its own. */
const declareVariables: Builtin = ({ state }, args, streams) => {
  const flags = args.filter((it) => /^[-+]\w+$/.test(it)).join('')
  const names = args.filter((it) => !/^[-+]\w+$/.test(it))
  if (flags.includes('p') || args.length === 0) {
    const all = names.length > 0 ? names : [...state.variables.keys()].sort()
    let code = 0
    for (const name of all) {
      const variable = state.variables.get(name)
      if (variable) streams.out.write(declaration(name, variable))
      else code = problem(streams, 'declare', `${name}: not found`)
    }
    return code
  }
  for (const arg of names) {
    const equals = arg.indexOf('=')
    const key = equals < 0 ? arg : arg.slice(0, equals)
    if (!NAME.test(key)) return problem(streams, 'declare', `\`${arg}': not a valid identifier`)
    if (!flags.includes('g')) state.makeLocal(key)
    if (/[aA]/.test(flags)) state.declareArray(key, flags.includes('A'))
    if (equals >= 0) state.set(key, arg.slice(equals + 1))
    else if (!state.variables.has(key)) state.set(key, '')
    const variable = state.variables.get(key)
    if (variable && flags.includes('x')) variable.exported = true
    if (variable && flags.includes('r')) variable.readonly = true
  }
  return 0
}

/** `mapfile -t name`: the lines of the input as an array. */
function* mapfile({ state }: Interpreter, args: readonly string[], streams: Streams): Steps<number> {
  const name = args.find((it) => !it.startsWith('-')) ?? 'MAPFILE'
  const lines: (readonly [string, string])[] = []
  for (let line = yield* readLine(streams.in); line !== null; line = yield* readLine(streams.in))
    lines.push([String(lines.length), args.includes('-t') ? line.replace(/\n$/, '') : line])
  state.setItems(name, lines)
  return 0
}

const unset: Builtin = ({ state }, args) => {
  for (const name of args) {
    if (name === '-f' || name === '-v') continue
    const item = /^(\w+)\[(.+)\]$/.exec(name)
    if (item) {
      const [, array = '', key = ''] = item
      state.setItems(
        array,
        state.items(array).filter(([it]) => it !== key),
      )
      continue
    }
    if (args[0] === '-f') state.functions.delete(name)
    else if (state.variables.has(name)) state.unset(name)
    else state.functions.delete(name)
  }
  return 0
}

const LONG_OPTIONS: Readonly<Record<string, string>> = {
  errexit: 'e',
  nounset: 'u',
  xtrace: 'x',
  noglob: 'f',
  allexport: 'a',
  pipefail: 'pipefail',
  verbose: 'v',
  noexec: 'n',
  noclobber: 'C',
}

const set: Builtin = ({ state }, args, streams) => {
  if (args.length === 0) {
    const all = [...state.variables].sort(([a], [b]) => (a < b ? -1 : 1))
    for (const [name, { value }] of all) streams.out.write(`${name}=${shellQuoted(value)}\n`)
    return 0
  }
  const rest = [...args]
  while (/^[-+]./.test(rest[0] ?? '')) {
    const flag = rest.shift() ?? ''
    if (flag === '--') {
      state.parameters = rest
      return 0
    }
    const on = flag.startsWith('-')
    const names = flag[1] === 'o' ? [valueIn(LONG_OPTIONS, rest.shift() ?? '') ?? ''] : [...flag.slice(1)]
    for (const name of names) {
      if (on) state.options.add(name)
      else state.options.delete(name)
    }
  }
  if (rest.length > 0) state.parameters = rest[0] === '-' ? rest.slice(1) : rest
  return 0
}

const loop =
  (kind: 'break' | 'continue'): Builtin =>
  (_shell, args) => {
    throw new LoopSignal(kind, Math.max(1, Number(args[0] ?? 1) || 1))
  }

const shift: Builtin = ({ state }, args, streams) => {
  const count = Number(args[0] ?? 1)
  if (count > state.parameters.length)
    return args[0] === undefined ? 1 : problem(streams, 'shift', "can't shift that many")
  state.parameters = state.parameters.slice(count)
  return 0
}

const exit: Builtin = ({ state }, args, streams) => {
  const code = Number(args[0] ?? state.code)
  if (!Number.isInteger(code)) {
    problem(streams, 'exit', `Illegal number: ${args[0] ?? ''}`)
    throw new ExitSignal(2)
  }
  throw new ExitSignal(code & 255)
}

const giveBack: Builtin = ({ state }, args) => {
  throw new ReturnSignal(Number(args[0] ?? state.code) & 255)
}

const test: Builtin = (shell, args, streams) => {
  try {
    return evaluate(args, shell.facts(streams)) ? 0 : 1
  } catch (fault) {
    if (!(fault instanceof ConditionProblem)) throw fault
    return problem(streams, 'test', fault.message, 2)
  }
}

const bracket: Builtin = (shell, args, streams) => {
  if (args.at(-1) !== ']') return problem(streams, '[', "missing ']'", 2)
  try {
    return evaluate(args.slice(0, -1), shell.facts(streams)) ? 0 : 1
  } catch (fault) {
    if (!(fault instanceof ConditionProblem)) throw fault
    return problem(streams, '[', fault.message, 2)
  }
}

function* source(shell: Interpreter, args: readonly string[], streams: Streams): Steps<number> {
  const [path, ...parameters] = args
  if (path === undefined) return problem(streams, '.', 'filename argument required', 2)
  const node = shell.around.files.find(resolvePath(path, shell.state.cwd))
  if (node?.kind !== 'file')
    return problem(streams, '.', `can't open '${path}': No such file or directory`, 2)
  const before = shell.state.parameters
  if (parameters.length > 0) shell.state.parameters = parameters
  try {
    return yield* shell.source(node.text(), streams)
  } catch (signal) {
    if (signal instanceof ReturnSignal) return signal.code
    throw signal
  } finally {
    if (parameters.length > 0) shell.state.parameters = before
  }
}

function jobOf(shell: Interpreter, text: string): Job | undefined {
  const { jobs } = shell.state
  if (text === '' || text === '%%' || text === '%+' || text === '%') return jobs.at(-1)
  if (text === '%-') return jobs.at(-2)
  if (text.startsWith('%')) return jobs.find((it) => String(it.number) === text.slice(1))
  return jobs.find((it) => String(it.task.pid) === text)
}

const jobs: Builtin = ({ state }, args, streams) => {
  for (const [i, job] of state.jobs.entries()) {
    const mark = i === state.jobs.length - 1 ? '+' : i === state.jobs.length - 2 ? '-' : ' '
    const { code } = job.task
    const status =
      code === null ? 'Running' : code === 0 ? 'Done' : code > 128 ? 'Terminated' : `Exit ${code}`
    const pid = args.includes('-l') ? `${job.task.pid} ` : ''
    if (args.includes('-p')) streams.out.write(`${job.task.pid}\n`)
    else
      streams.out.write(
        `[${job.number}]${mark}  ${pid}${status.padEnd(24)}${job.source}${code === null ? ' &' : ''}\n`,
      )
    job.wasReported = code !== null
  }
  state.jobs = state.jobs.filter((it) => it.task.code === null)
  return 0
}

function* foreground(shell: Interpreter, args: readonly string[], streams: Streams): Steps<number> {
  const job = jobOf(shell, args[0] ?? '')
  if (!job) return problem(streams, 'fg', `${args[0] ?? 'current'}: no such job`)
  streams.out.write(`${job.source}\n`)
  job.wasReported = true
  shell.state.jobs = shell.state.jobs.filter((it) => it !== job)
  return yield* shell.around.terminal.inForeground(job.task)
}

const background: Builtin = (shell, args, streams) => {
  const job = jobOf(shell, args[0] ?? '')
  return job ? 0 : problem(streams, 'bg', `${args[0] ?? 'current'}: no such job`)
}

function* wait(shell: Interpreter, args: readonly string[], streams: Streams): Steps<number> {
  if (args.length === 0) {
    for (const { task } of shell.state.jobs) yield* finished(task)
    for (const job of shell.state.jobs) job.wasReported = true
    return 0
  }
  let code = 0
  for (const arg of args) {
    const job = jobOf(shell, arg)
    if (!job) {
      code = problem(streams, 'wait', `pid ${arg} is not a child of this shell`, 127)
      continue
    }
    code = yield* finished(job.task)
    job.wasReported = true
  }
  return code
}

const trap: Builtin = ({ state }, args, streams) => {
  const [action, ...names] = args
  if (action === undefined) {
    for (const [name, text] of state.traps) streams.out.write(`trap -- ${shellQuoted(text)} ${name}\n`)
    return 0
  }
  for (const name of names) {
    const number = Number(name)
    const key =
      name === '0' ? 'EXIT' : Number.isInteger(number) ? signalName(number) : name.replace(/^SIG/, '')
    if (action === '-') state.traps.delete(key)
    else state.traps.set(key, action)
  }
  return 0
}

const alias: Builtin = ({ state }, args, streams) => {
  let code = 0
  const show = (name: string, text: string) => streams.out.write(`alias ${name}='${text}'\n`)
  if (args.length === 0) for (const [name, text] of state.aliases) show(name, text)
  for (const arg of args) {
    const equals = arg.indexOf('=')
    const known = state.aliases.get(arg)
    if (equals > 0) state.aliases.set(arg.slice(0, equals), arg.slice(equals + 1))
    else if (known !== undefined) show(arg, known)
    else code = problem(streams, 'alias', `${arg}: not found`)
  }
  return code
}

const unalias: Builtin = ({ state }, args) => {
  if (args[0] === '-a') state.aliases.clear()
  for (const name of args) state.aliases.delete(name)
  return 0
}

/** What a name is: for `type`, `command -v` and `which`. */
export function describe(shell: Interpreter, name: string): { kind: string; path: string } | null {
  const { state, around } = shell
  const text = state.aliases.get(name)
  if (text !== undefined) return { kind: `aliased to \`${text}'`, path: `alias ${name}='${text}'` }
  if (state.functions.has(name)) return { kind: 'a function', path: name }
  if (shell.builtins.has(name)) return { kind: 'a shell builtin', path: name }
  if (name.includes('/'))
    return around.files.find(resolvePath(name, state.cwd)) ? { kind: name, path: name } : null
  for (const folder of (state.get('PATH') ?? '').split(':')) {
    const path = `${folder}/${name}`
    if (around.files.find(path)?.kind === 'file') return { kind: path, path }
  }
  return null
}

const type: Builtin = (shell, args, streams) => {
  const [flag] = args
  const short = flag === '-t' || flag === '-p' || flag === '-P' ? flag : null
  let code = 0
  for (const name of short === null && flag !== '-a' ? args : args.slice(1)) {
    const found = describe(shell, name)
    if (found && short === null) streams.out.write(`${name} is ${found.kind}\n`)
    else if (found && short === '-t') streams.out.write(`${shortKind(found.kind)}\n`)
    else if (found?.path.startsWith('/') === true) streams.out.write(`${found.path}\n`)
    else if (short === null) code = problem(streams, 'type', `${name}: not found`)
    else if (!found) code = 1
  }
  return code
}

/** What `type -t` says. */
const shortKind = (kind: string): string =>
  kind.startsWith('aliased')
    ? 'alias'
    : kind === 'a function'
      ? 'function'
      : kind === 'a shell builtin'
        ? 'builtin'
        : 'file'

/** The options of bash; those that change what a line means are not known. */
const shopt: Builtin = ({ state }, args, streams) => {
  const names = args.filter((it) => !it.startsWith('-'))
  let code = 0
  for (const name of names) {
    if (name !== 'nullglob' && name !== 'dotglob')
      code = problem(streams, 'shopt', `${name}: invalid shell option name`)
    else if (args.includes('-s')) state.options.add(name)
    else if (args.includes('-u')) state.options.delete(name)
    else {
      const isOn = state.options.has(name)
      streams.out.write(`${name.padEnd(15)}\t${isOn ? 'on' : 'off'}\n`)
      if (!isOn) code = 1
    }
  }
  return code
}

function* command(shell: Interpreter, args: readonly string[], streams: Streams): Steps<number> {
  const [flag, ...names] = args
  if (flag === '-v' || flag === '-V') {
    let code = 0
    for (const name of names) {
      const found = describe(shell, name)
      if (!found) code = 1
      else streams.out.write(flag === '-v' ? `${found.path}\n` : `${name} is ${found.kind}\n`)
    }
    return code
  }
  return yield* shell.words(flag === '-p' ? names : args, streams, { builtins: true })
}

function* evaluateText(shell: Interpreter, args: readonly string[], streams: Streams): Steps<number> {
  return args.length === 0 ? 0 : yield* shell.source(args.join(' '), streams)
}

function* replace(shell: Interpreter, args: readonly string[], streams: Streams): Steps<number> {
  if (args.length === 0) return 0
  throw new ExitSignal(yield* shell.words(args, streams, { builtins: false }))
}

const letValues: Builtin = ({ state }, args) => {
  let value = 0n
  for (const arg of args) {
    value = calculate(arg, { get: (name) => state.get(name) ?? '', set: (name, it) => state.set(name, it) })
  }
  return value === 0n ? 1 : 0
}

const getopts: Builtin = ({ state }, args, streams) => {
  const [options = '', name = 'opt', ...rest] = args
  const words = rest.length > 0 ? rest : state.parameters
  const index = Number(state.get('OPTIND') ?? 1)
  const word = words[index - 1]
  const end = () => {
    state.set(name, '?')
    state.getoptsAt = 1
    return 1
  }
  if (word === undefined || !/^-./.test(word)) return end()
  if (word === '--') {
    state.set('OPTIND', String(index + 1))
    return end()
  }
  const letter = word[state.getoptsAt] ?? ''
  const position = options.indexOf(letter)
  const isLast = state.getoptsAt >= word.length - 1
  const next = (steps: number) => {
    state.set('OPTIND', String(index + steps))
    state.getoptsAt = 1
  }
  if (letter === ':' || position < 0) {
    state.set(name, '?')
    if (options.startsWith(':')) state.set('OPTARG', letter)
    else streams.err.write(`sh: illegal option -- ${letter}\n`)
  } else if (options[position + 1] === ':') {
    const value = isLast ? words[index] : word.slice(state.getoptsAt + 1)
    next(isLast ? 2 : 1)
    if (value === undefined) {
      state.set(name, options.startsWith(':') ? ':' : '?')
      if (options.startsWith(':')) state.set('OPTARG', letter)
      else streams.err.write(`sh: option requires an argument -- ${letter}\n`)
      return 0
    }
    state.set(name, letter)
    state.set('OPTARG', value)
    return 0
  } else state.set(name, letter)
  if (isLast) next(1)
  else state.getoptsAt++
  return 0
}

const umask: Builtin = (_shell, args, streams) => {
  if (args.length === 0) streams.out.write('0022\n')
  return 0
}

const LIMITS: readonly (readonly [string, string])[] = [
  ['core file size              (blocks, -c)', '0'],
  ['data seg size               (kbytes, -d)', 'unlimited'],
  ['file size                   (blocks, -f)', 'unlimited'],
  ['open files                          (-n)', '1024'],
  ['stack size                  (kbytes, -s)', '8192'],
  ['cpu time                   (seconds, -t)', 'unlimited'],
  ['max user processes                  (-u)', '7236'],
]

const ulimit: Builtin = (_shell, args, streams) => {
  if (args.includes('-a')) for (const [name, value] of LIMITS) streams.out.write(`${name} ${value}\n`)
  else
    streams.out.write(
      `${LIMITS.find(([name]) => name.endsWith(`${args[0] ?? '-f'})`))?.[1] ?? 'unlimited'}\n`,
    )
  return 0
}

const times: Builtin = (_shell, _args, streams) => {
  streams.out.write('0m0.012s 0m0.008s\n0m0.030s 0m0.020s\n')
  return 0
}

const succeed: Builtin = () => 0
const failing: Builtin = () => 1

const history: Builtin = (shell, _args, streams) => {
  const lines = shell.around.host(shell).history()
  streams.out.write(lines.map((line, i) => `${String(i + 1).padStart(5)}  ${line}\n`).join(''))
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

const NUMBERS: Readonly<Record<string, number>> = {
  HUP: 1,
  INT: 2,
  QUIT: 3,
  KILL: 9,
  USR1: 10,
  USR2: 12,
  TERM: 15,
}

/** A signal to the shell itself: its trap runs, or it ends; a shell at a terminal ignores some. */
function* signalled(shell: Interpreter, name: string, streams: Streams): Steps<number> {
  const { state } = shell
  const action = state.traps.get(name)
  if (name !== 'KILL' && action !== undefined) {
    if (action !== '') yield* shell.source(action, streams)
    return 0
  }
  const number = NUMBERS[name]
  if (name === '0' || (state.options.has('i') && /^(?:INT|QUIT|TERM)$/.test(name))) return 0
  if (number === undefined) return problem(streams, 'kill', `${name}: invalid signal specification`)
  throw new ExitSignal(128 + number)
}

/** Signals to jobs; process ids are left to the program of that name. */
function* kill(shell: Interpreter, args: readonly string[], streams: Streams): Steps<number> {
  const words = args.map((arg) => {
    if (!arg.startsWith('%')) return arg
    const job = jobOf(shell, arg)
    return job ? String(job.task.pid) : arg
  })
  const own = ownSignal(shell, words)
  if (own !== undefined) return yield* signalled(shell, own, streams)
  const missing = words.find((it) => it.startsWith('%'))
  if (missing !== undefined) return problem(streams, 'kill', `${missing}: no such job`)
  return yield* shell.words(['kill', ...words], streams)
}

export const BUILTINS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>(
  Object.entries({
    ':': succeed,
    '.': source,
    '[': bracket,
    alias,
    bg: background,
    break: loop('break'),
    cd,
    command,
    continue: loop('continue'),
    declare: declareVariables,
    dirs,
    echo,
    eval: evaluateText,
    exec: replace,
    exit,
    export: (shell, args, streams) => declare(shell, args, streams, 'exported', 'export'),
    false: failing,
    fg: foreground,
    getopts,
    hash: succeed,
    history,
    jobs,
    kill,
    let: letValues,
    local,
    logout: exit,
    mapfile,
    popd,
    printf,
    pushd,
    pwd,
    read,
    readarray: mapfile,
    readonly: (shell, args, streams) => declare(shell, args, streams, 'readonly', 'readonly'),
    return: giveBack,
    set,
    shift,
    shopt,
    source,
    test,
    times,
    trap,
    true: succeed,
    type,
    typeset: declareVariables,
    ulimit,
    umask,
    unalias,
    unset,
    wait,
  } satisfies Record<string, Builtin>),
)
