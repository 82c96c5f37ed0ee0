import { diskOf, partitionOf } from '../../definition/disks.ts'
import { CLOUD_DOMAIN, cloudHost } from '../../definition/identity.ts'
import { osReleaseText, SAMPLE_CONNECTION } from '../../definition/os-files.ts'
import { certificateText, md5 } from '../hashes.ts'
import { TextInput } from '../kernel/streams.ts'
import type { Machine } from '../machine.ts'
import { dockerTree, resinDataTree } from './docker-tree.ts'
import { procTree, sysTree, uuidText } from './kernel-tree.ts'
import { device, file, folder, largeFile, link, type Entries } from './nodes.ts'
import { PROGRAM_PATHS } from './programs.ts'
import { unitFiles } from './unit-files.ts'

/** The text of /etc/os-release. */
const osRelease = (machine: Machine): string => {
  const { osVersion, osVariant } = machine.device()
  return osReleaseText({
    deviceType: machine.slug(),
    version: machine.osNumber(),
    name: osVersion.startsWith('balenaOS') ? osVersion : `balenaOS ${osVersion}`,
    variant: osVariant,
  })
}

/** /mnt/boot/config.json */
function configJson(machine: Machine): string {
  const device_ = machine.device()
  const host = CLOUD_DOMAIN
  const config = {
    applicationId: device_.fleetId,
    deviceType: machine.slug(),
    userId: 1,
    appUpdatePollInterval: Number(machine.config('SUPERVISOR_POLL_INTERVAL') ?? 900_000),
    listenPort: 48484,
    vpnPort: 443,
    apiEndpoint: `https://api.${host}`,
    vpnEndpoint: `cloudlink.${host}`,
    registryEndpoint: `registry2.${host}`,
    deltaEndpoint: `https://delta.${host}`,
    mixpanelToken: machine.token(4803),
    developmentMode: device_.osVariant === 'dev',
    persistentLogging: machine.config('SUPERVISOR_PERSISTENT_LOGGING') === 'true',
    localMode: device_.localMode,
    uuid: device_.uuid,
    deviceId: device_.id,
    registered_at: Math.floor(device_.provisionedAt / 1000),
    deviceApiKey: machine.deviceKey(),
  }
  return `${JSON.stringify(config)}\n`
}

const endless = (text: string) => () => {
  const input = new TextInput('')
  return {
    isTerminal: false,
    // Never ends; what reads it stops by itself.
    // eslint-disable-next-line require-yield
    *read() {
      return text
    },
    unread: (rest: string) => input.unread(rest),
    close: () => {},
  }
}

function devices(machine: Machine): Entries {
  const at = machine.bootedAt()
  const disk = diskOf(machine.device().hardware.blockDevice)
  const parts = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [partitionOf(disk, n), device('block', at)]))
  return {
    [disk]: device('block', at),
    ...parts,
    [machine.device().hardware.blockDevice]: device('block', at),
    ...characterDevices(machine),
    disk: {
      'by-partuuid': Object.fromEntries(
        [1, 2, 3, 4, 5, 6].map((n) => [`a8d65b0f-0${n}`, link(`../../${partitionOf(disk, n)}`, at)]),
      ),
      'by-uuid': Object.fromEntries(
        [1, 2, 3, 5, 6].map((n) => [
          uuidText(machine.token(4909 + n)),
          link(`../../${partitionOf(disk, n)}`, at),
        ]),
      ),
      'by-state': Object.fromEntries(
        ['resin-boot', 'active', 'inactive', 'resin-state', 'resin-data'].map((label, i) => [
          label,
          link(`../../${partitionOf(disk, [1, 2, 3, 5, 6][i] ?? 1)}`, at),
        ]),
      ),
      'by-label': Object.fromEntries(
        ['resin-boot', 'resin-rootA', 'resin-rootB', 'resin-state', 'resin-data'].map((label, i) => [
          label,
          link(
            `../../${i === 4 ? machine.device().hardware.blockDevice : partitionOf(disk, [1, 2, 3, 5][i] ?? 1)}`,
            at,
          ),
        ]),
      ),
    },
    watchdog: device('character', at),
  }
}

