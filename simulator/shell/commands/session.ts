import { fail, out, type Call, type Job, type Run } from '../command.ts'

const SUMMARIES: readonly (readonly [string, string])[] = [
  ['Files', 'ls cat cd pwd find touch mkdir rm rmdir which'],
  ['Text', 'echo printf grep head tail wc sort uniq'],
  ['Machine', 'uptime date hostname whoami id uname df free ps top kill stty'],
  ['Network', 'ip ping curl'],
  ['Host', 'balena-engine journalctl dmesg systemctl reboot shutdown'],
  ['Shell', 'env export unset eval history clear sleep exit help'],
]

const help: Run = (call) => {
  const width = Math.max(...SUMMARIES.map(([name]) => name.length))
  const shown = SUMMARIES.filter(([name]) => name !== 'Host' || call.machine.isHost())
  const lines = shown.map(([name, commands]) => `  ${name.padEnd(width)}  ${commands}\n`)
  return out(
    `Commands of this device:\n${lines.join('')}Pipes, &&, ||, ;, quotes, $variables and > work. Ctrl-C stops, Ctrl-D leaves.\n`,
  )
}

const env: Run = (call) => out([...call.environment].map(([name, value]) => `${name}=${value}\n`).join(''))

const exportVariable: Run = (call) => {
  const set: [string, string][] = []
  for (const arg of call.args) {
    const [, name, value] = /^([A-Za-z_]\w*)(?:=([\s\S]*))?$/.exec(arg) ?? []
    if (name === undefined) return fail(call, `${arg}: bad variable name`, 2)
    if (value !== undefined) set.push([name, value])
  }
  return { set }
}

const unset: Run = (call) => ({ set: call.args.map((name): [string, null] => [name, null]) })

const evaluate: Run = (call) => ({ line: call.args.join(' ') })

const history: Run = (call) =>
  out(call.history.map((line, i) => `${String(i + 1).padStart(5)}  ${line}\n`).join(''))

const clear: Run = () => ({ clear: true })

const exit: Run = (call) => {
  const code = Number(call.args[0] ?? Number.NaN)
  return { exit: true, ...(Number.isInteger(code) ? { code: code & 255 } : {}) }
}

const sleep: Run = (call) => {
  const seconds = Number.parseFloat(call.args[0] ?? '')
  if (!(seconds >= 0)) return fail(call, `invalid number '${call.args[0] ?? ''}'`)
  return { job: sleepJob(call, seconds * 1000) }
}

function sleepJob(call: Call, ms: number): Job {
  return {
    start: (io) => call.machine.clock.wakeAt(call.machine.now() + ms, () => io.end(0)),
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
