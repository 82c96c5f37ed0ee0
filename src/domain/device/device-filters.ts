import type { Filter } from 'pinejs-client-core'
import { offers } from '@/api/api.ts'
import type { Model } from '@/api/model.ts'
import type { PlatformFeature } from '@/api/platform-features.ts'
import { needsAttention } from './device-issues.ts'
import type { ShownDeviceStatus } from './device-status.ts'
import { shownStatuses } from './status-breakdown.ts'

export type DeviceFilter = Filter<Model['device']['Read']>

/** Filters of the device list by status, or by the need for attention. */
export const statusFilters = [...shownStatuses, 'attention'] as const
export type StatusFilter = ShownDeviceStatus | 'attention'

/** Statuses that need a platform feature: unpaid invoices freeze devices, deactivation makes them inactive. */
const requiredFeatures: Partial<Record<StatusFilter, PlatformFeature>> = {
  frozen: 'billing',
  inactive: 'deviceActivation',
}

/** The statuses that devices of this platform can have. */
export const offeredStatusFilters = (): StatusFilter[] =>
  statusFilters.filter((status) => {
    const feature = requiredFeatures[status]
    return feature === undefined || offers(feature)
  })

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
