import type { Machine } from '../machine.ts'

const FEATURES =
  '+PAM -AUDIT -SELINUX -APPARMOR -IMA -SMACK +SECCOMP -GCRYPT -GNUTLS +OPENSSL -ACL +BLKID -CURL -ELFUTILS -FIDO2 -IDN2 -IDN -IPTC +KMOD -LIBCRYPTSETUP +LIBFDISK -PCRE2 -PWQUALITY -P11KIT -QRENCODE -BZIP2 -LZ4 -XZ -ZLIB +ZSTD -BPF_FRAMEWORK -XKBCOMMON +UTMP +SYSVINIT default-hierarchy=hybrid\n'

/** Whether the system is older than version 3: its systemd speaks otherwise in places. */
export function isOldSystem(machine: Machine): boolean {
  return Number.parseInt(machine.osNumber(), 10) < 3
}

/** What the programs of systemd say with `--version`. */
export const systemdVersion = (machine: Machine): string =>
  `${isOldSystem(machine) ? 'systemd 243 (243.2+)' : 'systemd 250 (250.5+)'}\n${FEATURES}`
