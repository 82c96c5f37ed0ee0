import { valueIn } from '../base/records.ts'
import type { Machine } from './machine.ts'

/** A device on a USB bus. */
export interface UsbDevice {
  bus: number
  device: number
  id: string
  name: string
  /** Megabits per second. */
  speed: 12 | 480 | 5000 | 10_000
  class: string
  driver: string
}

export interface KernelModule {
  name: string
  size: number
  /** How often it is in use, and by which modules. */
  uses: number
  usedBy: readonly string[]
}

interface Board {
  /** Of which device types it is. */
  slug: RegExp
  /** `part`: how the processor names its model; only of ARM. */
  cpu: { vendor: string; model: string; part?: string }
  /** Without root hubs; those follow from the controllers. */
  usb: readonly (readonly [id: string, name: string, className: string, driver: string])[]
  /** Speeds of the root hubs, from bus 1. */
  roots: readonly (480 | 5000 | 10_000)[]
  controller: string
  modules: readonly (readonly [name: string, size: number, usedBy?: string])[]
}

const WIFI_PI = [
  ['brcmfmac', 307_200],
  ['brcmutil', 20_480, 'brcmfmac'],
  ['cfg80211', 958_464, 'brcmfmac'],
] as const
const DISPLAY_PI = [
  ['vc4', 368_640],
  ['snd_soc_hdmi_codec', 20_480],
  ['drm_display_helper', 16_384, 'vc4'],
  ['i2c_bcm2835', 16_384],
  ['raspberrypi_hwmon', 16_384],
] as const

/** The Ethernet port of older Raspberry Pi boards. */
const FAST_ETHERNET = [
  '0424:ec00',
  'Microchip Technology, Inc. (formerly SMSC) SMSC9512/9514 Fast Ethernet Adapter',
  'Vendor Specific Class',
  'smsc95xx',
] as const

/** What the boards of the known device types have on them. */
const BOARDS: readonly Board[] = [
  {
    slug: /^raspberrypi5/,
    cpu: { vendor: 'ARM', model: 'Cortex-A76', part: '0xd0b' },
    usb: [],
    roots: [480, 5000, 480, 5000],
    controller: 'xhci-hcd',
    modules: [
      ...WIFI_PI,
      ['vc4', 425_984],
      ['v3d', 180_224],
      ['gpu_sched', 57_344, 'v3d'],
      ['rp1_pio', 20_480],
    ],
  },
  {
    slug: /^raspberrypi4|^fincm4/,
    cpu: { vendor: 'ARM', model: 'Cortex-A72', part: '0xd08' },
    usb: [['2109:3431', 'VIA Labs, Inc. Hub', 'Hub', 'hub/4p']],
    roots: [480, 5000],
    controller: 'xhci_hcd',
    modules: [...WIFI_PI, ...DISPLAY_PI, ['v3d', 167_936], ['gpu_sched', 49_152, 'v3d']],
  },
  {
    slug: /^raspberrypi0-2w/,
    cpu: { vendor: 'ARM', model: 'Cortex-A53', part: '0xd03' },
    usb: [],
    roots: [480],
    controller: 'dwc_otg',
    modules: [...WIFI_PI, ...DISPLAY_PI],
  },
  {
    slug: /^raspberrypi3|^fincm3/,
    cpu: { vendor: 'ARM', model: 'Cortex-A53', part: '0xd03' },
    usb: [
      ['0424:9514', 'Microchip Technology, Inc. (formerly SMSC) SMC9514 Hub', 'Hub', 'hub/5p'],
      FAST_ETHERNET,
    ],
    roots: [480],
    controller: 'dwc_otg',
    modules: [...WIFI_PI, ...DISPLAY_PI],
  },
  {
    slug: /^raspberry-?pi/,
    cpu: { vendor: 'ARM', model: 'ARM1176', part: '0xb76' },
    usb: [
      ['0424:9512', 'Microchip Technology, Inc. (formerly SMSC) SMC9512/9514 USB Hub', 'Hub', 'hub/3p'],
      FAST_ETHERNET,
    ],
    roots: [480],
    controller: 'dwc_otg',
    modules: DISPLAY_PI,
  },
  {
    slug: /^jetson/,
    cpu: { vendor: 'ARM', model: 'Cortex-A78AE', part: '0xd42' },
    usb: [
      ['0bda:5489', 'Realtek Semiconductor Corp. 4-Port USB 2.0 Hub', 'Hub', 'hub/4p'],
      ['13d3:3549', 'IMC Networks Bluetooth Radio', 'Wireless', 'rtk_btusb'],
    ],
    roots: [480, 10_000],
    controller: 'tegra-xusb',
    modules: [
      ['nvgpu', 2_654_208],
      ['nvmap', 204_800, 'nvgpu'],
      ['r8168', 466_944],
      ['rtk_btusb', 61_440],
    ],
  },
  {
    slug: /^beaglebone/,
    cpu: { vendor: 'ARM', model: 'Cortex-A8', part: '0xc08' },
    usb: [],
    roots: [480],
    controller: 'musb-hdrc',
    modules: [
      ['musb_dsps', 20_480],
      ['musb_hdrc', 118_784, 'musb_dsps'],
      ['pm33xx', 16_384],
      ['wkup_m3_ipc', 16_384, 'pm33xx'],
      ['tilcdc', 32_768],
    ],
  },
  {
    slug: /^intel-nuc|^surface/,
    cpu: { vendor: 'GenuineIntel', model: 'Intel(R) Core(TM) i5-8259U CPU @ 2.30GHz' },
    usb: [['8087:0aaa', 'Intel Corp. Bluetooth 9460/9560 Jefferson Peak (JfP)', 'Wireless', 'btusb']],
    roots: [480, 10_000],
    controller: 'xhci_hcd',
    modules: [
      ['i915', 3_530_752],
      ['drm_buddy', 20_480, 'i915'],
      ['iwlmvm', 458_752],
      ['mac80211', 1_175_552, 'iwlmvm'],
      ['iwlwifi', 360_448, 'iwlmvm'],
      ['cfg80211', 1_114_112, 'iwlmvm,iwlwifi,mac80211'],
      ['btusb', 69_632],
      ['bluetooth', 888_832, 'btusb'],
      ['e1000e', 319_488],
    ],
  },
]

