import type { JsonOf } from '../http/request-context.ts'
import type { Store } from '../store/store.ts'

/** Common to the responses of supervisors (docs/platform/device-protocol.md). */
const SUCCESS = { status: 'success' } as const

export const supervisorVersion = ({ world }: Store, index: number): JsonOf<'proxy.version', 200> => ({
  ...SUCCESS,
  version: world.device(index).supervisorVersion,
})

export const deviceName = ({ world }: Store, index: number): JsonOf<'proxy.name', 200> => ({
  ...SUCCESS,
  deviceName: world.device(index).name,
})

/** The tags of the device on the platform. */
export function deviceTags(store: Store, index: number): JsonOf<'proxy.tags', 200> {
  const table = store.table('device_tag')
  const [id, name, value] = [table.reader('id'), table.reader('tag_key'), table.reader('value')]
  const tags = Array.from(table.find('device', index + 1) ?? [], (handle) => ({
    id: Number(id(handle)),
    name: String(name(handle)),
    value: String(value(handle)),
  }))
  return { ...SUCCESS, tags }
}

const commitOf = (store: Store, release: number | null): string | null => {
  const commit = release === null ? null : store.rows('release').reader('commit')(release)
  return typeof commit === 'string' ? commit : null
}

/** The services of the device under the name of its fleet. */
export function servicesByFleet(store: Store, index: number): JsonOf<'proxy.services', 200> {
  const { fleetId, runningReleaseId, services } = store.world.device(index)
  const fleet = String(store.rows('application').reader('app_name')(fleetId))
  const parts = services.map(
    ({ name, status, releaseId, downloadProgress }) =>
      [name, { status, releaseId, downloadProgress }] as const,
  )
  const commit = commitOf(store, runningReleaseId)
  return { ...SUCCESS, [fleet]: { appId: fleetId, commit, services: Object.fromEntries(parts) } }
}

/** Whether the target is applied, and the progress of downloads. */
export function stateStatus(store: Store, index: number): JsonOf<'proxy.status', 200> {
  const { fleetId, runningReleaseId, targetReleaseId, downloadProgress, services } = store.world.device(index)
  const isApplied = targetReleaseId === null || targetReleaseId === runningReleaseId
  return {
    ...SUCCESS,
    appState: isApplied ? 'applied' : 'applying',
    overallDownloadProgress: downloadProgress,
    containers: services.map(({ name, status, serviceId, imageId }) => ({
      serviceName: name,
      status,
      appId: fleetId,
      serviceId,
      imageId,
    })),
    release: commitOf(store, runningReleaseId),
  }
}
