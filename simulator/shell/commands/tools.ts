import { LOGGED_LINES, MAX_LOGGED } from '../../views/host-journal.ts'
import { textToBytes, fromBase64, md5, sha1, sha256, sha512, bytesToText, toBase64 } from '../hashes.ts'
import type { Steps } from '../kernel/kernel.ts'
import { readAll, TextOutput } from '../kernel/streams.ts'
import { options } from '../options.ts'
import { openInput, readTexts, runProgram, type Process, type Program } from '../process.ts'
import { posixExpression } from '../regular-expressions.ts'

const hash = (make: (text: string) => string): Program =>
  function* (process: Process): Steps<number> {
    const found = options(
      process,
      'cswbt',
      process.isBusybox ? {} : { check: 'c', quiet: 'quiet', status: 's', warn: 'w', binary: 'b', text: 't' },
    )
    if (!found) return 1
    const shows = found.has('s') ? 'nothing' : found.has('quiet') ? 'bad' : 'all'
    if (found.has('c')) return yield* checkSums(process, make, found.rest, shows)
    let code = 0
    for (const path of found.rest.length === 0 ? ['-'] : found.rest) {
      const input = openInput(process, path)
      if (!input) {
        code = 1
        continue
      }
      process.out(`${make(yield* readAll(input))}  ${path}\n`)
    }
    return code
  }

function* checkSums(
  process: Process,
  make: (text: string) => string,
  paths: readonly string[],
  shows: 'all' | 'bad' | 'nothing',
): Steps<number> {
  const { text } = yield* readTexts(process, paths)
  let bad = 0
  for (const line of text.trimEnd().split('\n')) {
    const [sum = '', path = ''] = line.split(/\s+\*?/)
    const node = process.find(path)
    const isGood = node?.kind === 'file' && make(node.text()) === sum
    if (!isGood) bad++
    if (shows === 'all' || (shows === 'bad' && !isGood)) process.out(`${path}: ${isGood ? 'OK' : 'FAILED'}\n`)
  }
  if (bad > 0 && shows !== 'nothing')
    process.fail(`WARNING: ${bad} of ${text.trimEnd().split('\n').length} computed checksums did NOT match`)
  return bad > 0 ? 1 : 0
}

function* base64(process: Process): Steps<number> {
  const found = options(process, 'dw:i', { decode: 'd', wrap: 'w:' })
  if (!found) return 1
  const { text, code } = yield* readTexts(process, found.rest)
  if (found.has('d')) {
    const decoded = fromBase64(text)
    if (decoded === null) return process.fail('truncated input')
    yield* process.print(decoded)
    return code
  }
  const width = Number(found.value('w') ?? 76)
  const encoded = toBase64(text)
  yield* process.print(width === 0 ? encoded : encoded.replace(new RegExp(`.{1,${width}}`, 'g'), '$&\n'))
  return code
}

const hex = (value: number, width = 2) => value.toString(16).padStart(width, '0')
const visible = (byte: number) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')

function* hexdump(process: Process): Steps<number> {
  const found = options(process, 'Cbcdovxn:s:')
  if (!found) return 1
  const { text, code } = yield* readTexts(process, found.rest)
  const skip = Number(found.value('s') ?? 0)
  const bytes = textToBytes(text).slice(skip, skip + Number(found.value('n') ?? Infinity))
  const lines: string[] = []
  let last = ''
  for (let i = 0; i < bytes.length; i += 16) {
    const row = bytes.slice(i, i + 16)
    const key = row.join()
    if (key === last && row.length === 16 && i + 16 < bytes.length) {
      if (lines.at(-1) !== '*') lines.push('*')
      continue
    }
    last = key
    if (found.has('C')) {
      const cells = row.map((it) => hex(it))
      const shown = `${cells.slice(0, 8).join(' ')}  ${cells.slice(8).join(' ')}`
      lines.push(`${hex(i + skip, 8)}  ${shown.padEnd(48)}  |${row.map(visible).join('')}|`)
    } else {
      const words: string[] = []
      for (let j = 0; j < row.length; j += 2) words.push(hex(((row[j + 1] ?? 0) << 8) | (row[j] ?? 0), 4))
      // A last line is as wide as the others.
      lines.push(`${hex(i + skip, 7)} ${words.join(' ').padEnd(39)}`)
    }
  }
  if (bytes.length > 0) lines.push(hex(bytes.length + skip, found.has('C') ? 8 : 7))
  yield* process.print(lines.map((it) => `${it}\n`).join(''))
  return code
}

