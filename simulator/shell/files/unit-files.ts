import { file, type Entries } from './nodes.ts'

interface UnitText {
  description: string
  exec: string
  after: readonly string[]
  requires?: readonly string[]
  wants?: readonly string[]
  /** Further lines of its sections. */
  unit?: readonly string[]
  service?: readonly string[]
  install?: readonly string[]
  /** Runs once and has ended. */
  isOneShot?: true
}

/** The services of the system that have a process of their own or effects, with what `systemctl cat` shows. */
export const UNIT_TEXTS: Readonly<Record<string, UnitText>> = {
  balena: {
    description: 'Balena Application Container Engine',
    requires: ['balena-engine.socket', 'var-lib-docker.mount', 'bind-etc-docker.service'],
    wants: ['dnsmasq.service'],
    after: [
      'network.target',
      'balena-engine.socket',
      'var-lib-docker.mount',
      'bind-etc-docker.service',
      'dnsmasq.service',
    ],
    service: [
      'Type=notify',
      'Restart=always',
      'SyslogIdentifier=balenad',
      'LimitNOFILE=1048576',
      'LimitNPROC=1048576',
      'WatchdogSec=360',
      'KillMode=process',
      'TimeoutStartSec=infinity',
      'Delegate=yes',
    ],
    exec: '/usr/bin/healthdog --healthcheck=/usr/lib/balena/balena-healthcheck /usr/bin/balenad --experimental --log-driver=journald --storage-driver=overlay2 -H fd:// -H unix:///var/run/balena.sock -H unix:///var/run/balena-engine.sock --dns=10.114.102.1 --bip=10.114.101.1/24 --fixed-cidr=10.114.101.0/25 --max-download-attempts=10',
    install: ['Alias=balena-engine.service'],
  },
  'balena-supervisor': {
    description: 'Balena supervisor',
    requires: [
      'resin\\x2ddata.mount',
      'balena-device-uuid.service',
      'os-config-devicekey.service',
      'bind-etc-balena-supervisor.service',
      'extract-balena-ca.service',
    ],
    wants: ['migrate-supervisor-state.service', 'balena.service'],
    after: [
      'balena.service',
      'resin\\x2ddata.mount',
      'balena-device-uuid.service',
      'os-config-devicekey.service',
      'bind-etc-balena-supervisor.service',
      'migrate-supervisor-state.service',
      'extract-balena-ca.service',
    ],
    unit: ['ConditionPathExists=/etc/balena-supervisor/supervisor.conf'],
    service: [
      'Type=simple',
      'Restart=always',
      'RestartSec=10s',
      'WatchdogSec=180',
      'SyslogIdentifier=balena-supervisor',
      'EnvironmentFile=/etc/balena-supervisor/supervisor.conf',
      'EnvironmentFile=-/tmp/update-supervisor.conf',
      'ExecStartPre=-/usr/bin/balena stop resin_supervisor',
      'ExecStartPre=-/usr/bin/balena stop balena_supervisor',
      'ExecStartPre=/bin/systemctl is-active balena.service',
    ],
    exec: '/usr/bin/healthdog --healthcheck=/usr/lib/balena-supervisor/balena-supervisor-healthcheck /usr/bin/start-balena-supervisor',
    install: ['Alias=resin-supervisor.service'],
  },
  openvpn: {
    description: 'OpenVPN',
    requires: ['prepare-openvpn.service', 'bind-etc-openvpn.service'],
    after: ['syslog.target', 'network.target', 'prepare-openvpn.service', 'bind-etc-openvpn.service'],
    unit: ['ConditionFileNotEmpty=/etc/openvpn/openvpn.conf'],
    service: ['PrivateTmp=true', 'Restart=always', 'RestartSec=10s', 'PIDFile=/run/openvpn/openvpn.pid'],
    exec: '/usr/sbin/openvpn --writepid /run/openvpn/openvpn.pid --cd /etc/openvpn/ --config /etc/openvpn/openvpn.conf --connect-retry 5 120',
  },
  NetworkManager: {
    description: 'Network Manager',
    exec: '/usr/sbin/NetworkManager --no-daemon',
    wants: ['balena-net-config.service', 'network.target'],
    after: ['network-pre.target', 'dbus.service', 'balena-net-config.service'],
  },
  ModemManager: {
    description: 'Modem Manager',
    exec: '/usr/sbin/ModemManager --log-journal',
    after: ['polkit.service', 'dbus.service'],
  },
  chronyd: {
    description: 'NTP client/server',
    exec: '/usr/bin/healthdog --healthcheck=/usr/libexec/chrony-healthcheck /usr/sbin/chronyd -d',
    after: ['ntpdate.service', 'balena-ntp-config.service'],
  },
  dnsmasq: {
    description: 'DNS forwarder and DHCP server',
    exec: '/usr/bin/dnsmasq -x /run/dnsmasq.pid -a 127.0.0.2,10.114.102.1 -7 /etc/dnsmasq.d/ -r /etc/resolv.dnsmasq -z --servers-file=/run/dnsmasq.servers -k --log-facility=-',
    after: ['network.target', 'balena-net-config.service'],
  },
  'avahi-daemon': {
    description: 'Avahi mDNS/DNS-SD Stack',
    exec: '/usr/sbin/avahi-daemon -s',
    after: ['dbus.socket'],
  },
  'systemd-journald': {
    description: 'Journal Service',
    exec: '/lib/systemd/systemd-journald',
    after: ['systemd-journald.socket'],
  },
  'systemd-udevd': {
    description: 'Rule-based Manager for Device Events and Files',
    exec: '/lib/systemd/systemd-udevd',
    after: ['systemd-sysusers.service'],
  },
  dbus: {
    description: 'D-Bus System Message Bus',
    exec: '/usr/bin/dbus-daemon --system --address=systemd: --nofork --nopidfile --systemd-activation --syslog-only',
    after: ['dbus.socket'],
  },
  'os-config': {
    description: 'OS configuration update service',
    requires: ['resin-boot.service'],
    wants: ['os-config-devicekey.service', 'NetworkManager.service'],
    after: ['os-config-devicekey.service', 'resin-boot.service', 'NetworkManager.service'],
    service: ['Type=simple', 'Restart=on-failure', 'RestartSec=10'],
    exec: '/usr/bin/os-config update',
    isOneShot: true,
  },
  'config-json': {
    description: 'Config.json watcher service',
    exec: '/usr/sbin/os-config-json',
    after: ['resin-boot.service'],
    isOneShot: true,
  },
}

