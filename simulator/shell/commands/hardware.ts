import { changeModule, cpuOf, modulesOf, usbDevicesOf, type UsbDevice } from '../board.ts'
import { uuidText } from '../files/kernel-tree.ts'
import type { Steps } from '../kernel/kernel.ts'
import { options, table } from '../options.ts'
import { partitionsOf } from '../partitions.ts'
import { runProgram, type Process, type Program } from '../process.ts'

const lsmod: Program = (process) => {
  const rows = modulesOf(process.machine).map(({ name, size, uses, usedBy }) => [
    name,
    String(size),
    `${uses} ${usedBy.join(',')}`.trimEnd(),
  ])
  process.out('Module                  Size  Used by\n')
  for (const [name = '', size = '', users = ''] of rows)
    process.out(`${name.padEnd(19)} ${size.padStart(8)}  ${users}\n`)
  return 0
}

function moduleChange(process: Process, names: readonly string[], verb: 'load' | 'remove'): number {
  const { machine } = process
  if (!machine.isHost()) return process.fail("can't change modules: Operation not permitted")
  for (const name of names) {
    const result = changeModule(machine, name, verb)
    if (result === 'missing') {
      process.err(
        verb === 'load'
          ? `modprobe: FATAL: Module ${name} not found in directory /lib/modules/${machine.kernel()}\n`
          : `${process.name}: ${process.name === 'rmmod' ? 'ERROR: ' : 'FATAL: '}Module ${name} is not currently loaded\n`,
      )
      return 1
    }
    if (result !== 'done') {
      const by = result.usedBy.length === 0 ? '' : ` by: ${result.usedBy.join(' ')}`
      process.err(
        process.name === 'rmmod'
          ? `rmmod: ERROR: Module ${name} is in use${by}\n`
          : `modprobe: FATAL: Module ${name} is in use.\n`,
      )
      return 1
    }
  }
  return 0
}

const modprobe: Program = (process) => {
  const found = options(process, 'rvqanD', {
    remove: 'r',
    verbose: 'v',
    quiet: 'q',
    all: 'a',
    'dry-run': 'n',
  })
  if (!found) return 1
  const [first] = found.rest
  if (first === undefined) {
    process.err('modprobe: ERROR: missing parameters. See -h.\n')
    return 1
  }
  if (found.has('n')) return 0
  // What follows the first name are parameters of the module.
  return moduleChange(
    process,
    found.has('a') || found.has('r') ? found.rest : [first],
    found.has('r') ? 'remove' : 'load',
  )
}

const rmmod: Program = (process) => {
  const names = process.args.filter((it) => !it.startsWith('-'))
  if (names.length === 0) {
    process.err('rmmod: ERROR: missing module name.\n')
    return 1
  }
  return moduleChange(process, names, 'remove')
}

const place = ({ bus, device }: UsbDevice) =>
  `Bus ${String(bus).padStart(3, '0')} Device ${String(device).padStart(3, '0')}`

const lsusb: Program = (process) => {
  const found = options(process, 'tvs:d:', { tree: 't', verbose: 'v' })
  if (!found) return 1
  const devices = usbDevicesOf(process.machine)
  if (found.has('t')) {
    for (const root of devices.filter(({ device }) => device === 1)) {
      const bus = String(root.bus).padStart(2, '0')
      process.out(`/:  Bus ${bus}.Port 1: Dev 1, Class=root_hub, Driver=${root.driver}, ${root.speed}M\n`)
      for (const it of devices.filter(({ bus: on, device }) => on === root.bus && device > 1).toReversed())
        process.out(
          `    |__ Port ${it.device - 1}: Dev ${it.device}, If 0, Class=${it.class}, Driver=${it.driver}, ${it.speed}M\n`,
        )
    }
    return 0
  }
  const wanted = found.value('d')?.toLowerCase()
  const shown = devices.filter(
    ({ id }) => wanted === undefined || id === wanted || (wanted.endsWith(':') && id.startsWith(wanted)),
  )
  process.out(shown.map((it) => `${place(it)}: ID ${it.id} ${it.name}\n`).join(''))
  return shown.length === 0 ? 1 : 0
}

