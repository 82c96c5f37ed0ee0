import type { Filter } from 'pinejs-client-core'
import type { Model } from '@/api/model.ts'
import { needsAttention } from './device-issues.ts'
import type { ShownDeviceStatus } from './device-status.ts'
import { possibleStatuses, shownStatuses } from './status-breakdown.ts'

export type DeviceFilter = Filter<Model['device']['Read']>

/** Filters of the device list by status, or by the need for attention. */
export const statusFilters = [...shownStatuses, 'attention'] as const
export type StatusFilter = ShownDeviceStatus | 'attention'

/** The statuses that devices of this platform can have, and the need for attention. */
export const offeredStatusFilters = (): StatusFilter[] => [...possibleStatuses(), 'attention']

/**
 * Devices that show this status. Frozen takes precedence over all others (docs/platform/derived-values.md), so the
 * others exclude frozen devices and the counts add up to the total.
 */
export function withStatus(status: StatusFilter, now: number): DeviceFilter {
  switch (status) {
    case 'attention':
      return needsAttention(now)
    case 'frozen':
      return { is_frozen: true }
    default:
      return { overall_status: status, is_frozen: false }
  }
}
