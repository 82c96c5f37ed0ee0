import { resolvePath } from '../../files/paths.ts'
import type { Steps } from '../../kernel/kernel.ts'
import type { Streams } from '../../process.ts'
import { ConditionProblem, evaluate } from '../conditions.ts'
import { ExitSignal, LoopSignal, ReturnSignal } from '../faults.ts'
import type { Builtin, Interpreter } from '../interpreter.ts'
import { byDialect, endsScript, fatal, problem } from './saying.ts'

const loop =
  (kind: 'break' | 'continue'): Builtin =>
  (shell, args, streams) => {
    const { state } = shell
    if (state.loops === 0) {
      if (state.dialect === 'bash' && !state.isPosix)
        problem(shell, streams, kind, "only meaningful in a `for', `while', or `until' loop")
      return 0
    }
    throw new LoopSignal(kind, Math.max(1, Number(args[0] ?? 1) || 1))
  }

const exit: Builtin = (shell, args, streams) => {
  const { state } = shell
  const [text] = args
  if (text !== undefined && !/^[-+]?\d+$/.test(text)) {
    problem(
      shell,
      streams,
      'exit',
      byDialect(shell, `${text}: numeric argument required`, `Illegal number: ${text}`),
    )
    if (state.dialect !== 'bash' && state.isInteractive) return 2
    throw new ExitSignal(2)
  }
  throw new ExitSignal(Number(text ?? state.code) & 255)
}

const giveBack: Builtin = (shell, args, streams) => {
  const { state } = shell
  if (state.calls.length === 0 && state.sourceName === null && state.dialect === 'bash') {
    const text = "can only `return' from a function or sourced script"
    return fatal(shell, streams, 'return', text, state.isPosix ? 2 : 1)
  }
  throw new ReturnSignal(Number(args[0] ?? state.code) & 255)
}

function tested(shell: Interpreter, name: string, args: readonly string[], streams: Streams): number {
  try {
    return evaluate(args, { ...shell.facts(streams), dialect: shell.state.dialect }) ? 0 : 1
  } catch (fault) {
    if (!(fault instanceof ConditionProblem)) throw fault
    if (shell.state.dialect === 'ash') streams.err.write(`sh: ${fault.message}\n`)
    else problem(shell, streams, name, fault.message)
    return 2
  }
}

const bracket: Builtin = (shell, args, streams) => {
  if (args.at(-1) === ']') return tested(shell, '[', args.slice(0, -1), streams)
  if (shell.state.dialect === 'ash') {
    streams.err.write('sh: missing ]\n')
    return 2
  }
  return problem(shell, streams, '[', byDialect(shell, "missing `]'", 'missing ]'), 2)
}

/** `[[` of busybox is `[` under another name. */
const doubleBracket: Builtin = (shell, args, streams) => {
  if (args.at(-1) === ']]') return tested(shell, '[[', args.slice(0, -1), streams)
  streams.err.write('sh: missing ]]\n')
  return 2
}

function* sourceAs(
  shell: Interpreter,
  name: string,
  args: readonly string[],
  streams: Streams,
): Steps<number> {
  const { state, around } = shell
  const [path, ...parameters] = args[0] === '--' ? args.slice(1) : args
  if (path === undefined) {
    problem(shell, streams, name, byDialect(shell, 'filename argument required', 'not enough arguments'), 2)
    if (state.dialect === 'bash') streams.err.write(`${name}: usage: ${name} filename [arguments]\n`)
    return endsScript(shell) ? shell.leave(2) : 2
  }
  const found = shell.sourceFile(path)
  if (found === undefined) {
    if (state.dialect === 'ash')
      return fatal(
        shell,
        streams,
        name,
        path.includes('/') ? `can't open '${path}': No such file or directory` : `${path}: not found`,
        2,
      )
    if (state.dialect === 'dash')
      return fatal(
        shell,
        streams,
        name,
        path.includes('/') ? `cannot open ${path}: No such file` : `${path}: not found`,
        2,
      )
    const isNamed = state.isPosix && !path.includes('/')
    return fatal(
      shell,
      streams,
      isNamed ? name : '',
      isNamed ? `${path}: file not found` : `${path}: No such file or directory`,
    )
  }
  const node = around.files.find(resolvePath(found, state.cwd))
  if (node?.kind !== 'file') return problem(shell, streams, name, `${path}: is a directory`)
  const before = { parameters: state.parameters, sourceName: state.sourceName, line: state.line }
  if (parameters.length > 0) state.parameters = parameters
  state.sourceName = path
  try {
    return yield* shell.source(node.text(), streams, { firstLine: 1 })
  } catch (signal) {
    if (signal instanceof ReturnSignal) return signal.code
    throw signal
  } finally {
    if (parameters.length > 0) state.parameters = before.parameters
    state.sourceName = before.sourceName
    state.line = before.line
  }
}

