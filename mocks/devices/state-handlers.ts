import type { ResourceName } from '../../openapi/generated/model.ts'
import type { ExternalReport } from '../../simulator/world/world.ts'
import { makeKey } from '../account/keys.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { frozenDevice, requireRoom } from '../billing/allowance.ts'
import { jsonBody, empty, isJsonObject, json, bodyField } from '../http/request-context.ts'
import type { RequestContext, JsonObject, JsonOf } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import { architectureOf, deviceTypeNamed, runsOn } from '../os/device-types.ts'
import { deviceActorId } from '../store/actors.ts'
import { notUnique } from '../store/constraints.ts'
import type { Store } from '../store/store.ts'
import { deviceOfPath } from './device-access.ts'
import { checkDeviceUuid } from './device-names.ts'
import { provisionDevice } from './provisioning.ts'
import { targetReportedVersions } from './reported-versions.ts'
import { recordPoll, reportHandlers, requireKey } from './state-report-handlers.ts'
import { reportedScalars } from './state-report-parser.ts'

type TargetV3 = JsonOf<'state.readV3', 200>
type TargetReleaseV3 = NonNullable<TargetV3[string]['apps'][string]['releases']>[string]
type TargetV2 = JsonOf<'state.readV2', 200>

const rowsOf = (store: Store, resource: ResourceName, field: string, id: number) => {
  const table = store.table(resource)
  return Array.from(table.find(field, id) ?? [])
}

function pairs(store: Store, resource: ResourceName, field: string, id: number): Record<string, string> {
  const table = store.table(resource)
  const [name, value] = [table.reader('name'), table.reader('value')]
  return Object.fromEntries(
    rowsOf(store, resource, field, id).map((handle) => [String(name(handle)), String(value(handle))]),
  )
}

/** The owner of a target: a device, or a fleet, whose target applies to devices without their own settings. */
interface TargetOwner {
  fleet: number
  /** Id of the device; null for the target of the fleet. */
  device: number | null
}

/** Variables of the dashboard, which no device receives. */
const OF_DASHBOARD = /^(?:RESIN|BALENA)_UI/

/** A variable that makes devices with a read-only file system restart again and again. */
const NEVER_SENT = 'RESIN_HOST_LOG_TO_DISPLAY'

const POLL_INTERVAL = 'RESIN_SUPERVISOR_POLL_INTERVAL'

/** The configuration of a target. Its poll interval is never below the minimum; one that is no number becomes `NaN`. */
function configOf(store: Store, { fleet, device }: TargetOwner): Record<string, string> {
  const { defaultConfig, defaultPollInterval, minPollInterval } = store.platform
  const config: Record<string, string> = {
    ...defaultConfig,
    ...pairs(store, 'application_config_variable', 'application', fleet),
    ...(device === null ? {} : pairs(store, 'device_config_variable', 'device', device)),
  }
  const requested = config[POLL_INTERVAL]
  const interval = requested === undefined ? defaultPollInterval : Number.parseInt(requested, 10)
  config[POLL_INTERVAL] = String(Math.max(interval, minPollInterval))
  return Object.fromEntries(
    Object.entries(config).filter(([name]) => name !== NEVER_SENT && !OF_DASHBOARD.test(name)),
  )
}

function deviceEnvironment(store: Store, device: number, service: number): Record<string, string> {
  const installs = store.table('service_install')
  const serviceOf = installs.reader('installs__service')
  const install = Array.from(installs.find('device', device) ?? []).find((row) => serviceOf(row) === service)
  return {
    ...pairs(store, 'device_environment_variable', 'device', device),
    ...(install === undefined
      ? {}
      : pairs(store, 'device_service_environment_variable', 'service_install', install)),
  }
}

/** The environment of a service. Later sources override earlier ones (docs/platform/derived-values.md). */
function environmentOf(
  store: Store,
  { fleet, device }: TargetOwner,
  service: number,
  join: number,
): Record<string, string> {
  return {
    ...pairs(store, 'image_environment_variable', 'release_image', join),
    ...pairs(store, 'application_environment_variable', 'application', fleet),
    ...pairs(store, 'service_environment_variable', 'service', service),
    ...(device === null ? {} : deviceEnvironment(store, device, service)),
  }
}

/** Labels that follow from the configuration, unless a service has them. */
const CONFIGURED_LABELS: Readonly<Record<string, string>> = {
  RESIN_SUPERVISOR_UPDATE_STRATEGY: 'io.resin.update.strategy',
  RESIN_SUPERVISOR_HANDOVER_TIMEOUT: 'io.resin.update.handover-timeout',
}