function* xxd(process: Process): Steps<number> {
  const found = options(process, 'pruil:c:g:s:')
  if (!found) return 1
  const { text, code } = yield* readTexts(process, found.rest)
  if (found.has('r')) {
    const digits = found.has('p')
      ? text.replace(/\s/g, '')
      : text
          .replace(/^[0-9a-f]+: /gim, '')
          .replace(/ {2}.*$/gm, '')
          .replace(/\s/g, '')
    yield* process.print(bytesToText((digits.match(/../g) ?? []).map((it) => Number.parseInt(it, 16))))
    return code
  }
  const bytes = textToBytes(text).slice(0, Number(found.value('l') ?? Infinity))
  if (found.has('p')) {
    yield* process.print(
      bytes
        .map((it) => hex(it))
        .join('')
        .replace(/.{1,60}/g, '$&\n'),
    )
    return code
  }
  for (let i = 0; i < bytes.length; i += 16) {
    const row = bytes.slice(i, i + 16)
    let cells = ''
    for (const [j, byte] of row.entries()) cells += hex(byte) + (j % 2 === 1 ? ' ' : '')
    yield* process.print(`${hex(i, 8)}: ${cells.padEnd(40)} ${row.map(visible).join('')}\n`)
  }
  return code
}

function* od(process: Process): Steps<number> {
  const found = options(process, 'A:t:N:j:cxbdov')
  if (!found) return 1
  const { text, code } = yield* readTexts(process, found.rest)
  const bytes = textToBytes(text)
    .slice(Number(found.value('j') ?? 0))
    .slice(0, Number(found.value('N') ?? Infinity))
  const type = found.has('c') ? 'c' : found.has('x') ? 'x2' : (found.value('t') ?? 'o2')
  const address = (at: number) =>
    found.value('A') === 'n'
      ? ''
      : found.value('A') === 'x'
        ? hex(at, 6)
        : found.value('A') === 'd'
          ? String(at).padStart(7, '0')
          : at.toString(8).padStart(7, '0')
  for (let i = 0; i < bytes.length; i += 16) {
    const row = bytes.slice(i, i + 16)
    let cells = ''
    if (type === 'c')
      cells = row
        .map(
          (it) =>
            ({ 0: '\\0', 9: '\\t', 10: '\\n', 13: '\\r' })[it] ??
            (it >= 32 && it < 127 ? String.fromCharCode(it) : it.toString(8).padStart(3, '0')),
        )
        .map((it) => it.padStart(4))
        .join('')
    else if (type.startsWith('x1')) cells = row.map((it) => ` ${hex(it)}`).join('')
    else if (/^[ud]1/.test(type)) cells = row.map((it) => ` ${String(it).padStart(3)}`).join('')
    else {
      for (let j = 0; j < row.length; j += 2) {
        const word = ((row[j + 1] ?? 0) << 8) | (row[j] ?? 0)
        cells += ` ${type.startsWith('x') ? hex(word, 4) : type.startsWith('o') ? word.toString(8).padStart(6, '0') : String(word).padStart(5)}`
      }
    }
    yield* process.print(`${address(i)}${cells}\n`)
  }
  if (found.value('A') !== 'n') yield* process.print(`${address(bytes.length)}\n`)
  return code
}

