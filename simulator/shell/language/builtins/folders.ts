import { resolvePath } from '../../files/paths.ts'
import type { Builtin } from '../interpreter.ts'
import { byDialect, problem } from './saying.ts'

const cd: Builtin = (shell, args, streams) => {
  const { state, around } = shell
  const given = args.filter((it) => !/^-[PLe]+$/.test(it) && it !== '--')
  if (given.length > 1 && state.dialect === 'bash') return problem(shell, streams, 'cd', 'too many arguments')
  const [first = state.get('HOME') ?? around.machine.home()] = given
  const before = state.get('OLDPWD')
  if (first === '-' && before === undefined)
    return problem(shell, streams, 'cd', byDialect(shell, 'OLDPWD not set', "can't cd to -"))
  const path = first === '-' ? (before ?? state.cwd) : first
  const resolved = resolvePath(path, state.cwd)
  const target = args.some((it) => /^-\w*P/.test(it)) ? (around.files.real(resolved) ?? resolved) : resolved
  const node = around.files.find(target)
  if (node?.kind !== 'folder') {
    const why = node ? 'Not a directory' : 'No such file or directory'
    if (state.dialect === 'bash') return problem(shell, streams, 'cd', `${first}: ${why}`)
    return problem(
      shell,
      streams,
      'cd',
      `can't cd to ${first}${state.dialect === 'ash' ? `: ${why}` : ''}`,
      2,
    )
  }
  state.set('OLDPWD', state.cwd)
  state.cwd = target
  state.set('PWD', target)
  if (first === '-') streams.out.write(`${target}\n`)
  return 0
}

/** `pushd`, `popd` and `dirs`: the folders to which one comes back. */
const pushd: Builtin = (shell, args, streams) => {
  const { state } = shell
  const before = state.cwd
  const target = args[0] ?? state.folders.at(-1)
  if (target === undefined) return problem(shell, streams, 'pushd', 'no other directory')
  if (cd(shell, [target], streams) !== 0) return 1
  if (args[0] === undefined) state.folders.pop()
  state.folders.push(before)
  return dirs(shell, [], streams)
}

const popd: Builtin = (shell, _args, streams) => {
  const target = shell.state.folders.pop()
  if (target === undefined) return problem(shell, streams, 'popd', 'directory stack empty')
  cd(shell, [target], streams)
  return dirs(shell, [], streams)
}

const dirs: Builtin = ({ state, around }, args, streams) => {
  if (args[0] === '-c') state.folders.length = 0
  const home = state.get('HOME') ?? around.machine.home()
  const all = [state.cwd, ...state.folders.toReversed()].map((it) => (it === home ? '~' : it))
  streams.out.write(`${all.join(' ')}\n`)
  return 0
}

const pwd: Builtin = ({ state, around }, args, streams) => {
  const path = args.includes('-P') ? (around.files.real(state.cwd) ?? state.cwd) : state.cwd
  streams.out.write(`${path}\n`)
  return 0
}

export const folderBuiltins: Record<string, Builtin> = { cd, dirs, popd, pushd, pwd }
