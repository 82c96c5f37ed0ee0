import { formatDate, journalStamp, longDate } from '../../base/calendar.ts'
import { KILLED_UNIT, STARTED_UNIT, STOPPED_UNIT } from '../../views/units.ts'
import { otherUnits, TIMERS, UNIT_TEXTS, unitText } from '../files/unit-files.ts'
import { globTest } from '../language/pattern.ts'
import { SUPERVISOR_PID, type Machine, type Process as MachineProcess } from '../machine.ts'
import { options, table } from '../options.ts'
import type { Process, Program } from '../process.ts'
import { systemdVersion } from './system-version.ts'
import { spanText } from './time-text.ts'

/** A unit; a service that has effects is known without its suffix. */
interface Unit {
  name: string
  id: string
  title: string
  state: 'active' | 'failed' | 'inactive'
  sub: string
  /** Words of the commands of its processes, the main one first. */
  programs: readonly string[]
}

const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  balena: ['/usr/bin/balenad ', 'balena/balena-healthcheck', 'containerd --config', 'containerd-shim'],
  'balena-supervisor': ['/usr/bin/start-', '-supervisor-healthcheck', 'balena start --attach'],
  openvpn: ['/usr/sbin/openvpn '],
  NetworkManager: ['/usr/sbin/NetworkManager '],
  ModemManager: ['/usr/sbin/ModemManager'],
  chronyd: ['/usr/sbin/chronyd '],
  dnsmasq: ['/usr/bin/dnsmasq '],
  'avahi-daemon': ['avahi-daemon:'],
  'systemd-journald': ['systemd-journald'],
  'systemd-udevd': ['systemd-udevd'],
  dbus: ['dbus-daemon'],
}

