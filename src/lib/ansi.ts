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
/** Ends a text sent to the terminal itself, such as a title; one that is never ended goes on to the end. */
const ST = String.raw`(?:\u0007|\u001b\\|\u009c|$)`
const sequences = new RegExp(
  [
    // Control sequences: parameters, then a letter. One that was cut off is one, too.
    `${CSI}([0-?]*)([ -/]*)([@-~]|$)`,
    // Titles, links and other texts for the terminal.
    String.raw`(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*${ST}`,
    // Character sets and all other escapes.
    String.raw`\u001b[ -/]*(?:[0-~]|$)|\u001b`,
    String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f]`,
  ].join('|'),
  'g',
)

/** Splits a log message into runs by its ANSI colours; a line that was redrawn is shown as a terminal leaves it. */
export function ansiRuns(message: string): AnsiRun[] {
  if (!needsParsing(message)) return [{ text: message, at: 0 }]
  return isRedrawn(message) ? new RedrawnText(message).runs() : colouredRuns(message)
}

/** The message as a terminal leaves it, without control sequences, for filters and files. */
export function plainText(message: string): string {
  if (!needsParsing(message)) return message
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
const REDRAWS = new RegExp(String.raw`\r(?!\n|$)|\u0008|\u001b[78M]|${CSI}[\d;]*[A-HJKPX@\x60adefsu]`)
const isRedrawn = (message: string) => REDRAWS.test(message)

interface Cell {
  text: string
  style: TextStyle
}

const BLANK: Cell = { text: ' ', style: {} }
/** The width of the terminal: moves to the right end there. */
const COLUMNS = 200
const JOINS = /[\p{M}\u200D]/u
/** Characters below join none, which spares the search. */
const FIRST_JOINING = '\u0300'

/** A message as a terminal draws it, cell by cell: later text replaces what it is written over. */
class RedrawnText {
  readonly #rows: Cell[][] = [[]]
  #row = 0
  #column = 0
  #style: TextStyle = {}
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
      else if (match[3] === 'm') this.#style = restyledBy(match, this.#style)
      else if (match[3] !== undefined && /^[\d;]*$/.test(match[1] ?? '')) this.#obey(match[3], match[1] ?? '')
    }
    this.#write(message.slice(from))
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
      const cells = this.#cells
      const before = cells[this.#column - 1]
      if (before !== undefined && character >= FIRST_JOINING && JOINS.test(character)) {
        before.text += character
        continue
      }
      while (cells.length < this.#column) cells.push({ ...BLANK })
      const cell = cells[this.#column]
      if (cell === undefined) cells.push({ text: character, style: this.#style })
      else {
        cell.text = character
        cell.style = this.#style
      }
      this.#column += 1
    }
  }

  #obey(letter: string, parameters: string): void {
    const [first = '', second = ''] = parameters.split(';')
    const cells = this.#cells
    const count = Math.max(1, Number(first))
    const last = Math.max(COLUMNS, cells.length)
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
      case 'P':
        cells.splice(this.#column, count)
        break
      case '@':
        if (this.#column < cells.length)
          cells.splice(
            this.#column,
            0,
            ...Array.from({ length: Math.min(count, COLUMNS) }, () => ({ ...BLANK })),
          )
        break
      case 'X':
        for (let at = this.#column; at < Math.min(cells.length, this.#column + count); at += 1)
          cells[at] = { ...BLANK }
        break
    }
    if (letter === 'E' || letter === 'F') this.#column = 0
  }

  /** To the end of the line, from its start, or all of it. */
  #erase(part: number): void {
    const cells = this.#cells
    if (part === 0) cells.length = Math.min(cells.length, this.#column)
    else if (part === 1)
      for (let at = 0; at <= Math.min(this.#column, cells.length - 1); at += 1) cells[at] = { ...BLANK }
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
