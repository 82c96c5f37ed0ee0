import { formatDate, timeOfDay } from '../../base/calendar.ts'
import { valueIn } from '../../base/records.ts'
import type { Steps } from '../kernel/kernel.ts'
import type { Process as MachineProcess } from '../machine.ts'
import { fixedRow, options, table } from '../options.ts'
import type { Process, Program } from '../process.ts'
import { listenersOf } from './network-facts.ts'
import { interactiveScreen } from './screen.ts'
import { killUnit } from './units.ts'

/** The files that processes hold open: what they run, and the sockets that they listen on are left to netstat. */
const lsof: Program = (process) => {
  for (const { pid, command } of processesOf(process)) {
    const path = command.split(' ')[0] ?? ''
    if (!path.startsWith('/')) continue
    for (const file of ['/dev/null', 'pipe:[18211]', 'pipe:[18212]'])
      process.out(`${pid}\t${path}\t${file}\n`)
  }
  return 0
}

/** The processes that use a port, such as 48484/tcp, or run a file. */
const fuser: Program = (process) => {
  const found = options(process, 'mk46s', {})
  if (!found) return 1
  if (found.rest.length === 0) {
    process.err(
      'BusyBox v1.36.1 () multi-call binary.\n\nUsage: fuser [-msk46] [-SIGNAL] FILE or PORT/PROTO\n',
    )
    return 1
  }
  const pids = found.rest.flatMap((text) => {
    const [, port, protocol] = /^(\d+)\/(tcp|udp)$/.exec(text) ?? []
    return port === undefined
      ? processesOf(process)
          .filter(({ command }) => command.split(' ')[0] === process.resolve(text))
          .map(({ pid }) => pid)
      : listenersOf(process.machine)
          .filter((it) => it.port === Number(port) && it.protocol === protocol)
          .map(({ pid }) => pid)
  })
  if (pids.length > 0 && !found.has('s')) process.out(`${pids.join(' ')}\n`)
  return pids.length > 0 ? 0 : 1
}

/** The processes of the machine, and what runs in the background of this terminal. */
function processesOf(process: Process): MachineProcess[] {
  const now = process.machine.now()
  const shell = process.machine.isHost() ? 30217 : 214
  const own = process.kernel
    .tasks()
    .filter((it) => it.code === null && it.isDetached)
    .map((it): MachineProcess => ({
      pid: it.pid,
      parent: shell,
      user: 'root',
      cpu: 0,
      memory: 1,
      startedAt: it.startedAt,
      command: it.command,
    }))
    .filter((it) => it.startedAt <= now)
  return [...process.machine.processes(), ...own]
}

