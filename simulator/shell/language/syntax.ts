/** A part of a word. `quoted`: neither split nor used as a pattern. */
export type Part =
  | { kind: 'text'; text: string; quoted: boolean }
  | { kind: 'parameter'; parameter: Parameter; quoted: boolean }
  | { kind: 'command'; list: List; quoted: boolean }
  | { kind: 'arithmetic'; expression: Word; quoted: boolean }
  /** `<(list)`: the path of a file with its output; `>(list)`: of one that is its input. */
  | { kind: 'process'; list: List; isInput: boolean; quoted: false }

export type Word = readonly Part[]

/** `${name:-word}` and its relatives. */
export interface Parameter {
  name: string
  /** Of an item of an array; `@` and `*` for all. */
  index?: Word | '@' | '*'
  /** `length` for `${#name}`, `indirect` for `${!name}`, `names` for `${!name*}`, `@Q` and its relatives for `${name@Q}`. */
  operator: string
  word: Word
  /** The replacement of `${name/pattern/word}` and the length of `${name:from:length}`. */
  second: Word | null
}

export interface Redirect {
  fd: number
  operator: '<' | '>' | '>>' | '>|' | '<>' | '<&' | '>&' | '<<' | '<<<' | '&>' | '&>>'
  /** The file, the number of a descriptor, or the text of a here-document. */
  word: Word
}

export interface Assignment {
  name: string
  word: Word
  append: boolean
  /** Of an item of an array. */
  index?: Word
  /** The items of `name=(…)`. */
  items?: readonly { key: Word | null; word: Word }[]
}

export type Command =
  | {
      kind: 'simple'
      assignments: readonly Assignment[]
      words: readonly Word[]
      redirects: readonly Redirect[]
      /** In the text, from 1. */
      line: number
    }
  | { kind: 'compound'; body: Compound; redirects: readonly Redirect[]; line: number }
  | { kind: 'function'; name: string; body: Command }

export type Compound =
  | { kind: 'if'; branches: readonly { test: List; body: List }[]; otherwise: List | null }
  | { kind: 'loop'; until: boolean; test: List; body: List }
  | { kind: 'for'; name: string; words: readonly Word[] | null; body: List }
  | { kind: 'select'; name: string; words: readonly Word[] | null; body: List }
  | { kind: 'count'; init: Word; test: Word; step: Word; body: List }
  | { kind: 'case'; word: Word; arms: readonly Arm[] }
  | { kind: 'group'; body: List }
  | { kind: 'subshell'; body: List }
  | { kind: 'condition'; words: readonly Word[] }
  | { kind: 'arithmetic'; expression: Word }

export interface Arm {
  patterns: readonly Word[]
  body: List
  /** `;&` goes on with the next body, `;;&` with the next pattern. */
  end: ';;' | ';&' | ';;&'
}

export interface Pipeline {
  commands: readonly Command[]
  negated: boolean
  timed: boolean
}

export interface Item {
  first: Pipeline
  rest: readonly { operator: '&&' | '||'; pipeline: Pipeline }[]
  background: boolean
  /** As typed, for `jobs`. */
  source: string
}

export type List = readonly Item[]

/** A text that is no program. `line`: where, from 1; `source`: what is written there, for a shell that shows it. */
export class SyntaxProblem extends Error {
  line = 0
  source: string | null = null
}

/** The text ends within a command: an interactive shell asks for the next line. */
export class Incomplete extends SyntaxProblem {}

/** Which shell reads: bash, that of busybox, or dash. */
export type Dialect = 'bash' | 'ash' | 'dash'

/** The text of a word without quotes and expansions; null when it has some. */
export function plainText(word: Word): string | null {
  let text = ''
  for (const part of word) {
    if (part.kind !== 'text' || part.quoted) return null
    text += part.text
  }
  return text
}

const IN_ALL = 'if then elif else fi for while until do done case esac { } ! in'.split(' ')

/** The reserved words of each shell. */
export const KEYWORDS: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  bash: new Set([...IN_ALL, 'function', 'select', 'time', '[[', ']]']),
  ash: new Set([...IN_ALL, 'function']),
  dash: new Set(IN_ALL),
}
