import type { Steps } from './kernel.ts'

/** Thrown when the reader of a pipe is gone. */
export class BrokenPipe extends Error {}

/** Text that a program reads: of a pipe, a file or the terminal. */
export interface Input {
  readonly isTerminal: boolean
  /** The file behind it. */
  readonly path?: string
  /** The next piece of text; null at the end. */
  read(): Steps<string | null>
  /** Puts back what was read too much. */
  unread(text: string): void
  /** The reader ends. */
  close(): void
}

/** Text that a program writes. */
export interface Output {
  readonly isTerminal: boolean
  /** The file behind it. */
  readonly path?: string
  /** Throws BrokenPipe when nobody reads. */
  write(text: string): void
  /** A writer of much text waits while this is true. */
  isFull(): boolean
  close(): void
}

const PIPE_SIZE = 65_536

/** A pipe between two programs; both ends can be shared by several of them. */
export class Pipe implements Input, Output {
  readonly isTerminal = false
  #text = ''
  #ended = false
  #readerGone = false

  get isEnded(): boolean {
    return this.#ended
  }

  *read(): Steps<string | null> {
    if (this.#text === '' && !this.#ended) yield () => this.#text !== '' || this.#ended
    if (this.#text === '') return null
    const text = this.#text
    this.#text = ''
    return text
  }

  unread(text: string): void {
    this.#text = text + this.#text
  }

  write(text: string): void {
    if (this.#readerGone) throw new BrokenPipe()
    this.#text += text
  }

  isFull(): boolean {
    return this.#text.length >= PIPE_SIZE && !this.#readerGone
  }

  close(): void {
    this.#ended = true
  }

  closeReader(): void {
    this.#readerGone = true
    this.#text = ''
  }

  /** The end that a program reads. */
  reader(): Input {
    return {
      isTerminal: false,
      read: () => this.read(),
      unread: (text) => this.unread(text),
      close: () => this.closeReader(),
    }
  }
}

/** Reads a text that is known already. */
export class TextInput implements Input {
  readonly isTerminal = false
  #text: string

  constructor(text: string) {
    this.#text = text
  }

  // A generator like the others, which never has to wait.
  // eslint-disable-next-line require-yield
  *read(): Steps<string | null> {
    if (this.#text === '') return null
    const text = this.#text
    this.#text = ''
    return text
  }

  unread(text: string): void {
    this.#text = text + this.#text
  }

  close(): void {
    this.#text = ''
  }
}

/** Collects what is written. */
export class TextOutput implements Output {
  readonly isTerminal = false
  text = ''

  write(text: string): void {
    this.text += text
  }

  isFull(): boolean {
    return false
  }

  close(): void {}
}

/** Passes what is written to a function. */
export class CallOutput implements Output {
  readonly isTerminal = false
  readonly #write: (text: string) => void

  constructor(write: (text: string) => void) {
    this.#write = write
  }

  write(text: string): void {
    this.#write(text)
  }

  isFull(): boolean {
    return false
  }

  close(): void {}
}

export const NOTHING_IN: Input = {
  isTerminal: false,
  // eslint-disable-next-line require-yield
  *read() {
    return null
  },
  unread() {},
  close() {},
}

export const NOWHERE: Output = { isTerminal: false, write() {}, isFull: () => false, close() {} }

/** The next line with its line end; the last one may have none. null at the end. */
export function* readLine(input: Input, delimiter = '\n'): Steps<string | null> {
  let line = ''
  for (;;) {
    const text = yield* input.read()
    if (text === null) return line === '' ? null : line
    const end = text.indexOf(delimiter)
    if (end < 0) {
      line += text
      continue
    }
    if (end + delimiter.length < text.length) input.unread(text.slice(end + delimiter.length))
    return line + text.slice(0, end + delimiter.length)
  }
}

/** All text up to the end. */
export function* readAll(input: Input): Steps<string> {
  const parts: string[] = []
  for (;;) {
    const text = yield* input.read()
    if (text === null) return parts.join('')
    parts.push(text)
  }
}

/** Writes, and waits as long as the reader is slower. */
export function* print(output: Output, text: string): Steps<void> {
  output.write(text)
  if (output.isFull()) yield () => !output.isFull()
}
