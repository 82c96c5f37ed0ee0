import { dataRequest } from '@/api/data-request.ts'
import { exampleCommands } from '@/domain/platform/platform-commands.ts'
import type { DeviceColumn } from '@/features/device-list/columns/device-columns.tsx'
import type { DeviceListState, ListFilter } from '@/features/device-list/data/device-list-state.ts'
import { listOptions } from '@/features/device-list/data/devices.queries.ts'

export interface ExportCommandsOptions {
  fleetId: number
  fleetSlug: string
  filter: ListFilter
  sort: DeviceListState['sort']
  columns: readonly DeviceColumn[]
}

/** Commands that export the listed devices. The platform's CLI does not support filters. */
export function exportCommands({ fleetId, fleetSlug, filter, sort, columns }: ExportCommandsOptions) {
  const isFiltered = filter.status !== undefined || filter.query !== undefined
  return exampleCommands(
    isFiltered ? null : ['device', 'list', '--fleet', fleetSlug, '--json'],
    dataRequest('get', {
      resource: 'device',
      options: listOptions(fleetId, { ...filter, sort, columns }),
    }),
  )
}