const ps: Program = (process) => {
  const { machine, args } = process
  const all = args.join(' ')
  const { memoryTotal } = machine.metrics()
  const secondsOf = (it: MachineProcess) => Math.floor((it.cpu * (machine.now() - it.startedAt)) / 100_000)
  const clock = (it: MachineProcess) => {
    const seconds = secondsOf(it)
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  }
  const longClock = (it: MachineProcess) => {
    const seconds = secondsOf(it)
    const days = Math.floor(seconds / 86_400)
    return `${days > 0 ? `${days}-` : ''}${timeOfDay(seconds * 1000)}`
  }
  const fit = (line: string) =>
    process.streams.out.isTerminal && !/w/.test(all) ? line.slice(0, Math.max(40, process.cols)) : line
  const chosen = /(?:^| )-[a-zA-Z]*o *([^ -]\S*)/.exec(all)?.[1] ?? (args.at(-1) === '-o' ? '' : undefined)
  const list = processesOf(process)
  if (chosen !== undefined) {
    const columns: Record<string, (it: MachineProcess) => string> = {
      pid: (it) => String(it.pid),
      ppid: (it) => String(it.parent),
      user: (it) => it.user,
      comm: programOf,
      args: (it) => it.command,
      cmd: (it) => it.command,
      rss: (it) => `${Math.round(it.memory * 1024)}`,
      vsz: (it) => `${Math.round(it.memory * 2600)}`,
      time: clock,
      etime: (it) => timeOfDay(machine.now() - it.startedAt),
      stat: () => 'S',
      pcpu: (it) => it.cpu.toFixed(1),
      pmem: (it) => ((it.memory * 100) / memoryTotal).toFixed(1),
    }
    const names = chosen.split(',').map((it) => it.replace(/=.*$/, '').replace('%', 'p'))
    const bad = names.find((it) => valueIn(columns, it) === undefined)
    if (bad !== undefined)
      return process.isBusybox
        ? process.fail(`bad -o argument '${bad}', supported arguments: ${Object.keys(columns).join(',')}`)
        : unknownFormat(process, bad)
    const titles: Record<string, string> = {
      comm: 'COMMAND',
      args: 'COMMAND',
      etime: 'ELAPSED',
      pcpu: '%CPU',
      pmem: '%MEM',
    }
    const numbers = process.isBusybox
      ? []
      : names.flatMap((it, i) => (/^(?:pid|ppid|rss|vsz|time|etime|pcpu|pmem)$/.test(it) ? [i] : []))
    // A title after `=` replaces that of the column; without one the line of titles goes.
    const given = chosen.split(',').map((it) => /=(.*)$/.exec(it)?.[1])
    const title = names.map((it, i) => given[i] ?? valueIn(titles, it) ?? it.toUpperCase())
    const cells = list.map((it) => names.map((name) => columns[name]?.(it) ?? ''))
    process.out(
      table(
        title.every((it) => it === '') ? cells : [title, ...cells],
        numbers,
        process.isBusybox ? '  ' : ' ',
      ).replace(/[^\n]+/g, fit),
    )
    return 0
  }
  // busybox takes the options and has one form for all.
  const isWide = !process.isBusybox && args.some((it) => /^-?[afuxw]*u[afuxw]*$/.test(it))
  const isFull = !process.isBusybox && args.some((it) => /^-[eAFflw]*[fF][eAFflw]*$/.test(it))
  if (isWide || isFull) {
    // What asks is in the list as well.
    const last = list.at(-1)
    const own: MachineProcess = {
      pid: (last?.pid ?? 0) + 24,
      parent: last?.pid ?? 0,
      user: 'root',
      cpu: 0,
      memory: 3,
      startedAt: machine.now(),
      command: ['ps', ...args].join(' '),
    }
    const withOwn = [...list, own]
    // A process of another day shows the day on which it started.
    const started = (it: MachineProcess) =>
      machine.now() - it.startedAt >= DAY_MS
        ? formatDate('%b%d', it.startedAt)
        : timeOfDay(it.startedAt).slice(0, 5)
    const terminal = (it: MachineProcess) =>
      it.pid > 30_212 || it.command === 'sh' || it === own ? 'pts/0' : '?'
    const rows = isWide
      ? [
          'USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND',
          ...withOwn.map((it) =>
            fixedRow(
              [-8, 7, 4, 4, 6, 5, -8, -4, 5, 6, 0],
              [
                it.user,
                String(it.pid),
                it.cpu.toFixed(1),
                ((it.memory * 100) / memoryTotal).toFixed(1),
                String(Math.round(it.memory * 2600)),
                String(Math.round(it.memory * 1024)),
                terminal(it),
                it === own ? 'R+' : stateOf(it),
                started(it),
                clock(it),
                it.command,
              ],
            ),
          ),
        ]
      : [
          'UID          PID    PPID  C STIME TTY          TIME CMD',
          ...withOwn.map((it) =>
            fixedRow(
              [-8, 7, 7, 2, 5, -8, 8, 0],
              [
                it.user,
                String(it.pid),
                String(it.parent),
                String(Math.round(it.cpu)),
                started(it),
                terminal(it),
                longClock(it),
                it.command,
              ],
            ),
          ),
        ]
    process.out(rows.map((it) => `${fit(it)}\n`).join(''))
    return 0
  }
  const rows = process.isBusybox
    ? `PID   USER     TIME  COMMAND\n${list
        .map((it) => `${fixedRow([5, -8, 5, 0], [String(it.pid), it.user, clock(it), it.command])}\n`)
        .join('')}`
    : `    PID TTY          TIME CMD\n${(args.some((it) => /^-?(?:A|e|ax|x|-everyone)$/.test(it))
        ? list
        : ownProcesses(list)
      )
        .map(
          (it) =>
            `${fixedRow([7, -8, 8, 0], [String(it.pid), it.pid < 30_000 && it.pid !== 214 && it.command !== 'ps' ? '?' : 'pts/0', longClock(it), programOf(it)])}\n`,
        )
        .join('')}`
  process.out(rows.replace(/[^\n]+/g, fit))
  return 0
}

function unknownFormat(process: Process, name: string): number {
  process.err(
    `error: unknown user-defined format specifier "${name}"\n\nUsage:\n ps [options]\n\n Try 'ps --help <simple|list|output|threads|misc|all>'\n  or 'ps --help <s|l|o|t|m|a>'\n for additional help text.\n\nFor more details see ps(1).\n`,
  )
  return 1
}

/** The state of a process as `ps` shows it: threads of the kernel, and leaders of a session. */
function stateOf({ pid, command, parent }: MachineProcess): string {
  if (command.startsWith('[')) return command.startsWith('[rcu') ? 'I' : 'S'
  if (/shim|containerd/.test(command)) return 'Sl'
  return parent === 1 && /balenad|node|Manager/.test(command) ? 'Ssl' : pid > 1 && parent > 1 ? 'S' : 'Ss'
}