/** The labels of a service: those of the service win over those of its image, and both over those of the configuration. */
function labelsOf(
  store: Store,
  service: number,
  join: number,
  { config, labels: defaults }: TargetDefaults,
): Record<string, string> {
  const labels: Record<string, string> = { ...defaults }
  const parts = [
    ['image_label', 'release_image', join],
    ['service_label', 'service', service],
  ] as const
  for (const [resource, field, id] of parts) {
    const table = store.rows(resource)
    for (const handle of rowsOf(store, resource, field, id)) {
      const row = table.row(handle)
      labels[row.label_name] = row.value
    }
  }
  for (const [variable, label] of Object.entries(CONFIGURED_LABELS)) {
    const value = config[variable]
    if (value !== undefined) labels[label] ??= value
  }
  return labels
}

/** What applies to all services of a target. */
interface TargetDefaults {
  config: Readonly<Record<string, string>>
  labels?: Readonly<Record<string, string>>
}

interface TargetService {
  id: number
  name: string
  imageId: number
  image: string
  environment: Record<string, string>
  labels: Record<string, string>
  /** Its part of the compose document; undefined if it is not part of it. */
  composition: JsonObject | undefined
  contract: JsonObject | null
}

/** The part of a compose document without the instructions for the builder. */
function withoutBuild(part: unknown): JsonObject | undefined {
  if (!isJsonObject(part)) return undefined
  const { build: _build, ...rest } = part
  return rest
}

function servicesOf(
  store: Store,
  owner: TargetOwner,
  release: number,
  defaults: TargetDefaults,
): TargetService[] {
  const images = store.rows('image')
  const joins = store.rows('release_image')
  const composition = store.rows('release').row(release).composition
  const described =
    isJsonObject(composition) && isJsonObject(composition['services']) ? composition['services'] : {}
  return rowsOf(store, 'release_image', 'is_part_of__release', release).map((join) => {
    const imageId = joins.row(join).image
    const image = images.row(imageId)
    const id = image.is_a_build_of__service
    const name = store.rows('service').reader('service_name')(id)
    const hash = image.content_hash
    return {
      id,
      name,
      imageId,
      image:
        `${image.is_stored_at__image_location}${typeof hash === 'string' ? `@${hash}` : ''}`.toLowerCase(),
      environment: environmentOf(store, owner, id, join),
      labels: labelsOf(store, id, join, defaults),
      composition: withoutBuild(described[name]),
      contract: isJsonObject(image.contract) ? image.contract : null,
    }
  })
}

const unseen = () => unauthorized()

function targetDevice(context: RequestContext): number {
  const index = deviceOfPath(context, unseen)
  const fleet = context.store.world.column('fleetId')(index)
  recordPoll(context, index, configOf(context.store, { fleet, device: index + 1 }))
  return index
}

function classOf(value: unknown): 'fleet' | 'block' | 'app' {
  return value === 'block' || value === 'app' ? value : 'fleet'
}

/** A section of the compose document of a release; undefined if missing. */
function partOf(store: Store, release: number, name: 'networks' | 'volumes'): JsonObject | undefined {
  const composition = store.rows('release').row(release).composition
  const part = isJsonObject(composition) ? composition[name] : undefined
  return isJsonObject(part) ? part : undefined
}

/** A release of a target in the format for supervisors since version 13 (docs/platform/device-protocol.md). */
function targetRelease(
  store: Store,
  owner: TargetOwner,
  release: number,
  defaults: TargetDefaults,
): TargetReleaseV3 {
  const services = servicesOf(store, owner, release, defaults).map(
    ({ id, name, imageId, image, environment, labels, composition, contract }) =>
      [
        name,
        {
          id,
          image_id: imageId,
          image,
          environment,
          labels,
          ...(contract === null ? {} : { contract }),
          ...(composition === undefined ? {} : { composition }),
        },
      ] as const,
  )
  const networks = partOf(store, release, 'networks')
  const volumes = partOf(store, release, 'volumes')
  return {
    id: release,
    ...(services.length === 0 ? {} : { services: Object.fromEntries(services) }),
    ...(networks === undefined ? {} : { networks }),
    ...(volumes === undefined ? {} : { volumes }),
  }
}

/** Without this label, a device takes the service of its OS for one of its own and starts it again and again. */
const HOST_LABELS = { 'io.balena.image.store': 'root' } as const

/**
 * The target OS and supervisor releases of a device, as apps (docs/platform/device-protocol.md). They have their own
 * fleet's environment and that of the device; the configuration adds no labels.
 */
