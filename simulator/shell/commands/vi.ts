import type { Steps } from '../kernel/kernel.ts'
import type { Process, Program } from '../process.ts'
import { posixExpression, PatternProblem } from '../regular-expressions.ts'
import { prompt } from './pager.ts'
import { readKey } from './screen.ts'

const MAX_SIZE = 262_144
const MAX_UNDO = 100

interface Snapshot {
  lines: string[]
  row: number
  col: number
}

/** A small vi: moving, inserting, deleting, copying, searching, replacing, writing. */
class Editor {
  readonly #process: Process
  #lines: string[]
  #row = 0
  #col = 0
  #top = 0
  #inserting = false
  #message: string
  #saved: string
  #path: string
  #copied: string[] = []
  #copiedLines = false
  #search: RegExp | null = null
  readonly #past: Snapshot[] = []

  constructor(process: Process, path: string, text: string, isNew: boolean) {
    this.#process = process
    this.#path = path
    this.#lines = text.replace(/\n$/, '').split('\n')
    this.#saved = this.#text()
    this.#message = isNew
      ? `- ${path} [New file]`
      : `- ${path} ${this.#lines.length} lines, ${text.length} chars`
  }

  #text(): string {
    return this.#lines.length === 1 && this.#lines[0] === '' ? '' : `${this.#lines.join('\n')}\n`
  }

  *run(): Steps<number> {
    const { terminal } = this.#process
    const release = terminal.grab()
    try {
      for (;;) {
        this.#draw()
        const key = yield* readKey(this.#process)
        const end = yield* this.#inserting ? this.#insertKey(key) : this.#commandKey(key)
        if (end !== null) return end
      }
    } finally {
      release()
      this.#process.out(`\x1b[${this.#process.rows};1H\x1b[K`)
    }
  }

  #height(): number {
    return Math.max(1, this.#process.rows - 1)
  }

  #draw(): void {
    if (this.#row < this.#top) this.#top = this.#row
    if (this.#row >= this.#top + this.#height()) this.#top = this.#row - this.#height() + 1
    const shown = Array.from({ length: this.#height() }, (_, i) =>
      (this.#lines[this.#top + i] ?? '~').replace(/\t/g, '        ').slice(0, this.#process.cols),
    )
    const changed = this.#text() === this.#saved ? '' : ' [modified]'
    const status =
      this.#message === ''
        ? `${this.#inserting ? 'I' : '-'} ${this.#path}${changed} ${this.#row + 1}/${this.#lines.length} ${Math.round(((this.#row + 1) * 100) / this.#lines.length)}%`
        : this.#message
    this.#message = ''
    const before = (this.#lines[this.#row] ?? '').slice(0, this.#col).replace(/\t/g, '        ')
    this.#process.out(
      `\x1b[H\x1b[2J${shown.join('\n')}\n${status}\x1b[${this.#row - this.#top + 1};${before.length + 1}H`,
    )
  }

  #line(): string {
    return this.#lines[this.#row] ?? ''
  }

  #remember(): void {
    this.#past.push({ lines: [...this.#lines], row: this.#row, col: this.#col })
    if (this.#past.length > MAX_UNDO) this.#past.shift()
  }

  #move(row: number, col: number): void {
    this.#row = Math.max(0, Math.min(this.#lines.length - 1, row))
    const last = Math.max(0, this.#line().length - (this.#inserting ? 0 : 1))
    this.#col = Math.max(0, Math.min(last, col))
  }

  #arrow(key: string): boolean {
    const arrows: Record<string, () => void> = {
      A: () => this.#move(this.#row - 1, this.#col),
      B: () => this.#move(this.#row + 1, this.#col),
      C: () => this.#move(this.#row, this.#col + 1),
      D: () => this.#move(this.#row, this.#col - 1),
      H: () => this.#move(this.#row, 0),
      F: () => this.#move(this.#row, Infinity),
    }
    const arrow = /^\x1b[[O]([A-DHF])$/.exec(key)?.[1]
    if (arrow === undefined) return false
    arrows[arrow]?.()
    return true
  }

  // eslint-disable-next-line require-yield
  *#insertKey(key: string): Steps<number | null> {
    if (this.#arrow(key)) return null
    const line = this.#line()
    if (key === '\x1b' || key === '\x03') {
      this.#inserting = false
      this.#move(this.#row, this.#col - 1)
    } else if (key === '\r' || key === '\n') {
      this.#lines.splice(this.#row, 1, line.slice(0, this.#col), line.slice(this.#col))
      this.#move(this.#row + 1, 0)
    } else if (key === '\x7f' || key === '\b') {
      if (this.#col > 0) {
        this.#lines[this.#row] = line.slice(0, this.#col - 1) + line.slice(this.#col)
        this.#col--
      } else if (this.#row > 0) {
        const above = this.#lines[this.#row - 1] ?? ''
        this.#lines.splice(this.#row - 1, 2, above + line)
        this.#row--
        this.#col = above.length
      }
    } else if (key >= ' ' || key === '\t') {
      this.#lines[this.#row] = line.slice(0, this.#col) + key + line.slice(this.#col)
      this.#col += key.length
    }
    return null
  }

  #insert(col: number): void {
    this.#remember()
    this.#inserting = true
    this.#move(this.#row, col)
  }

  #open(row: number): void {
    this.#remember()
    this.#lines.splice(row, 0, '')
    this.#inserting = true
    this.#move(row, 0)
  }

  #wordEnd(from: number): number {
    const rest = this.#line().slice(from)
    return from + (/^(?:\w+|[^\w\s]+)?\s*/.exec(rest)?.[0].length ?? 0)
  }

  #cut(from: number, to: number): void {
    const line = this.#line()
    this.#remember()
    this.#copied = [line.slice(from, to)]
    this.#copiedLines = false
    this.#lines[this.#row] = line.slice(0, from) + line.slice(to)
    this.#move(this.#row, from)
  }

  #cutLines(count: number): void {
    this.#remember()
    this.#copied = this.#lines.splice(this.#row, count)
    this.#copiedLines = true
    if (this.#lines.length === 0) this.#lines = ['']
    this.#move(this.#row, 0)
  }

  #paste(after: boolean): void {
    if (this.#copied.length === 0) return
    this.#remember()
    if (this.#copiedLines) {
      const at = after ? this.#row + 1 : this.#row
      this.#lines.splice(at, 0, ...this.#copied)
      this.#move(at, 0)
      return
    }
    const line = this.#line()
    const at = after ? Math.min(line.length, this.#col + 1) : this.#col
    const [text = ''] = this.#copied
    this.#lines[this.#row] = line.slice(0, at) + text + line.slice(at)
    this.#move(this.#row, at + text.length - 1)
  }

  #find(forward: boolean): void {
    const test = this.#search
    if (!test) return
    const count = this.#lines.length
    for (let step = 0; step <= count; step++) {
      const row = (this.#row + (forward ? step : -step) + count * 2) % count
      const line = this.#lines[row] ?? ''
      const matches = Array.from(line.matchAll(new RegExp(test.source, 'g')), (it) => it.index)
      const col =
        step > 0
          ? forward
            ? matches[0]
            : matches.at(-1)
          : forward
            ? matches.find((it) => it > this.#col)
            : matches.findLast((it) => it < this.#col)
      if (col === undefined) continue
      this.#move(row, col)
      return
    }
    this.#message = 'Pattern not found'
  }

  *#commandKey(first: string): Steps<number | null> {
    if (this.#arrow(first)) return null
    let key = first
    let digits = ''
    while (/^[1-9]$/.test(key) || (digits !== '' && key === '0')) {
      digits += key
      key = yield* readKey(this.#process)
    }
    const count = Math.min(10_000, digits === '' ? 1 : Number(digits))
    switch (key) {
      case ':':
        return yield* this.#colon()
      case 'Z': {
        const next = yield* readKey(this.#process)
        if (next === 'Z' && this.#write(this.#path)) return 0
        return next === 'Q' ? 0 : null
      }
      case '/':
      case '?': {
        const pattern = yield* prompt(this.#process, key)
        try {
          if (pattern !== null && pattern !== '') this.#search = posixExpression(pattern, false)
          if (pattern !== null) this.#find(key === '/')
        } catch (problem) {
          if (!(problem instanceof PatternProblem)) throw problem
          this.#message = problem.message
        }
        return null
      }
      case 'n':
      case 'N':
        this.#find(key === 'n')
        return null
      case 'd':
      case 'y':
      case 'c': {
        const next = yield* readKey(this.#process)
        this.#operate(key, next, count)
        return null
      }
      case 'r': {
        const next = yield* readKey(this.#process)
        const line = this.#line()
        this.#remember()
        this.#lines[this.#row] = line.slice(0, this.#col) + next + line.slice(this.#col + 1)
        return null
      }
      case 'g':
        if ((yield* readKey(this.#process)) === 'g') this.#move(digits === '' ? 0 : count - 1, 0)
        return null
    }
    this.#simpleKey(key, count, digits !== '')
    return null
  }

  #operate(operator: string, motion: string, count: number): void {
    const line = this.#line()
    if (motion === operator) {
      if (operator === 'y') {
        this.#copied = this.#lines.slice(this.#row, this.#row + count)
        this.#copiedLines = true
      } else if (operator === 'd') this.#cutLines(count)
      else {
        this.#cut(0, line.length)
        this.#inserting = true
      }
      return
    }
    let end = this.#col
    for (let i = 0; i < count; i++)
      end =
        motion === 'w' || motion === 'e'
          ? this.#wordEnd(end)
          : motion === '$'
            ? line.length
            : motion === 'l'
              ? end + 1
              : end
    const from = motion === '0' ? 0 : this.#col
    const to = motion === '0' ? this.#col : end
    if (to <= from) return
    const kept = operator === 'c' && motion === 'w' ? from + line.slice(from, to).trimEnd().length : to
    if (operator === 'y') {
      this.#copied = [line.slice(from, to)]
      this.#copiedLines = false
    } else this.#cut(from, kept)
    if (operator === 'c') {
      this.#inserting = true
      this.#move(this.#row, from)
    }
  }

  #simpleKey(key: string, count: number, hasCount: boolean): void {
    const line = this.#line()
    switch (key) {
      case 'h':
      case '\x7f':
        return this.#move(this.#row, this.#col - count)
      case 'l':
      case ' ':
        return this.#move(this.#row, this.#col + count)
      case 'j':
      case '\r':
      case '+':
        return this.#move(this.#row + count, key === 'j' ? this.#col : 0)
      case 'k':
      case '-':
        return this.#move(this.#row - count, this.#col)
      case '0':
        return this.#move(this.#row, 0)
      case '^':
        return this.#move(this.#row, line.length - line.trimStart().length)
      case '$':
        return this.#move(this.#row, line.length)
      case 'G':
        return this.#move(hasCount ? count - 1 : this.#lines.length - 1, 0)
      case 'H':
        return this.#move(this.#top, 0)
      case 'L':
        return this.#move(this.#top + this.#height() - 1, 0)
      case '\x06':
        return this.#move(this.#row + this.#height(), this.#col)
      case '\x02':
        return this.#move(this.#row - this.#height(), this.#col)
      case 'w': {
        const end = this.#wordEnd(this.#col)
        return end >= line.length && this.#row < this.#lines.length - 1
          ? this.#move(this.#row + 1, 0)
          : this.#move(this.#row, end)
      }
      case 'b': {
        const before = line.slice(0, this.#col).trimEnd()
        return this.#move(this.#row, before.length - (/(?:\w+|[^\w\s]+)$/.exec(before)?.[0].length ?? 0))
      }
      case 'e': {
        const rest = line.slice(this.#col + 1)
        return this.#move(this.#row, this.#col + (/^\s*(?:\w+|[^\w\s]+)/.exec(rest)?.[0].length ?? 0))
      }
      case 'i':
        return this.#insert(this.#col)
      case 'I':
        return this.#insert(line.length - line.trimStart().length)
      case 'a':
        return this.#insert(this.#col + 1)
      case 'A':
        return this.#insert(line.length)
      case 'o':
        return this.#open(this.#row + 1)
      case 'O':
        return this.#open(this.#row)
      case 'x':
        return this.#cut(this.#col, this.#col + count)
      case 'X':
        return this.#cut(Math.max(0, this.#col - count), this.#col)
      case 'D':
        return this.#cut(this.#col, line.length)
      case 'C':
        this.#cut(this.#col, line.length)
        this.#inserting = true
        return this.#move(this.#row, this.#line().length)
      case 'S':
        this.#cut(0, line.length)
        this.#inserting = true
        return undefined
      case 's':
        this.#cut(this.#col, this.#col + 1)
        this.#inserting = true
        return undefined
      case 'Y':
        this.#copied = [line]
        this.#copiedLines = true
        return undefined
      case 'p':
      case 'P':
        return this.#paste(key === 'p')
      case 'J': {
        const next = this.#lines[this.#row + 1]
        if (next === undefined) return undefined
        this.#remember()
        this.#lines.splice(this.#row, 2, `${line} ${next.trimStart()}`)
        return this.#move(this.#row, line.length)
      }
      case '~': {
        const char = line[this.#col] ?? ''
        this.#remember()
        this.#lines[this.#row] =
          line.slice(0, this.#col) +
          (char === char.toUpperCase() ? char.toLowerCase() : char.toUpperCase()) +
          line.slice(this.#col + 1)
        return this.#move(this.#row, this.#col + 1)
      }
      case 'u': {
        const before = this.#past.pop()
        if (!before) return undefined
        this.#lines = before.lines
        return this.#move(before.row, before.col)
      }
    }
    return undefined
  }

  #write(path: string): boolean {
    const text = this.#text()
    const problem = this.#process.files.write(this.#process.resolve(path), text, false)
    if (problem !== undefined) {
      this.#message = `'${path}': ${problem === 'nonexistent directory' ? 'No such file or directory' : problem}`
      return false
    }
    this.#message = `'${path}' ${this.#lines.length}L, ${text.length}C`
    if (path === this.#path) this.#saved = text
    return true
  }

  *#colon(): Steps<number | null> {
    const command = yield* prompt(this.#process, ':')
    if (command === null || command === '') return null
    if (/^\d+$/.test(command)) {
      this.#move(Number(command) - 1, 0)
      return null
    }
    if (command === '$') {
      this.#move(this.#lines.length - 1, 0)
      return null
    }
    const writes = /^(w|wq|x|q)(!?)(?:\s+(\S+))?$/.exec(command)
    if (writes) {
      const [, verb = '', force, path] = writes
      if (verb !== 'q' && !this.#write(path ?? this.#path)) return null
      if (verb === 'w') return null
      if (verb === 'q' && force === '' && this.#text() !== this.#saved) {
        this.#message = 'No write since last change (:quit! overrides)'
        return null
      }
      return 0
    }
    const substitution = /^(%|\d+,\d+|\d+,\$)?s\/((?:[^/\\]|\\.)*)\/((?:[^/\\]|\\.)*)\/?(g?)$/.exec(command)
    if (substitution) {
      const [, range = '', pattern = '', by = '', flags = ''] = substitution
      try {
        const test = posixExpression(pattern, false, flags)
        const [from, to] =
          range === '%'
            ? [0, this.#lines.length - 1]
            : range === ''
              ? [this.#row, this.#row]
              : range.split(',').map((it) => (it === '$' ? this.#lines.length - 1 : Number(it) - 1))
        this.#remember()
        for (let i = from ?? 0; i <= (to ?? 0) && i < this.#lines.length; i++)
          this.#lines[i] = (this.#lines[i] ?? '').replace(
            test,
            by
              .replace(/&/g, '$$&')
              .replace(/\\(\d)/g, '$$$1')
              .replace(/\\\//g, '/'),
          )
      } catch (problem) {
        if (!(problem instanceof PatternProblem)) throw problem
        this.#message = problem.message
      }
      return null
    }
    if (/^(?:set|syntax)\b/.test(command)) return null
    if (command === 'd') this.#cutLines(1)
    else this.#message = `Not an editor command: ${command}`
    return null
  }
}

function* vi(process: Process): Steps<number> {
  const [path = ''] = process.args.filter((it) => !/^[-+]/.test(it))
  if (!process.streams.in.isTerminal || !process.streams.out.isTerminal)
    return process.fail("can't edit without a terminal")
  const node = path === '' ? undefined : process.find(path)
  if (node?.kind === 'folder') return process.fail(`'${path}' is a directory`)
  if (node?.kind === 'file' && node.size() > MAX_SIZE) return process.fail(`'${path}' is too large`)
  return yield* new Editor(process, path, node?.kind === 'file' ? node.text() : '', node === undefined).run()
}

export const viPrograms: Record<string, Program> = { vi }
