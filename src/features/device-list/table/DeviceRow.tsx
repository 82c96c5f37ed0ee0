import { memo, useRef } from 'react'
import { SecondLine } from '@/features/device-list/columns/device-cells.tsx'
import { cellOf, columnOf } from '@/features/device-list/columns/device-columns.tsx'
import type { TableLayout } from '@/features/device-list/columns/table-layout.ts'
import type { ListedDevice } from '@/features/device-list/data/listed-device.ts'
import type { SelectRow } from '@/features/device-list/selection/selection.ts'
import { devicesText } from '@/messages/device-list/devices.ts'
import { classes } from '@/ui/classes.ts'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import styles from './DevicesTable.module.css'

export interface DeviceRowProps {
  device: ListedDevice
  layout: TableLayout
  /** 1-based index in the whole list, where the header is 1. */
  rowIndex: number
  /** With release and last contact below the name, because their columns are out of sight. */
  isSmall: boolean
  selected: boolean
  onSelect: SelectRow
}

export const DeviceRow = memo(function DeviceRow({
  device,
  layout,
  rowIndex,
  isSmall,
  selected,
  onSelect,
}: DeviceRowProps) {
  const withShift = useRef(false)
  return (
    <tr aria-rowindex={rowIndex} data-selected={selected || undefined} data-lines={isSmall ? 2 : undefined}>
      <td
        onClickCapture={(event) => {
          withShift.current = event.shiftKey
        }}
      >
        <Checkbox
          hideLabel
          label={devicesText.selectDevice(device.device_name)}
          checked={selected}
          onChange={(chosen) => onSelect(device.id, chosen, withShift.current)}
        />
      </td>
      <Cells device={device} layout={layout} isSmall={isSmall} />
    </tr>
  )
})

/** Memoized separately, because a selection does not change the cells. */
const Cells = memo(function Cells({
  device,
  layout,
  isSmall,
}: Pick<DeviceRowProps, 'device' | 'layout' | 'isSmall'>) {
  return layout.columns.map((column) => (
    <td
      key={column}
      role={column === 'device_name' ? 'rowheader' : undefined}
      className={classes(styles.cell, layout.widths[column] !== undefined && styles.sized)}
      data-align={columnOf(column).isNumber ? 'end' : undefined}
    >
      {cellOf(device, column)}
      {isSmall && column === 'device_name' && (
        <SecondLine
          device={device}
          repeats={layout.columns.includes('release') && layout.columns.includes('last_connectivity_event')}
        />
      )}
    </td>
  ))
})
