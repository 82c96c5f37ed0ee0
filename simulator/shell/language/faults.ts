/**
 * A problem of a shell that ends the line: a variable that cannot be changed, a division by zero. `ends`: also a script of bash
 * ends, as that of every other shell does.
 */
export class ShellFault extends Error {
  readonly code: number
  /** Whether it ends a script of each shell, of those that POSIX describes, or only its line. */
  readonly ends: 'always' | 'by POSIX' | 'never'

  constructor(message: string, code = 1, ends: boolean | 'never' = false) {
    super(message)
    this.code = code
    this.ends = ends === 'never' ? ends : ends ? 'always' : 'by POSIX'
  }
}

/** `break` and `continue`: how many loops it still leaves. */
export class LoopSignal extends Error {
  readonly kind: 'break' | 'continue'
  readonly levels: number

  constructor(kind: 'break' | 'continue', levels: number) {
    super(kind)
    this.kind = kind
    this.levels = levels
  }
}

export class ReturnSignal extends Error {
  readonly code: number

  constructor(code: number) {
    super('return')
    this.code = code
  }
}

export class ExitSignal extends Error {
  readonly code: number

  constructor(code: number) {
    super('exit')
    this.code = code
  }
}
