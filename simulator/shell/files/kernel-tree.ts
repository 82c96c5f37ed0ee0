import type { Instant } from '../../base/clock.ts'
import { diskOf } from '../../definition/disks.ts'
import { containerAddress, hardwareAddress } from '../addresses.ts'
import { cpuOf, modulesText } from '../board.ts'
import { gzipped } from '../gzip.ts'
import type { Machine, Process } from '../machine.ts'
import { mountsOf } from '../mounts.ts'
import { blockDevicesOf, partitionsOf } from '../partitions.ts'
import { file, folder, link, type Entries } from './nodes.ts'

function armProcessor(machine: Machine): string {
  const { hardware } = machine.device()
  const is64 = hardware.arch === 'aarch64'
  // Of 32-bit systems only the oldest boards are older than the seventh version.
  const is6 = hardware.arch === 'rpi'
  const core = (n: number) =>
    [
      `processor\t: ${n}`,
      ...(is64
        ? []
        : [
            `model name\t: ${is6 ? 'ARMv6-compatible processor rev 7 (v6l)' : 'ARMv7 Processor rev 4 (v7l)'}`,
          ]),
      'BogoMIPS\t: 108.00',
      `Features\t: ${is64 ? 'fp asimd evtstrm crc32 cpuid' : 'half thumb fastmult vfp edsp neon vfpv3 tls vfpv4 idiva idivt vfpd32 lpae evtstrm crc32'}`,
      'CPU implementer\t: 0x41',
      `CPU architecture: ${is64 ? 8 : 7}`,
      'CPU variant\t: 0x0',
      `CPU part\t: ${cpuOf(machine).part ?? '0xd03'}`,
      'CPU revision\t: 3',
      '',
    ].join('\n')
  const cores = Array.from({ length: hardware.cores }, (_, n) => core(n))
  const isPi = /^(?:raspberry|fincm)/.test(machine.slug())
  const board = [
    ...(isPi ? ['Hardware\t: BCM2835', 'Revision\t: c03114'] : []),
    `Serial\t\t: ${machine.metrics().cpuId}`,
    `Model\t\t: ${hardware.model}`,
  ]
  return `${cores.join('\n')}\n${board.join('\n')}\n`
}

function intelProcessor(machine: Machine): string {
  const { hardware } = machine.device()
  const core = (n: number) =>
    [
      `processor\t: ${n}`,
      'vendor_id\t: GenuineIntel',
      'cpu family\t: 6',
      'model\t\t: 142',
      `model name\t: ${cpuOf(machine).model}`,
      'stepping\t: 10',
      'microcode\t: 0xf4',
      'cpu MHz\t\t: 2300.000',
      'cache size\t: 6144 KB',
      'physical id\t: 0',
      `siblings\t: ${hardware.cores}`,
      `core id\t\t: ${n}`,
      `cpu cores\t: ${hardware.cores}`,
      `apicid\t\t: ${n}`,
      'fpu\t\t: yes',
      'flags\t\t: fpu vme de pse tsc msr pae mce cx8 apic sep mtrr pge mca cmov pat pse36 clflush mmx fxsr sse sse2 ss ht syscall nx rdtscp lm constant_tsc nopl aes avx avx2 vmx',
      'bogomips\t: 4599.93',
      'address sizes\t: 39 bits physical, 48 bits virtual',
      '',
    ].join('\n')
  return `${Array.from({ length: hardware.cores }, (_, n) => core(n)).join('\n')}\n`
}

function memory(machine: Machine): string {
  const { memoryTotal, memoryUsage } = machine.metrics()
  const row = (name: string, mib: number) =>
    `${`${name}:`.padEnd(16)}${String(Math.floor(mib * 1024)).padStart(8)} kB\n`
  const rest = memoryTotal - memoryUsage
  const cache = Math.floor(rest * 0.55)
  return (
    row('MemTotal', memoryTotal) +
    row('MemFree', rest - cache) +
    row('MemAvailable', rest) +
    row('Buffers', cache * 0.1) +
    row('Cached', cache * 0.9) +
    row('SwapCached', 0) +
    row('Active', memoryUsage * 0.6) +
    row('Inactive', memoryUsage * 0.3) +
    row('SwapTotal', 0) +
    row('SwapFree', 0) +
    row('Dirty', 0.1) +
    row('Slab', 46)
  )
}

