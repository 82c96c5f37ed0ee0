import type { Task } from '../kernel/kernel.ts'
import { calculate, type Numbers } from './arithmetic.ts'
import { ShellFault } from './faults.ts'
import type { Command, Dialect } from './syntax.ts'

export interface Variable {
  value: string
  exported: boolean
  readonly: boolean
  /** The items of an array, by number or, where `isMap`, by text. `value` is that of item 0. */
  items?: Map<string, string>
  isMap?: boolean
  /** What `declare -i`, `-l` and `-u` make of a value. */
  form?: 'integer' | 'lower' | 'upper'
  /** It is declared without a value. */
  isUnset?: boolean
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
  readonly #computedItems = new Map<string, () => readonly string[]>()
  /** Values that `local` has hidden, for each running function. */
  readonly locals: Map<string, Variable | undefined>[] = []
  jobs: Job[] = []
  /** Those of `pushd`, the last one first out. */
  readonly folders: string[] = []
  parameters: readonly string[] = []
  /** `$0`. */
  name = 'sh'
  dialect: Dialect = 'bash'
  /** bash that was called as sh ends a script where POSIX says so. */
  isPosix = false
  /** Whether its commands come from a file. */
  isScript = false
  /** The line of the command in progress. */
  line = 1
  /** The file that `.` reads. */
  sourceName: string | null = null
  /** The functions that run, the innermost last. */
  readonly calls: { name: string; line: number; source: string }[] = []
  /** The file in which a function was written. */
  readonly functionSources = new Map<string, string>()
  /** How many command substitutions this is within, which `set -x` shows. */
  substitutions = 0
  umask = 0o022
  /** How many subshells this is within. */
  subshells = 0
  /** How many loops the command in progress is in. */
  loops = 0
  /** The exit codes of jobs that were waited for, by their process. */
  readonly endedJobs = new Map<string, number>()
  cwd: string
  code = 0
  pid: number
  lastBackground: number | null = null
  getoptsAt = 1
  /** OPTIND as `getopts` left it. */
  getoptsIndex = 1
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
    copy.calls.push(...this.calls)
    copy.dialect = this.dialect
    copy.isPosix = this.isPosix
    copy.isScript = this.isScript
    copy.line = this.line
    copy.sourceName = this.sourceName
    copy.umask = this.umask
    copy.loops = this.loops
    copy.substitutions = this.substitutions
    for (const [name, source] of this.functionSources) copy.functionSources.set(name, source)
    copy.subshells = this.subshells + 1
    copy.getoptsAt = this.getoptsAt
    for (const [name, items] of this.#computedItems) copy.computeItems(name, items)
    // What is ignored stays so; the rest is no trap of a subshell.
    for (const [name, action] of this.traps) if (action === '') copy.traps.set(name, '')
    copy.folders.push(...this.folders)
    copy.name = this.name
    copy.code = this.code
    copy.lastBackground = this.lastBackground
    copy.jobs = [...this.jobs]
    copy.depth = this.depth
    return copy
  }

  get isInteractive(): boolean {
    return this.options.has('i')
  }

