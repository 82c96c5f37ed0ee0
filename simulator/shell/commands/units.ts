import { formatDate, journalStamp, longDate } from '../../base/calendar.ts'
import { STARTED_UNIT, STOPPED_UNIT } from '../../views/units.ts'
import { UNIT_TEXTS, unitText } from '../files/programs.ts'
import type { Steps } from '../kernel/kernel.ts'
import { globTest } from '../language/pattern.ts'
import type { Machine } from '../machine.ts'
import { options, table } from '../options.ts'
import type { Process, Program } from '../process.ts'
import { SYSTEMD_VERSION } from './system-version.ts'
import { durationText } from './time-text.ts'

interface Unit {
  name: string
  title: string
  /** The text that a process of it contains; null for one that has ended. */
  program: string | null
  state: 'active' | 'failed' | 'inactive'
}

const PROGRAMS: Readonly<Record<string, string | null>> = {
  balena: 'balenad ',
  'balena-supervisor': 'dist/app.js',
  openvpn: 'openvpn ',
  NetworkManager: 'NetworkManager ',
  ModemManager: 'ModemManager',
  chronyd: 'chronyd ',
  dnsmasq: null,
  'avahi-daemon': 'avahi-daemon',
  'systemd-journald': 'systemd-journald',
  'systemd-udevd': 'systemd-udevd',
  dbus: 'dbus-daemon',
  'os-config': null,
  'config-json': null,
}

function unitsOf(machine: Machine): Unit[] {
  const supervisor = machine.supervisorUnit()
  return Object.entries(UNIT_TEXTS).map(([key, { description }]) => {
    const name = key === 'balena-supervisor' ? supervisor : key
    return {
      name,
      title: description,
      program: PROGRAMS[key] ?? null,
      state: machine.isUnitRunning(name) ? 'active' : 'inactive',
    }
  })
}

const ONE_SHOT: ReadonlySet<string> = new Set(['os-config', 'config-json'])

const subState = ({ name, state }: Unit): string =>
  state !== 'active' ? 'dead' : ONE_SHOT.has(name) ? 'exited' : 'running'

const LEGEND = `LOAD   = Reflects whether the unit definition was properly loaded.
ACTIVE = The high-level unit activation state, i.e. generalization of SUB.
SUB    = The low-level unit activation state, values depend on unit type.

`

function activeSince(machine: Machine, unit: Unit): number {
  const restarted = machine.stored().get(`${STARTED_UNIT}${unit.name}`)?.at
  return Math.max(machine.bootedAt() + 14_000, restarted ?? 0)
}