/** Of device types that have no entry of their own. */
const OTHER_INTEL: Omit<Board, 'slug'> = {
  cpu: { vendor: 'GenuineIntel', model: 'Intel(R) Core(TM) i5-8259U CPU @ 2.30GHz' },
  usb: [],
  roots: [480, 5000],
  controller: 'xhci_hcd',
  modules: [
    ['i915', 3_530_752],
    ['e1000e', 319_488],
    ['r8169', 110_592],
  ],
}
const OTHER_ARM: Omit<Board, 'slug'> = {
  cpu: { vendor: 'ARM', model: 'Cortex-A53', part: '0xd03' },
  usb: [],
  roots: [480],
  controller: 'ehci-platform',
  modules: [],
}

function boardOf(machine: Machine): Omit<Board, 'slug'> {
  const slug = machine.slug()
  return BOARDS.find((it) => it.slug.test(slug)) ?? (machine.isIntel() ? OTHER_INTEL : OTHER_ARM)
}

export const cpuOf = (machine: Machine): Board['cpu'] => boardOf(machine).cpu

const usesCamera = (machine: Machine): boolean =>
  machine.containers().some(({ plan }) => plan?.kind === 'camera')

/** What is plugged in, by what the services need. */
const plugged = (machine: Machine): Board['usb'] =>
  usesCamera(machine) ? [['046d:0825', 'Logitech, Inc. Webcam C270', 'Video', 'uvcvideo']] : []

/** All devices on the USB buses, the last bus first. */
export function usbDevicesOf(machine: Machine): UsbDevice[] {
  const { roots, controller, usb } = boardOf(machine)
  return roots
    .map((speed, i): UsbDevice[] => {
      const bus = i + 1
      const root: UsbDevice = {
        bus,
        device: 1,
        id: speed === 480 ? '1d6b:0002' : '1d6b:0003',
        name: `Linux Foundation ${speed === 480 ? '2.0' : '3.0'} root hub`,
        speed,
        class: 'root_hub',
        driver: `${controller}/${speed === 480 ? 1 : 4}p`,
      }
      const own = bus === 1 ? [...usb, ...plugged(machine)] : []
      const others = own.map(([id, name, className, driver], n): UsbDevice => ({
        bus,
        device: n + 2,
        id,
        name,
        speed: className === 'Wireless' ? 12 : 480,
        class: className,
        driver,
      }))
      return [...others.toReversed(), root]
    })
    .toReversed()
    .flat()
}