function* evaluateText(shell: Interpreter, args: readonly string[], streams: Streams): Steps<number> {
  if (args.length === 0) return 0
  return yield* shell.source(args.join(' '), streams, { firstLine: shell.state.line, within: 'eval' })
}

function* replace(shell: Interpreter, args: readonly string[], streams: Streams): Steps<number> {
  const words =
    args[0] === '-a'
      ? args.slice(2)
      : args.filter((it, i) => i > 0 || (it !== '--' && it !== '-l' && it !== '-c'))
  const [name] = words
  if (name === undefined) return 0
  if (typeof shell.locate(name) === 'number') {
    const isPath = name.includes('/') && shell.state.dialect === 'bash'
    problem(
      shell,
      streams,
      'exec',
      `${name}: ${isPath ? 'cannot execute: No such file or directory' : 'not found'}`,
    )
    if (shell.state.isInteractive) return 127
    throw new ExitSignal(127)
  }
  throw new ExitSignal(yield* shell.words(words, streams, { builtins: false }))
}

/** `u=rwx,g=rx,o=` for a mask. */
function symbolicMask(mask: number): string {
  const letters = (bits: number) => `${bits & 4 ? 'r' : ''}${bits & 2 ? 'w' : ''}${bits & 1 ? 'x' : ''}`
  const kept = ~mask & 0o777
  return `u=${letters(kept >> 6)},g=${letters((kept >> 3) & 7)},o=${letters(kept & 7)}`
}

function maskOf(text: string, before: number): number | null {
  if (/^[0-7]{1,4}$/.test(text)) return Number.parseInt(text, 8) & 0o777
  let kept = ~before & 0o777
  for (const clause of text.split(',')) {
    const [, who = '', operator = '', letters = ''] = /^([ugoa]*)([-+=])([rwx]*)$/.exec(clause) ?? []
    if (operator === '') return null
    const bits =
      (letters.includes('r') ? 4 : 0) | (letters.includes('w') ? 2 : 0) | (letters.includes('x') ? 1 : 0)
    for (const [letter, shift] of [
      ['u', 6],
      ['g', 3],
      ['o', 0],
    ] as const) {
      if (who !== '' && !who.includes('a') && !who.includes(letter)) continue
      const own = bits << shift
      if (operator === '=') kept = (kept & ~(7 << shift)) | own
      else kept = operator === '+' ? kept | own : kept & ~own
    }
  }
  return ~kept & 0o777
}

const umask: Builtin = (shell, args, streams) => {
  const { state } = shell
  const text = args.find((it) => !it.startsWith('-'))
  if (text === undefined) {
    const octal = state.umask.toString(8).padStart(4, '0')
    if (args.includes('-S')) streams.out.write(`${symbolicMask(state.umask)}\n`)
    else streams.out.write(`${args.includes('-p') ? 'umask ' : ''}${octal}\n`)
    return 0
  }
  const mask = maskOf(text, state.umask)
  if (mask === null) {
    if (state.dialect === 'ash') return problem(shell, streams, 'umask', `illegal mode: ${text}`, 2)
    if (state.dialect === 'dash') return problem(shell, streams, 'umask', `Illegal number: ${text}`, 2)
    const isNumber = /^\d+$/.test(text)
    return problem(
      shell,
      streams,
      'umask',
      isNumber ? `${text}: octal number out of range` : `\`${text[0]}': invalid symbolic mode operator`,
    )
  }
  state.umask = mask
  shell.around.files.umask = mask
  return 0
}

