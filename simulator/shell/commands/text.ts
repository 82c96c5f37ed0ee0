import { valueIn } from '../../base/records.ts'
import type { Steps } from '../kernel/kernel.ts'
import { readAll, readLine } from '../kernel/streams.ts'
import { unescaped } from '../language/escapes.ts'
import { options, parseSize } from '../options.ts'
import { inputs, openInput, readTexts, type Process, type Program } from '../process.ts'
import { followFile } from './follow.ts'
import { endCode, lineReader, withoutEnd } from './lines.ts'

function* cat(process: Process): Steps<number> {
  const found = options(process, 'nbsvetETAu')
  if (!found) return 1
  const files = inputs(process, found.rest)
  const numbers = found.has('n') || found.has('b')
  let count = 0
  for (const { input } of files) {
    for (;;) {
      const text =
        numbers || found.has('E') || found.has('e') || found.has('A')
          ? yield* readLine(input)
          : yield* input.read()
      if (text === null) break
      let shown = text
      if (found.has('v') || found.has('e') || found.has('A') || found.has('t')) shown = visible(shown)
      if (found.has('T') || found.has('A')) shown = shown.replace(/\t/g, '^I')
      if (found.has('E') || found.has('e') || found.has('A')) shown = shown.replace(/\n$/, '$\n')
      if (numbers && !(found.has('b') && text === '\n')) shown = `${String(++count).padStart(6)}\t${shown}`
      yield* process.print(shown)
    }
  }
  return files.missing === true ? 1 : 0
}

function visible(text: string): string {
  return text.replace(/[\0-\x08\x0b-\x1f\x7f]/g, (char) => `^${String.fromCharCode(char.charCodeAt(0) ^ 64)}`)
}

/** `-20` stands for `-n 20`. */
function withCount(process: Process): Process {
  const isValue = (at: number) => /^-(?:.*[nc]|-lines|-bytes)$/.test(process.args[at - 1] ?? '')
  return process.with(
    process.args.flatMap((it, at) => (/^-\d+$/.test(it) && !isValue(at) ? ['-n', it.slice(1)] : [it])),
  )
}

function* head(process: Process): Steps<number> {
  const found = options(withCount(process), 'n:c:qv', { lines: 'n:', bytes: 'c:', quiet: 'q', verbose: 'v' })
  if (!found) return 1
  const bytes = found.value('c')
  const text = bytes ?? found.value('n') ?? '10'
  const count = parseSize(text.replace(/^-/, ''))
  if (count === null) return process.fail(`invalid number '${text}'`)
  const fromEnd = text.startsWith('-')
  const files = inputs(process, found.rest)
  const titled = (files.length > 1 && !found.has('q')) || found.has('v')
  for (const [i, { path, input }] of files.entries()) {
    if (titled) process.out(`${i > 0 ? '\n' : ''}==> ${path === '-' ? 'standard input' : path} <==\n`)
    if (fromEnd) {
      const all = yield* readAll(input)
      const lines = all.match(/[^\n]*\n|[^\n]+$/g) ?? []
      process.out(
        bytes === undefined
          ? lines.slice(0, Math.max(0, lines.length - count)).join('')
          : all.slice(0, Math.max(0, all.length - count)),
      )
      continue
    }
    let left = count
    while (left > 0) {
      const piece: string | null = bytes === undefined ? yield* readLine(input) : yield* input.read()
      if (piece === null) break
      yield* process.print(bytes === undefined ? piece : piece.slice(0, left))
      left -= bytes === undefined ? 1 : piece.length
    }
  }
  return files.missing === true ? 1 : 0
}

