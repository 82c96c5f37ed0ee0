import type { CommandTargets } from '@/domain/operations/batch-commands.ts'
import type { ReadDevices } from '@/domain/operations/batch-task.ts'
import type { OperatedDevice } from '@/domain/operations/operation.ts'
import { filterText, readChosen, readMatching, readOperated } from '@/domain/operations/read-devices.ts'
import { readSystemDevices, type SystemDevice } from '@/domain/os-update/os-update.queries.ts'
import { allOfFilters } from '@/domain/platform/odata-filters.ts'
import { deviceFilter, type ListFilter } from '@/features/device-list/data/device-list-state.ts'
import type { Selection } from './selection.ts'

/** Reads the current state of the selected devices. */
export type ReadSelected = ReadDevices<OperatedDevice>

export interface SelectedDevices {
  read: ReadSelected
  /** Reads what updates of the OS and the supervisor need. */
  readSystems: ReadDevices<SystemDevice>
  /** Identifies the devices in a command line. */
  targets: CommandTargets
  /** `$filter` of the data API that selects them. */
  filter: string
}

/** How to read the selected devices, and how commands identify them. */
export function selectedDevices(fleetId: number, shown: ListFilter, selection: Selection): SelectedDevices {
  const matching = deviceFilter(fleetId, shown)
  if (selection.kind === 'some') {
    const ids = [...selection.devices.keys()]
    return {
      read: (progress) => readChosen(readOperated, ids, progress),
      readSystems: (progress) => readChosen(readSystemDevices, ids, progress),
      // Computed on demand: for tens of thousands of devices from the map this takes longer than a frame.
      get targets() {
        const devices = [...selection.devices].map(([id, uuid]) => ({
          id,
          uuid,
          belongs_to__application: [{ id: fleetId }],
        }))
        return { kind: 'chosen' as const, devices }
      },
      get filter() {
        return filterText({ id: { $in: ids } })
      },
    }
  }
  const { except } = selection
  const without = <Row extends { id: number }>(rows: readonly Row[]) =>
    rows.filter(({ id }) => !except.has(id))
  const filter = filterText(
    except.size === 0 ? matching : allOfFilters(matching, { $not: { id: { $in: [...except] } } }),
  )
  return {
    read: async (progress) => without(await readMatching(readOperated, matching, progress)),
    readSystems: async (progress) => without(await readMatching(readSystemDevices, matching, progress)),
    targets: { kind: 'matching', filter, fleetId },
    filter,
  }
}
