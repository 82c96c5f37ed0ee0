import { HttpError, unauthorized, unknownName } from '../base/http-error.ts'
import { requireRoom } from '../billing/allowance.ts'
import { isOnFreePlan } from '../billing/subscriptions.ts'
import { checkTarget, targetRule } from '../fleets/application-rules.ts'
import { requireSystem } from '../fleets/application-type.ts'
import type { Completed, ResourceRules, RuleContext } from '../http/resource-rules.ts'
import { rejectDowngrade, replaceSystem } from '../os/system-releases.ts'
import { registerRelease } from '../releases/release-sync.ts'
import type { Store } from '../store/store.ts'
import type { RowInput } from '../store/stored-row.ts'
import type { Value } from '../store/table.ts'
import { checkDeviceName, checkDeviceUuid } from './device-names.ts'
import { provisionDevice } from './provisioning.ts'
import { targetReportedVersions } from './reported-versions.ts'
import { replaceSimulated } from './state-report-handlers.ts'
import { writtenReport } from './state-report-parser.ts'

/**
 * Fields reported by the device. Users who can change the device can also write them; a simulated device then becomes an
 * external one, so that the values are not overwritten.
 */
const REPORTED: ReadonlySet<string> = new Set([
  'cpu_id',
  'cpu_temp',
  'cpu_usage',
  'download_progress',
  'ip_address',
  'api_heartbeat_state',
  'is_connected_to_vpn',
  'is_online',
  'is_running__release',
  'is_undervolted',
  'last_connectivity_event',
  'mac_address',
  'memory_total',
  'memory_usage',
  'os_variant',
  'os_version',
  'provisioning_progress',
  'provisioning_state',
  'public_address',
  'status',
  'storage_block_device',
  'storage_total',
  'storage_usage',
  'supervisor_version',
  'update_status',
  'last_update_status_event',
])

type DeviceInput = RowInput<'device'>

const reportedOf = (values: Completed<DeviceInput>): DeviceInput =>
  Object.fromEntries(Object.entries(values).filter(([field]) => REPORTED.has(field)))

function applyReported(store: Store, index: number, reported: DeviceInput): void {
  if (Object.keys(reported).length === 0) return
  const report = writtenReport(store, reported)
  targetReportedVersions(store, index, report)
  replaceSimulated(store, index)
  store.world.applyReport(index, report, true)
}

/** Fields that can be set on a preregistered device, besides uuid, name, type and fleet. */
const WRITABLE_AT_CREATION: ReadonlySet<string> = new Set([
  'custom_latitude',
  'custom_longitude',
  'is_accessible_by_support_until__date',
  'is_web_accessible',
  'local_id',
  'note',
])

/** Applications whose releases are supervisors. */
const SUPERVISOR_APPS = ['aarch64', 'amd64', 'armv7hf', 'i386', 'i386-nlp', 'rpi'].map(
  (architecture) => `balena_os/${architecture}-supervisor`,
)

function checkCoordinate(field: string, value: Value | undefined, limit: number): void {
  if (typeof value !== 'string' || value === '') return
  const degrees = Number(value)
  if (Number.isFinite(degrees) && Math.abs(degrees) <= limit) return
  throw new HttpError(
    400,
    `It is necessary that each device has a ${field.replaceAll('_', ' ')} that is valid.`,
  )
}

function checkFields(values: DeviceInput): void {
  const { device_name: name } = values
  if (typeof name === 'string') checkDeviceName(name)
  checkCoordinate('custom_latitude', values.custom_latitude, 90)
  checkCoordinate('custom_longitude', values.custom_longitude, 180)
}

function checkFleet({ store, access }: RuleContext, fleet: Value | undefined): void {
  if (typeof fleet !== 'number')
    throw unknownName('A device needs belongs_to__application, the id of its fleet.')
  if (store.rows('application').byId(fleet) < 0 || !access.applications.has(fleet)) {
    throw new HttpError(404, "Application doesn't exist or you have no access to it.")
  }
}

/** Throws 400 unless the release is a successful one of an OS (`host`) or supervisor application. */
function checkPlatformRelease(store: Store, index: number, release: Value | undefined, host: boolean): void {
  if (typeof release !== 'number' || store.rows('release').byId(release) < 0) return
  const row = store.rows('release').row(release)
  const app = store.rows('application').row(row.belongs_to__application)
  const type = store.world.column('deviceTypeId')(index)
  const isSuccess = row.status === 'success'
  const rule = 'It is necessary that each release that should'
  if (host) {
    if (!isSuccess) {
      throw new HttpError(400, `${rule} operate a device, has a status that is equal to "success".`)
    }
    if (app.is_host === true && app.is_for__device_type === type) return
    throw new HttpError(
      400,
      `${rule} operate a device that is of a device type, belongs to an application that is host and is for the device type.`,
    )
  }
  const hasVersion = [row.semver_major, row.semver_minor, row.semver_patch].some((part) => part > 0)
  if (!isSuccess || !hasVersion) {
    throw new HttpError(
      400,
      `${rule} manage a device, has a status that is equal to "success" and has a semver major that is greater than 0 or has a semver minor that is greater than 0 or has a semver patch that is greater than 0.`,
    )
  }
  if (app.is_host !== true && SUPERVISOR_APPS.includes(app.slug)) return
  const slugs = SUPERVISOR_APPS.map((slug) => JSON.stringify(slug)).join(' or ')
  throw new HttpError(
    400,
    `${rule} manage a device that is of a device type1, belongs to an application that is public and is not host and has a slug that is equal to ${slugs} and is for a device type2 that is of a cpu architecture that is supported by the device type1.`,
  )
}

