import { civil, formatDate, isoDate, longDate, timeOfDay, two } from '../../base/calendar.ts'
import { valueIn } from '../../base/records.ts'
import { mountText, uuidText } from '../files/kernel-tree.ts'
import type { Steps } from '../kernel/kernel.ts'
import type { Machine, Process as MachineProcess } from '../machine.ts'
import { fixedRow, options, human, table, type Options } from '../options.ts'
import { blockDevicesOf, partitionsOf } from '../partitions.ts'
import { runProgram, type Process, type Program } from '../process.ts'
import { userNamed } from '../users.ts'
import { parseDate } from './files.ts'
import { listenersOf } from './network-facts.ts'
import { interactiveScreen } from './screen.ts'

const MIB = 1_048_576

function uptimeText(machine: Machine): string {
  const now = machine.now()
  const minutes = Math.floor((now - machine.bootedAt()) / 60_000)
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor(minutes / 60) % 24
  const clock =
    hours > 0
      ? `${String(hours).padStart(2)}:${String(minutes % 60).padStart(2, '0')}`
      : `${minutes % 60} min`
  const since = days > 0 ? `${days} day${days === 1 ? '' : 's'}, ${clock}` : clock
  return ` ${timeOfDay(machine.ownTime())} up ${since},  load average: ${machine.load().join(', ')}`
}

const uptime: Program = (process) => {
  const { machine } = process
  if (process.args[0] === '-s')
    process.out(`${isoDate(machine.bootedAt())} ${timeOfDay(machine.bootedAt())}\n`)
  else if (process.args[0] === '-p')
    process.out(
      `up ${uptimeText(machine)
        .replace(/^.* up /, '')
        .replace(/,  load.*$/, '')}\n`,
    )
  else process.out(`${uptimeText(machine)}\n`)
  return 0
}

/** How much `date -I` shows. */
const ISO_FORMATS: Readonly<Record<string, string>> = {
  date: '%F',
  hours: '%FT%H+00:00',
  minutes: '%FT%R+00:00',
  seconds: '%FT%T+00:00',
  ns: '%FT%T,%N+00:00',
}

const date: Program = (process) => {
  const args = process.args.map((it) => it.replace(/^(-u?I)(?=.)|^--iso-8601$/, '--iso-8601='))
  const found = options(process.with(args), 'uRId:s:r:D:', {
    utc: 'u',
    universal: 'u',
    date: 'd:',
    reference: 'r:',
    set: 's:',
    'iso-8601': 'iso:',
    'rfc-2822': 'R',
    'rfc-email': 'R',
    rfc: 'R',
  })
  if (!found) return 1
  const { machine } = process
  let at = machine.ownTime()
  const text = found.value('d')
  if (text !== undefined) {
    const parsed = parseDate(text, at)
    if (parsed === null) return process.fail(`invalid date '${text}'`)
    at = parsed
  }
  const file = found.value('r')
  if (file !== undefined) {
    const node = process.find(file)
    if (!node) return process.fail(`${file}: No such file or directory`)
    at = node.at
  }
  const format = found.rest.find((it) => it.startsWith('+'))
  if (found.has('s') || found.rest.some((it) => !it.startsWith('+')))
    return /^[\d@]/.test(process.args.at(-1) ?? '')
      ? process.fail("can't set date: Operation not permitted")
      : process.fail(`invalid date '${process.args.at(-1) ?? ''}'`)
  if (found.has('R')) process.out(`${formatDate('%a, %d %b %Y %T', at)} +0000\n`)
  else if (found.has('I') || found.has('iso')) {
    const wanted = found.value('iso') ?? ''
    const iso = Object.entries(ISO_FORMATS).find(([name]) => name.startsWith(wanted))?.[1]
    if (iso === undefined) return process.fail(`invalid argument '${wanted}'`)
    process.out(`${formatDate(iso, at)}\n`)
  } else process.out(`${format ? formatDate(format.slice(1), at) : longDate(at)}\n`)
  return 0
}

