import { deviceStatusText, shortStatusText } from '../../messages/devices.ts'
import type { BreakdownPart } from '../../ui/chart/Bars.tsx'
import { deviceStatuses, deviceStatusTone, type ShownDeviceStatus } from './device-status.ts'

/** The order in which statuses are shown and counted. */
export const shownStatuses = [...deviceStatuses, 'frozen'] as const satisfies readonly ShownDeviceStatus[]

/** Devices of a fleet by the status a person sees. */
export type StatusCounts = Record<ShownDeviceStatus, number>

export const statusLabel: Record<ShownDeviceStatus, string> = deviceStatusText
const shortLabel: Record<ShownDeviceStatus, string> = shortStatusText

// Seen on every healthy fleet, so they keep their place even at zero and cards do not jump.
const alwaysShown: ReadonlySet<ShownDeviceStatus> = new Set([
  'operational',
  'updating',
  'reduced-functionality',
  'disconnected',
])

/** A breakdown of nothing, to be filled. */
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

export function totalOf(counts: StatusCounts): number {
  return shownStatuses.reduce((total, status) => total + counts[status], 0)
}

/** Share of devices that are operational, 0 to 100; null for a fleet without devices. */
export function percentOperational(counts: StatusCounts): number | null {
  const total = totalOf(counts)
  return total === 0 ? null : (counts.operational / total) * 100
}

/** Counts as parts of a bar and its legend: the usual four always, the others when there are any. */
export function breakdownParts(
  counts: StatusCounts,
  words: 'full' | 'short' = 'full',
): (BreakdownPart & { key: ShownDeviceStatus })[] {
  const label = words === 'full' ? statusLabel : shortLabel
  return shownStatuses
    .filter((status) => counts[status] > 0 || alwaysShown.has(status))
    .map((status) => ({
      key: status,
      label: label[status],
      value: counts[status],
      tone: deviceStatusTone[status],
    }))
}
