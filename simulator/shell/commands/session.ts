import { fail, out, type CommandContext, type Job, type Run } from '../command.ts'

const SUMMARIES: readonly (readonly [string, string])[] = [
  ['Files', 'ls cat cd pwd find touch mkdir rm rmdir which'],
  ['Text', 'echo printf grep head tail wc sort uniq'],
  ['Machine', 'uptime date hostname whoami id uname df free ps top kill stty'],
  ['Network', 'ip ping curl'],
  ['Host', 'balena-engine journalctl dmesg systemctl reboot shutdown'],
  ['Shell', 'env export unset eval history clear sleep exit help'],
]

const help: Run = (context) => {
  const width = Math.max(...SUMMARIES.map(([name]) => name.length))
  const available = SUMMARIES.filter(([name]) => name !== 'Host' || context.machine.isHost())
  const lines = available.map(([name, commands]) => `  ${name.padEnd(width)}  ${commands}\n`)
  return out(
    `Commands of this device:\n${lines.join('')}Pipes, &&, ||, ;, quotes, $variables and > work. Ctrl-C stops, Ctrl-D leaves.\n`,
  )
}

const env: Run = (context) =>
  out([...context.environment].map(([name, value]) => `${name}=${value}\n`).join(''))

const exportVariable: Run = (context) => {
  const set: [string, string][] = []
  for (const arg of context.args) {
    const [, name, value] = /^([A-Za-z_]\w*)(?:=([\s\S]*))?$/.exec(arg) ?? []
    if (name === undefined) return fail(context, `${arg}: bad variable name`, 2)
    if (value !== undefined) set.push([name, value])
  }
  return { set }
}

const unset: Run = (context) => ({ set: context.args.map((name): [string, null] => [name, null]) })

const evaluate: Run = (context) => ({ line: context.args.join(' ') })

const history: Run = (context) =>
  out(context.history.map((line, i) => `${String(i + 1).padStart(5)}  ${line}\n`).join(''))

const clear: Run = () => ({ clear: true })

const exit: Run = (context) => {
  const code = Number(context.args[0] ?? Number.NaN)
  return { exit: true, ...(Number.isInteger(code) ? { code: code & 255 } : {}) }
}

const sleep: Run = (context) => {
  const seconds = Number.parseFloat(context.args[0] ?? '')
  if (!(seconds >= 0)) return fail(context, `invalid number '${context.args[0] ?? ''}'`)
  return { job: sleepJob(context, seconds * 1000) }
}

function sleepJob(context: CommandContext, ms: number): Job {
  return {
    start: (io) => context.machine.clock.wakeAt(context.machine.now() + ms, () => io.end(0)),
  }
}

const yes: Run = () => ({ code: 0 })
const no: Run = () => ({ code: 1 })

export const sessionCommands = {
  help,
  env,
  export: exportVariable,
  eval: evaluate,
  unset,
  history,
  clear,
  exit,
  sleep,
  true: yes,
  false: no,
}
