import { HttpError } from '../base/http-error.ts'
import { isJsonObject, json } from '../http/request-context.ts'
import type { JsonOf } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import type { Store } from '../store/store.ts'
import {
  blackListedNames,
  invalidConfigName,
  invalidName,
  reservedNames,
  reservedNamespaces,
  whiteListedNames,
  whiteListedNamespaces,
} from '../variables/variable-names.ts'
import { variableSchemas } from './config-schema.ts'
import { architectureOf, deviceTypeNamed } from './device-types.ts'
import { downloadSize } from './image-size.ts'
import { osReleaseNamed } from './system-releases.ts'

type Contract = JsonOf<'config.deviceType', 200>

/** The architecture of a device type, and whether its images install themselves on an internal disk. */
function typeOf(store: Store, id: number): { arch: string; isFlasher: boolean } {
  const { contract } = store.rows('device_type').row(id)
  const data = isJsonObject(contract) && isJsonObject(contract['data']) ? contract['data'] : {}
  const { storage } = data
  return {
    arch: architectureOf(store, id),
    isFlasher: isJsonObject(storage) && storage['internal'] === true,
  }
}

/** A device type in the format of older clients. */
export function deviceTypeContract(store: Store, id: number): Contract {
  const types = store.rows('device_type')
  const row = types.row(id)
  const slug = row.slug
  const arch = store.rows('cpu_architecture').reader('slug')(row.is_of__cpu_architecture)
  const aliases = Array.from(store.rows('device_type_alias').find('device_type', id) ?? [])
  const logo = row.logo
  return {
    slug,
    version: 1,
    name: row.name,
    aliases: aliases.map((alias) => store.rows('device_type_alias').reader('is_referenced_by__alias')(alias)),
    arch,
    state: 'RELEASED',
    instructions: [
      'Write the OS file you downloaded to your media.',
      'Insert it and connect power to the device.',
    ],
    gettingStartedLink: `https://docs.flotilla.example/getting-started/${slug}`,
    options: [
      {
        isGroup: true,
        isCollapsible: true,
        collapsed: false,
        name: 'network',
        message: 'Network',
        options: [
          { name: 'network', message: 'Network Connection', type: 'list', choices: ['ethernet', 'wifi'] },
          { name: 'wifiSsid', message: 'Wifi SSID', type: 'text', when: { network: 'wifi' } },
          { name: 'wifiKey', message: 'Wifi Passphrase', type: 'password', when: { network: 'wifi' } },
        ],
      },
      // Only amd64 installers support secure boot.
      ...(arch === 'amd64' ? [{ name: 'secureboot', message: 'Secure Boot', type: 'confirm' }] : []),
    ],
    yocto: {
      machine: slug,
      image: 'balena-image',
      fstype: 'balenaos-img',
      version: 'yocto-kirkstone',
      deployArtifact: `balena-image-${slug}.balenaos-img`,
      compressed: true,
    },
    initialization: { options: [{ message: 'Select a drive', type: 'drive', name: 'drive' }] },
    ...(typeof logo === 'string' ? { logoUrl: logo } : {}),
    isDependent: false,
    buildId: '6.0.24',
    imageDownloadAlerts: [],
  }
}

/** What the platform knows of device types and the variables of their configuration. */
export const deviceTypeHandlers: Pick<
  ServiceHandlers<'config'>,
  'config.variables' | 'config.deviceTypes' | 'config.deviceType' | 'config.imageSize'
> = {
  'config.variables'({ url, store }) {
    const name = url.searchParams.get('deviceType')
    // The open-source backend does not look whether there is such a type.
    const isOpen = store.platform.name === 'open'
    const slug = name === null ? undefined : isOpen ? name : deviceTypeNamed(store, name).slug
    return json({
      reservedNames,
      reservedNamespaces,
      invalidRegex: String(invalidName),
      configVarInvalidRegex: String(invalidConfigName),
      whiteListedNames,
      whiteListedNamespaces,
      blackListedNames,
      configVarSchema: {
        type: 'object',
        $schema: 'http://json-schema.org/draft-06/schema#',
        properties: variableSchemas(slug),
      },
    })
  },

  'config.deviceTypes': ({ store }) =>
    json([...store.rows('device_type').handles()].map((id) => deviceTypeContract(store, id))),

  'config.deviceType': ({ store, params }) =>
    json(deviceTypeContract(store, deviceTypeNamed(store, params.slug ?? '').id)),

  'config.imageSize'({ store, params }) {
    const { version } = params
    const { id, slug } = deviceTypeNamed(store, params.slug)
    const release = osReleaseNamed(store, id, version)
    if (release === undefined) throw new HttpError(404, `Device ${slug} not found for ${version} version`)
    const { arch, isFlasher } = typeOf(store, id)
    return json({ size: downloadSize({ slug, arch, isFlasher }, release.version) })
  },
}