const lscpu: Program = (process) => {
  const { machine } = process
  const { hardware } = machine.device()
  const is64 = machine.isIntel() || hardware.arch === 'aarch64'
  const { vendor, model } = cpuOf(machine)
  const rows = [
    ['Architecture:', machine.architecture()],
    ['CPU op-mode(s):', is64 ? '32-bit, 64-bit' : '32-bit'],
    ['Byte Order:', 'Little Endian'],
    ['CPU(s):', String(hardware.cores)],
    ['On-line CPU(s) list:', hardware.cores === 1 ? '0' : `0-${hardware.cores - 1}`],
    ['Vendor ID:', vendor],
    ['Model name:', model],
    ['Thread(s) per core:', '1'],
  ]
  process.out(table(rows, [], '  '))
  return 0
}

/** What the device manager knows of a device. */
const udevadm: Program = (process) => {
  const [verb = '', ...args] = process.args
  if (verb === '--version' || verb === '-V') process.out('250\n')
  else if (['settle', 'trigger', 'control'].includes(verb)) return 0
  else if (verb === 'info') {
    const name = args.find((it) => !it.startsWith('-') && it !== 'property' && it !== 'all') ?? ''
    const path = name.startsWith('/') ? name : `/dev/${name}`
    if (process.find(path) === undefined) {
      process.err(`Unknown device "${name}": No such device\n`)
      return 1
    }
    const { disk, parts } = partitionsOf(process.machine)
    const part = parts.findIndex((it) => `/dev/${it.name}` === path)
    const isDisk = path === `/dev/${disk}`
    const it = parts[part]
    const properties: Record<string, string> = {
      DEVNAME: path,
      DEVTYPE: isDisk ? 'disk' : part >= 0 ? 'partition' : 'char',
      SUBSYSTEM: isDisk || part >= 0 ? 'block' : 'tty',
      ...(it && it.type !== ''
        ? {
            ID_FS_LABEL: it.label,
            ID_FS_TYPE: it.type,
            ID_FS_UUID: uuidText(process.machine.token(4910 + part)),
            ID_PART_ENTRY_NUMBER: String(part + 1),
          }
        : {}),
      ...(isDisk ? { ID_PART_TABLE_TYPE: 'dos' } : {}),
    }
    const isPlain = args.includes('property') || args.includes('--query=property')
    const prefix = isPlain ? '' : 'E: '
    if (!isPlain)
      process.out(
        `P: /devices/virtual${path.replace('/dev', isDisk || part >= 0 ? '/block' : '/tty')}\nN: ${path.slice(5)}\n`,
      )
    for (const [key, value] of Object.entries(properties)) process.out(`${prefix}${key}=${value}\n`)
  } else {
    process.err(`${verb === '' ? 'No command' : `Unknown command ${verb}`}, see udevadm --help.\n`)
    return 1
  }
  return 0
}

