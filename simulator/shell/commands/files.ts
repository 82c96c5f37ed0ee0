import { civil, isoDate, journalStamp, timeOfDay } from '../../base/calendar.ts'
import type { Node } from '../files/file-system.ts'
import { baseName, joined } from '../files/paths.ts'
import type { Steps } from '../kernel/kernel.ts'
import { readAll } from '../kernel/streams.ts'
import { mountsOf, type Mount } from '../mounts.ts'
import { fixedRow, human, humanUp, options, parseSize, table, type Options } from '../options.ts'
import { openInput, type Process, type Program } from '../process.ts'

const NO_FILE = 'No such file or directory'

/** `drwxr-xr-x` */
export function modeText(node: Node): string {
  const type =
    node.kind === 'folder'
      ? 'd'
      : node.kind === 'link'
        ? 'l'
        : node.type === 'character'
          ? 'c'
          : node.type === 'block'
            ? 'b'
            : node.type === 'socket'
              ? 's'
              : '-'
  const bits = Array.from('rwxrwxrwx', (letter, i) => ((node.mode >> (8 - i)) & 1 ? letter : '-'))
  if (node.mode & 0o1000) bits[8] = bits[8] === 'x' ? 't' : 'T'
  return type + bits.join('')
}

function sizeOfNode(node: Node): number {
  if (node.kind === 'folder') return 4096
  return node.kind === 'link' ? node.target.length : node.size()
}

/** Recent times have a time of day, others a year. */
function listTime(process: Process, at: number, full: boolean): string {
  if (full) return `${isoDate(at)} ${timeOfDay(at)} +0000`
  const now = process.machine.now()
  const stamp = journalStamp(at)
  if (now - at < 182 * 86_400_000 && at <= now + 3_600_000) return stamp.slice(0, 12)
  return `${stamp.slice(0, 6)}  ${civil(at).year}`
}

interface Listed {
  name: string
  node: Node
}

function* ls(process: Process): Steps<number> {
  const found = options(process, 'aAlhH1trRSFdinsCxLpgomuckqQbXwT:', {
    color: 'color',
    all: 'a',
    'full-time': 'full-time',
    'group-directories-first': 'group-directories-first',
    'human-readable': 'h',
  })
  if (!found) return 1
  const paths = found.rest.length === 0 ? ['.'] : found.rest
  let code = 0
  const files: Listed[] = []
  const folders: { path: string; node: Extract<Node, { kind: 'folder' }> }[] = []
  for (const path of paths) {
    const absolute = process.resolve(path)
    const isPlain = found.has('l') || found.has('d')
    const entry =
      isPlain && !path.endsWith('/') ? process.files.entry(absolute) : process.files.find(absolute)
    // Of a link to nothing, only its own facts can be told.
    const node =
      entry ?? (isPlain || found.has('i') || !process.isBusybox ? process.files.entry(absolute) : undefined)
    if (!node) {
      code = process.fail(`${path}: ${NO_FILE}`, process.isBusybox ? 1 : 2)
    } else if (node.kind === 'folder' && !found.has('d')) folders.push({ path, node })
    else files.push({ name: path, node })
  }
  if (files.length > 0) yield* process.print(listing(process, ordered(files, found), found, null))
  const named = paths.length > 1 || found.has('R')
  for (const [i, { path, node }] of folders.entries()) {
    yield* listFolder(process, path, node, found, named, i > 0 || files.length > 0)
  }
  return code
}

function* listFolder(
  process: Process,
  path: string,
  node: Extract<Node, { kind: 'folder' }>,
  found: Options,
  named: boolean,
  spaced: boolean,
): Steps<void> {
  const entries = node
    .names()
    .filter((name) => found.has('a') || found.has('A') || !name.startsWith('.'))
    .flatMap((name): Listed[] => {
      const child = node.get(name)
      return child ? [{ name, node: child }] : []
    })
  const all = found.has('a') ? [{ name: '.', node }, { name: '..', node }, ...entries] : entries
  if (named) yield* process.print(`${spaced ? '\n' : ''}${path}:\n`)
  yield* process.print(listing(process, ordered(all, found), found, entries))
  if (!found.has('R')) return
  for (const child of ordered(entries, found)) {
    if (child.node.kind === 'folder')
      yield* listFolder(process, joined(path, child.name), child.node, found, true, true)
  }
}

function ordered(entries: readonly Listed[], found: Options): Listed[] {
  const by = (a: Listed, b: Listed) => {
    if (found.has('t')) return b.node.at - a.node.at || (a.name < b.name ? -1 : 1)
    if (found.has('S')) return sizeOfNode(b.node) - sizeOfNode(a.node) || (a.name < b.name ? -1 : 1)
    return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
  }
  const sorted = entries.toSorted(by)
  return found.has('r') ? sorted.reverse() : sorted
}

