import { formatDate } from '../../base/calendar.ts'
import { quotedForInput } from './quoting.ts'

const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
}

const ESCAPE = /\\(0[0-7]{0,3}|[1-7][0-7]{0,2}|x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[\s\S])/g

/** The character of an escape sequence, which is passed without its backslash. */
function meaning(sequence: string): string | undefined {
  if (/^[0-7]/.test(sequence)) return String.fromCharCode(Number.parseInt(sequence, 8) & 255)
  if (/^x./.test(sequence)) return String.fromCharCode(Number.parseInt(sequence.slice(1), 16))
  if (/^[uU]./.test(sequence))
    return String.fromCodePoint(Math.min(Number.parseInt(sequence.slice(1), 16), 0x10ffff))
  return LETTERS[sequence]
}

/** Replaces escape sequences like `echo -e` and `printf`. `ended`: the text contained `\c`, which suppresses all further output. */
export function unescaped(text: string): { text: string; ended: boolean } {
  const stop = [...text.matchAll(ESCAPE)].find(([, sequence]) => sequence === 'c')
  const printed = stop === undefined ? text : text.slice(0, stop.index)
  return {
    text: printed.replace(ESCAPE, (match, sequence: string) => meaning(sequence) ?? match),
    ended: stop !== undefined,
  }
}

