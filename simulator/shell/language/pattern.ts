import { valueIn } from '../../base/records.ts'

/** A piece of a pattern; quoted pieces stand for themselves. */
export interface PatternPiece {
  text: string
  quoted: boolean
}

const CLASSES: Readonly<Record<string, string>> = {
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '\\x21-\\x7e',
  lower: 'a-z',
  print: '\\x20-\\x7e',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\s',
  upper: 'A-Z',
  xdigit: '0-9a-fA-F',
}

/** Replaces `[:digit:]` and its relatives within brackets. */
export function withClasses(text: string): string {
  return text.replace(/\[:(\w+):\]/g, (match, name: string) => valueIn(CLASSES, name) ?? match)
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

interface Char {
  char: string
  quoted: boolean
}

interface PatternOptions {
  /** `*` and `?` do not match a slash. */
  path?: boolean
  lazy?: boolean
  /** `@(a|b)` and its relatives. */
  extended?: boolean
}

/** The source of a regular expression for a pattern of the shell. */
export function patternSource(pieces: readonly PatternPiece[], options: PatternOptions = {}): string {
  const chars = pieces.flatMap(({ text, quoted }) => [...text].map((char): Char => ({ char, quoted })))
  return sourceOf(chars, options)
}

function sourceOf(chars: readonly Char[], options: PatternOptions): string {
  const any = options.path === true ? '[^/]' : '[\\s\\S]'
  const many = `${any}*${options.lazy === true ? '?' : ''}`
  let source = ''
  for (let at = 0; at < chars.length; at++) {
    const it = chars[at]
    if (!it) break
    const { char, quoted } = it
    if (quoted) source += escaped(char)
    else if (options.extended === true && /[?*+@!]/.test(char) && isPlain(chars[at + 1], '(')) {
      const group = groupFrom(chars, at + 2)
      if (!group) source += escaped(char)
      else {
        const inner = group.choices.map((it) => sourceOf(it, options)).join('|')
        // What follows is part of what must not match.
        if (char === '!')
          return `${source}(?!(?:${inner})${sourceOf(chars.slice(group.end + 1), options)}$)${many}${sourceOf(chars.slice(group.end + 1), options)}`
        source += `(?:${inner})${char === '@' ? '' : char}`
        at = group.end
      }
    } else if (char === '*') source += many
    else if (char === '?') source += any
    else if (char === '[') {
      const set = setFrom(chars, at)
      if (set === null) source += '\\['
      else {
        source += set.source
        at = set.end
      }
    } else if (char === '\\' && at + 1 < chars.length) source += escaped(chars[++at]?.char ?? '')
    else source += escaped(char)
  }
  return source
}

const isPlain = (it: Char | undefined, char: string) => it?.char === char && !it.quoted

/** The choices of a group up to its closing parenthesis. */
function groupFrom(chars: readonly Char[], start: number): { choices: Char[][]; end: number } | null {
  const choices: Char[][] = [[]]
  let depth = 0
  for (let at = start; at < chars.length; at++) {
    const it = chars[at]
    if (!it) break
    if (isPlain(it, ')') && depth === 0) return { choices, end: at }
    if (isPlain(it, '(')) depth++
    if (isPlain(it, ')')) depth--
    if (isPlain(it, '|') && depth === 0) choices.push([])
    else choices.at(-1)?.push(it)
  }
  return null
}

/** The set of characters that begins at a bracket; null when the bracket stands for itself. */
function setFrom(chars: readonly Char[], start: number): { source: string; end: number } | null {
  let text = ''
  let at = start + 1
  const isNegated = isPlain(chars[at], '!') || isPlain(chars[at], '^')
  if (isNegated) at++
  const first = at
  for (; at < chars.length; at++) {
    const it = chars[at]
    if (!it) break
    if (isPlain(it, ']') && at > first) {
      const set = withClasses(text)
      return { source: `[${isNegated ? '^' : ''}${usableSet(set)}]`, end: at }
    }
    if (isPlain(it, '[') && isPlain(chars[at + 1], ':')) {
      const rest = chars
        .slice(at, at + 12)
        .map((one) => one.char)
        .join('')
      const named = /^\[:\w+:\]/.exec(rest)?.[0]
      if (named !== undefined) {
        text += named
        at += named.length - 1
        continue
      }
    }
    if (isPlain(it, '\\') && at + 1 < chars.length) {
      text += `\\${chars[++at]?.char ?? ''}`
      continue
    }
    text += it.quoted || /[\\[\]^]/.test(it.char) ? `\\${it.char}` : it.char
  }
  return null
}

/** No character fits a range whose end is before its start. */
function usableSet(set: string): string {
  try {
    return new RegExp(`[${set}]`).source.slice(1, -1)
  } catch {
    return ''
  }
}

/** Tests whole texts against a pattern. */
export function patternTest(pieces: readonly PatternPiece[], ignoreCase = false, extended = false): RegExp {
  return new RegExp(`^(?:${patternSource(pieces, { extended })})$`, ignoreCase ? 'i' : '')
}

/** The same for a text without quotes, such as the argument of `find -name`. */
export function globTest(text: string, ignoreCase = false): RegExp {
  return patternTest([{ text, quoted: false }], ignoreCase)
}

export function hasPattern(pieces: readonly PatternPiece[], extended = false): boolean {
  return pieces.some(
    (it) => !it.quoted && (/[*?]|\[[^\]]+\]/.test(it.text) || (extended && /[+@!]\(/.test(it.text))),
  )
}