function marked({ name, node }: Listed, found: Options): string {
  if (node.kind === 'folder' && (found.has('F') || found.has('p'))) return `${name}/`
  if (!found.has('F')) return name
  if (node.kind === 'link') return `${name}@`
  if (node.kind === 'file' && node.type === 'socket') return `${name}=`
  return node.mode & 0o111 ? `${name}*` : name
}

function listing(
  process: Process,
  entries: readonly Listed[],
  found: Options,
  folder: readonly Listed[] | null,
): string {
  if (found.has('l') || found.has('n') || found.has('g') || found.has('o')) {
    const rows = entries.map((it) => {
      const { name, node } = it
      const size = sizeOfNode(node)
      const inode = found.has('i') ? [inodeOf(name)] : []
      const user = found.has('n') ? '0' : 'root'
      return [
        ...inode,
        modeText(node),
        node.kind === 'folder'
          ? String(2 + node.names().filter((child) => node.get(child)?.kind === 'folder').length)
          : '1',
        user,
        user,
        found.has('h') ? sizeOf(process)(size) : String(size),
        listTime(process, node.at, found.has('full-time')),
        node.kind === 'link' ? `${name} -> ${node.target}` : marked(it, found),
      ]
    })
    const shift = found.has('i') ? 1 : 0
    const total =
      folder === null
        ? ''
        : `total ${Math.ceil(folder.reduce((sum, it) => sum + Math.ceil(sizeOfNode(it.node) / 4096) * 4, 0))}\n`
    if (!process.isBusybox) return total + table(rows, [1 + shift, 4 + shift], ' ')
    const widths = [...(shift === 1 ? [7] : []), -10, 4, -8, -8, 9, 0, 0]
    return total + rows.map((row) => `${fixedRow(widths, row)}\n`).join('')
  }
  const names = entries.map(
    (it) =>
      (found.has('i') ? `${inodeOf(it.name)} ` : '') +
      (found.has('s') ? `${Math.ceil(sizeOfNode(it.node) / 1024)} ` : '') +
      marked(it, found),
  )
  if (names.length === 0) return ''
  // One name per line in a pipe or with `-1`.
  if (found.has('1') || !process.streams.out.isTerminal) return `${names.join('\n')}\n`
  const width = Math.max(...names.map((it) => it.length)) + 2
  const columns = Math.max(1, Math.floor(process.cols / width))
  const rows = Math.ceil(names.length / columns)
  const lines = Array.from({ length: rows }, (_, row) =>
    names
      .filter((_name, i) => i % rows === row)
      .map((name) => name.padEnd(width))
      .join('')
      .trimEnd(),
  )
  return `${lines.join('\n')}\n`
}

function inodeOf(name: string): string {
  let sum = 11
  for (const char of name) sum = (sum * 31 + char.charCodeAt(0)) % 900_000
  return String(sum + 12)
}

function touch(process: Process): number {
  const found = options(process, 'camhd:t:r:', { date: 'd:', reference: 'r:', 'no-create': 'c' })
  if (!found) return 1
  if (found.rest.length === 0) return process.fail('missing file operand')
  let at = process.machine.now()
  const reference = found.value('r')
  const date = found.value('d') ?? found.value('t')
  if (reference !== undefined) at = process.find(reference)?.at ?? at
  else if (date !== undefined) {
    const parsed = parseDate(date, at)
    if (parsed === null) return process.fail(`invalid date '${date}'`)
    at = parsed
  }
  let code = 0
  for (const path of found.rest) {
    if (found.has('c') && !process.find(path)) continue
    const problem = process.files.touch(process.resolve(path), at)
    if (problem !== undefined)
      code = process.fail(`${path}: ${problem === 'nonexistent directory' ? NO_FILE : problem}`)
  }
  return code
}

