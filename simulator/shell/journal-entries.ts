import type { JournalEntry } from '../views/host-journal.ts'
import { kernelLines } from '../world/health-checks.ts'
import { bootMessages } from './commands/boot-messages.ts'
import { cloudHost, localAddressOf, tunnelAddress } from './commands/network-facts.ts'
import type { Machine } from './machine.ts'

export type { JournalEntry } from '../views/host-journal.ts'

/** A unit that has written this long before its start is taken to have told of it. */
const START_MS = 120_000

/** The journal of the host OS, oldest first: what the device has, and how the units of the last boot started. */
export function journalOf(machine: Machine, after?: number): JournalEntry[] {
  const entries = machine.journal(after)
  if (after !== undefined) return entries
  const booted = machine.bootedAt() + machine.device().clockSkewMs
  const told = new Set(
    entries.filter((it) => it.at - booted < START_MS && it.at >= booted).map((it) => it.unit),
  )
  const starts = startEntries(machine, booted).filter((it) => !told.has(it.unit))
  const kernel = bootEntries(machine, entries)
  return [...entries, ...kernel, ...starts].sort((a, b) => a.at - b.at)
}

/** What the kernel of the running system has said, oldest first. */
export function kernelEntries(machine: Machine): JournalEntry[] {
  const last = Math.max(0, machine.boots().length - 1)
  return journalOf(machine).filter((it) => it.unit === 'kernel' && it.boot === last)
}

/** The messages of the last start that the journal of the device leaves out. */
function bootEntries(machine: Machine, entries: readonly JournalEntry[]): JournalEntry[] {
  const known = new Set(entries.filter((it) => it.unit === 'kernel').map((it) => it.message.slice(0, 12)))
  const boot = Math.max(0, machine.boots().length - 1)
  const { clockSkewMs } = machine.device()
  // Problems of hardware come later.
  const problems = kernelLines(machine.world, machine.index)
  return [...bootMessages(machine), ...problems]
    .filter(
      ({ message }) => !known.has(message.slice(0, 12)) || problems.some((it) => it.message === message),
    )
    .map(({ at, message }) => ({
      at: at + clockSkewMs,
      unit: 'kernel',
      identifier: 'kernel',
      pid: null,
      message,
      priority: 6,
      boot,
    }))
}

/** How the units started. */
function startEntries(machine: Machine, booted: number): JournalEntry[] {
  const boot = Math.max(0, machine.boots().length - 1)
  const entry = (
    after: number,
    unit: string,
    identifier: string,
    pid: number,
    message: string,
  ): JournalEntry => ({
    at: booted + Math.round(after * 1000),
    unit,
    identifier,
    pid,
    message,
    priority: 6,
    boot,
  })
  const supervisor = machine.supervisorUnit()
  const address = localAddressOf(machine)
  return [
    entry(4.6, 'chronyd', 'chronyd', 731, 'chronyd version 4.5 starting'),
    entry(
      5.6,
      'NetworkManager',
      'NetworkManager',
      702,
      '<info>  NetworkManager (version 1.46.0) is starting... (boot)',
    ),
    entry(
      8.3,
      'NetworkManager',
      'NetworkManager',
      702,
      `<info>  dhcp4 (eth0): state changed new lease, address=${address}`,
    ),
    entry(
      8.4,
      'NetworkManager',
      'NetworkManager',
      702,
      '<info>  device (eth0): Activation: successful, device activated.',
    ),
    entry(
      9.3,
      'ModemManager',
      'ModemManager',
      735,
      '<info>  ModemManager (version 1.20.6) starting in system bus...',
    ),
    entry(
      11,
      'openvpn',
      'openvpn',
      744,
      `TCP connection established with [AF_INET]${cloudHost('cloudlink')}:443`,
    ),
    entry(12.7, 'openvpn', 'openvpn', 744, `net_addr_ptp_v4_add: ${tunnelAddress(machine)} dev resin-vpn`),
    entry(12.8, 'openvpn', 'openvpn', 744, 'Initialization Sequence Completed'),
    entry(13.4, 'balena', 'balenad', 801, 'time="boot" level=info msg="Daemon has completed initialization"'),
    entry(
      15.3,
      supervisor,
      supervisor,
      1204,
      `[info]    Supervisor v${machine.device().supervisorVersion} starting up...`,
    ),
    entry(16.9, supervisor, supervisor, 1204, '[info]    Supervisor API successfully started on port 48484'),
  ]
}
