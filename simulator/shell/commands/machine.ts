import { formatDate, longDate, timeOfDay } from '../../base/calendar.ts'
import { kernelLines } from '../../world/health-checks.ts'
import {
  fail,
  human,
  options,
  out,
  table,
  unknownFlag,
  type CommandContext,
  type Job,
  type Run,
} from '../command.ts'
import type { Machine, Process } from '../machine.ts'

const uptime: Run = (context) => out(`${uptimeLine(context.machine)}\n`)

function uptimeLine(machine: Machine): string {
  const now = machine.now()
  const minutes = Math.floor((now - machine.bootedAt()) / 60_000)
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor(minutes / 60) % 24
  const clock =
    hours > 0
      ? `${String(hours).padStart(2)}:${String(minutes % 60).padStart(2, '0')}`
      : `${minutes % 60} min`
  const since = days > 0 ? `${days} day${days === 1 ? '' : 's'}, ${clock}` : clock
  return ` ${timeOfDay(now)} up ${since},  load average: ${machine.load().join(', ')}`
}

const date: Run = (context) => {
  // The device clock, which can be wrong.
  const now = context.machine.now() + context.machine.device().clockSkewMs
  const format = context.args.find((it) => it.startsWith('+'))
  return out(`${format ? formatDate(format.slice(1), now) : longDate(now)}\n`)
}

const hostname: Run = (context) => out(`${context.machine.hostname()}\n`)
const whoami: Run = () => out('root\n')
const id: Run = () => out('uid=0(root) gid=0(root) groups=0(root)\n')

const uname: Run = (context) => {
  const { flags } = options(context.args)
  const unknown = unknownFlag(flags, 'a s n r v m o')
  if (unknown) return fail(context, `unrecognized option: ${unknown}`)
  const { machine } = context
  const fields: [string, string][] = [
    ['s', 'Linux'],
    ['n', machine.hostname()],
    ['r', machine.kernel()],
    ['v', '#1 SMP PREEMPT'],
    ['m', machine.architecture()],
    ['o', 'GNU/Linux'],
  ]
  const selected = fields.filter(
    ([flag]) => flags.has('a') || flags.has(flag) || (flags.size === 0 && flag === 's'),
  )
  return out(`${selected.map(([, value]) => value).join(' ')}\n`)
}

interface Mount {
  device: string
  size: number
  used: number
  on: string
}

function mounts(machine: Machine): Mount[] {
  const { storageBlockDevice, storageTotal, storageUsage, memoryTotal } = machine.metrics()
  const half = Math.floor(memoryTotal / 2)
  const disk = storageBlockDevice.replace(/p?\d+$/, (part) => part.replace(/\d+$/, ''))
  if (!machine.isHost()) {
    return [
      { device: 'overlay', size: storageTotal, used: storageUsage, on: '/' },
      { device: 'tmpfs', size: 64, used: 0, on: '/dev' },
      { device: storageBlockDevice, size: storageTotal, used: storageUsage, on: '/data' },
      { device: 'shm', size: 64, used: 0, on: '/dev/shm' },
    ]
  }
  return [
    { device: 'devtmpfs', size: half - 24, used: 0, on: '/dev' },
    { device: `${disk}2`, size: 312, used: 287, on: '/' },
    { device: `${disk}5`, size: 18, used: 1, on: '/mnt/state' },
    { device: 'tmpfs', size: half, used: 1, on: '/run' },
    { device: `${disk}1`, size: 40, used: 9, on: '/mnt/boot' },
    { device: storageBlockDevice, size: storageTotal, used: storageUsage, on: '/mnt/data' },
    { device: 'tmpfs', size: half, used: 0, on: '/tmp' },
  ]
}