function* seq(process: Process): Steps<number> {
  const args = [...process.args]
  let separator = '\n'
  let equal = false
  while (/^-[sw]/.test(args[0] ?? '')) {
    const flag = args.shift() ?? ''
    if (flag === '-w') equal = true
    else separator = flag === '-s' ? (args.shift() ?? '') : flag.slice(2)
  }
  const numbers = args.map(Number)
  const bad = args.find((_, i) => Number.isNaN(numbers[i]))
  if (bad !== undefined) return process.fail(`invalid number '${bad}'`)
  if (args.length === 0 || args.length > 3) return process.fail('missing operand')
  const [first, step, last] =
    args.length === 1
      ? [1, 1, numbers[0] ?? 0]
      : args.length === 2
        ? [numbers[0] ?? 0, 1, numbers[1] ?? 0]
        : [numbers[0] ?? 0, numbers[1] ?? 1, numbers[2] ?? 0]
  if (step === 0) return process.fail('step is 0')
  const digits = Math.max(0, ...args.map((it) => (it.split('.')[1] ?? '').length))
  const width = equal ? Math.max(first.toFixed(digits).length, last.toFixed(digits).length) : 0
  let text = ''
  for (let i = 0; ; i++) {
    const value = first + i * step
    if (step > 0 ? value > last + 1e-10 : value < last - 1e-10) break
    text += `${i > 0 ? separator : ''}${value.toFixed(digits).padStart(width, '0')}`
    if (text.length < 8192) continue
    yield* process.print(text)
    text = ''
  }
  yield* process.print(text === '' ? '' : `${text}\n`)
  return 0
}

function* yes(process: Process): Steps<number> {
  const line = `${process.args.length === 0 ? 'y' : process.args.join(' ')}\n`
  for (;;) yield* process.print(line)
}

function* env(process: Process): Steps<number> {
  const args = [...process.args]
  const environment = new Map(process.environment)
  while (args.length > 0) {
    const [first = ''] = args
    if (first === '-i' || first === '-') environment.clear()
    else if (first === '-u') {
      args.shift()
      environment.delete(args[0] ?? '')
    } else if (/^[A-Za-z_]\w*=/.test(first))
      environment.set(first.slice(0, first.indexOf('=')), first.slice(first.indexOf('=') + 1))
    else break
    args.shift()
  }
  if (args.length > 0)
    return yield* runProgram(process, args, {
      streams: process.streams,
      environment,
      cwd: process.cwd,
      builtins: true,
    })
  process.out([...environment].map(([name, value]) => `${name}=${value}\n`).join(''))
  return 0
}

function printenv(process: Process): number {
  if (process.args.length === 0)
    process.out([...process.environment].map(([name, value]) => `${name}=${value}\n`).join(''))
  let code = 0
  for (const name of process.args) {
    const value = process.environment.get(name)
    if (value === undefined) code = 1
    else process.out(`${value}\n`)
  }
  return code
}

function which(process: Process): number {
  let code = process.args.length === 0 ? 1 : 0
  for (const name of process.args.filter((it) => !it.startsWith('-'))) {
    const folders = (process.environment.get('PATH') ?? '').split(':')
    const path = name.includes('/')
      ? process.find(name)
        ? name
        : undefined
      : folders.map((it) => `${it}/${name}`).find((it) => process.files.find(it)?.kind === 'file')
    if (path === undefined) code = 1
    else process.out(`${path}\n`)
  }
  return code
}

class ExpressionProblem extends Error {}