export function characterDevices(machine: Machine): Entries {
  const at = machine.bootedAt()
  const random = () => ({
    isTerminal: false,
    // eslint-disable-next-line require-yield
    *read() {
      return hexBytes(machine.randomHex(1024))
    },
    unread() {},
    close() {},
  })
  return {
    null: device('character', at),
    zero: device('character', at, endless('\0'.repeat(4096))),
    full: device('character', at),
    random: device('character', at, random),
    urandom: device('character', at, random),
    tty: device('character', at),
    console: device('character', at),
    ptmx: device('character', at),
    shm: {},
    pts: { '0': device('character', at) },
    stdin: link('/proc/self/fd/0', at),
    stdout: link('/proc/self/fd/1', at),
    stderr: link('/proc/self/fd/2', at),
  }
}

function hexBytes(hex: string): string {
  let text = ''
  for (let i = 0; i + 1 < hex.length; i += 2)
    text += String.fromCharCode(Number.parseInt(hex.slice(i, i + 2), 16) & 127)
  return text
}

/** The configuration of the VPN client, which os-config writes from that of the platform. */
const OPENVPN_CONFIG = `client
remote ${cloudHost('cloudlink')} 443
resolv-retry infinite

remote-cert-tls server
ca /etc/openvpn/ca.crt
auth-user-pass /var/volatile/vpn-auth
auth-retry none
script-security 2
up /etc/openvpn-misc/upscript.sh
up-restart
down /etc/openvpn-misc/downscript.sh

comp-lzo
dev resin-vpn
dev-type tun
proto tcp
nobind

persist-key
persist-tun
verb 3
user openvpn
group openvpn

reneg-sec 0
`

const FSTAB =
  '/dev/root            /                    auto       defaults              1  1\nproc                 /proc                proc       defaults              0  0\ntmpfs                /run                 tmpfs      mode=0755,nodev,nosuid,strictatime 0  0\ntmpfs                /var/volatile        tmpfs      defaults              0  0\n'
const CHRONY_CONFIG =
  'pool 0.resinio.pool.ntp.org iburst\npool 1.resinio.pool.ntp.org iburst\ndriftfile /var/lib/chrony/drift\nmakestep 1 -1\n'

/** The checksums of the files that the release of the OS brought. */
function fingerprint(machine: Machine): string {
  const files: Readonly<Record<string, string>> = {
    '/etc/os-release': osRelease(machine),
    '/etc/fstab': FSTAB,
    '/etc/chrony.conf': CHRONY_CONFIG,
  }
  return Object.entries(files)
    .map(([path, text]) => `${md5(text)}  ${path}\n`)
    .join('')
}

