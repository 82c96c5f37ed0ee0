import { SIGINT, type Kernel, type Steps, type Task } from './kernel.ts'
import type { Input, Output } from './streams.ts'

/** Characters that a terminal takes at once; then writers wait for the clock. */
const BURST = 65_536
const BURST_MS = 100

/** The terminal of a session: keys in, text out, and the tasks in its foreground. */
export class Terminal {
  readonly #kernel: Kernel
  readonly #write: (text: string) => void
  #keys = ''
  /** Programs that take each key themselves; the last one is asked. */
  #rawReaders = 0
  #line = ''
  #lines: string[] = []
  #ended = false
  #cookedReaders = 0
  readonly #foreground: Task[] = []
  #written = 0
  #waiting = false
  cols: number
  rows: number

  constructor(kernel: Kernel, write: (text: string) => void, size: { cols: number; rows: number }) {
    this.#kernel = kernel
    this.#write = write
    this.cols = size.cols
    this.rows = size.rows
  }

  /** Keys from the user. */
  press(keys: string): void {
    this.#keys += keys
    this.#deliver()
    this.#kernel.run()
    // A program that has ended leaves its keys to the next reader.
    while (this.#keys !== '' && this.#deliver()) this.#kernel.run()
  }

  /** Hands keys to what reads them now; true when something was taken. */
  #deliver(): boolean {
    if (this.#rawReaders > 0) return false
    const before = this.#keys
    const interrupt = this.#keys.indexOf('\x03')
    if (interrupt >= 0) {
      // Like a real terminal, Ctrl-C discards the buffered input before it.
      this.#keys = this.#keys.slice(interrupt + 1)
      this.#line = ''
      this.#lines = []
      this.write('^C\n')
      const task = this.#foreground.at(-1)
      if (task) this.#kernel.signal(task, SIGINT)
      return true
    }
    while (this.#cookedReaders > 0 && this.#keys !== '' && !this.#ended) {
      const key = this.#keys[0] ?? ''
      this.#keys = this.#keys.slice(1)
      this.#cookedKey(key)
    }
    return this.#keys !== before
  }

  #cookedKey(key: string): void {
    if (key === '\r' || key === '\n') {
      this.write('\n')
      this.#lines.push(`${this.#line}\n`)
      this.#line = ''
    } else if (key === '\x04') {
      if (this.#line === '') this.#ended = true
      else {
        this.#lines.push(this.#line)
        this.#line = ''
      }
    } else if (key === '\x7f' || key === '\b') {
      if (this.#line !== '') this.write('\b \b')
      this.#line = this.#line.slice(0, -1)
    } else if (key >= ' ' || key === '\t') {
      this.write(key)
      this.#line += key
    }
  }

  write(text: string): void {
    this.#written += text.length
    this.#write(text)
  }

  isFull(): boolean {
    if (this.#written < BURST) return false
    if (!this.#waiting) {
      this.#waiting = true
      const { clock } = this.#kernel
      clock.wakeAt(clock.now() + BURST_MS, () => {
        this.#waiting = false
        this.#written = 0
        this.#kernel.run()
      })
    }
    return true
  }

  /** Runs a task in the foreground: Ctrl-C ends it. */
  *inForeground(task: Task): Steps<number> {
    this.#foreground.push(task)
    try {
      while (task.code === null) yield () => task.code !== null
      return task.code
    } finally {
      const position = this.#foreground.indexOf(task)
      if (position >= 0) this.#foreground.splice(position, 1)
    }
  }

  /** Waits for keys and takes them all, including Ctrl-C. */
  *keys(): Steps<string> {
    this.#rawReaders++
    try {
      if (this.#keys === '') yield () => this.#keys !== ''
      const keys = this.#keys
      this.#keys = ''
      return keys
    } finally {
      this.#rawReaders--
    }
  }

  /** Keys for the next reader. */
  unpress(keys: string): void {
    this.#keys = keys + this.#keys
  }

  *#read(): Steps<string | null> {
    this.#cookedReaders++
    try {
      this.#deliver()
      if (this.#lines.length === 0 && !this.#ended) yield () => this.#lines.length > 0 || this.#ended
      const line = this.#lines.shift()
      if (line !== undefined) return line
      this.#ended = false
      return null
    } finally {
      this.#cookedReaders--
    }
  }

  /** Lets a program that draws the screen have all keys, also while it does something else. Returns its end. */
  grab(): () => void {
    this.#rawReaders++
    return () => {
      this.#rawReaders--
    }
  }

  /** The keys that are there, without waiting. */
  takeKeys(): string {
    const keys = this.#keys
    this.#keys = ''
    return keys
  }

  hasKeys(): boolean {
    return this.#keys !== ''
  }

  /** What programs read as their input. */
  readonly input: Input = {
    isTerminal: true,
    read: () => this.#read(),
    unread: (text) => {
      this.#lines.unshift(text)
    },
    close: () => {},
  }

  readonly output: Output = {
    isTerminal: true,
    write: (text) => this.write(text),
    isFull: () => this.isFull(),
    close: () => {},
  }
}
