import { roleNames, roles } from '../../openapi/generated/roles.ts'
import type { Hardware } from '../../simulator/definition/world-definition.ts'
import type { SceneBuilder } from './builder.ts'

const ARCHITECTURES = ['rpi', 'armv7hf', 'aarch64', 'i386-nlp', 'i386', 'amd64'] as const

export type Architecture = (typeof ARCHITECTURES)[number]

export interface DeviceTypePlan {
  slug: string
  name: string
  arch: Architecture
  family: string
  aliases: readonly string[]
  cores: number
  memoryMiB: number
  storageMiB: number
  blockDevice: string
  /** The OS is installed by a flasher image. */
  flasher: boolean
  /** The tool for installation, if it needs a special one. */
  flashProtocol?: string
  /** Installation instructions, if it needs special ones. */
  instructions?: readonly string[]
}

const deviceTypes = [
  {
    slug: 'raspberrypi5',
    name: 'Raspberry Pi 5',
    arch: 'aarch64',
    family: 'raspberrypi',
    aliases: [],
    cores: 4,
    memoryMiB: 8060,
    storageMiB: 29_700,
    blockDevice: 'mmcblk0p6',
    flasher: false,
  },
  {
    slug: 'raspberrypi4-64',
    name: 'Raspberry Pi 4 (64-bit)',
    arch: 'aarch64',
    family: 'raspberrypi',
    aliases: ['raspberrypi400-64'],
    cores: 4,
    memoryMiB: 1850,
    storageMiB: 14_800,
    blockDevice: 'mmcblk0p6',
    flasher: false,
  },
  {
    slug: 'raspberrypi0-2w-64',
    name: 'Raspberry Pi Zero 2 W (64-bit)',
    arch: 'aarch64',
    family: 'raspberrypi',
    aliases: ['raspberrypi-zero2w-64'],
    cores: 4,
    memoryMiB: 426,
    storageMiB: 14_800,
    blockDevice: 'mmcblk0p6',
    flasher: false,
  },
  {
    slug: 'raspberrypi3',
    name: 'Raspberry Pi 3',
    arch: 'armv7hf',
    family: 'raspberrypi',
    aliases: ['raspberry-pi3'],
    cores: 4,
    memoryMiB: 925,
    storageMiB: 14_800,
    blockDevice: 'mmcblk0p6',
    flasher: false,
  },
  {
    slug: 'raspberry-pi',
    name: 'Raspberry Pi (v1 / Zero / Zero W)',
    arch: 'rpi',
    family: 'raspberrypi',
    aliases: ['raspberrypi', 'raspberrypi-zero'],
    cores: 1,
    memoryMiB: 432,
    storageMiB: 7400,
    blockDevice: 'mmcblk0p6',
    flasher: false,
  },
  {
    slug: 'jetson-orin-nano',
    name: 'NVIDIA Jetson Orin Nano',
    arch: 'aarch64',
    family: 'jetson',
    aliases: ['jetson-orin-nano-devkit-nvme'],
    cores: 6,
    memoryMiB: 7600,
    storageMiB: 238_000,
    blockDevice: 'nvme0n1p16',
    flasher: true,
  },
  {
    slug: 'intel-nuc',
    name: 'Intel NUC',
    arch: 'amd64',
    family: 'x86',
    aliases: ['nuc'],
    cores: 4,
    memoryMiB: 7900,
    storageMiB: 112_000,
    blockDevice: 'sda6',
    flasher: true,
  },
  {
    slug: 'generic-amd64',
    name: 'Generic x86_64',
    arch: 'amd64',
    family: 'x86',
    aliases: ['genericx86-64-ext'],
    cores: 4,
    memoryMiB: 3900,
    storageMiB: 58_000,
    blockDevice: 'sda6',
    flasher: true,
  },
  {
    slug: 'beaglebone-black',
    name: 'BeagleBone Black',
    arch: 'armv7hf',
    family: 'beaglebone',
    aliases: ['beaglebone'],
    cores: 1,
    memoryMiB: 480,
    storageMiB: 3400,
    blockDevice: 'mmcblk1p6',
    flasher: true,
  },
] as const satisfies readonly DeviceTypePlan[]

export type DeviceTypeSlug = (typeof deviceTypes)[number]['slug']

const families = [
  { slug: 'raspberrypi', name: 'Raspberry Pi', maker: 'Raspberry Pi Foundation' },
  { slug: 'jetson', name: 'NVIDIA Jetson', maker: 'NVIDIA' },
  { slug: 'x86', name: 'x86', maker: 'Intel' },
  { slug: 'beaglebone', name: 'BeagleBone', maker: 'BeagleBoard.org' },
] as const

const LOGO_COLORS: Readonly<Record<string, string>> = {
  raspberrypi: '#c51a4a',
  jetson: '#76b900',
  x86: '#0068b5',
  beaglebone: '#2f6f4f',
}