/** What else is loaded: it has ended its work, or is no service. Its sub-state, its title, and what it starts. */
const OTHER: readonly (readonly [id: string, sub: string, title: string])[] = [
  ['balena-device-uuid.service', 'exited', 'Balena device UUID'],
  ['balena-hostname.service', 'exited', 'Balena Hostname Configuration'],
  ['balena-net-config.service', 'exited', 'Resin network configure service'],
  ['balena-ntp-config.service', 'exited', 'Resin NTP server configure service'],
  ['balena-persistent-logs.service', 'exited', 'Balena persistent logs'],
  ['balena-proxy-config.service', 'exited', 'Resin proxy configuration service'],
  ['bind-etc-balena-supervisor.service', 'exited', 'Bind mount service'],
  ['bind-etc-docker.service', 'exited', 'Bind mount service'],
  ['bind-etc-hostname.service', 'exited', 'Bind mount service'],
  ['bind-etc-openvpn.service', 'exited', 'Bind mount service'],
  ['bind-var-lib-NetworkManager.service', 'exited', 'Bind mount service'],
  ['bind-var-lib-chrony.service', 'exited', 'Bind mount service'],
  ['development-features.service', 'exited', 'Runtime development features management'],
  ['disk-watchdogd.service', 'running', 'Disk watchdog service for monitoring disk health'],
  ['extract-balena-ca.service', 'exited', 'Extract custom CA from config.json'],
  ['fake-hwclock.service', 'exited', 'Restore/save the current clock'],
  ['getty@tty1.service', 'running', 'Getty on tty1'],
  ['kmod-static-nodes.service', 'exited', 'Create List of Static Device Nodes'],
  ['mnt-sysroot-active.service', 'exited', 'Resin active root partition mount service'],
  ['os-config-devicekey.service', 'exited', 'OS configuration device key service'],
  ['os-networkmanager.service', 'exited', 'NetworkManager configuration fragments from config.json'],
  ['os-sshkeys.service', 'exited', 'OS SSH keys'],
  ['os-udevrules.service', 'exited', 'udev rules configuration from config.json'],
  ['prepare-openvpn.service', 'exited', 'Prepare OpenVPN'],
  ['resin-boot.service', 'exited', 'Resin boot partition mount service'],
  ['resin-data.service', 'exited', 'Resin data partition mount service'],
  ['resin-filesystem-expand.service', 'exited', 'Expand resin-data partition'],
  ['resin-init.service', 'exited', 'Resin init service'],
  ['resin-state-reset.service', 'exited', 'Resin reset OS state'],
  ['resin-state.service', 'exited', 'Resin state partition mount service'],
  ['sshdgenkeys.service', 'exited', 'OpenSSH Key Generation'],
  ['systemd-journal-flush.service', 'exited', 'Flush Journal to Persistent Storage'],
  ['systemd-random-seed.service', 'exited', 'Load/Save Random Seed'],
  ['systemd-sysctl.service', 'exited', 'Apply Kernel Variables'],
  ['systemd-tmpfiles-setup.service', 'exited', 'Create Volatile Files and Directories'],
  ['systemd-udev-trigger.service', 'exited', 'Coldplug All udev Devices'],
  ['timeinit-buildtime.service', 'exited', 'Set the system clock from the build timestamp'],
  ['wpa_supplicant.service', 'running', 'WPA supplicant'],
  ['bluetooth.service', 'running', 'Bluetooth service'],
  ['fake-hwclock-update.service', 'dead', 'Update the saved fake-hwclock file.'],
  ['migrate-supervisor-state.service', 'dead', 'Balena supervisor state migrator'],
  ['rollback-altboot.service', 'dead', 'Balena rollback checks altboot'],
  ['rollback-health.service', 'dead', 'Balena rollback checks health'],
  ['systemd-tmpfiles-clean.service', 'dead', 'Cleanup of Temporary Directories'],
  ['update-balena-supervisor.service', 'dead', 'Balena supervisor updater'],
  ['balena-engine.socket', 'running', 'Docker Socket for the API'],
  ['dbus.socket', 'running', 'D-Bus System Message Bus Socket'],
  ['sshd.socket', 'listening', 'sshd.socket'],
  ['systemd-journald.socket', 'running', 'Journal Socket'],
  ['systemd-udevd-control.socket', 'running', 'udev Control Socket'],
  ['config-json.path', 'waiting', 'Config.json path watch'],
  ['mnt-boot.mount', 'mounted', '/mnt/boot'],
  ['mnt-data.mount', 'mounted', '/mnt/data'],
  ['mnt-state.mount', 'mounted', '/mnt/state'],
  ['mnt-sysroot-inactive.mount', 'mounted', 'mnt-sysroot-inactive partition'],
  ['resin\\x2ddata.mount', 'mounted', 'resin-data bind mount'],
  ['tmp.mount', 'mounted', '/tmp'],
  ['var-lib-docker.mount', 'mounted', 'Docker data mountpoint'],
  ['var-volatile.mount', 'mounted', '/var/volatile'],
  ['basic.target', 'active', 'Basic System'],
  ['local-fs.target', 'active', 'Local File Systems'],
  ['multi-user.target', 'active', 'Multi-User System'],
  ['network.target', 'active', 'Network'],
  ['resin.target', 'active', 'Resin Target'],
  ['sockets.target', 'active', 'Socket Units'],
  ['sysinit.target', 'active', 'System Initialization'],
  ['time-set.target', 'active', 'System Time Set'],
  ['timers.target', 'active', 'Timer Units'],
  ['fake-hwclock-update.timer', 'waiting', 'Periodically update the saved fake-hwclock.'],
  ['os-config.timer', 'waiting', 'Periodic check for configuration changes'],
  ['periodic-vacuum-logs.timer', 'waiting', 'Periodic vacuum of journald logs'],
  ['systemd-tmpfiles-clean.timer', 'waiting', 'Daily Cleanup of Temporary Directories'],
  ['update-balena-supervisor.timer', 'waiting', 'Balena supervisor updater timer'],
]

