/** A part of a word. `quoted`: not expanded as a pattern. */
export interface Piece {
  text: string
  quoted: boolean
}
export type Word = readonly Piece[]

export interface Redirect {
  from: 'out' | 'err' | 'in'
  append: boolean
  /** null: `2>&1`, which redirects errors to the output. */
  to: Word | null
}

export interface SimpleCommand {
  words: Word[]
  redirects: Redirect[]
}

export interface Pipeline {
  /** Result of the previous pipeline that this one requires. */
  when: 'always' | 'success' | 'failure'
  commands: SimpleCommand[]
}

export class SyntaxProblem extends Error {}

type Token = { kind: 'word'; word: Word } | { kind: 'operator'; text: string }

const OPERATORS = ['2>&1', '2>>', '2>', '&&', '||', '>>', '>', '<', '|', ';', '&']

export type Expand = (name: string) => string

/** Parses a shell line: words, quotes, variables, pipes, `&&`, `||`, `;` and redirections. Throws on a syntax error. */
export function parseLine(line: string, expand: Expand): Pipeline[] {
  return group(tokens(line, expand))
}

function tokens(line: string, expand: Expand): Token[] {
  const found: Token[] = []
  let at = 0
  while (at < line.length) {
    const char = line[at] ?? ''
    if (/\s/.test(char)) {
      at++
      continue
    }
    if (char === '#') break
    const operator = OPERATORS.find((it) => line.startsWith(it, at))
    if (operator) {
      found.push({ kind: 'operator', text: operator })
      at += operator.length
      continue
    }
    const { word, end } = readWord(line, at, expand)
    found.push({ kind: 'word', word })
    at = end
  }
  return found
}

function readWord(line: string, start: number, expand: Expand): { word: Word; end: number } {
  const pieces: Piece[] = []
  const add = (text: string, quoted: boolean) => pieces.push({ text, quoted })
  let at = start
  while (at < line.length && !/[\s|;&<>]/.test(line[at] ?? '')) {
    const char = line[at] ?? ''
    if (char === "'") {
      const end = line.indexOf("'", at + 1)
      if (end < 0) throw new SyntaxProblem('unterminated quoted string')
      add(line.slice(at + 1, end), true)
      at = end + 1
    } else if (char === '"') {
      at = readQuoted(line, at + 1, expand, add)
    } else if (char === '\\') {
      add(line[at + 1] ?? '', true)
      at += 2
    } else if (char === '$') {
      at = readVariable(line, at, expand, (text) => add(text, false))
    } else {
      add(char, false)
      at++
    }
  }
  return { word: pieces, end: at }
}

function readQuoted(
  line: string,
  start: number,
  expand: Expand,
  add: (text: string, quoted: boolean) => void,
): number {
  add('', true)
  let at = start
  while (at < line.length && line[at] !== '"') {
    if (line[at] === '$') {
      at = readVariable(line, at, expand, (text) => add(text, true))
    } else if (line[at] === '\\' && /["\\$`]/.test(line[at + 1] ?? '')) {
      add(line[at + 1] ?? '', true)
      at += 2
    } else {
      add(line[at] ?? '', true)
      at++
    }
  }
  if (at >= line.length) throw new SyntaxProblem('unterminated quoted string')
  return at + 1
}

function readVariable(line: string, at: number, expand: Expand, add: (text: string) => void): number {
  const match = /^\$(?:\{(\w+)\}|(\w+)|([?$]))/.exec(line.slice(at))
  if (!match) {
    add('$')
    return at + 1
  }
  add(expand(match[1] ?? match[2] ?? match[3] ?? ''))
  return at + match[0].length
}

function group(list: readonly Token[]): Pipeline[] {
  const pipelines: Pipeline[] = []
  let when: Pipeline['when'] = 'always'
  let commands: SimpleCommand[] = []
  let command: SimpleCommand = { words: [], redirects: [] }
  const isEmpty = () => command.words.length === 0 && command.redirects.length === 0
  const unexpected = (text: string) => new SyntaxProblem(`unexpected "${text}"`)
  const endCommand = (text: string) => {
    if (isEmpty()) throw unexpected(text)
    commands.push(command)
    command = { words: [], redirects: [] }
  }
  for (let i = 0; i < list.length; i++) {
    const token = list[i]
    if (!token) break
    if (token.kind === 'word') {
      command.words.push(token.word)
      continue
    }
    const { text } = token
    if (text === '|') endCommand(text)
    else if (text === ';' || text === '&' || text === '&&' || text === '||') {
      endCommand(text)
      pipelines.push({ when, commands })
      commands = []
      when = text === '&&' ? 'success' : text === '||' ? 'failure' : 'always'
    } else if (text === '2>&1') command.redirects.push({ from: 'err', append: false, to: null })
    else {
      const target = list[++i]
      if (target?.kind !== 'word') throw unexpected(target?.text ?? 'newline')
      const from = text === '<' ? 'in' : text.startsWith('2') ? 'err' : 'out'
      command.redirects.push({ from, append: text.endsWith('>>'), to: target.word })
    }
  }
  if (!isEmpty()) commands.push(command)
  else if (commands.length > 0 || when !== 'always') throw unexpected('newline')
  if (commands.length > 0) pipelines.push({ when, commands })
  return pipelines
}

export function wordText(word: Word): string {
  return word.map((it) => it.text).join('')
}
