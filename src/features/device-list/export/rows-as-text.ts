import type { ColumnValue } from '@/features/device-list/columns/columns.tsx'
import { columnLabel, columnOf, type DeviceColumn } from '@/features/device-list/columns/device-columns.tsx'
import type { ListedDevice } from '@/features/device-list/data/listed-device.ts'
import { lineText, tsvText } from '@/lib/csv.ts'

/** The text of a cell on one line, including what the table truncates (UUID, notes, addresses, tags). */
export function cellText(device: ListedDevice, column: DeviceColumn, now: number): string {
  return lineText(columnOf(column).text(device, now))
}

/** Rows with headers, for pasting into a spreadsheet. */
export const rowsText = (
  devices: readonly ListedDevice[],
  columns: readonly DeviceColumn[],
  now: number,
): string =>
  tsvText(
    columns.map(columnLabel),
    devices.map((device) => columns.map((column) => cellText(device, column, now))),
  )

/** The exported value of a cell. */
const exportValue = (device: ListedDevice, column: DeviceColumn, now: number): ColumnValue =>
  columnOf(column).value(device, now)

/** Devices as rows with the headers of the table. */
export function exportTable(devices: readonly ListedDevice[], columns: readonly DeviceColumn[], now: number) {
  return {
    headers: columns.map(columnLabel),
    rows: devices.map((device) => columns.map((column) => exportValue(device, column, now))),
  }
}

/** Devices as objects keyed by column, for use by programs. */
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
