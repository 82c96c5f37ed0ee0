import type { ResourceName } from '../../../openapi/generated/model.ts'
import { oliveBlind, neverWritten, olive } from './sample.ts'
import type { Sample } from './sample.ts'
import type { Subjects } from './subjects.ts'

const START = '2026-11-20T10:00:00.000Z'

async function newImage({ world, service }: Subjects): Promise<number> {
  const response = await world.request('/v7/image', {
    as: 'ada',
    method: 'POST',
    body: { is_a_build_of__service: service, start_timestamp: START, status: 'running' },
  })
  const { id } = (await response.json()) as { id: number }
  return id
}

const variable = (owner: (it: Subjects) => Record<string, number>, prefix = 'MODE'): Sample => ({
  body: (it, turn) => ({ ...owner(it), name: `${prefix}_${turn}`, value: 'quiet' }),
  change: () => ({ value: 'loud' }),
  refused: olive,
})

const environment = (owner: (it: Subjects) => Record<string, number>): Sample => ({
  ...variable(owner),
  wrong: [
    [
      'a reserved prefix',
      (it) => ({ ...owner(it), name: 'RESIN_X', value: '1' }),
      400,
      'Environment variables beginning with RESIN_, BALENA_ are reserved.',
    ],
    [
      'other characters',
      (it) => ({ ...owner(it), name: 'a-b', value: '1' }),
      400,
      'Environment variable names can only contain alphanumeric characters and underscores.',
    ],
    [
      'a reserved name',
      (it) => ({ ...owner(it), name: 'USER', value: '1' }),
      400,
      'Environment variables RESIN, BALENA, USER are reserved',
    ],
  ],
})

const configuration = (owner: (it: Subjects) => Record<string, number>): Sample => ({
  ...variable(owner, 'RESIN_HOST_CONFIG'),
  wrong: [
    [
      'another namespace',
      (it) => ({ ...owner(it), name: 'MODE', value: '1' }),
      400,
      'Configuration variables must be part of one of the following namespaces: RESIN_, BALENA_',
    ],
    [
      'a value of two lines',
      (it) => ({ ...owner(it), name: 'RESIN_HOST_X', value: 'a\nb' }),
      400,
      'Variable values cannot contain line break characters',
    ],
  ],
})

const tag = (owner: (it: Subjects) => Record<string, number>): Sample => ({
  body: (it, turn) => ({ ...owner(it), tag_key: `shift-${turn}`, value: 'day' }),
  change: () => ({ value: 'night' }),
  refused: olive,
  wrong: [
    [
      'blanks in the key',
      (it) => ({ ...owner(it), tag_key: 'a b', value: '' }),
      400,
      'Tag keys cannot contain whitespace.',
    ],
    [
      'a reserved key',
      (it) => ({ ...owner(it), tag_key: 'io.balena.x', value: '' }),
      400,
      'Tag keys beginning with io.balena. are reserved.',
    ],
    [
      'the other reserved key',
      (it) => ({ ...owner(it), tag_key: 'io.resin.x', value: '' }),
      400,
      'Tag keys beginning with io.resin. are reserved.',
    ],
  ],
})

const ofFleet = ({ fleet }: Subjects) => ({ application: fleet })
const ofDevice = ({ device }: Subjects) => ({ device: device.id })
const ofService = ({ service }: Subjects) => ({ service })
const ofReleaseImage = ({ releaseImage }: Subjects) => ({ release_image: releaseImage })

const label = (owner: (it: Subjects) => Record<string, number>): Sample => ({
  body: (it, turn) => ({ ...owner(it), label_name: `io.example.${turn}`, value: '1' }),
  change: () => ({ value: '2' }),
  refused: olive,
})

const REPORTED = 'follows from what devices report'