function statusText(process: Process, unit: Unit, lines: number): string {
  const { machine } = process
  const found =
    unit.program === null
      ? undefined
      : machine.processes().find((it) => it.command.includes(unit.program ?? ''))
  const since = activeSince(machine, unit)
  const isOneShot = ONE_SHOT.has(unit.name)
  const isRunning = unit.state === 'active'
  const mark = isRunning ? '●' : '○'
  const active = isRunning
    ? `active (${isOneShot ? 'exited' : 'running'}) since ${formatDate('%a %Y-%m-%d %T UTC', since)}; ${durationText(machine.now() - since)} ago`
    : `inactive (dead) since ${formatDate('%a %Y-%m-%d %T UTC', machine.stored().get(`${STOPPED_UNIT}${unit.name}`)?.at ?? since)}`
  const program = (found?.command.split(' ')[0] ?? '').replace(/^.*\//, '')
  const journal = machine
    .journal()
    .filter((it) => it.unit === unit.name)
    .slice(-lines)
  return [
    `${mark} ${unit.name}.service - ${unit.title}`,
    `     Loaded: loaded (/lib/systemd/system/${unit.name}.service; enabled; preset: enabled)`,
    `     Active: ${active}`,
    ...(isRunning && found
      ? [
          `   Main PID: ${found.pid} (${program})`,
          `      Tasks: ${program === 'node' ? 11 : 4}`,
          `     Memory: ${found.memory.toFixed(1)}M`,
          `     CGroup: /system.slice/${unit.name}.service`,
          `             └─${found.pid} ${found.command.slice(0, Math.max(20, process.cols - 30))}`,
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
    process.out(SYSTEMD_VERSION)
    return 0
  }
  const found = options(process, 'at:n:qp:ls:f', LONGS)
  if (!found) return 1
  const { machine } = process
  const [verb = 'list-units', ...given] = found.rest
  const names = given.map((it) => it.replace(/\.service$/, ''))
  const units = unitsOf(machine)
  const find = (name: string) => units.find((it) => it.name === name)
  const missing = (name: string, code = 4): number => {
    process.err(`Unit ${name}.service could not be found.\n`)
    return code
  }
  switch (verb) {
    case 'list-units': {
      const state = found.has('failed') ? 'failed' : found.value('state')
      const type = found.value('t')
      const wanted = units.filter(
        (it) =>
          (found.has('a') || it.state === 'active' || state !== undefined) &&
          (type === undefined || type.split(',').includes('service')) &&
          (names.length === 0 || names.some((name) => globTest(name).test(it.name))) &&
          (state === undefined || state.split(',').some((one) => one === it.state || one === subState(it))),
      )
      const rows = wanted.map((it) => [`  ${it.name}.service`, 'loaded', it.state, subState(it), it.title])
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
          (state === undefined || state === 'enabled') &&
          (names.length === 0 || names.some((name) => globTest(name).test(it.name))),
      )
      const rows = wanted.map((it) => [`${it.name}.service`, 'enabled', 'enabled'])
      process.out(
        found.has('no-legend')
          ? table(rows, [], ' ')
          : `${table([['UNIT FILE', 'STATE', 'PRESET'], ...rows], [], ' ')}\n${rows.length} unit files listed.\n`,
      )
      return 0
    }
    case 'list-timers': {
      const next = Math.ceil(machine.now() / 86_400_000) * 86_400_000
      const last = next - 86_400_000
      const isKnown = last > machine.bootedAt()
      const day = (at: number) => formatDate('%a %Y-%m-%d %T UTC', at)
      process.out(
        `${table(
          [
            ['NEXT', 'LEFT', 'LAST', 'PASSED', 'UNIT', 'ACTIVATES'],
            [
              day(next),
              `${durationText(next - machine.now())} left`,
              isKnown ? day(last) : 'n/a',
              isKnown ? `${durationText(machine.now() - last)} ago` : 'n/a',
              'systemd-tmpfiles-clean.timer',
              'systemd-tmpfiles-clean.service',
            ],
          ],
          [],
          ' ',
        )}\n1 timers listed.\nPass --all to see loaded but inactive timers, too.\n`,
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
      const after = /^After=(.*)$/m.exec(unitText(name ?? '', machine.supervisorUnit()) ?? '')?.[1]
      const under = name === undefined ? units.map((it) => `${it.name}.service`) : (after?.split(' ') ?? [])
      process.out(
        `${name === undefined ? 'default.target' : `${name}.service`}\n${under.map((it, i) => `● ${i === under.length - 1 ? '└' : '├'}─${it}\n`).join('')}`,
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
        process.err(`Failed to kill unit ${unknown}.service: Unit ${unknown}.service not loaded.\n`)
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
          `● ${machine.hostname()}\n    State: running\n    Units: ${units.length} loaded\n     Jobs: 0 queued\n   Failed: 0 units\n    Since: ${longDate(machine.bootedAt())}; ${durationText(machine.now() - machine.bootedAt())} ago\n`,
        )
        return 0
      }
      let code = 0
      for (const it of names) {
        const unit = find(it)
        if (!unit) {
          code = missing(it)
          continue
        }
        process.out(statusText(process, unit, lines))
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
        if (find(name)) {
          if (!found.has('q')) process.out('enabled\n')
          continue
        }
        process.err(`Failed to get unit file state for ${name}.service: No such file or directory\n`)
        code = 1
      }
      return code
    }
    case 'is-system-running':
      process.out('running\n')
      return 0
    case 'cat': {
      const text = unitText(names[0] ?? '', machine.supervisorUnit())
      if (text === null) {
        process.err(`No files found for ${names[0] ?? ''}.service.\n`)
        return 1
      }
      process.out(`# /lib/systemd/system/${names[0] ?? ''}.service\n${text}`)
      return 0
    }
    case 'show': {
      const unit = find(names[0] ?? '')
      const values: Record<string, string> = unit
        ? {
            Id: `${unit.name}.service`,
            Description: unit.title,
            LoadState: 'loaded',
            ActiveState: unit.state,
            SubState: subState(unit),
            UnitFileState: 'enabled',
            FragmentPath: `/lib/systemd/system/${unit.name}.service`,
            Result: 'success',
            ExecMainStatus: '0',
            MemoryCurrent: String(
              Math.round(
                (machine.processes().find((it) => unit.program !== null && it.command.includes(unit.program))
                  ?.memory ?? 0) * 1_048_576,
              ),
            ),
            MainPID: String(
              machine.processes().find((it) => unit.program !== null && it.command.includes(unit.program))
                ?.pid ?? 0,
            ),
            NRestarts: '0',
            ActiveEnterTimestamp: formatDate('%a %Y-%m-%d %T UTC', activeSince(machine, unit)),
          }
        : {
            Id: `${names[0] ?? ''}.service`,
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
          process.err(`Failed to ${verb} ${name}.service: Unit ${name}.service not found.\n`)
          return 5
        }
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

const timedatectl: Program = (process) => {
  const { machine } = process
  const [verb = 'status'] = process.args
  const at = machine.ownTime()
  const isSynchronised = machine.device().clockSkewMs === 0
  const line = formatDate('%a %Y-%m-%d %T', at)
  if (verb === 'status') {
    process.out(
      `               Local time: ${line} UTC\n           Universal time: ${line} UTC\n                 RTC time: ${machine.isIntel() ? line : 'n/a'}\n                Time zone: Etc/UTC (UTC, +0000)\nSystem clock synchronized: ${isSynchronised ? 'yes' : 'no'}\n              NTP service: active\n          RTC in local TZ: no\n`,
    )
    return 0
  }
  if (verb === 'show') {
    const found = options(process.with(process.args.slice(1)), 'p:', { property: 'p:', value: 'value' })
    if (!found) return 1
    const values: Record<string, string> = {
      Timezone: 'Etc/UTC',
      LocalRTC: 'no',
      CanNTP: 'yes',
      NTP: 'yes',
      NTPSynchronized: isSynchronised ? 'yes' : 'no',
      TimeUSec: `${line} UTC`,
    }
    const wanted = found.values('p').flatMap((it) => it.split(','))
    for (const [name, value] of Object.entries(values))
      if (wanted.length === 0 || wanted.includes(name))
        process.out(found.has('value') ? `${value}\n` : `${name}=${value}\n`)
    return 0
  }
  if (verb === 'list-timezones') {
    process.out('Etc/UTC\n')
    return 0
  }
  if (verb.startsWith('set-')) return process.fail('Failed to set: Read-only file system')
  return process.fail(`Unknown command verb ${verb}.`)
}

/** The time servers; the first is the one that the clock follows. */
const TIME_SOURCES = [
  { address: '203.0.113.88', stratum: 2, offset: '   +18us', error: '  12ms' },
  { address: '198.51.100.123', stratum: 2, offset: '  -211us', error: '  19ms' },
  { address: '198.51.100.7', stratum: 3, offset: '  +402us', error: '  24ms' },
  { address: '203.0.113.15', stratum: 2, offset: '   -97us', error: '  31ms' },
] as const

/** What `sources -v` explains first. */
const SOURCES_KEY = `
  .-- Source mode  '^' = server, '=' = peer, '#' = local clock.
 / .- Source state '*' = current best, '+' = combined, '-' = not combined,
| /             'x' = may be in error, '~' = too variable, '?' = unusable.
||                                                 .- xxxx [ yyyy ] +/- zzzz
||      Reachability register (octal) -.           |  xxxx = adjusted offset,
||      Log2(Polling interval) --.      |          |  yyyy = measured offset,
||                                \\     |          |  zzzz = estimated error.
||                                 |    |           \\
`

const chronyc: Program = (process) => {
  const { machine } = process
  const args = process.args.filter((it) => !/^-[nacm]+$/.test(it))
  const isCsv = process.args.some((it) => /^-[nam]*c/.test(it))
  const isVerbose = process.args.includes('-v')
  const [verb = ''] = args
  const isGood = machine.device().clockSkewMs === 0
  switch (verb) {
    case 'tracking':
      if (isCsv) {
        process.out(
          isGood
            ? `CB007158,203.0.113.88,3,${((machine.now() - 412_000) / 1000).toFixed(9)},0.000012046,0.000018211,0.000094418,-6.402,0.001,0.021,0.014411980,0.001220817,1036.4,Normal\n`
            : '00000000,,0,0.000000000,0.000000000,0.000000000,0.000000000,-6.402,0.000,0.021,1.000000000,1.000000000,0.0,Not synchronised\n',
        )
        return 0
      }
      process.out(
        `Reference ID    : ${isGood ? 'CB007158 (203.0.113.88)' : '00000000 ()'}\nStratum         : ${isGood ? 3 : 0}\nRef time (UTC)  : ${formatDate('%a %b %d %T %Y', isGood ? machine.now() - 412_000 : 0)}\nSystem time     : 0.000012046 seconds ${isGood ? 'fast' : 'slow'} of NTP time\nLast offset     : ${isGood ? '+0.000018211' : '+0.000000000'} seconds\nRMS offset      : 0.000094418 seconds\nFrequency       : 6.402 ppm slow\nResidual freq   : +0.001 ppm\nSkew            : 0.021 ppm\nRoot delay      : 0.014411980 seconds\nRoot dispersion : 0.001220817 seconds\nUpdate interval : 1036.4 seconds\nLeap status     : ${isGood ? 'Normal' : 'Not synchronised'}\n`,
      )
      return 0
    case 'sources': {
      const rows = TIME_SOURCES.map(({ address, stratum, offset, error }, at) => {
        const mark = isGood ? (at === 0 ? '*' : '+') : '?'
        // Each source is asked every 1,024 seconds; a source that does not answer was never heard.
        const heard = isGood ? String(Math.floor(machine.now() / 1000 + 261 * at) % 1024) : '-'
        const sample = isGood ? `${offset}[${offset}] +/- ${error}` : '    +0ns[   +0ns] +/-    0ns'
        return `^${mark} ${address.padEnd(28)} ${stratum}  10   ${isGood ? '377' : '  0'} ${heard.padStart(5)}   ${sample}\n`
      })
      process.out(
        `${isVerbose ? SOURCES_KEY : ''}MS Name/IP address         Stratum Poll Reach LastRx Last sample               \n${'='.repeat(79)}\n${rows.join('')}`,
      )
      return 0
    }
    case 'sourcestats':
      process.out(
        `Name/IP Address            NP  NR  Span  Frequency  Freq Skew  Offset  Std Dev\n${'='.repeat(78)}\n${TIME_SOURCES.map(
          ({ address, offset }, at) =>
            isGood
              ? `${address.padEnd(26)} ${18 - at}  ${11 - at}  303m     +0.00${at + 1}      0.021 ${offset}    94us\n`
              : `${address.padEnd(26)}  0   0     0     +0.000   2000.000     +0ns  4000ms\n`,
        ).join('')}`,
      )
      return 0
    case 'ntpdata':
      for (const { address, stratum } of TIME_SOURCES)
        process.out(
          `\nRemote address  : ${address} (${address
            .split('.')
            .map((it) => Number(it).toString(16).padStart(2, '0').toUpperCase())
            .join(
              '',
            )})\nRemote port     : 123\nLeap status     : ${isGood ? 'Normal' : 'Not synchronised'}\nVersion         : 4\nMode            : Server\nStratum         : ${isGood ? stratum : 0}\n`,
        )
      return 0
    case 'activity':
      process.out(
        `200 OK\n${isGood ? 4 : 0} sources online\n${isGood ? 0 : 4} sources offline\n0 sources doing burst (return to online)\n0 sources doing burst (return to offline)\n0 sources with unknown address\n`,
      )
      return 0
    case 'makestep':
    case 'burst':
    case 'online':
    case 'offline':
    case 'refresh':
      process.out('200 OK\n')
      return 0
    case 'waitsync':
      process.out(
        isGood
          ? 'try: 1, refid: CB007158, correction: 0.000012046, skew: 0.021\n'
          : 'try: 1, refid: 00000000, correction: 0.000000000, skew: 0.000\n',
      )
      return isGood ? 0 : 1
    case 'clients':
    case 'serverstats':
      process.err('501 Not authorised\n')
      return 1
    default:
      process.err(verb === '' ? 'chrony version 4.5\n' : 'Unrecognized command\n')
      return verb === '' ? 0 : 1
  }
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
    process.out(SYSTEMD_VERSION)
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

const osConfig: Program = (process) => {
  const [verb] = process.args
  if (verb === '--version') process.out('os-config 1.9.4\n')
  else if (verb === 'update')
    process.out(
      `Fetching service configuration from https://api...\nService configuration retrieved\nNo configuration changes\n`,
    )
  else return process.fail('USAGE:\n    os-config <SUBCOMMAND>\n\nSUBCOMMANDS: join, leave, update')
  return 0
}

const HOSTAPP_USAGE = `Usage: hostapp-update [OPTION]...
  -f, --hostapp-file FILE   Update from a file with the image of a host OS
  -i, --image IMAGE         Update from an image of a registry
  -r, --reboot              Reboot afterwards, which is always done
`

/** Replaces the host OS by the release of an image, and reboots into it. */
function* hostappUpdate(process: Process): Steps<number> {
  const found = options(process, 'f:i:r', {
    'hostapp-file': 'f:',
    image: 'i:',
    reboot: 'r',
    help: 'help',
  })
  if (!found || found.has('help')) {
    process.out(HOSTAPP_USAGE)
    return found ? 0 : 1
  }
  const { machine } = process
  const file = found.value('f')
  const image = found.value('i')
  if (file !== undefined)
    return process.fail(
      machine.isHost() && process.files.find(process.resolve(file)) !== undefined
        ? 'Error processing tar file(exit status 1): archive/tar: invalid tar header'
        : `${file}: No such file or directory`,
    )
  if (image === undefined) {
    process.err('[ERROR] At least one of hostapp-file or hostapp-image is required.\n')
    process.out(HOSTAPP_USAGE)
    return 1
  }
  yield* process.sleep(900)
  // bh.cr/balena_os/TYPE/VERSION
  const version = new RegExp(`/balena_os/${machine.slug()}/v?(\\d+\\.\\d+\\.\\d+(?:\\+rev\\d+)?)$`).exec(
    image,
  )?.[1]
  if (version === undefined)
    return process.fail(
      `Error response from daemon: pull access denied for ${image.replace(/:[^/]*$/, '')}, repository does not exist or may require 'docker login'`,
    )
  process.out(`[INFO] Pulling ${image}\n`)
  const { osVariant } = machine.device()
  machine.world.startSystemUpdate(machine.index, {
    part: 'os',
    version,
    variant: osVariant ?? 'prod',
    bytes: 180 * 1_048_576,
  })
  return 0
}

export const unitPrograms: Record<string, Program> = {
  chronyc,
  'hostapp-update': hostappUpdate,
  hostnamectl,
  'os-config': osConfig,
  systemctl,
  'systemd-analyze': systemdAnalyze,
  timedatectl,
}