/** The name of its program; threads of the kernel have one in brackets. */
const programOf = ({ command }: MachineProcess) =>
  command.startsWith('[') ? command : (command.split(' ')[0] ?? '').replace(/^.*\//, '')

/** The processes of this terminal, with `ps` itself. */
function ownProcesses(list: readonly MachineProcess[]): MachineProcess[] {
  const isHost = list.some(({ pid }) => pid > 30_000)
  const own = list.filter(({ pid, command }) =>
    isHost ? pid > 30_212 : pid > 1 && (pid > 200 || command === 'sh'),
  )
  const last = own.at(-1)
  return last ? [...own, { ...last, pid: last.pid + 7, cpu: 0, command: 'ps' }] : own
}

function topScreen(process: Process): string {
  const { machine } = process
  const { memoryTotal, memoryUsage, cpuUsage } = machine.metrics()
  const { cores } = machine.device().hardware
  const rest = memoryTotal - memoryUsage
  const processes = processesOf(process).sort((a, b) => b.cpu - a.cpu)
  const columns = [5, 5, -8, -4, 6, 4, 4, 0]
  const percent = (value: number) => `${Math.round(value)}%`
  const virtualSize = (mib: number) => (mib < 9.5 ? String(Math.round(mib * 1024)) : `${Math.round(mib)}m`)
  const rows = processes.map((it) => {
    // The address space of a program is larger than what it holds in memory; threads of the kernel have none.
    const mib = it.command.startsWith('[') ? 0 : it.memory * 2.6
    const cells = [
      String(it.pid),
      String(it.parent),
      it.user,
      it.command.startsWith('[') ? 'IW' : 'S',
      virtualSize(mib),
    ]
    return fixedRow(columns, [
      ...cells,
      percent((mib * 100) / memoryTotal),
      percent(it.cpu / cores),
      it.command,
    ])
  })
  // As `free` and /proc/meminfo have it: what is cached is in use.
  const cache = Math.floor(rest * 0.55)
  const free = rest - cache
  const cpu = (value: number) => `${String(Math.round(value)).padStart(3)}%`
  const lines = [
    `Mem: ${(memoryTotal - free) * 1024}K used, ${free * 1024}K free, ${Math.min(9, rest) * 1024}K shrd, ${Math.floor(cache * 102.4)}K buff, ${Math.floor(cache * 921.6)}K cached`,
    `CPU: ${cpu(cpuUsage * 0.7)} usr ${cpu(cpuUsage * 0.3)} sys ${cpu(0)} nic ${cpu(100 - cpuUsage)} idle ${cpu(0)} io ${cpu(0)} irq ${cpu(0)} sirq`,
    `Load average: ${machine.load().join(' ')} 1/${120 + processes.length} ${30_231 + processes.length}`,
    fixedRow(columns, ['PID', 'PPID', 'USER', 'STAT', 'VSZ', '%VSZ', '%CPU', 'COMMAND']),
    ...rows,
  ]
  return lines.map((it) => it.slice(0, Math.max(40, process.cols))).join('\n')
}

const DAY_MS = 86_400_000

const TOP_INTERVAL_MS = 3000

function* top(process: Process): Steps<number> {
  const found = options(process, 'bn:d:HmiocSus1')
  if (!found) return 1
  const bad = [found.value('d'), found.value('n')].find(
    (it) => it !== undefined && !/^\d+(?:\.\d+)?$/.test(it),
  )
  if (bad !== undefined) return process.fail(`invalid number '${bad}'`)
  const interval = Math.max(100, Number(found.value('d') ?? TOP_INTERVAL_MS / 1000) * 1000)
  const times = Number(found.value('n') ?? Infinity)
  if (found.has('b') || !process.streams.out.isTerminal) {
    for (let i = 0; i < times; i++) {
      if (i > 0) yield* process.sleep(interval)
      yield* process.print(`${i > 0 ? '\n' : ''}${topScreen(process)}\n`)
    }
    return 0
  }
  return yield* interactiveScreen(
    process,
    interval,
    () => {
      const lines = topScreen(process)
        .split('\n')
        .slice(0, Math.max(4, process.rows - 1))
      return `\x1b[H\x1b[2J${lines.join('\n')}\n`
    },
    times,
  )
}

const SIGNAL_NAMES = [
  'HUP',
  'INT',
  'QUIT',
  'ILL',
  'TRAP',
  'ABRT',
  'BUS',
  'FPE',
  'KILL',
  'USR1',
  'SEGV',
  'USR2',
  'PIPE',
  'ALRM',
  'TERM',
  'STKFLT',
  'CHLD',
  'CONT',
  'STOP',
  'TSTP',
]

/** The number of a signal; null when there is none. */
export function signalNumber(text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text)
  const position = SIGNAL_NAMES.indexOf(text.toUpperCase().replace(/^SIG/, ''))
  return position < 0 ? null : position + 1
}

