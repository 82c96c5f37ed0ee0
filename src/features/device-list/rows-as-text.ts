import { lineText, tsvText } from '@/lib/csv.ts'
import { columnLabel, columnOf, type DeviceColumn } from './device-columns.tsx'
import type { ColumnValue } from './columns.tsx'
import type { ListedDevice } from './listed-device.ts'

/** What a cell shows, as text: the same words, and the whole of what the table cuts (UUID, notes, addresses, tags). */
export function cellText(device: ListedDevice, column: DeviceColumn, now: number): string {
  return lineText(columnOf(column).text(device, now))
}

/** Rows under their headers, to be pasted into a sheet. */
export const rowsText = (
  devices: readonly ListedDevice[],
  columns: readonly DeviceColumn[],
  now: number,
): string =>
  tsvText(
    columns.map(columnLabel),
    devices.map((device) => columns.map((column) => cellText(device, column, now))),
  )

/** What a column holds of a device at a moment, as a file has it. */
const exportValue = (device: ListedDevice, column: DeviceColumn, now: number): ColumnValue =>
  columnOf(column).value(device, now)

/** Devices as rows under the table's headers. */
export function exportTable(devices: readonly ListedDevice[], columns: readonly DeviceColumn[], now: number) {
  return {
    headers: columns.map(columnLabel),
    rows: devices.map((device) => columns.map((column) => exportValue(device, column, now))),
  }
}

/** Devices as objects keyed by column: the wire's names, so that a program can go on with them. */
export function exportJson(
  devices: readonly ListedDevice[],
  columns: readonly DeviceColumn[],
  now: number,
): string {
  const objects = devices.map((device) =>
    Object.fromEntries(columns.map((column) => [column, exportValue(device, column, now)])),
  )
  return `${JSON.stringify(objects, null, 2)}\n`
}
