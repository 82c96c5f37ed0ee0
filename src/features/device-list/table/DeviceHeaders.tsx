import type { KeyboardEvent } from 'react'
import { useCanReorder } from '@/features/device-list/columns/column-flags.ts'
import {
  columnLabel,
  isSortable,
  movedColumn,
  columnOf,
  sortedBy,
  type DeviceColumn,
  type DeviceSort,
} from '@/features/device-list/columns/device-columns.tsx'
import type { TableLayout } from '@/features/device-list/columns/table-layout.ts'
import { formatNumber } from '@/lib/format.ts'
import type { Direction } from '@/lib/url-state.ts'
import { columnsText } from '@/messages/device-list/device-table.ts'
import { SortHeader } from '@/ui/table/Table.tsx'
import { ResizeHandle, widthAfter } from './ResizeHandle.tsx'
import styles from './DevicesTable.module.css'

export interface DeviceHeadersProps {
  layout: TableLayout
  sort: readonly DeviceSort[]
  onSort: (sort: readonly DeviceSort[]) => void
  onLayout: (layout: TableLayout) => void
}

/**
 * The column headers. A click sorts, Shift+click sorts by several columns. Alt+arrow moves a column if reordering is
 * enabled; Shift+arrow and dragging the edge resize it.
 */
export function DeviceHeaders({ layout, sort, onSort, onLayout }: DeviceHeadersProps) {
  const { columns, widths } = layout
  const canMove = useCanReorder()
  const resize = (column: DeviceColumn, width: number) =>
    onLayout({ ...layout, widths: { ...widths, [column]: width } })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, column: DeviceColumn) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined || event.altKey === event.shiftKey || (event.altKey && !canMove)) return
    event.preventDefault()
    if (event.altKey) {
      onLayout({ ...layout, columns: movedColumn(columns, column, columns.indexOf(column) + step) })
    } else resize(column, widthAfter(step, widths[column], event.currentTarget))
  }
  return columns.map((column) => {
    const at = sort.findIndex(({ field }) => field === column)
    const label = columnLabel(column)
    return (
      <SortHeader
        key={column}
        align={columnOf(column).isNumber ? 'end' : 'start'}
        width={widths[column]}
        sorted={sort[at]?.direction}
        place={sort.length > 1 && at >= 0 && <SortPlace place={at + 1} direction={sort[at]?.direction} />}
        isLater={at > 0}
        onKeyDown={(event) => onKeyDown(event, column)}
        {...(isSortable(column) && {
          onSort: (options) => onSort(sortedBy(sort, column, options)),
        })}
        edge={
          <ResizeHandle
            column={label}
            width={widths[column]}
            // A sortable header can be focused and handles the keys itself.
            isTabStop={!isSortable(column)}
            onResize={(width) => resize(column, width)}
            onKeyDown={(event) => onKeyDown(event, column)}
          />
        }
      >
        {label}
      </SortHeader>
    )
  })
}

function SortPlace({ place, direction = 'asc' }: { place: number; direction?: Direction | undefined }) {
  return (
    <>
      <span className={styles.place} aria-hidden="true">
        {place}
      </span>
      <span className="visually-hidden">{columnsText.sortPlace(formatNumber(place), direction)}</span>
    </>
  )
}