function* tail(process: Process): Steps<number> {
  const own = withCount(process).args.flatMap((it, i, all) =>
    /^\+\d+$/.test(it) && !/^-[nc]$/.test(all[i - 1] ?? '') ? ['-n', it] : [it],
  )
  const found = options(process.with(own), 'n:c:fFqvs:', {
    lines: 'n:',
    bytes: 'c:',
    follow: 'f',
    quiet: 'q',
  })
  if (!found) return 1
  const bytes = found.value('c')
  const text = bytes ?? found.value('n') ?? '10'
  const count = parseSize(text.replace(/^[-+]/, ''))
  if (count === null) return process.fail(`invalid number '${text}'`)
  const files = inputs(process, found.rest)
  const titled = files.length > 1 && !found.has('q')
  for (const [i, { path, input }] of files.entries()) {
    if (titled) process.out(`${i > 0 ? '\n' : ''}==> ${path} <==\n`)
    const all = yield* readAll(input)
    if (bytes !== undefined)
      yield* process.print(text.startsWith('+') ? all.slice(count - 1) : count === 0 ? '' : all.slice(-count))
    else {
      const lines = all.match(/[^\n]*\n|[^\n]+$/g) ?? []
      const shown = text.startsWith('+')
        ? lines.slice(Math.max(0, count - 1))
        : count === 0
          ? []
          : lines.slice(-count)
      yield* process.print(shown.join(''))
    }
  }
  if ((found.has('f') || found.has('F')) && found.rest.length > 0) yield* followFile(process, found.rest)
  return files.missing === true ? 1 : 0
}

function* wc(process: Process): Steps<number> {
  const found = options(process, 'lwcmL')
  if (!found) return 1
  const all = !'lwcmL'.split('').some((it) => found.has(it))
  const rows: { path: string; counts: number[] }[] = []
  let code = 0
  for (const path of found.rest.length === 0 ? ['-'] : found.rest) {
    const input = openInput(process, path)
    if (!input) {
      code = 1
      continue
    }
    const node = path === '-' ? undefined : process.find(path)
    const text = yield* readAll(input)
    const size = node?.kind === 'file' ? node.size() : byteCount(text)
    const counts: number[] = []
    if (all || found.has('l')) counts.push(text.split('\n').length - 1)
    if (all || found.has('w')) counts.push((text.match(/\S+/g) ?? []).length)
    if (all || found.has('c')) counts.push(size)
    if (found.has('m')) counts.push([...text].length)
    if (found.has('L')) counts.push(Math.max(0, ...text.split('\n').map((it) => it.length)))
    rows.push({ path: path === '-' ? '' : path, counts })
  }
  if (rows.length > 1) {
    const sums = (rows[0]?.counts ?? []).map((_, i) =>
      rows.reduce((sum, row) => sum + (row.counts[i] ?? 0), 0),
    )
    rows.push({ path: 'total', counts: sums })
  }
  const isShort = (rows[0]?.counts.length ?? 0) === 1
  for (const { path, counts } of rows) {
    const cells = counts.map((it) => (isShort && rows.length === 1 ? String(it) : String(it).padStart(9)))
    process.out(`${cells.join(' ')}${path === '' ? '' : ` ${path}`}\n`)
  }
  return code
}