const df: Run = (context) => {
  const { flags, rest } = options(context.args)
  const unknown = unknownFlag(flags, 'h m k P T')
  if (unknown) return fail(context, `unrecognized option: ${unknown}`)
  const all = mounts(context.machine)
  const found = rest.map((path) => ({ path, mount: mountOf(context, all, path) }))
  const missing = found.find(({ mount }) => !mount)
  if (missing) return fail(context, `${missing.path}: can't find mount point`)
  const listed = rest.length > 0 ? found.flatMap(({ mount }) => mount ?? []) : all
  const show = (mib: number) =>
    flags.has('h') ? (mib === 0 ? '0' : human(mib)) : String(flags.has('m') ? mib : mib * 1024)
  const size = flags.has('h') ? 'Size' : flags.has('m') ? '1M-blocks' : '1K-blocks'
  const avail = flags.has('h') ? 'Avail' : 'Available'
  const rows = listed.map(({ device, size: total, used, on }) => {
    const percent = total === 0 ? 0 : Math.ceil((used * 100) / total)
    return [device, show(total), show(used), show(total - used), `${percent}%`, on]
  })
  return out(table([['Filesystem', size, 'Used', avail, 'Use%', 'Mounted on'], ...rows], [1, 2, 3, 4], ' '))
}

function mountOf(context: CommandContext, all: readonly Mount[], path: string): Mount | undefined {
  const full = path.startsWith('/') ? path : `${context.cwd}/${path}`
  if (!context.files.find(full)) return undefined
  const contains = (it: Mount) => it.on === '/' || full === it.on || full.startsWith(`${it.on}/`)
  return all.filter(contains).sort((a, b) => b.on.length - a.on.length)[0]
}

const free: Run = (context) => {
  const { flags } = options(context.args)
  const unknown = unknownFlag(flags, 'h m k g b')
  if (unknown) return fail(context, `unrecognized option: ${unknown}`)
  const { memoryTotal, memoryUsage } = context.machine.metrics()
  const rest = memoryTotal - memoryUsage
  const cache = Math.floor(rest * 0.55)
  const show = (mib: number) => {
    if (flags.has('h')) return mib === 0 ? '0' : human(mib)
    if (flags.has('g')) return String(Math.floor(mib / 1024))
    return String(flags.has('m') ? mib : flags.has('b') ? mib * 1_048_576 : mib * 1024)
  }
  const cells = (name: string, values: readonly number[]) => [name, ...values.map(show)]
  return out(
    table(
      [
        ['', 'total', 'used', 'free', 'shared', 'buff/cache', 'available'],
        cells('Mem:', [memoryTotal, memoryUsage, rest - cache, Math.min(9, rest), cache, rest]),
        cells('Swap:', [0, 0, 0]),
      ],
      [1, 2, 3, 4, 5, 6],
      '   ',
    ),
  )
}

const ps: Run = (context) => {
  const processes = context.machine.processes()
  const wide = context.args.some((it) => /^-?(aux|ef|auxww|axu)$/.test(it))
  const { memoryTotal } = context.machine.metrics()
  const clock = (it: Process) => {
    const seconds = Math.floor((it.cpu * (context.machine.now() - it.startedAt)) / 100_000)
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  }
  const fit = (line: string) => (context.input === null ? line.slice(0, Math.max(40, context.cols)) : line)
  const text = wide
    ? table(
        [
          ['USER', 'PID', '%CPU', '%MEM', 'VSZ', 'RSS', 'TTY', 'STAT', 'START', 'TIME', 'COMMAND'],
          ...processes.map((it) => [
            it.user,
            String(it.pid),
            it.cpu.toFixed(1),
            ((it.memory * 100) / memoryTotal).toFixed(1),
            String(Math.round(it.memory * 2600)),
            String(Math.round(it.memory * 1024)),
            it.pid > 30_000 || it.command === 'sh' ? 'pts/0' : '?',
            'S',
            timeOfDay(it.startedAt).slice(0, 5),
            clock(it),
            it.command,
          ]),
        ],
        [1, 2, 3, 4, 5],
        ' ',
      )
    : table(
        [
          ['PID', 'USER', 'TIME', 'COMMAND'],
          ...processes.map((it) => [String(it.pid), it.user, clock(it), it.command]),
        ],
        [0, 2],
      )
  return out(text.replace(/[^\n]+/g, fit))
}

