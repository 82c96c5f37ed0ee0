import { INSTALL_STATUSES } from '../../simulator/device/device-state.ts'
import { DOWN_STATUSES } from '../../simulator/device/services.ts'
import type { ServiceState, World } from '../../simulator/world/world.ts'
import type { DeviceStates } from './device-states.ts'
import type { ServiceInstallChanges } from './service-install-changes.ts'
import { createSortIndexes } from './sort-index.ts'
import type { RowInput } from './stored-row.ts'
import type { Reader, Table, Value, Values } from './table.ts'

/** The id of a row of a device is the device id times this, plus the id of the related row. */
const IDS_PER_DEVICE = 65_536

export const childId = (deviceId: number, otherId: number): number => deviceId * IDS_PER_DEVICE + otherId

export const deviceOfChild = (id: number): number => Math.floor(id / IDS_PER_DEVICE)

export const otherOfChild = (id: number): number => id % IDS_PER_DEVICE

const NONE: readonly number[] = []

const readOnly = (resource: string) => () => {
  throw new Error(`Rows of ${resource} are derived from the devices`)
}

interface ChildOptions {
  resource: string
  world: World
  /** Ids of the related rows of a device. */
  others(index: number): readonly number[]
  reader(field: string): Reader
  /** Average number of rows per device, for the query planner. */
  perDevice: number
  update?(handle: number, changes: Values): void
  remove?(handle: number): void
}

/** A derived table with one row per device and related row. Handles are ids. */
function createChildTable(options: ChildOptions): Table {
  const { resource, world, others, reader, perDevice } = options
  const rowsOf = (index: number): number[] =>
    world.exists(index) ? others(index).map((other) => childId(index + 1, other)) : []
  return {
    resource,
    get size() {
      return world.size * perDevice
    },
    *handles() {
      for (let index = 0; index < world.size; index++) yield* rowsOf(index)
    },
    byId(id) {
      const index = world.indexOfId(deviceOfChild(id))
      return index >= 0 && others(index).includes(otherOfChild(id)) ? id : -1
    },
    reader(field) {
      if (field === 'id') return (handle) => handle
      if (field === 'device') return deviceOfChild
      return reader(field)
    },
    find(field, value) {
      if (field !== 'device') return undefined
      const index = typeof value === 'number' ? world.indexOfId(value) : -1
      return index < 0 ? NONE : rowsOf(index)
    },
    insert: readOnly(resource),
    update: options.update ?? readOnly(resource),
    remove: options.remove ?? readOnly(resource),
  }
}

/** Writes the installs of a device, which becomes an external device so that the simulation does not overwrite them. */
export function writeInstalls(
  world: World,
  states: DeviceStates,
  index: number,
  change: (before: readonly ServiceState[]) => readonly ServiceState[],
): void {
  world.attachExternalDevice(index)
  world.applyReport(index, { installs: change(states.of(index).reportedServices) }, true)
}

function changedInstall(before: ServiceState, changes: Values): ServiceState {
  const {
    status,
    download_progress: progress,
    install_date: date,
    is_provided_by__release: release,
  } = changes
  return {
    ...before,
    status: INSTALL_STATUSES.find((one) => one === status) ?? before.status,
    downloadProgress: progress === null || typeof progress === 'number' ? progress : before.downloadProgress,
    installedAt: typeof date === 'number' ? date : before.installedAt,
    releaseId: typeof release === 'number' ? release : before.releaseId,
  }
}

/** `image_install`: the images that each device reports. */
export function createImageInstallTable(world: World, states: DeviceStates): Table {
  const install = (handle: number) => {
    const image = otherOfChild(handle)
    const { reportedServices } = states.of(world.indexOfId(deviceOfChild(handle)))
    return reportedServices.find(({ imageId }) => imageId === image)
  }
  const readers: Readonly<Record<string, Reader | undefined>> = {
    installs__image: otherOfChild,
    created_at: (handle) => install(handle)?.installedAt ?? null,
    modified_at: (handle) => install(handle)?.installedAt ?? null,
    install_date: (handle) => install(handle)?.installedAt ?? null,
    download_progress: (handle) => install(handle)?.downloadProgress ?? null,
    status: (handle) => install(handle)?.status ?? null,
    is_provided_by__release: (handle) => install(handle)?.releaseId ?? null,
  }
  const down = createSortIndexes({
    world,
    fields: { status: { kind: 'text', columns: ['downServices'] } },
    reader: () => world.column('downServices'),
  })
  const table = createChildTable({
    resource: 'image_install',
    world,
    perDevice: 4,
    others: (index) => states.of(index).reportedServices.map(({ imageId }) => imageId),
    reader: (field) => readers[field] ?? (() => null),
    update(handle, changes) {
      const image = otherOfChild(handle)
      writeInstalls(world, states, world.indexOfId(deviceOfChild(handle)), (before) =>
        before.map((one) => (one.imageId === image ? changedInstall(one, changes) : one)),
      )
    },
    remove(handle) {
      const image = otherOfChild(handle)
      writeInstalls(world, states, world.indexOfId(deviceOfChild(handle)), (before) =>
        before.filter(({ imageId }) => imageId !== image),
      )
    },
  })
  return {
    ...table,
    get size() {
      return table.size
    },
    // Other statuses are too common or too short-lived for an index.
    owners: (by, field, status) =>
      by === 'device' && field === 'status' && DOWN_STATUSES.some((one) => one === status)
        ? down('status').matching({ part: String(status), place: 'contains', lower: false })
        : undefined,
  }
}

/** `service_install`: the services of the target release of each device, and those that clients added. */
export function createServiceInstallTable(
  world: World,
  servicesOfRelease: (releaseId: number) => readonly number[],
  changes: ServiceInstallChanges,
): Table {
  const target = world.column('targetReleaseId')
  const createdAt = world.column('createdAt')
  const since: Reader = (handle) => {
    const device = deviceOfChild(handle)
    return changes.addedAt(device, otherOfChild(handle)) ?? createdAt(world.indexOfId(device))
  }
  const readers: Readonly<Record<string, Reader | undefined>> = {
    installs__service: otherOfChild,
    created_at: since,
    modified_at: since,
  }
  const table = createChildTable({
    resource: 'service_install',
    world,
    perDevice: 4,
    others(index) {
      const release = target(index)
      return changes.apply(index + 1, release === null ? NONE : servicesOfRelease(release))
    },
    reader: (field) => readers[field] ?? ((): Value => null),
    // A row is its device and its service, so there is nothing else to change.
    update: () => {},
    remove: (handle) => changes.remove(deviceOfChild(handle), otherOfChild(handle)),
  })
  return {
    ...table,
    get size() {
      return table.size
    },
    insert(values: RowInput<'service_install'>) {
      const [device, service] = [Number(values.device), Number(values.installs__service)]
      changes.add(device, service, values.created_at ?? world.now())
      return childId(device, service)
    },
  }
}
