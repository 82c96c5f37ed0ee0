import { bootMessages } from './commands/boot-messages.ts'
import type { Instant } from '../base/clock.ts'
import type { LogLine } from '../device/device-state.ts'
import { kernelLines } from '../world/health-checks.ts'
import { tunnelAddress, localAddressOf, cloudHost } from './commands/network-facts.ts'
import type { Machine } from './machine.ts'

export interface JournalEntry {
  at: Instant
  unit: string
  identifier: string
  pid: number | null
  message: string
  priority: number
}

/** Routine entries of units come at these intervals. */
const CHRONY_INTERVAL_MS = 3_600_000
const MAX_ROUTINE = 48

/** The entry of a log line. */
export function entryOf(machine: Machine, line: LogLine): JournalEntry {
  if (line.isSystem) {
    const unit = machine.supervisorUnit()
    const priority = /fail|error|due to/i.test(line.message) ? 3 : 6
    return {
      at: line.at,
      unit,
      identifier: unit,
      pid: 1204,
      message: `[${priority === 3 ? 'error' : 'info'}]    ${line.message}`,
      priority,
    }
  }
  const service = machine.containers().find((it) => it.serviceId === line.serviceId)
  return {
    at: line.at,
    unit: 'balena',
    identifier: service?.containerId ?? 'service',
    pid: 801,
    message: line.message,
    priority: line.isStdErr ? 3 : 6,
  }
}

/** What the system's journal has since the last boot, oldest first. */
export function journalOf(machine: Machine): JournalEntry[] {
  const booted = machine.bootedAt()
  const skew = machine.device().clockSkewMs
  const found: JournalEntry[] = [
    ...startEntries(machine),
    ...connectionEntries(machine),
    ...clockEntries(machine),
  ]
  for (const { at, message } of kernelLines(machine.world, machine.index)) {
    found.push({ at: at + skew, unit: 'kernel', identifier: 'kernel', pid: null, message, priority: 4 })
  }
  for (const line of machine.logs({ count: 1000 }))
    if (line.at >= booted + skew) found.push(entryOf(machine, line))
  return found.sort((a, b) => a.at - b.at)
}

/** How the units started. */
function startEntries(machine: Machine): JournalEntry[] {
  const booted = machine.bootedAt()
  const skew = machine.device().clockSkewMs
  const kernel = bootMessages(machine).map(({ at, message }): JournalEntry => ({
    at: at + skew,
    unit: 'kernel',
    identifier: 'kernel',
    pid: null,
    message,
    priority: 6,
  }))
  const unit = (
    after: number,
    name: string,
    identifier: string,
    pid: number,
    message: string,
  ): JournalEntry => ({
    at: booted + skew + Math.round(after * 1000),
    unit: name,
    identifier,
    pid,
    message,
    priority: 6,
  })
  const started = (after: number, name: string, title: string): JournalEntry[] => [
    unit(after, name, 'systemd', 1, `Starting ${title}...`),
    unit(after + 0.4, name, 'systemd', 1, `Started ${title}.`),
  ]
  const address = localAddressOf(machine)
  const supervisor = machine.supervisorUnit()
  return [
    ...kernel,
    ...started(3.1, 'systemd-journald', 'Journal Service'),
    ...started(4.4, 'chronyd', 'NTP client/server'),
    unit(
      4.6,
      'chronyd',
      'chronyd',
      655,
      'chronyd version 4.5 starting (+CMDMON +NTP +REFCLOCK +RTC +PRIVDROP +SCFILTER +SIGND +ASYNCDNS +NTS +SECHASH +IPV6 -DEBUG)',
    ),
    ...started(5.2, 'NetworkManager', 'Network Manager'),
    unit(
      5.6,
      'NetworkManager',
      'NetworkManager',
      702,
      '<info>  NetworkManager (version 1.46.0) is starting... (boot)',
    ),
    unit(
      6.1,
      'NetworkManager',
      'NetworkManager',
      702,
      "<info>  device (eth0): state change: unavailable -> disconnected (reason 'carrier-changed', sys-iface-state: 'managed')",
    ),
    unit(
      8.3,
      'NetworkManager',
      'NetworkManager',
      702,
      `<info>  dhcp4 (eth0): state changed new lease, address=${address}`,
    ),
    unit(
      8.4,
      'NetworkManager',
      'NetworkManager',
      702,
      '<info>  device (eth0): Activation: successful, device activated.',
    ),
    ...started(9.0, 'ModemManager', 'Modem Manager'),
    ...started(9.8, 'openvpn', 'OpenVPN'),
    ...started(10.2, 'balena', 'Balena Application Container Engine'),
    unit(11.9, 'balena', 'balenad', 801, 'time="boot" level=info msg="Loading containers: start."'),
    unit(13.4, 'balena', 'balenad', 801, 'time="boot" level=info msg="Daemon has completed initialization"'),
    unit(
      13.5,
      'balena',
      'balenad',
      801,
      'time="boot" level=info msg="API listen on /run/balena-engine.sock"',
    ),
    ...started(14.1, supervisor, 'Balena supervisor'),
    unit(
      15.3,
      supervisor,
      supervisor,
      1204,
      `[info]    Supervisor v${machine.device().supervisorVersion} starting up...`,
    ),
    unit(16.1, supervisor, supervisor, 1204, '[info]    Setting host to discoverable'),
    unit(16.8, supervisor, supervisor, 1204, '[info]    Starting API server'),
    unit(16.9, supervisor, supervisor, 1204, '[info]    Supervisor API successfully started on port 48484'),
    unit(17.6, supervisor, supervisor, 1204, '[info]    Applying target state'),
  ]
}

