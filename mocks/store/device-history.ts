import type { StateInterval, World } from '../../simulator/world/world.ts'
import { deviceActorId, SERVICE_INSTANCE_ID } from './actors.ts'
import { childId, deviceOfChild, otherOfChild } from './device-children.ts'
import { systemText } from './device-fields.ts'
import type { Reader, Table, Value } from './table.ts'

const NONE: readonly number[] = []

const readOnly = () => {
  throw new Error('The history of devices is derived from their events')
}

/** The fields of `device_history` that depend on the period. */
const fields: Readonly<Record<string, (period: StateInterval, device: number) => Value>> = {
  created_at: ({ from }) => from,
  modified_at: ({ from, to }) => to ?? from,
  end_timestamp: ({ to }) => to,
  is_created_by__actor: ({ byItself }, device) => (byItself ? deviceActorId(device) : null),
  tracks__actor: (_period, device) => deviceActorId(device),
  belongs_to__application: ({ fleetId }) => fleetId,
  is_active: ({ isActive }) => isActive,
  is_running__release: ({ runningReleaseId }) => runningReleaseId,
  is_pinned_on__release: ({ pinnedReleaseId }) => pinnedReleaseId,
  is_managed_by__service_instance: ({ cloudlink }) => (cloudlink ? SERVICE_INSTANCE_ID : null),
  os_version: ({ osVersion }) => systemText(osVersion),
  supervisor_version: ({ supervisorVersion }) => supervisorVersion || null,
}

/** Fields with the current value of the device in all periods. */
const CONSTANT: ReadonlySet<string> = new Set([
  'uuid',
  'is_of__device_type',
  'os_variant',
  'cpu_id',
  'should_be_managed_by__release',
])

/** `device_history`: one derived row per period in which a device did not change. Handles are ids. */
export function createDeviceHistoryTable(world: World, devices: Table, version: () => number): Table {
  let cache = new Map<number, StateInterval[]>()
  let cacheKey = ''

  function periodsOf(index: number): StateInterval[] {
    const key = `${world.now()} ${world.mark().changes} ${version()}`
    if (key !== cacheKey) {
      cache = new Map()
      cacheKey = key
    }
    const periods = cache.get(index) ?? world.periods(index)
    cache.set(index, periods)
    return periods
  }
  const rowsOf = (index: number): number[] =>
    world.exists(index) ? periodsOf(index).map(({ n }) => childId(index + 1, n)) : []
  let moved = { version: -1, devices: NONE }
  /** The periods that current and former devices of a fleet spent in it. */
  function rowsOfFleet(fleet: number): number[] {
    if (world.fleet(fleet) === undefined) return []
    const version = world.version('fleetId')
    if (version !== moved.version) moved = { version, devices: world.movedDevices() }
    const devices = new Set([...Array.from(world.devicesOfFleet(fleet)), ...moved.devices])
    return [...devices]
      .filter((index) => world.exists(index))
      .flatMap((index) =>
        periodsOf(index).flatMap(({ n, fleetId }) => (fleetId === fleet ? childId(index + 1, n) : [])),
      )
  }
  const periodOf = (handle: number) => {
    const index = world.indexOfId(deviceOfChild(handle))
    return index < 0 ? undefined : periodsOf(index).find(({ n }) => n === otherOfChild(handle))
  }

  function reader(field: string): Reader {
    if (field === 'id') return (handle) => handle
    if (field === 'tracks__device') return deviceOfChild
    if (CONSTANT.has(field)) {
      const read = devices.reader(field)
      return (handle) => read(world.indexOfId(deviceOfChild(handle)))
    }
    if (field === 'is_ended_by__actor') {
      return (handle) => {
        const device = deviceOfChild(handle)
        const periods = periodsOf(device - 1)
        const next = periods[periods.findIndex(({ n }) => n === otherOfChild(handle)) + 1]
        return next?.byItself === true ? deviceActorId(device) : null
      }
    }
    const read = fields[field]
    return (handle) => {
      const period = periodOf(handle)
      return period === undefined || read === undefined ? null : read(period, deviceOfChild(handle))
    }
  }

  return {
    resource: 'device_history',
    get size() {
      return world.size * 2
    },
    *handles() {
      for (let index = 0; index < world.size; index++) yield* rowsOf(index)
    },
    byId: (id) => (periodOf(id) === undefined ? -1 : id),
    reader,
    find(field, value) {
      if (field === 'tracks__device') {
        const index = typeof value === 'number' ? world.indexOfId(value) : -1
        return index < 0 ? NONE : rowsOf(index)
      }
      if (field === 'uuid') {
        const index = typeof value === 'string' ? world.indexOfUuid(value) : -1
        return index < 0 ? NONE : rowsOf(index)
      }
      if (field === 'belongs_to__application') return typeof value === 'number' ? rowsOfFleet(value) : NONE
      return undefined
    },
    insert: readOnly,
    update: readOnly,
    remove: readOnly,
  }
}