const hostname: Program = (process) => {
  const [first] = process.args
  const { machine } = process
  if (first === '-i' || first === '-I') process.out(`${machine.device().ipAddress.split(' ')[0] ?? ''}\n`)
  else if (first !== undefined && !first.startsWith('-'))
    return process.fail('sethostname: Operation not permitted')
  else process.out(`${machine.hostname()}\n`)
  return 0
}

const groups: Program = (process) => {
  const { name, gid } = process.machine.user
  process.out(`${gid === 0 ? 'root' : (name ?? gid)}\n`)
  return 0
}

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

const whoami: Program = (process) => {
  const { uid, name } = process.machine.user
  if (name === null)
    return process.fail(process.isBusybox ? `unknown uid ${uid}` : `cannot find name for user ID ${uid}`)
  process.out(`${name}\n`)
  return 0
}

const id: Program = (process) => {
  const found = options(process, 'ugGnr')
  if (!found) return 1
  const [asked] = found.rest
  const user = asked === undefined ? process.machine.user : userNamed(process.machine, asked)
  if (user?.name === null && asked !== undefined) return process.fail(`unknown user ${asked}`)
  if (!user) return process.fail(`unknown user ${asked ?? ''}`)
  const group = user.gid === 0 ? 'root' : user.gid === user.uid ? user.name : null
  const shown = (number: number, name: string | null) => `${number}${name === null ? '' : `(${name})`}`
  if (found.has('u')) process.out(found.has('n') ? `${user.name ?? user.uid}\n` : `${user.uid}\n`)
  else if (found.has('g') || found.has('G'))
    process.out(found.has('n') ? `${group ?? user.gid}\n` : `${user.gid}\n`)
  else
    process.out(
      `uid=${shown(user.uid, user.name)} gid=${shown(user.gid, group)} groups=${shown(user.gid, group)}\n`,
    )
  return 0
}

const uname: Program = (process) => {
  const found = options(process, 'asnrvmpio', { all: 'a' })
  if (!found) return 1
  const { machine } = process
  const fields: [string, string][] = [
    ['s', 'Linux'],
    ['n', machine.hostname()],
    ['r', machine.kernel()],
    ['v', '#1 SMP PREEMPT'],
    ['m', machine.architecture()],
    ['o', 'GNU/Linux'],
  ]
  const none = !'snrvmpioa'.split('').some((it) => found.has(it))
  const selected = fields.filter(([flag]) => found.has('a') || found.has(flag) || (none && flag === 's'))
  process.out(`${selected.map(([, value]) => value).join(' ')}\n`)
  return 0
}

const arch: Program = (process) => {
  process.out(`${process.machine.architecture()}\n`)
  return 0
}

function* free(process: Process): Steps<number> {
  const found = options(process, 'hmkgbtws:c:', { human: 'h', mega: 'm', seconds: 's:', count: 'c:' })
  if (!found) return 1
  const seconds = Number(found.value('s') ?? 1)
  const times = found.has('c') ? Number(found.value('c')) : found.has('s') ? Infinity : 1
  if (!(seconds > 0) || !(times >= 1)) return process.fail('invalid number')
  for (let n = 0; n < times; n++) {
    if (n > 0) {
      yield* process.sleep(seconds * 1000)
      process.out('\n')
    }
    showMemory(process, found)
  }
  return 0
}

