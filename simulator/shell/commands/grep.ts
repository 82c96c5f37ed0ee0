import { joined } from '../files/paths.ts'
import type { Steps } from '../kernel/kernel.ts'
import { readLine, type Input } from '../kernel/streams.ts'
import { options, type Options } from '../options.ts'
import { openInput, type Process, type Program } from '../process.ts'
import { escapedText, PatternProblem, posixSource } from '../regular-expressions.ts'
import { withoutEnd } from './lines.ts'

const LONGS: Readonly<Record<string, string>> = {
  'ignore-case': 'i',
  'invert-match': 'v',
  count: 'c',
  'line-number': 'n',
  recursive: 'r',
  quiet: 'q',
  silent: 'q',
  'extended-regexp': 'E',
  'fixed-strings': 'F',
  'word-regexp': 'w',
  'line-regexp': 'x',
  'only-matching': 'o',
  'files-with-matches': 'l',
  'files-without-match': 'L',
  'no-messages': 's',
  'no-filename': 'h',
  'with-filename': 'H',
  'max-count': 'm:',
  'after-context': 'A:',
  'before-context': 'B:',
  context: 'C:',
  regexp: 'e:',
  file: 'f:',
  include: 'include:',
  exclude: 'exclude:',
  color: 'color',
  'line-buffered': 'line-buffered',
}

function expressionOf(process: Process, found: Options, patterns: readonly string[]): RegExp {
  const extended = found.has('E') || process.name === 'egrep'
  const fixed = found.has('F') || process.name === 'fgrep'
  const sources = patterns
    .flatMap((it) => it.split('\n'))
    .map((it) => (fixed ? escapedText(it) : found.has('P') ? it : posixSource(it, extended)))
  let source = sources.map((it) => `(?:${it})`).join('|')
  if (found.has('w')) source = `(?<!\\w)(?:${source})(?!\\w)`
  if (found.has('x')) source = `^(?:${source})$`
  return new RegExp(source, found.has('i') || found.has('y') ? 'gi' : 'g')
}

/** Files below a folder, in the order in which a program finds them. */
function* filesBelow(process: Process, path: string): Generator<string, void, void> {
  const node = process.find(path)
  if (node?.kind !== 'folder') {
    if (node) yield path
    return
  }
  for (const name of node.names().sort()) {
    const child = node.get(name)
    if (child && child.kind !== 'link') yield* filesBelow(process, joined(path, name))
  }
}

function* grep(process: Process): Steps<number> {
  const own = process.args.flatMap((it) =>
    /^-\d+$/.test(it) ? ['-C', it.slice(1)] : [it.startsWith('--color') ? '--color' : it],
  )
  const found = options(process.with(own), 'EFPivcnlLqswxohHrRyzIam:A:B:C:e:f:', LONGS)
  if (!found) return 2
  const rest = [...found.rest]
  const patterns = [...found.values('e')]
  for (const path of found.values('f')) {
    const node = process.find(path)
    if (node?.kind !== 'file') return process.fail(`${path}: No such file or directory`, 2)
    patterns.push(...node.text().replace(/\n$/, '').split('\n'))
  }
  if (patterns.length === 0) {
    const first = rest.shift()
    if (first === undefined) {
      process.err(
        'BusyBox v1.36.1 () multi-call binary.\n\nUsage: grep [-HhnlLoqvsrRiwFE] [-m N] [-A|B|C N] { PATTERN | -e PATTERN... | -f FILE... } [FILE]...\n',
      )
      return 2
    }
    patterns.push(first)
  }
  let test: RegExp
  try {
    test = expressionOf(process, found, patterns)
  } catch (problem) {
    return process.fail(
      `bad regex '${patterns[0] ?? ''}': ${problem instanceof PatternProblem ? problem.message : 'Invalid preceding regular expression'}`,
      2,
    )
  }
  const isDeep = found.has('r') || found.has('R')
  const given = rest.length > 0 ? rest : isDeep ? ['.'] : ['-']
  const paths = isDeep
    ? given.flatMap((it) => (it === '-' ? [it] : process.find(it) ? [...filesBelow(process, it)] : [it]))
    : given
  const named = !found.has('h') && (found.has('H') || isDeep || given.length > 1)
  const search = new Search(process, found, test, named)
  for (const path of paths) {
    const node = path === '-' ? undefined : process.find(path)
    if (node?.kind === 'folder') {
      if (!found.has('s')) process.err(`grep: ${path}: Is a directory\n`)
      search.failed = true
      continue
    }
    if (path !== '-' && !node) {
      if (!found.has('s')) process.err(`grep: ${path}: No such file or directory\n`)
      search.failed = true
      continue
    }
    const input = openInput(process, path)
    if (!input) continue
    yield* search.file(path, input)
    if (search.found && found.has('q')) return 0
  }
  if (search.failed && !search.found) return 2
  return search.found ? (search.failed && !found.has('q') ? 2 : 0) : 1
}

