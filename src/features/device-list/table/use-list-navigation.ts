import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { listNavigation } from '@/domain/device/list-navigation.ts'
import { deviceOrder } from '@/features/device-list/columns/device-columns.tsx'
import {
  deviceFilter,
  type DeviceListState,
  type ListFilter,
} from '@/features/device-list/data/device-list-state.ts'
import type { Selectable } from '@/features/device-list/selection/selection.ts'

interface Listed {
  fleetId: number
  filter: ListFilter
  shown: DeviceListState
  devices: readonly (Selectable & { device_name: string })[]
  total: number
}

/** Stores the list, so that the device page can navigate to the next device in the same filter and order. */
export function useListNavigation({ fleetId, filter, shown, devices, total }: Listed): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    listNavigation.set({
      address: pathname + search,
      filter: deviceFilter(fleetId, filter),
      order: deviceOrder(shown.sort),
      total,
      from: (shown.page - 1) * shown.size,
      devices: devices.map(({ uuid, device_name: name }) => ({ uuid, name })),
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the address and the rows determine `shown` and `filter`
  }, [pathname, search, fleetId, devices, total])
}
