import parse from 'semver/functions/parse.js'
import { callerAccess } from '../access/access.ts'
import { authenticate } from '../access/authenticate.ts'
import { makeKey } from '../account/keys.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { inChunks } from '../base/pieces.ts'
import { jsonBody, json } from '../http/request-context.ts'
import type { HandlerResult, RequestContext, JsonObject, JsonOf } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import type { Store } from '../store/store.ts'
import { gzip, zip } from './archive.ts'
import { deviceTypeContract } from './device-type-handlers.ts'
import { architectureOf, deviceTypeNamed, runsOn } from './device-types.ts'
import { osReleaseNamed, splitVersion } from './system-releases.ts'

type DeviceConfig = JsonOf<'downloads.makeConfig', 200>

/** The options of a request as text, from its query, form or JSON. */
type DownloadOptions = Readonly<Record<string, string>>

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

const optionsFrom = (entries: Iterable<readonly [string, unknown]>): DownloadOptions =>
  Object.fromEntries(
    [...entries].map(([key, value]) => [key, asText(value)] as const).filter(([, value]) => value !== ''),
  )

const ofQuery = ({ url }: RequestContext): DownloadOptions => optionsFrom(url.searchParams)
const ofJson = (body: JsonObject): DownloadOptions => optionsFrom(Object.entries(body))

const isTrue = (value: string | undefined) => value === 'true' || value === 'on' || value === '1'

const optionsOfBody = async (context: RequestContext): Promise<DownloadOptions> =>
  ofJson(await jsonBody(context))

/** HTML forms send the session token in a field (docs/platform/authentication.md). */
function withToken(context: RequestContext, token: string | undefined): RequestContext {
  if (token === undefined || context.caller.kind !== 'anonymous') return context
  const { store, cloud, now } = context
  const caller = authenticate(store, token, now, cloud.realNow())
  if (caller.kind === 'user' && caller.pending === true) throw unauthorized()
  return { ...context, caller, access: callerAccess(store, cloud.accessIndex, caller, now) }
}

/** The fleet that a device will join. Throws 400 without one, and 401 when the caller may not add devices to it. */
function fleetOf({ store, access }: RequestContext, { appId }: DownloadOptions): number {
  const id = Number(appId)
  if (!Number.isInteger(id) || id === 0) throw new HttpError(400, 'An appId is required.')
  if (
    store.rows('application').byId(id) < 0 ||
    !access.can('resin.device.create', { kind: 'application', id })
  ) {
    const status = store.platform.name === 'open' ? 404 : 401
    throw new HttpError(status, 'You do not have permission to access this application')
  }
  return id
}

/** The requested device type, by default that of the fleet. Throws 400 when it cannot run the releases of the fleet. */
function typeOf({ store }: RequestContext, requested: string | undefined, fleet: number | null) {
  const own = fleet === null ? null : store.rows('application').reader('is_for__device_type')(fleet)
  if (requested === undefined) {
    if (own === null) throw new HttpError(400, 'A deviceType is required.')
    return { id: own, slug: store.rows('device_type').reader('slug')(own) }
  }
  const type = deviceTypeNamed(store, requested)
  if (own !== null && !runsOn(architectureOf(store, type.id), architectureOf(store, own))) {
    throw new HttpError(400, `Device type ${type.slug} cannot run the releases of this fleet`)
  }
  return type
}

function versionOf({ version }: DownloadOptions): string {
  if (version === undefined) throw new HttpError(400, 'A version is required.')
  return version
}

const LAST_UNSUPPORTED = '1.2.0'

/** The major number of a version. Throws 400 on an unsupported or invalid version. */
function supportedMajor(version: string): number {
  const parsed = parse(version)
  if (parsed !== null && parsed.compare(LAST_UNSUPPORTED) > 0) return parsed.major
  throw new HttpError(
    400,
    `balenaOS versions <= ${LAST_UNSUPPORTED} are no longer supported, please update to a newer version.`,
  )
}

const MINUTE = 60_000
const DEFAULT_POLL_MINUTES = 15

function pollIntervalOf({ appUpdatePollInterval: requested }: DownloadOptions): number {
  const minutes = requested === undefined ? DEFAULT_POLL_MINUTES : Number(requested)
  if (!Number.isFinite(minutes) || minutes <= 0) {
    throw new HttpError(400, 'appUpdatePollInterval must be a number of minutes')
  }
  return Math.round(minutes * MINUTE)
}

/** OS versions before 2.0.0 read a static IP address from a file; later ones are configured on the device. */
function networkOf(
  options: DownloadOptions,
  major: number,
): Pick<DeviceConfig, 'wifiSsid' | 'wifiKey' | 'files'> {
  const { network = 'ethernet', wifiSsid, wifiKey, ip, gateway, netmask } = options
  if (network !== 'ethernet' && network !== 'wifi')
    throw new HttpError(400, `Unknown network type ${network}`)
  if (network === 'wifi' && wifiSsid === undefined) {
    throw new HttpError(400, 'A wifiSsid is required for network wifi.')
  }
  const address = ip === undefined ? [] : [`IPv4=${[ip, netmask, gateway].filter(Boolean).join('/')}`]
  return {
    ...(network === 'wifi' ? { wifiSsid, ...(wifiKey === undefined ? {} : { wifiKey }) } : {}),
    ...(ip === undefined || major >= 2
      ? {}
      : {
          files: {
            'network/network.config': ['[service_home_ethernet]', 'Type=ethernet', ...address, ''].join('\n'),
          },
        }),
  }
}

