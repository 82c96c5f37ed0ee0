import { draw } from '../../base/random.ts'
import { tunnelAddress as addressInTunnel } from '../../definition/identity.ts'
import { containerAddress, hardwareAddress } from '../addresses.ts'
import { SUPERVISOR_PID, type Machine } from '../machine.ts'

export interface Interface {
  index: number
  name: string
  flags: string
  mtu: number
  state: string
  mac: string | null
  address: string | null
  bits: number
  /** Bytes and packets, received and sent. */
  received: number
  sent: number
}

export function gatewayOf(address: string): string {
  return address.replace(/\d+$/, '1')
}

/** The first local address of the device. */
export function localAddressOf(machine: Machine): string {
  return machine.device().ipAddress.split(' ')[0] ?? ''
}

export const tunnelAddress = (machine: Machine): string => addressInTunnel(machine.device().uuid)

/** The bridge of the network of the services, named by the first digits of its id. */
export const bridgeOf = (machine: Machine): string => `br-${machine.token(4820, 8).slice(0, 12)}`

/** The interfaces of the machine. */
export function interfacesOf(machine: Machine): Interface[] {
  const { macAddress } = machine.device()
  const seconds = (machine.now() - machine.bootedAt()) / 1000
  const one = (
    index: number,
    name: string,
    mac: string | null,
    address: string | null,
    bits: number,
    more: Partial<Interface> = {},
  ): Interface => ({
    index,
    name,
    flags: 'BROADCAST,MULTICAST,UP,LOWER_UP',
    mtu: 1500,
    state: 'UP',
    mac,
    address,
    bits,
    received: Math.round(seconds * 812 * index),
    sent: Math.round(seconds * 640 * index),
    ...more,
  })
  const loopback = one(1, 'lo', '00:00:00:00:00:00', '127.0.0.1', 8, {
    flags: 'LOOPBACK,UP,LOWER_UP',
    mtu: 65_536,
    state: 'UNKNOWN',
    received: 81_240,
    sent: 81_240,
  })
  if (!machine.isHost())
    return [
      loopback,
      one(
        14,
        'eth0',
        hardwareAddress(containerAddress(machine)),
        containerAddress(machine),
        machine.own() ? 24 : 16,
      ),
    ]
  const mac = macAddress.toLowerCase().split(' ')[0] ?? ''
  return [
    loopback,
    one(2, 'eth0', mac, localAddressOf(machine), 24),
    one(
      3,
      machine.isIntel() ? 'wlp0s20f3' : 'wlan0',
      mac.replace(/..$/, (it) => ((Number.parseInt(it, 16) + 1) & 255).toString(16).padStart(2, '0')),
      null,
      0,
      { flags: 'NO-CARRIER,BROADCAST,MULTICAST,UP', state: 'DOWN', received: 0, sent: 0 },
    ),
    one(4, 'resin-vpn', null, tunnelAddress(machine), 32, {
      flags: 'POINTOPOINT,MULTICAST,NOARP,UP,LOWER_UP',
      state: 'UNKNOWN',
    }),
    one(5, 'balena0', '02:42:7d:1c:0e:11', '10.114.101.1', 24, {
      flags: 'NO-CARRIER,BROADCAST,MULTICAST,UP',
      state: 'DOWN',
      received: 0,
      sent: 0,
    }),
    one(6, 'supervisor0', '02:42:9a:51:20:c4', '10.114.104.1', 25, {
      flags: 'NO-CARRIER,BROADCAST,MULTICAST,UP',
      state: 'DOWN',
      received: 0,
      sent: 0,
    }),
    ...(machine.isUnitRunning('balena') && machine.containers().length > 0
      ? [one(8, bridgeOf(machine), '02:42:c1:5f:0a:3e', '172.17.0.1', 16)]
      : []),
    one(7, 'resin-dns', '9a:2d:11:40:5c:0e', '10.114.102.1', 24, {
      flags: 'BROADCAST,NOARP,UP,LOWER_UP',
      state: 'UNKNOWN',
    }),
  ]
}

/** Resolves names to addresses reserved for documentation; the same each time. */
export function resolveName(machine: Machine, host: string): string | null {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(host))
    return host.split('.').every((it) => Number(it) < 256) ? host : null
  if (host === 'localhost' || host === 'localhost.localdomain') return '127.0.0.1'
  if (host === machine.hostname() || host === `${machine.hostname()}.local`)
    return machine.isHost() ? '127.0.1.1' : containerAddress(machine)
  const service = machine.isHost() ? undefined : machine.services().find((it) => it.name === host)
  if (service) return `172.17.0.${2 + (service.serviceId % 200)}`
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(host) || host.endsWith('.invalid') || host.endsWith('.local'))
    return null
  let sum = 0
  for (const char of host.toLowerCase()) sum = draw(sum, char.charCodeAt(0))
  return `198.51.100.${1 + (sum % 254)}`
}

/** Whether an address is on this machine, for a program on the host or in a container. */
export function isOwnAddress(machine: Machine, address: string): boolean {
  if (address.startsWith('127.')) return true
  return (
    machine.isHost() &&
    [localAddressOf(machine), tunnelAddress(machine), '10.114.104.1', '10.114.101.1'].includes(address)
  )
}

/** The supervisor, as containers and the host reach it. */
export function isSupervisor(machine: Machine, address: string, port: number): boolean {
  if (port !== 48484 || !machine.isSupervisorRunning()) return false
  if (machine.isHost()) return isOwnAddress(machine, address)
  return address === '10.114.104.1' || address === '172.17.0.1' || address === '127.0.0.1'
}

/** What listens on the host. */
export function listenersOf(
  machine: Machine,
): { port: number; address: string; program: string; pid: number; protocol: 'tcp' | 'udp' }[] {
  const listener = (
    port: number,
    address: string,
    program: string,
    pid: number,
    protocol: 'tcp' | 'udp' = 'tcp',
  ) => ({ port, address, program, pid, protocol })
  if (!machine.isHost()) {
    const service = machine.service()
    const port = service?.plan?.kind === 'dashboard' ? 80 : service?.plan?.kind === 'database' ? 5432 : null
    return port === null
      ? []
      : [listener(port, '0.0.0.0', service?.plan?.kind === 'database' ? 'postgres' : 'node', 1)]
  }
  const web = machine.services().find((it) => it.plan?.kind === 'dashboard')
  return [
    listener(22222, '0.0.0.0', 'init', 1),
    ...(machine.isSupervisorRunning() ? [listener(48484, '0.0.0.0', 'node', SUPERVISOR_PID)] : []),
    listener(53, '127.0.0.2', 'dnsmasq', 664),
    listener(53, '10.114.102.1', 'dnsmasq', 664),
    ...(machine.device().osVariant === 'dev' ? [listener(2375, '0.0.0.0', 'balenad', 801)] : []),
    ...(web ? [listener(80, '0.0.0.0', 'balena-engine-proxy', web.pid - 11)] : []),
    listener(5353, '0.0.0.0', 'avahi-daemon', 661, 'udp'),
    listener(323, '127.0.0.1', 'chronyd', 731, 'udp'),
  ]
}
