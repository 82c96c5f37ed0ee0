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

const ESCAPE = /\\(0[0-7]{0,3}|[1-7][0-7]{0,2}|x[0-9a-fA-F]{1,2}|[\s\S])/g

/** The character of an escape sequence, which is passed without its backslash. */
function meaning(sequence: string): string | undefined {
  if (/^[0-7]/.test(sequence)) return String.fromCharCode(Number.parseInt(sequence, 8) & 255)
  if (/^x./.test(sequence)) return String.fromCharCode(Number.parseInt(sequence.slice(1), 16))
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

const DIRECTIVE = /%(?:%|([-0+ #]*)(\d*)(?:\.(\d+))?([sbdiuoxXc]))/g
/** Limits the memory that a field width can allocate. */
const MAX_WIDTH = 16_000_000

function asNumber(text: string): number {
  const quoted = /^['"](.)/.exec(text)?.[1]
  if (quoted !== undefined) return quoted.codePointAt(0) ?? 0
  const value = Number(text.replace(/^([+-]?)0([0-7]+)$/, '$10o$2') || 0)
  return Number.isFinite(value) ? Math.trunc(value) : 0
}

function converted(kind: string, text: string, precision: number | undefined): string {
  if (kind === 's') return precision === undefined ? text : text.slice(0, precision)
  if (kind === 'b') return unescaped(text).text
  if (kind === 'c') return text.slice(0, 1)
  const value = asNumber(text)
  const digits = Math.abs(value).toString(kind === 'o' ? 8 : kind === 'x' || kind === 'X' ? 16 : 10)
  const number = `${value < 0 ? '-' : ''}${digits.padStart(precision ?? 0, '0')}`
  return kind === 'X' ? number.toUpperCase() : number
}

function padded(text: string, flags: string, width: number, isNumber: boolean): string {
  const size = Math.min(width, MAX_WIDTH)
  if (flags.includes('-')) return text.padEnd(size)
  if (!flags.includes('0') || !isNumber) return text.padStart(size)
  const sign = /^[+-]/.exec(text)?.[0] ?? ''
  return sign + text.slice(sign.length).padStart(size - sign.length, '0')
}

/** The output of `printf`, which repeats the format until all arguments are used. */
export function formatted(format: string, args: readonly string[]): string {
  const { text: pattern, ended } = unescaped(format)
  const left = [...args]
  let text = ''
  do {
    const before = left.length
    text += pattern.replace(
      DIRECTIVE,
      (match, flags: string = '', width: string = '', precision?: string, kind?: string) => {
        if (kind === undefined) return match === '%%' ? '%' : match
        const value = converted(
          kind,
          left.shift() ?? '',
          precision === undefined ? undefined : Number(precision),
        )
        const signed =
          flags.includes('+') && 'di'.includes(kind) && !value.startsWith('-') ? `+${value}` : value
        return padded(signed, flags, Number(width), !'sbc'.includes(kind))
      },
    )
    if (left.length === before) break
  } while (left.length > 0 && !ended && text.length < MAX_WIDTH)
  return text
}