/** The files of the host OS. */
export function hostTree(machine: Machine, programs: readonly string[]): Entries {
  const at = machine.bootedAt()
  const { osVariant } = machine.device()
  const docker = folder(() => dockerTree(machine), at, 0o710)
  const supervisor = machine.supervisorUnit()
  return {
    ...PROGRAM_PATHS(programs, at, 'host'),
    balena: link('/mnt/sysroot/active/balena', at),
    'balenaos.fingerprint': () => fingerprint(machine),
    boot: folder({}, at),
    dev: folder(() => devices(machine), at),
    etc: {
      hostname: () => `${machine.hostname()}\n`,
      hosts: () => `127.0.0.1\tlocalhost.localdomain\t\tlocalhost\n127.0.1.1\t${machine.hostname()}\n`,
      'os-release': () => osRelease(machine),
      issue: () => `${osRelease(machine).match(/PRETTY_NAME="(.*)"/)?.[1] ?? ''} \\n \\l\n`,
      'resolv.conf': 'nameserver 127.0.0.2\n',
      'resolv.dnsmasq': () =>
        `nameserver ${machine.device().ipAddress.split(' ')[0]?.replace(/\d+$/, '1') ?? ''}\n`,
      'dnsmasq.conf':
        '# Configuration file for dnsmasq.\ndomain-needed\nbogus-priv\nno-hosts\nbind-interfaces\nlisten-address=127.0.0.2\n',
      'dnsmasq.d': {},
      passwd:
        'root:x:0:0:root:/home/root:/bin/sh\ndaemon:x:1:1:daemon:/usr/sbin:/bin/sh\nmessagebus:x:999:999::/var/lib/dbus:/bin/false\nopenvpn:x:998:998::/var/lib/openvpn:/bin/false\nnobody:x:65534:65534:nobody:/nonexistent:/bin/sh\n',
      group: 'root:x:0:\ndaemon:x:1:\ndocker:x:995:\nsystemd-journal:x:996:\n',
      shadow: file(osVariant === 'dev' ? 'root::15069:0:99999:7:::\n' : 'root:*:15069:0:99999:7:::\n', at, {
        mode: 0o400,
      }),
      fstab: FSTAB,
      profile:
        "export PATH=/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin\nexport PS1='\\u@\\h:\\w\\$ '\n",
      localtime: link('/usr/share/zoneinfo/Etc/UTC', at),
      'machine-id': () => `${machine.token(4901)}\n`,
      'balena-supervisor': {
        'supervisor.conf': () =>
          `# This file represents the last known version of the supervisor\nSUPERVISOR_IMAGE=${cloudHost('registry2')}/v2/${machine.token(4811 + machine.supervisor().version)}\n${supervisor === 'resin-supervisor' ? 'SUPERVISOR_TAG' : 'SUPERVISOR_VERSION'}=v${machine.device().supervisorVersion}\nLED_FILE=${machine.isIntel() ? '/dev/null' : '/sys/class/leds/ACT/brightness'}\n`,
      },
      openvpn: {
        'ca.crt': () => certificateText(machine.token(4870, 88)),
        'openvpn.conf': OPENVPN_CONFIG,
      },
      'openvpn-misc': {
        'upscript.sh': '#!/bin/sh\nset -e\necho "$ifconfig_local" > /var/run/openvpn/vpn_status/address\n',
        'downscript.sh': '#!/bin/sh\nrm -f /var/run/openvpn/vpn_status/active\n',
      },
      NetworkManager: {
        'NetworkManager.conf':
          '[main]\ndns=default\nplugins=keyfile\nautoconnect-retries-default=0\nhostname-mode=none\n\n[keyfile]\nunmanaged-devices=interface-name:balena*;interface-name:resin*;interface-name:br*;type:veth\n',
        'conf.d': {},
        'dispatcher.d': {},
        'system-connections': link('/mnt/boot/system-connections', at),
      },
      systemd: {
        system: {
          'multi-user.target.wants': Object.fromEntries(
            [
              'balena',
              supervisor,
              'chronyd',
              'dnsmasq',
              'openvpn',
              'os-config',
              'NetworkManager',
              'ModemManager',
            ].map((it) => [`${it}.service`, link(`/lib/systemd/system/${it}.service`, at)]),
          ),
          ...(supervisor === 'balena-supervisor'
            ? { 'resin-supervisor.service': link('/lib/systemd/system/balena-supervisor.service', at) }
            : {}),
          'timers.target.wants': {},
        },
        'journald.conf': '[Journal]\nStorage=auto\nSystemMaxUse=32M\nRuntimeMaxUse=8M\n',
      },
      docker: {},
      udev: { 'rules.d': {} },
      ssl: { certs: { 'ca-certificates.crt': '-----BEGIN CERTIFICATE-----\n' } },
      'chrony.conf': CHRONY_CONFIG,
    },
    home: {
      root: {
        '.bashrc': 'export TERM=xterm\n',
        '.ssh': folder(
          {
            authorized_keys: '',
            authorized_keys_remote: () =>
              `ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAB${machine.token(4940, 12)} cloud\n`,
          },
          at,
          0o700,
        ),
        '.docker': {},
      },
    },
    lib: folder(
      {
        modules: { [machine.kernel()]: { 'modules.dep': '' } },
        systemd: { system: unitFiles(supervisor) },
        firmware: {},
      },
      at,
    ),
    media: {},
    mnt: {
      boot: {
        'config.json': file(() => configJson(machine), at),
        ...(machine.isIntel()
          ? {
              EFI: {
                BOOT: {
                  'bootx64.efi': largeFile('MZ', 151_552, at),
                  'grub.cfg': 'set default=0\nset timeout=3\n',
                },
              },
            }
          : {
              'config.txt': () => configTxt(machine),
              'cmdline.txt': 'dwc_otg.lpm_enable=0 console=tty1 rootwait\n',
              'start4.elf': largeFile('\x7fELF', 2_250_000, at),
              overlays: {
                'vc4-kms-v3d.dtbo': largeFile('\xd0\r', 2600, at),
                'README.md': 'Overlays of the device tree\n',
              },
            }),
        'device-type.json': () =>
          `${JSON.stringify({ slug: machine.slug(), name: machine.device().hardware.model, arch: machine.device().hardware.arch })}\n`,
        'image-version-info': () => `${machine.osNumber()}\n`,
        'system-connections': {
          'README.ignore':
            'Connection files of NetworkManager go here; without the suffix .ignore they are used.\n',
          [supervisor === 'resin-supervisor' ? 'resin-sample.ignore' : 'balena-sample.ignore']:
            SAMPLE_CONNECTION,
        },
        'system-proxy': { 'README.ignore': 'The configuration of a proxy, redsocks.conf, goes here.\n' },
        splash: { 'balena-logo.png': largeFile('\x89PNG', 12_400, at) },
      },
      data: {
        docker,
        ...dataFolders(machine),
      },
      state: {
        'root-overlay': {
          etc: {
            NetworkManager: { 'conf.d': {}, 'system-connections': {} },
            'balena-supervisor': {},
            docker: {},
            hostname: () => `${machine.hostname()}\n`,
            openvpn: {},
            ssh: {},
            udev: { 'rules.d': {} },
          },
          home: { root: { '.docker': {}, '.rnd': '', '.ssh': {} } },
          var: {
            lib: {
              NetworkManager: {},
              bluetooth: {},
              chrony: { drift: '             -6.402             0.021\n' },
              systemd: {},
            },
          },
        },
        'machine-id': () => `${machine.token(4901)}\n`,
      },
      sysroot: {
        active: {
          current: link('boot/hostapp', at),
          hostapps: { [machine.token(4902, 8)]: { boot: {} } },
          balena: {},
        },
        inactive: {
          current: link('hostapps', at),
          hostapps: {},
          balena: {},
          'lost+found': folder({}, at, 0o700),
        },
      },
    },
    opt: {},
    proc: folder(() => procTree(machine), machine.now(), 0o555),
    resin: link('/mnt/sysroot/active/balena', at),
    'resin-data': link('/mnt/data/resin-data', at),
    root: link('/home/root', at),
    run: {
      'balena-engine.sock': device('socket', at),
      'balena.sock': link('balena-engine.sock', at),
      'docker.sock': link('balena-engine.sock', at),
      balena: {},
      [supervisor]: {},
      systemd: { system: {} },
      openvpn: {
        'openvpn.conf': OPENVPN_CONFIG,
        ...(machine.isUnitRunning('openvpn')
          ? { 'openvpn.pid': '744\n', vpn_status: { active: '' } }
          : { vpn_status: {} }),
      },
      log: { journal: {} },
      'os-networking': {},
    },
    sys: folder(() => sysTree(machine), at, 0o555),
    tmp: folder(() => lockTree(machine), at, 0o1777),
    usr: {
      lib: { 'os-release': link('/etc/os-release', at), systemd: { system: unitFiles(supervisor) } },
      share: { zoneinfo: { Etc: { UTC: 'TZif2' } } },
      ...(PROGRAM_PATHS(programs, at, 'host')['usr'] as Entries),
    },
    var: {
      cache: {},
      lib: {
        docker: link('/mnt/data/docker', at),
        chrony: { drift: '             -6.402             0.021\n' },
        NetworkManager: {},
        systemd: {},
      },
      lock: link('/run/lock', at),
      log:
        machine.config('SUPERVISOR_PERSISTENT_LOGGING') === 'true'
          ? { journal: { [machine.token(4901)]: { 'system.journal': largeFile('LPKSHHRH', 8_388_608, at) } } }
          : { journal: {} },
      run: link('/run', at),
      tmp: {},
      volatile: { log: {}, tmp: {} },
    },
  }
}

