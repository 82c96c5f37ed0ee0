import { dataRequest } from '@/api/data-request.ts'
import { exampleCommands } from '@/domain/platform/platform-commands.ts'
import type { DeviceColumn } from '@/features/device-list/columns/device-columns.tsx'
import { isFiltered, type DeviceListState } from '@/features/device-list/data/device-list-state.ts'
import { listOptions } from '@/features/device-list/data/devices.queries.ts'

export interface ExportCommandsOptions {
  fleetId: number
  fleetSlug: string
  state: Pick<DeviceListState, 'status' | 'text' | 'sort'>
  columns: readonly DeviceColumn[]
}

/** Commands that export the listed devices. The platform's CLI does not support filters. */
export function exportCommands({ fleetId, fleetSlug, state, columns }: ExportCommandsOptions) {
  const { status, text, sort } = state
  return exampleCommands(
    isFiltered(state) ? null : ['device', 'list', '--fleet', fleetSlug, '--json'],
    dataRequest('get', {
      resource: 'device',
      compiled: listOptions(fleetId, { status, text, sort, columns }),
    }),
  )
}