function systemApps(store: Store, device: number): TargetV3[string]['apps'] {
  const apps: TargetV3[string]['apps'] = {}
  const index = store.world.indexOfId(device)
  for (const field of ['should_be_managed_by__release', 'should_be_operated_by__release'] as const) {
    const release = store.table('device').reader(field)(index)
    if (typeof release !== 'number' || store.rows('release').byId(release) < 0) continue
    const { belongs_to__application: id, commit } = store.rows('release').row(release)
    const fleet = id
    const app = store.rows('application').row(fleet)
    const labels = field === 'should_be_operated_by__release' ? { labels: HOST_LABELS } : {}
    apps[app.uuid] = {
      id: fleet,
      name: app.app_name,
      is_host: app.is_host === true,
      class: classOf(app.is_of__class),
      releases: {
        [commit]: targetRelease(store, { fleet, device }, release, { config: {}, ...labels }),
      },
    }
  }
  return apps
}

/** The target for supervisors since version 13 (docs/platform/device-protocol.md). */
function targetV3(store: Store, owner: TargetOwner, release: number | null): TargetV3[string] {
  const fleet = store.rows('application').row(owner.fleet)
  const name = fleet.app_name
  const config = configOf(store, owner)
  const releases =
    release === null
      ? store.platform.listsNoReleases
        ? { releases: {} }
        : {}
      : {
          releases: {
            [store.rows('release').row(release).commit]: targetRelease(store, owner, release, {
              config,
            }),
          },
        }
  return {
    name: owner.device === null ? name : store.world.device(owner.device - 1).name,
    apps: {
      ...(owner.device === null ? {} : systemApps(store, owner.device)),
      [fleet.uuid]: {
        id: owner.fleet,
        name,
        is_host: fleet.is_host === true,
        class: classOf(fleet.is_of__class),
        ...releases,
      },
    },
    config,
  }
}

/** The target of a device, as its supervisor reads it. */
export function deviceTarget(store: Store, index: number): TargetV3 {
  const { id, uuid, fleetId, targetReleaseId } = store.world.device(index)
  return { [uuid]: targetV3(store, { fleet: fleetId, device: id }, targetReleaseId) }
}

/** The fleet of the path. Throws 401 with an empty body when the caller may not see it. */
function targetFleet({ store, caller, source, params }: RequestContext): number {
  if (caller.kind === 'anonymous') throw unauthorized()
  const [fleet = -1] = Array.from(store.rows('application').find('uuid', params['uuid'] ?? '') ?? [])
  const seen = source.visibility('application')?.test(fleet) ?? true
  if (fleet < 0 || !seen) throw unauthorized()
  return fleet
}

/** The open-source backend does not tell an unknown release from one that the caller may not see. */
const unknownRelease = ({ platform }: Store, commit: string) =>
  platform.name === 'open' ? unauthorized() : new HttpError(404, `No release with commit ${commit}`)

/** The release of a fleet with this commit. Throws when there is none that a device can run. */
function releaseOf(store: Store, fleet: number, commit: string): number {
  const releases = store.rows('release')
  const found = rowsOf(store, 'release', 'belongs_to__application', fleet).find((id) => {
    const row = releases.row(id)
    return row.commit === commit && row.status === 'success'
  })
  if (found === undefined) throw unknownRelease(store, commit)
  return found
}

/** Supervisors before version 11.4.14 recognize exactly this text, so the platform sends it as such. */
const uuidTaken = () =>
  new HttpError(409, '"uuid" must be unique.', { 'Content-Type': 'text/html; charset=utf-8' })

interface RegistrationRequest {
  application: number
  uuid: string
  deviceType: string
  apiKey: string | undefined
  facts: ExternalReport
}

/** An id as a number, or as the text of one; undefined for anything else. */
function idOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : undefined
}

const REGISTRATION_TEXTS = [
  'device_type',
  'uuid',
  'api_key',
  'supervisor_version',
  'os_version',
  'os_variant',
  'mac_address',
] as const

/** Validates a registration, in the order of the platform. */
async function registrationOf(context: RequestContext): Promise<RegistrationRequest> {
  const body = await jsonBody(context)
  const text = (name: (typeof REGISTRATION_TEXTS)[number]) => bodyField(body, name)
  for (const name of REGISTRATION_TEXTS) text(name)
  for (const name of ['user', 'application']) {
    const value = body[name] ?? null
    if (value !== null && typeof value !== 'number' && typeof value !== 'string') throw new HttpError(400)
  }
  if ((body['user'] ?? null) !== null && idOf(body['user']) === undefined) {
    throw new HttpError(400, 'User ID must be a valid integer')
  }
  const application = idOf(body['application'])
  if (application === undefined) throw new HttpError(400, 'Application ID must be a valid integer')
  const deviceType = text('device_type')
  if (deviceType === undefined) throw new HttpError(400, 'Device type must be specified')
  const uuid = text('uuid')
  if (uuid === undefined) throw new HttpError(400, 'UUID must be specified')
  const given = Object.entries(body).filter(([, value]) => value !== null)
  return {
    application,
    uuid,
    deviceType,
    apiKey: text('api_key'),
    facts: registeredFacts(Object.fromEntries(given)),
  }
}

