import type { UseQueryResult } from '@tanstack/react-query'
import type { ShownDeviceStatus } from '@/domain/device/device-status.ts'
import { totalDevices, type StatusCounts } from '@/domain/device/status-breakdown.ts'
import { paths } from '@/lib/paths.ts'
import { devicesText } from '@/messages/device-list/devices.ts'
import { StatusBreakdownCard } from '@/widgets/device/StatusBreakdownCard.tsx'
import { AddDeviceButton } from '@/widgets/fleet/AddDeviceButton.tsx'
import { deviceListState, withDeviceList } from './data/device-list-state.ts'

export interface DevicesBreakdownProps {
  fleetId: number
  counts: UseQueryResult<StatusCounts>
  /** The parameters of the address, kept by the links except for the status. */
  params: URLSearchParams
}

/** Counts devices by status. Clicking a status filters the list by it; clicking again removes the filter. */
export function DevicesBreakdown({ fleetId, counts, params }: DevicesBreakdownProps) {
  const { status: chosen } = deviceListState(params)
  const hrefOf = (status: ShownDeviceStatus) => {
    const query = withDeviceList(params, { status: status === chosen ? undefined : status }).toString()
    return query === '' ? paths.fleetDevices(fleetId) : `${paths.fleetDevices(fleetId)}?${query}`
  }
  const addDevice = <AddDeviceButton fleetId={fleetId} size="s" />
  return (
    <StatusBreakdownCard
      label={devicesText.filterByStatus}
      counts={counts}
      hrefOf={hrefOf}
      chosen={chosen === 'attention' ? undefined : chosen}
      // The empty list has its own button.
      aside={(known) => (totalDevices(known) > 0 ? addDevice : undefined)}
    />
  )
}
