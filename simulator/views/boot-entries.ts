import { draw, hex8 } from '../base/random.ts'
import { streams } from '../base/streams.ts'
import { diskOf, partitionOf } from '../definition/disks.ts'
import { cloudHost, localAddress, tunnelAddress } from '../definition/identity.ts'
import { kernelRelease } from '../definition/kernels.ts'
import { hardwareOf, systemVersion, uuidAt, type WorldState } from '../state/world-state.ts'
import { supervisorUnit } from './units.ts'

/** A line of a program of the host OS, with the seconds since the start of the kernel. */
export interface BootEntry {
  after: number
  unit: string
  identifier: string
  pid: number | null
  message: string
  priority?: number
}

/** What the kernel says while it starts. */
function kernelEntries(state: WorldState, index: number): BootEntry[] {
  const hardware = hardwareOf(state, index)
  const isIntel = hardware.arch === 'amd64'
  const disk = diskOf(hardware.blockDevice)
  const token = hex8(draw(state.seed, streams.shellToken, index, 4920, 0)).slice(0, 7)
  const lines: [number, string][] = [
    [0, 'Booting Linux on physical CPU 0x0'],
    [0, `Linux version ${kernelRelease(hardware)} (oe-user@oe-host) #1 SMP PREEMPT`],
    [0, isIntel ? 'DMI: Intel Corporation NUC8i5BEH/NUC8BEB' : `Machine model: ${hardware.model}`],
    [0.002, `Memory: ${hardware.memoryMiB * 1024}K/${(hardware.memoryMiB + 76) * 1024}K available`],
    [0.081, `smp: Brought up 1 node, ${hardware.cores} CPU${hardware.cores === 1 ? '' : 's'}`],
    [
      1.204,
      disk.startsWith('mmc')
        ? `mmcblk0: mmc0:aaaa SC16G ${Math.round(hardware.storageMiB / 1024)} GiB`
        : `sd 0:0:0:0: [${disk}] Attached SCSI disk`,
    ],
    [2.311, `EXT4-fs (${partitionOf(disk, 2)}): mounted filesystem with ordered data mode`],
    [5.402, 'eth0: Link is Up - 1Gbps/Full - flow control rx/tx'],
    [9.116, 'overlayfs: "xino" feature enabled using 2 upper inode bits.'],
    [14.72, `balena0: port 1(veth${token}) entered forwarding state`],
  ]
  return lines.map(([after, message]) => ({
    after,
    unit: 'kernel',
    identifier: 'kernel',
    pid: null,
    message,
  }))
}

const daemon =
  (unit: string, identifier: string, pid: number) =>
  (after: number, message: string, priority?: number): BootEntry => ({
    after,
    unit,
    identifier,
    pid,
    message,
    ...(priority === undefined ? {} : { priority }),
  })

const systemd = daemon('init.scope', 'systemd', 1)
const networkManager = daemon('NetworkManager', 'NetworkManager', 702)
const chronyd = daemon('chronyd', 'chronyd', 731)
const osConfig = daemon('os-config', 'os-config', 759)

/** How the system and its units started; `isSynchronised`: the time servers answer. */
export function bootEntries(state: WorldState, index: number, isSynchronised: boolean): BootEntry[] {
  const { arch } = hardwareOf(state, index)
  const host = uuidAt(state, index).slice(0, 7)
  const supervisor = supervisorUnit(systemVersion(state, index, 'os'))
  const own = daemon(supervisor, supervisor, 1204)
  return [
    ...kernelEntries(state, index),
    systemd(
      2.894,
      `Detected architecture ${arch === 'amd64' ? 'x86-64' : arch === 'aarch64' ? 'arm64' : 'arm'}.`,
    ),
    systemd(2.897, `Hostname set to <${host}>.`),
    systemd(3.1, 'Reached target Local File Systems.'),
    systemd(3.3, 'Started Journal Service.'),
    systemd(4.5, 'Started NTP client/server.'),
    chronyd(
      4.6,
      'chronyd version 4.5 starting (+CMDMON +NTP +REFCLOCK +RTC -PRIVDROP -SCFILTER +SIGND +ASYNCDNS +NTS +SECHASH +IPV6 -DEBUG)',
    ),
    chronyd(4.7, 'Frequency -6.402 +/- 0.021 ppm read from /var/lib/chrony/drift'),
    networkManager(5.6, '<info>  [{epoch}] NetworkManager (version 1.46.0) is starting... (boot)'),
    systemd(5.7, 'Started Network Manager.'),
    networkManager(
      8.3,
      `<info>  [{epoch}] dhcp4 (eth0): state changed new lease, address=${localAddress(state.seed, index)}`,
    ),
    networkManager(8.4, '<info>  [{epoch}] device (eth0): Activation: successful, device activated.'),
    systemd(8.5, 'Reached target Network is Online.'),
    osConfig(8.8, `Fetching service configuration from https://${cloudHost('api')}/os/v1/config...`),
    ...(isSynchronised
      ? [
          osConfig(9.7, 'Service configuration retrieved'),
          osConfig(9.7, 'No configuration changes'),
          systemd(9.8, 'os-config.service: Deactivated successfully.'),
        ]
      : [
          osConfig(
            9.7,
            `https://${cloudHost('api')}/os/v1/config: error trying to connect: error:1416F086:SSL routines:tls_process_server_certificate:certificate verify failed (certificate is not yet valid)`,
            4,
          ),
        ]),
    daemon(
      'ModemManager',
      'ModemManager',
      735,
    )(9.3, '<info>  [{epoch}] ModemManager (version 1.20.6) starting in system bus...'),
    daemon(
      'balena',
      'balenad',
      801,
    )(13.4, 'time="{time}" level=info msg="Daemon has completed initialization"'),
    systemd(13.5, 'Started Balena Application Container Engine.'),
    systemd(14.6, 'Started Balena supervisor.'),
    isSynchronised
      ? chronyd(15.2, 'Selected source 203.0.113.88 (0.resinio.pool.ntp.org)')
      : chronyd(15.2, "Can't synchronise: no selectable sources", 4),
    own(
      15.3,
      `[info]    Supervisor v${systemVersion(state, index, 'supervisor').replace(/^v/, '')} starting up...`,
    ),
    own(16.9, '[info]    Supervisor API successfully started on port 48484'),
  ]
}

/** How the VPN came up, for a boot after which no event tells it. */
export function tunnelEntries(state: WorldState, index: number): BootEntry[] {
  const openvpn = daemon('openvpn', 'openvpn', 744)
  return [
    openvpn(11, `TCP connection established with [AF_INET]${cloudHost('cloudlink')}:443`),
    openvpn(12.7, `net_addr_ptp_v4_add: ${tunnelAddress(uuidAt(state, index))} dev resin-vpn`),
    openvpn(12.8, 'Initialization Sequence Completed'),
  ]
}
