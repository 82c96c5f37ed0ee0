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

/** The source of a regular expression for a pattern of the shell. `path`: `*` and `?` do not match a slash. */
export function patternSource(
  pieces: readonly PatternPiece[],
  options: { path?: boolean; lazy?: boolean } = {},
): string {
  const any = options.path === true ? '[^/]' : '[\\s\\S]'
  const many = `${any}*${options.lazy === true ? '?' : ''}`
  let source = ''
  for (const { text, quoted } of pieces) {
    if (quoted) source += escaped(text)
    else source += unquotedSource(text, any, many)
  }
  return source
}

function unquotedSource(text: string, any: string, many: string): string {
  let source = ''
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === '*') source += many
    else if (char === '?') source += any
    else if (char === '[') {
      const match = /^\[([!^]?)(\]?(?:\[:\w+:\]|[^\]])*)\]/.exec(text.slice(at))
      if (!match) {
        source += '\\['
        continue
      }
      const set = withClasses((match[2] ?? '').replace(/\\/g, '\\\\').replace(/^\]/, '\\]'))
      source += `[${match[1] === '' ? '' : '^'}${usableSet(set.replace(/\[(?!:)/g, '\\['))}]`
      at += match[0].length - 1
    } else if (char === '\\' && at + 1 < text.length) {
      source += escaped(text[at + 1] ?? '')
      at++
    } else source += escaped(char)
  }
  return source
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
export function patternTest(pieces: readonly PatternPiece[], ignoreCase = false): RegExp {
  return new RegExp(`^(?:${patternSource(pieces)})$`, ignoreCase ? 'i' : '')
}

/** The same for a text without quotes, such as the argument of `find -name`. */
export function globTest(text: string, ignoreCase = false): RegExp {
  return patternTest([{ text, quoted: false }], ignoreCase)
}

export function hasPattern(pieces: readonly PatternPiece[]): boolean {
  return pieces.some((it) => !it.quoted && /[*?]|\[[^\]]+\]/.test(it.text))
}
