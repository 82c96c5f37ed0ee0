import { INSTALL_STATUSES } from '../../simulator/device/device-state.ts'
import type { Completed, ResourceRules } from '../http/resource-rules.ts'
import { registerRelease } from '../releases/release-sync.ts'
import { childId, writeInstalls } from '../store/device-children.ts'
import type { Store } from '../store/store.ts'
import type { RowInput } from '../store/stored-row.ts'

function registerReleaseOf(
  store: Store,
  { is_provided_by__release: release }: Completed<RowInput<'image_install'>>,
): void {
  if (typeof release === 'number') registerRelease(store, release)
}

/** Installs written by a user instead of the device. */
export const imageInstallRules: ResourceRules<'image_install'> = {
  insert({ store }, values) {
    registerReleaseOf(store, values)
    const [device, imageId] = [Number(values.device), Number(values.installs__image)]
    const serviceId = store.rows('image').reader('is_a_build_of__service')(imageId)
    const { status, download_progress: progress } = values
    const install = {
      serviceId,
      name: store.rows('service').reader('service_name')(serviceId),
      imageId,
      releaseId: Number(values.is_provided_by__release),
      status: INSTALL_STATUSES.find((one) => one === status) ?? 'Unknown',
      downloadProgress: typeof progress === 'number' ? progress : null,
      installedAt: Number(values.install_date),
    }
    const index = store.world.indexOfId(device)
    writeInstalls(store.world, store.states, index, (before) => [...before, install])
    return childId(device, imageId)
  },

  update({ store }, _handle, changes) {
    registerReleaseOf(store, changes)
    return changes
  },
}
