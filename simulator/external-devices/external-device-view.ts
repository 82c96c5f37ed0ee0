import type { Metrics, ServiceState } from '../world/device-state.ts'
import { hasCloudlink } from '../device/link.ts'
import type { ExternalDevice } from './external-device.ts'
import type { StatusFacts } from '../device/status.ts'
import { isCloudlinkAllowed, readLink, targetOf, type WorldState } from '../world/world-state.ts'

/** What the overall status of a machine outside of this world follows from. */
export function externalStatusFacts(
  state: WorldState,
  index: number,
  outside: ExternalDevice,
): StatusFacts & { installs: ServiceState[] } {
  const link = readLink(state, index)
  return {
    isActive: state.columns.active[index] === 1,
    provisioningState: outside.provisioningState,
    provisioningProgress: outside.provisioningProgress,
    cloudlink: hasCloudlink(link),
    everConnected: link.changedAt !== null,
    heartbeat: link.heartbeat,
    status: outside.status,
    downloadProgress: outside.downloadProgress,
    cloudlinkAllowed: isCloudlinkAllowed(state, index),
    installs: outside.services.filter(({ status }) => status !== 'deleted'),
    targetReleaseId: targetOf(state, index),
  }
}

/** The last metrics that a machine has told; what it has not told is nothing. */
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
