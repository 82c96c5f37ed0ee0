import type { Metrics, ServiceState } from '../device/device-state.ts'
import type { ExternalDevice } from '../device/external-device.ts'
import { hasCloudlink } from '../device/link.ts'
import type { StatusFacts } from '../device/status.ts'
import { isCloudlinkAllowed, readLink, targetReleaseAt, type WorldState } from '../state/world-state.ts'

/** The inputs for the overall status of an external device. */
export function externalStatusFacts(
  state: WorldState,
  index: number,
  device: ExternalDevice,
): StatusFacts & { installs: ServiceState[] } {
  const link = readLink(state, index)
  return {
    isActive: state.columns.active[index] === 1,
    provisioningState: device.provisioningState,
    provisioningProgress: device.provisioningProgress,
    cloudlink: hasCloudlink(link),
    everConnected: link.changedAt !== null,
    heartbeat: link.heartbeat,
    status: device.status,
    downloadProgress: device.downloadProgress,
    cloudlinkAllowed: isCloudlinkAllowed(state, index),
    installs: device.services.filter(({ status }) => status !== 'deleted'),
    targetReleaseId: targetReleaseAt(state, index),
  }
}

/** The last reported metrics; null before the first report. */
export function externalMetrics({ metrics, metricsAt }: ExternalDevice): Metrics | null {
  if (metricsAt === null) return null
  return {
    cpuUsage: metrics.cpuUsage ?? 0,
    cpuTemp: metrics.cpuTemp ?? 0,
    memoryUsage: metrics.memoryUsage ?? 0,
    memoryTotal: metrics.memoryTotal ?? 0,
    storageUsage: metrics.storageUsage ?? 0,
    storageTotal: metrics.storageTotal ?? 0,
    storageBlockDevice: metrics.storageBlockDevice ?? '',
    cpuId: metrics.cpuId ?? '',
    isUndervolted: metrics.isUndervolted ?? false,
  }
}