/** Fleets, their releases, and devices. */
export const fleetSamples = {
  application: {
    body: ({ acme, deviceType }, turn) => ({
      app_name: `night-gates-${turn}`,
      organization: acme,
      is_for__device_type: deviceType,
    }),
    change: () => ({ is_stored_at__repository_url: 'https://example.com/gates' }),
    refused: { ...olive, row: ({ fleet }) => fleet },
    wrong: [
      [
        'a name with other characters',
        ({ acme, deviceType }) => ({
          app_name: 'night gates',
          organization: acme,
          is_for__device_type: deviceType,
        }),
        400,
        'App name may only contain [a-zA-Z0-9_-].',
      ],
    ],
  },
  application_config_variable: configuration(ofFleet),
  application_domain_mapping: {
    body: (it, turn) => ({ ...ofFleet(it), domain: `gates-${turn}.example.com` }),
    change: () => ({ domain: 'doors.example.com' }),
    refused: olive,
  },
  application_environment_variable: environment(ofFleet),
  application_tag: tag(ofFleet),
  build_environment_variable: environment(ofFleet),
  delta: {
    change: () => ({ status: 'failed' }),
    refused: oliveBlind,
    never: neverWritten('deltas are made by the builder alone'),
  },
  device: {
    body: ({ fleet, deviceType }, turn) => ({
      belongs_to__application: fleet,
      is_of__device_type: deviceType,
      uuid: String(turn).padStart(32, '0'),
      device_name: `spare-${turn}`,
      note: 'On the shelf',
    }),
    change: () => ({ note: 'In the van' }),
    refused: olive,
    wrong: [
      [
        'a uuid of another length',
        ({ fleet, deviceType }) => ({
          belongs_to__application: fleet,
          is_of__device_type: deviceType,
          uuid: 'abc',
        }),
        400,
        'Device UUID must be a 32 or 62 character long lower case hex string.',
      ],
      [
        'a name of two lines',
        ({ fleet, deviceType }) => ({
          belongs_to__application: fleet,
          is_of__device_type: deviceType,
          device_name: 'a\nb',
        }),
        400,
        'Device name cannot contain any newline characters.',
      ],
      [
        'an unknown fleet',
        ({ deviceType }) => ({ belongs_to__application: 999_999, is_of__device_type: deviceType }),
        409,
        'Data is referenced by belongs_to__application.',
      ],
    ],
  },
  device_config_variable: configuration(ofDevice),
  device_domain_mapping: {
    body: (it, turn) => ({ ...ofDevice(it), fqdn: `gate-${turn}.example.com` }),
    change: () => ({ fqdn: 'door.example.com' }),
    refused: olive,
  },
  device_environment_variable: environment(ofDevice),
  device_service_environment_variable: environment(({ serviceInstall }) => ({
    service_install: serviceInstall,
  })),
  device_tag: tag(ofDevice),
  image: {
    body: ({ service }, turn) => ({
      is_a_build_of__service: service,
      start_timestamp: START,
      status: 'running',
      is_stored_at__image_location: `registry2.flotilla.test/v2/${String(turn).padStart(32, '0')}`,
    }),
    change: () => ({ error_message: 'Out of memory' }),
    refused: olive,
    wrong: [
      [
        'a success that was never pushed',
        ({ service }) => ({ is_a_build_of__service: service, start_timestamp: START, status: 'success' }),
        400,
      ],
    ],
  },
  image_environment_variable: variable(ofReleaseImage),
  image_install: {
    // One that the device does not have yet.
    body: async ({ world, offline, fleet, release }, turn) => {
      const images = await world.rows(
        `/v7/image?$select=id&$orderby=id asc&$filter=status eq 'success' and is_a_build_of__service/application eq ${fleet} and not(image_install/any(ii:ii/device eq ${offline.id}))`,
        'pat',
      )
      return {
        device: offline.id,
        installs__image: images[turn % images.length]?.['id'],
        is_provided_by__release: release,
        install_date: START,
        status: 'Downloaded',
      }
    },
    change: () => ({ status: 'Running' }),
    refused: olive,
    never: { replace: 'is changed where it is: its id follows from its device and its image' },
  },
  image_label: label(ofReleaseImage),
  release: {
    body: ({ fleet }, turn) => ({
      belongs_to__application: fleet,
      commit: String(turn).padStart(40, '0'),
      composition: { version: '2.1', services: {} },
      status: 'running',
      source: 'cloud',
      start_timestamp: START,
    }),
    change: () => ({ note: 'For the night shift' }),
    refused: olive,
    wrong: [
      [
        'no version',
        ({ fleet }) => ({
          belongs_to__application: fleet,
          commit: 'ab',
          composition: {},
          status: 'running',
          source: 'cloud',
          start_timestamp: START,
          semver: 'one',
        }),
        400,
        'Invalid semver format',
      ],
    ],
  },
  release_asset: {
    body: ({ release }, turn) => ({ release, asset_key: `manual-${turn}` }),
    change: () => ({ asset_key: 'handbook' }),
    refused: olive,
  },
  release_image: {
    body: async (it) => ({ image: await newImage(it), is_part_of__release: it.release }),
    change: async (it) => ({ image: await newImage(it) }),
    refused: olive,
  },
  release_tag: tag(({ release }) => ({ release })),
  service: {
    body: (it, turn) => ({ ...ofFleet(it), service_name: `extra-${turn}` }),
    change: () => ({ service_name: 'renamed' }),
    refused: olive,
  },
  service_environment_variable: environment(ofService),
  service_install: {
    change: ({ device }) => ({ device: device.id }),
    refused: { ...olive, row: ({ serviceInstall }) => serviceInstall },
    never: neverWritten(REPORTED),
  },
  service_label: label(ofService),
} satisfies Partial<Record<ResourceName, Sample>>