function processTree(machine: Machine, process: Process, at: Instant): Entries {
  const name = (process.command.split(' ')[0] ?? '').replace(/^.*\//, '').replace(/[[\]]/g, '').slice(0, 15)
  const kib = Math.round(process.memory * 1024)
  const environment = () =>
    process.pid === 1 && !machine.isHost()
      ? Object.entries({
          PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
          HOSTNAME: machine.hostname(),
          ...machine.environment(),
          HOME: '/root',
        })
          .map(([key, value]) => `${key}=${value}\0`)
          .join('')
      : 'PATH=/usr/sbin:/usr/bin:/sbin:/bin\0'
  return {
    cmdline: () => (process.command.startsWith('[') ? '' : `${process.command.split(' ').join('\0')}\0`),
    comm: `${name}\n`,
    environ: environment,
    status: () =>
      `Name:\t${name}\nUmask:\t0022\nState:\tS (sleeping)\nTgid:\t${process.pid}\nPid:\t${process.pid}\nPPid:\t${process.parent}\nUid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\nVmPeak:\t${String(kib * 3).padStart(8)} kB\nVmSize:\t${String(Math.round(kib * 2.6)).padStart(8)} kB\nVmRSS:\t${String(kib).padStart(8)} kB\nThreads:\t${name === 'node' ? 11 : 1}\n`,
    stat: () => `${process.pid} (${name}) S ${process.parent} ${process.pid} ${process.pid} 0 -1 4194560\n`,
    limits:
      'Limit                     Soft Limit           Hard Limit           Units     \nMax open files            1048576              1048576              files     \n',
    cgroup: () => {
      const service = machine.service() ?? machine.services().find((it) => it.pid === process.pid)
      return machine.isHost() && !service
        ? '0::/init.scope\n'
        : `0::/docker/${machine.isHost() ? (service?.fullId ?? '') : '..'}\n`
    },
    mounts: () => mountText(machine),
    exe: link(process.command.split(' ')[0] ?? '', at),
    cwd: link(machine.isHost() ? '/' : '/usr/src/app', at),
    fd: { '0': link('/dev/null', at), '1': link('pipe:[18211]', at), '2': link('pipe:[18212]', at) },
  }
}

export function mountText(machine: Machine): string {
  return mountsOf(machine)
    .map(({ device, on, type, options }) => `${device} ${on} ${type} ${options} 0 0\n`)
    .join('')
}

/** With what the kernel was built, as far as support asks for it. */
function kernelConfig(machine: Machine): string {
  const isIntel = machine.isIntel()
  const on = [
    'MODULES',
    'BLK_DEV_INITRD',
    'CGROUPS',
    'MEMCG',
    'NAMESPACES',
    'OVERLAY_FS',
    'BRIDGE',
    'VETH',
    'NF_NAT',
    'USB',
    'USB_SERIAL',
    'TUN',
    'WATCHDOG',
    ...(isIntel ? ['X86_64', 'EFI'] : ['ARM64', 'SPI', 'SPI_MASTER', 'GPIOLIB', 'MMC']),
  ]
  const modules = ['I2C_CHARDEV', 'USB_NET_QMI_WWAN', ...(isIntel ? ['IGB'] : ['SPI_SPIDEV', 'SPI_BCM2835'])]
  const off = ['KEXEC', ...(isIntel ? ['SPI'] : ['SPI_DEBUG'])]
  return [
    '#',
    '# Automatically generated file; DO NOT EDIT.',
    `# Linux/${isIntel ? 'x86' : 'arm64'} ${machine.kernel().replace(/-.*$/, '')} Kernel Configuration`,
    '#',
    'CONFIG_IKCONFIG=y',
    'CONFIG_IKCONFIG_PROC=y',
    ...on.map((it) => `CONFIG_${it}=y`),
    ...modules.map((it) => `CONFIG_${it}=m`),
    ...off.map((it) => `# CONFIG_${it} is not set`),
    '',
  ].join('\n')
}

/** /proc */
export function procTree(machine: Machine): Entries {
  const at = machine.now()
  const seconds = () => (machine.now() - machine.bootedAt()) / 1000
  const { hardware } = machine.device()
  const processes = Object.fromEntries(
    machine
      .processes()
      .map((it) => [String(it.pid), folder(() => processTree(machine, it, at), it.startedAt, 0o555)]),
  )
  const disk = diskOf(hardware.blockDevice)
  return {
    ...processes,
    self: link('1', at),
    cpuinfo: () => (machine.isIntel() ? intelProcessor(machine) : armProcessor(machine)),
    meminfo: () => memory(machine),
    uptime: () => {
      const up = seconds()
      const idle = up * hardware.cores * (1 - machine.metrics().cpuUsage / 100)
      // Cut off, not rounded, so that whole seconds are those that have passed.
      const cut = (value: number) => (Math.floor(value * 100) / 100).toFixed(2)
      return `${cut(up)} ${cut(idle)}\n`
    },
    loadavg: () => `${machine.load().join(' ')} 1/214 30217\n`,
    version: () =>
      `Linux version ${machine.kernel()} (oe-user@oe-host) (${machine.isIntel() ? 'x86_64' : machine.architecture()}-poky-linux-gcc (GCC) 11.4.0, GNU ld (GNU Binutils) 2.38) #1 SMP PREEMPT\n`,
    cmdline: () =>
      machine.isIntel()
        ? 'BOOT_IMAGE=/boot/bzImage root=LABEL=resin-rootA rootwait ro rootfstype=ext4 console=tty0 console=ttyS0,115200\n'
        : 'coherent_pool=1M 8250.nr_uarts=0 console=tty1 root=LABEL=resin-rootA rootfstype=ext4 rootwait vt.global_cursor_default=0\n',
    'config.gz': file(() => gzipped(kernelConfig(machine)), at, { mode: 0o444 }),
    filesystems: 'nodev\tsysfs\nnodev\ttmpfs\nnodev\tproc\nnodev\tcgroup2\n\text4\n\tvfat\nnodev\toverlay\n',
    modules: () => modulesText(machine),
    mounts: () => mountText(machine),
    stat: () =>
      `cpu  ${Math.round(seconds() * 2)} 0 ${Math.round(seconds())} ${Math.round(seconds() * 90)} 0 0 0 0 0 0\nbtime ${Math.floor(machine.bootedAt() / 1000)}\n`,
    partitions: () => partitionsText(machine),
    diskstats: () => diskStatsText(machine),
    swaps: 'Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n',
    interrupts: () =>
      `           ${Array.from({ length: hardware.cores }, (_, n) => `CPU${n}`.padEnd(11)).join('')}\n${[
        [
          machine.isIntel() ? 'LOC' : ' 11',
          250,
          machine.isIntel() ? 'Local timer interrupts' : 'GICv2  30 Level     arch_timer',
        ],
        [
          machine.isIntel() ? '124' : ' 38',
          3,
          machine.isIntel() ? 'IR-PCI-MSI 327680-edge      eth0' : 'GICv2 189 Level     eth0',
        ],
        [
          machine.isIntel() ? '125' : ' 33',
          1,
          machine.isIntel() ? 'IR-PCI-MSI 376832-edge      ahci' : `GICv2 158 Level     ${disk}`,
        ],
      ]
        .map(
          ([number, rate, name]) =>
            `${number}: ${Array.from({ length: hardware.cores }, (_, n) => String(Math.round((seconds() * Number(rate)) / (n + 1))).padStart(10)).join(' ')}     ${name}\n`,
        )
        .join('')}`,
    pressure: {
      cpu: () => pressureText(machine.metrics().cpuUsage, seconds(), false),
      memory: () =>
        pressureText(
          (machine.metrics().memoryUsage / machine.metrics().memoryTotal) * 100 - 80,
          seconds(),
          true,
        ),
      io: () => pressureText(5, seconds(), true),
    },
    net: {
      dev: () =>
        `Inter-|   Receive                                                |  Transmit\n face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n  eth0: ${Math.round(seconds() * 812)} ${Math.round(seconds() * 1.2)} 0 0 0 0 0 0 ${Math.round(seconds() * 640)} ${Math.round(seconds())} 0 0 0 0 0 0\n    lo: 81240 912 0 0 0 0 0 0 81240 912 0 0 0 0 0 0\n`,
    },
    sys: {
      kernel: {
        hostname: () => `${machine.hostname()}\n`,
        osrelease: () => `${machine.kernel()}\n`,
        ostype: 'Linux\n',
        random: {
          boot_id: () => `${uuidText(machine.token(4900))}\n`,
          uuid: () => `${uuidText(machine.randomHex(32))}\n`,
          entropy_avail: '256\n',
        },
        pid_max: '4194304\n',
        panic: '1\n',
      },
      fs: {
        'file-max': () => `${machine.metrics().memoryTotal * 98}\n`,
        'file-nr': () => `2016\t0\t${machine.metrics().memoryTotal * 98}\n`,
        inotify: { max_user_watches: '524288\n', max_user_instances: '512\n' },
      },
      vm: { swappiness: '60\n', overcommit_memory: '0\n' },
      net: { ipv4: { ip_forward: '1\n' } },
    },
    ...(machine.isIntel()
      ? {}
      : {
          'device-tree': {
            model: `${hardware.model}\0`,
            'serial-number': () => `${machine.metrics().cpuId}\0`,
          },
        }),
  }
}

export function uuidText(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

function partitionsText(machine: Machine): string {
  const rows = blockDevicesOf(machine).map(({ name, mib, number }) => {
    const [major = '179', minor = '0'] = number.split(':')
    return `${major.padStart(4)} ${minor.padStart(8)} ${String(Math.max(1, Math.round(mib * 1024))).padStart(10)} ${name}\n`
  })
  return `major minor  #blocks  name\n\n${rows.join('')}`
}

function diskStatsText(machine: Machine): string {
  const up = (machine.now() - machine.bootedAt()) / 1000
  return blockDevicesOf(machine)
    .map(({ name, number }, n) => {
      const [major = '179', minor = '0'] = number.split(':')
      const reads = Math.round(4000 + up / (20 * (n + 1)))
      const writes = Math.round(up / (4 * (n + 1)))
      return `${major.padStart(4)} ${minor.padStart(7)} ${name} ${reads} 812 ${reads * 24} ${reads * 2} ${writes} ${Math.round(writes / 3)} ${writes * 16} ${writes * 5} 0 ${reads + writes} ${reads * 2 + writes * 5}\n`
    })
    .join('')
}

/** How long tasks had to wait, of the last 10, 60 and 300 seconds. */
function pressureText(percent: number, seconds: number, hasFull: boolean): string {
  const share = Math.max(0, percent) / 20
  const line = (name: string, part: number) =>
    `${name} avg10=${part.toFixed(2)} avg60=${(part * 0.9).toFixed(2)} avg300=${(part * 0.8).toFixed(2)} total=${Math.round(seconds * part * 8000)}\n`
  return line('some', share) + (hasFull ? line('full', share / 2) : line('full', 0))
}

/** /sys */
export function sysTree(machine: Machine): Entries {
  const zone = (type: string): Entries => ({
    temp: () => `${machine.metrics().cpuTemp}000\n`,
    type: `${type}\n`,
    mode: 'enabled\n',
    policy: 'step_wise\n',
  })
  const mac = machine.device().macAddress.toLowerCase()
  const { hardware } = machine.device()
  const disk = diskOf(hardware.blockDevice)
  return {
    block: {
      [disk]: {
        size: () => `${partitionsOf(machine).mib * 2048}\n`,
        ro: '0\n',
        removable: '0\n',
        device: {
          name: machine.isIntel() ? 'INTEL SSD\n' : 'SC16G\n',
          type: disk.startsWith('mmc') ? 'SD\n' : 'disk\n',
        },
      },
    },
    class: {
      thermal: machine.isIntel()
        ? { thermal_zone0: zone('acpitz'), thermal_zone1: zone('x86_pkg_temp') }
        : { thermal_zone0: zone('cpu-thermal') },
      net: {
        eth0: {
          address: () => `${machine.isHost() ? mac : hardwareAddress(containerAddress(machine))}\n`,
          operstate: 'up\n',
          mtu: '1500\n',
          carrier: '1\n',
          speed: '1000\n',
          statistics: {
            rx_bytes: () => `${Math.round((machine.now() - machine.bootedAt()) * 0.812)}\n`,
            tx_bytes: () => `${Math.round((machine.now() - machine.bootedAt()) * 0.64)}\n`,
            rx_errors: '0\n',
            tx_errors: '0\n',
            rx_dropped: '0\n',
            tx_dropped: '0\n',
          },
        },
        lo: { address: '00:00:00:00:00:00\n', operstate: 'unknown\n', mtu: '65536\n' },
        ...(machine.isHost()
          ? {
              balena0: { address: '02:42:7d:1c:0e:11\n', operstate: 'down\n', mtu: '1500\n' },
              'resin-vpn': { address: '\n', operstate: 'unknown\n', mtu: '1500\n' },
              supervisor0: { address: '02:42:9a:51:20:c4\n', operstate: 'down\n', mtu: '1500\n' },
            }
          : {}),
      },
      ...(machine.isIntel()
        ? {}
        : {
            gpio: { export: '', unexport: '', gpiochip0: { base: '0\n', label: 'pinctrl\n', ngpio: '58\n' } },
          }),
      ...(disk.startsWith('mmc')
        ? {
            mmc_host: {
              mmc0: {
                'mmc0:aaaa': { name: 'SC16G\n', type: 'SD\n', manfid: '0x000003\n', date: '03/2023\n' },
              },
            },
          }
        : {}),
      ...(machine.isIntel()
        ? {
            dmi: {
              id: {
                product_name: `${hardware.model}\n`,
                sys_vendor: 'Intel(R) Client Systems\n',
                product_uuid: () => `${uuidText(machine.token(4903))}\n`,
                bios_version: 'BNCFL357.0084\n',
              },
            },
          }
        : {}),
      leds: machine.isIntel() ? {} : { ACT: { brightness: '0\n', trigger: 'none [mmc0] timer heartbeat\n' } },
    },
    devices: {
      system: {
        cpu: {
          online: `0-${hardware.cores - 1}\n`,
          cpu0: { cpufreq: { scaling_cur_freq: '1500000\n', scaling_governor: 'ondemand\n' } },
        },
      },
    },
    fs: { cgroup: cgroupTree(machine) },
    kernel: {},
    module: {},
    ...(machine.isIntel()
      ? {}
      : {
          firmware: {
            devicetree: {
              base: {
                model: `${hardware.model}\0`,
                'serial-number': () => `${machine.metrics().cpuId}\0`,
              },
            },
          },
        }),
  }
}

function cgroupTree(machine: Machine): Entries {
  const service = machine.service()
  const bytes = () => {
    const process = service ? machine.processes().find((it) => it.pid === 1) : undefined
    return Math.round((process?.memory ?? machine.metrics().memoryUsage) * 1_048_576)
  }
  return {
    'cgroup.controllers': 'cpuset cpu io memory pids\n',
    'memory.current': () => `${bytes()}\n`,
    'memory.max': 'max\n',
    'memory.stat': () => `anon ${bytes()}\nfile 4096000\n`,
    'cpu.max': 'max 100000\n',
    'cpu.weight': '100\n',
    'cpu.stat': () =>
      `usage_usec ${Math.round((machine.now() - (service?.startedAt ?? machine.bootedAt())) * 20)}\n`,
    'pids.current': '11\n',
    'pids.max': 'max\n',
  }
}
