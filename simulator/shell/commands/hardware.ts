import { changeModule, cpuOf, modulesOf, usbDevicesOf, type UsbDevice } from '../board.ts'
import { options, table } from '../options.ts'
import type { Process, Program } from '../process.ts'

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

export const hardwarePrograms: Record<string, Program> = { lscpu, lsmod, lsusb, modprobe, rmmod }