function byteCount(text: string): number {
  // Bytes above 127 that a program made one by one are bytes, all else is UTF-8.
  let bytes = 0
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

interface SortKey {
  from: number
  fromChar: number
  to: number
  flags: string
}

function sortKey(text: string, flags: string): SortKey | null {
  const match = /^(\d+)(?:\.(\d+))?([bdfgihnrV]*)(?:,(\d+)(?:\.\d+)?([bdfgihnrV]*))?$/.exec(text)
  if (!match) return null
  const own = (match[3] ?? '') + (match[5] ?? '')
  return {
    from: Number(match[1]),
    fromChar: Number(match[2] ?? 1),
    to: match[4] === undefined ? Infinity : Number(match[4]),
    flags: own === '' ? flags : own,
  }
}

function* sort(process: Process): Steps<number> {
  const found = options(process, 'nrufbdghiVck:t:o:sMz', {
    reverse: 'r',
    'numeric-sort': 'n',
    unique: 'u',
    key: 'k:',
  })
  if (!found) return 1
  const { text, code } = yield* readTexts(process, found.rest)
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  const flags = 'nrfbdghiVM'
    .split('')
    .filter((it) => found.has(it))
    .join('')
  const separator = found.value('t')
  const keys: SortKey[] = []
  for (const value of found.values('k')) {
    const key = sortKey(value, flags)
    if (!key) return process.fail(`bad key '${value}'`)
    keys.push(key)
  }
  if (keys.length === 0) keys.push({ from: 1, fromChar: 1, to: Infinity, flags })
  const fieldsOf = (line: string) =>
    separator === undefined ? (line.match(/\s*\S+/g) ?? []) : line.split(separator)
  const part = (line: string, key: SortKey) => {
    if (key.from === 1 && key.to === Infinity && key.fromChar === 1) return line
    return fieldsOf(line)
      .slice(key.from - 1, key.to)
      .join(separator ?? '')
      .slice(key.fromChar - 1)
  }
  const compare = (a: string, b: string) => {
    for (const key of keys) {
      const result = compareTexts(part(a, key), part(b, key), key.flags)
      if (result !== 0) return key.flags.includes('r') ? -result : result
    }
    return 0
  }
  const last = (a: string, b: string) =>
    found.has('s') || found.has('u') ? 0 : (a < b ? -1 : a > b ? 1 : 0) * (found.has('r') ? -1 : 1)
  if (found.has('c')) {
    const wrong = lines.findIndex((line, i) => i > 0 && compare(lines[i - 1] ?? '', line) > 0)
    if (wrong < 0) return 0
    if (!process.isBusybox)
      return process.fail(`${found.rest[0] ?? '-'}:${wrong + 1}: disorder: ${lines[wrong] ?? ''}`)
    process.err(`Check line ${wrong}\n`)
    return 1
  }
  let sorted = lines.toSorted((a, b) => compare(a, b) || last(a, b))
  if (found.has('u')) sorted = sorted.filter((line, i) => i === 0 || compare(sorted[i - 1] ?? '', line) !== 0)
  const result = sorted.map((line) => `${line}\n`).join('')
  const output = found.value('o')
  if (output === undefined) yield* process.print(result)
  else {
    const problem = process.files.write(process.resolve(output), result, false)
    if (problem !== undefined) return process.fail(`can't open '${output}': ${problem}`)
  }
  return code
}

const SUFFIXES = 'KMGTP'

function humanNumber(text: string): number {
  const match = /^\s*(-?[\d.]+)\s*([kKMGTP]?)/.exec(text)
  if (!match) return 0
  return Number(match[1]) * 1024 ** (SUFFIXES.indexOf((match[2] ?? '').toUpperCase()) + 1)
}

function compareTexts(a: string, b: string, flags: string): number {
  const order = (x: number | string, y: number | string) => (x < y ? -1 : x > y ? 1 : 0)
  if (flags.includes('h')) return order(humanNumber(a), humanNumber(b))
  if (flags.includes('n') || flags.includes('g')) {
    const value = (text: string) => Number.parseFloat(/^\s*-?\d*\.?\d+/.exec(text)?.[0] ?? '0')
    return order(value(a), value(b))
  }
  if (flags.includes('M')) {
    const month = (text: string) =>
      'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.indexOf(text.trim().slice(0, 3).toUpperCase())
    return order(month(a), month(b))
  }
  let [x, y] = [a, b]
  if (flags.includes('b')) [x, y] = [x.trimStart(), y.trimStart()]
  if (flags.includes('f')) [x, y] = [x.toUpperCase(), y.toUpperCase()]
  if (flags.includes('d')) [x, y] = [x.replace(/[^\w\s]/g, ''), y.replace(/[^\w\s]/g, '')]
  if (flags.includes('V')) {
    const parts = (text: string) => text.match(/\d+|\D+/g) ?? []
    const [first, second] = [parts(x), parts(y)]
    for (let i = 0; i < Math.max(first.length, second.length); i++) {
      const [p, q] = [first[i] ?? '', second[i] ?? '']
      const result = /^\d/.test(p) && /^\d/.test(q) ? order(Number(p), Number(q)) : order(p, q)
      if (result !== 0) return result
    }
    return 0
  }
  return order(x, y)
}

function* uniq(process: Process): Steps<number> {
  const found = options(process, 'cduif:s:w:')
  if (!found) return 1
  const input = openInput(process, found.rest[0] ?? '-')
  if (!input) return 1
  const key = (line: string) => {
    const fields = Number(found.value('f') ?? 0)
    let text = fields > 0 ? line.replace(new RegExp(`^(?:\\s*\\S+){${fields}}`), '') : line
    text = text.slice(Number(found.value('s') ?? 0))
    const width = found.value('w')
    if (width !== undefined) text = text.slice(0, Number(width))
    return found.has('i') ? text.toLowerCase() : text
  }
  let current: string | null = null
  let count = 0
  const show = function* (): Steps<void> {
    if (current === null || (found.has('d') && count < 2) || (found.has('u') && count > 1)) return
    yield* process.print(found.has('c') ? `${String(count).padStart(7)} ${current}\n` : `${current}\n`)
  }
  for (;;) {
    const line = yield* readLine(input)
    if (line === null) break
    const text = withoutEnd(line)
    if (current !== null && key(current) === key(text)) {
      count++
      continue
    }
    yield* show()
    current = text
    count = 1
  }
  yield* show()
  return 0
}

/** The positions that a list such as `1,3-5,7-` contains; null when it is none. */
function rangesOf(text: string): ((position: number) => boolean) | null {
  const ranges: [number, number][] = []
  for (const part of text.split(',')) {
    const match = /^(\d*)(-?)(\d*)$/.exec(part)
    if (!match || (match[1] === '' && match[3] === '')) return null
    const from = match[1] === '' ? 1 : Number(match[1])
    ranges.push([from, match[2] === '' ? from : match[3] === '' ? Infinity : Number(match[3])])
  }
  return (position) => ranges.some(([from, to]) => position >= from && position <= to)
}

function* cut(process: Process): Steps<number> {
  const found = options(process, 'b:c:f:d:sn', {
    delimiter: 'd:',
    fields: 'f:',
    characters: 'c:',
    'output-delimiter': 'output-delimiter:',
    complement: 'complement',
  })
  if (!found) return 1
  const list = found.value('f') ?? found.value('c') ?? found.value('b')
  if (list === undefined) return process.fail('expected a list of bytes, characters, or fields')
  const ranges = rangesOf(list)
  if (!ranges) return process.fail(`invalid range '${list}'`)
  const has = (position: number) => ranges(position) !== found.has('complement')
  const delimiter = found.value('d') ?? '\t'
  if (found.has('d') && [...delimiter].length !== 1)
    return process.fail('the delimiter must be a single character')
  const files = inputs(process, found.rest)
  for (const { input } of files) {
    for (;;) {
      const line = yield* readLine(input)
      if (line === null) break
      const text = withoutEnd(line)
      if (!found.has('f')) {
        yield* process.print(`${[...text].filter((_, i) => has(i + 1)).join('')}\n`)
        continue
      }
      if (!text.includes(delimiter)) {
        if (!found.has('s')) yield* process.print(`${text}\n`)
        continue
      }
      const parts = text.split(delimiter).filter((_, i) => has(i + 1))
      yield* process.print(`${parts.join(found.value('output-delimiter') ?? delimiter)}\n`)
    }
  }
  return files.missing === true ? 1 : 0
}

const SETS: Readonly<Record<string, string>> = {
  lower: 'abcdefghijklmnopqrstuvwxyz',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  digit: '0123456789',
  space: ' \t\n\v\f\r',
  blank: ' \t',
  punct: '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
}

function charactersOf(text: string): string[] {
  const plain = unescaped(text).text.replace(/\[:(\w+):\]/g, (match, name: string) => {
    if (name === 'alpha') return (SETS['upper'] ?? '') + (SETS['lower'] ?? '')
    if (name === 'alnum') return (SETS['digit'] ?? '') + (SETS['upper'] ?? '') + (SETS['lower'] ?? '')
    if (name === 'cntrl') return Array.from({ length: 32 }, (_, i) => String.fromCharCode(i)).join('')
    if (name === 'print') return Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')
    if (name === 'xdigit') return '0123456789ABCDEFabcdef'
    return valueIn(SETS, name) ?? match
  })
  const found: string[] = []
  const chars = [...plain]
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i] ?? ''
    const end = chars[i + 2]
    if (chars[i + 1] === '-' && end !== undefined && end >= char) {
      for (let code = char.codePointAt(0) ?? 0; code <= (end.codePointAt(0) ?? 0); code++)
        found.push(String.fromCodePoint(code))
      i += 2
    } else found.push(char)
  }
  return found
}