interface OtherUnit {
  /** With its suffix. */
  id: string
  sub: string
  title: string
}

/** Units of the host OS without a process or text of their own; those of the supervisor bear its name in this OS. */
export function otherUnits(supervisor: string): OtherUnit[] {
  return OTHER.map(([id, sub, title]) => ({ id: id.replace('balena-supervisor', supervisor), sub, title }))
}

const sequence = (key: string, values: readonly string[] | undefined): string[] =>
  values === undefined
    ? []
    : values.length > 3
      ? [`${key}=\\`, ...values.map((it, i) => `    ${it}${i < values.length - 1 ? ' \\' : ''}`)]
      : [`${key}=${values.join(' ')}`]

/** The text of a unit; null for one that is not there. */
export function unitText(name: string, supervisor: string): string | null {
  const key = name === supervisor ? 'balena-supervisor' : name
  const unit = UNIT_TEXTS[key]
  if (!unit || (name !== supervisor && key === 'balena-supervisor')) {
    const other = otherUnits(supervisor).find(({ id }) => id === name || id === `${name}.service`)
    return other ? otherText(other) : null
  }
  const service =
    unit.service ?? (unit.isOneShot ? ['Type=oneshot'] : ['Type=simple', 'Restart=always', 'RestartSec=10s'])
  const lines = [
    '[Unit]',
    `Description=${unit.description}`,
    ...sequence('Requires', unit.requires),
    ...sequence('Wants', unit.wants),
    ...sequence('After', unit.after),
    ...(unit.unit ?? []),
    '',
    '[Service]',
    ...service,
    `ExecStart=${unit.exec}`,
    ...(key === 'balena-supervisor' ? ['ExecStop=-/usr/bin/balena stop balena_supervisor'] : []),
    '',
    '[Install]',
    'WantedBy=multi-user.target',
    ...(unit.install ?? []).filter((it) => !it.endsWith(`=${supervisor}.service`)),
    '',
  ].join('\n')
  return key === 'balena-supervisor' && supervisor !== key
    ? lines.replace(/balena-supervisor/g, supervisor).replace(/balena_supervisor/g, 'resin_supervisor')
    : lines
}

