import type { Task } from '../kernel/kernel.ts'
import type { Command } from './syntax.ts'

export interface Variable {
  value: string
  exported: boolean
  readonly: boolean
  /** The items of an array, by number or, where `isMap`, by text. `value` is that of item 0. */
  items?: Map<string, string>
  isMap?: boolean
}

/** A problem of a shell that ends the line: an unset variable with `set -u`, a bad substitution. */
export class ShellFault extends Error {
  readonly code: number

  constructor(message: string, code = 1) {
    super(message)
    this.code = code
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

/** A command that runs in the background. */
export interface Job {
  number: number
  task: Task
  source: string
  wasReported: boolean
}

/** More than this is no text that a small computer would keep. */
const MAX_VALUE = 8_000_000

/** Variables, functions, options and the rest that a subshell copies. */
export class ShellState {
  readonly variables = new Map<string, Variable>()
  readonly functions = new Map<string, Command>()
  readonly aliases = new Map<string, string>()
  readonly options = new Set<string>()
  readonly traps = new Map<string, string>()
  /** Variables whose value is found out when it is read, such as RANDOM, until one is set or unset. */
  readonly #computed = new Map<string, () => string>()
  /** Values that `local` has hidden, for each running function. */
  readonly locals: Map<string, Variable | undefined>[] = []
  jobs: Job[] = []
  /** Those of `pushd`, the last one first out. */
  readonly folders: string[] = []
  parameters: readonly string[] = []
  /** `$0`. */
  name = 'sh'
  cwd: string
  code = 0
  pid: number
  lastBackground: number | null = null
  getoptsAt = 1
  depth = 0

  constructor(cwd: string, pid: number) {
    this.cwd = cwd
    this.pid = pid
  }

  /** For a subshell: what it changes is lost at its end. */
  copy(): ShellState {
    const copy = new ShellState(this.cwd, this.pid)
    for (const [name, value] of this.variables)
      copy.variables.set(name, { ...value, ...(value.items && { items: new Map(value.items) }) })
    for (const [name, body] of this.functions) copy.functions.set(name, body)
    for (const [name, text] of this.aliases) copy.aliases.set(name, text)
    for (const name of this.options) copy.options.add(name)
    for (const [name, value] of this.#computed) copy.compute(name, value)
    copy.parameters = this.parameters
    copy.name = this.name
    copy.code = this.code
    copy.lastBackground = this.lastBackground
    copy.jobs = [...this.jobs]
    copy.depth = this.depth
    return copy
  }

  get(name: string): string | undefined {
    return this.#computed.get(name)?.() ?? this.variables.get(name)?.value
  }

  compute(name: string, value: () => string): void {
    this.#computed.set(name, value)
  }

  set(name: string, value: string, exported = false): void {
    const known = this.variables.get(name)
    if (known?.readonly === true) throw new ShellFault(`${name}: readonly variable`)
    if (value.length > MAX_VALUE) throw new ShellFault('out of memory', 2)
    this.#computed.delete(name)
    if (known) {
      known.value = value
      known.items?.set('0', value)
      known.exported ||= exported
    } else {
      this.variables.set(name, { value, exported: exported || this.options.has('a'), readonly: false })
    }
  }

  /** Makes a variable an array, by text where `isMap`. */
  declareArray(name: string, isMap: boolean): Map<string, string> {
    if (!this.variables.has(name)) this.variables.set(name, { value: '', exported: false, readonly: false })
    const variable = this.variables.get(name)
    if (variable === undefined) return new Map()
    if (variable.readonly) throw new ShellFault(`${name}: readonly variable`)
    variable.items ??= new Map(variable.value === '' ? [] : [['0', variable.value]])
    if (isMap) variable.isMap = true
    return variable.items
  }

  isMap(name: string): boolean {
    return this.variables.get(name)?.isMap === true
  }

  setItem(name: string, key: string, value: string): void {
    this.declareArray(name, this.isMap(name)).set(key, value)
    this.#showFirst(name)
  }

  setItems(name: string, items: Iterable<readonly [string, string]>): void {
    const all = this.declareArray(name, this.isMap(name))
    all.clear()
    for (const [key, value] of items) all.set(key, value)
    this.#showFirst(name)
  }

  /** The items of an array in their order; a plain variable is an array of one. */
  items(name: string): (readonly [key: string, value: string])[] {
    const variable = this.variables.get(name)
    if (variable === undefined) return []
    if (variable.items === undefined) return [['0', variable.value]]
    const all = [...variable.items]
    return variable.isMap === true ? all : all.sort(([a], [b]) => Number(a) - Number(b))
  }

  #showFirst(name: string): void {
    const variable = this.variables.get(name)
    if (variable) variable.value = variable.items?.get('0') ?? ''
  }

  unset(name: string): void {
    if (this.variables.get(name)?.readonly === true)
      throw new ShellFault(`unset: ${name}: cannot unset: readonly variable`)
    this.variables.delete(name)
    this.#computed.delete(name)
  }

  /** Hides a variable until the running function ends; false outside of one. */
  makeLocal(name: string): boolean {
    const frame = this.locals.at(-1)
    if (!frame) return false
    if (frame.has(name)) return true
    const known = this.variables.get(name)
    frame.set(name, known && { ...known })
    this.variables.set(name, { value: '', exported: known?.exported ?? false, readonly: false })
    return true
  }

  endFunction(): void {
    for (const [name, before] of this.locals.pop() ?? []) {
      if (before) this.variables.set(name, before)
      else this.variables.delete(name)
    }
  }

  /** The variables of the programs that it starts. */
  environment(): Map<string, string> {
    const found = new Map<string, string>()
    for (const [name, { value, exported }] of this.variables) if (exported) found.set(name, value)
    return found
  }

  flags(): string {
    return [...this.options].filter((it) => it.length === 1).join('')
  }
}