/** The value of the arguments of `expr`. */
function expression(args: readonly string[]): string {
  let at = 0
  const levels = [['|'], ['&'], ['=', '==', '!=', '<', '<=', '>', '>='], ['+', '-'], ['*', '/', '%'], [':']]
  const whole = (text: string) => {
    if (!/^-?\d+$/.test(text)) throw new ExpressionProblem('non-numeric argument')
    return BigInt(text)
  }
  const match = (text: string, pattern: string) => {
    const found = posixExpression(`^${pattern}`, false).exec(text)
    return found?.[1] ?? (pattern.includes('\\(') ? '' : String(found?.[0].length ?? 0))
  }
  const primary = (): string => {
    const word = args[at++]
    if (word === undefined) throw new ExpressionProblem('syntax error')
    if (word === '(') {
      const value = level(0)
      if (args[at++] !== ')') throw new ExpressionProblem('syntax error')
      return value
    }
    if (word === 'length' && args[at] !== undefined) return String([...primary()].length)
    if (word === 'match' && at + 1 < args.length) return match(primary(), primary())
    if (word === 'substr' && at + 2 < args.length) {
      const [text, from, count] = [primary(), Number(primary()), Number(primary())]
      return text.slice(from - 1, from - 1 + count)
    }
    if (word === 'index' && at + 1 < args.length) {
      const [text, chars] = [primary(), primary()]
      return String([...text].findIndex((it) => chars.includes(it)) + 1)
    }
    return word
  }
  const apply = (operator: string, a: string, b: string): string => {
    const isFalse = (text: string) => text === '' || text === '0'
    switch (operator) {
      case '|':
        return isFalse(a) ? (isFalse(b) ? '0' : b) : a
      case '&':
        return isFalse(a) || isFalse(b) ? '0' : a
      case ':':
        return match(a, b)
      case '+':
        return String(whole(a) + whole(b))
      case '-':
        return String(whole(a) - whole(b))
      case '*':
        return String(whole(a) * whole(b))
      case '/':
      case '%':
        if (whole(b) === 0n) throw new ExpressionProblem('division by zero')
        return String(operator === '/' ? whole(a) / whole(b) : whole(a) % whole(b))
    }
    const isNumeric = /^-?\d+$/.test(a) && /^-?\d+$/.test(b)
    const order = isNumeric
      ? whole(a) < whole(b)
        ? -1
        : whole(a) > whole(b)
          ? 1
          : 0
      : a < b
        ? -1
        : a > b
          ? 1
          : 0
    const results: Record<string, boolean> = {
      '=': order === 0,
      '==': order === 0,
      '!=': order !== 0,
      '<': order < 0,
      '<=': order <= 0,
      '>': order > 0,
      '>=': order >= 0,
    }
    return results[operator] === true ? '1' : '0'
  }
  const level = (n: number): string => {
    const operators = levels[n]
    if (!operators) return primary()
    let left = level(n + 1)
    for (
      let operator = args[at];
      operator !== undefined && operators.includes(operator);
      operator = args[at]
    ) {
      at++
      left = apply(operator, left, level(n + 1))
    }
    return left
  }
  const value = level(0)
  if (at < args.length) throw new ExpressionProblem('syntax error')
  return value
}

function expr(process: Process): number {
  try {
    const value = expression(process.args)
    process.out(`${value}\n`)
    return value === '' || value === '0' ? 1 : 0
  } catch (problem) {
    if (problem instanceof ExpressionProblem) return process.fail(problem.message, 2)
    throw problem
  }
}

function* twoTexts(process: Process, paths: readonly string[]): Steps<[string, string] | null> {
  const texts: string[] = []
  for (const path of paths.slice(0, 2)) {
    const input = openInput(process, path)
    if (!input) return null
    texts.push(yield* readAll(input))
  }
  const [a, b] = texts
  return a === undefined || b === undefined ? null : [a, b]
}

function* cmp(process: Process): Steps<number> {
  const found = options(process, 'sl')
  if (!found) return 1
  const texts = yield* twoTexts(process, found.rest)
  if (!texts) return 2
  const [a, b] = texts
  if (a === b) return 0
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  if (!found.has('s'))
    process.out(
      at >= Math.min(a.length, b.length)
        ? `cmp: EOF on ${(a.length < b.length ? found.rest[0] : found.rest[1]) ?? ''}\n`
        : `${found.rest[0] ?? ''} ${found.rest[1] ?? ''} differ: char ${at + 1}, line ${a.slice(0, at).split('\n').length}\n`,
    )
  return 1
}

const MAX_DIFF_LINES = 3000

function* diff(process: Process): Steps<number> {
  const found = options(process, 'uqrabBiwNstTdU:L:', { unified: 'u', brief: 'q' })
  if (!found) return 2
  const texts = yield* twoTexts(process, found.rest)
  if (!texts) return 2
  const [first = '', second = ''] = found.rest
  const lines = texts.map((it) => it.replace(/\n$/, '').split('\n').slice(0, MAX_DIFF_LINES))
  const [a = [], b = []] = lines
  const key = (line: string) => {
    let text = found.has('i') ? line.toLowerCase() : line
    if (found.has('w')) text = text.replace(/\s+/g, '')
    return text
  }
  if (a.length === b.length && a.every((line, i) => key(line) === key(b[i] ?? ''))) return 0
  if (found.has('q')) {
    process.out(`Files ${first} and ${second} differ\n`)
    return 1
  }
  yield* process.print(`--- ${first}\n+++ ${second}\n${hunks(a, b, key).join('')}`)
  return 1
}