const DIRECTIVE =
  /%(?:%|([-0+ #']*)(\*|\d*)(?:\.(\*|\d*))?(?:ll|l|h)?(?:([sbdiuoxXcfFeEgGqaA])|\(([^)]*)\)T|([\s\S]|$)))/g
/** Limits the memory that a field width can allocate. */
const MAX_WIDTH = 16_000_000

function integerText(text: string): bigint {
  const quoted = /^['"](.)/.exec(text)?.[1]
  if (quoted !== undefined) return BigInt(quoted.codePointAt(0) ?? 0)
  const match = /^\s*([-+]?)(0[xX][0-9a-fA-F]+|\d+)/.exec(text)
  if (!match) return 0n
  const digits = match[2] ?? '0'
  const value = /^0[0-7]+$/.test(digits) ? BigInt(`0o${digits.slice(1)}`) : BigInt(digits)
  return match[1] === '-' ? -value : value
}

/** A number with many digits may come as 1e+21 or with a fraction. */
function integerOf(text: string): bigint {
  if (/^\s*[-+]?\d*\.?\d*(?:[eE][-+]?\d+)?\s*$/.test(text) && /[.eE]/.test(text)) {
    const value = Number(text)
    return Number.isFinite(value) ? BigInt(Math.trunc(value)) : 0n
  }
  return integerText(text)
}

function floatText(kind: string, value: number, precision: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf'
  const exponential = (text: string) => text.replace(/e([-+])(\d)$/, 'e$10$2')
  switch (kind.toLowerCase()) {
    case 'f':
      return value.toFixed(Math.min(precision, 100))
    case 'e':
      return exponential(value.toExponential(Math.min(precision, 100)))
  }
  const digits = Math.max(1, precision)
  if (value === 0) return '0'
  const exponent = Number(value.toExponential(digits - 1).split('e')[1])
  if (exponent < -4 || exponent >= digits)
    return exponential(value.toExponential(digits - 1).replace(/\.?0+e/, 'e'))
  const fixed = value.toFixed(Math.max(0, digits - 1 - exponent))
  return fixed.includes('.') ? fixed.replace(/\.?0+$/, '') : fixed
}

function converted(kind: string, text: string, precision: number | undefined, flags: string): string {
  if (kind === 's') return precision === undefined ? text : text.slice(0, precision)
  if (kind === 'c') return text.slice(0, 1)
  if (/[fFeEgG]/.test(kind)) {
    const value = Number(/^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/.exec(text)?.[0] ?? integerText(text))
    const shown = floatText(kind, value, precision ?? 6)
    return /[EG]/.test(kind) ? shown.toUpperCase() : shown
  }
  const value = integerOf(text)
  const base = kind === 'o' ? 8 : kind === 'x' || kind === 'X' ? 16 : 10
  const unsigned = 'uoxX'.includes(kind) && value < 0n ? BigInt.asUintN(64, value) : value
  const digits = (unsigned < 0n ? -unsigned : unsigned).toString(base).padStart(precision ?? 0, '0')
  const prefix = flags.includes('#') ? (base === 16 ? '0x' : base === 8 ? '0' : '') : ''
  const number = `${unsigned < 0n ? '-' : ''}${prefix}${digits}`
  return kind === 'X' ? number.toUpperCase() : number
}

function padded(text: string, flags: string, width: number, isNumber: boolean): string {
  const size = Math.min(width, MAX_WIDTH)
  if (flags.includes('-')) return text.padEnd(size)
  if (!flags.includes('0') || !isNumber) return text.padStart(size)
  const sign = /^[+-]/.exec(text)?.[0] ?? ''
  return sign + text.slice(sign.length).padStart(size - sign.length, '0')
}

/** A directive that `printf` does not know. */
export class FormatProblem extends Error {
  readonly directive: string
  readonly letter: string
  /** What was printed before it. */
  readonly before: string

  constructor(directive: string, letter: string, before: string) {
    super(directive)
    this.directive = directive
    this.letter = letter
    this.before = before
  }
}

interface FormatOptions {
  /** The format is used once, also when arguments are left. */
  once?: boolean
  /** Whether the format has escape sequences. */
  expands?: boolean
  /** Told of arguments that are no numbers. With it, an unknown directive is a problem. */
  onBadNumber?: (text: string) => void
  /** The time of `%(…)T` without an argument. */
  now?: number
  /** Whether `%q` quotes with backslashes. */
  escapesByBackslash?: boolean
}

const isNumeric = (text: string, kind: string): boolean =>
  text === '' ||
  /^['"]/.test(text) ||
  (/[fFeEgGaA]/.test(kind)
    ? /^\s*[-+]?(?:\d+\.?\d*|\.\d+|0[xX][0-9a-fA-F]+|inf(?:inity)?|nan)(?:[eE][-+]?\d+)?$/i.test(text)
    : /^\s*[-+]?(?:0[xX][0-9a-fA-F]+|0[0-7]*|[1-9]\d*)$/.test(text))

/** The output of `printf`, which repeats the format until all arguments are used. */
export function formatted(
  format: string,
  args: readonly string[],
  { once = false, expands = true, onBadNumber, now = 0, escapesByBackslash = false }: FormatOptions = {},
): string {
  const { text: pattern, ended } = expands ? unescaped(format) : { text: format, ended: false }
  const left = [...args]
  let text = ''
  let isStopped = ended
  do {
    const before = left.length
    let done = 0
    for (const match of pattern.matchAll(DIRECTIVE)) {
      text += pattern.slice(done, match.index)
      done = match.index + match[0].length
      const [directive, given = '', wide = '', precise, kind, timeFormat, unknown] = match
      if (directive === '%%') {
        text += '%'
        continue
      }
      if (unknown !== undefined) {
        if (onBadNumber) throw new FormatProblem(directive, unknown, text)
        text += directive
        continue
      }
      let flags = given
      let width = wide === '*' ? Number(left.shift() ?? 0) : Number(wide)
      if (width < 0) {
        flags += '-'
        width = -width
      }
      const precision =
        precise === undefined ? undefined : precise === '*' ? Number(left.shift() ?? 0) : Number(precise)
      const argument = left.shift() ?? ''
      if (timeFormat !== undefined) {
        const seconds = argument === '' || argument === '-1' ? Math.floor(now / 1000) : Number(argument)
        text += padded(formatDate(timeFormat === '' ? '%X' : timeFormat, seconds * 1000), flags, width, false)
        continue
      }
      if (kind === undefined) continue
      if (kind === 'b') {
        const shown = unescaped(argument)
        text += padded(
          precision === undefined ? shown.text : shown.text.slice(0, precision),
          flags,
          width,
          false,
        )
        if (!shown.ended) continue
        isStopped = true
        return text
      }
      if (onBadNumber && !'sbcq'.includes(kind) && !isNumeric(argument, kind)) onBadNumber(argument)
      const value =
        kind === 'q'
          ? quotedForInput(argument, escapesByBackslash)
          : converted(kind, argument, precision, flags)
      const isSigned = /[difFeEgG]/.test(kind) && !value.startsWith('-')
      const signed =
        isSigned && flags.includes('+') ? `+${value}` : isSigned && flags.includes(' ') ? ` ${value}` : value
      const isPaddedByZero = !'sbcq'.includes(kind) && !(precision !== undefined && /[dioxXu]/.test(kind))
      text += padded(signed, flags, width, isPaddedByZero)
    }
    text += pattern.slice(done)
    if (left.length === before) break
  } while (!once && left.length > 0 && !isStopped && text.length < MAX_WIDTH)
  return text
}
