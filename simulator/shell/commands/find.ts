import type { Node } from '../files/file-system.ts'
import { baseName, joined } from '../files/paths.ts'
import type { Steps } from '../kernel/kernel.ts'
import { readAll } from '../kernel/streams.ts'
import { globTest } from '../language/pattern.ts'
import { options } from '../options.ts'
import { runProgram, type Process, type Program } from '../process.ts'
import { posixExpression } from '../regular-expressions.ts'
import { modeText } from './files.ts'

interface Found {
  path: string
  node: Node
  depth: number
}

type Test = (found: Found) => Steps<boolean>

class FindProblem extends Error {}

const UNITS: Readonly<Record<string, number>> = {
  c: 1,
  w: 2,
  b: 512,
  k: 1024,
  M: 1_048_576,
  G: 1_073_741_824,
}

class FindParser {
  readonly #process: Process
  readonly #args: readonly string[]
  #at = 0
  maxDepth = Infinity
  minDepth = 0
  depthFirst = false
  sameDevice = false
  acts = false
  prunes = new Set<string>()
  /** Files that wait for `-exec … +`. */
  readonly batches: { words: string[]; paths: string[] }[] = []
  code = 0

  constructor(process: Process, args: readonly string[]) {
    this.#process = process
    this.#args = args
  }

  parse(): Test {
    const test = this.#at < this.#args.length ? this.#or() : always
    if (this.#at < this.#args.length) throw new FindProblem(`unrecognized: ${this.#args[this.#at] ?? ''}`)
    return test
  }

  #next(option: string): string {
    const value = this.#args[this.#at++]
    if (value === undefined) throw new FindProblem(`option requires an argument -- ${option.slice(1)}`)
    return value
  }

  #or(): Test {
    let left = this.#and()
    while (this.#args[this.#at] === '-o' || this.#args[this.#at] === '-or') {
      this.#at++
      const [first, second] = [left, this.#and()]
      left = function* (it) {
        return (yield* first(it)) || (yield* second(it))
      }
    }
    return left
  }

  #and(): Test {
    let left = this.#not()
    for (;;) {
      const next = this.#args[this.#at]
      if (next === undefined || next === '-o' || next === '-or' || next === ')') return left
      if (next === '-a' || next === '-and') this.#at++
      const [first, second] = [left, this.#not()]
      left = function* (it) {
        return (yield* first(it)) && (yield* second(it))
      }
    }
  }

