import type { ResourceName } from '../../openapi/generated/model.ts'
import { makeKey } from '../account/keys.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { frozenDevice, requireRoom } from '../billing/allowance.ts'
import { bodyOf, empty, isJsonObject, json, textOf } from '../http/request-context.ts'
import type { RequestContext, JsonObject, JsonOf } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import { architectureOf, deviceTypeNamed, runsOn } from '../os/device-types.ts'
import { deviceActorId } from '../store/actors.ts'
import { notUnique } from '../store/constraints.ts'
import type { Store } from '../store/store.ts'
import { deviceOfPath } from './device-access.ts'
import { checkDeviceUuid } from './device-names.ts'
import { provisionDevice } from './provisioning.ts'
import { recordPoll, reportHandlers } from './state-report-handlers.ts'
import { scalarsOf } from './state-report-parser.ts'

type TargetV3 = JsonOf<'state.readV3', 200>
type TargetReleaseV3 = TargetV3[string]['apps'][string]['releases'][string]
type TargetV2 = JsonOf<'state.readV2', 200>

/** Default configuration: the poll interval in milliseconds and the logger. */
const DEFAULTS = {
  RESIN_SUPERVISOR_NATIVE_LOGGER: 'true',
  RESIN_SUPERVISOR_POLL_INTERVAL: '900000',
} as const

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

function configOf(store: Store, { fleet, device }: TargetOwner): Record<string, string> {
  const all: Record<string, string> = {
    ...DEFAULTS,
    ...pairs(store, 'application_config_variable', 'application', fleet),
    ...(device === null ? {} : pairs(store, 'device_config_variable', 'device', device)),
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => !/^(RESIN|BALENA)_UI_/.test(name)))
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

function labelsOf(store: Store, service: number, join: number): Record<string, string> {
  const labels: Record<string, string> = {}
  const parts = [
    ['service_label', 'service', service],
    ['image_label', 'release_image', join],
  ] as const
  for (const [resource, field, id] of parts) {
    const table = store.rows(resource)
    for (const handle of rowsOf(store, resource, field, id)) {
      const row = table.row(handle)
      labels[row.label_name] = row.value
    }
  }
  return labels
}

interface TargetService {
  id: number
  name: string
  imageId: number
  image: string
  environment: Record<string, string>
  labels: Record<string, string>
  composition: JsonObject
  contract: JsonObject | null
}

