import { offers } from '@/api/api.ts'
import type { PlatformFeature } from '@/api/platform-features.ts'
import { deviceStatusText } from '@/messages/device-list/statuses.ts'
import { deviceStatuses, deviceStatusTone, shownStatus, type ShownDeviceStatus } from './device-status.ts'

/** The order in which statuses are shown and counted. */
export const shownStatuses = [...deviceStatuses, 'frozen'] as const satisfies readonly ShownDeviceStatus[]

/** Statuses that need a platform feature: unpaid invoices freeze devices, deactivation makes them inactive. */
const requiredFeatures: Partial<Record<ShownDeviceStatus, PlatformFeature>> = {
  frozen: 'billing',
  inactive: 'deviceActivation',
}

/** Devices of a fleet by displayed status. */
export type StatusCounts = Record<ShownDeviceStatus, number>

export const statusLabel: Record<ShownDeviceStatus, string> = deviceStatusText

/** The statuses that devices of this platform can have. */
export const possibleStatuses = (): ShownDeviceStatus[] =>
  shownStatuses.filter((status) => {
    const feature = requiredFeatures[status]
    return feature === undefined || offers(feature)
  })

/** Statuses that are shown even with zero devices, so that cards do not change their layout. */
const isAlwaysShown = (status: ShownDeviceStatus): boolean =>
  status === 'operational'
    ? offers('vpn')
    : ['updating', 'reduced-functionality', 'disconnected'].includes(status)

/** An empty breakdown. */
export function noCounts(): StatusCounts {
  return {
    operational: 0,
    updating: 0,
    configuring: 0,
    'post-provisioning': 0,
    'reduced-functionality': 0,
    disconnected: 0,
    inactive: 0,
    frozen: 0,
  }
}

/** Devices by the status that is shown for them. */
export function countsByStatus(devices: readonly Parameters<typeof shownStatus>[0][]): StatusCounts {
  const counts = noCounts()
  for (const device of devices) counts[shownStatus(device)] += 1
  return counts
}

export function totalDevices(counts: StatusCounts): number {
  return shownStatuses.reduce((total, status) => total + counts[status], 0)
}

/** The status of a healthy device; on platforms without VPN it is "reporting". */
export const goodOrder = (): 'operational' | 'reporting' => (offers('vpn') ? 'operational' : 'reporting')

/** Share of healthy devices, 0 to 100; null for a fleet without devices. */
export function percentInGoodOrder(counts: StatusCounts): number | null {
  const total = totalDevices(counts)
  if (total === 0) return null
  const reporting = counts.operational + counts.updating + counts['reduced-functionality']
  return ((offers('vpn') ? counts.operational : reporting) / total) * 100
}

/** The devices of one status, as a segment of a bar. */
export interface StatusPart {
  key: ShownDeviceStatus
  label: string
  value: number
  tone: (typeof deviceStatusTone)[ShownDeviceStatus]
}

/** Counts as segments of a bar and its legend: the usual four always, others only if present. */
export function breakdownParts(counts: StatusCounts): StatusPart[] {
  return shownStatuses
    .filter((status) => counts[status] > 0 || isAlwaysShown(status))
    .map((status) => ({
      key: status,
      label: statusLabel[status],
      value: counts[status],
      tone: deviceStatusTone[status],
    }))
}
