import { valueIn } from '../../../base/records.ts'
import type { Streams } from '../../process.ts'
import { calculate } from '../arithmetic.ts'
import { declaration, quotedValue } from '../declaration.ts'
import { ShellFault } from '../faults.ts'
import type { Builtin, Interpreter } from '../interpreter.ts'
import { shellQuoted } from '../quoting.ts'
import type { ShellState } from '../shell-state.ts'
import { byDialect, endsScript, fatal, problem } from './saying.ts'

/** The parts of an argument such as `A`, `A=b` or `A+=b`. */
function parsedAssignment(text: string): { key: string; isAppended: boolean; value: string | undefined } {
  const [, key = '', append = '', value] = /^([^=+]*)(\+?)(?:=(.*))?$/s.exec(text) ?? []
  return { key, isAppended: append === '+', value }
}

const NAME = /^[A-Za-z_]\w*$/

const notAName = (shell: Interpreter, text: string): string =>
  byDialect(shell, `\`${text}': not a valid identifier`, `${text.replace(/=.*/s, '')}: bad variable name`)

/** A problem with a name ends a script of ash and dash, not one of bash. */
function badName(shell: Interpreter, streams: Streams, name: string, text: string): number {
  if (shell.state.dialect === 'bash') return problem(shell, streams, name, notAName(shell, text))
  return fatal(shell, streams, name, notAName(shell, text), 2)
}

/** Sets a variable for a builtin; false when it must not change, which ends only scripts of ash, dash and POSIX. */
function assigned(
  shell: Interpreter,
  streams: Streams,
  builtin: string,
  key: string,
  value: string,
): boolean {
  const { state } = shell
  try {
    state.set(key, value)
    return true
  } catch (fault) {
    if (!(fault instanceof ShellFault) || state.dialect !== 'bash' || (state.isPosix && builtin === ''))
      throw fault
    problem(shell, streams, builtin, fault.message)
    return false
  }
}

/** `export` and `readonly`. */
function mark(
  shell: Interpreter,
  args: readonly string[],
  streams: Streams,
  which: 'exported' | 'readonly',
  name: string,
): number {
  const { state } = shell
  const options = args.filter((it) => /^-[pnfaA]+$/.test(it)).join('')
  const names = args.filter((it) => !/^-[pnfaA]+$|^--$/.test(it))
  if (names.length === 0) {
    const marked = [...state.variables].filter(([, it]) => it[which]).sort(([a], [b]) => (a < b ? -1 : 1))
    for (const [key, variable] of marked) {
      const value = state.dialect === 'bash' ? quotedValue(variable.value) : shellQuoted(variable.value, true)
      if (state.dialect === 'bash' && !state.isPosix) streams.out.write(declaration(key, variable))
      else streams.out.write(`${name} ${key}${variable.isUnset === true ? '' : `=${value}`}\n`)
    }
    return 0
  }
  let code = 0
  for (const arg of names) {
    const { key, isAppended, value } = parsedAssignment(arg)
    if (!NAME.test(key)) {
      code = badName(shell, streams, name, arg)
      continue
    }
    if (options.includes('f')) continue
    if (
      value !== undefined &&
      !assigned(shell, streams, '', key, isAppended ? (state.get(key) ?? '') + value : value)
    ) {
      code = 1
      continue
    }
    const variable = state.declared(key)
    if (variable) variable[which] = !options.includes('n')
  }
  return code
}

const local: Builtin = (shell, args, streams) => {
  if (shell.state.locals.length === 0) {
    if (shell.state.dialect === 'bash')
      return problem(shell, streams, 'local', 'can only be used in a function')
    return fatal(shell, streams, 'local', 'not in a function', 2)
  }
  return declareAs(shell, args, streams, 'local')
}