/** The instant of a date as people write it; null when it is none. */
export function parseDate(text: string, now: number): number | null {
  if (/^@\d+$/.test(text)) return Number(text.slice(1)) * 1000
  if (text === 'now') return now
  const day = Math.floor(now / 86_400_000) * 86_400_000
  if (text === 'today') return day
  if (text === 'yesterday') return day - 86_400_000
  if (text === 'tomorrow') return day + 86_400_000
  const relative = /^(?:-(\d+)|(\d+))\s*(s|sec|second|min|m|minute|h|hour|d|day|w|week)s?(?:\s+ago)?$/.exec(
    text.trim(),
  )
  if (relative) {
    const units: Record<string, number> = {
      s: 1,
      sec: 1,
      second: 1,
      m: 60,
      min: 60,
      minute: 60,
      h: 3600,
      hour: 3600,
      d: 86_400,
      day: 86_400,
      w: 604_800,
      week: 604_800,
    }
    const amount = Number(relative[1] ?? relative[2]) * (units[relative[3] ?? 's'] ?? 1) * 1000
    return relative[1] !== undefined || text.includes('ago') ? now - amount : now + amount
  }
  const full = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?(?:Z| ?UTC)?$/.exec(
    text.trim(),
  )
  if (full) return instantOf(full.slice(1).map((it) => Number(it ?? 0)))
  const named = namedDate(text.trim())
  if (named !== null) return named
  const time = /^(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(text.trim())
  if (time) {
    const sinceMidnight = instantOf([1970, 1, 1, ...time.slice(1).map((it) => Number(it ?? 0))])
    return sinceMidnight === null ? null : day + sinceMidnight
  }
  const stamp = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(?:\.(\d{2}))?$/.exec(text)
  return stamp ? instantOf(stamp.slice(1).map((it) => Number(it ?? 0))) : null
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** 23 MAR 2017 12:00:00, Mar 23 2017, or what `date` prints; null for another text. */
function namedDate(text: string): number | null {
  const clock = /(\d{2}):(\d{2})(?::(\d{2}))?/.exec(text)
  const words = text
    .replace(clock?.[0] ?? '', ' ')
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i, '')
    .replace(/ UTC\b/, '')
  const [, dayFirst, monthName, monthFirst, dayNext, year] =
    /^ *(?:(\d{1,2}) +([a-z]{3,9})|([a-z]{3,9}) +(\d{1,2}),?) +(\d{4}) *$/i.exec(words) ?? []
  const month = MONTHS.indexOf((monthName ?? monthFirst ?? '?').slice(0, 3).toLowerCase())
  if (month < 0) return null
  const [, hour = '0', minute = '0', second = '0'] = clock ?? []
  return instantOf([year, month + 1, dayFirst ?? dayNext, hour, minute, second].map(Number))
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

/** null where there is no such day or time. */
function instantOf([year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0]: readonly number[]):
  | number
  | null {
  if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return null
  if (hour > 23 || minute > 59 || second > 60) return null
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return ((era * 146_097 + dayOfEra - 719_468) * 86_400 + hour * 3600 + minute * 60 + second) * 1000
}

function mkdir(process: Process): number {
  const found = options(process, 'pm:v', { parents: 'p', mode: 'm:' })
  if (!found) return 1
  if (found.rest.length === 0) return process.fail('missing operand')
  let code = 0
  for (const path of found.rest) {
    const absolute = process.resolve(path)
    const names = absolute.split('/').filter((it) => it !== '')
    const folders = found.has('p') ? names.map((_, i) => `/${names.slice(0, i + 1).join('/')}`) : [absolute]
    const mode = found.value('m')
    for (const folder of folders) {
      if (found.has('p') && process.files.find(folder)?.kind === 'folder') continue
      const problem = process.files.makeFolder(folder)
      if (problem === undefined) {
        if (mode !== undefined && folder === absolute)
          process.files.changeMode(folder, changedMode(mode, 0o777, true) ?? 0o755)
        if (found.has('v'))
          process.out(
            process.isBusybox ? `created directory: '${path}'\n` : `mkdir: created directory '${path}'\n`,
          )
        continue
      }
      code = process.fail(`can't create directory '${path}': ${problem}`)
      break
    }
  }
  return code
}

function rmdir(process: Process): number {
  const found = options(process, 'pv', { parents: 'p' })
  if (!found) return 1
  let code = 0
  if (found.rest.length === 0) return process.fail('missing operand')
  for (const path of found.rest) {
    const names = path.replace(/\/+$/, '').split('/')
    const chain = found.has('p')
      ? names.map((_name, i) => names.slice(0, names.length - i).join('/'))
      : [path]
    for (const it of chain.filter((one) => one !== '')) {
      const problem = process.files.removeFolder(process.resolve(it))
      if (problem === undefined) continue
      code = process.fail(`'${it}': ${problem}`)
      break
    }
  }
  return code
}

/** Removes a file or folder with all that is in it; returns what went wrong. */
function removeAll(process: Process, path: string): string | undefined {
  const absolute = process.resolve(path)
  const node = process.files.entry(absolute)
  if (!node) return NO_FILE
  if (node.kind !== 'folder') return process.files.remove(absolute)
  for (const name of node.names()) {
    const problem = removeAll(process, joined(absolute, name))
    if (problem !== undefined) return problem
  }
  return process.files.removeFolder(absolute)
}

function* rm(process: Process): Steps<number> {
  const found = options(process, 'rRfiv', { recursive: 'r', force: 'f' })
  if (!found) return 1
  const deep = found.has('r') || found.has('R')
  if (found.rest.length === 0 && !found.has('f')) return process.fail('missing operand')
  let code = 0
  for (const path of found.rest) {
    const absolute = process.resolve(path)
    const node = process.files.entry(absolute)
    if (!node) {
      if (!found.has('f')) code = process.fail(`can't remove '${path}': ${NO_FILE}`)
      continue
    }
    if (node.kind === 'folder' && !deep) {
      code = process.fail(`'${path}' is a directory`)
      continue
    }
    if (absolute === '/' || /(^|\/)\.{1,2}$/.test(path)) {
      code = process.fail(`can't remove '${path}': Device or resource busy`)
      continue
    }
    if (found.has('i')) {
      process.err(`rm: remove '${path}'? `)
      const answer = yield* process.streams.in.read()
      if (answer === null || !/^y/i.test(answer)) continue
    }
    const problem = removeAll(process, absolute)
    if (problem !== undefined) code = process.fail(`can't remove '${path}': ${problem}`)
    else if (found.has('v')) process.out(`removed '${path}'\n`)
  }
  return code
}

/** Copies a file or folder; returns what went wrong. */
function copy(process: Process, from: string, to: string, deep: boolean, keeps: boolean): string | undefined {
  const node = deep ? process.files.entry(from) : process.files.find(from)
  if (!node) return NO_FILE
  if (node.kind === 'link') return process.files.makeLink(to, node.target)
  if (node.kind === 'file') {
    const text = node.text()
    const size = node.size()
    return process.files.write(to, text, false, {
      mode: node.mode,
      ...(size > text.length * 4 ? { size } : {}),
      ...(keeps ? { at: node.at } : {}),
    })
  }
  if (process.files.find(to)?.kind !== 'folder') {
    const problem = process.files.makeFolder(to)
    if (problem !== undefined) return problem
  }
  for (const name of node.names()) {
    const problem = copy(process, joined(from, name), joined(to, name), true, keeps)
    if (problem !== undefined) return problem
  }
  return undefined
}

function targetsOf(
  process: Process,
  found: Options,
): { pairs: { path: string; from: string; to: string }[] } | number {
  const rest = [...found.rest]
  const folder = found.value('t')
  const last = folder ?? rest.pop()
  if (last === undefined || rest.length === 0)
    return process.fail(
      rest.length === 0 && last === undefined ? 'missing file operand' : 'missing destination file operand',
    )
  const node = process.find(last)
  const isFolder = node?.kind === 'folder' && !found.has('T')
  if (rest.length > 1 && !isFolder) return process.fail(`target '${last}' is not a directory`)
  return {
    pairs: rest.map((path) => {
      const from = process.resolve(path)
      const to = process.resolve(last)
      return { path, from, to: isFolder ? joined(to, baseName(from)) : to }
    }),
  }
}

function cp(process: Process): number {
  const found = options(process, 'rRafpdPLvnuTt:i', { recursive: 'r', force: 'f', archive: 'a' })
  if (!found) return 1
  const targets = targetsOf(process, found)
  if (typeof targets === 'number') return targets
  const deep = found.has('r') || found.has('R') || found.has('a')
  let code = 0
  for (const { path, from, to } of targets.pairs) {
    const node = process.files.find(from)
    if (!node) code = process.fail(`can't stat '${path}': ${NO_FILE}`)
    else if (node.kind === 'folder' && !deep) code = process.fail(`omitting directory '${path}'`)
    else if (from === to) code = process.fail(`'${path}' and '${path}' are the same file`)
    else if (found.has('n') && process.files.find(to)) continue
    else {
      const given = found.value('t') ?? found.rest.at(-1) ?? ''
      const shown = to === process.resolve(given) ? given : joined(given, baseName(to))
      const problem = copy(process, from, to, deep, found.has('a') || found.has('p'))
      if (problem !== undefined)
        code = process.fail(
          `can't create '${shown}': ${problem === 'nonexistent directory' ? NO_FILE : problem}`,
        )
      else if (found.has('v')) process.out(`'${path}' -> '${shown}'\n`)
    }
  }
  return code
}

function mv(process: Process): number {
  const found = options(process, 'fintTvut:', { force: 'f' })
  if (!found) return 1
  const targets = targetsOf(process, found)
  if (typeof targets === 'number') return targets
  let code = 0
  for (const { path, from, to } of targets.pairs) {
    if (!process.files.entry(from)) {
      code = process.fail(`can't rename '${path}': ${NO_FILE}`)
      continue
    }
    if (from === to) {
      code = process.fail(`'${path}' and '${path}' are the same file`)
      continue
    }
    if (to.startsWith(`${from}/`)) {
      code = process.fail(`can't rename '${path}': Invalid argument`)
      continue
    }
    if (found.has('n') && process.files.find(to)) continue
    if (!process.files.isWritable(from)) {
      code = process.fail(`can't rename '${path}': Read-only file system`)
      continue
    }
    const problem = copy(process, from, to, true, true) ?? removeAll(process, from)
    if (problem !== undefined)
      code = process.fail(
        `can't rename '${path}': ${problem === 'nonexistent directory' ? NO_FILE : problem}`,
      )
  }
  return code
}

function ln(process: Process): number {
  const found = options(process, 'sfnvbT', { symbolic: 's', force: 'f' })
  if (!found) return 1
  const [target, path = baseName(target ?? '')] = found.rest
  if (target === undefined) return process.fail('missing operand')
  const absolute = process.resolve(path)
  const isFolder = process.files.find(absolute)?.kind === 'folder'
  const at = isFolder && !found.has('n') ? joined(absolute, baseName(target)) : absolute
  if (found.has('f') && process.files.entry(at)) process.files.remove(at)
  const problem = found.has('s')
    ? process.files.makeLink(at, target)
    : copy(process, process.resolve(target), at, false, true)
  const isMissing = !found.has('s') && !process.files.find(process.resolve(target))
  return problem === undefined ? 0 : process.fail(`${isMissing ? target : path}: ${problem}`)
}

function chmod(process: Process): number {
  const found = options(
    process.with(process.args.map((it) => (/^-[rwx]+$/.test(it) ? `a${it}` : it))),
    'Rvcf',
  )
  if (!found) return 1
  const [mode, ...paths] = found.rest
  if (mode === undefined || paths.length === 0) return process.fail('missing operand')
  let code = 0
  const change = (path: string, given: string) => {
    const node = process.files.find(path)
    if (!node) return void (code = process.fail(`${given}: ${NO_FILE}`))
    const next = changedMode(mode, node.mode, node.kind === 'folder')
    if (next === null) return void (code = process.fail(`invalid mode '${mode}'`))
    const problem = process.files.changeMode(path, next)
    if (problem !== undefined) return void (code = process.fail(`${given}: ${problem}`))
    if (found.has('R') && node.kind === 'folder')
      for (const name of node.names()) change(joined(path, name), joined(given, name))
  }
  for (const path of paths) change(process.resolve(path), path)
  return code
}

function changedMode(text: string, before: number, isFolder: boolean): number | null {
  if (/^[0-7]{3,4}$/.test(text)) return Number.parseInt(text, 8)
  let mode = before
  for (const clause of text.split(',')) {
    const match = /^([ugoa]*)([-+=])([rwxXst]*)$/.exec(clause)
    if (!match) return null
    const who = match[1] === '' || match[1]?.includes('a') ? 'ugo' : (match[1] ?? '')
    let bits = 0
    for (const letter of match[3] ?? '') {
      const value =
        letter === 'r'
          ? 4
          : letter === 'w'
            ? 2
            : letter === 'x' || (letter === 'X' && (isFolder || before & 0o111))
              ? 1
              : 0
      if (letter === 't') bits |= 0o1000
      for (const one of who) bits |= value << (one === 'u' ? 6 : one === 'g' ? 3 : 0)
    }
    const mask = [...who].reduce((sum, one) => sum | (7 << (one === 'u' ? 6 : one === 'g' ? 3 : 0)), 0)
    mode = match[2] === '+' ? mode | bits : match[2] === '-' ? mode & ~bits : (mode & ~mask) | bits
  }
  return mode
}

/** Everything belongs to root, and only root is there. */
function chown(process: Process): number {
  const found = options(process, 'RvhLcf')
  if (!found) return 1
  const [owner, ...paths] = found.rest
  if (owner === undefined || paths.length === 0) return process.fail('missing operand')
  const [user = '', group = ''] = owner.split(/[:.]/)
  const known = (name: string) => name === '' || name === 'root' || /^\d+$/.test(name) || name === 'nobody'
  if (!known(user)) return process.fail(`unknown user ${user}`)
  if (!known(group)) return process.fail(`unknown group ${group}`)
  let code = 0
  for (const path of paths) {
    if (!process.find(path)) code = process.fail(`${path}: ${NO_FILE}`)
    else if (!process.files.isWritable(process.resolve(path)))
      code = process.fail(`${path}: Read-only file system`)
    else if (process.machine.user.uid !== 0) code = process.fail(`${path}: Operation not permitted`)
  }
  return code
}

/** Bytes below a path, as blocks on the disk. */
function diskUsage(
  process: Process,
  path: string,
  node: Node,
  report: (path: string, bytes: number, depth: number, isFolder: boolean) => void,
  depth: number,
  mounts: ReadonlySet<string>,
): number {
  if (node.kind !== 'folder') {
    const bytes = node.kind === 'file' ? node.size() : 0
    report(path, bytes, depth, false)
    return bytes
  }
  let sum = 0
  for (const name of node.names().sort()) {
    const child = node.get(name)
    const childPath = joined(path, name)
    if (!child || mounts.has(process.resolve(childPath))) continue
    sum += diskUsage(process, childPath, child, report, depth + 1, mounts)
  }
  report(path, sum, depth, true)
  return sum
}

function* du(process: Process): Steps<number> {
  const found = options(process, 'aLHd:clshmkxb', {
    'max-depth': 'd:',
    'human-readable': 'h',
    summarize: 's',
    all: 'a',
    total: 'c',
  })
  if (!found) return 1
  const most = found.has('s') ? 0 : Number(found.value('d') ?? Infinity)
  const show = (bytes: number) => {
    if (found.has('b')) return String(bytes)
    if (found.has('h')) return bytes === 0 ? '0' : sizeOf(process)(Math.ceil(bytes / 1024) * 1024)
    return String(Math.ceil(bytes / (found.has('m') ? 1_048_576 : 1024)))
  }
  let code = 0
  let total = 0
  const lines: string[] = []
  const other = found.has('x')
    ? new Set(mountsOf(process.machine).map((it) => it.on))
    : new Set<string>(['/proc', '/sys'])
  for (const path of found.rest.length === 0 ? ['.'] : found.rest) {
    const node = process.files.entry(process.resolve(path))
    if (!node) {
      code = process.fail(`${path}: ${NO_FILE}`)
      continue
    }
    total += diskUsage(
      process,
      path,
      node,
      (at, bytes, depth, isFolder) => {
        if (depth <= most && (isFolder || found.has('a') || depth === 0))
          lines.push(`${show(bytes)}\t${at}\n`)
      },
      0,
      other,
    )
  }
  if (found.has('c')) lines.push(`${show(total)}\ttotal\n`)
  yield* process.print(lines.join(''))
  return code
}

/** The file system of a path: the one with the longest mount point above it. */
function mountOf({ machine }: Process, path: string): Mount {
  const found = mountsOf(machine)
    .filter(({ on }) => path === on || path.startsWith(on === '/' ? on : `${on}/`))
    .sort((a, b) => b.on.length - a.on.length)[0]
  return found ?? { device: 'none', size: 0, used: 0, on: '/', type: 'tmpfs', options: '' }
}

function stat(process: Process): number {
  const found = options(process, 'c:Lftz', { format: 'c:' })
  if (!found) return 1
  let code = 0
  for (const path of found.rest) {
    const absolute = process.resolve(path)
    const node = found.has('L') ? process.files.find(absolute) : process.files.entry(absolute)
    if (!node) {
      code = process.fail(`can't stat '${path}': ${NO_FILE}`)
      continue
    }
    if (found.has('f')) {
      const mount = mountOf(process, absolute)
      const blocks = (mib: number) => Math.floor(mib * 256)
      process.out(
        `  File: "${path}"\n    ID: ${process.machine.token(4920, 2)} Namelen: 255     Type: ${mount.type === 'ext4' ? 'ext2/ext3' : mount.type}\nBlock size: 4096      \nBlocks: Total: ${String(blocks(mount.size)).padEnd(10)} Free: ${String(blocks(mount.size - mount.used)).padEnd(10)} Available: ${blocks(mount.size - mount.used)}\nInodes: Total: ${String(Math.floor(mount.size * 64)).padEnd(10)} Free: ${Math.floor((mount.size - mount.used) * 64)}\n`,
      )
      continue
    }
    const size = sizeOfNode(node)
    const type =
      node.kind === 'folder'
        ? 'directory'
        : node.kind === 'link'
          ? 'symbolic link'
          : node.type === 'file'
            ? size === 0
              ? 'regular empty file'
              : 'regular file'
            : node.type === 'socket'
              ? 'socket'
              : `${node.type} special file`
    const octal = node.mode.toString(8).padStart(4, '0')
    const stamp = `${isoDate(node.at)} ${timeOfDay(node.at)}.000000000 +0000`
    const format = found.value('c')
    if (format !== undefined) {
      const values: Record<string, string> = {
        n: path,
        s: String(size),
        a: node.mode.toString(8),
        A: modeText(node),
        U: 'root',
        G: 'root',
        u: '0',
        g: '0',
        F: type,
        Y: String(Math.floor(node.at / 1000)),
        X: String(Math.floor(node.at / 1000)),
        Z: String(Math.floor(node.at / 1000)),
        y: stamp,
        x: stamp,
        z: stamp,
        N: node.kind === 'link' ? `'${path}' -> '${node.target}'` : path,
        i: inodeOf(path),
        h: '1',
        b: String(Math.ceil(size / 512)),
        B: '512',
        m: '/',
      }
      process.out(`${format.replace(/%(.)/g, (match, letter: string) => values[letter] ?? match)}\n`)
      continue
    }
    process.out(
      `  File: ${node.kind === 'link' ? `'${path}' -> '${node.target}'` : path}\n  Size: ${String(size).padEnd(10)}\tBlocks: ${String(Math.ceil(size / 4096) * 8).padEnd(10)} IO Block: 4096   ${type}\nDevice: b306h/45830d\tInode: ${inodeOf(path).padEnd(11)} Links: ${node.kind === 'folder' ? 2 : 1}\nAccess: (${octal}/${modeText(node)})  Uid: (    0/    root)   Gid: (    0/    root)\nAccess: ${stamp}\nModify: ${stamp}\nChange: ${stamp}\n`,
    )
  }
  return code
}

function readlink(process: Process): number {
  const found = options(process, 'fnemsqz')
  if (!found) return 1
  let code = 0
  for (const path of found.rest) {
    const absolute = process.resolve(path)
    if (found.has('f') || process.name === 'realpath') {
      const real = process.files.real(absolute)
      if (real === undefined && process.name === 'realpath') code = process.fail(`${path}: ${NO_FILE}`)
      else process.out(`${real ?? absolute}\n`)
      continue
    }
    const node = process.files.entry(absolute)
    if (node?.kind === 'link') process.out(`${node.target}${found.has('n') ? '' : '\n'}`)
    else code = 1
  }
  return code
}

function basename(process: Process): number {
  const [path, suffix] = process.args.filter((it) => it !== '-a')
  if (path === undefined) return process.fail('missing operand')
  const name = baseName(path)
  process.out(
    `${suffix !== undefined && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name}\n`,
  )
  return 0
}

function dirname(process: Process): number {
  for (const path of process.args) {
    const trimmed = path.replace(/\/+$/, '')
    const slash = trimmed.lastIndexOf('/')
    process.out(`${slash < 0 ? '.' : slash === 0 ? '/' : trimmed.slice(0, slash)}\n`)
  }
  return process.args.length === 0 ? process.fail('missing operand') : 0
}

function truncate(process: Process): number {
  const found = options(process, 'cs:', { size: 's:' })
  if (!found) return 1
  const size = parseSize(found.value('s') ?? '')
  if (size === null) return process.fail(`invalid number '${found.value('s') ?? ''}'`)
  let code = 0
  for (const path of found.rest) {
    const node = process.find(path)
    const kept = node?.kind === 'file' ? node.text().slice(0, size) : ''
    const text = size > MAX_COPIED ? kept : kept.padEnd(size, '\0')
    const problem = process.files.write(
      process.resolve(path),
      text,
      false,
      size > text.length ? { size } : {},
    )
    if (problem !== undefined) code = process.fail(`${path}: ${problem}`)
  }
  return code
}

const MAX_COPIED = 1_048_576

function* dd(process: Process): Steps<number> {
  const values = new Map(
    process.args.map((it): [string, string] => [it.slice(0, it.indexOf('=')), it.slice(it.indexOf('=') + 1)]),
  )
  const block = parseSize(values.get('bs') ?? '512')
  const count = values.has('count') ? Number(values.get('count')) : Infinity
  if (block === null || !(count >= 0))
    return process.fail(`invalid number '${values.get(block === null ? 'bs' : 'count') ?? ''}'`)
  const source = values.get('if')
  const input = source === undefined ? process.streams.in : openInput(process, source)
  if (!input) return 1
  const skip = Number(values.get('skip') ?? 0) * block
  const wanted = count === Infinity ? Infinity : block * count
  const isEndless = source === '/dev/zero' || source === '/dev/urandom' || source === '/dev/random'
  if (isEndless && wanted === Infinity && values.get('of') === undefined)
    return process.fail('writing needs a count here')
  const node = source === undefined ? undefined : process.find(source)
  let text = ''
  if (isEndless) while (text.length < Math.min(wanted, 4096)) text += (yield* input.read()) ?? ''
  else text = (yield* readAll(input)).slice(skip)
  const available = isEndless
    ? Math.min(wanted, process.machine.freeBytes())
    : node?.kind === 'file'
      ? node.size() - skip
      : text.length
  const size = Math.min(wanted, available)
  text = text.slice(0, Math.min(size, MAX_COPIED))
  const output = values.get('of')
  let isFull = isEndless && size < wanted
  if (output === undefined) yield* process.print(text)
  else if (process.find(output)?.kind === 'file' && output.startsWith('/dev/')) isFull = false
  else {
    const kept = text.slice(0, 4096)
    const problem = process.files.write(
      process.resolve(output),
      size > 4096 ? kept : text,
      values.get('oflag') === 'append',
      size > 4096 ? { size } : {},
    )
    if (problem !== undefined) return process.fail(`can't open '${output}': ${problem}`)
  }
  if (values.get('status') !== 'none') {
    const full = Math.floor(size / block)
    const partial = size % block === 0 ? 0 : 1
    const ms = Math.max(1, size / 22_000)
    if (ms >= 100) yield* process.sleep(Math.min(ms, 600_000))
    const seconds = ms / 1000
    process.err(
      `${isFull ? `dd: error writing '${output ?? ''}': No space left on device\n` : ''}${full}+${partial} records in\n${full}+${partial} records out\n${size} bytes (${human(size)}B) copied, ${seconds.toFixed(6)} seconds, ${human(size / seconds)}B/s\n`,
    )
  }
  return isFull ? 1 : 0
}

/** How a program writes sizes for people. */
const sizeOf = (process: Process) => (process.isBusybox ? human : humanUp)

function df(process: Process): number {
  const found = options(process, 'hmkPTaiB:t:', { 'human-readable': 'h' })
  if (!found) return 1
  const all = mountsOf(process.machine).filter((it) => it.size > 0)
  const listed: ReturnType<typeof mountsOf> = []
  let code = 0
  for (const path of found.rest) {
    const absolute = process.files.real(process.resolve(path))
    const mount =
      absolute === undefined
        ? undefined
        : all
            .filter((it) => it.on === '/' || absolute === it.on || absolute.startsWith(`${it.on}/`))
            .sort((a, b) => b.on.length - a.on.length)[0]
    const device = all.find((it) => it.device === path)
    if (device ?? mount) listed.push(...[device ?? mount].filter((it) => it !== undefined))
    else code = process.fail(`${path}: can't find mount point`)
  }
  if (code !== 0 && listed.length === 0) return code
  // GNU leaves out what is mounted a second time.
  const once = all.filter(
    (it, i) =>
      found.has('a') ||
      process.isBusybox ||
      !it.device.startsWith('/') ||
      all.findIndex(({ device }) => device === it.device) === i,
  )
  const shown = found.rest.length > 0 ? listed : once
  const show = (mib: number) => {
    if (found.has('h')) return mib === 0 ? '0' : sizeOf(process)(mib * 1_048_576)
    return String(found.has('m') ? Math.round(mib) : Math.round(mib * 1024))
  }
  if (found.has('i')) {
    const rows = shown.map((it) => {
      const total = Math.floor(it.size * 64)
      const used = Math.floor(total * 0.04) + Math.floor(it.used)
      return [
        it.device,
        String(total),
        String(used),
        String(total - used),
        `${Math.ceil((used * 100) / total)}%`,
        it.on,
      ]
    })
    process.out(
      columnsOf(
        process,
        [['Filesystem', 'Inodes', 'Used', 'Available', 'Use%', 'Mounted on'], ...rows],
        false,
      ),
    )
    return code
  }
  const type = found.has('T')
  const head = [
    'Filesystem',
    ...(type ? ['Type'] : []),
    found.has('h') ? 'Size' : found.has('m') ? '1M-blocks' : found.has('P') ? '1024-blocks' : '1K-blocks',
    'Used',
    found.has('h') && !process.isBusybox ? 'Avail' : 'Available',
    found.has('P') ? 'Capacity' : 'Use%',
    'Mounted on',
  ]
  const rows = shown.map((it) => {
    const percent = it.size === 0 ? 0 : Math.ceil((it.used * 100) / it.size)
    return [
      it.device,
      ...(type ? [it.type] : []),
      show(it.size),
      show(it.used),
      show(Math.max(0, it.size - it.used)),
      `${percent}%`,
      it.on,
    ]
  })
  process.out(columnsOf(process, [head, ...rows], type))
  return code
}

/** The table of `df`: columns of busybox have a fixed width, those of GNU that of their content. */
function columnsOf(process: Process, rows: readonly (readonly string[])[], hasType: boolean): string {
  if (!process.isBusybox) {
    // Not narrower than a name of 14 characters and numbers of five.
    const numbers = hasType ? [2, 3, 4] : [1, 2, 3]
    const wide = rows.map((row) =>
      row.map((cell, i) => (i === 0 ? cell.padEnd(14) : numbers.includes(i) ? cell.padStart(5) : cell)),
    )
    return table(wide, [...numbers, numbers.length + (hasType ? 2 : 1)], ' ')
  }
  const widths = [-20, ...(hasType ? [-10] : []), hasType ? 10 : 9, 9, 9, 4, 0]
  return rows.map((row) => `${fixedRow(widths, row)}\n`).join('')
}

function mktemp(process: Process): number {
  const found = options(process, 'dtp:qu')
  if (!found) return 1
  const template = found.rest[0] ?? 'tmp.XXXXXX'
  const folder = found.value('p') ?? '/tmp'
  const name = template.replace(/X{3,}$/, (match) => process.machine.randomHex(match.length))
  const path = template.includes('/') ? name : joined(folder, name)
  const problem = found.has('d')
    ? process.files.makeFolder(process.resolve(path))
    : process.files.write(process.resolve(path), '', false, { mode: 0o600 })
  if (problem !== undefined) return process.fail(`${path}: ${problem}`)
  process.out(`${path}\n`)
  return 0
}

export const filePrograms: Record<string, Program> = {
  basename,
  chgrp: chown,
  chmod,
  chown,
  cp,
  dd,
  df,
  dirname,
  du,
  ln,
  ls,
  mkdir,
  mktemp,
  mv,
  readlink,
  realpath: readlink,
  rm,
  rmdir,
  stat,
  touch,
  truncate,
}