function* tr(process: Process): Steps<number> {
  const found = options(process, 'cCds', {}, { stopsAtFirst: true })
  if (!found) return 1
  const [first, second] = found.rest
  if (first === undefined) return process.fail('missing operand\nUsage: tr [-cds] STRING1 [STRING2]')
  const from = charactersOf(first)
  const to = second === undefined ? [] : charactersOf(second)
  const set = new Set(from)
  const isComplement = found.has('c') || found.has('C')
  const has = (char: string) => set.has(char) !== isComplement
  const map = new Map(
    from.map((char, i) => [char, to[Math.min(i, to.length - 1)] ?? char] as const).toReversed(),
  )
  const squeezed = found.has('s')
    ? new Set(
        second === undefined || (found.has('d') && second !== undefined)
          ? second === undefined
            ? from
            : to
          : to,
      )
    : null
  let last = ''
  for (;;) {
    const text = yield* process.streams.in.read()
    if (text === null) return 0
    let shown = ''
    for (const char of text) {
      if (found.has('d') && has(char)) continue
      const next =
        found.has('d') || to.length === 0
          ? char
          : isComplement
            ? has(char)
              ? (to.at(-1) ?? char)
              : char
            : (map.get(char) ?? char)
      const isSqueezed = squeezed !== null && squeezed.has(next) !== (isComplement && second === undefined)
      if (isSqueezed && next === last) continue
      shown += next
      last = next
    }
    yield* process.print(shown)
  }
}