/** `declare`, `typeset` and `local`: in a function the variables are its own. */
function declareAs(shell: Interpreter, args: readonly string[], streams: Streams, name: string): number {
  const { state } = shell
  const options = args.filter((it) => /^[-+][A-Za-z]+$/.test(it))
  const flags = options.filter((it) => it.startsWith('-')).join('')
  const taken = options.filter((it) => it.startsWith('+')).join('')
  const names = args.filter((it) => !/^[-+][A-Za-z]+$|^--$/.test(it))
  if (/[fF]/.test(flags)) {
    const wanted = names.length > 0 ? names : [...state.functions.keys()].sort()
    for (const it of wanted) {
      if (!state.functions.has(it)) return 1
      streams.out.write(
        flags.includes('F') ? `${names.length > 0 ? '' : 'declare -f '}${it}\n` : `${it} ()\n`,
      )
    }
    return 0
  }
  if (flags.includes('p') || args.length === 0) {
    const all = names.length > 0 ? names : [...state.variables.keys()].sort()
    let code = 0
    for (const it of all) {
      const variable = state.shown(it)
      if (variable) streams.out.write(declaration(it, variable))
      else code = problem(shell, streams, name, `${it}: not found`)
    }
    return code
  }
  let code = 0
  for (const arg of names) {
    const { key, isAppended, value } = parsedAssignment(arg)
    if (!NAME.test(key)) {
      code = badName(shell, streams, name, arg)
      continue
    }
    if (!flags.includes('g')) state.makeLocal(key)
    if (/[aA]/.test(flags)) state.declareArray(key, flags.includes('A'))
    const variable = state.declared(key)
    if (variable && /[ilu]/.test(flags))
      variable.form = flags.includes('i') ? 'integer' : flags.includes('l') ? 'lower' : 'upper'
    if (value !== undefined) {
      if (!assigned(shell, streams, name, key, isAppended ? (state.get(key) ?? '') + value : value)) code = 1
    } else if (state.dialect !== 'bash') state.set(key, state.get(key) ?? '')
    if (variable && flags.includes('x')) variable.exported = true
    if (variable && taken.includes('x')) variable.exported = false
    if (variable && flags.includes('r')) variable.readonly = true
  }
  return code
}