function topScreen(context: CommandContext): string {
  const { machine } = context
  const { memoryTotal, memoryUsage, cpuUsage } = machine.metrics()
  const { cores } = machine.device().hardware
  const rest = memoryTotal - memoryUsage
  const processes = machine.processes().sort((a, b) => b.cpu - a.cpu)
  const rows = processes.map((it) => [
    String(it.pid),
    it.user,
    'S',
    `${Math.round(it.memory)}m`,
    ((it.memory * 100) / memoryTotal).toFixed(1),
    (it.cpu / cores).toFixed(1),
    it.command,
  ])
  const head = [
    `Mem: ${memoryUsage * 1024}K used, ${rest * 1024}K free, 9216K shrd, ${Math.floor(rest * 60)}K buff`,
    `CPU: ${(cpuUsage * 0.7).toFixed(1)}% usr ${(cpuUsage * 0.3).toFixed(1)}% sys 0.0% nic ${(100 - cpuUsage).toFixed(1)}% idle`,
    `Load average: ${machine.load().join(' ')}`,
  ]
  const list = table([['PID', 'USER', 'STAT', 'RES', '%MEM', '%CPU', 'COMMAND'], ...rows], [0, 3, 4, 5], ' ')
  const lines = [...head, ...list.trimEnd().split('\n')]
  return lines.map((it) => it.slice(0, Math.max(40, context.cols))).join('\n')
}

const TOP_INTERVAL_MS = 3000

const top: Run = (context) => {
  const { flags, values } = options(context.args, 'nd')
  if (flags.has('b')) {
    const times = Math.min(5, Math.max(1, Number(values.get('n') ?? 1) || 1))
    return out(`${Array.from({ length: times }, () => topScreen(context)).join('\n\n')}\n`)
  }
  if (context.input !== null) return out(`${topScreen(context)}\n`)
  return { job: topJob(context) }
}

function topJob(context: CommandContext): Job {
  return {
    start(io) {
      let cancel = () => {}
      const draw = (due: number) => {
        const lines = topScreen(context)
          .split('\n')
          .slice(0, Math.max(4, context.rows - 1))
        io.write(`\x1b[H\x1b[2J${lines.join('\n')}\n`)
        cancel = context.machine.clock.wakeAt(due + TOP_INTERVAL_MS, () => draw(due + TOP_INTERVAL_MS))
      }
      draw(context.machine.now())
      return () => cancel()
    },
    key: (key) => key === 'q',
  }
}

const systemctl: Run = (context) => {
  if (!context.machine.isHost()) return { err: 'sh: systemctl: command not found\n', code: 127 }
  const { rest } = options(context.args, 'n')
  const [verb = 'status', unit] = rest
  if (verb !== 'status' && verb !== 'is-active' && verb !== 'list-units')
    return fail(context, `Unknown command verb ${verb}.`)
  const units = unitsOf(context.machine)
  if (verb === 'list-units') {
    const rows = units.map((it) => [`${it.name}.service`, 'loaded', 'active', 'running', it.title])
    return out(table([['UNIT', 'LOAD', 'ACTIVE', 'SUB', 'DESCRIPTION'], ...rows]))
  }
  const name = unit?.replace(/\.service$/, '')
  const found = units.find((it) => it.name === name)
  if (verb === 'is-active') return { out: found ? 'active\n' : 'inactive\n', code: found ? 0 : 3 }
  if (name === undefined) {
    const state = `    State: running\n     Jobs: 0 queued\n   Failed: 0 units\n    Since: ${longDate(context.machine.bootedAt())}\n`
    return out(`● ${context.machine.hostname()}\n${state}`)
  }
  if (!found) return { err: `Unit ${name}.service could not be found.\n`, code: 4 }
  const since = longDate(context.machine.bootedAt())
  return out(
    [
      `● ${found.name}.service - ${found.title}`,
      `     Loaded: loaded (/lib/systemd/system/${found.name}.service; enabled; preset: enabled)`,
      `     Active: active (running) since ${since}`,
      `   Main PID: ${found.pid} (${found.process})`,
      `     Memory: ${found.memory.toFixed(1)}M`,
      '',
    ].join('\n'),
  )
}