/** What a device says of itself when it registers. */
const registeredFacts = ({ supervisor_version, os_version, os_variant, mac_address }: JsonObject) =>
  reportedScalars(
    Object.fromEntries(
      Object.entries({ supervisor_version, os_version, os_variant, mac_address }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
  )

export const stateHandlers: ServiceHandlers<'state'> = {
  ...reportHandlers,

  'state.readV3'(context) {
    const { store } = context
    const index = targetDevice(context)
    if (frozenDevice(store)(index)) return empty(304)
    return json(deviceTarget(store, index))
  },

  'state.readFleet'(context) {
    const { store, url, params } = context
    const fleet = targetFleet(context)
    const commit = url.searchParams.get('releaseUuid') ?? ''
    const target = store.rows('application').row(fleet).should_be_running__release
    const release = commit === '' ? target : releaseOf(store, fleet, commit)
    const owner = { fleet, device: null }
    const body: JsonOf<'state.readFleet', 200> = {
      [params.uuid ?? '']: targetV3(store, owner, typeof release === 'number' ? release : null),
    }
    return json(body)
  },

  'state.readV2'(context) {
    const { store } = context
    const index = targetDevice(context)
    if (frozenDevice(store)(index)) return empty(304)
    const device = store.world.device(index)
    const fleet = store.rows('application').row(device.fleetId)
    const release = device.targetReleaseId
    const owner = { fleet: device.fleetId, device: device.id }
    const config = configOf(store, owner)
    const services = release === null ? [] : servicesOf(store, owner, release, { config })
    const body: TargetV2 = {
      local: {
        name: device.name,
        config,
        apps: {
          [String(device.fleetId)]: {
            name: fleet.app_name,
            ...(release === null
              ? {}
              : { releaseId: release, commit: store.rows('release').row(release).commit }),
            services: Object.fromEntries(
              services.map(
                ({ id, name: serviceName, imageId, image, environment, labels, contract, composition }) => [
                  String(id),
                  {
                    ...composition,
                    imageId,
                    serviceName,
                    image,
                    running: true,
                    environment,
                    labels,
                    ...(contract === null ? {} : { contract }),
                  },
                ],
              ),
            ),
            networks: (release === null ? undefined : partOf(store, release, 'networks')) ?? {},
            volumes: (release === null ? undefined : partOf(store, release, 'volumes')) ?? {},
          },
        },
      },
      dependent: { apps: {}, devices: {} },
    }
    return json(body)
  },

  async 'state.register'(context) {
    const { store, access, now } = context
    requireKey(context)
    const body = await registrationOf(context)
    if (store.world.indexOfUuid(body.uuid) >= 0) throw uuidTaken()
    if (body.apiKey !== undefined && store.secrets.keys.has(body.apiKey)) throw notUnique(['key'])
    const { application, uuid, apiKey, facts } = body
    const deviceType = deviceTypeNamed(store, body.deviceType)
    if (!access.can('resin.device.create', { kind: 'application', id: application })) throw unauthorized()
    const fleetType = store.rows('application').reader('is_for__device_type')(application)
    if (!runsOn(architectureOf(store, deviceType.id), architectureOf(store, fleetType))) {
      throw new HttpError(400, `Device type ${body.deviceType} cannot run the releases of this fleet`)
    }
    checkDeviceUuid(uuid)
    requireRoom(store, application, now)
    const newDevice = { fleet: application, deviceType: deviceType.id, uuid, at: now, machine: null }
    const index = provisionDevice(store, newDevice)
    const id = index + 1
    // A device that reports values during registration exists, even before it uses its key.
    if (Object.keys(facts).length > 0) {
      targetReportedVersions(store, index, facts)
      store.world.attachExternalDevice(index)
      // Registration does not count as a contact.
      store.world.applyReport(index, facts, true)
    }
    const api_key = makeKey(store, now, { actor: deviceActorId(id), role: 'device-api-key', secret: apiKey })
    return json<JsonOf<'state.register', 201>>({ id, uuid, api_key }, 201)
  },
}
