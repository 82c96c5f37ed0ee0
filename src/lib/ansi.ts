/** A run of text with one style. */
export interface AnsiRun {
  text: string
  /** Its index in the message. */
  at: number
  colour?: AnsiColour
  bold?: boolean
  dim?: boolean
  italic?: boolean
  underline?: boolean
}

export const ansiColours = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const
export type AnsiColour = (typeof ansiColours)[number]

type TextStyle = Omit<AnsiRun, 'text' | 'at'>

const CSI = String.raw`(?:\u001b\[|\u009b)`
/** Ends a text sent to the terminal itself, such as a title; so does the next sequence. One that is never ended goes on to the end. */
const ST = String.raw`(?:\u0007|\u001b\\|\u009c|(?=\u001b)|$)`
const sequences = new RegExp(
  [
    // Control sequences: parameters, then a letter. One that was cut off, or interrupted by other text, is one, too.
    `${CSI}([0-?]*)([ -/]*)([@-~]|$|(?=[^@-~]))`,
    // Titles, links and other texts for the terminal.
    String.raw`(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*${ST}`,
    // Character sets and all other escapes.
    String.raw`\u001b[ -/]*(?:[0-~]|$)|\u001b`,
    String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f]`,
  ].join('|'),
  'g',
)

/** What goes to the next line in a terminal, besides the line feed itself. */
const LINE_FEEDS = /[\v\f]|\u001b[DE]/g

/** Splits a log message into runs by its ANSI colours; a line that was redrawn is shown as a terminal leaves it. */
export function ansiRuns(source: string): AnsiRun[] {
  if (!needsParsing(source)) return [{ text: source, at: 0 }]
  const message = source.replace(LINE_FEEDS, '\n')
  return isRedrawn(message) ? new RedrawnText(message).runs() : colouredRuns(message)
}

/** The message as a terminal leaves it, without control sequences, for filters and files. */
export function plainText(source: string): string {
  if (!needsParsing(source)) return source
  const message = source.replace(LINE_FEEDS, '\n')
  if (!isRedrawn(message)) return message.replace(sequences, '')
  return new RedrawnText(message)
    .runs()
    .map(({ text }) => text)
    .join('')
}

/** More colours in a line cannot be told apart; each run is an element of the page. */
const MAX_RUNS = 2_000

function colouredRuns(message: string): AnsiRun[] {
  const runs: AnsiRun[] = []
  let style: TextStyle = {}
  let from = 0
  const add = (to: number) => {
    if (to > from) runs.push({ text: message.slice(from, to), at: from, ...style })
  }
  for (const match of message.matchAll(sequences)) {
    add(match.index)
    from = match.index + match[0].length
    style = restyledBy(match, style)
    if (runs.length >= MAX_RUNS) {
      runs.push({ text: message.slice(from).replace(sequences, ''), at: from, ...style })
      return runs
    }
  }
  add(message.length)
  return runs
}

/** Colours and styles end in `m`; `>`, `?` and others before the numbers make it another sequence. */
function restyledBy([, parameters, between, letter]: RegExpExecArray, style: TextStyle): TextStyle {
  const isStyle = letter === 'm' && between === '' && /^[\d;:]*$/.test(parameters ?? '')
  return isStyle ? restyled(style, parameters ?? '') : style
}

/** Moves of the cursor before the end of a line, and sequences that erase. Line ends of Windows are none. */
const REDRAWS = new RegExp(String.raw`\r(?!\n|$)|\u0008|\u001b[78Mc]|${CSI}[\d;]*[A-MPXZ@\x60abdefsu]`)
const isRedrawn = (message: string) => REDRAWS.test(message)

/** Cells are replaced, never changed, so that the same one may be in many places. */
interface Cell {
  readonly text: string
  readonly style: TextStyle
}

const BLANK: Cell = { text: ' ', style: {} }
/** Sequences that shift or repeat cells; thousands of them in a message draw nothing that anybody meant. */
const SHIFTS = /[@LMPXb]/
const MOST_SHIFTS = 5_000
/** The second half of a character that takes two columns. */
const SECOND_HALF = ''
/** The width of the terminal: moves to the right end there. */
const COLUMNS = 200
const TAB = 8
/** The height of the terminal: more lines are not inserted at once. */
const MOST_LINES = 50
/** Characters of East Asian scripts that take two columns. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]/u
/** Characters below are not wide, which spares the search. */
const FIRST_WIDE = '\u1100'
const JOINS = /[\p{M}\u200D]/u
/** Characters below join none, which spares the search. */
const FIRST_JOINING = '\u0300'

/** A message as a terminal draws it, cell by cell: later text replaces what it is written over. */
class RedrawnText {
  readonly #rows: Cell[][] = [[]]
  #row = 0
  #column = 0
  #style: TextStyle = {}
  #shifts = 0
  #kept = { row: 0, column: 0 }

  constructor(message: string) {
    let from = 0
    for (const match of message.matchAll(sequences)) {
      this.#write(message.slice(from, match.index))
      from = match.index + match[0].length
      if (match[0] === '\r') this.#column = 0
      else if (match[0] === '\b') this.#column = Math.max(0, this.#column - 1)
      else if (match[0] === '\u001b7') this.#keep()
      else if (match[0] === '\u001b8') this.#goBack()
      else if (match[0] === '\u001bM') this.#row = Math.max(0, this.#row - 1)
      else if (match[0] === '\u001bc') this.#reset()
      else if (match[3] === 'm') this.#style = restyledBy(match, this.#style)
      else if (match[3] !== undefined && /^[\d;]*$/.test(match[1] ?? '')) this.#obey(match[3], match[1] ?? '')
    }
    this.#write(message.slice(from))
  }

  #reset(): void {
    this.#rows.splice(0, this.#rows.length, [])
    this.#row = 0
    this.#column = 0
    this.#style = {}
  }

  /** Keeps the place of the cursor. */
  #keep(): void {
    this.#kept = { row: this.#row, column: this.#column }
  }

  #goBack(): void {
    this.#row = Math.min(this.#rows.length - 1, this.#kept.row)
    this.#column = this.#kept.column
  }

  get #cells(): Cell[] {
    return this.#rows[this.#row] ?? []
  }

  #write(text: string): void {
    for (const character of text) {
      if (character === '\n') {
        this.#row += 1
        this.#column = 0
        if (this.#rows[this.#row] === undefined) this.#rows.push([])
        continue
      }
      if (character === '\t') {
        this.#tab(1)
        continue
      }
      if (character < FIRST_JOINING) {
        this.#put(character)
        continue
      }
      const cells = this.#cells
      const isSecondHalf = cells[this.#column - 1]?.text === SECOND_HALF
      const before = cells[this.#column - (isSecondHalf ? 2 : 1)]
      if (before !== undefined && JOINS.test(character)) {
        cells[this.#column - (isSecondHalf ? 2 : 1)] = { ...before, text: before.text + character }
        continue
      }
      this.#put(character)
      if (character >= FIRST_WIDE && WIDE.test(character)) this.#put(SECOND_HALF)
    }
  }

  /** Writes into a cell; of a wide character that it writes over, the other half becomes blank. */
  #put(character: string): void {
    const cells = this.#cells
    const column = this.#column
    while (cells.length < column) cells.push(BLANK)
    if (cells[column]?.text === SECOND_HALF && character !== SECOND_HALF) cells[column - 1] = BLANK
    if (cells[column + 1]?.text === SECOND_HALF) cells[column + 1] = BLANK
    cells[column] = { text: character, style: this.#style }
    this.#column += 1
  }

  /** Writes the last character again, up to the right end. */
  #repeat(cells: Cell[], count: number): void {
    const last = cells[this.#column - 1]
    if (last === undefined || last.text === SECOND_HALF) return
    for (let nth = 0; nth < count; nth += 1) cells[this.#column + nth] = last
    this.#column += Math.max(0, count)
  }

  /** To a tab stop, to the right or to the left. */
  #tab(count: number): void {
    const stop = count > 0 ? Math.floor(this.#column / TAB) + count : Math.ceil(this.#column / TAB) + count
    // A longer line has stops as well: a tab keeps words apart.
    this.#column = Math.min(Math.max(COLUMNS, this.#cells.length + TAB), Math.max(0, stop * TAB))
  }

  #obey(letter: string, parameters: string): void {
    if (SHIFTS.test(letter) && (this.#shifts += 1) > MOST_SHIFTS) return
    const [first = '', second = ''] = parameters.split(';')
    const cells = this.#cells
    const count = Math.max(1, Number(first))
    const last = Math.max(COLUMNS, cells.length)
    const rows = this.#rows.length
    switch (letter) {
      case 'A':
      case 'F':
        this.#row = Math.max(0, this.#row - count)
        break
      case 'B':
      case 'E':
      case 'e':
        this.#row = Math.min(this.#rows.length - 1, this.#row + count)
        break
      case 'C':
      case 'a':
        this.#column = Math.min(last, this.#column + count)
        break
      case 'D':
        this.#column = Math.max(0, this.#column - count)
        break
      case 'G':
      case '`':
        this.#column = Math.min(last, count - 1)
        break
      case 'H':
      case 'f':
        this.#row = Math.min(this.#rows.length, count) - 1
        this.#column = Math.min(last, Math.max(1, Number(second)) - 1)
        break
      case 'd':
        this.#row = Math.min(this.#rows.length, count) - 1
        break
      case 's':
        this.#keep()
        break
      case 'u':
        this.#goBack()
        break
      case 'J':
        if (Number(first) === 0) this.#rows.length = this.#row + 1
        else for (let row = 0; row < this.#row; row += 1) this.#rows[row] = []
        this.#erase(Number(first))
        break
      case 'K':
        this.#erase(Number(first))
        break
      case 'I':
        this.#tab(Math.min(count, COLUMNS))
        break
      case 'Z':
        this.#tab(-Math.min(count, COLUMNS))
        break
      case 'L':
        // What is pushed out at the bottom of the terminal is gone, as is what is pushed out at its right end.
        this.#rows.splice(this.#row, 0, ...Array.from({ length: Math.min(count, MOST_LINES) }, () => []))
        this.#rows.length = Math.min(this.#rows.length, Math.max(rows, this.#row + MOST_LINES))
        this.#column = 0
        break
      case 'M':
        this.#rows.splice(this.#row, count)
        if (this.#rows[this.#row] === undefined) this.#rows.push([])
        this.#column = 0
        break
      case 'b':
        this.#repeat(cells, Math.min(count, COLUMNS - this.#column))
        break
      case 'P':
        cells.splice(this.#column, count)
        break
      case '@':
        if (this.#column < cells.length) {
          const blanks = Array.from({ length: Math.min(count, COLUMNS) }, () => BLANK)
          cells.splice(this.#column, 0, ...blanks)
          cells.length = Math.min(cells.length, last)
        }
        break
      case 'X':
        for (let at = this.#column; at < Math.min(cells.length, this.#column + count); at += 1)
          cells[at] = BLANK
        break
    }
    if (letter === 'E' || letter === 'F') this.#column = 0
  }

  /** To the end of the line, from its start, or all of it. */
  #erase(part: number): void {
    const cells = this.#cells
    if (part === 0) cells.length = Math.min(cells.length, this.#column)
    else if (part === 1)
      for (let at = 0; at <= Math.min(this.#column, cells.length - 1); at += 1) cells[at] = BLANK
    else cells.length = 0
  }

  runs(): AnsiRun[] {
    const runs: AnsiRun[] = []
    let at = 0
    let style: TextStyle | undefined
    const add = (text: string, next: TextStyle) => {
      const last = runs.at(-1)
      if (last !== undefined && style === next) last.text += text
      else runs.push({ text, at, ...next })
      style = next
      at += text.length
    }
    for (const [nth, cells] of this.#rows.entries()) {
      if (nth > 0) add('\n', style ?? {})
      let end = cells.length
      // Blanks that only erased something are not part of the text.
      while (end > 0 && cells[end - 1]?.text === ' ' && cells[end - 1]?.style === BLANK.style) end -= 1
      for (const { text, style: next } of cells.slice(0, end)) add(text, next)
    }
    return runs.length === 0 ? [{ text: '', at: 0 }] : runs
  }
}

function needsParsing(message: string): boolean {
  for (let at = 0; at < message.length; at += 1) {
    const code = message.charCodeAt(at)
    if ((code < 32 && code !== 9 && code !== 10) || (code > 126 && code < 160)) return true
  }
  return false
}

function restyled(before: TextStyle, parameters: string): TextStyle {
  // Sub-parameters of a style, such as the shape of an underline, are separated by colons.
  const codes = parameters.split(';').flatMap((one) => (/^[34]8:/.test(one) ? [] : Number(one.split(':')[0])))
  let style = before
  for (let nth = 0; nth < codes.length; nth += 1) {
    const code = codes[nth] ?? 0
    // 256-colour and true-colour sequences have parameters; their exact colour is not shown.
    if (code === 38 || code === 48) {
      nth += codes[nth + 1] === 2 ? 4 : 2
      continue
    }
    style = withCode(style, code)
  }
  return style
}

function withCode(style: TextStyle, code: number): TextStyle {
  if (code === 0) return {}
  if (code === 1) return { ...style, bold: true }
  if (code === 2) return { ...style, dim: true }
  if (code === 3) return { ...style, italic: true }
  if (code === 4) return { ...style, underline: true }
  if (code === 22) return { ...style, bold: false, dim: false }
  if (code === 23) return { ...style, italic: false }
  if (code === 24) return { ...style, underline: false }
  if (code === 39) {
    const { colour: _, ...rest } = style
    return rest
  }
  const colour = ansiColours[code >= 90 ? code - 90 : code - 30]
  const isForeground = (code >= 30 && code <= 37) || (code >= 90 && code <= 97)
  return isForeground && colour ? { ...style, colour } : style
}