  /** What a message of this shell begins with. `builtin`: the command that says it. */
  label(builtin = ''): string {
    const { dialect, line } = this
    const own = this.sourceName ?? this.name
    const name = this.isInteractive ? this.name.replace(/^.*\//, '') : own
    const said = builtin === '' ? '' : `${builtin}: `
    if (dialect === 'dash') return `${this.isInteractive ? this.name : own}: ${line}: ${said}`
    if (this.isInteractive) return `${dialect === 'ash' ? this.name : name}: ${said}`
    if (dialect === 'bash') return `${name}: line ${line}: ${said}`
    return this.isScript || this.sourceName !== null
      ? `${name}: ${said}line ${line}: `
      : `${name}: ${said}${said === '' ? '' : 'line 0: '}`
  }

  get(name: string): string | undefined {
    if (this.#computedItems.has(name)) return this.items(name)[0]?.[1]
    const computed = this.#computed.get(name)
    if (computed) return computed()
    const variable = this.variables.get(name)
    return variable?.isUnset === true ? undefined : variable?.value
  }

  /** An array whose items are found out when it is read. */
  computeItems(name: string, items: () => readonly string[]): void {
    this.#computedItems.set(name, items)
  }

  compute(name: string, value: () => string): void {
    this.#computed.set(name, value)
  }

  set(name: string, value: string, exported = false): void {
    const known = this.variables.get(name)
    if (known?.readonly === true) throw this.#readonly(name)
    if (this.#computedItems.has(name)) return
    if (value.length > MAX_VALUE) throw new ShellFault('out of memory', 2)
    this.#computed.delete(name)
    if (known) {
      if (known.form !== undefined) value = this.#formed(known.form, value)
      delete known.isUnset
      known.value = value
      known.items?.set('0', value)
      known.exported ||= exported
    } else {
      this.variables.set(name, { value, exported: exported || this.options.has('a'), readonly: false })
    }
  }

  /** The attributes of a variable, which is declared when it is new. */
  declared(name: string): Variable | undefined {
    if (!this.variables.has(name)) {
      const value = this.#computed.get(name)?.()
      const isUnset = value === undefined ? { isUnset: true } : {}
      this.variables.set(name, {
        value: value ?? '',
        exported: this.options.has('a'),
        readonly: false,
        ...isUnset,
      })
    }
    return this.variables.get(name)
  }

  isDeclared(name: string): boolean {
    return this.variables.has(name) || this.#computed.has(name)
  }

  /** A variable with its present value, for `declare -p`. */
  shown(name: string): Variable | undefined {
    const variable = this.variables.get(name)
    const computed = this.#computed.get(name)?.()
    if (computed === undefined) return variable
    return { exported: false, readonly: false, ...variable, value: computed }
  }

  #formed(form: NonNullable<Variable['form']>, value: string): string {
    if (form === 'lower') return value.toLowerCase()
    if (form === 'upper') return value.toUpperCase()
    return calculate(value, this.numbers()).toString()
  }

  /** `getopts` begins again, or goes on where it was. */
  restartOptions(index = '1', at = 1): void {
    const variable = this.variables.get('OPTIND')
    if (variable) variable.value = index
    this.getoptsIndex = Number(index)
    this.getoptsAt = at
  }

  /** The variables of an arithmetic expression. */
  numbers(): Numbers {
    return {
      dialect: this.dialect,
      get: (name, key) => {
        if (key !== undefined) return this.items(name).find(([it]) => it === key)?.[1] ?? ''
        const value = this.get(name) ?? ''
        // Values are expressions as well, but not in dash.
        if (this.dialect === 'dash' && !/^\s*(?:[-+]?(?:0[xX][0-9a-fA-F]+|\d+)\s*)?$/.test(value))
          throw new ShellFault(`Illegal number: ${value}`, 2, true)
        return value
      },
      set: (name, value, key) => (key === undefined ? this.set(name, value) : this.setItem(name, key, value)),
    }
  }

  #readonly(name: string): ShellFault {
    return this.dialect === 'bash'
      ? new ShellFault(`${name}: readonly variable`)
      : new ShellFault(`${name}: is read only`, 2)
  }

  /** Makes a variable an array, by text where `isMap`. */
  declareArray(name: string, isMap: boolean): Map<string, string> {
    if (!this.variables.has(name)) this.variables.set(name, { value: '', exported: false, readonly: false })
    const variable = this.variables.get(name)
    if (variable === undefined) return new Map()
    if (variable.readonly) throw this.#readonly(name)
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
    const computed = this.#computedItems.get(name)
    if (computed) return computed().map((it, i) => [String(i), it] as const)
    const variable = this.variables.get(name)
    if (variable === undefined) return []
    if (variable.items === undefined) return [['0', variable.value]]
    const all = [...variable.items]
    return variable.isMap === true ? all : all.sort(([a], [b]) => Number(a) - Number(b))
  }

  #showFirst(name: string): void {
    const variable = this.variables.get(name)
    if (!variable) return
    variable.value = variable.items?.get('0') ?? ''
    delete variable.isUnset
  }

  unset(name: string): void {
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
    this.variables.set(name, {
      value: '',
      exported: known?.exported ?? false,
      readonly: false,
      isUnset: true,
    })
    return true
  }

  endFunction(): void {
    for (const [name, before] of this.locals.pop() ?? []) {
      if (before) this.variables.set(name, before)
      else this.variables.delete(name)
    }
  }

  /** After an end without order: no function runs any more. */
  leaveFunctions(): void {
    while (this.locals.length > 0) this.endFunction()
    this.calls.length = 0
    this.depth = 0
    this.loops = 0
  }

  /** The variables of the programs that it starts. */
  environment(): Map<string, string> {
    const found = new Map<string, string>()
    for (const [name, { value, exported, isUnset }] of this.variables)
      if (exported && isUnset !== true) found.set(name, value)
    return found
  }

  flags(): string {
    const own = [...this.options].filter((it) => it.length === 1 && it !== 'i')
    const { dialect, isInteractive } = this
    if (dialect !== 'bash') return `${isInteractive ? 'smi' : ''}${own.join('')}`
    const all = [...own, 'h', 'B', ...(isInteractive ? ['i', 'm', 'H'] : [])]
    const order = (flag: string) => 'abefhikmnptuvxBCEHPT'.indexOf(flag)
    return `${all.sort((a, b) => order(a) - order(b)).join('')}${isInteractive ? 's' : ''}`
  }
}
