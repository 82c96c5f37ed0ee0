import type { Steps } from '../../kernel/kernel.ts'
import { readLine, type Input } from '../../kernel/streams.ts'
import type { Streams } from '../../process.ts'
import { ShellFault } from '../faults.ts'
import { pieceText, splitFields } from '../fields.ts'
import type { Builtin, Interpreter } from '../interpreter.ts'
import { problem } from './saying.ts'

const READ_USAGE =
  'read: usage: read [-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] [-p prompt] [-t timeout] [-u fd] [name ...]\n'

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
  let array: string | null = null
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
      else if (letter === 'a' && state.dialect === 'bash') array = value()
      else if (state.dialect === 'bash') {
        problem(shell, streams, 'read', `-${letter}: invalid option`)
        streams.err.write(READ_USAGE)
        return 2
      } else return problem(shell, streams, 'read', `illegal option -${letter}`, 2)
      if ('apdnNtu'.includes(letter)) break
    }
  }
  if (prompt !== '' && input.isTerminal) streams.err.write(prompt)
  if ((count !== null && !(count >= 0)) || (seconds !== null && !(seconds >= 0)))
    return problem(shell, streams, 'read', 'invalid number', 2)
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
  const escaped: string[] = []
  // What a backslash protects separates no words.
  if (!raw)
    line = line.replace(/\\([\s\S])/g, (_match, char: string) => {
      escaped.push(char)
      return '\0'
    })
  const plain = (text: string) => text.replace(/\0/g, () => escaped.shift() ?? '')
  if (array !== null) {
    const words = splitFields([{ text: line, quoted: false, splits: true }], state.get('IFS') ?? ' \t\n')
    state.setItems(
      array,
      words.map((it, i) => [String(i), plain(pieceText(it))] as const),
    )
    return code
  }
  try {
    assignFields(
      state.get('IFS') ?? ' \t\n',
      line,
      rest.length === 0 ? ['REPLY'] : rest,
      rest.length === 0,
      (name, value) => state.set(name, plain(value)),
    )
  } catch (fault) {
    // A variable that must not change only fails the command.
    if (!(fault instanceof ShellFault)) throw fault
    return problem(shell, streams, state.dialect === 'bash' ? '' : 'read', fault.message, fault.code)
  }
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
  const trim = (text: string, where: 'start' | 'both') => {
    let start = 0
    while (start < text.length && blanks.includes(text[start] ?? '')) start++
    let end = text.length
    if (where === 'both') while (end > start && blanks.includes(text[end - 1] ?? '')) end--
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

/** `mapfile -t name`: the lines of the input as an array. */
function* mapfile({ state }: Interpreter, args: readonly string[], streams: Streams): Steps<number> {
  const rest = [...args]
  let keeps = true
  let count = Infinity
  let skipped = 0
  let start = 0
  let input = streams.in
  let delimiter = '\n'
  while (/^-./.test(rest[0] ?? '')) {
    const flag = rest.shift() ?? ''
    const value = () => (flag.length > 2 ? flag.slice(2) : (rest.shift() ?? ''))
    if (flag === '-t') keeps = false
    else if (flag.startsWith('-n')) count = Number(value()) || Infinity
    else if (flag.startsWith('-s')) skipped = Number(value())
    else if (flag.startsWith('-O')) start = Number(value())
    else if (flag.startsWith('-u')) input = streams.more.get(Number(value()))?.in ?? input
    else if (flag.startsWith('-d')) delimiter = value().slice(0, 1) || '\0'
  }
  const lines: (readonly [string, string])[] = []
  let seen = 0
  while (lines.length < count) {
    const line = yield* readLine(input, delimiter)
    if (line === null) break
    if (seen++ < skipped) continue
    const shown = keeps || !line.endsWith(delimiter) ? line : line.slice(0, -1)
    lines.push([String(start + lines.length), shown])
  }
  state.setItems(rest[0] ?? 'MAPFILE', lines)
  return 0
}

export const inputBuiltins: Record<string, Builtin> = { mapfile, read, readarray: mapfile }