  #not(): Test {
    const next = this.#args[this.#at]
    if (next !== '!' && next !== '-not') return this.#primary()
    this.#at++
    const test = this.#not()
    return function* (it) {
      return !(yield* test(it))
    }
  }

  #primary(): Test {
    const option = this.#args[this.#at++] ?? ''
    if (option === '(') {
      const test = this.#or()
      if (this.#args[this.#at++] !== ')') throw new FindProblem('unpaired (')
      return test
    }
    const plain = (test: (it: Found) => boolean): Test =>
      // eslint-disable-next-line require-yield
      function* (it) {
        return test(it)
      }
    switch (option) {
      case '-name':
      case '-iname': {
        const test = globTest(this.#next(option), option === '-iname')
        return plain(({ path }) => test.test(path === '/' ? '/' : baseName(path)))
      }
      case '-path':
      case '-wholename':
      case '-ipath': {
        const test = globTest(this.#next(option), option === '-ipath')
        return plain(({ path }) => test.test(path))
      }
      case '-regex': {
        const test = posixExpression(`^${this.#next(option)}$`, false)
        return plain(({ path }) => test.test(path))
      }
      case '-type': {
        const types = this.#next(option).split(',')
        return plain(({ node }) => types.includes(modeText(node).replace(/^-/, 'f').slice(0, 1)))
      }
      case '-size':
        return plain(this.#size(this.#next(option)))
      case '-empty':
        return plain(({ node }) =>
          node.kind === 'folder' ? node.names().length === 0 : node.kind === 'file' && node.size() === 0,
        )
      case '-mtime':
      case '-atime':
      case '-ctime':
        return plain(this.#age(this.#next(option), 86_400_000))
      case '-mmin':
      case '-amin':
      case '-cmin':
        return plain(this.#age(this.#next(option), 60_000))
      case '-newer': {
        const other = this.#process.find(this.#next(option))
        return plain(({ node }) => other !== undefined && node.at > other.at)
      }
      case '-perm': {
        const text = this.#next(option)
        const bits = Number.parseInt(text.replace(/^[-/+]/, ''), 8)
        return plain(({ node }) =>
          text.startsWith('-')
            ? (node.mode & bits) === bits
            : /^[/+]/.test(text)
              ? (node.mode & bits) !== 0
              : (node.mode & 0o7777) === bits,
        )
      }
      case '-user':
      case '-group': {
        const name = this.#next(option)
        return plain(() => name === 'root' || name === '0')
      }
      case '-maxdepth':
        this.maxDepth = Number(this.#next(option))
        return always
      case '-mindepth':
        this.minDepth = Number(this.#next(option))
        return always
      case '-depth':
        this.depthFirst = true
        return always
      case '-xdev':
      case '-mount':
        this.sameDevice = true
        return always
      case '-follow':
      case '-noleaf':
      case '-true':
        return always
      case '-false':
        return plain(() => false)
      case '-prune':
        return plain(({ path }) => {
          this.prunes.add(path)
          return true
        })
      case '-quit':
        return plain(() => {
          throw new Quit()
        })
      case '-print':
      case '-print0':
      case '-ls':
        return this.#print(option)
      case '-printf': {
        const format = this.#next(option)
        this.acts = true
        const process = this.#process
        return function* (it) {
          yield* process.print(printfText(format, it))
          return true
        }
      }
      case '-delete':
        return this.#delete()
      case '-exec':
      case '-ok':
      case '-execdir':
        return this.#exec()
    }
    throw new FindProblem(`unrecognized: ${option}`)
  }

  #size(text: string): (it: Found) => boolean {
    const match = /^([-+]?)(\d+)([cwbkMG]?)$/.exec(text)
    if (!match) throw new FindProblem(`invalid number '${text}'`)
    const unit = UNITS[match[3] === '' ? 'b' : (match[3] ?? 'b')] ?? 512
    // Compared in bytes, without rounding.
    const wanted = Number(match[2]) * unit
    return ({ node }) => {
      const size = node.kind === 'file' ? node.size() : node.kind === 'folder' ? 4096 : 0
      return match[1] === '+' ? size > wanted : match[1] === '-' ? size < wanted : size === wanted
    }
  }

  #age(text: string, unit: number): (it: Found) => boolean {
    const match = /^([-+]?)(\d+)$/.exec(text)
    if (!match) throw new FindProblem(`invalid number '${text}'`)
    const wanted = Number(match[2])
    const now = this.#process.machine.now()
    return ({ node }) => {
      const age = Math.floor((now - node.at) / unit)
      return match[1] === '+' ? age > wanted : match[1] === '-' ? age < wanted : age === wanted
    }
  }

  #print(option: string): Test {
    this.acts = true
    const process = this.#process
    return function* ({ path, node }) {
      if (option === '-ls') {
        const size = node.kind === 'file' ? node.size() : 4096
        yield* process.print(
          `${String(Math.ceil(size / 1024)).padStart(8)} ${modeText(node)}   1 root root ${String(size).padStart(12)} ${path}\n`,
        )
      } else yield* process.print(`${path}${option === '-print' ? '\n' : '\0'}`)
      return true
    }
  }

  #delete(): Test {
    this.acts = true
    this.depthFirst = true
    const process = this.#process
    const fail = () => {
      this.code = 1
    }
    // eslint-disable-next-line require-yield
    return function* ({ path, node }) {
      const absolute = process.resolve(path)
      const problem =
        node.kind === 'folder' ? process.files.removeFolder(absolute) : process.files.remove(absolute)
      if (problem === undefined) return true
      process.fail(`${path}: ${problem}`)
      fail()
      return false
    }
  }

  #exec(): Test {
    this.acts = true
    const words: string[] = []
    for (;;) {
      const word = this.#args[this.#at++]
      if (word === undefined) throw new FindProblem("-exec requires an argument that ends in ';' or '+'")
      if (word === ';') break
      if (word === '+' && words.at(-1) === '{}') {
        const batch: { words: string[]; paths: string[] } = { words: words.slice(0, -1), paths: [] }
        this.batches.push(batch)
        // eslint-disable-next-line require-yield
        return function* ({ path }) {
          batch.paths.push(path)
          return true
        }
      }
      words.push(word)
    }
    const process = this.#process
    return function* ({ path }) {
      process.kernel.tick()
      const code = yield* process.host.run(
        words.map((it) => it.replaceAll('{}', path)),
        { streams: process.streams, cwd: process.cwd },
      )
      return code === 0
    }
  }
}

class Quit extends Error {}

// eslint-disable-next-line require-yield
const always: Test = function* () {
  return true
}

function printfText(format: string, { path, node, depth }: Found): string {
  const size = node.kind === 'file' ? node.size() : 4096
  const values: Record<string, string> = {
    p: path,
    f: baseName(path),
    h: path.replace(/\/[^/]*$/, ''),
    s: String(size),
    d: String(depth),
    m: node.mode.toString(8),
    M: modeText(node),
    T: String(node.at / 1000),
    u: 'root',
    g: 'root',
    y: modeText(node).replace(/^-/, 'f').slice(0, 1),
    k: String(Math.ceil(size / 1024)),
  }
  return format.replace(/%(T@|.)|\\([nt0\\])/g, (match, letter?: string, escape?: string) => {
    if (escape !== undefined) return { n: '\n', t: '\t', '0': '\0', '\\': '\\' }[escape] ?? match
    return letter === '%' ? '%' : (values[(letter ?? '').slice(0, 1)] ?? match)
  })
}

function* find(process: Process): Steps<number> {
  const args = [...process.args].filter((it, i) => !(i === 0 && (it === '-L' || it === '-H' || it === '-P')))
  const first = args.findIndex((it) => it.startsWith('-') || it === '(' || it === '!')
  const paths = first < 0 ? args.splice(0) : args.splice(0, first)
  const parser = new FindParser(process, args)
  try {
    const test = parser.parse()
    const print: Test = function* ({ path }) {
      yield* process.print(`${path}\n`)
      return true
    }
    let code = 0
    for (const path of paths.length === 0 ? ['.'] : paths) {
      const node = process.files.entry(process.resolve(path))
      if (!node) {
        code = process.fail(`${path}: No such file or directory`)
        continue
      }
      yield* walk(process, parser, { path, node, depth: 0 }, test, print)
    }
    for (const { words, paths: batch } of parser.batches) {
      if (batch.length > 0)
        yield* process.host.run([...words, ...batch], { streams: process.streams, cwd: process.cwd })
    }
    return code || parser.code
  } catch (problem) {
    if (problem instanceof FindProblem) return process.fail(problem.message)
    if (problem instanceof Quit) return 0
    throw problem
  }
}

function* walk(process: Process, parser: FindParser, at: Found, test: Test, print: Test): Steps<void> {
  const visit = function* (): Steps<void> {
    process.kernel.tick(0.1)
    if (at.depth >= parser.minDepth && (yield* test(at)) && !parser.acts) yield* print(at)
  }
  if (!parser.depthFirst) yield* visit()
  if (at.node.kind === 'folder' && at.depth < parser.maxDepth && !parser.prunes.has(at.path)) {
    for (const name of at.node.names().sort()) {
      const child = at.node.get(name)
      if (!child) continue
      const path = joined(at.path, name)
      if (parser.sameDevice && /^\/(?:proc|sys|dev|run|tmp|mnt\/\w+)$/.test(process.resolve(path))) continue
      yield* walk(process, parser, { path, node: child, depth: at.depth + 1 }, test, print)
    }
  }
  if (parser.depthFirst) yield* visit()
}

function* xargs(process: Process): Steps<number> {
  const found = options(
    process,
    '0rtpI:n:L:P:s:xd:E:',
    { null: '0', 'no-run-if-empty': 'r', 'max-args': 'n:', 'max-procs': 'P:' },
    { stopsAtFirst: true },
  )
  if (!found) return 1
  const text = yield* readAll(process.streams.in)
  const words = found.rest.length === 0 ? ['echo'] : [...found.rest]
  const replaced = found.value('I')
  const delimiter = found.has('0') ? '\0' : found.value('d')?.replace('\\n', '\n')
  const items =
    delimiter !== undefined
      ? text.split(delimiter).filter((it, i, all) => it !== '' || i < all.length - 1)
      : replaced !== undefined || found.has('L')
        ? text
            .split('\n')
            .map((it) => it.trim())
            .filter((it) => it !== '')
        : quotedWords(text)
  if (items.length === 0 && (found.has('r') || replaced !== undefined)) return 0
  const most = replaced !== undefined ? 1 : Number(found.value('n') ?? found.value('L') ?? Infinity)
  const groups: string[][] = []
  for (let i = 0; i < items.length; i += most) {
    groups.push(items.slice(i, i + most))
    if (most === Infinity) break
  }
  if (groups.length === 0) groups.push([])
  let code = 0
  for (const group of groups) {
    process.kernel.tick()
    const command =
      replaced === undefined
        ? [...words, ...group.flatMap((it) => (found.has('L') ? it.split(/\s+/) : [it]))]
        : words.map((it) => it.replaceAll(replaced, group[0] ?? ''))
    if (found.has('t')) process.err(`${command.join(' ')}\n`)
    const result = yield* runProgram(process, command, {
      streams: { ...process.streams },
      cwd: process.cwd,
      builtins: true,
    })
    if (result === 255) return process.fail(`${command[0] ?? ''}: exited with status 255; aborting`, 124)
    if (result === 127 || result === 126) return result
    if (result !== 0) code = 123
  }
  return code
}

function quotedWords(text: string): string[] {
  return Array.from(text.matchAll(/(?:"([^"\n]*)"|'([^'\n]*)'|\\([\s\S])|[^\s"'\\])+/g), ([match]) =>
    match.replace(
      /"([^"\n]*)"|'([^'\n]*)'|\\([\s\S])/g,
      (_all, a?: string, b?: string, c?: string) => a ?? b ?? c ?? '',
    ),
  )
}

export const findPrograms: Record<string, Program> = { find, xargs }