/** The lock files of the services, as the host sees them. */
function lockTree(machine: Machine): Entries {
  const services: Entries = {}
  for (const { service } of machine.lockPaths())
    services[service] = machine.holdsLock(service) ? { 'updates.lock': '' } : {}
  return { 'balena-supervisor': { services: { [String(machine.device().fleetId)]: services } } }
}

function dataFolders(machine: Machine): Entries {
  const at = machine.bootedAt()
  return {
    'resin-data': folder(() => resinDataTree(machine), at),
    'system-data': {},
    'root-overlay': {},
    'resin-boot-extras': {},
  }
}

/** The boot configuration with what `RESIN_HOST_CONFIG_*` sets. */
function configTxt(machine: Machine): string {
  const lines = [
    'enable_uart=1',
    'avoid_warnings=1',
    'disable_splash=1',
    'dtparam=audio=on',
    'dtparam=i2c_arm=on',
    'dtparam=spi=on',
  ]
  const memory = machine.config('HOST_CONFIG_gpu_mem') ?? '16'
  const overlay = machine.config('HOST_CONFIG_dtoverlay')
  lines.push(`gpu_mem=${memory}`)
  if (overlay !== undefined)
    lines.push(...overlay.split(',').map((it) => `dtoverlay=${it.replace(/"/g, '').trim()}`))
  return `${lines.join('\n')}\n`
}