/** The parts that differ, with three lines around them. */
function hunks(a: readonly string[], b: readonly string[], key: (line: string) => string): string[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = table[i]
      if (row)
        row[j] =
          key(a[i] ?? '') === key(b[j] ?? '')
            ? (table[i + 1]?.[j + 1] ?? 0) + 1
            : Math.max(table[i + 1]?.[j] ?? 0, row[j + 1] ?? 0)
    }
  const edits: { mark: ' ' | '-' | '+'; line: string; i: number; j: number }[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && key(a[i] ?? '') === key(b[j] ?? ''))
      edits.push({ mark: ' ', line: a[i] ?? '', i: i++, j: j++ })
    else if (i < a.length && (j >= b.length || (table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0)))
      edits.push({ mark: '-', line: a[i] ?? '', i: i++, j })
    else edits.push({ mark: '+', line: b[j] ?? '', i, j: j++ })
  }
  const found: string[] = []
  for (let at = 0; at < edits.length;) {
    if (edits[at]?.mark === ' ') {
      at++
      continue
    }
    const from = Math.max(0, at - 3)
    let to = at
    for (let seen = at; seen < edits.length && seen <= to + 7; seen++)
      if (edits[seen]?.mark !== ' ') to = seen
    const part = edits.slice(from, to + 4)
    const start = part[0] ?? { i: 0, j: 0 }
    const range = (line: number, count: number) =>
      `${count === 0 ? line : line + 1}${count === 1 ? '' : `,${count}`}`
    const olds = part.filter((it) => it.mark !== '+').length
    const news = part.filter((it) => it.mark !== '-').length
    found.push(
      `@@ -${range(start.i, olds)} +${range(start.j, news)} @@\n${part.map((it) => `${it.mark}${it.line}\n`).join('')}`,
    )
    at = to + 4
  }
  return found
}

function usleep(process: Process): Steps<void> {
  return process.sleep(Number(process.args[0] ?? 0) / 1000)
}

function* usleepProgram(process: Process): Steps<number> {
  yield* usleep(process)
  return 0
}

const LEVELS = ['emerg', 'alert', 'crit', 'err', 'warning', 'notice', 'info', 'debug']

/** `logger` and `systemd-cat`: lines of a user in the journal. */
function* logger(process: Process): Steps<number> {
  const { machine } = process
  const isLogger = process.name === 'logger'
  const found = options(
    process,
    isLogger ? 'st:p:i' : 't:p:',
    { identifier: 't:', priority: 'p:', tag: 't:' },
    { stopsAtFirst: !isLogger },
  )
  if (!found) return 1
  const level = (found.value('p') ?? (isLogger ? 'notice' : 'info'))
    .replace(/^.*\./, '')
    .replace(/^warn$/, 'warning')
    .replace(/^error$/, 'err')
  const priority = /^[0-7]$/.test(level) ? Number(level) : LEVELS.indexOf(level)
  if (priority < 0) return process.fail(`unknown priority name: ${level}`)
  const lines: string[] = []
  let code = 0
  if (found.rest.length === 0) lines.push(...(yield* readAll(process.streams.in)).split('\n'))
  else if (isLogger) lines.push(found.rest.join(' '))
  else {
    const output = new TextOutput()
    code = yield* process.host.run(found.rest, { streams: { out: output, err: output } })
    lines.push(...output.text.split('\n'))
  }
  const tag = (found.value('t') ?? (isLogger ? 'root' : (found.rest[0] ?? 'cat'))).replace(/\s+/g, '_')
  if (found.has('s')) for (const it of lines) process.err(`${tag}: ${it}\n`)
  const text = lines
    .filter((it) => it !== '')
    .map((it) => `${machine.now()} ${priority} ${tag} ${it}\n`)
    .join('')
  const problem =
    machine.isHost() && text !== ''
      ? machine.store(LOGGED_LINES, {
          text: `${machine.stored().get(LOGGED_LINES)?.text ?? ''}${text}`.slice(-MAX_LOGGED),
          at: machine.now(),
        })
      : undefined
  return problem === undefined ? code : process.fail(problem)
}

export const toolPrograms: Record<string, Program> = {
  base64,
  cmp,
  diff,
  env,
  expr,
  hexdump,
  logger,
  'systemd-cat': logger,
  md5sum: hash(md5),
  od,
  printenv,
  seq,
  sha1sum: hash(sha1),
  sha256sum: hash(sha256),
  sha512sum: hash(sha512),
  usleep: usleepProgram,
  which,
  xxd,
  yes,
}