function* rev(process: Process): Steps<number> {
  const next = lineReader(process, process.args)
  for (;;) {
    const line = yield* next.read()
    if (line === null) return endCode(next)
    yield* process.print(`${[...withoutEnd(line)].reverse().join('')}\n`)
  }
}

function* tac(process: Process): Steps<number> {
  const { text, code } = yield* readTexts(process, process.args)
  yield* process.print(
    (text.match(/[^\n]*\n|[^\n]+$/g) ?? [])
      .reverse()
      .map((it) => (it.endsWith('\n') ? it : `${it}\n`))
      .join(''),
  )
  return code
}

function* nl(process: Process): Steps<number> {
  const found = options(process, 'b:w:s:v:')
  if (!found) return 1
  const next = lineReader(process, found.rest)
  let count = Number(found.value('v') ?? 1)
  const width = Number(found.value('w') ?? 6)
  for (;;) {
    const line = yield* next.read()
    if (line === null) return endCode(next)
    const text = withoutEnd(line)
    if (text === '' && found.value('b') !== 'a') yield* process.print(`${' '.repeat(width + 1)}\n`)
    else yield* process.print(`${String(count++).padStart(width)}${found.value('s') ?? '\t'}${text}\n`)
  }
}

function* paste(process: Process): Steps<number> {
  const found = options(process, 'sd:')
  if (!found) return 1
  const files = inputs(process, found.rest)
  const shared = found.rest.filter((it) => it === '-').length
  const delimiters = [...unescaped(found.value('d') ?? '\t').text]
  const columns: string[][] = []
  const lines = (text: string) => text.replace(/\n$/, '').split('\n')
  // The input that stands there several times gives a line to each in turn.
  const common = shared > 1 ? lines(yield* readAll(process.streams.in)) : []
  let turn = 0
  for (const { path, input } of files) {
    if (path === '-' && shared > 1) {
      const own = turn++
      columns.push(common.filter((_line, i) => i % shared === own))
    } else columns.push(lines(yield* readAll(input)))
  }
  const glue = (cells: readonly string[]) =>
    cells
      .map((cell, i) => (i === 0 ? cell : `${delimiters[(i - 1) % delimiters.length] ?? ''}${cell}`))
      .join('')
  if (found.has('s')) for (const column of columns) yield* process.print(`${glue(column)}\n`)
  else {
    const count = Math.max(0, ...columns.map((it) => it.length))
    for (let i = 0; i < count; i++) {
      // That of busybox leaves out files that have ended.
      const going = process.isBusybox ? columns.filter((it) => i < it.length) : columns
      yield* process.print(`${glue(going.map((it) => it[i] ?? ''))}\n`)
    }
  }
  return files.missing === true ? 1 : 0
}

