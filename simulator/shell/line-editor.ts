export interface LineEditorHost {
  write(data: string): void
  cols(): number
  /** Enter: the complete line. */
  onLine(line: string): void
  onInterrupt(): void
  /** Ctrl-D on an empty line. */
  onEnd(): void
  /** Completions of the word before the cursor. */
  complete(before: string): Completion
}

export interface Completion {
  /** The part of the line to be replaced by a choice. */
  word: string
  choices: readonly string[]
}

const MAX_HISTORY = 200

/** Edits a line on a terminal, with echo, cursor movement, history and completion. */
export class LineEditor {
  readonly #host: LineEditorHost
  readonly history: string[]
  #prompt = ''
  #line: string[] = []
  #cursor = 0
  /** Rows between the prompt and the cursor. */
  #row = 0
  #historyAt = 0
  #draft = ''
  #pending = ''

  constructor(host: LineEditorHost, history: string[] = []) {
    this.#host = host
    this.history = history
  }

  /** Starts a new line. */
  begin(prompt: string): void {
    this.#prompt = prompt
    this.#line = []
    this.#cursor = 0
    this.#row = 0
    this.#historyAt = this.history.length
    this.#host.write(prompt)
  }

  /** Handles the first key or escape sequence of the data, and returns the rest. */
  take(data: string): string {
    const all = this.#pending + data
    this.#pending = ''
    if (all.startsWith('\x1b')) return this.#escape(all)
    const key = String.fromCodePoint(all.codePointAt(0) ?? 0)
    this.#key(key)
    const rest = all.slice(key.length)
    // A terminal can send \r\n for Enter.
    return key === '\r' && rest.startsWith('\n') ? rest.slice(1) : rest
  }

