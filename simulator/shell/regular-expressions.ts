import { withClasses } from './language/pattern.ts'

export class PatternProblem extends Error {}

/** Turns a POSIX regular expression into one of this language. */
export function posixSource(text: string, extended: boolean): string {
  let source = ''
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === '[') {
      const match = /^\[(\^?)(\]?(?:\[:\w+:\]|\[\..\.\]|[^\]])*)\]/.exec(text.slice(at))
      if (!match) throw new PatternProblem('Unmatched [, [^, [:, [., or [=')
      const set = withClasses((match[2] ?? '').replace(/\\/g, '\\\\').replace(/^\]/, '\\]'))
      source += `[${match[1] ?? ''}${set.replace(/\[(?!:)/g, '\\[')}]`
      at += match[0].length - 1
    } else if (char === '\\') {
      source += escapedSource(text[++at], extended)
    } else if (!extended && '(){}+?|'.includes(char)) source += `\\${char}`
    else if (char === '*' && (source === '' || /(?:^|[^\\])(?:\(|\||\^)$/.test(source)) && !extended)
      source += '\\*'
    else if (extended && char === '{' && !/^\{\d*,?\d*\}/.test(text.slice(at))) source += '\\{'
    else if (char === '}' && extended && !/\{\d*,?\d*$/.test(source)) source += '\\}'
    else if (char === '^' && !extended && source !== '' && !/[(|]$/.test(source)) source += '\\^'
    else if (
      char === '$' &&
      !extended &&
      at < text.length - 1 &&
      !text.startsWith('\\)', at + 1) &&
      !text.startsWith('\\|', at + 1)
    )
      source += '\\$'
    else source += char === '/' ? '\\/' : char
  }
  return source
}

function escapedSource(char: string | undefined, extended: boolean): string {
  if (char === undefined) throw new PatternProblem('Trailing backslash')
  if (!extended && '(){}+?|'.includes(char)) return char
  switch (char) {
    case '<':
      return '\\b(?=\\w)'
    case '>':
      return '\\b(?<=\\w)'
    case '`':
      return '^'
    case "'":
      return '$'
    case 'n':
    case 't':
    case 'r':
    case 'w':
    case 'W':
    case 's':
    case 'S':
    case 'b':
    case 'B':
      return `\\${char}`
    case 'd':
      return 'd'
  }
  return /\d/.test(char) ? `\\${char}` : char.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
}

export function posixExpression(text: string, extended: boolean, flags = ''): RegExp {
  try {
    return new RegExp(posixSource(text, extended), flags)
  } catch (problem) {
    if (problem instanceof PatternProblem) throw problem
    throw new PatternProblem('Invalid preceding regular expression')
  }
}

export function escapedText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
