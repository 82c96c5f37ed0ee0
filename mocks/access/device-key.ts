import type { ResourceName } from '../../openapi/generated/model.ts'
import type { Store } from '../store/store.ts'
import type { Value } from '../store/table.ts'

type Write = 'create' | 'update' | 'delete'

const EVERYTHING: readonly Write[] = ['create', 'update', 'delete']
const READ: readonly Write[] = []

/**
 * The resources that the key of a device can read, and what it can write of the rows of its own device
 * (docs/platform/device-protocol.md). It can do nothing with any other resource.
 */
const RIGHTS: Partial<Record<ResourceName, readonly Write[]>> = {
  application: READ,
  application_config_variable: READ,
  application_environment_variable: READ,
  application_tag: READ,
  device: ['update'],
  device_config_variable: ['create', 'update'],
  device_environment_variable: EVERYTHING,
  device_service_environment_variable: EVERYTHING,
  device_tag: EVERYTHING,
  image: READ,
  image_environment_variable: READ,
  image_install: ['create', 'update'],
  image_label: READ,
  release: READ,
  release_image: READ,
  release_tag: READ,
  service: READ,
  service_environment_variable: READ,
  service_install: EVERYTHING,
  service_label: READ,
  user_public_key: READ,
}

/** Permissions on the device itself, besides those of its row. */
const ON_DEVICE: ReadonlySet<string> = new Set([
  'resin.device.cloudlink',
  'resin.device.supervisor-proxy-write',
  'resin.device.write-log',
])

const rights: ReadonlyMap<string, readonly Write[]> = new Map(Object.entries(RIGHTS))

/** Whether a device can read a resource with its key. */
export const deviceReads = (resource: string): boolean => rights.has(resource)

/** Whether a device can write rows of a resource, if they are its own. */
export const deviceWrites = (resource: string, action: string): boolean =>
  rights.get(resource)?.some((one) => one === action) === true

/** Whether a device has a permission, such as `resin.device.update`, on its own row and what belongs to it. */
export function deviceMay(permission: string): boolean {
  const [, resource = '', action = ''] = permission.split('.')
  return ON_DEVICE.has(permission) || deviceWrites(resource, action)
}

const HOLDERS = ['should_be_managed_by__release', 'should_be_operated_by__release'] as const

/** The public applications whose releases are the supervisor and the OS of a device. */
function systemApplications(store: Store, index: number): number[] {
  const devices = store.table('device')
  const [releases, applications] = [store.rows('release'), store.rows('application')]
  return HOLDERS.flatMap((field) => {
    const release = devices.reader(field)(index)
    if (typeof release !== 'number' || releases.byId(release) < 0) return []
    const application = releases.row(release).belongs_to__application
    return applications.row(application).is_public === true ? [application] : []
  })
}

/** What decides on a new row, if its resource has it. */
interface AddedRow {
  installs__service?: Value
  installs__image?: Value
}

/**
 * Whether a device can add this row to itself: services only of its fleet, its supervisor and its OS, images also of other public
 * applications. It can add any row of other resources.
 */
export function deviceMayAdd(
  store: Store,
  device: number,
  resource: ResourceName,
  values: AddedRow,
): boolean {
  const index = store.world.indexOfId(device)
  const fleet = store.world.column('fleetId')(index)
  const applicationOf = store.rows('service').reader('application')
  if (resource === 'service_install') {
    const application = applicationOf(Number(values.installs__service))
    return application === fleet || systemApplications(store, index).some((one) => one === application)
  }
  if (resource !== 'image_install') return true
  const service = store.rows('image').row(Number(values.installs__image)).is_a_build_of__service
  const application = applicationOf(service)
  return application === fleet || store.rows('application').row(application).is_public === true
}

/** The applications that a device can see: its fleet, and public ones for its own type. */
export function applicationsOfDevice(store: Store, index: number): number[] {
  if (index < 0) return []
  const applications = store.rows('application')
  const [isPublic, typeOf] = [applications.reader('is_public'), applications.reader('is_for__device_type')]
  const type = store.world.column('deviceTypeId')(index)
  const forType = [...applications.handles()].filter((id) => isPublic(id) === true && typeOf(id) === type)
  return [store.world.column('fleetId')(index), ...forType]
}
