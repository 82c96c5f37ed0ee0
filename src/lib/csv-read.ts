export interface CsvRow {
  /** The line number of its start, from 1. */
  line: number
  cells: string[]
}

/** A CSV syntax error with its position. */
export class CsvError extends Error {
  override readonly name = 'CsvError'
  readonly line: number
  readonly problem: 'open-quote' | 'after-quote'

  constructor(problem: CsvError['problem'], line: number) {
    super(problem)
    this.problem = problem
    this.line = line
  }
}

const SEPARATORS = [',', ';', '\t'] as const
const DECISIVE = /[",;\t\r\n]/g

/** A first line that tells a spreadsheet what separates cells. */
const SAID_SEPARATOR = /^"?sep=([,;\t|])"?(?:\r\n?|\n|$)/i

/** The most frequent separator in the header: spreadsheets in some countries use semicolons. */
export function separatorOf(source: string): string {
  const text = source.trimStart()
  const counts = new Map<string, number>(SEPARATORS.map((each) => [each, 0]))
  let isQuoted = false
  for (const [letter] of text.matchAll(DECISIVE)) {
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && (letter === '\n' || letter === '\r')) break
    else if (!isQuoted) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  return SEPARATORS.reduce((best, each) => ((counts.get(each) ?? 0) > (counts.get(best) ?? 0) ? each : best))
}

/**
 * The rows of a CSV file (RFC 4180), one at a time, so that long files can be processed in parts; empty lines are
 * skipped. Any line ending is accepted, a byte order mark is ignored, and the separator is a comma, semicolon or tab.
 * Throws `CsvError`.
 */
export function* readCsv(source: string): Generator<CsvRow, void> {
  const whole = source.startsWith('\uFEFF') ? source.slice(1) : source
  const [said, saidSeparator] = SAID_SEPARATOR.exec(whole) ?? []
  const text = said === undefined ? whole : whole.slice(said.length)
  const separator = saidSeparator ?? separatorOf(text)
  const plain = new RegExp(`[${separator}\\r\\n]`, 'g')
  let at = 0
  let line = said === undefined ? 1 : 2
  let row: CsvRow = { line, cells: [] }
  while (at < text.length) {
    let value = ''
    if (text[at] === '"') {
      const opened = line
      for (;;) {
        const close = text.indexOf('"', at + 1)
        if (close < 0) throw new CsvError('open-quote', opened)
        const part = text.slice(at + 1, close)
        value += part
        line += part.match(/\r\n|\r|\n/g)?.length ?? 0
        at = close + 1
        if (text[at] !== '"') break
        value += '"'
      }
      if (at < text.length && !'\r\n'.includes(text[at] ?? '') && text[at] !== separator)
        throw new CsvError('after-quote', line)
    } else {
      plain.lastIndex = at
      const end = plain.test(text) ? plain.lastIndex - 1 : text.length
      value = text.slice(at, end)
      at = end
    }
    row.cells.push(value)
    if (text[at] === separator) {
      at += 1
      if (at === text.length) row.cells.push('')
      continue
    }
    if (at < text.length) at += text.startsWith('\r\n', at) ? 2 : 1
    line += 1
    if (isFilled(row)) yield row
    row = { line, cells: [] }
  }
  if (isFilled(row)) yield row
}

const isFilled = ({ cells }: CsvRow) => cells.some((cell) => /\S/.test(cell))