function unitsOf(machine: Machine) {
  const memory = (pid: number) => machine.processes().find((it) => it.pid === pid)?.memory ?? 1
  const unit = (name: string, title: string, pid: number, process: string) => ({
    name,
    title,
    pid,
    process,
    memory: memory(pid),
  })
  return [
    unit('balena', 'Balena Application Container Engine', 801, 'balenad'),
    unit('balena-supervisor', 'Balena supervisor', 1204, 'node'),
    unit('openvpn', 'OpenVPN', 744, 'openvpn'),
    unit('NetworkManager', 'Network Manager', 702, 'NetworkManager'),
    unit('systemd-journald', 'Journal Service', 412, 'systemd-journal'),
  ]
}

/** Reboots or shuts down the device, which ends the session. */
const goDown =
  (kind: 'reboot' | 'shutdown'): Run =>
  (context) => {
    if (!context.machine.isHost()) return fail(context, 'Operation not permitted')
    context.machine.now()
    const result = context.machine.world.command(context.machine.index, { kind, force: true })
    return result.ok ? {} : fail(context, result.message)
  }

/** Ending the main process of a container ends the container, and the supervisor restarts it. */
const kill: Run = (context) => {
  const { machine } = context
  if (context.args[0] === '-l') return out('HUP INT QUIT KILL TERM STOP CONT\n')
  const [signal, ...rest] = context.args[0]?.startsWith('-') ? context.args : ['-TERM', ...context.args]
  if (!/^-(\d+|(SIG)?(HUP|INT|QUIT|KILL|TERM))$/.test(signal ?? ''))
    return fail(context, `bad signal '${signal}'`)
  if (rest.length === 0) return fail(context, 'you need to specify whom to kill')
  for (const text of rest) {
    const found = machine.processes().find(({ pid }) => String(pid) === text)
    if (!found) return fail(context, `can't kill pid ${text}: No such process`)
    const service = machine.isHost()
      ? machine.services().find(({ pid }) => pid === found.pid)
      : found.pid === 1
        ? machine.service()
        : undefined
    if (!service) return fail(context, `can't kill pid ${text}: Operation not permitted`)
    machine.world.command(machine.index, { kind: 'restart-service', serviceName: service.name, force: true })
  }
  return {}
}

const dmesg: Run = (context) => {
  if (!context.machine.isHost()) return fail(context, 'klogctl: Operation not permitted')
  context.machine.now()
  const booted = context.machine.bootedAt()
  const lines = kernelLines(context.machine.world, context.machine.index)
  const first = [
    `[    0.000000] Linux version ${context.machine.kernel()} (oe-user@oe-host) #1 SMP PREEMPT\n`,
  ]
  const stamp = (at: number) => ((at - booted) / 1000).toFixed(6).padStart(12)
  return out([...first, ...lines.map(({ at, message }) => `[${stamp(at)}] ${message}\n`)].join(''))
}

/** Prints the size of the window. */
const stty: Run = (context) =>
  context.args[0] === 'size' ? out(`${context.rows} ${context.cols}\n`) : out('speed 38400 baud; line = 0;\n')

export const machineCommands = {
  kill,
  dmesg,
  stty,
  uptime,
  date,
  hostname,
  whoami,
  id,
  uname,
  df,
  free,
  ps,
  top,
  systemctl,
  reboot: goDown('reboot'),
  shutdown: goDown('shutdown'),
  poweroff: goDown('shutdown'),
}
