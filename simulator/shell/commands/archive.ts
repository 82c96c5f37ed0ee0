import { formatDate } from '../../base/calendar.ts'
import { joined, parentOf } from '../files/paths.ts'
import { bytesText, gunzipped, gzipped } from '../gzip.ts'
import { bytesToText, textToBytes } from '../hashes.ts'
import type { Steps } from '../kernel/kernel.ts'
import { readAll } from '../kernel/streams.ts'
import { options } from '../options.ts'
import { openInput, type Process, type Program } from '../process.ts'
import { modeText } from './files.ts'

/** `gzip -l`: the sizes, as they are written at the end of the files. */
function* listGzip(process: Process, paths: readonly string[]): Steps<number> {
  let code = 0
  const sums = { packed: 0, plain: 0, files: 0 }
  const row = (packed: number, plain: number, name: string) => {
    // The head and the sums at the end do not count as compressed data.
    const ratio = plain === 0 ? 0 : (100 * (plain - (packed - 18))) / plain
    return `${String(packed).padStart(19)} ${String(plain).padStart(19)} ${ratio.toFixed(1).padStart(5)}% ${name}\n`
  }
  let head = '         compressed        uncompressed  ratio uncompressed_name\n'
  for (const path of paths.length === 0 ? ['-'] : paths) {
    const input = openInput(process, path)
    const text = input ? yield* readAll(input) : null
    const plain = text === null ? null : gunzipped(text)
    if (text === null || plain === null) {
      if (text !== null) process.err(`${process.name}: ${path}: not in gzip format\n`)
      code = 1
      continue
    }
    const size = textToBytes(plain).length
    process.out(head + row(text.length, size, path === '-' ? 'stdout' : path.replace(/\.gz$/, '')))
    head = ''
    sums.packed += text.length
    sums.plain += size
    sums.files++
  }
  if (sums.files > 1) process.out(row(sums.packed - 18 * (sums.files - 1), sums.plain, '(totals)'))
  return code
}

function* gzip(process: Process): Steps<number> {
  const found = options(process, 'cdfklt123456789vqn', {
    list: 'l',
    keep: 'k',
    stdout: 'c',
    decompress: 'd',
    force: 'f',
    test: 't',
  })
  if (!found) return 1
  if (found.has('l')) return yield* listGzip(process, found.rest)
  const undo = found.has('d') || process.name === 'gunzip' || process.name === 'zcat'
  const toOutput = found.has('c') || process.name === 'zcat' || found.rest.length === 0
  let code = 0
  for (const path of found.rest.length === 0 ? ['-'] : found.rest) {
    const input = openInput(process, path)
    if (!input) {
      code = 1
      continue
    }
    const text = yield* readAll(input)
    const result = undo ? gunzipped(text) : gzipped(text)
    if (result === null) {
      code = process.fail(process.isBusybox ? 'no gzip/bzip2/xz magic' : `${path}: not in gzip format`)
      continue
    }
    if (toOutput) {
      yield* process.print(result)
      continue
    }
    const target = undo ? path.replace(/\.(?:gz|tgz)$/, (it) => (it === '.tgz' ? '.tar' : '')) : `${path}.gz`
    if (undo && target === path) {
      code = process.fail(`${path}: unknown suffix - ignored`)
      continue
    }
    const problem = process.files.write(process.resolve(target), result, false)
    if (problem !== undefined) code = process.fail(`${target}: ${problem}`)
    else if (!found.has('k')) process.files.remove(process.resolve(path))
  }
  return code
}

/** A file, folder (5) or link (2) of a tape archive. */
export interface Member {
  name: string
  type: '0' | '5' | '2'
  text: string
  mode: number
  at: number
  link: string
}

/** A tape archive as text, of which each character is a byte. */
export function tarred(members: readonly Member[]): string {
  let archive = ''
  for (const { name, type, text, mode, at, link } of members) {
    const body = bytesText(textToBytes(text))
    // A longer path is divided at a slash.
    const cut = name.length > 100 ? name.lastIndexOf('/', 155) : -1
    const octal = (value: number, size: number) => `${value.toString(8).padStart(size - 1, '0')}\0`
    const field = (value: string, size: number) => value.slice(0, size).padEnd(size, '\0')
    const before =
      field(name.slice(cut + 1), 100) +
      octal(mode, 8) +
      octal(0, 8) +
      octal(0, 8) +
      octal(body.length, 12) +
      octal(Math.floor(at / 1000), 12)
    const after =
      type +
      field(link, 100) +
      'ustar\0' +
      '00' +
      field('root', 32) +
      field('root', 32) +
      field('', 16) +
      field(name.slice(0, Math.max(0, cut)), 155)
    const blank = `${before}        ${after}`.padEnd(512, '\0')
    let sum = 0
    for (let i = 0; i < 512; i++) sum += blank.charCodeAt(i)
    archive += `${before}${sum.toString(8).padStart(6, '0')}\0 ${after}`.padEnd(512, '\0')
    archive += body.padEnd(Math.ceil(body.length / 512) * 512, '\0')
  }
  return archive + '\0'.repeat(1024)
}

