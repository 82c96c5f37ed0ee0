import { imageTools } from '../container-images.ts'
import type { Machine } from '../machine.ts'

/** Programs of the host OS only. */
const HOST =
  'balena balena-engine blkid busctl chronyc curl docker dumpe2fs e2fsck fdisk findmnt fsck.ext4 iw nsenter tune2fs udevadm update-balena-supervisor hostapp-update hostnamectl hwclock ip6tables iptables jq journalctl modprobe openssl rmmod lsusb mmcli nmcli os-config poweroff reboot shutdown systemctl systemd-analyze systemd-cat timedatectl halt bash lsblk'.split(
    ' ',
  )

/** Applets of a small system, on the host and in Alpine. */
const APPLETS =
  '[ arch arp ash awk base64 basename busybox cal cat chgrp chmod chown clear cmp comm cp cut date dd df diff dirname dmesg du echo egrep env expand expr false fgrep find flock fold free fuser getent grep gunzip gzip head hexdump hostname id ifconfig ip kill killall less ln logger ls lsmod md5sum mkdir mktemp more mount mv nc netstat nice nl nohup nproc nslookup od paste pgrep pidof ping pkill printenv printf ps pwd readlink realpath reset rev rm rmdir route sed seq sh sha1sum sha256sum sha512sum sleep sort stat strings stty sync sysctl tac tail tar tee test timeout top touch tr traceroute true truncate tty umount uname uniq uptime usleep vi w watch wc wget which who whoami xargs xxd yes zcat help groups lsof'.split(
    ' ',
  )

/** Programs of Debian's small image. */
const DEBIAN =
  '[ arch bash base64 basename cat chgrp chmod chown clear cmp comm cp cut dash date dd df diff dirname dmesg du echo egrep env expand expr false fgrep find flock fold free getent grep gunzip gzip head hostname id kill ln ls lscpu lsblk md5sum mkdir mktemp more mount mv nice nl nohup nproc od paste pgrep pidof pkill printenv printf ps pwd readlink realpath reset rev rm rmdir sed seq sh sha1sum sha256sum sha512sum sleep sort stat stty sync sysctl tac tail tar tee test timeout top touch tr true truncate tty umount uname uniq uptime w watch wc which who whoami xargs yes zcat awk help reboot poweroff shutdown'.split(
    ' ',
  )

/** The programs that a machine has. */
export function programNamesFor(machine: Machine): string[] {
  const userland = machine.userland()
  if (userland === 'host') return [...new Set([...APPLETS, ...HOST, 'lscpu', 'ss', 'column'])].sort()
  const own = machine.isSupervisor() ? ['node'] : imageTools(machine.service()?.plan?.kind)
  const base =
    userland === 'alpine'
      ? [...APPLETS, 'reboot', 'poweroff', 'shutdown']
      : [...DEBIAN, 'ping', 'less', 'ip', 'wget', 'vi', 'hexdump', 'jq', 'netstat', 'ifconfig', 'nslookup']
  return [...new Set([...base, ...own])].sort()
}
