import type { ResourceName } from '../../openapi/generated/model.ts'
import type { Store } from '../store/store.ts'

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

/** The applications that a device can see: its fleet, and public ones for its own type. */
export function applicationsOfDevice(store: Store, index: number): number[] {
  if (index < 0) return []
  const applications = store.rows('application')
  const [isPublic, typeOf] = [applications.reader('is_public'), applications.reader('is_for__device_type')]
  const type = store.world.column('deviceTypeId')(index)
  const forType = [...applications.handles()].filter((id) => isPublic(id) === true && typeOf(id) === type)
  return [store.world.column('fleetId')(index), ...forType]
}
