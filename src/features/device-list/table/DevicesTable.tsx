import { useCallback, useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'
import type { DeviceSort } from '@/features/device-list/columns/device-columns.tsx'
import type { TableLayout } from '@/features/device-list/columns/table-layout.ts'
import type { ListedDevice } from '@/features/device-list/data/listed-device.ts'
import {
  between,
  pageSelection,
  select,
  type Selection,
  type SelectRow,
} from '@/features/device-list/selection/selection.ts'
import { commonText } from '@/messages/common/common.ts'
import { devicesText } from '@/messages/device-list/devices.ts'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { TableFrame } from '@/ui/table/Table.tsx'
import { SMALL_SCREEN, useMedia } from '@/ui/use-media.ts'
import { ExternalDevicesProvider } from '@/widgets/device/ExternalMark.tsx'
import { ROW_HEIGHT, SMALL_ROW_HEIGHT, storedDensity } from './density.ts'
import { DeviceHeaders } from './DeviceHeaders.tsx'
import { DeviceRows } from './DeviceRows.tsx'
import styles from './DevicesTable.module.css'

/** Together with the content above and below it, the table fills the window, so that its header stays visible. */
const TABLE_HEIGHT = 'max(400px, calc(100dvh - 360px))'
/** The selection bar takes its height from the rows, so that the page does not jump. */
const TABLE_HEIGHT_UNDER_BAR = 'max(358px, calc(100dvh - 402px))'

/** Upper limit of the rows visible at once. */
const rowsInSight = (rowHeight: number) => Math.ceil(Math.max(400, window.innerHeight - 360) / rowHeight)

export interface DevicesTableProps {
  devices: readonly ListedDevice[]
  /** Number of all matches. */
  total: number
  /** Identifies the request: new rows with the same value are a refresh of the same list. */
  list: string
  /** Number of the first row in the whole list, from 1. */
  firstRow: number
  stale: boolean
  sort: readonly DeviceSort[]
  onSort: (sort: readonly DeviceSort[]) => void
  layout: TableLayout
  onLayout: (layout: TableLayout) => void
  selection: Selection
  onSelection: (change: (selection: Selection) => Selection) => void
  bar: ReactNode
}

/** One page of devices. Arrow keys move between rows, Enter opens a device, Space selects it. */
export function DevicesTable({
  devices,
  total,
  list,
  firstRow,
  stale,
  sort,
  onSort,
  layout,
  onLayout,
  selection,
  onSelection,
  bar,
}: DevicesTableProps) {
  const density = useSyncExternalStore(storedDensity.subscribe, storedDensity.get)
  const isNarrow = useMedia(SMALL_SCREEN)
  // Compact rows have one line at every width.
  const isSmall = isNarrow && density !== 'compact'
  const rowHeight = isSmall ? SMALL_ROW_HEIGHT : ROW_HEIGHT[density]
  const onSelect = useRowSelection(devices, onSelection)
  const pageState = pageSelection(selection, devices)
  return (
    <TableFrame
      label={devicesText.tableLabel}
      compact={density === 'compact'}
      maxHeight={bar ? TABLE_HEIGHT_UNDER_BAR : TABLE_HEIGHT}
      rowCount={total + 1}
      list={list}
      stale={stale}
      bar={bar}
    >
      <thead>
        <tr aria-rowindex={1}>
          <th className={styles.select}>
            <Checkbox
              hideLabel
              label={commonText.selectAllRows}
              checked={pageState === 'all'}
              mixed={pageState === 'some'}
              onChange={(chosen) => onSelection((now) => select(now, devices, chosen))}
            />
          </th>
          <DeviceHeaders layout={layout} sort={sort} onSort={onSort} onLayout={onLayout} />
        </tr>
      </thead>
      <ExternalDevicesProvider>
        <DeviceRows
          key={list}
          devices={devices}
          layout={layout}
          firstRow={firstRow}
          rowHeight={rowHeight}
          isSmall={isSmall}
          visibleCount={rowsInSight(rowHeight)}
          selection={selection}
          onSelect={onSelect}
        />
      </ExternalDevicesProvider>
    </TableFrame>
  )
}

/** Selects a row, or with Shift all rows since the previously selected one. Stable, so that rows need not render. */
function useRowSelection(
  devices: readonly ListedDevice[],
  onSelection: DevicesTableProps['onSelection'],
): SelectRow {
  const page = useRef(devices)
  useEffect(() => {
    page.current = devices
  })
  const last = useRef<number>(undefined)
  return useCallback(
    (id, chosen, range) => {
      const at = page.current.findIndex((device) => device.id === id)
      const from = page.current.findIndex((device) => device.id === last.current)
      const rows = range && from >= 0 ? between(page.current, from, at) : page.current.slice(at, at + 1)
      last.current = id
      onSelection((now) => select(now, rows, chosen))
    },
    [onSelection],
  )
}
