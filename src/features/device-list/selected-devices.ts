import { allOf } from '@/domain/platform/odata-filters.ts'
import type { CommandTargets } from '@/domain/operations/batch-commands.ts'
import type { OperatedDevice } from '@/domain/operations/operation.ts'
import { filterText, readChosen, readMatching, readOperated } from '@/domain/operations/read-devices.ts'
import type { ReadDevices } from '@/domain/operations/use-batch.ts'
import { readSystemDevices, type SystemDevice } from '@/domain/os-update/os-update.queries.ts'
import { deviceFilter, type Narrowing } from './device-list-state.ts'
import type { Selection } from './selection.ts'

/** Reads the selected devices as they are now. */
export type ReadSelected = ReadDevices<OperatedDevice>

export interface SelectedDevices {
  read: ReadSelected
  /** The same as far as updates of their systems are concerned. */
  readSystems: ReadDevices<SystemDevice>
  /** As a command line names them. */
  targets: CommandTargets
  /** `$filter` of the data API that finds them. */
  filter: string
}

/** The devices of a selection: how they are read, and how others may name them. */
export function selectedDevices(
  fleetId: number,
  narrowing: Narrowing,
  selection: Selection,
): SelectedDevices {
  const matching = deviceFilter(fleetId, narrowing)
  if (selection.kind === 'some') {
    const ids = [...selection.devices.keys()]
    return {
      read: (progress) => readChosen(readOperated, ids, progress),
      readSystems: (progress) => readChosen(readSystemDevices, ids, progress),
      // Only when asked for: of tens of thousands from a map each takes longer than a frame.
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
    except.size === 0 ? matching : allOf(matching, { $not: { id: { $in: [...except] } } }),
  )
  return {
    read: async (progress) => without(await readMatching(readOperated, matching, progress)),
    readSystems: async (progress) => without(await readMatching(readSystemDevices, matching, progress)),
    targets: { kind: 'matching', filter, fleetId },
    filter,
  }
}