/** The radio: there is one, and it is connected to nothing. */
const iw: Program = (process) => {
  const words = process.args
  const text = words.join(' ')
  const mac = process.machine.device().macAddress.toLowerCase()
  const own = mac.replace(/..$/, (it) => ((Number.parseInt(it, 16) + 1) & 255).toString(16).padStart(2, '0'))
  if (words.length === 0 || text === 'help') process.out('Usage:\tiw [options] command\n')
  else if (text === '--version') process.out('iw version 5.16\n')
  else if (text === 'dev')
    process.out(`phy#0\n\tInterface wlan0\n\t\tifindex 3\n\t\twdev 0x1\n\t\taddr ${own}\n\t\ttype managed\n`)
  else if (/^(?:dev )?wlan0 link$/.test(text)) process.out('Not connected.\n')
  else if (/^(?:dev )?wlan0 info$/.test(text))
    process.out(`Interface wlan0\n\tifindex 3\n\twdev 0x1\n\taddr ${own}\n\ttype managed\n\twiphy 0\n`)
  else if (/^(?:dev )?wlan0 scan$/.test(text)) return 0
  else if (text === 'reg get')
    process.out('global\ncountry 00: DFS-UNSET\n\t(2402 - 2472 @ 40), (N/A, 20), (N/A)\n')
  else {
    process.err(
      /^dev (?!wlan0)/.test(text) || /^(?!dev|reg|phy|list|event)\w+ /.test(text)
        ? 'command failed: No such device (-19)\n'
        : 'command failed: Invalid argument (-22)\n',
    )
    return 237
  }
  return 0
}

/** The names on the system's bus. */
const busctl: Program = (process) => {
  const words = process.args.filter((it) => !it.startsWith('--'))
  if (words[0] !== undefined && words[0] !== 'list') {
    process.err('Call failed: Access denied\n')
    return 1
  }
  const names: readonly [name: string, program: string, unit: string][] = [
    [':1.0', 'systemd', 'init.scope'],
    [':1.2', 'avahi-daemon', 'avahi-daemon.service'],
    [':1.4', 'NetworkManager', 'NetworkManager.service'],
    [':1.6', 'ModemManager', 'ModemManager.service'],
    ['org.freedesktop.Avahi', 'avahi-daemon', 'avahi-daemon.service'],
    ['org.freedesktop.ModemManager1', 'ModemManager', 'ModemManager.service'],
    ['org.freedesktop.NetworkManager', 'NetworkManager', 'NetworkManager.service'],
    ['org.freedesktop.systemd1', 'systemd', 'init.scope'],
  ]
  const processes = process.machine.processes()
  const rows = names.map(([name, program, unit]) => [
    name,
    String(
      program === 'systemd' ? 1 : (processes.find(({ command }) => command.includes(program))?.pid ?? '-'),
    ),
    program,
    'root',
    name.startsWith(':')
      ? name
      : (names.find(([own, it]) => own.startsWith(':') && it === program)?.[0] ?? '-'),
    unit,
    '-',
    '-',
  ])
  process.out(
    table(
      [['NAME', 'PID', 'PROCESS', 'USER', 'CONNECTION', 'UNIT', 'SESSION', 'DESCRIPTION'], ...rows],
      [1],
      ' ',
    ),
  )
  return 0
}

/** Runs a program in the namespaces of another process: those of the host are here already. */
function* nsenter(process: Process): Steps<number> {
  const found = options(
    process,
    't:mnpiuUaFrwS:G:',
    { target: 't:', mount: 'm', net: 'n', pid: 'p', all: 'a' },
    { stopsAtFirst: true },
  )
  if (!found) return 1
  const pid = found.value('t')
  if (pid === undefined) return process.fail('no target PID specified')
  const { machine } = process
  const holder = machine.processes().find((it) => String(it.pid) === pid)
  if (!holder) return process.fail(`cannot open /proc/${pid}/ns/mnt: No such file or directory`)
  const words = found.rest.length === 0 ? ['sh'] : found.rest
  const service = machine.services().find((it) => it.pid === holder.pid)
  // With the files of a container, its programs are those of the container.
  if (service && (found.has('m') || found.has('a')))
    return yield* process.host.enter(service.name, {
      words,
      interactive: process.streams.in.isTerminal,
      environment: new Map(),
    })
  return yield* runProgram(process, words, { streams: process.streams, cwd: process.cwd })
}

export const hardwarePrograms: Record<string, Program> = {
  busctl,
  iw,
  lscpu,
  lsmod,
  lsusb,
  modprobe,
  nsenter,
  rmmod,
  udevadm,
}
