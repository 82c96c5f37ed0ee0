import type { DeviceState, World } from '../../simulator/world/world.ts'

type Json = Record<string, unknown>

/** The services of a device by commit and name, as supervisors report them (docs/platform/device-protocol.md). */
function releasesOf(world: World, device: DeviceState, images: ReadonlyMap<number, string>): Json {
  const releases: Record<string, { update_status: string | null; services: Json }> = {}
  const target = device.targetReleaseId
  for (const { releaseId, imageId, name, status, downloadProgress } of device.services) {
    const commit = world.release(releaseId)?.commit
    if (commit === undefined) continue
    const release = (releases[commit] ??= {
      update_status: releaseId === target ? device.updateStatus : null,
      services: {},
    })
    const image = images.get(imageId)
    release.services[name] = {
      ...(image === undefined ? {} : { image }),
      status,
      ...(downloadProgress === null ? {} : { download_progress: downloadProgress }),
    }
  }
  // Omits an unknown status, rather than reporting null.
  return Object.fromEntries(
    Object.entries(releases).map(([commit, { update_status, services }]) => [
      commit,
      update_status === null ? { services } : { update_status, services },
    ]),
  )
}

/** The full state report of a device, without metrics. */
export function stateReport(
  world: World,
  device: DeviceState,
  fleet: string,
  images: ReadonlyMap<number, string>,
): Json {
  const running = device.runningReleaseId
  const commit = running === null ? undefined : world.release(running)?.commit
  return {
    status: device.status,
    is_online: device.cloudlink,
    os_version: `balenaOS ${device.osVersion}`,
    os_variant: device.osVariant,
    supervisor_version: device.supervisorVersion,
    api_port: 48_484,
    ip_address: device.ipAddress,
    mac_address: device.macAddress,
    provisioning_progress: device.provisioningProgress,
    provisioning_state: device.provisioningState,
    apps: {
      [fleet]: {
        ...(commit === undefined ? {} : { release_uuid: commit }),
        releases: releasesOf(world, device, images),
      },
    },
  }
}

export function metricsReport({ metrics }: DeviceState): Json {
  if (metrics === null) return {}
  return {
    cpu_usage: metrics.cpuUsage,
    cpu_temp: metrics.cpuTemp,
    cpu_id: metrics.cpuId,
    is_undervolted: metrics.isUndervolted,
    memory_usage: metrics.memoryUsage,
    memory_total: metrics.memoryTotal,
    storage_block_device: metrics.storageBlockDevice,
    storage_usage: metrics.storageUsage,
    storage_total: metrics.storageTotal,
  }
}

/** The fields that differ from the last accepted report. */
export function changedFields(now: Json, before: Json): Json {
  return Object.fromEntries(
    Object.entries(now).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field])),
  )
}