class Search {
  found = false
  failed = false
  readonly #process: Process
  readonly #options: Options
  readonly #test: RegExp
  readonly #named: boolean
  #separates = false

  constructor(process: Process, found: Options, test: RegExp, named: boolean) {
    this.#process = process
    this.#options = found
    this.#test = test
    this.#named = named
  }

  *file(path: string, input: Input): Steps<void> {
    const options_ = this.#options
    const title = path === '-' ? '(standard input)' : path
    const most = Number(options_.value('m') ?? Infinity)
    const context = options_.value('C')
    const after = Number(options_.value('A') ?? context ?? 0)
    const before = Number(options_.value('B') ?? context ?? 0)
    const isSilent = options_.has('q') || options_.has('c') || options_.has('l') || options_.has('L')
    let count = 0
    let number = 0
    let left = 0
    let lastShown = 0
    const past: string[] = []
    for (;;) {
      const line = yield* readLine(input)
      if (line === null) break
      const text = withoutEnd(line)
      number++
      this.#test.lastIndex = 0
      const hit = this.#test.test(text) !== options_.has('v')
      if (hit) {
        count++
        this.found = true
        if (options_.has('q')) return
        if (!isSilent) {
          const first = number - past.length
          if ((after > 0 || before > 0) && this.#separates && first > lastShown + 1)
            yield* this.#process.print('--\n')
          for (const [i, it] of past.entries()) yield* this.#show(title, first + i, it, '-')
          if (options_.has('o') && !options_.has('v')) yield* this.#parts(title, number, text)
          else yield* this.#show(title, number, text, ':')
          this.#separates = true
          lastShown = number
        }
        past.length = 0
        left = after
        if (options_.has('l') || options_.has('L')) break
        if (count >= most) break
      } else if (left > 0 && !isSilent) {
        left--
        lastShown = number
        yield* this.#show(title, number, text, '-')
      } else if (before > 0) {
        past.push(text)
        if (past.length > before) past.shift()
      }
    }
    const prefix = this.#named ? `${title}:` : ''
    if (options_.has('c')) yield* this.#process.print(`${prefix}${count}\n`)
    if (options_.has('l') && count > 0) yield* this.#process.print(`${title}\n`)
    if (options_.has('L') && count === 0) yield* this.#process.print(`${title}\n`)
  }

  *#parts(title: string, number: number, text: string): Steps<void> {
    this.#test.lastIndex = 0
    for (const [match] of text.matchAll(this.#test))
      if (match !== '') yield* this.#show(title, number, match, ':')
  }

  #show(title: string, number: number, text: string, mark: string): Steps<void> {
    const name = this.#named ? `${title}${mark}` : ''
    const at = this.#options.has('n') ? `${number}${mark}` : ''
    return this.#process.print(`${name}${at}${text}\n`)
  }
}

export const grepPrograms: Record<string, Program> = { grep, egrep: grep, fgrep: grep }