  #escape(all: string): string {
    const match = /^\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z]|[^[O])/.exec(all)
    if (!match) {
      // The rest of the sequence has not arrived yet.
      this.#pending = all.length > 16 ? '' : all
      return ''
    }
    this.#sequence(match[0].slice(1))
    return all.slice(match[0].length)
  }

  #sequence(name: string): void {
    switch (name) {
      case '[A':
      case 'OA':
        return this.#recall(-1)
      case '[B':
      case 'OB':
        return this.#recall(1)
      case '[C':
      case 'OC':
        return this.#moveTo(this.#cursor + 1)
      case '[D':
      case 'OD':
        return this.#moveTo(this.#cursor - 1)
      case '[H':
      case 'OH':
      case '[1~':
        return this.#moveTo(0)
      case '[F':
      case 'OF':
      case '[4~':
        return this.#moveTo(this.#line.length)
      case '[3~':
        return this.#cut(this.#cursor, this.#cursor + 1)
      case '[1;5D':
      case 'b':
        return this.#moveTo(this.#wordStart())
      case '[1;5C':
      case 'f':
        return this.#moveTo(this.#wordEnd())
    }
  }

  #key(key: string): void {
    switch (key) {
      case '\r':
      case '\n':
        return this.#enter()
      case '\x03':
        this.#host.write('^C\r\n')
        return this.#host.onInterrupt()
      case '\x04':
        return this.#line.length === 0 ? this.#host.onEnd() : this.#cut(this.#cursor, this.#cursor + 1)
      case '\x7f':
      case '\b':
        return this.#cut(this.#cursor - 1, this.#cursor)
      case '\x01':
        return this.#moveTo(0)
      case '\x05':
        return this.#moveTo(this.#line.length)
      case '\x0b':
        return this.#cut(this.#cursor, this.#line.length)
      case '\x15':
        return this.#cut(0, this.#cursor)
      case '\x17':
        return this.#cut(this.#wordStart(), this.#cursor)
      case '\x0c':
        this.#row = 0
        this.#host.write('\x1b[H\x1b[2J')
        return this.redraw()
      case '\t':
        return this.#complete()
    }
    if (key >= ' ') this.#insert([key])
  }

  #insert(text: readonly string[]): void {
    const atEnd = this.#cursor === this.#line.length
    this.#line.splice(this.#cursor, 0, ...text)
    this.#cursor += text.length
    if (!atEnd) return this.redraw()
    this.#host.write(text.join(''))
    this.#wrapAtEdge()
  }

  #cut(from: number, to: number): void {
    const start = Math.max(0, from)
    const end = Math.min(this.#line.length, to)
    if (start >= end) return
    this.#line.splice(start, end - start)
    this.#cursor = start
    this.redraw()
  }

  #moveTo(position: number): void {
    const cursor = Math.max(0, Math.min(this.#line.length, position))
    if (cursor === this.#cursor) return
    this.#cursor = cursor
    this.redraw()
  }

  #wordStart(): number {
    let at = this.#cursor
    while (at > 0 && this.#line[at - 1] === ' ') at--
    while (at > 0 && this.#line[at - 1] !== ' ') at--
    return at
  }

  #wordEnd(): number {
    let at = this.#cursor
    while (at < this.#line.length && this.#line[at] === ' ') at++
    while (at < this.#line.length && this.#line[at] !== ' ') at++
    return at
  }

  #recall(step: number): void {
    const at = this.#historyAt + step
    if (at < 0 || at > this.history.length) return
    if (this.#historyAt === this.history.length) this.#draft = this.#line.join('')
    this.#historyAt = at
    this.#line = [...(this.history[at] ?? this.#draft)]
    this.#cursor = this.#line.length
    this.redraw()
  }

  #enter(): void {
    this.#moveTo(this.#line.length)
    this.#host.write('\r\n')
    const line = this.#line.join('')
    if (line.trim() !== '' && line !== this.history.at(-1)) {
      this.history.push(line)
      if (this.history.length > MAX_HISTORY) this.history.shift()
    }
    this.#host.onLine(line)
  }

  #complete(): void {
    const { word, choices } = this.#host.complete(this.#line.slice(0, this.#cursor).join(''))
    const [first] = choices
    if (first === undefined) return
    const shared = choices.reduce((common, it) => {
      let length = 0
      while (length < common.length && common[length] === it[length]) length++
      return common.slice(0, length)
    }, first)
    if (choices.length === 1) {
      const rest = first.slice(word.length)
      return this.#insert(Array.from(first.endsWith('/') ? rest : `${rest} `))
    }
    if (shared.length > word.length) return this.#insert(Array.from(shared.slice(word.length)))
    const names = choices.map((it) => it.replace(/^.*\/(?=.)/, ''))
    this.#host.write(`\r\n${names.join('  ')}\r\n`)
    this.#row = 0
    this.redraw()
  }

  /** Redraws prompt and line, for example after the width of the window has changed. */
  redraw(): void {
    const cols = Math.max(1, this.#host.cols())
    const up = this.#row > 0 ? `\x1b[${this.#row}A` : ''
    this.#host.write(`${up}\r\x1b[J${this.#prompt}${this.#line.join('')}`)
    this.#wrapAtEdge()
    const end = this.#prompt.length + this.#line.length
    const here = this.#prompt.length + this.#cursor
    const rowsUp = Math.floor(end / cols) - Math.floor(here / cols)
    this.#row = Math.floor(here / cols)
    if (here === end) return
    const column = here % cols
    this.#host.write(`${rowsUp > 0 ? `\x1b[${rowsUp}A` : ''}\r${column > 0 ? `\x1b[${column}C` : ''}`)
  }

  /** A terminal keeps its cursor at the edge after the last column, so the next row has to be started. */
  #wrapAtEdge(): void {
    const cols = Math.max(1, this.#host.cols())
    const end = this.#prompt.length + this.#line.length
    if (end > 0 && end % cols === 0) this.#host.write('\r\n')
    this.#row = Math.floor(end / cols)
  }
}
