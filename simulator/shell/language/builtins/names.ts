import { resolvePath } from '../../files/paths.ts'
import type { Steps } from '../../kernel/kernel.ts'
import type { Streams } from '../../process.ts'
import type { Builtin, Interpreter } from '../interpreter.ts'
import { shellQuoted } from '../quoting.ts'
import { KEYWORDS } from '../syntax.ts'
import { byDialect, problem } from './saying.ts'

const alias: Builtin = (shell, args, streams) => {
  const { state } = shell
  let code = 0
  const show = (name: string, text: string) =>
    streams.out.write(
      `${state.dialect === 'bash' && !state.isPosix ? 'alias ' : ''}${name}=${shellQuoted(text, true)}\n`,
    )
  const names = args.filter((it) => it !== '-p')
  if (names.length === 0)
    for (const [name, text] of [...state.aliases].sort(([a], [b]) => (a < b ? -1 : 1))) show(name, text)
  for (const arg of names) {
    const equals = arg.indexOf('=')
    const known = state.aliases.get(arg)
    if (equals > 0) state.aliases.set(arg.slice(0, equals), arg.slice(equals + 1))
    else if (known !== undefined) show(arg, known)
    else if (state.dialect === 'bash') code = problem(shell, streams, 'alias', `${arg}: not found`)
    else {
      streams.err.write(`alias: ${arg} not found\n`)
      code = 1
    }
  }
  return code
}

const unalias: Builtin = (shell, args, streams) => {
  const { state } = shell
  if (args[0] === '-a') state.aliases.clear()
  let code = 0
  for (const name of args)
    if (name !== '-a' && !state.aliases.delete(name))
      code = problem(shell, streams, 'unalias', byDialect(shell, `${name}: not found`, `${name} not found`))
  return code
}

export interface Described {
  kind: string
  path: string
}

/** What a name is: for `type`, `command -v` and `which`. */
export function describe(shell: Interpreter, name: string): Described | null {
  return descriptions(shell, name)[0] ?? null
}

/** All that a name can be, what is taken first. */
function descriptions(shell: Interpreter, name: string): Described[] {
  const { state, around } = shell
  const found: Described[] = []
  const isBash = state.dialect === 'bash'
  const text = state.aliases.get(name)
  if (text !== undefined)
    found.push({
      kind: isBash ? `aliased to \`${text}'` : `an alias for ${text}`,
      path: `alias ${name}='${text}'`,
    })
  if (KEYWORDS[state.dialect].has(name)) found.push({ kind: 'a shell keyword', path: name })
  if (state.functions.has(name)) found.push({ kind: 'a function', path: name })
  if (shell.builtin(name))
    found.push({
      kind: state.dialect === 'dash' && SPECIAL.has(name) ? 'a special shell builtin' : 'a shell builtin',
      path: name,
    })
  if (name.includes('/')) {
    if (around.files.find(resolvePath(name, state.cwd))) found.push({ kind: name, path: name })
    return found
  }
  for (const folder of (state.get('PATH') ?? '').split(':')) {
    const path = `${folder}/${name}`
    const node = around.files.find(path)
    if (node?.kind === 'file' && (node.mode & 0o111) !== 0) found.push({ kind: path, path })
  }
  return found
}

const SPECIAL: ReadonlySet<string> = new Set(
  '. : break continue eval exec exit export readonly return set shift times trap unset'.split(' '),
)

const type: Builtin = (shell, args, streams) => {
  const { state } = shell
  const isBash = state.dialect === 'bash'
  const flags = isBash ? args.filter((it) => /^-[taPpf]+$/.test(it)).join('') : ''
  let code = 0
  for (const name of isBash ? args.filter((it) => !/^-[taPpf]+$/.test(it)) : args) {
    const all = descriptions(shell, name).filter((it) => !flags.includes('P') || it.path.startsWith('/'))
    const shown = flags.includes('a') ? all : all.slice(0, 1)
    if (shown.length === 0) {
      if (state.dialect !== 'bash') {
        streams.out.write(`${name}: not found\n`)
        code = 127
      } else if (/[tpP]/.test(flags)) code = 1
      else code = problem(shell, streams, 'type', `${name}: not found`)
    }
    for (const it of shown) {
      if (flags.includes('t')) streams.out.write(`${shortKind(it.kind)}\n`)
      else if (/[pP]/.test(flags)) {
        if (it.path.startsWith('/')) streams.out.write(`${it.path}\n`)
      } else {
        streams.out.write(`${name} is ${it.kind}\n`)
      }
    }
  }
  return code
}

/** What `type -t` says. */
function shortKind(kind: string): string {
  if (kind.startsWith('aliased')) return 'alias'
  const [, found = 'file'] = /^a (?:shell )?(function|keyword|builtin)$/.exec(kind) ?? []
  return found
}

function* command(shell: Interpreter, args: readonly string[], streams: Streams): Steps<number> {
  const [flag, ...names] = args
  if (flag === '-v' || flag === '-V') {
    let code = shell.state.dialect === 'bash' ? 1 : 0
    for (const name of shell.state.dialect === 'bash' ? names : names.slice(0, 1)) {
      const found = describe(shell, name)
      if (found) streams.out.write(flag === '-v' ? `${found.path}\n` : `${name} is ${found.kind}\n`)
      if (found && shell.state.dialect === 'bash') code = 0
      if (!found && flag === '-V') {
        if (shell.state.dialect === 'bash') problem(shell, streams, 'command', `${name}: not found`)
        else streams.out.write(`${name}: not found\n`)
      }
      if (!found && shell.state.dialect !== 'bash') code = 127
    }
    return code
  }
  return yield* shell.words(flag === '-p' || flag === '--' ? names : args, streams, { builtins: true })
}

function* ownCommand(shell: Interpreter, args: readonly string[], streams: Streams): Steps<number> {
  const [name, ...rest] = args
  if (name === undefined) return 0
  if (!shell.builtin(name)) return problem(shell, streams, 'builtin', `${name}: not a shell builtin`)
  return yield* shell.words([name, ...rest], streams, { builtins: true })
}

export const nameBuiltins: Record<string, Builtin> = {
  alias,
  builtin: ownCommand,
  command,
  hash: ({ state }, args, streams) => {
    if (args.length === 0 && state.dialect === 'bash' && !state.isPosix)
      streams.out.write('hash: hash table empty\n')
    return 0
  },
  type,
  unalias,
}