/** A board icon in the color of the family, as a data URL. */
function logo(family: string): string {
  const color = LOGO_COLORS[family] ?? '#555555'
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="3" y="7" width="26" height="18" rx="3" fill="${color}"/>` +
    '<rect x="11" y="12" width="9" height="9" rx="1" fill="#fff"/><path d="M6 10h4M6 22h4M23 11h3M23 16h3M23 21h3" stroke="#fff" stroke-width="1.5"/></svg>'
  return `data:image/svg+xml;base64,${btoa(svg)}`
}

function contractOf(plan: DeviceTypePlan): object {
  return {
    slug: plan.slug,
    version: '1',
    type: 'hw.device-type',
    name: plan.name,
    aliases: [plan.slug, ...plan.aliases],
    data: {
      arch: plan.arch,
      led: plan.family === 'raspberrypi',
      connectivity: { bluetooth: plan.family !== 'x86', wifi: plan.family !== 'beaglebone' },
      storage: { internal: plan.flasher },
      hdmi: plan.family !== 'beaglebone',
      is_private: false,
      media: plan.flasher
        ? { defaultBoot: 'internal', altBoot: ['usb_mass_storage'], installation: 'usb' }
        : { defaultBoot: 'sdcard', installation: 'sdcard' },
      ...(plan.flashProtocol === undefined ? {} : { flashProtocol: plan.flashProtocol }),
    },
    // Clients insert these into the instructions of the OS contract.
    partials: {
      ...(plan.instructions === undefined ? {} : { instructions: plan.instructions }),
      ...(plan.flasher
        ? {
            bootDevice: ['Power up the {{name}}'],
            bootDeviceExternal: [
              'Ensure there are no other USB keys are inserted. Power on the {{name}} with a keyboard connected. Press the F10 key while BIOS is loading to enter the boot menu. Select the USB key from the boot menu.',
            ],
            flashIndicator: ['all LEDs are off'],
          }
        : { bootDevice: ['Connect power to the {{name}}'] }),
    },
  }
}

export interface Catalogue {
  family(slug: string): number | null
  deviceType(slug: DeviceTypeSlug): number
  architecture(slug: string): number
  hardware(slug: DeviceTypeSlug): Hardware
  readonly slugs: readonly DeviceTypeSlug[]
  arch(slug: DeviceTypeSlug): Architecture
  readonly applicationType: number
}

type Parts = Pick<Catalogue, 'architecture' | 'family'>

/** Adds a device type with its aliases. Returns its id. */
export function addDeviceType(scene: SceneBuilder, parts: Parts, plan: DeviceTypePlan): number {
  const architecture = parts.architecture(plan.arch)
  // The relation by its former name. It is part of the fingerprints that session files store.
  const neverRead = { supports__cpu_architecture: architecture }
  const id = scene.add('device_type', {
    slug: plan.slug,
    name: plan.name,
    is_of__cpu_architecture: architecture,
    ...neverRead,
    logo: logo(plan.family),
    contract: contractOf(plan),
    belongs_to__device_family: parts.family(plan.family),
    is_private: false,
  })
  for (const alias of [plan.slug, ...plan.aliases]) {
    scene.add('device_type_alias', { device_type: id, is_referenced_by__alias: alias })
  }
  return id
}

/** Adds the data of every platform: architectures, device types with aliases, application types and role names. */
export function addCatalogue(scene: SceneBuilder): Catalogue {
  const architectures = new Map<string, number>()
  for (const slug of ARCHITECTURES) architectures.set(slug, scene.add('cpu_architecture', { slug }))
  const familyIds = new Map<string, number>()
  for (const { slug, name, maker } of families) {
    const manufacturer = scene.add('device_manufacturer', {
      slug: maker.toLowerCase().replaceAll(/\W+/g, '-'),
      name: maker,
    })
    familyIds.set(
      slug,
      scene.add('device_family', { slug, name, is_manufactured_by__device_manufacturer: manufacturer }),
    )
  }
  const ids = new Map<string, number>()
  const parts: Parts = {
    architecture: (slug) => architectures.get(slug) ?? 0,
    family: (slug) => familyIds.get(slug) ?? null,
  }
  for (const plan of deviceTypes) ids.set(plan.slug, addDeviceType(scene, parts, plan))
  for (const name of roleNames) {
    if (roles[name].scope === 'organization') scene.add('organization_membership_role', { name })
    else scene.add('application_membership_role', { name, description: `May do what a ${name} may do.` })
  }
  const applicationType = scene.add('application_type', {
    name: 'Starter',
    slug: 'microservices-starter',
    description: 'Several services on each device.',
    supports_web_url: true,
    supports_multicontainer: true,
    supports_gateway_mode: false,
    needs__os_version_range: '>=2.11.0',
    requires_payment: false,
    is_legacy: false,
    maximum_device_count: null,
  })
  scene.add('application_type', {
    name: 'Legacy',
    slug: 'legacy-v2',
    description: 'One container on each device.',
    supports_web_url: false,
    supports_multicontainer: false,
    supports_gateway_mode: false,
    needs__os_version_range: null,
    requires_payment: false,
    is_legacy: true,
    maximum_device_count: null,
  })
  scene.add('application_type', {
    name: 'Essentials',
    slug: 'essentials',
    description: 'One container on each device, for paying customers.',
    supports_web_url: true,
    supports_multicontainer: false,
    supports_gateway_mode: false,
    needs__os_version_range: null,
    requires_payment: true,
    is_legacy: false,
    maximum_device_count: null,
  })
  scene.add('service_instance', { ip_address: '10.240.0.1' })

  const planOf = (slug: DeviceTypeSlug) => {
    const plan = deviceTypes.find((known) => known.slug === slug)
    if (plan === undefined) throw new Error(`No device type ${slug}`)
    return plan
  }
  return {
    ...parts,
    deviceType: (slug) => ids.get(slug) ?? 0,
    hardware(slug) {
      const { name, arch, cores, memoryMiB, storageMiB, blockDevice } = planOf(slug)
      return {
        deviceTypeId: ids.get(slug) ?? 0,
        model: name,
        slug,
        arch,
        cores,
        memoryMiB,
        storageMiB,
        blockDevice,
      }
    },
    slugs: deviceTypes.map(({ slug }) => slug),
    arch: (slug) => planOf(slug).arch,
    applicationType,
  }
}
