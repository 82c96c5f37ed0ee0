import { isoDate, timeOfDay } from '../../base/calendar.ts'
import {
  fail,
  options,
  out,
  table,
  unknownFlag,
  type CommandContext,
  type Finished,
  type Outcome,
  type Run,
} from '../command.ts'
import { resolvePath, type Node } from '../file-system.ts'

function at(context: CommandContext, path: string): Node | undefined {
  return context.files.find(resolvePath(path, context.cwd, context.home))
}

const ls: Run = (context) => {
  const { flags, rest } = options(context.args)
  const unknown = unknownFlag(flags, 'a A l h 1 t r F color')
  if (unknown) return fail(context, `unrecognized option: ${unknown}`)
  const paths = rest.length === 0 ? ['.'] : rest
  let text = ''
  let err = ''
  for (const path of paths) {
    const node = at(context, path)
    if (!node) {
      err += `ls: ${path}: No such file or directory\n`
      continue
    }
    if (paths.length > 1 && node.kind === 'folder') text += `${text === '' ? '' : '\n'}${path}:\n`
    const entries: [string, Node][] = node.kind === 'folder' ? visible(node, flags) : [[path, node]]
    text += flags.has('l') ? longList(entries, flags.has('h')) : shortList(context, entries, flags.has('1'))
  }
  return { out: text, err, code: err === '' ? 0 : 1 }
}

function visible(node: Extract<Node, { kind: 'folder' }>, flags: ReadonlySet<string>): [string, Node][] {
  const entries = [...node.entries].filter(
    ([name]) => flags.has('a') || flags.has('A') || !name.startsWith('.'),
  )
  entries.sort(flags.has('t') ? (a, b) => b[1].at - a[1].at : (a, b) => (a[0] < b[0] ? -1 : 1))
  if (flags.has('r')) entries.reverse()
  return flags.has('a') ? [['.', node], ['..', node], ...entries] : entries
}

function sizeOf(node: Node): number {
  return node.kind === 'folder' ? 4096 : node.text().length
}

function longList(entries: readonly [string, Node][], human: boolean): string {
  const rows = entries.map(([name, node]) => {
    const size = sizeOf(node)
    const sizeText = human && size >= 1024 ? `${(size / 1024).toFixed(1)}K` : String(size)
    const mode =
      node.kind === 'folder' ? 'drwxr-xr-x' : node.text() === '\x7fELF' ? '-rwxr-xr-x' : '-rw-r--r--'
    const links = node.kind === 'folder' ? '2' : '1'
    return [
      mode,
      links,
      'root',
      'root',
      sizeText,
      `${isoDate(node.at)} ${timeOfDay(node.at).slice(0, 5)}`,
      name,
    ]
  })
  return table(rows, [1, 4], ' ')
}