function showMemory(process: Process, found: Options): void {
  const { memoryTotal, memoryUsage } = process.machine.metrics()
  const rest = memoryTotal - memoryUsage
  const cache = Math.floor(rest * 0.55)
  const show = (mib: number) => {
    if (found.has('h')) return mib === 0 ? '0' : human(mib * MIB)
    if (found.has('g')) return String(Math.floor(mib / 1024))
    return String(found.has('m') ? mib : found.has('b') ? mib * MIB : mib * 1024)
  }
  const line = (name: string, values: readonly string[]) =>
    `${name.padEnd(7)}${fixedRow([12, 11, 11, 11, 11, 11], values)}\n`
  const values = [memoryTotal, memoryUsage, rest - cache, Math.min(9, rest), cache, rest]
  process.out(line('', ['total', 'used', 'free', 'shared', 'buff/cache', 'available']))
  process.out(line('Mem:', values.map(show)))
  process.out(line('Swap:', [0, 0, 0].map(show)))
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
  const clock = (it: MachineProcess) => {
    const seconds = Math.floor((it.cpu * (machine.now() - it.startedAt)) / 100_000)
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  }
  const fit = (line: string) =>
    process.streams.out.isTerminal && !/w/.test(all) ? line.slice(0, Math.max(40, process.cols)) : line
  const chosen =
    /-o\s*(\S+)/.exec(all)?.[1] ?? (args.includes('-o') ? (args[args.indexOf('-o') + 1] ?? '') : undefined)
  const list = processesOf(process)
  if (chosen !== undefined) {
    const columns: Record<string, (it: MachineProcess) => string> = {
      pid: (it) => String(it.pid),
      ppid: (it) => String(it.parent),
      user: (it) => it.user,
      comm: (it) => (it.command.split(' ')[0] ?? '').replace(/^.*\//, ''),
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
      return process.fail(`bad -o argument '${bad}', supported arguments: ${Object.keys(columns).join(',')}`)
    const titles: Record<string, string> = { comm: 'COMMAND', args: 'COMMAND', etime: 'ELAPSED' }
    process.out(
      table([
        names.map((it) => valueIn(titles, it) ?? it.toUpperCase()),
        ...list.map((it) => names.map((name) => columns[name]?.(it) ?? '')),
      ]).replace(/[^\n]+/g, fit),
    )
    return 0
  }
  const wide = args.some((it) => /^-?(aux|auxww?|axu)$/.test(it))
  const full = args.some((it) => /^-?(ef|eF)$/.test(it))
  const rows = wide
    ? table(
        [
          ['USER', 'PID', '%CPU', '%MEM', 'VSZ', 'RSS', 'TTY', 'STAT', 'START', 'TIME', 'COMMAND'],
          ...list.map((it) => [
            it.user,
            String(it.pid),
            it.cpu.toFixed(1),
            ((it.memory * 100) / memoryTotal).toFixed(1),
            String(Math.round(it.memory * 2600)),
            String(Math.round(it.memory * 1024)),
            it.pid > 30_000 || it.command === 'sh' ? 'pts/0' : '?',
            it.command.startsWith('[') ? 'I' : 'S',
            timeOfDay(it.startedAt).slice(0, 5),
            clock(it),
            it.command,
          ]),
        ],
        [1, 2, 3, 4, 5],
        ' ',
      )
    : full
      ? table(
          [
            ['UID', 'PID', 'PPID', 'C', 'STIME', 'TTY', 'TIME', 'CMD'],
            ...list.map((it) => [
              it.user,
              String(it.pid),
              String(it.parent),
              '0',
              timeOfDay(it.startedAt).slice(0, 5),
              it.pid > 30_000 ? 'pts/0' : '?',
              `00:${clock(it).padStart(5, '0')}`,
              it.command,
            ]),
          ],
          [1, 2],
          ' ',
        )
      : process.isBusybox
        ? `PID   USER     TIME  COMMAND\n${list
            .map((it) => `${fixedRow([5, -8, 5, 0], [String(it.pid), it.user, clock(it), it.command])}\n`)
            .join('')}`
        : `    PID TTY          TIME CMD\n${(args.some((it) => /^-?(?:A|e|ax|x|-everyone)$/.test(it))
            ? list
            : ownProcesses(list)
          )
            .map(
              (it) =>
                `${fixedRow([7, -8, 8, 0], [String(it.pid), it.pid === 1 ? '?' : 'pts/0', `00:${clock(it).padStart(5, '0')}`, programOf(it)])}\n`,
            )
            .join('')}`
  process.out(rows.replace(/[^\n]+/g, fit))
  return 0
}

const programOf = (it: MachineProcess) => (it.command.split(' ')[0] ?? '').replace(/^.*\//, '')

/** The processes of this terminal, with `ps` itself. */
function ownProcesses(list: readonly MachineProcess[]): MachineProcess[] {
  const own = list.filter((it) => it.pid > 1 && (it.pid > 200 || it.command === 'sh'))
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
  const cached = Math.floor(rest * 0.47 * 1024)
  const cpu = (value: number) => `${String(Math.round(value)).padStart(3)}%`
  const lines = [
    `Mem: ${memoryUsage * 1024}K used, ${rest * 1024}K free, 9216K shrd, ${Math.floor(rest * 60)}K buff, ${cached}K cached`,
    `CPU: ${cpu(cpuUsage * 0.7)} usr ${cpu(cpuUsage * 0.3)} sys ${cpu(0)} nic ${cpu(100 - cpuUsage)} idle ${cpu(0)} io ${cpu(0)} irq ${cpu(0)} sirq`,
    `Load average: ${machine.load().join(' ')} 1/${120 + processes.length} ${30_231 + processes.length}`,
    fixedRow(columns, ['PID', 'PPID', 'USER', 'STAT', 'VSZ', '%VSZ', '%CPU', 'COMMAND']),
    ...rows,
  ]
  return lines.map((it) => it.slice(0, Math.max(40, process.cols))).join('\n')
}

const TOP_INTERVAL_MS = 3000

function* top(process: Process): Steps<number> {
  const found = options(process, 'bn:d:HmiocSus1')
  if (!found) return 1
  const interval = Math.max(100, Number(found.value('d') ?? TOP_INTERVAL_MS / 1000) * 1000)
  const times = found.has('n') ? Number(found.value('n')) : found.has('b') ? Infinity : Infinity
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

const mount: Program = (process) => {
  const found = options(process, 'at:o:rwlv')
  if (!found) return 1
  const [target] = found.rest
  if (found.rest.length === 1 && found.has('o') && (found.value('o') ?? '').split(',').includes('remount')) {
    const known = mountText(process.machine)
      .split('\n')
      .some((line) => line.split(' ')[1] === process.resolve(target ?? ''))
    return known
      ? process.fail(`can't remount ${target ?? ''}: Operation not permitted`)
      : process.fail(`can't find ${target ?? ''} in /proc/mounts`)
  }
  if (found.rest.length > 0)
    return process.fail(
      `mounting ${found.rest[0] ?? ''} on ${found.rest[1] ?? ''} failed: Operation not permitted`,
    )
  const type = found.value('t')
  for (const line of mountText(process.machine).trimEnd().split('\n')) {
    const [device = '', on = '', kind = '', mode = ''] = line.split(' ')
    if (type === undefined || kind === type) process.out(`${device} on ${on} type ${kind} (${mode})\n`)
  }
  return 0
}

const isMounted = (process: Process): boolean => {
  const target = process.args.at(-1) ?? ''
  return mountText(process.machine)
    .split('\n')
    .some((line) => line.split(' ').slice(0, 2).includes(process.resolve(target)))
}

const umount: Program = (process) =>
  process.fail(
    `can't unmount ${process.args.at(-1) ?? ''}: ${isMounted(process) ? 'Device or resource busy' : 'No such file or directory'}`,
  )

function sizeText(mib: number): string {
  if (mib < 0.01) return '1K'
  return mib >= 1024 ? `${(mib / 1024).toFixed(1).replace(/\.0$/, '')}G` : `${Math.round(mib)}M`
}

/** The columns of lsblk by name. */
const BLOCK_COLUMNS =
  'NAME KNAME PATH MAJ:MIN RM SIZE RO TYPE MOUNTPOINT MOUNTPOINTS FSTYPE LABEL UUID PARTUUID PARTLABEL PKNAME MODEL'.split(
    ' ',
  )

const lsblk: Program = (process) => {
  const found = options(process, 'abdfilmno:prJPs', {
    all: 'a',
    bytes: 'b',
    nodeps: 'd',
    fs: 'f',
    json: 'J',
    list: 'l',
    noheadings: 'n',
    output: 'o:',
    paths: 'p',
    pairs: 'P',
    raw: 'r',
  })
  if (!found) return 1
  const { machine } = process
  const { disk, parts } = partitionsOf(machine)
  const columns = found.value('o')?.toUpperCase().split(',')
  const names =
    columns ??
    (found.has('f') ? 'NAME,FSTYPE,LABEL,UUID,MOUNTPOINT' : 'NAME,MAJ:MIN,RM,SIZE,RO,TYPE,MOUNTPOINTS').split(
      ',',
    )
  const unknown = names.find((it) => !BLOCK_COLUMNS.includes(it))
  if (unknown !== undefined) return process.fail(`unknown column: ${unknown}`)
  const wanted = found.rest.map((it) => it.replace(/^\/dev\//, ''))
  const devices = blockDevicesOf(machine)
  const missing = wanted.find((it) => !devices.some(({ name }) => name === it))
  if (missing !== undefined) {
    process.err(`lsblk: ${missing}: not a block device\n`)
    return 32
  }
  const isFlat = ['l', 'r', 'J', 'P'].some((it) => found.has(it))
  const rows = devices.map(({ name, mib, number }, i): Record<string, string> => {
    const part = parts[i - 1]
    const branch = part === undefined || isFlat || wanted.length > 0 ? '' : i === parts.length ? '`-' : '|-'
    const shown = found.has('p') ? `/dev/${name}` : name
    return {
      NAME: `${branch}${shown}`,
      KNAME: shown,
      PATH: `/dev/${name}`,
      'MAJ:MIN': number,
      RM: '0',
      SIZE: found.has('b') ? String(Math.round(mib * MIB)) : sizeText(mib),
      RO: '0',
      TYPE: part ? 'part' : 'disk',
      MOUNTPOINT: part?.on ?? '',
      MOUNTPOINTS: part?.on ?? '',
      FSTYPE: part?.type ?? '',
      LABEL: part?.label ?? '',
      UUID: part && part.type !== '' ? uuidText(machine.token(4910 + i - 1)) : '',
      PARTUUID: part ? `a8d65b0f-0${i}` : '',
      PARTLABEL: '',
      PKNAME: part ? disk : '',
      MODEL: part ? '' : disk.startsWith('mmc') ? '' : 'INTEL SSD',
    }
  })
  const chosen = rows.filter(
    (_, i) =>
      (!found.has('d') || i === 0 || wanted.length > 0) &&
      (wanted.length === 0 ||
        wanted.includes(devices[i]?.name ?? '') ||
        (wanted.includes(disk) && !found.has('d'))),
  )
  if (found.has('J')) {
    const json = (row: Record<string, string>) =>
      Object.fromEntries(
        names.map((it) => {
          const value = row[it] ?? ''
          return [
            it.toLowerCase(),
            it === 'MOUNTPOINTS'
              ? [value === '' ? null : value]
              : it === 'RM' || it === 'RO'
                ? value === '1'
                : it === 'SIZE' && found.has('b')
                  ? Number(value)
                  : value === ''
                    ? null
                    : value,
          ]
        }),
      )
    const [first, ...rest] = chosen
    const tree =
      first === undefined
        ? []
        : first['TYPE'] === 'disk' && rest.length > 0
          ? [{ ...json(first), children: rest.map(json) }]
          : chosen.map(json)
    process.out(`${JSON.stringify({ blockdevices: tree }, null, 3)}\n`)
    return 0
  }
  if (found.has('P')) {
    for (const row of chosen) process.out(`${names.map((it) => `${it}="${row[it] ?? ''}"`).join(' ')}\n`)
    return 0
  }
  const cells = chosen.map((row) => names.map((it) => row[it] ?? ''))
  const all = found.has('n') ? cells : [names, ...cells]
  if (found.has('r')) process.out(all.map((row) => `${row.join(' ')}\n`).join(''))
  else
    process.out(
      table(
        all,
        names.flatMap((it, i) => (it === 'SIZE' ? [i] : [])),
        ' ',
      ),
    )
  return 0
}

const blkid: Program = (process) => {
  const { parts } = partitionsOf(process.machine)
  for (const [i, it] of parts.entries()) {
    if (it.type !== '')
      process.out(
        `/dev/${it.name}: LABEL="${it.label}" UUID="${uuidText(process.machine.token(4910 + i))}" TYPE="${it.type}" PARTUUID="a8d65b0f-0${i + 1}"\n`,
      )
  }
  return 0
}

const fdisk: Program = (process) => {
  const { disk, mib, parts } = partitionsOf(process.machine)
  if (!process.args.includes('-l')) return process.fail('only -l works on a disk in use')
  process.out(
    `Disk /dev/${disk}: ${Math.round(mib / 1024)} GB, ${mib * MIB} bytes, ${mib * 2048} sectors\nUnits: sectors of 1 * 512 = 512 bytes\n\nDevice        Size Type\n`,
  )
  for (const it of parts)
    process.out(
      `/dev/${it.name.padEnd(12)} ${sizeText(it.mib).padStart(6)} ${it.type === 'vfat' ? 'W95 FAT32 (LBA)' : it.type === '' ? 'Extended' : 'Linux'}\n`,
    )
  return 0
}

const KERNEL_LEVELS = ['emerg', 'alert', 'crit', 'err', 'warn', 'notice', 'info', 'debug']

function* dmesg(process: Process): Steps<number> {
  const { machine } = process
  if (!machine.isHost()) return process.fail('klogctl: Operation not permitted')
  const found = options(process, 'cCn:s:rTwHl:xt', { follow: 'w', level: 'l:', ctime: 'T', human: 'H' })
  if (!found) return 1
  const levels = found.value('l')?.split(',')
  const bad = levels?.find((it) => !KERNEL_LEVELS.includes(it))
  if (bad !== undefined) return process.fail(`unknown level '${bad}'`)
  const booted = machine.bootedAt() + machine.device().clockSkewMs
  const stamp = (at: number) =>
    found.has('T') ? longDate(at).replace(' UTC', '') : ((at - booted) / 1000).toFixed(6).padStart(12)
  process.out(
    machine
      .kernelMessages()
      .filter(({ priority }) => levels?.includes(KERNEL_LEVELS[priority] ?? '') !== false)
      .map(({ at, message }) =>
        found.has('t') || found.has('r') ? `${message}\n` : `[${stamp(at)}] ${message}\n`,
      )
      .join(''),
  )
  if (!found.has('w')) return 0
  // Waits for more until it is interrupted; messages of the kernel are rare.
  for (let seen = machine.kernelMessages().length; ;) {
    yield* process.sleep(60_000)
    const entries = machine.kernelMessages()
    for (const { at, message } of entries.slice(seen)) process.out(`[${stamp(at)}] ${message}\n`)
    seen = entries.length
  }
}

/** Reboots or shuts down the device, which ends the session. */
const goDown =
  (kind: 'reboot' | 'shutdown'): Program =>
  (process) => {
    const { machine, args } = process
    if (!machine.isHost()) return process.fail('Operation not permitted')
    machine.now()
    const restarts = kind === 'reboot' || args.includes('-r')
    if (args.includes('-c')) return 0
    const result = machine.world.command(machine.index, {
      kind: restarts ? 'reboot' : 'shutdown',
      force: true,
    })
    return result.ok ? 0 : process.fail(result.message)
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
function signalNumber(text: string): number | null {
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
  if (machine.isHost() && found.command.endsWith('/app/dist/app.js')) return undefined
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

const nproc: Program = (process) => {
  process.out(`${process.machine.device().hardware.cores}\n`)
  return 0
}

const stty: Program = (process) => {
  if (process.args[0] === 'size') process.out(`${process.rows} ${process.cols}\n`)
  else if (process.args.length === 0 || process.args[0] === '-a')
    process.out(`speed 38400 baud; rows ${process.rows}; columns ${process.cols}; line = 0;\n`)
  return 0
}

const tty: Program = (process) => {
  process.out(process.streams.in.isTerminal ? '/dev/pts/0\n' : 'not a tty\n')
  return process.streams.in.isTerminal ? 0 : 1
}

const who: Program = (process) => {
  process.out(
    `root            pts/0           00:00   ${formatDate('%b %d %H:%M:%S', process.machine.now())}\n`,
  )
  return 0
}

const w: Program = (process) => {
  process.out(
    `${uptimeText(process.machine)}\nUSER     TTY      LOGIN@   IDLE   WHAT\nroot     pts/0    ${timeOfDay(process.machine.now()).slice(0, 5)}    0.00s  w\n`,
  )
  return 0
}

const sysctl: Program = (process) => {
  const found = options(process, 'anewp')
  if (!found) return 1
  const all = {
    'kernel.hostname': process.machine.hostname(),
    'kernel.osrelease': process.machine.kernel(),
    'kernel.ostype': 'Linux',
    'net.ipv4.ip_forward': '1',
    'vm.overcommit_memory': '0',
    'vm.swappiness': '60',
  }
  const values = new Map(Object.entries(all))
  if (found.has('a')) for (const [name, value] of values) process.out(`${name} = ${value}\n`)
  let code = 0
  for (const name of found.rest) {
    if (name.includes('=')) {
      code = process.fail(`error setting key '${name.split('=')[0] ?? ''}': Read-only file system`)
      continue
    }
    const value = values.get(name.replaceAll('/', '.'))
    if (value === undefined)
      code = process.fail(`error: '/proc/sys/${name.replaceAll('.', '/')}' is an unknown key`)
    else process.out(found.has('n') ? `${value}\n` : `${name} = ${value}\n`)
  }
  return code
}

function* sleep(process: Process): Steps<number> {
  let ms = 0
  if (process.args.length === 0) return process.fail('missing operand')
  for (const arg of process.args) {
    const match = /^(\d+\.?\d*|\.\d+)([smhd]?)$/.exec(arg)
    if (!match) return process.fail(`invalid number '${arg}'`)
    ms += Number(match[1]) * 1000 * ({ '': 1, s: 1, m: 60, h: 3600, d: 86_400 }[match[2] ?? ''] ?? 1)
  }
  yield* process.sleep(ms)
  return 0
}

function* watch(process: Process): Steps<number> {
  const found = options(process, 'n:dtex', { interval: 'n:' }, { stopsAtFirst: true })
  if (!found) return 1
  if (found.rest.length === 0) return process.fail('missing operand')
  const interval = Math.max(100, Number(found.value('n') ?? 2) * 1000)
  const text = found.rest.join(' ')
  for (;;) {
    const title = `Every ${(interval / 1000).toFixed(1)}s: ${text}`
    const stamp = longDate(process.machine.ownTime()).replace(' UTC', '')
    process.out('\x1b[H\x1b[2J')
    if (!found.has('t'))
      process.out(`${title}${stamp.padStart(Math.max(stamp.length + 1, process.cols - title.length))}\n\n`)
    yield* process.host.shell(text, { streams: process.streams, cwd: process.cwd })
    yield* process.sleep(interval)
  }
}

function* timeout(process: Process): Steps<number> {
  const found = options(process, 's:k:t:', {}, { stopsAtFirst: true })
  if (!found) return 1
  const [limit = '', ...words] = found.has('t') ? [found.value('t') ?? '', ...found.rest] : found.rest
  const match = /^(\d+\.?\d*)([smhd]?)$/.exec(limit)
  if (words.length === 0) return process.fail('missing operand')
  if (!match) return process.fail(`invalid number '${limit}'`)
  const ms = Number(match[1]) * 1000 * ({ '': 1, s: 1, m: 60, h: 3600, d: 86_400 }[match[2] ?? ''] ?? 1)
  const signal = signalNumber(found.value('s') ?? 'TERM') ?? 15
  const task = process.kernel.spawn(
    words.join(' '),
    runProgram(process, words, { streams: process.streams, cwd: process.cwd }),
  )
  const end = process.kernel.clock.now() + ms
  const timer = process.kernel.spawn('timeout', alarm(process, end))
  try {
    yield () => task.code !== null || timer.code !== null
    if (task.code === null) {
      process.kernel.signal(task, signal)
      yield () => task.code !== null
      return signal !== 9 && process.machine.userland() === 'debian' ? 124 : 128 + signal
    }
    return task.code
  } finally {
    process.kernel.signal(timer, 9)
    process.kernel.signal(task, 9)
  }
}

function* alarm(process: Process, at: number): Steps<number> {
  yield* process.kernel.until(at)
  return 0
}

function* nohup(process: Process): Steps<number> {
  return yield* runProgram(process, process.args, { streams: process.streams, cwd: process.cwd })
}

const hwclock: Program = (process) => {
  process.out(`${longDate(process.machine.ownTime()).replace(' UTC', '')}  0.000000 seconds\n`)
  return 0
}

const cal: Program = (process) => {
  const today = civil(process.machine.ownTime())
  const given = process.args.filter((it) => /^\d+$/.test(it)).map(Number)
  const [a, b] = given
  const year = b ?? a ?? today.year
  const month = b === undefined ? today.month : (a ?? today.month)
  if (month < 1 || month > 12) return process.fail(`number ${month} is not in 1..12 range`)
  if (year < 1 || year > 9999) return process.fail(`number ${year} is not in 1..9999 range`)
  const first = parseDate(`${year}-${two(month)}-01`, 0) ?? 0
  const next = parseDate(month === 12 ? `${year + 1}-01-01` : `${year}-${two(month + 1)}-01`, 0) ?? 0
  const days = (next - first) / 86_400_000
  const title = formatDate('%B %Y', first)
  const cells = [
    ...Array.from({ length: civil(first).weekday }, () => '  '),
    ...Array.from({ length: days }, (_, i) => String(i + 1).padStart(2)),
  ]
  let text = `${title.padStart(Math.floor((20 + title.length) / 2))}\nSu Mo Tu We Th Fr Sa\n`
  for (let i = 0; i < cells.length; i += 7) text += `${cells.slice(i, i + 7).join(' ')}\n`
  process.out(text)
  return 0
}

const sync: Program = () => 0
const clear: Program = (process) => {
  process.out('\x1b[H\x1b[2J')
  return 0
}

export const systemPrograms: Record<string, Program> = {
  arch,
  blkid,
  cal,
  clear,
  date,
  dmesg,
  fdisk,
  free,
  fuser,
  groups,
  halt: goDown('shutdown'),
  hostname,
  hwclock,
  id,
  kill,
  killall: pkill,
  lsblk,
  lsof,
  mount,
  nohup,
  nproc,
  pgrep,
  pidof,
  pkill,
  poweroff: goDown('shutdown'),
  ps,
  reboot: goDown('reboot'),
  reset: clear,
  shutdown: goDown('shutdown'),
  sleep,
  stty,
  sync,
  sysctl,
  timeout,
  top,
  tty,
  umount,
  uname,
  uptime,
  w,
  watch,
  who,
  whoami,
}