/** Ends a process; returns what went wrong. The main process of a container takes the container with it. */
function endProcess(process: Process, pid: number, signal: number): string | undefined {
  const { machine, kernel } = process
  const task = kernel.tasks().find((it) => it.pid === pid)
  if (task) {
    if (signal !== 0) kernel.signal(task, signal)
    return undefined
  }
  const found = machine.processes().find((it) => it.pid === pid)
  if (!found) return 'No such process'
  if (signal === 0 || signal === 18 || signal === 17) return undefined
  const service = machine.isHost()
    ? machine.services().find((it) => it.pid === pid)
    : pid === 1
      ? machine.service()
      : undefined
  if (service) {
    machine.world.command(machine.index, { kind: 'restart-service', serviceName: service.name, force: true })
    return undefined
  }
  if (machine.isHost() && killUnit(process, pid, signal)) return undefined
  return 'Operation not permitted'
}

const kill: Program = (process) => {
  const args = [...process.args]
  if (args[0] === '-l') {
    process.out(`${SIGNAL_NAMES.map((name, i) => `${String(i + 1).padStart(2)}) ${name}`).join('\n')}\n`)
    return 0
  }
  let signal: number | null = 15
  if (args[0] === '-s') {
    args.shift()
    signal = signalNumber(args.shift() ?? '')
  } else if (/^-./.test(args[0] ?? '') && args[0] !== '--') {
    const text = (args.shift() ?? '').slice(1)
    signal = signalNumber(text)
    if (signal === null) return process.fail(`bad signal '${text}'`)
  }
  if (signal === null) return process.fail('bad signal')
  if (args.length === 0) return process.fail('you need to specify whom to kill')
  let code = 0
  for (const text of args) {
    if (!/^\d+$/.test(text)) {
      code = process.fail(`invalid number '${text}'`)
      continue
    }
    const problem = endProcess(process, Number(text), signal)
    if (problem !== undefined) code = process.fail(`can't kill pid ${text}: ${problem}`)
  }
  return code
}

function matching(process: Process, pattern: string, full: boolean, exact: boolean): MachineProcess[] {
  const test = new RegExp(pattern)
  return processesOf(process).filter((it) => {
    const program = (it.command.split(' ')[0] ?? '').replace(/^.*\//, '')
    const text = full ? it.command : program
    return exact ? text === pattern : test.test(text)
  })
}

const pgrep: Program = (process) => {
  const found = options(process, 'flaxonvP:u:')
  if (!found) return 1
  const list = matching(process, found.rest[0] ?? '', found.has('f'), found.has('x'))
  for (const it of list)
    process.out(
      `${it.pid}${found.has('l') || found.has('a') ? ` ${found.has('a') ? it.command : (it.command.split(' ')[0] ?? '').replace(/^.*\//, '')}` : ''}\n`,
    )
  return list.length > 0 ? 0 : 1
}

const pkill: Program = (process) => {
  const args = [...process.args]
  const first = /^-[A-Z0-9]/.test(args[0] ?? '') ? signalNumber((args.shift() ?? '').slice(1)) : 15
  const rest = process.with(args)
  const found = options(rest, 'fxonu:')
  if (!found || first === null) return 1
  const list =
    process.name === 'killall'
      ? found.rest.flatMap((it) => matching(process, it, false, true))
      : matching(process, found.rest[0] ?? '', found.has('f'), found.has('x'))
  if (list.length === 0 && process.name === 'killall')
    return process.fail(`${found.rest[0] ?? ''}: no process killed`)
  let code = list.length > 0 ? 0 : 1
  for (const it of list) {
    const problem = endProcess(process, it.pid, first)
    if (problem !== undefined) code = process.fail(`can't kill pid ${it.pid}: ${problem}`)
  }
  return code
}

const pidof: Program = (process) => {
  const list = process.args
    .filter((it) => !it.startsWith('-'))
    .flatMap((it) => matching(process, it, false, true))
  if (list.length > 0)
    process.out(
      `${list
        .map((it) => it.pid)
        .reverse()
        .join(' ')}\n`,
    )
  return list.length > 0 ? 0 : 1
}

export const processPrograms: Record<string, Program> = {
  fuser,
  kill,
  killall: pkill,
  lsof,
  pgrep,
  pidof,
  pkill,
  ps,
  top,
}
