import type { Filter } from 'pinejs-client-core'
import { offers } from '@/api/api.ts'
import type { Model } from '@/api/model.ts'
import type { PlatformFeature } from '@/api/platform-features.ts'
import { needsAttention } from './device-issues.ts'
import type { ShownDeviceStatus } from './device-status.ts'
import { shownStatuses } from './status-breakdown.ts'

export type DeviceFilter = Filter<Model['device']['Read']>

/** What the devices of a fleet can be narrowed to: one status, or those that are not well. */
export const statusFilters = [...shownStatuses, 'attention'] as const
export type StatusFilter = ShownDeviceStatus | 'attention'

/** Statuses that no device can have where something is not offered: unpaid invoices freeze, deactivation makes inactive. */
const restsOn: Partial<Record<StatusFilter, PlatformFeature>> = {
  frozen: 'billing',
  inactive: 'deviceActivation',
}

/** Those that devices of this platform can have. */
export const offeredStatusFilters = (): StatusFilter[] =>
  statusFilters.filter((status) => {
    const feature = restsOn[status]
    return feature === undefined || offers(feature)
  })

/**
 * Devices that show this status. Frozen stands over any other (docs/platform/derived-values.md), so the others leave frozen devices out and the
 * counts by status add up to the whole.
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