/** What starts a timer's unit, and when. */
export const TIMERS: Readonly<Record<string, string>> = {
  'fake-hwclock-update.timer': 'OnCalendar=hourly',
  'os-config.timer': 'OnCalendar=daily\nRandomizedDelaySec=21600',
  'periodic-vacuum-logs.timer': 'OnCalendar=hourly',
  'systemd-tmpfiles-clean.timer': 'OnBootSec=15min\nOnUnitActiveSec=1d',
  'update-balena-supervisor.timer': 'OnBootSec=15min\nOnUnitInactiveSec=1d\nRandomizedDelaySec=3600',
}

function otherText({ id, title }: OtherUnit): string {
  const timer = TIMERS[id.replace('resin-supervisor', 'balena-supervisor')]
  const head = `[Unit]\nDescription=${title}\n`
  if (timer !== undefined) return `${head}\n[Timer]\n${timer}\n\n[Install]\nWantedBy=multi-user.target\n`
  if (!id.endsWith('.service')) return head
  return `${head}\n[Service]\nType=oneshot\nExecStart=/usr/bin/${id.replace(/\.service$/, '')}\nRemainAfterExit=yes\n\n[Install]\nWantedBy=multi-user.target\n`
}

export function unitFiles(supervisor: string): Entries {
  const entries: Entries = {}
  for (const key of Object.keys(UNIT_TEXTS)) {
    const name = key === 'balena-supervisor' ? supervisor : key
    entries[`${name}.service`] = file(() => unitText(name, supervisor) ?? '', 0)
  }
  for (const unit of otherUnits(supervisor)) entries[unit.id] = file(() => otherText(unit), 0)
  return entries
}