/** How the VPN came and went. */
function connectionEntries(machine: Machine): JournalEntry[] {
  const { world, index } = machine
  const booted = machine.bootedAt()
  const skew = machine.device().clockSkewMs
  const entry = (at: Instant, message: string): JournalEntry => ({
    at: at + skew,
    unit: 'openvpn',
    identifier: 'openvpn',
    pid: 744,
    message,
    priority: 5,
  })
  const host = cloudHost('cloudlink')
  const connected = (at: Instant) => [
    entry(at, `TCP connection established with [AF_INET]${host}:443`),
    entry(at + 700, '[vpn] Peer Connection Initiated'),
    entry(at + 1500, 'TUN/TAP device resin-vpn opened'),
    entry(at + 1700, `net_addr_ptp_v4_add: ${tunnelAddress(machine)} dev resin-vpn`),
    entry(at + 1800, 'Initialization Sequence Completed'),
  ]
  const found = connected(booted + 11_000)
  for (const period of world.periods(index)) {
    if (period.from < booted + 60_000) continue
    if (period.cloudlink) found.push(...connected(period.from - 1800))
    else
      found.push(
        entry(period.from, 'Connection reset, restarting [0]'),
        entry(period.from + 30, 'SIGUSR1[soft,connection-reset] received, process restarting'),
      )
  }
  return found.filter((it) => it.at <= machine.now() + skew)
}

function clockEntries(machine: Machine): JournalEntry[] {
  const booted = machine.bootedAt()
  const { clockSkewMs: skew } = machine.device()
  const entry = (at: Instant, message: string): JournalEntry => ({
    at: at + skew,
    unit: 'chronyd',
    identifier: 'chronyd',
    pid: 655,
    message,
    priority: 6,
  })
  if (skew !== 0) return [entry(booted + 30_000, "Can't synchronise: no selectable sources")]
  const found = [
    entry(booted + 20_000, 'Selected source 198.51.100.123 (0.resinio.pool.ntp.org)'),
    entry(booted + 20_100, 'System clock wrong by 0.214380 seconds'),
  ]
  const last = Math.floor((machine.now() - booted) / CHRONY_INTERVAL_MS)
  for (let i = Math.max(1, last - MAX_ROUTINE); i <= last; i++) {
    const at = booted + 40_000 + i * CHRONY_INTERVAL_MS
    if (i % 6 === 0 && at < machine.now())
      found.push(entry(at, 'Selected source 203.0.113.88 (1.resinio.pool.ntp.org)'))
  }
  return found
}
