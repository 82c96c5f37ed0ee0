import { memo, useDeferredValue } from 'react'
import { DeviceRow } from './DeviceRow.tsx'
import type { ListedDevice } from './listed-device.ts'
import { RowsBody, RowsGap } from './RowsBody.tsx'
import { VirtualRows } from './VirtualRows.tsx'
import { isSelected, type Selection, type SelectRow } from './selection.ts'
import type { TableLayout } from './table-layout.ts'

/** Longer pages render only the rows in sight. */
const ALL_RENDERED_TO = 100

/** Of longer pages the rows in sight come first and the others right after, so that the page is there sooner. */
const RENDERED_TOGETHER_TO = 24

export interface DeviceRowsProps {
  devices: readonly ListedDevice[]
  layout: TableLayout
  /** Number of the first row among all, from 1. */
  firstRow: number
  /** Px. */
  rowHeight: number
  /** How many rows the table shows at once. */
  inSight: number
  selection: Selection
  onSelect: SelectRow
}

/**
 * The rows of a page, all of them or, on a long page, those in sight. What else changes around them leaves them alone.
 */
export const DeviceRows = memo(function DeviceRows({
  devices,
  layout,
  firstRow,
  rowHeight,
  inSight,
  selection,
  onSelect,
}: DeviceRowsProps) {
  const atFirst = devices.length > RENDERED_TOGETHER_TO ? inSight : RENDERED_TOGETHER_TO
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