function servicesOf(store: Store, owner: TargetOwner, release: number): TargetService[] {
  const images = store.rows('image')
  const joins = store.rows('release_image')
  const composition = store.rows('release').row(release).composition
  const described =
    isJsonObject(composition) && isJsonObject(composition['services']) ? composition['services'] : {}
  return rowsOf(store, 'release_image', 'is_part_of__release', release).map((join) => {
    const imageId = joins.row(join).image
    const image = images.row(imageId)
    const id = image.is_a_build_of__service
    const name = String(store.rows('service').reader('service_name')(id))
    const hash = image.content_hash
    const part = described[name]
    return {
      id,
      name,
      imageId,
      image: `${image.is_stored_at__image_location}${typeof hash === 'string' ? `@${hash}` : ''}`,
      environment: environmentOf(store, owner, id, join),
      labels: labelsOf(store, id, join),
      composition: isJsonObject(part) ? part : {},
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

/** A section of the compose document of a release; empty if missing. */
function partOf(store: Store, release: number, name: 'networks' | 'volumes'): JsonObject {
  const composition = store.rows('release').row(release).composition
  const part = isJsonObject(composition) ? composition[name] : undefined
  return isJsonObject(part) ? part : {}
}

/** A release of a target in the format for supervisors since version 13 (docs/platform/device-protocol.md). */
function targetRelease(store: Store, owner: TargetOwner, release: number): TargetReleaseV3 {
  const services = servicesOf(store, owner, release).map(
    ({ id, name, imageId, image, environment, labels, composition, contract }) =>
      [
        name,
        {
          id,
          image_id: imageId,
          image,
          environment,
          labels,
          composition,
          ...(contract === null ? {} : { contract }),
        },
      ] as const,
  )
  return {
    id: release,
    services: Object.fromEntries(services),
    volumes: partOf(store, release, 'volumes'),
    networks: partOf(store, release, 'networks'),
  }
}

/** The target OS and supervisor releases of a device, as apps (docs/platform/device-protocol.md). */
function systemApps(store: Store, owner: TargetOwner, device: number): TargetV3[string]['apps'] {
  const apps: TargetV3[string]['apps'] = {}
  const index = store.world.indexOfId(device)
  for (const field of ['should_be_operated_by__release', 'should_be_managed_by__release']) {
    const release = store.table('device').reader(field)(index)
    if (typeof release !== 'number' || store.rows('release').byId(release) < 0) continue
    const { belongs_to__application: id, commit } = store.rows('release').row(release)
    const app = store.rows('application').row(id)
    apps[app.uuid] = {
      id,
      name: app.app_name,
      is_host: app.is_host === true,
      class: classOf(app.is_of__class),
      releases: { [commit]: targetRelease(store, owner, release) },
    }
  }
  return apps
}

/** The target for supervisors since version 13 (docs/platform/device-protocol.md). */
function targetV3(store: Store, owner: TargetOwner, release: number | null): TargetV3[string] {
  const fleet = store.rows('application').row(owner.fleet)
  const name = fleet.app_name
  const releases =
    release === null
      ? {}
      : { [store.rows('release').row(release).commit]: targetRelease(store, owner, release) }
  return {
    name: owner.device === null ? name : store.world.device(owner.device - 1).name,
    apps: {
      [fleet.uuid]: {
        id: owner.fleet,
        name,
        is_host: false,
        class: classOf(fleet.is_of__class),
        releases,
      },
      ...(owner.device === null ? {} : systemApps(store, owner, owner.device)),
    },
    config: configOf(store, owner),
  }
}

/** The fleet of the path. Throws 401 with an empty body when the caller may not see it. */
function targetFleet({ store, caller, source, params }: RequestContext): number {
  if (caller.kind === 'anonymous') throw unauthorized()
  const [fleet = -1] = Array.from(store.rows('application').find('uuid', params['uuid'] ?? '') ?? [])
  const seen = source.visibility('application')?.test(fleet) ?? true
  if (fleet < 0 || !seen) throw unauthorized()
  return fleet
}

/** The release of a fleet with this commit. Throws 404 when there is none that a device can run. */
function releaseOf(store: Store, fleet: number, commit: string): number {
  const releases = store.rows('release')
  const found = rowsOf(store, 'release', 'belongs_to__application', fleet).find((id) => {
    const row = releases.row(id)
    return row.commit === commit && row.status === 'success'
  })
  if (found === undefined) throw new HttpError(404, `No release with commit ${commit}`)
  return found
}

export const stateHandlers: ServiceHandlers<'state'> = {
  ...reportHandlers,

  'state.readV3'(context) {
    const { store } = context
    const index = targetDevice(context)
    if (frozenDevice(store)(index)) return empty(304)
    const { id, uuid, fleetId, targetReleaseId } = store.world.device(index)
    const body: TargetV3 = { [uuid]: targetV3(store, { fleet: fleetId, device: id }, targetReleaseId) }
    return json(body)
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
    const services = release === null ? [] : servicesOf(store, owner, release)
    const body: TargetV2 = {
      local: {
        name: device.name,
        config: configOf(store, owner),
        apps: {
          [String(device.fleetId)]: {
            name: fleet.app_name,
            ...(release === null
              ? {}
              : { releaseId: release, commit: store.rows('release').row(release).commit }),
            services: Object.fromEntries(
              services.map(({ id, name, imageId, image, environment, labels, composition }) => [
                String(id),
                { ...composition, imageId, serviceName: name, image, running: true, environment, labels },
              ]),
            ),
            networks: release === null ? {} : partOf(store, release, 'networks'),
            volumes: release === null ? {} : partOf(store, release, 'volumes'),
          },
        },
      },
      dependent: { apps: {}, devices: {} },
    }
    return json(body)
  },

  async 'state.register'(context) {
    const { store, caller, now } = context
    if (caller.kind === 'anonymous') throw new HttpError(401, { error: 'API key required' })
    const body = await bodyOf(context)
    const uuid = textOf(body, 'uuid')
    if (uuid === undefined || uuid === '') throw new HttpError(400, 'UUID must be specified')
    const application = body.application
    if (typeof application !== 'number') throw new HttpError(400)
    const allowed =
      (caller.kind === 'application' && caller.application === application) ||
      (caller.kind === 'user' &&
        context.access.can('resin.device.create', { kind: 'application', id: application }))
    if (!allowed) throw unauthorized()
    const slug = textOf(body, 'device_type') ?? ''
    const deviceType = deviceTypeNamed(store, slug)
    const fleetType = Number(store.rows('application').reader('is_for__device_type')(application))
    if (!runsOn(architectureOf(store, deviceType.id), architectureOf(store, fleetType))) {
      throw new HttpError(400, `Device type ${slug} cannot run the releases of this fleet`)
    }
    checkDeviceUuid(uuid)
    const facts = scalarsOf(body)
    if (store.world.indexOfUuid(uuid) >= 0) throw notUnique(['uuid'])
    requireRoom(store, application, now)
    const newDevice = { fleet: application, deviceType: deviceType.id, uuid, at: now, machine: null }
    const index = provisionDevice(store, newDevice)
    const id = index + 1
    // A device that reports values during registration exists, even before it uses its key.
    if (Object.keys(facts).length > 0) {
      store.world.attachExternalDevice(index)
      // Registration does not count as a contact.
      store.world.applyReport(index, facts, true)
    }
    const secret = textOf(body, 'api_key')
    const api_key = makeKey(store, now, { actor: deviceActorId(id), role: 'device-api-key', secret })
    return json<JsonOf<'state.register', 201>>({ id, uuid, api_key }, 201)
  },
}
