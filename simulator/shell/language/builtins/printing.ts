import { FormatProblem, formatted, unescaped } from '../escapes.ts'
import { ShellFault } from '../faults.ts'
import type { Builtin } from '../interpreter.ts'
import { byDialect, problem } from './saying.ts'

const echo: Builtin = ({ state }, args, streams) => {
  let newline = true
  let escapes = state.dialect === 'dash'
  const rest = [...args]
  const options = state.dialect === 'dash' ? /^-n$/ : /^-[neE]+$/
  while (options.test(rest[0] ?? '')) {
    const flags = rest.shift() ?? ''
    if (flags.includes('n')) newline = false
    if (flags.includes('e')) escapes = true
    if (flags.includes('E')) escapes = false
  }
  const text = rest.join(' ')
  const { text: shown, ended } = escapes ? unescaped(text) : { text, ended: false }
  streams.out.write(newline && !ended ? `${shown}\n` : shown)
  return 0
}

const printf: Builtin = (shell, args, streams) => {
  const { state } = shell
  const rest = [...args]
  let variable: string | null = null
  if (rest[0] === '-v' && state.dialect === 'bash') {
    rest.shift()
    variable = rest.shift() ?? ''
  }
  if (rest[0] === '--') rest.shift()
  const [format, ...values] = rest
  if (format === undefined) {
    if (state.dialect === 'bash') streams.err.write('printf: usage: printf [-v var] format [arguments]\n')
    else if (state.dialect === 'dash') problem(shell, streams, 'printf', 'usage: printf format [arg ...]')
    else streams.err.write('sh: usage: printf FORMAT [ARGUMENT...]\n')
    return 2
  }
  const bad: string[] = []
  let text = ''
  let code = 0
  try {
    text = formatted(format, values, {
      onBadNumber: (it) => bad.push(it),
      now: shell.around.machine.ownTime(),
      escapesByBackslash: state.dialect === 'bash',
    })
  } catch (fault) {
    if (!(fault instanceof FormatProblem)) throw fault
    text = fault.before
    code = 1
    if (state.dialect === 'bash')
      problem(shell, streams, 'printf', `\`${fault.letter}': invalid format character`)
    else if (state.dialect === 'ash') streams.err.write(`sh: ${fault.directive}: invalid format\n`)
    else problem(shell, streams, 'printf', `${fault.directive}: invalid directive`, (code = 2))
  }
  for (const it of bad) {
    code = 1
    if (state.dialect === 'ash') streams.err.write(`sh: invalid number '${it}'\n`)
    else
      problem(
        shell,
        streams,
        'printf',
        byDialect(shell, `${it}: invalid number`, `${it}: expected numeric value`),
      )
  }
  if (variable === null) streams.out.write(text)
  else
    try {
      state.set(variable, text)
    } catch (fault) {
      if (!(fault instanceof ShellFault)) throw fault
      return problem(shell, streams, '', fault.message, fault.code)
    }
  return code
}

export const printingBuiltins: Record<string, Builtin> = { echo, printf }
