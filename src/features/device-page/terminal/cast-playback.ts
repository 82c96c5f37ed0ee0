import { castLength, terminalSize, type Cast } from './asciicast.ts'

/** The output of a replay. */
export interface PlaybackScreen {
  reset(): void
  write(text: string): void
  resize(cols: number, rows: number): void
}

/** Replays a recording. The caller drives the clock. */
export class CastPlayback {
  readonly length: number
  #position = 0
  #next = 0
  readonly #cast: Cast
  readonly #screen: PlaybackScreen

  constructor(cast: Cast, screen: PlaybackScreen) {
    this.#cast = cast
    this.#screen = screen
    this.length = castLength(cast)
    this.seek(0)
  }

  /** Seconds since the start. */
  get position(): number {
    return this.#position
  }

  get hasEnded(): boolean {
    return this.#position >= this.length
  }

  /** Advances the clock. */
  advance(seconds: number): void {
    this.#showUntil(this.#position + seconds)
  }

  /** Jumps to a position, forward or backward, and shows the screen as of then. */
  seek(seconds: number): void {
    if (seconds < this.#position || seconds === 0) {
      this.#screen.reset()
      this.#screen.resize(this.#cast.cols, this.#cast.rows)
      this.#next = 0
      this.#position = 0
    }
    this.#showUntil(seconds)
  }

  #showUntil(seconds: number) {
    this.#position = Math.min(Math.max(seconds, 0), this.length)
    let text = ''
    for (;;) {
      const event = this.#cast.events[this.#next]
      if (event === undefined || event.at > this.#position) break
      this.#next += 1
      const size = terminalSize(event)
      if (size === null) {
        if (event.kind === 'o') text += event.data
        continue
      }
      if (text !== '') this.#screen.write(text)
      text = ''
      this.#screen.resize(size.cols, size.rows)
    }
    if (text !== '') this.#screen.write(text)
  }
}