const SUFFIX = /\.(?:service|timer|socket|target|mount|automount|path|slice|scope|device|swap)$/
const GLOB = /[*?[]/

function unitsOf(machine: Machine): Unit[] {
  const supervisor = machine.supervisorUnit()
  const services = Object.entries(UNIT_TEXTS).map(([key, { description, isOneShot }]): Unit => {
    const name = key === 'balena-supervisor' ? supervisor : key
    const isRunning = machine.isUnitRunning(name)
    return {
      name,
      id: `${name}.service`,
      title: description,
      state: isRunning ? 'active' : 'inactive',
      sub: !isRunning ? 'dead' : isOneShot ? 'exited' : 'running',
      programs: PROGRAMS[key] ?? [],
    }
  })
  const others = otherUnits(supervisor).map(({ id, sub, title }): Unit => {
    const isActive = sub !== 'dead' && machine.isUnitRunning(id)
    return {
      name: id,
      id,
      title,
      state: isActive ? 'active' : 'inactive',
      sub: isActive ? sub : 'dead',
      programs: [],
    }
  })
  return [...services, ...others]
}

const LEGEND = `LOAD   = Reflects whether the unit definition was properly loaded.
ACTIVE = The high-level unit activation state, i.e. generalization of SUB.
SUB    = The low-level unit activation state, values depend on unit type.
`

function activeSince(machine: Machine, unit: Unit): number {
  const restarted = machine.stored().get(`${STARTED_UNIT}${unit.name}`)?.at
  return Math.max(machine.bootedAt() + 14_000, restarted ?? 0)
}

const day = (at: number) => formatDate('%a %Y-%m-%d %T UTC', at)

const HOUR = 3_600_000

/** When a timer ran last, if it did since the start, and when it runs next. */
function timerTimes(machine: Machine, id: string): { next: number; last: number | null } {
  const now = machine.now()
  const booted = machine.bootedAt()
  const random = Number.parseInt(machine.token(4930 + id.length, 1), 16) / 0xffff_ffff
  const [first, every] = /hourly/.test(TIMERS[id] ?? '')
    ? [Math.ceil(booted / HOUR) * HOUR, HOUR]
    : /OnBootSec/.test(TIMERS[id] ?? '')
      ? [booted + 900_000 + (id.includes('supervisor') ? Math.round(random * HOUR) : 0), 24 * HOUR]
      : [Math.ceil(booted / (24 * HOUR)) * 24 * HOUR + Math.round(random * 6 * HOUR), 24 * HOUR]
  const runs = now < first ? 0 : Math.floor((now - first) / every) + 1
  return { next: first + runs * every, last: runs === 0 ? null : first + (runs - 1) * every }
}

/** How many tasks a unit may have: a share of what the kernel allows for its memory. */
const taskLimit = (machine: Machine) => Math.min(4915, Math.round(machine.metrics().memoryTotal * 0.987))

const THREADS: Readonly<Record<string, number>> = { balenad: 14, node: 11, 'balena-engine-containerd': 12 }

/** What ran before the supervisor's main process. */
const STARTED_BEFORE = (unit: string) =>
  [
    `    Process: 1171 ExecStartPre=/usr/bin/balena stop resin_supervisor (code=exited, status=${unit === 'resin-supervisor' ? '0/SUCCESS' : '1/FAILURE'})`,
    ...(unit === 'resin-supervisor'
      ? []
      : [
          '    Process: 1183 ExecStartPre=/usr/bin/balena stop balena_supervisor (code=exited, status=0/SUCCESS)',
        ]),
    '    Process: 1190 ExecStartPre=/bin/systemctl is-active balena.service (code=exited, status=0/SUCCESS)',
  ] as const

function processesOf(machine: Machine, unit: Unit): MachineProcess[] {
  if (unit.programs.length === 0 || unit.state !== 'active') return []
  const all = machine.processes()
  return unit.programs.flatMap((word) => all.filter((it) => it.command.includes(word)))
}

function statusText(process: Process, unit: Unit, lines: number): string {
  const { machine } = process
  const processes = processesOf(machine, unit)
  const since = activeSince(machine, unit)
  const isRunning = unit.state === 'active'
  const stoppedAt = machine.stored().get(`${STOPPED_UNIT}${unit.name}`)?.at
  const ago = (at: number) => `${day(at)}; ${spanText(machine.now() - at)} ago`
  const active = isRunning
    ? `active (${unit.sub}) since ${ago(since)}`
    : `inactive (dead)${stoppedAt === undefined ? '' : ` since ${ago(stoppedAt)}`}`
  const [main] = processes
  const programName = (it: MachineProcess) => (it.command.split(' ')[0] ?? '').replace(/^.*\//, '')
  // The kernel keeps 15 characters of a name; of a script it is that of the script.
  const title = main?.command.startsWith('/bin/sh ')
    ? (main.command.split('/').at(-1) ?? '').slice(0, 15)
    : main && programName(main).slice(0, 15).replace(/:$/, '')
  const tasks = processes.reduce((sum, it) => sum + (THREADS[programName(it)] ?? 4), 0)
  const isTimer = unit.id.endsWith('.timer')
  const journal = machine
    .journal()
    .filter((it) => it.unit === unit.name)
    .slice(-lines)
  const width = Math.max(40, process.cols)
  return [
    `${isRunning ? '●' : '○'} ${unit.id} - ${unit.title}`,
    `     Loaded: loaded (/lib/systemd/system/${unit.id}; ${enabledState(unit)}; vendor preset: enabled)`,
    `     Active: ${active}`,
    ...(isTimer && isRunning
      ? [
          `    Trigger: ${day(timerTimes(machine, unit.id).next)}; ${spanText(timerTimes(machine, unit.id).next - machine.now())} left`,
          `   Triggers: ● ${unit.id.replace(/timer$/, 'service')}`,
        ]
      : []),
    ...(unit.name === 'balena'
      ? ['TriggeredBy: ● balena-engine.socket', '       Docs: https://www.balena.io/docs/getting-started']
      : []),
    ...(main && unit.name === machine.supervisorUnit() ? STARTED_BEFORE(unit.name) : []),
    ...(main
      ? [
          `   Main PID: ${main.pid} (${title})`,
          `      Tasks: ${tasks} (limit: ${taskLimit(machine)})`,
          `     Memory: ${processes.reduce((sum, it) => sum + it.memory, 0).toFixed(1)}M`,
          `     CGroup: /system.slice/${unit.id}`,
          ...processes.map((it, i) =>
            `             ${i === processes.length - 1 ? '└' : '├'}─${it.pid} ${it.command}`.slice(0, width),
          ),
        ]
      : []),
    ...(journal.length > 0 && lines > 0
      ? [
          '',
          ...journal.map(
            (it) =>
              `${journalStamp(it.at)} ${machine.hostname()} ${it.identifier}[${it.pid ?? 1}]: ${it.message}`,
          ),
        ]
      : []),
    '',
  ].join('\n')
}

/** Units without an install section are static. */
const enabledState = ({ id, name }: Unit): string =>
  UNIT_TEXTS[name] !== undefined || /-supervisor\.service$|\.(?:timer|socket)$|^getty/.test(id)
    ? 'enabled'
    : /\.(?:mount|target|path)$|^(?:bind-|systemd-|kmod-)/.test(id)
      ? 'static'
      : 'enabled'

const LONGS: Readonly<Record<string, string>> = {
  failed: 'failed',
  all: 'a',
  type: 't:',
  state: 'state:',
  'no-pager': 'no-pager',
  lines: 'n:',
  quiet: 'q',
  property: 'p:',
  now: 'now',
  full: 'l',
  plain: 'plain',
  'no-legend': 'no-legend',
  value: 'value',
  signal: 's:',
  force: 'f',
  'no-block': 'no-block',
}

const systemctl: Program = (process) => {
  if (process.args[0] === '--version') {
    process.out(systemdVersion(process.machine))
    return 0
  }
  const found = options(process, 'at:n:qp:ls:f', LONGS)
  if (!found) return 1
  const { machine } = process
  const [verb = 'list-units', ...given] = found.rest
  const units = unitsOf(machine)
  /** A name with its suffix. */
  const full = (name: string) => (SUFFIX.test(name) ? name : `${name}.service`)
  const ALIASES: Readonly<Record<string, string>> = {
    'balena-engine.service': 'balena.service',
    'openvpn-resin.service': 'openvpn.service',
    ...(machine.supervisorUnit() === 'balena-supervisor'
      ? { 'resin-supervisor.service': 'balena-supervisor.service' }
      : {}),
  }
  const find = (name: string) => units.find((it) => it.id === (ALIASES[full(name)] ?? full(name)))
  // A pattern names the units that it fits, also none.
  const names = given.flatMap((it) =>
    GLOB.test(it) && !verb.startsWith('list-')
      ? units.filter(({ id }) => globTest(full(it)).test(id)).map(({ id }) => id)
      : [it],
  )
  const isPattern = given.length > 0 && names.length === 0
  if (isPattern) return 0
  const missing = (name: string, code = 4): number => {
    process.err(`Unit ${full(name)} could not be found.\n`)
    return code
  }
  switch (verb) {
    case 'list-units': {
      const state = found.has('failed') ? 'failed' : found.value('state')
      const type = found.value('t')
      const wanted = units.filter(
        (it) =>
          (found.has('a') || it.state === 'active' || state !== undefined) &&
          (type === undefined || type.split(',').some((one) => it.id.endsWith(`.${one}`))) &&
          (names.length === 0 || names.some((name) => globTest(full(name)).test(it.id))) &&
          (state === undefined || state.split(',').some((one) => one === it.state || one === it.sub)),
      )
      const rows = wanted.map((it) => [`  ${it.id}`, 'loaded', it.state, it.sub, it.title])
      const legend = rows.length === 0 ? '' : `\n${LEGEND}`
      if (found.has('no-legend')) process.out(table(rows, [], ' '))
      else
        process.out(
          `${table([['  UNIT', 'LOAD', 'ACTIVE', 'SUB', 'DESCRIPTION'], ...rows], [], ' ')}${legend}${rows.length} loaded units listed.${
            rows.length === 0 || found.has('a') ? '' : ' Pass --all to see loaded but inactive units, too.'
          }\n${rows.length === 0 ? '' : "To show all installed unit files use 'systemctl list-unit-files'.\n"}`,
        )
      return 0
    }
    case 'list-unit-files': {
      const state = found.value('state')
      const wanted = units.filter(
        (it) =>
          (state === undefined || state.split(',').includes(enabledState(it))) &&
          (found.value('t') === undefined || it.id.endsWith(`.${found.value('t') ?? ''}`)) &&
          (names.length === 0 || names.some((name) => globTest(full(name)).test(it.id))),
      )
      const rows = wanted.map((it) => [
        it.id,
        enabledState(it),
        enabledState(it) === 'enabled' ? 'enabled' : '-',
      ])
      process.out(
        found.has('no-legend')
          ? table(rows, [], ' ')
          : `${table([['UNIT FILE', 'STATE', 'PRESET'], ...rows], [], ' ')}\n${rows.length} unit files listed.\n`,
      )
      return 0
    }
    case 'list-timers': {
      const now = machine.now()
      const rows = units
        .filter((it) => it.id.endsWith('.timer') && it.state === 'active')
        .map(({ id }) => ({ id, ...timerTimes(machine, id) }))
        .sort((a, b) => a.next - b.next)
        .map(({ id, next, last }) => [
          day(next),
          `${spanText(next - now)} left`,
          last === null ? 'n/a' : day(last),
          last === null ? 'n/a' : `${spanText(now - last)} ago`,
          id,
          id.replace(/timer$/, 'service'),
        ])
      process.out(
        `${table([['NEXT', 'LEFT', 'LAST', 'PASSED', 'UNIT', 'ACTIVATES'], ...rows], [], ' ')}\n${rows.length} timers listed.\nPass --all to see loaded but inactive timers, too.\n`,
      )
      return 0
    }
    case 'list-sockets':
      process.out(
        `${table(
          [
            ['LISTEN', 'UNIT', 'ACTIVATES'],
            ['/run/balena-engine.sock', 'balena-engine.socket', 'balena.service'],
            ['/run/dbus/system_bus_socket', 'dbus.socket', 'dbus.service'],
            ['/run/systemd/journal/socket', 'systemd-journald.socket', 'systemd-journald.service'],
            ['/run/udev/control', 'systemd-udevd-control.socket', 'systemd-udevd.service'],
            ['[::]:22222', 'sshd.socket', 'sshd@.service'],
          ],
          [],
          ' ',
        )}\n5 sockets listed.\nPass --all to see loaded but inactive sockets, too.\n`,
      )
      return 0
    case 'list-jobs':
      process.out('No jobs running.\n')
      return 0
    case 'list-dependencies': {
      const [name] = names
      if (name !== undefined && !find(name)) return missing(name)
      const unit = name === undefined ? undefined : find(name)
      const text = unit && UNIT_TEXTS[unit.name.replace(/^resin-supervisor$/, 'balena-supervisor')]
      const under =
        name === undefined
          ? units.filter((it) => UNIT_TEXTS[it.name] !== undefined).map((it) => it.id)
          : [...(text?.requires ?? []), ...(text?.wants ?? [])]
      const mark = (id: string) => (find(id)?.state === 'inactive' ? '○' : '●')
      process.out(
        `${unit?.id ?? 'default.target'}\n${under.map((it, i) => `${mark(it)} ${i === under.length - 1 ? '└' : '├'}─${it}\n`).join('')}`,
      )
      return 0
    }
    case 'get-default':
      process.out('multi-user.target\n')
      return 0
    case 'show-environment':
      process.out('LANG=C.UTF-8\nPATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\n')
      return 0
    case 'edit':
      process.err('Failed to create directory /etc/systemd/system: Read-only file system\n')
      return 1
    case 'kill': {
      const unknown = names.find((name) => !find(name))
      if (names.length === 0) {
        process.err('Too few arguments.\n')
        return 1
      }
      if (unknown !== undefined) {
        process.err(`Failed to kill unit ${full(unknown)}: Unit ${full(unknown)} not loaded.\n`)
        return 1
      }
      // Services are started again when a signal ends them.
      if (!/^(?:SIG)?(?:HUP|USR1|USR2|0)$/.test(found.value('s') ?? 'TERM'))
        for (const name of names) {
          const unit = find(name)
          if (unit) changeUnit(process, unit, 'restart')
        }
      return 0
    }
    case 'status': {
      const lines = Number(found.value('n') ?? 10)
      const [name] = names
      if (name === undefined) {
        process.out(
          `● ${machine.hostname()}\n    State: running\n    Units: ${units.length} loaded\n     Jobs: 0 queued\n   Failed: 0 units\n    Since: ${longDate(machine.bootedAt())}; ${spanText(machine.now() - machine.bootedAt())} ago\n`,
        )
        return 0
      }
      let code = 0
      for (const [i, it] of names.entries()) {
        const unit = find(it)
        if (!unit) {
          code = missing(it)
          continue
        }
        process.out(`${i > 0 ? '\n' : ''}${statusText(process, unit, lines)}`)
        if (unit.state !== 'active') code = 3
      }
      return code
    }
    case 'is-active':
    case 'is-failed': {
      const states = (names.length === 0 ? [''] : names).map((name) => find(name)?.state ?? 'inactive')
      if (!found.has('q')) process.out(states.map((state) => `${state}\n`).join(''))
      // One of several is enough.
      return verb === 'is-active'
        ? states.includes('active')
          ? 0
          : 3
        : states.some((state) => state === 'failed')
          ? 0
          : 1
    }
    case 'is-enabled': {
      let code = names.length === 0 ? 1 : 0
      for (const name of names) {
        const unit = find(name)
        if (unit) {
          if (!found.has('q')) process.out(`${enabledState(unit)}\n`)
          continue
        }
        process.err(`Failed to get unit file state for ${full(name)}: No such file or directory\n`)
        code = 1
      }
      return code
    }
    case 'is-system-running':
      process.out('running\n')
      return 0
    case 'cat': {
      let code = 0
      for (const [i, name] of names.entries()) {
        const unit = find(name)
        const text = unit ? unitText(unit.name, machine.supervisorUnit()) : null
        if (text === null || !unit) {
          process.err(`No files found for ${full(name)}.\n`)
          code = 1
        } else process.out(`${i > 0 ? '\n' : ''}# /lib/systemd/system/${unit.id}\n${text}`)
      }
      return code
    }
    case 'show': {
      const unit = find(names[0] ?? '')
      const processes = unit ? processesOf(machine, unit) : []
      const values: Record<string, string> = unit
        ? {
            Id: unit.id,
            Description: unit.title,
            LoadState: 'loaded',
            ActiveState: unit.state,
            SubState: unit.sub,
            UnitFileState: enabledState(unit),
            FragmentPath: `/lib/systemd/system/${unit.id}`,
            Result: 'success',
            ExecMainStatus: '0',
            ExecMainStartTimestamp: day(activeSince(machine, unit)),
            MemoryCurrent:
              processes.length === 0
                ? '[not set]'
                : String(Math.round(processes.reduce((sum, it) => sum + it.memory, 0) * 1_048_576)),
            MainPID: String(processes[0]?.pid ?? 0),
            NRestarts: '0',
            ActiveEnterTimestamp: day(activeSince(machine, unit)),
          }
        : {
            Id: full(names[0] ?? ''),
            LoadState: 'not-found',
            ActiveState: 'inactive',
            SubState: 'dead',
          }
      const wanted = found.values('p').flatMap((it) => it.split(','))
      for (const [name, value] of Object.entries(values))
        if (wanted.length === 0 || wanted.includes(name))
          process.out(found.has('value') ? `${value}\n` : `${name}=${value}\n`)
      return 0
    }
    case 'start':
    case 'stop':
    case 'restart':
    case 'try-restart':
    case 'reload': {
      if (names.length === 0) {
        process.err('Too few arguments.\n')
        return 1
      }
      for (const name of names) {
        const unit = find(name)
        if (!unit) {
          process.err(`Failed to ${verb} ${full(name)}: Unit ${full(name)} not found.\n`)
          return 5
        }
        if (verb === 'stop' && unit.name === 'balena')
          process.err(
            'Warning: Stopping balena.service, but it can still be activated by:\n  balena-engine.socket\n',
          )
        changeUnit(process, unit, verb === 'try-restart' || verb === 'reload' ? 'restart' : verb)
      }
      return 0
    }
    case 'enable':
    case 'disable':
    case 'mask':
    case 'unmask':
      process.err(`Failed to ${verb} unit: File system read-only\n`)
      return 1
    case 'daemon-reload':
    case 'reset-failed':
      return 0
    case 'reboot':
    case 'poweroff':
    case 'halt': {
      const result = machine.world.command(machine.index, {
        kind: verb === 'reboot' ? 'reboot' : 'shutdown',
        force: true,
      })
      return result.ok ? 0 : process.fail(result.message)
    }
    default:
      process.err(`Unknown command verb ${verb}.\n`)
      return 1
  }
}

/** Starts, stops or restarts a unit; the engine takes the containers with it. */
function changeUnit(process: Process, unit: Unit, verb: 'start' | 'stop' | 'restart'): void {
  const { machine } = process
  const lastAt = (path: string) => machine.stored().get(`${path}${unit.name}`)?.at ?? -Infinity
  const note = (path: string, at: number) =>
    machine.store(`${path}${unit.name}`, { text: unit.title, at: Math.max(machine.now(), at) })
  // After what happened last, also within a millisecond.
  if (verb !== 'start') note(STOPPED_UNIT, lastAt(STARTED_UNIT) + 1)
  if (verb !== 'stop') note(STARTED_UNIT, lastAt(STOPPED_UNIT))
  if (unit.name === 'balena') {
    for (const it of machine.containers()) {
      const kind = verb === 'stop' ? 'stop-service' : verb === 'start' ? 'start-service' : 'restart-service'
      machine.world.command(machine.index, { kind, serviceName: it.name, force: true })
    }
  }
  // Without its tunnel the device is not reached any more, this terminal included.
  if (unit.name === 'openvpn' && verb === 'stop') machine.world.setConnectivity(machine.index, 'polls')
  // Without its supervisor it does not poll and report any more, but its containers and the tunnel stay.
  if (unit.name === machine.supervisorUnit())
    machine.world.setConnectivity(machine.index, verb === 'stop' ? 'tunnel' : 'cloudlink')
  if (unit.name === 'NetworkManager' && verb === 'stop') machine.world.setLink(machine.index, false)
}

const hostnamectl: Program = (process) => {
  const { machine } = process
  if (process.args[0] === 'hostname') process.out(`${machine.hostname()}\n`)
  else if (process.args[0] !== undefined && process.args[0] !== 'status')
    return process.fail('Could not set hostname: Read-only file system')
  else {
    const { osVersion } = machine.device()
    process.out(
      ` Static hostname: ${machine.hostname()}\n       Icon name: computer\n      Machine ID: ${machine.token(4901)}\n         Boot ID: ${machine.token(4900)}\nOperating System: ${osVersion.startsWith('balenaOS') ? osVersion : `balenaOS ${osVersion}`}\n          Kernel: Linux ${machine.kernel()}\n    Architecture: ${machine.isIntel() ? 'x86-64' : machine.device().hardware.arch === 'aarch64' ? 'arm64' : 'arm'}\n`,
    )
  }
  return 0
}

const START_TIMES = [
  ['6.702s', 'balena.service'],
  ['3.077s', 'NetworkManager.service'],
  ['1.790s', 'balena-supervisor.service'],
  ['1.204s', 'resin-state-reset.service'],
  ['944ms', 'systemd-udevd.service'],
  ['611ms', 'chronyd.service'],
  ['402ms', 'openvpn.service'],
] as const

const systemdAnalyze: Program = (process) => {
  const [verb = 'time'] = process.args
  if (verb === '--version') {
    process.out(systemdVersion(process.machine))
    return 0
  }
  if (verb === 'blame') {
    for (const [time, unit] of START_TIMES) process.out(`${time.padStart(7)} ${unit}\n`)
    return 0
  }
  if (verb === 'critical-chain') {
    process.out(
      'The time when unit became active or started is printed after the "@" character.\nThe time the unit took to start is printed after the "+" character.\n\nmulti-user.target @15.802s\n└─balena-supervisor.service @14.010s +1.790s\n  └─balena.service @7.211s +6.702s\n    └─network.target @7.180s\n      └─NetworkManager.service @4.102s +3.077s\n',
    )
    return 0
  }
  if (verb !== 'time') return process.fail(`Unknown command verb '${verb}'.`)
  process.out(
    'Startup finished in 3.114s (kernel) + 15.871s (userspace) = 18.985s\nmulti-user.target reached after 15.802s in userspace.\n',
  )
  return 0
}

/** Ends the main process of a unit, which systemd starts again; false when the process is no unit's. */
export function killUnit(process: Process, pid: number, signal: number): boolean {
  const { machine } = process
  const unit = unitsOf(machine).find((it) => processesOf(machine, it).some((one) => one.pid === pid))
  if (!unit) return pid === SUPERVISOR_PID
  const isMain = processesOf(machine, unit)[0]?.pid === pid
  if (!isMain || signal === 1) return true
  const status = `${signal}/${signal === 9 ? 'KILL' : signal === 15 ? 'TERM' : 'ABRT'}`
  machine.store(`${KILLED_UNIT}${unit.name}`, { text: status, at: machine.now() })
  changeUnit(process, unit, 'start')
  if (unit.name === 'balena')
    for (const it of machine.containers())
      machine.world.command(machine.index, { kind: 'restart-service', serviceName: it.name, force: true })
  return true
}

export const unitPrograms: Record<string, Program> = {
  hostnamectl,
  systemctl,
  'systemd-analyze': systemdAnalyze,
}
