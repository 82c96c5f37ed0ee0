import { useMemo } from 'react'
import type { ShownDeviceStatus } from '@/domain/device/device-status.ts'
import { countsByStatus, shownStatuses, statusLabel } from '@/domain/device/status-breakdown.ts'
import { formatNumber } from '@/lib/format.ts'
import { labelled } from '@/messages/common/compose.ts'
import { matrixText } from '@/messages/device-list/devices.ts'
import type { MatrixDevice } from './device-order.ts'
import { DeviceMatrix } from './DeviceMatrix.tsx'
import styles from './DeviceMatrix.module.css'

/** More rows are joined to one. */
const MAX_ROWS = 8
/** In px. */
const ROW_HEIGHT = 38
const LARGEST_CELL = 12

export interface MatrixRowsProps<Device extends MatrixDevice> {
  /** The accessible name: whose devices, by what. */
  label: string
  /** In the order of their cells. */
  devices: readonly Device[]
  /** The row of a device; null if it has no value. */
  rowOf: (device: Device) => string | null
  /** The address of the devices of a row with a status; null is the row without a value, undefined that of the others. */
  hrefOf: (row: string | null | undefined, status: ShownDeviceStatus, needsAttention?: boolean) => string
  /** The label of the row of devices without a value. */
  none: string
}

/** The devices of a matrix in rows: a field of cells for each value, the largest first. */
export function MatrixRows<Device extends MatrixDevice>({
  label,
  devices,
  rowOf,
  hrefOf,
  none,
}: MatrixRowsProps<Device>) {
  const rows = useMemo(() => matrixRows(devices, rowOf), [devices, rowOf])
  return (
    <ul className={styles.rows} aria-label={label}>
      {rows.map(({ value, members, isRest }) => {
        const name = isRest ? matrixText.otherRows : value === '' ? matrixText.emptyRow : (value ?? none)
        return (
          <li key={isRest ? 'rest' : value === null ? 'none' : `value ${value}`} className={styles.row}>
            <span className={styles.rowName} title={name}>
              {name} <b>{formatNumber(members.length)}</b>
            </span>
            <DeviceMatrix
              label={labelled(name, numbersOf(members))}
              counts={countsByStatus(members)}
              devices={members}
              placed
              hrefOf={(...of) => hrefOf(isRest ? undefined : value, ...of)}
              height={ROW_HEIGHT}
              largest={LARGEST_CELL}
              withoutNumbers
            />
          </li>
        )
      })}
    </ul>
  )
}

/** The numbers by status, which are not written beside a row. */
function numbersOf(devices: readonly MatrixDevice[]): string {
  const counts = countsByStatus(devices)
  return shownStatuses
    .filter((status) => counts[status] > 0)
    .map((status) => `${statusLabel[status]} ${formatNumber(counts[status])}`)
    .join(', ')
}

interface MatrixRow<Device> {
  value: string | null
  members: readonly Device[]
  /** It joins all values that have no row of their own. */
  isRest: boolean
}

/** Devices by value, the most frequent first; those without a value are the last of their own. */
export function matrixRows<Device>(
  devices: readonly Device[],
  rowOf: (device: Device) => string | null,
): MatrixRow<Device>[] {
  const byValue = new Map<string | null, Device[]>()
  for (const device of devices) {
    const value = rowOf(device)
    const row = byValue.get(value)
    if (row) row.push(device)
    else byValue.set(value, [device])
  }
  const sorted = [...byValue]
    .map(([value, members]) => ({ value, members, isRest: false }))
    .toSorted(
      (one, other) =>
        Number(one.value === null) - Number(other.value === null) ||
        other.members.length - one.members.length ||
        ((one.value ?? '') < (other.value ?? '') ? -1 : 1),
    )
  if (sorted.length <= MAX_ROWS) return sorted
  const rest = sorted.slice(MAX_ROWS - 1).flatMap(({ members }) => members)
  return [...sorted.slice(0, MAX_ROWS - 1), { value: null, members: rest, isRest: true }]
}