const unset: Builtin = (shell, args, streams) => {
  const { state } = shell
  let code = 0
  for (const name of args) {
    if (name === '-f' || name === '-v') continue
    const item = /^(\w+)\[(.+)\]$/s.exec(name)
    if (item) {
      const [, array = '', key = ''] = item
      const all = state.items(array)
      const last = Number(all.at(-1)?.[0] ?? -1)
      const wanted = /^-\d+$/.test(key)
        ? String(last + 1 + Number(key))
        : key.replace(/^(["'])(.*)\1$/s, '$2')
      state.setItems(
        array,
        all.filter(([it]) => it !== wanted),
      )
      continue
    }
    if (args[0] === '-f') state.functions.delete(name)
    else if (!NAME.test(name)) {
      if (state.dialect !== 'bash') code = badName(shell, streams, 'unset', name)
      else if (!state.isPosix) code = problem(shell, streams, 'unset', notAName(shell, name))
    } else if (state.variables.get(name)?.readonly === true) {
      const text = byDialect(shell, `${name}: cannot unset: readonly variable`, `${name}: is read only`)
      code = byDialect(shell, problem, fatal)(shell, streams, 'unset', text, byDialect(shell, 1, 2))
    } else if (state.isDeclared(name)) state.unset(name)
    else if (args[0] !== '-v') state.functions.delete(name)
  }
  return code
}

const LONG_OPTIONS: Readonly<Record<string, string>> = {
  allexport: 'a',
  errexit: 'e',
  errtrace: 'E',
  monitor: 'm',
  noclobber: 'C',
  noexec: 'n',
  noglob: 'f',
  nounset: 'u',
  pipefail: 'pipefail',
  posix: 'posix',
  verbose: 'v',
  vi: 'vi',
  emacs: 'emacs',
  xtrace: 'x',
}

const SET_USAGE = 'set: usage: set [-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]\n'

function tellOptions(state: ShellState, streams: Streams, asCommands: boolean): void {
  if (!asCommands && state.dialect !== 'bash') streams.out.write('Current option settings\n')
  for (const [name, key] of Object.entries(LONG_OPTIONS).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const isOn = state.options.has(key)
    if (asCommands) streams.out.write(`set ${isOn ? '-' : '+'}o ${name}\n`)
    else
      streams.out.write(
        state.dialect === 'bash'
          ? `${name.padEnd(15)}\t${isOn ? 'on' : 'off'}\n`
          : `${name.padEnd(15)} ${isOn ? 'on' : 'off'}\n`,
      )
  }
}

const set: Builtin = (shell, args, streams) => {
  const { state } = shell
  if (args.length === 0) {
    const all = [...state.variables].filter(([, it]) => it.isUnset !== true)
    for (const [name, { value }] of all.sort(([a], [b]) => (a < b ? -1 : 1)))
      streams.out.write(`${name}=${shellQuoted(value, state.dialect !== 'bash')}\n`)
    return 0
  }
  const rest = [...args]
  while (/^[-+]./.test(rest[0] ?? '')) {
    const flag = rest.shift() ?? ''
    if (flag === '--') {
      state.parameters = rest
      return 0
    }
    const isOn = flag.startsWith('-')
    const names: string[] = []
    for (const letter of flag.slice(1)) {
      if (letter !== 'o') {
        names.push(letter)
        continue
      }
      const long = rest.shift()
      if (long === undefined) {
        tellOptions(state, streams, !isOn)
        return 0
      }
      const key = valueIn(LONG_OPTIONS, long)
      if (key === undefined) {
        const text = byDialect(shell, `${long}: invalid option name`, `illegal option -o ${long}`)
        if (state.dialect === 'ash') return problem(shell, streams, 'set', text)
        return fatal(shell, streams, 'set', text, 2)
      }
      names.push(key)
    }
    for (const name of names) {
      if (name.length === 1 && !'abefhkmnptuvxBCEHPTi'.includes(name)) {
        problem(
          shell,
          streams,
          'set',
          byDialect(shell, `-${name}: invalid option`, `illegal option -${name}`),
        )
        if (state.dialect === 'bash') streams.err.write(SET_USAGE)
        return endsScript(shell) ? shell.leave(2) : 2
      }
      if (isOn) state.options.add(name)
      else state.options.delete(name)
    }
  }
  if (rest.length > 0) {
    state.parameters = rest[0] === '-' ? rest.slice(1) : rest
    if (state.dialect !== 'bash') state.restartOptions()
  }
  return 0
}

const shift: Builtin = (shell, args, streams) => {
  const { state } = shell
  const count = Number(args[0] ?? 1)
  if (!/^\d+$/.test(args[0] ?? '1'))
    return fatal(
      shell,
      streams,
      'shift',
      byDialect(shell, `${args[0]}: numeric argument required`, `Illegal number: ${args[0]}`),
      byDialect(shell, 1, 2),
    )
  if (count > state.parameters.length) {
    if (state.dialect === 'dash') return fatal(shell, streams, 'shift', "can't shift that many", 2)
    if (!state.isPosix || args[0] === undefined) return 1
    return problem(shell, streams, 'shift', `${count}: shift count out of range`)
  }
  state.parameters = state.parameters.slice(count)
  return 0
}

/** The options of bash that change something here; others can be set, which changes nothing. */
const SHELL_OPTIONS: readonly string[] = [
  'checkwinsize',
  'cmdhist',
  'dotglob',
  'expand_aliases',
  'extglob',
  'failglob',
  'globstar',
  'histappend',
  'interactive_comments',
  'lastpipe',
  'nocaseglob',
  'nocasematch',
  'nullglob',
  'sourcepath',
]
const ON_FROM_THE_START: ReadonlySet<string> = new Set([
  'checkwinsize',
  'cmdhist',
  'interactive_comments',
  'sourcepath',
])

const shopt: Builtin = (shell, args, streams) => {
  const { state } = shell
  const flags = args.filter((it) => it.startsWith('-')).join('')
  const names = args.filter((it) => !it.startsWith('-'))
  const isOn = (name: string) =>
    name === 'expand_aliases'
      ? state.isInteractive || state.isPosix || state.options.has(name)
      : ON_FROM_THE_START.has(name)
        ? !state.options.has(`no ${name}`)
        : state.options.has(name)
  let code = 0
  const wanted = names.length > 0 ? names : SHELL_OPTIONS
  for (const name of wanted) {
    if (!SHELL_OPTIONS.includes(name)) {
      code = problem(shell, streams, 'shopt', `${name}: invalid shell option name`)
    } else if (names.length > 0 && flags.includes('s')) {
      state.options.add(name)
      state.options.delete(`no ${name}`)
    } else if (names.length > 0 && flags.includes('u')) {
      state.options.delete(name)
      state.options.add(`no ${name}`)
    } else {
      const on = isOn(name)
      if (flags.includes('p')) streams.out.write(`shopt -${on ? 's' : 'u'} ${name}\n`)
      else if (!flags.includes('q')) streams.out.write(`${name.padEnd(15)}\t${on ? 'on' : 'off'}\n`)
      if (names.length > 0 && !on) code = 1
    }
  }
  return code
}

const letValues: Builtin = (shell, args, streams) => {
  if (args.length === 0) return problem(shell, streams, 'let', 'expression expected', byDialect(shell, 1, 2))
  let value = 0n
  for (const arg of args) value = calculate(arg, shell.numbers())
  return value === 0n ? 1 : 0
}

const getopts: Builtin = (shell, args, streams) => {
  const { state } = shell
  const [options, name, ...rest] = args
  if (options === undefined || name === undefined) {
    if (state.dialect === 'bash') streams.err.write('getopts: usage: getopts optstring name [arg ...]\n')
    else
      problem(
        shell,
        streams,
        'getopts',
        state.dialect === 'ash'
          ? 'usage: getopts optstring var [arg]'
          : 'Usage: getopts optstring var [arg...]',
      )
    return 2
  }
  const words = rest.length > 0 ? rest : state.parameters
  const index = Number(state.get('OPTIND') ?? 1)
  if (index === 1 && state.getoptsIndex !== 1) state.getoptsAt = 1
  const word = words[index - 1]
  const end = () => {
    state.set(name, '?')
    state.getoptsAt = 1
    // dash leaves the argument of the last option.
    if (state.dialect !== 'dash') state.unset('OPTARG')
    return 1
  }
  const moveTo = (position: number) => {
    state.set('OPTIND', String(position))
    state.getoptsIndex = position
  }
  if (word === undefined || !/^-./.test(word)) return end()
  if (word === '--') {
    moveTo(index + 1)
    return end()
  }
  const letter = word[state.getoptsAt] ?? ''
  const position = options.indexOf(letter, options.startsWith(':') ? 1 : 0)
  const isLast = state.getoptsAt >= word.length - 1
  const next = (steps: number) => {
    moveTo(index + steps)
    state.getoptsAt = 1
  }
  const tell = (text: string) => {
    const { dialect } = state
    if (dialect === 'bash')
      streams.err.write(
        `${state.isInteractive ? state.name.replace(/^.*\//, '') : state.name}: ${text} -- ${letter}\n`,
      )
    else if (dialect === 'ash')
      streams.err.write(
        text.startsWith('illegal') ? `Illegal option -${letter}\n` : `No arg for -${letter} option\n`,
      )
    else
      streams.err.write(
        text.startsWith('illegal') ? `Illegal option -${letter}\n` : `No arg for -${letter} option\n`,
      )
  }
  const requested = (value: string | undefined) => {
    if (value === undefined) state.unset('OPTARG')
    else state.set('OPTARG', value)
  }
  if (letter === ':' || position < 0) {
    state.set(name, '?')
    requested(options.startsWith(':') ? letter : undefined)
    if (!options.startsWith(':') && state.get('OPTERR') !== '0') tell('illegal option')
  } else if (options[position + 1] === ':') {
    const value = isLast ? words[index] : word.slice(state.getoptsAt + 1)
    next(isLast ? 2 : 1)
    if (value === undefined) {
      state.set(name, options.startsWith(':') ? ':' : '?')
      requested(options.startsWith(':') ? letter : undefined)
      if (!options.startsWith(':') && state.get('OPTERR') !== '0') tell('option requires an argument')
      return 0
    }
    state.set(name, letter)
    state.set('OPTARG', value)
    return 0
  } else {
    state.set(name, letter)
    requested(state.dialect === 'bash' ? undefined : '')
  }
  if (isLast) next(1)
  else state.getoptsAt++
  return 0
}

export const variableBuiltins: Record<string, Builtin> = {
  declare: (shell, args, streams) => declareAs(shell, args, streams, 'declare'),
  export: (shell, args, streams) => mark(shell, args, streams, 'exported', 'export'),
  getopts,
  let: letValues,
  local,
  readonly: (shell, args, streams) => mark(shell, args, streams, 'readonly', 'readonly'),
  set,
  shift,
  shopt,
  typeset: (shell, args, streams) => declareAs(shell, args, streams, 'typeset'),
  unset,
}