function expiryOf({ provisioningKeyExpiryDate: requested }: DownloadOptions): number | null {
  if (requested === undefined || requested === 'null') return null
  const at = new Date(requested).getTime()
  if (Number.isNaN(at)) throw new HttpError(400, 'Key expiry date should be a valid date')
  return at
}

interface Planned {
  fleet: number
  type: { id: number; slug: string }
  /** Creates the provisioning key and the configuration; to be called when all other checks have passed. */
  make(): DeviceConfig
}

/** How a provisioning key is named that no name was given for. */
const namesOfKey = ({ platform }: Store, slug: string): { name: string; description?: string } =>
  platform.name === 'open'
    ? {
        name: 'Automatically generated provisioning key',
        description: 'Automatically generated for a config file generation',
      }
    : { name: `Automatically generated for an image of ${slug}` }

function planConfig(context: RequestContext, options: DownloadOptions): Planned {
  const { store, access, caller, url, now } = context
  if (caller.kind === 'anonymous') throw unauthorized()
  const fleet = fleetOf(context, options)
  const major = supportedMajor(splitVersion(versionOf(options)).version)
  const type = typeOf(context, options['deviceType'], fleet)
  const appUpdatePollInterval = pollIntervalOf(options)
  const network = networkOf(options, major)
  const expiry = expiryOf(options)
  const user = access.caller.kind === 'user' ? access.caller.user : null
  const application = store.rows('application').row(fleet)
  const named = namesOfKey(store, type.slug)
  return {
    fleet,
    type,
    make: () => ({
      applicationId: fleet,
      applicationName: application.app_name,
      deviceType: type.slug,
      ...(user === null ? {} : { userId: user, username: store.rows('user').reader('username')(user) }),
      appUpdatePollInterval,
      listenPort: 48484,
      vpnPort: 443,
      apiEndpoint: url.origin,
      ...context.cloud.deviceEndpoints,
      mixpanelToken: '',
      apiKey: makeKey(store, now, {
        actor: application.actor,
        role: 'provisioning-api-key',
        name: options['provisioningKeyName'] ?? named.name,
        description: options['provisioningKeyDescription'] ?? named.description,
        expiry,
      }),
      persistentLogging: false,
      ...network,
      ...(isTrue(options['developmentMode']) ? { developmentMode: true } : {}),
      ...(isTrue(options['secureBoot'] ?? options['secureboot']) ? { installer: { secureboot: true } } : {}),
    }),
  }
}

const FILE_TYPES: Readonly<Record<string, string>> = {
  '.img': 'application/octet-stream',
  '.zip': 'application/zip',
  '.gz': 'application/gzip',
}

/** The configuration of an image without a fleet. */
const unconfigured = (deviceType: string) => ({ deviceType, persistentLogging: false })

/** An image, configured for a fleet if one is given. */
async function image(context: RequestContext, options: DownloadOptions): Promise<HandlerResult<never>> {
  const { store } = context
  const { fileType = '.img', imageType } = options
  const type = FILE_TYPES[fileType]
  if (type === undefined) throw new HttpError(400, `Unknown file type ${fileType}`)
  if (imageType !== undefined && imageType !== 'raw' && imageType !== 'flasher') {
    throw new HttpError(400, `Unknown image type ${imageType}`)
  }
  const version = versionOf(options)
  const planned = options['appId'] === undefined ? undefined : planConfig(context, options)
  const device = typeOf(context, options['deviceType'], planned?.fleet ?? null)
  const release = osReleaseNamed(store, device.id, version)
  if (release === undefined) {
    throw new HttpError(404, `Device ${device.slug} not found for ${version} version`)
  }
  const fleetName = planned === undefined ? [] : [store.rows('application').reader('app_name')(planned.fleet)]
  const mode = isTrue(options['developmentMode']) ? ['dev'] : []
  const name = `${['flotilla', ...fleetName, device.slug, release.version, ...mode].join('-')}.img`
  const { diskImage } = await import('./disk-image.ts')
  const disk = diskImage({
    deviceType: device.slug,
    version: release.version,
    variant: isTrue(options['developmentMode']) ? 'dev' : 'prod',
    config: planned?.make() ?? unconfigured(device.slug),
    contract: deviceTypeContract(store, device.id),
  })
  const bytes = fileType === '.zip' ? await zip(name, disk) : fileType === '.gz' ? await gzip(disk) : disk
  const filename = fileType === '.img' ? name : `${name}${fileType}`
  return {
    status: 200,
    kind: 'stream',
    type,
    stream: inChunks(bytes),
    headers: {
      'Content-Length': String(bytes.length),
      'Content-Disposition': `attachment; filename="${filename}"`,
    },
  }
}

export const downloadHandlers: ServiceHandlers<'downloads'> = {
  'downloads.image': (context) => image(context, ofQuery(context)),

  async 'downloads.imageByForm'(context) {
    const { _token: token, ...options } = await optionsOfBody(context)
    return image(withToken(context, token), options)
  },

  'downloads.config': (context) => json<DeviceConfig>(planConfig(context, ofQuery(context)).make()),

  async 'downloads.makeConfig'(context) {
    const { _token: token, ...options } = await optionsOfBody(context)
    return json<DeviceConfig>(planConfig(withToken(context, token), options).make())
  },
}
