import { memo, useDeferredValue } from 'react'
import type { TableLayout } from '@/features/device-list/columns/table-layout.ts'
import type { ListedDevice } from '@/features/device-list/data/listed-device.ts'
import { isSelected, type Selection, type SelectRow } from '@/features/device-list/selection/selection.ts'
import { DeviceRow } from './DeviceRow.tsx'
import { RowsBody, RowsGap } from './RowsBody.tsx'
import { VirtualRows } from './VirtualRows.tsx'

/** Longer pages are virtualized. */
const ALL_RENDERED_TO = 100

/** Pages longer than this render the visible rows first and the others right after, so that they show sooner. */
const RENDERED_AT_ONCE_TO = 24

export interface DeviceRowsProps {
  devices: readonly ListedDevice[]
  layout: TableLayout
  /** Number of the first row in the whole list, from 1. */
  firstRow: number
  /** Px. */
  rowHeight: number
  /** With the second line of small screens. */
  isSmall: boolean
  /** Number of rows that fit into the table. */
  visibleCount: number
  selection: Selection
  onSelect: SelectRow
}

/** The rows of a page, virtualized if it is long. Memoized against renders caused by its surroundings. */
export const DeviceRows = memo(function DeviceRows({
  devices,
  layout,
  firstRow,
  rowHeight,
  isSmall,
  visibleCount,
  selection,
  onSelect,
}: DeviceRowsProps) {
  const atFirst = devices.length > RENDERED_AT_ONCE_TO ? visibleCount : RENDERED_AT_ONCE_TO
  const rendered = useDeferredValue(ALL_RENDERED_TO, Math.min(atFirst, ALL_RENDERED_TO))
  const rowAt = (index: number) => {
    const device = devices[index]
    return (
      device && (
        <DeviceRow
          key={device.id}
          device={device}
          layout={layout}
          rowIndex={firstRow + index + 1}
          isSmall={isSmall}
          selected={isSelected(selection, device)}
          onSelect={onSelect}
        />
      )
    )
  }
  const columns = layout.columns.length + 1
  if (devices.length > ALL_RENDERED_TO) {
    return (
      <VirtualRows
        count={devices.length}
        firstRow={firstRow}
        rowHeight={rowHeight}
        columns={columns}
        rowAt={rowAt}
      />
    )
  }
  const first = devices.slice(0, rendered).map((_, index) => rowAt(index))
  return (
    <RowsBody>
      {first}
      <RowsGap height={(devices.length - first.length) * rowHeight} columns={columns} />
    </RowsBody>
  )
})