/** A module that a user loaded with modprobe, until the next boot. */
export const LOADED_MODULE = '/run/modules/'
/** One that a user removed. */
export const REMOVED_MODULE = '/run/modules-removed/'

/** Modules that are there to be loaded, with their sizes. */
const AVAILABLE: Readonly<Record<string, number>> = {
  i2c_dev: 20_480,
  spidev: 24_576,
  usb_storage: 86_016,
  usbserial: 57_344,
  ftdi_sio: 65_536,
  cp210x: 32_768,
  ch341: 24_576,
  cdc_acm: 45_056,
  can: 32_768,
  can_raw: 20_480,
  vcan: 16_384,
  bonding: 196_608,
  '8021q': 40_960,
  wireguard: 98_304,
  w1_gpio: 16_384,
  snd_usb_audio: 372_736,
  loop: 36_864,
}

const canonical = (name: string): string => name.replaceAll('-', '_').replace(/\.ko(?:\..+)?$/, '')

/** The modules of the kernel that are loaded, newest first. */
export function modulesOf(machine: Machine): KernelModule[] {
  const containers = machine.services().length
  const engine = machine.isUnitRunning('balena')
  const module = (name: string, size: number, uses = 0, usedBy: readonly string[] = []): KernelModule => ({
    name,
    size,
    uses: uses + usedBy.length,
    usedBy,
  })
  const stored = [...machine.stored().keys()]
  const added = stored
    .filter((path) => path.startsWith(LOADED_MODULE))
    .map((path) => path.slice(LOADED_MODULE.length))
  const removed = new Set(
    stored.filter((path) => path.startsWith(REMOVED_MODULE)).map((path) => path.slice(REMOVED_MODULE.length)),
  )
  return [
    ...added.toReversed().map((name) => module(name, valueIn(AVAILABLE, name) ?? 16_384)),
    // Each container has a pair of interfaces and a root file system of its own.
    ...(engine && containers > 0 ? [module('veth', 36_864)] : []),
    module('xt_conntrack', 16_384, 2),
    module('xt_MASQUERADE', 16_384, 4),
    module('nf_conntrack', 188_416, 0, ['xt_conntrack', 'nf_nat', 'xt_MASQUERADE']),
    module('nf_nat', 61_440, 0, ['iptable_nat', 'xt_MASQUERADE']),
    module('iptable_nat', 16_384, 1),
    module('ip6table_filter', 16_384, 1),
    module('bridge', 323_584),
    module('stp', 16_384, 0, ['bridge']),
    module('llc', 16_384, 0, ['bridge', 'stp']),
    module('overlay', 172_032, engine ? containers + (machine.isSupervisorRunning() ? 1 : 0) : 0),
    module('tun', 61_440, machine.isUnitRunning('openvpn') ? 2 : 0),
    ...(usesCamera(machine)
      ? [module('uvcvideo', 122_880, 1), module('videodev', 282_624, 2, ['uvcvideo'])]
      : []),
    ...boardOf(machine).modules.map(([name, size, usedBy]) =>
      module(name, size, 0, usedBy?.split(',') ?? []),
    ),
  ].filter(({ name }) => !removed.has(name))
}

/** /proc/modules */
export function modulesText(machine: Machine): string {
  return modulesOf(machine)
    .map(
      ({ name, size, uses, usedBy }) =>
        `${name} ${size} ${uses} ${usedBy.length === 0 ? '-' : `${usedBy.join(',')},`} Live 0x0000000000000000\n`,
    )
    .join('')
}

/** What modprobe and rmmod do; a module that is in use stays. */
export function changeModule(
  machine: Machine,
  given: string,
  verb: 'load' | 'remove',
): 'done' | 'missing' | KernelModule {
  const name = canonical(given)
  const at = machine.now()
  const loaded = modulesOf(machine).find((it) => it.name === name)
  if (verb === 'load') {
    if (loaded) return 'done'
    if (machine.stored().has(REMOVED_MODULE + name)) machine.store(REMOVED_MODULE + name, null)
    else if (valueIn(AVAILABLE, name) === undefined) return 'missing'
    else machine.store(LOADED_MODULE + name, { text: '', at })
    return 'done'
  }
  if (!loaded) return 'missing'
  if (loaded.uses > 0) return loaded
  if (machine.stored().has(LOADED_MODULE + name)) machine.store(LOADED_MODULE + name, null)
  else machine.store(REMOVED_MODULE + name, { text: '', at })
  return 'done'
}
