import type { Instant } from '../../base/clock.ts'
import type { Userland } from '../container-images.ts'
import { file, folder, largeFile, link, type Entries, type Node } from './nodes.ts'

/** Programs that are in /usr/bin, /sbin or /usr/sbin; all others are in /bin. */
const IN_USR_BIN: ReadonlySet<string> = new Set(
  'awk base64 basename bc cut diff dirname du env expr find free head hexdump id jq killall less md5sum mkfifo nl nohup nproc od paste pgrep pkill printf realpath rev seq sha1sum sha256sum sha512sum sort split strings tail tee test time timeout top tr truncate tty uniq unzip uptime wc wget which who whoami xargs xxd yes curl nslookup balena balena-engine docker chronyc nmcli mmcli timedatectl journalctl hostnamectl loginctl lsusb lscpu watch traceroute vi cmp comm fold expand column python3 node npm git ldd file os-config hostapp-update balena-info-update ssh scp openssl openvpn'.split(
    ' ',
  ),
)
const IN_SBIN: ReadonlySet<string> = new Set(
  'blkid depmod fdisk fsck halt ifconfig init insmod ip losetup lsmod mkswap modprobe poweroff reboot rmmod route shutdown swapoff swapon sysctl arp'.split(
    ' ',
  ),
)
/** Programs of their own; the others of a small system are applets of one binary. */
export const OWN_PROGRAMS: ReadonlySet<string> = new Set(
  'balena balena-engine docker chronyc nmcli mmcli timedatectl journalctl systemctl hostnamectl loginctl curl jq node npm python3 git bash busybox openvpn os-config hostapp-update openssl lsblk lscpu lsusb ss column iptables ip6tables systemd-analyze systemd-cat psql postgres pg_isready pip3'.split(
    ' ',
  ),
)

/** Folders with the programs of a machine. */
export function PROGRAM_PATHS(programs: readonly string[], at: Instant, userland: Userland): Entries {
  const bin: Record<string, Node> = {}
  const sbin: Record<string, Node> = {}
  const usrBin: Record<string, Node> = {}
  const binary = largeFile('\x7fELF', 98_304, at)
  const applets =
    userland === 'debian' ? null : link(userland === 'host' ? '/bin/busybox.nosuid' : '/bin/busybox', at)
  for (const name of programs) {
    const node: Node = applets === null || OWN_PROGRAMS.has(name) ? { ...binary, mode: 0o755 } : applets
    if (IN_SBIN.has(name)) sbin[name] = node
    else if (IN_USR_BIN.has(name)) usrBin[name] = node
    else bin[name] = node
  }
  const busybox = { ...largeFile('\x7fELF', 649_032, at), mode: 0o755 }
  if (userland === 'host') {
    bin['busybox.nosuid'] = busybox
    bin['sh'] = link('/bin/bash.bash', at)
    bin['bash'] = link('/bin/bash.bash', at)
    bin['bash.bash'] = { ...largeFile('\x7fELF', 1_012_720, at), mode: 0o755 }
  } else if (userland === 'alpine') bin['busybox'] = busybox
  return {
    bin: folder(bin, at),
    sbin: folder(sbin, at),
    usr: { bin: folder(usrBin, at), sbin: folder({}, at), local: { bin: {}, sbin: {} } },
  }
}

interface UnitText {
  description: string
  exec: string
  after: string
}

/** The units of the system, with what `systemctl cat` shows. */
export const UNIT_TEXTS: Readonly<Record<string, UnitText>> = {
  balena: {
    description: 'Balena Application Container Engine',
    exec: '/usr/bin/balenad --experimental --log-driver=journald --storage-driver=overlay2 -H fd://',
    after: 'dnsmasq.service bind-var-lib-docker.service',
  },
  'balena-supervisor': {
    description: 'Balena supervisor',
    exec: '/usr/bin/start-balena-supervisor',
    after: 'balena.service resin-boot.service',
  },
  openvpn: {
    description: 'OpenVPN',
    exec: '/usr/sbin/openvpn --writepid /run/openvpn/openvpn.pid --cd /etc/openvpn/ --config /run/openvpn/openvpn.conf',
    after: 'syslog.target network.target prepare-openvpn.service',
  },
  NetworkManager: {
    description: 'Network Manager',
    exec: '/usr/sbin/NetworkManager --no-daemon',
    after: 'network-pre.target dbus.service',
  },
  ModemManager: { description: 'Modem Manager', exec: '/usr/sbin/ModemManager', after: 'polkit.service' },
  chronyd: { description: 'NTP client/server', exec: '/usr/sbin/chronyd -d', after: 'ntpdate.service' },
  dnsmasq: {
    description: 'DNS forwarder and DHCP server',
    exec: '/usr/bin/dnsmasq -x /run/dnsmasq.pid -a 127.0.0.2,10.114.102.1 -7 /etc/dnsmasq.d/',
    after: 'network.target',
  },
  'avahi-daemon': {
    description: 'Avahi mDNS/DNS-SD Stack',
    exec: '/usr/sbin/avahi-daemon -s',
    after: 'dbus.socket',
  },
  'systemd-journald': {
    description: 'Journal Service',
    exec: '/lib/systemd/systemd-journald',
    after: 'systemd-journald.socket',
  },
  'systemd-udevd': {
    description: 'Rule-based Manager for Device Events and Files',
    exec: '/lib/systemd/systemd-udevd',
    after: 'systemd-sysusers.service',
  },
  dbus: {
    description: 'D-Bus System Message Bus',
    exec: '/usr/bin/dbus-daemon --system --address=systemd:',
    after: 'dbus.socket',
  },
  'os-config': {
    description: 'OS configuration update service',
    exec: '/usr/bin/os-config update',
    after: 'network-online.target',
  },
  'config-json': {
    description: 'config.json watcher and triggers',
    exec: '/usr/sbin/os-config-json',
    after: 'resin-boot.service',
  },
}

export function unitText(name: string, supervisor: string): string | null {
  const key = name === supervisor ? 'balena-supervisor' : name
  const unit = UNIT_TEXTS[key]
  if (!unit || (name !== supervisor && key === 'balena-supervisor')) return null
  const exec = unit.exec.replace('balena-supervisor', supervisor)
  const restart =
    key === 'os-config' || key === 'config-json' ? 'Type=oneshot' : 'Restart=always\nRestartSec=10s'
  return `[Unit]\nDescription=${unit.description}\nAfter=${unit.after}\n\n[Service]\n${restart}\nExecStart=${exec}\n\n[Install]\nWantedBy=multi-user.target\n`
}

export function unitFiles(supervisor: string): Entries {
  const entries: Entries = {}
  for (const key of Object.keys(UNIT_TEXTS)) {
    const name = key === 'balena-supervisor' ? supervisor : key
    entries[`${name}.service`] = file(() => unitText(name, supervisor) ?? '', 0)
  }
  return entries
}
