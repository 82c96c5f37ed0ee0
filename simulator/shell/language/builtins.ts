import { controlBuiltins } from './builtins/control.ts'
import { folderBuiltins } from './builtins/folders.ts'
import { inputBuiltins } from './builtins/input.ts'
import { jobBuiltins } from './builtins/jobs.ts'
import { nameBuiltins } from './builtins/names.ts'
import { printingBuiltins } from './builtins/printing.ts'
import { variableBuiltins } from './builtins/variables.ts'
import type { Builtin } from './interpreter.ts'
import type { Dialect } from './syntax.ts'

const ALL: Readonly<Record<string, Builtin>> = {
  ...controlBuiltins,
  ...folderBuiltins,
  ...inputBuiltins,
  ...jobBuiltins,
  ...nameBuiltins,
  ...printingBuiltins,
  ...variableBuiltins,
}

/** Commands that ash, and those that also dash lacks. */
const NOT_IN_ASH = 'builtin declare dirs disown logout mapfile popd pushd readarray shopt typeset'.split(' ')
const NOT_IN_DASH = [...NOT_IN_ASH, '[[', 'let', 'source', 'history']
/** `[[` is a reserved word there. */
const NOT_IN_BASH = ['[[']

const without = (names: readonly string[]): ReadonlyMap<string, Builtin> =>
  new Map(Object.entries(ALL).filter(([name]) => !names.includes(name)))

/** The commands of each shell itself. */
export const BUILTINS: Readonly<Record<Dialect, ReadonlyMap<string, Builtin>>> = {
  bash: without(NOT_IN_BASH),
  ash: without(NOT_IN_ASH),
  dash: without(NOT_IN_DASH),
}
