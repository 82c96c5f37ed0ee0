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
  'blkid depmod e2fsck fdisk fsck fsck.ext4 halt ifconfig init insmod ip losetup lsmod mkswap modprobe poweroff reboot rmmod route shutdown swapoff swapon sysctl arp'.split(
    ' ',
  ),
)
/** Programs that are in /usr/sbin on the host. */
const IN_USR_SBIN: ReadonlySet<string> = new Set('dumpe2fs ip6tables iptables iw openvpn tune2fs'.split(' '))
/** Daemons and scripts of the host OS, which its units run. */
const DAEMONS: Readonly<Record<string, readonly string[]>> = {
  bin: [
    'balena-engine-containerd',
    'balena-engine-containerd-ctr',
    'balena-engine-containerd-shim-runc-v2',
    'balena-engine-init',
    'balena-engine-proxy',
    'balena-engine-runc',
    'balena-extension-runtime',
    'balenad',
    'bluetoothctl',
    'dbus-daemon',
    'dnsmasq',
    'healthdog',
    'redsocks',
    'rsync',
    'ssh-keygen',
  ],
  sbin: [
    'ModemManager',
    'NetworkManager',
    'avahi-daemon',
    'chronyd',
    'openvpn',
    'sshd',
    'wpa_cli',
    'wpa_supplicant',
  ],
}
const SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  bin: [
    'balena-data-reset',
    'balena-hostname',
    'balena-net-config',
    'balena-ntp-config',
    'balena-persistent-logs',
    'balena-proxy-config',
    'hostapp-update-hooks',
    'prepare-openvpn',
    'resin-device-progress',
    'resin-init',
    'resin-partition-mounter',
    'resin-state-reset',
    'rollback-health',
    'timeinit-buildtime.sh',
  ],
  sbin: ['balena-config-defaults', 'os-config-json', 'os-networkmanager', 'os-sshkeys', 'os-udevrules'],
}

/** What the scripts of the system read of config.json, as variables of a shell. */
const CONFIG_VARIABLES = `#!/bin/bash
CONFIG_PATH=/mnt/boot/config.json
BALENA_BOOT_MOUNTPOINT=/mnt/boot
read_config() { jq -r ".$1 // empty" "$CONFIG_PATH"; }
API_ENDPOINT=$(read_config apiEndpoint)
REGISTRY_ENDPOINT=$(read_config registryEndpoint)
DELTA_ENDPOINT=$(read_config deltaEndpoint)
VPN_ENDPOINT=$(read_config vpnEndpoint)
VPN_PORT=$(read_config vpnPort)
LISTEN_PORT=$(read_config listenPort)
DEVICE_API_KEY=$(read_config deviceApiKey)
DEVICE_TYPE=$(read_config deviceType)
APPLICATION_ID=$(read_config applicationId)
USER_ID=$(read_config userId)
UUID=$(read_config uuid)
PERSISTENT_LOGGING=$(read_config persistentLogging)
`

/** Programs of their own; the others of a small system are applets of one binary. */
export const OWN_PROGRAMS: ReadonlySet<string> = new Set(
  'balena balena-engine docker chronyc busctl dumpe2fs e2fsck fsck.ext4 iw tune2fs udevadm update-balena-supervisor nmcli mmcli timedatectl journalctl systemctl hostnamectl loginctl curl jq node npm python3 git bash busybox openvpn os-config hostapp-update openssl lsblk lscpu lsusb ss column iptables ip6tables systemd-analyze systemd-cat psql postgres pg_isready pip3'.split(
    ' ',
  ),
)

/** Programs of the host OS that come from coreutils and util-linux; its other small ones are applets of busybox. */
const HOST_GNU: ReadonlySet<string> = new Set(
  'base64 basename blkid cat chgrp chmod chown comm cp cut date dd df dirname dmesg du env expand expr false fdisk findmnt flock fold groups head id ln ls lsblk lscpu md5sum mkdir mkfifo mktemp mount mv nl nohup nproc nsenter od paste printenv printf ps pwd readlink realpath rm rmdir seq sha1sum sha256sum sha512sum sleep sort stat stty sync tac tail tee test timeout touch tr true truncate tty umount uname uniq wc who whoami yes'.split(
    ' ',
  ),
)

/** Who supplies a program of the host OS, which the name of its file says. */
const supplierOf = (name: string): string =>
  name === 'ps' ? 'procps' : UTIL_LINUX.has(name) ? 'util-linux' : 'coreutils'
const UTIL_LINUX: ReadonlySet<string> = new Set(
  'blkid dmesg fdisk findmnt flock lsblk lscpu mount nsenter umount'.split(' '),
)

/** Whether a program is an applet of busybox. */
export const isApplet = (userland: Userland, name: string): boolean =>
  userland !== 'debian' && !OWN_PROGRAMS.has(name) && (userland !== 'host' || !HOST_GNU.has(name))

/** Folders with the programs of a machine. */
export function PROGRAM_PATHS(programs: readonly string[], at: Instant, userland: Userland): Entries {
  const bin: Record<string, Node> = {}
  const sbin: Record<string, Node> = {}
  const usrBin: Record<string, Node> = {}
  const usrSbin: Record<string, Node> = {}
  const binary = largeFile('\x7fELF', 98_304, at)
  const applets =
    userland === 'debian' ? null : link(userland === 'host' ? '/bin/busybox.nosuid' : '/bin/busybox', at)
  for (const name of programs) {
    const place = IN_SBIN.has(name) ? '/sbin' : IN_USR_BIN.has(name) ? '/usr/bin' : '/bin'
    const supplier = userland === 'host' && HOST_GNU.has(name) ? supplierOf(name) : null
    const node: Node =
      supplier !== null
        ? link(`${place}/${name}.${supplier}`, at)
        : applets === null || OWN_PROGRAMS.has(name)
          ? { ...binary, mode: 0o755 }
          : applets
    if (supplier !== null)
      (place === '/sbin' ? sbin : place === '/bin' ? bin : usrBin)[`${name}.${supplier}`] = {
        ...binary,
        mode: 0o755,
      }
    if (IN_SBIN.has(name)) sbin[name] = node
    else if (userland === 'host' && IN_USR_SBIN.has(name)) usrSbin[name] = node
    else if (IN_USR_BIN.has(name)) usrBin[name] = node
    else bin[name] = node
  }
  const busybox = { ...largeFile('\x7fELF', 649_032, at), mode: 0o755 }
  if (userland === 'host') {
    bin['busybox.nosuid'] = busybox
    for (const [under, names] of Object.entries(DAEMONS))
      for (const name of names) (under === 'bin' ? usrBin : usrSbin)[name] = { ...binary, mode: 0o755 }
    for (const [under, names] of Object.entries(SCRIPTS))
      for (const name of names)
        (under === 'bin' ? usrBin : usrSbin)[name] = file('#!/bin/sh\n. /usr/sbin/balena-config-vars\n', at, {
          mode: 0o755,
        })
    usrSbin['balena-config-vars'] = file(CONFIG_VARIABLES, at, { mode: 0o755 })
    bin['sh'] = link('/bin/bash.bash', at)
    bin['bash'] = link('/bin/bash.bash', at)
    bin['bash.bash'] = { ...largeFile('\x7fELF', 1_012_720, at), mode: 0o755 }
  } else if (userland === 'alpine') bin['busybox'] = busybox
  return {
    bin: folder(bin, at),
    sbin: folder(sbin, at),
    usr: { bin: folder(usrBin, at), sbin: folder(usrSbin, at), local: { bin: {}, sbin: {} } },
  }
}