function applicationTypeOf(store: Store, index: number) {
  const fleet = store.world.column('fleetId')(index)
  const type = store.rows('application').reader('application_type')(fleet)
  return store.rows('application_type').row(type)
}

export const deviceRules: ResourceRules<'device'> = {
  computed: ['overall_status', 'overall_progress', 'should_be_running__release'],

  create(context, values) {
    checkFields(values)
    // Only that of a new device is checked.
    const { uuid } = values
    if (uuid !== undefined) checkDeviceUuid(uuid)
    const fleet = values.belongs_to__application
    // A fleet that does not exist is an invalid reference, like any other.
    if (typeof fleet === 'number' && context.store.rows('application').byId(fleet) >= 0) {
      checkFleet(context, fleet)
      requireRoom(context.store, fleet, context.now)
      checkTarget(context.store, fleet, values.is_pinned_on__release, 'device')
    }
    return values
  },

  insert({ store, now }, values) {
    const { uuid, device_name: name } = values
    const index = provisionDevice(store, {
      fleet: Number(values.belongs_to__application),
      deviceType: Number(values.is_of__device_type),
      at: now,
      machine: null,
      ...(typeof uuid === 'string' ? { uuid } : {}),
      ...(typeof name === 'string' ? { name } : {}),
    })
    const writable = Object.entries(values).filter(
      ([field, value]) => value !== null && WRITABLE_AT_CREATION.has(field),
    )
    if (writable.length > 0) store.table('device').update(index, Object.fromEntries(writable))
    const reported = Object.entries(reportedOf(values)).filter(([, value]) => value !== null)
    applyReported(store, index, Object.fromEntries(reported))
    return index
  },

  update(context, index, changes) {
    const { store, access } = context
    const { world } = store
    checkFields(changes)
    const fleet = changes.belongs_to__application
    if (fleet !== undefined) {
      if (fleet === null && store.platform.name === 'open') throw targetRule('device')
      checkFleet(context, fleet)
      const stays = world.column('fleetId')(index) === fleet
      if (!stays && !access.can('resin.device.create', { kind: 'application', id: Number(fleet) }))
        throw unauthorized()
    }
    const current = world.column('fleetId')(index)
    const target = typeof fleet === 'number' ? fleet : current
    const ownerOf = store.rows('application').reader('organization')
    if (ownerOf(target) !== ownerOf(current)) requireRoom(store, target, context.now)
    if (target !== current) requireSystem(store, index, target)
    checkTarget(store, target, changes.is_pinned_on__release, 'device')
    checkPlatformRelease(store, index, changes.should_be_operated_by__release, true)
    checkPlatformRelease(store, index, changes.should_be_managed_by__release, false)
    rejectDowngrade(store, index, 'os', changes.should_be_operated_by__release)
    rejectDowngrade(store, index, 'supervisor', changes.should_be_managed_by__release)
    if (changes.is_web_accessible === true && applicationTypeOf(store, index).supports_web_url !== true) {
      throw new HttpError(403, 'The application type does not support web url.')
    }
    if (changes.is_active === false && world.column('isOnline')(index)) {
      throw new HttpError(400, 'Devices must be offline in order to be deactivated.')
    }
    if (changes.is_active === false && isOnFreePlan(store, ownerOf(target))) {
      throw new HttpError(403, 'Upgrade the plan to deactivate devices.')
    }
    const pin = changes.is_pinned_on__release
    if (typeof pin === 'number' && store.rows('release').byId(pin) >= 0) registerRelease(store, pin)
    return target === current ? changes : { is_pinned_on__release: null, ...changes }
  },

  updating: (_context, _index, changes) =>
    Object.fromEntries(Object.entries(changes).filter(([field]) => !REPORTED.has(field))),

  updated({ store }, index, changes) {
    applyReported(store, index, reportedOf(changes))
    const { should_be_operated_by__release: os, should_be_managed_by__release: supervisor } = changes
    if (typeof os === 'number') replaceSystem(store, index, 'os', os)
    if (typeof supervisor === 'number') replaceSystem(store, index, 'supervisor', supervisor)
  },
}