function* fold(process: Process): Steps<number> {
  const found = options(process, 'bsw:')
  if (!found) return 1
  const width = Number(found.value('w') ?? 80)
  const next = lineReader(process, found.rest)
  for (;;) {
    const line = yield* next.read()
    if (line === null) return endCode(next)
    let text = withoutEnd(line)
    while (text.length > width) {
      const space = found.has('s') ? text.lastIndexOf(' ', width - 1) : -1
      const end = space > 0 ? space + 1 : width
      yield* process.print(`${text.slice(0, end)}\n`)
      text = text.slice(end)
    }
    yield* process.print(`${text}\n`)
  }
}

function* column(process: Process): Steps<number> {
  const found = options(process, 'ts:')
  if (!found) return 1
  const { text, code } = yield* readTexts(process, found.rest)
  const rows = text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.trim().split(found.has('s') ? (found.value('s') ?? ' ') : /\s+/))
  const widths: number[] = []
  for (const row of rows)
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length)
  yield* process.print(
    rows
      .map(
        (row) =>
          `${row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0))).join('  ')}\n`,
      )
      .join(''),
  )
  return code
}

function* tee(process: Process): Steps<number> {
  const found = options(process, 'ai')
  if (!found) return 1
  let code = 0
  const paths: string[] = []
  for (const path of found.rest) {
    const problem = process.files.write(process.resolve(path), '', found.has('a'))
    if (problem === undefined) paths.push(path)
    else
      code = process.fail(
        `${path}: ${problem === 'nonexistent directory' ? 'No such file or directory' : problem}`,
      )
  }
  for (;;) {
    const text = yield* process.streams.in.read()
    if (text === null) return code
    for (const path of paths) process.files.write(process.resolve(path), text, true)
    yield* process.print(text)
  }
}

function* comm(process: Process): Steps<number> {
  const found = options(process, '123')
  if (!found) return 1
  const [first, second] = found.rest
  if (first === undefined || second === undefined) return process.fail('missing operand')
  const columns: string[][] = []
  for (const path of [first, second]) {
    const input = openInput(process, path)
    if (!input) return 1
    columns.push((yield* readAll(input)).replace(/\n$/, '').split('\n'))
  }
  const [left = [], right = []] = columns
  let [i, j] = [0, 0]
  const tabs = (n: number) => '\t'.repeat([1, 2].filter((it) => it < n && !found.has(String(it))).length)
  while (i < left.length || j < right.length) {
    const [a, b] = [left[i], right[j]]
    const which = b === undefined || (a !== undefined && a < b) ? 1 : a === undefined || b < a ? 2 : 3
    if (!found.has(String(which))) yield* process.print(`${tabs(which)}${(which === 2 ? b : a) ?? ''}\n`)
    if (which !== 2) i++
    if (which !== 1) j++
  }
  return 0
}

function* strings(process: Process): Steps<number> {
  const found = options(process, 'an:')
  if (!found) return 1
  const { text, code } = yield* readTexts(process, found.rest)
  const least = Number(found.value('n') ?? 4)
  for (const [match] of text.matchAll(new RegExp(`[\\x20-\\x7e\\t]{${least},}`, 'g')))
    yield* process.print(`${match}\n`)
  return code
}

function* expand(process: Process): Steps<number> {
  const found = options(process, 'it:')
  if (!found) return 1
  const size = Number(found.value('t') ?? 8)
  const { text, code } = yield* readTexts(process, found.rest)
  const shown = text.replace(/[^\n]*/g, (line) => {
    let result = ''
    for (const char of line) result += char === '\t' ? ' '.repeat(size - (result.length % size)) : char
    return result
  })
  yield* process.print(shown)
  return code
}

export const textPrograms: Record<string, Program> = {
  cat,
  column,
  comm,
  cut,
  expand,
  fold,
  head,
  nl,
  paste,
  rev,
  sort,
  strings,
  tac,
  tail,
  tee,
  tr,
  uniq,
  wc,
}