/** The members of a tape archive; null for anything else. */
export function untarred(archive: string): Member[] | null {
  const members: Member[] = []
  for (let at = 0; at + 512 <= archive.length;) {
    const head = archive.slice(at, at + 512)
    if (head.startsWith('\0')) break
    if (head.slice(257, 262) !== 'ustar') return null
    const field = (from: number, size: number) => head.slice(from, from + size).replace(/\0.*$/s, '')
    const size = Number.parseInt(field(124, 12), 8)
    const type = head[156]
    const body = archive.slice(at + 512, at + 512 + size)
    members.push({
      name: field(345, 155) === '' ? field(0, 100) : `${field(345, 155)}/${field(0, 100)}`,
      type: type === '5' || type === '2' ? type : '0',
      text: bytesToText(Array.from(body, (it) => it.charCodeAt(0))),
      mode: Number.parseInt(field(100, 8), 8),
      at: Number.parseInt(field(136, 12), 8) * 1000 || 0,
      link: field(157, 100),
    })
    at += 512 + Math.ceil(size / 512) * 512
  }
  return members
}

function collect(process: Process, path: string, name: string, members: Member[]): boolean {
  const node = process.files.entry(path)
  if (!node) {
    process.err(`tar: ${name}: No such file or directory\n`)
    return false
  }
  const plain = name.replace(/^\/+/, '')
  const base = { mode: node.mode & 0o7777, at: node.at, text: '', link: '' }
  if (node.kind === 'link') members.push({ ...base, name: plain, type: '2', link: node.target })
  else if (node.kind === 'file') members.push({ ...base, name: plain, type: '0', text: node.text() })
  else {
    members.push({ ...base, name: `${plain.replace(/\/$/, '')}/`, type: '5' })
    for (const child of node.names()) collect(process, joined(path, child), joined(name, child), members)
  }
  return true
}

function* tar(process: Process): Steps<number> {
  const args = process.args.map((it, i) => (i === 0 && /^[a-zA-Z]+$/.test(it) ? `-${it}` : it))
  const found = options(process.with(args), 'cxtzvf:C:OpkmahJjT:X:', {
    file: 'f:',
    directory: 'C:',
    exclude: 'exclude:',
    create: 'c',
    extract: 'x',
    list: 't',
    gzip: 'z',
    verbose: 'v',
    'strip-components': 'strip:',
  })
  if (!found) return 1
  const file = found.value('f') ?? '-'
  const folder = process.resolve(found.value('C') ?? '.')
  const tell = (text: string) => (file === '-' && found.has('c') ? process.err(text) : process.out(text))
  if (found.has('c')) {
    const members: Member[] = []
    let isGood = true
    for (const path of found.rest)
      isGood = collect(process, path.startsWith('/') ? path : joined(folder, path), path, members) && isGood
    if (found.rest.length === 0) return process.fail('empty archive')
    const excluded = found.values('exclude')
    const kept = members.filter((it) => !excluded.some((one) => it.name.includes(one.replace(/\*/g, ''))))
    if (found.has('v')) for (const it of kept) tell(`${it.name}\n`)
    const text = tarred(kept)
    const result = found.has('z') || /\.t?gz$/.test(file) ? gzipped(text) : text
    if (file === '-') yield* process.print(result)
    else {
      const problem = process.files.write(process.resolve(file), result, false)
      if (problem !== undefined) return process.fail(`can't open '${file}': ${problem}`)
    }
    return isGood ? 0 : 1
  }
  if (!found.has('x') && !found.has('t'))
    return process.fail('You must specify one of the options -c, -x or -t')
  const input = openInput(process, file)
  if (!input) return 1
  const raw = yield* readAll(input)
  const text = raw.startsWith('\x1f\x8b') ? gunzipped(raw) : raw
  const members = text === null ? null : untarred(text)
  if (!members) return process.fail('invalid tar magic')
  const wanted = members.filter(
    ({ name }) =>
      found.rest.length === 0 ||
      found.rest.some((it) => name === it || name.startsWith(`${it.replace(/\/$/, '')}/`)),
  )
  for (const it of wanted) {
    if (found.has('t')) {
      const stamp = formatDate('%Y-%m-%d %H:%M:%S', it.at)
      const mode = modeText(
        it.type === '5'
          ? { kind: 'folder', names: () => [], get: () => undefined, mode: it.mode, at: it.at }
          : { kind: 'link', target: '', mode: it.mode, at: it.at },
      ).slice(1)
      process.out(
        found.has('v')
          ? `${it.type === '5' ? 'd' : it.type === '2' ? 'l' : '-'}${mode} root/root ${String(textToBytes(it.text).length).padStart(9)} ${stamp} ${it.name}${it.type === '2' ? ` -> ${it.link}` : ''}\n`
          : `${it.name}\n`,
      )
      continue
    }
    if (found.has('v')) tell(`${it.name}\n`)
    if (found.has('O')) {
      yield* process.print(it.text)
      continue
    }
    const strip = Number(found.value('strip') ?? 0)
    const name = it.name.split('/').slice(strip).join('/')
    if (name === '') continue
    const problem = extract(process, joined(folder, name.replace(/\/$/, '')), it)
    if (problem !== undefined) return process.fail(`can't create ${it.name}: ${problem}`)
  }
  return 0
}

function makeFolders(process: Process, path: string): string | undefined {
  if (path === '/' || process.files.find(path)?.kind === 'folder') return undefined
  return makeFolders(process, parentOf(path)) ?? process.files.makeFolder(path)
}

function extract(process: Process, path: string, member: Member): string | undefined {
  const problem = makeFolders(process, member.type === '5' ? path : parentOf(path))
  if (problem !== undefined || member.type === '5') return problem
  if (member.type === '2') return process.files.makeLink(path, member.link)
  return process.files.write(path, member.text, false, { mode: member.mode, at: member.at })
}

export const archivePrograms: Record<string, Program> = { gunzip: gzip, gzip, tar, zcat: gzip }
