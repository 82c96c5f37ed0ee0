import type { Values } from '../store/table.ts'
import { parseSemver } from '../store/versions.ts'
import type { SceneBuilder } from './builder.ts'
import { addDeviceType } from './catalogue.ts'
import type { Catalogue, DeviceTypePlan } from './catalogue.ts'
import type { People } from './people.ts'
import { addRelease } from './releases.ts'
import { supervisorUuid } from './supervisor-uuids.ts'

const board = {
  family: 'raspberrypi',
  aliases: [],
  cores: 4,
  memoryMiB: 925,
  storageMiB: 14_800,
  blockDevice: 'mmcblk0p6',
  flasher: false,
} as const

/** Device types known to clients, but not used by the fleets of the scenarios. */
const olderTypes: readonly DeviceTypePlan[] = [
  {
    ...board,
    slug: 'raspberry-pi2',
    name: 'Raspberry Pi 2',
    arch: 'armv7hf',
    aliases: ['raspberrypi2'],
  },
  { ...board, slug: 'raspberrypi3-64', name: 'Raspberry Pi 3 (64-bit)', arch: 'aarch64' },
  { ...board, slug: 'fincm3', name: 'Balena Fin (CM3)', arch: 'armv7hf', flashProtocol: 'RPIBOOT' },
  {
    ...board,
    slug: 'jetson-nano',
    name: 'Nvidia Jetson Nano SD-CARD',
    arch: 'aarch64',
    family: 'jetson',
    flashProtocol: 'jetsonFlash',
  },
  {
    ...board,
    slug: 'radxa-zero',
    name: 'Radxa Zero',
    arch: 'aarch64',
    family: 'radxa',
    flashProtocol: 'usbMassStorage',
    instructions: [
      "Use the [maskrom mode](https://wiki.radxa.com/Zero/dev/maskrom#Enable_maskrom) instructions provided by the vendor and make sure the board's USB2 port is used for provisioning.",
      'Install on your PC the [tools](https://wiki.radxa.com/Zero/dev/maskrom#Install_required_tools) required for flashing.',
      'Clear eMMC and set it in UMS mode. Make sure to use [this loader](https://dl.radxa.com/zero/images/loader/radxa-zero-erase-emmc.bin) when following the [sideloading instructions](https://wiki.radxa.com/Zero/dev/maskrom#Side_loading_binaries).',
      'Write the OS to the internal eMMC storage device. We recommend using [Etcher](http://www.etcher.io).',
      'Once the OS has been written to the eMMC you need to repower your board.',
    ],
  },
  // Discontinued: has no releases.
  { ...board, slug: 'edge', name: 'Intel Edison', arch: 'i386', family: 'x86', flasher: true },
]

/** Device types by their first version of `SECOND_LINE`. */
const SINCE: readonly (readonly [first: string, slugs: readonly string[]])[] = [
  ['2.0.6', ['raspberry-pi', 'raspberry-pi2', 'raspberrypi3', 'fincm3', 'intel-nuc', 'beaglebone-black']],
  ['2.29.0', ['raspberrypi4-64', 'raspberrypi3-64', 'jetson-nano']],
  ['2.73.1', ['generic-amd64', 'radxa-zero']],
]

/** `minor.patch[:revision]` of the 2.x versions, in order. */
const SECOND_LINE =
  '0.6:3 9.6 12.7 14.0 15.1 16.0:2 26.0 29.0 29.2 32.0 38.0 44.0 48.0 54.2 58.3 65.0 73.1 80.5 83.10 85.2:3 88.4 95.8 98.33 101.7 105.1 115.1'

/** From this minor version on, development and production share one image. */
const FIRST_UNIFIED = 88

/** Extended support versions, which are no semantic versions, with the regular version that they are based on. */
const EXTENDED = [
  ['2020.04.0', '2.48.0'],
  ['2020.07.2', '2.54.2'],
  ['2021.01.0', '2.65.0'],
  ['2021.04.0', '2.73.1'],
  ['2021.07.1', '2.80.5'],
  ['2021.10.2', '2.85.2'],
  ['2022.01.0', '2.88.4'],
] as const

const WITH_EXTENDED = ['raspberrypi3', 'fincm3', 'raspberrypi4-64', 'intel-nuc'] as const

/** Supervisor versions of each architecture. */
const SUPERVISORS = ['10.8.0', '11.4.10', '11.12.3', '11.12.4', '12.11.0', '13.1.9', '14.13.14']

/** Far above the ids of the scenarios, which therefore do not change. */
const FIRST_ID = 2_000_001

const FIRST_AT = Date.UTC(2017, 3)
const MONTH = 30 * 86_400_000
const VARIANTS = ['dev', 'prod'] as const

interface OlderRelease {
  version: string
  at: number
  variant?: string
  revision?: number | null
  tags?: Readonly<Record<string, string>>
}

const secondLine: readonly OlderRelease[] = SECOND_LINE.split(' ').flatMap((text, index) => {
  const [number = '', revision = '1'] = text.split(':')
  const release = { version: `2.${number}`, at: FIRST_AT + index * 3 * MONTH, revision: Number(revision) }
  return Number.parseInt(number, 10) >= FIRST_UNIFIED
    ? [release]
    : VARIANTS.map((variant) => ({ ...release, variant }))
})