function shortList(context: CommandContext, entries: readonly [string, Node][], single: boolean): string {
  const names = entries.map(([name]) => name)
  if (names.length === 0) return ''
  // One name per line in a pipe or with `-1`.
  if (single || context.input !== null) return `${names.join('\n')}\n`
  const width = Math.max(...names.map((it) => it.length)) + 2
  const columns = Math.max(1, Math.floor(context.cols / width))
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

/** The text of the files, or the input if no files are given. */
export function readAll(context: CommandContext, paths: readonly string[]): Finished & { out: string } {
  if (paths.length === 0) return { out: context.input ?? '' }
  let text = ''
  let err = ''
  for (const path of paths) {
    const node = path === '-' ? undefined : at(context, path)
    if (path === '-') text += context.input ?? ''
    else if (!node) err += `${context.name}: ${path}: No such file or directory\n`
    else if (node.kind === 'folder') err += `${context.name}: ${path}: Is a directory\n`
    else text += node.text()
  }
  return { out: text, err, code: err === '' ? 0 : 1 }
}

const cat: Run = (context) =>
  readAll(
    context,
    context.args.filter((it) => it === '-' || !it.startsWith('-')),
  )

const cd: Run = (context) => {
  const [path = '~'] = context.args
  const target = resolvePath(
    path === '-' ? (context.environment.get('OLDPWD') ?? context.cwd) : path,
    context.cwd,
    context.home,
  )
  const node = context.files.find(target)
  if (!node) return { err: `sh: cd: can't cd to ${path}: No such file or directory\n`, code: 2 }
  if (node.kind !== 'folder') return { err: `sh: cd: can't cd to ${path}: Not a directory\n`, code: 2 }
  return { cwd: target, set: [['OLDPWD', context.cwd]], ...(path === '-' ? { out: `${target}\n` } : {}) }
}

const pwd: Run = (context) => out(`${context.cwd}\n`)

const rm: Run = (context) => {
  const { flags, rest } = options(context.args)
  if (rest.length === 0) return fail(context, 'missing operand')
  let err = ''
  for (const path of rest) {
    const problem = context.files.remove(resolvePath(path, context.cwd, context.home))
    if (problem && !(flags.has('f') && problem.startsWith('No such')))
      err += `rm: can't remove '${path}': ${problem}\n`
  }
  return { err, code: err === '' ? 0 : 1 }
}

const touch: Run = (context) => {
  if (context.args.length === 0) return fail(context, 'missing operand')
  let err = ''
  for (const path of context.args) {
    const problem = context.files.write(resolvePath(path, context.cwd, context.home), '', true)
    if (problem) err += `touch: ${path}: ${problem}\n`
  }
  return { err, code: err === '' ? 0 : 1 }
}

const mkdir: Run = (context) => {
  const { flags, rest } = options(context.args)
  if (rest.length === 0) return fail(context, 'missing operand')
  let err = ''
  for (const path of rest) {
    const absolute = resolvePath(path, context.cwd, context.home)
    const names = absolute.split('/').slice(1)
    // `-p` creates missing parents and accepts existing folders.
    const folders = flags.has('p') ? names.map((_, at) => `/${names.slice(0, at + 1).join('/')}`) : [absolute]
    for (const one of folders) {
      if (flags.has('p') && context.files.find(one)?.kind === 'folder') continue
      const problem = context.files.makeFolder(one)
      if (problem) err += `mkdir: can't create directory '${path}': ${problem}\n`
      if (problem) break
    }
  }
  return { err, code: err === '' ? 0 : 1 }
}

const rmdir: Run = (context) => {
  if (context.args.length === 0) return fail(context, 'missing operand')
  let err = ''
  for (const path of context.args) {
    const problem = context.files.removeFolder(resolvePath(path, context.cwd, context.home))
    if (problem) err += `rmdir: '${path}': ${problem}\n`
  }
  return { err, code: err === '' ? 0 : 1 }
}

const find: Run = (context) => {
  const { rest } = options(context.args.filter((it, i, all) => it !== '-name' && all[i - 1] !== '-name'))
  const named = context.args[context.args.indexOf('-name') + 1]
  const pattern = context.args.includes('-name') && named ? globPattern(named) : /(?:)/
  const [start = '.'] = rest
  const node = at(context, start)
  if (!node) return fail(context, `${start}: No such file or directory`)
  const found: string[] = []
  const walk = (path: string, name: string, it: Node) => {
    if (pattern.test(name)) found.push(path)
    if (it.kind === 'folder')
      for (const [child, next] of it.entries) walk(`${path.replace(/\/$/, '')}/${child}`, child, next)
  }
  walk(start, start, node)
  return out(found.map((it) => `${it}\n`).join(''))
}

/** Converts a shell pattern to a regular expression for a name. */
export function globPattern(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replace(/\*/g, '[^/]*')
    .replace(/\?/g, '[^/]')
  try {
    return new RegExp(`^${source}$`)
  } catch {
    return new RegExp(`^${source.replace(/[[\]]/g, '\\$&')}$`)
  }
}

const which: Run = (context): Outcome => {
  const found = context.args.filter((it) => context.files.find(`/bin/${it}`))
  return {
    out: found.map((it) => `/bin/${it}\n`).join(''),
    code: found.length === context.args.length ? 0 : 1,
  }
}

export const fileCommands = { ls, cat, cd, pwd, rm, touch, mkdir, rmdir, find, which }
