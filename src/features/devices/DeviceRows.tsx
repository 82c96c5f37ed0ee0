import { lazy, Suspense } from 'react'
import { DeviceRow } from './DeviceRow.tsx'
import type { ListedDevice } from './devices.queries.ts'
import type { SelectRow } from './DevicesTable.tsx'
import { RowsBody } from './RowsBody.tsx'
import { isSelected, type Selection } from './selection.ts'
import type { TableLayout } from './table-layout.ts'

/** Longer pages render only the rows in sight. */
const ALL_RENDERED_TO = 100

const RowsInSight = lazy(() =>
  import('./RowsInSight.tsx').then((loaded) => ({ default: loaded.RowsInSight })),
)

export interface DeviceRowsProps {
  devices: readonly ListedDevice[]
  layout: TableLayout
  /** Number of the first row among all, from 1. */
  firstRow: number
  /** Px. */
  rowHeight: number
  selection: Selection
  onSelect: SelectRow
}

/** The rows of a page, all of them or, on a long page, those in sight. */
export function DeviceRows({ devices, layout, firstRow, rowHeight, selection, onSelect }: DeviceRowsProps) {
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
  const first = devices.slice(0, ALL_RENDERED_TO).map((_, index) => rowAt(index))
  if (devices.length <= ALL_RENDERED_TO) return <RowsBody>{first}</RowsBody>
  return (
    <Suspense fallback={<RowsBody>{first}</RowsBody>}>
      <RowsInSight
        count={devices.length}
        firstRow={firstRow}
        rowHeight={rowHeight}
        columns={layout.columns.length + 1}
        rowAt={rowAt}
      />
    </Suspense>
  )
}