/** A 5.x version, and one that was never finalized. */
const fifthLine: readonly OlderRelease[] = [
  { version: '5.1.10+rev2', at: 1_706_616_336_246, revision: null },
  { version: '5.1.20', at: Date.UTC(2024, 2, 4), revision: 1 },
]

const extended: readonly OlderRelease[] = EXTENDED.flatMap(([version, base], index) =>
  VARIANTS.map((variant, at) => ({
    version: '0.0.0',
    at: Date.UTC(2020, 3) + index * 3 * MONTH,
    revision: 2 * index + at + 1,
    tags: { version, variant, 'meta-balena-base': base },
  })),
)

function addOlderRelease(scene: SceneBuilder, application: number, older: OlderRelease): void {
  const isFirst = scene.store.rows('release').byId(FIRST_ID) < 0
  const { version, at, variant = '', revision = 0, tags = {} } = older
  const release = scene.add('release', {
    ...(isFirst ? { id: FIRST_ID } : {}),
    ...parseSemver(version),
    created_at: at,
    belongs_to__application: application,
    commit: scene.hex(40),
    composition: {},
    status: 'success',
    source: 'cloud',
    is_invalidated: false,
    start_timestamp: at,
    end_timestamp: at,
    update_timestamp: at,
    is_passing_tests: true,
    revision,
    is_finalized_at__date: revision === null ? null : at,
    variant,
  })
  for (const [tag_key, value] of Object.entries(tags)) scene.add('release_tag', { release, tag_key, value })
}

/** The 2.x versions from `first` on, and the 5.x versions. */
function linesSince(first: string): readonly OlderRelease[] {
  const start = secondLine.findIndex(({ version }) => version === first)
  return [...secondLine.slice(start), ...fifthLine]
}

interface HostApp {
  name: string
  type: number
  policy: 'default' | 'esr'
  isHost: boolean
}

/** Adds older device types. */
export function addOlderTypes(scene: SceneBuilder, catalogue: Catalogue): void {
  for (const plan of olderTypes) addDeviceType(scene, catalogue, plan)
}

/**
 * Adds the OS and supervisor versions that are older than those of the scenarios. OS releases have no services or images,
 * which keeps worlds small.
 */
export function addOlderSystems(scene: SceneBuilder, people: People, catalogue: Catalogue): void {
  const types = scene.store.rows('device_type')
  const applications = scene.store.rows('application')
  const idOf = (slug: string) => types.find('slug', slug)?.[0] ?? 0

  function hostApp({ name, type, policy, isHost }: HostApp): number {
    const slug = `balena_os/${name}`
    const known = applications.find('slug', slug)?.[0]
    if (known !== undefined) return known
    const drawn = scene.hex(32)
    const values: Values = {
      actor: scene.add('actor', {}),
      created_at: FIRST_AT,
      app_name: name,
      slug,
      uuid: supervisorUuid(name) ?? drawn,
      organization: people.hostOs,
      is_for__device_type: type,
      application_type: catalogue.applicationType,
      is_of__class: 'app',
      is_host: isHost,
      is_public: true,
      is_archived: false,
      is_discoverable: false,
      should_track_latest_release: true,
    }
    const application = scene.add('application', values)
    const tags: Readonly<Record<string, string>> =
      policy === 'esr'
        ? {
            'release-policy': 'esr',
            'esr-next': '2022.1',
            'esr-current': '2021.10',
            'esr-sunset': '2021.7',
          }
        : isHost
          ? { 'release-policy': 'default' }
          : {}
    for (const [tag_key, value] of Object.entries(tags)) {
      scene.add('application_tag', { application, tag_key, value })
    }
    return application
  }

  for (const [first, slugs] of SINCE) {
    for (const slug of slugs) {
      const app = hostApp({ name: slug, type: idOf(slug), policy: 'default', isHost: true })
      for (const one of linesSince(first)) addOlderRelease(scene, app, one)
    }
  }
  for (const slug of WITH_EXTENDED) {
    const app = hostApp({ name: `${slug}-esr`, type: idOf(slug), policy: 'esr', isHost: true })
    for (const one of extended) addOlderRelease(scene, app, one)
  }
  for (const arch of ['rpi', 'armv7hf', 'aarch64', 'amd64'] as const) {
    const type = [...types.handles()].find(
      (id) => types.row(id).is_of__cpu_architecture === catalogue.architecture(arch),
    )
    const app = hostApp({ name: `${arch}-supervisor`, type: type ?? 0, policy: 'default', isHost: false })
    const service = scene.store.rows('service').find('application', app)?.[0] ?? 0
    const services = [{ name: 'main', kind: 'worker', size: 62 }] as const
    for (const [index, version] of SUPERVISORS.entries()) {
      const at = Date.UTC(2020, 0) + index * 6 * MONTH
      addRelease(scene, app, { version, at }, services, new Map([['main', service]]))
    }
  }
}