/** The limits of a process: how bash, ash and dash name each, and its value. */
const LIMITS: readonly (readonly [letter: string, bash: string, ash: string, dash: string, value: string])[] =
  [
    ['R', 'real-time non-blocking time  (microseconds, -R)', '', '', 'unlimited'],
    ['c', 'core file size              (blocks, -c)', 'core file size (blocks)', 'coredump(blocks)', '0'],
    ['d', 'data seg size               (kbytes, -d)', 'data seg size (kb)', 'data(kbytes)', 'unlimited'],
    ['e', 'scheduling priority                 (-e)', 'scheduling priority', '', '0'],
    ['f', 'file size                   (blocks, -f)', 'file size (blocks)', 'file(blocks)', 'unlimited'],
    ['i', 'pending signals                     (-i)', 'pending signals', '', '7236'],
    ['l', 'max locked memory           (kbytes, -l)', 'locked memory (kb)', 'locked memory(kbytes)', '65536'],
    ['m', 'max memory size             (kbytes, -m)', 'max memory size (kb)', 'memory(kbytes)', 'unlimited'],
    ['n', 'open files                          (-n)', 'open files', 'nofiles', '1024'],
    ['p', 'pipe size                (512 bytes, -p)', '', '', '8'],
    ['q', 'POSIX message queues         (bytes, -q)', 'POSIX message queues', '', '819200'],
    ['r', 'real-time priority                  (-r)', 'real-time priority', 'rtprio', '0'],
    ['s', 'stack size                  (kbytes, -s)', 'stack size (kb)', 'stack(kbytes)', '8192'],
    ['t', 'cpu time                   (seconds, -t)', 'cpu time (seconds)', 'time(seconds)', 'unlimited'],
    ['u', 'max user processes                  (-u)', 'processes', 'process', '7236'],
    ['v', 'virtual memory              (kbytes, -v)', 'address space (kb)', 'vmemory(kbytes)', 'unlimited'],
    ['x', 'file locks                          (-x)', 'locks', 'locks', 'unlimited'],
  ]

const ulimit: Builtin = ({ state }, args, streams) => {
  if (args.includes('-a')) {
    for (const [letter, bash, ash, dash, value] of LIMITS) {
      if (state.dialect === 'bash') streams.out.write(`${bash} ${value}\n`)
      else if (state.dialect === 'ash' && ash !== '')
        streams.out.write(`${`-${letter}: ${ash}`.padEnd(34)} ${value}\n`)
      else if (state.dialect === 'dash' && dash !== '') streams.out.write(`${dash.padEnd(20)} ${value}\n`)
    }
    return 0
  }
  const letter = args.find((it) => /^-[a-zR]$/.test(it) && it !== '-H' && it !== '-S')?.slice(1) ?? 'f'
  streams.out.write(`${LIMITS.find(([it]) => it === letter)?.[4] ?? 'unlimited'}\n`)
  return 0
}

const times: Builtin = ({ state }, _args, streams) => {
  const shown =
    state.dialect === 'dash'
      ? ['0m0.010000s', '0m0.000000s', '0m0.030000s', '0m0.020000s']
      : ['0m0.012s', '0m0.008s', '0m0.030s', '0m0.020s']
  streams.out.write(`${shown[0]} ${shown[1]}\n${shown[2]} ${shown[3]}\n`)
  return 0
}

const succeed: Builtin = () => 0

export const controlBuiltins: Record<string, Builtin> = {
  ':': succeed,
  '.': (shell, args, streams) => sourceAs(shell, '.', args, streams),
  '[': bracket,
  '[[': doubleBracket,
  break: loop('break'),
  continue: loop('continue'),
  eval: evaluateText,
  exec: replace,
  exit,
  false: () => 1,
  logout: exit,
  return: giveBack,
  source: (shell, args, streams) => sourceAs(shell, 'source', args, streams),
  test: (shell, args, streams) => tested(shell, 'test', args, streams),
  times,
  true: succeed,
  ulimit,
  umask,
}
