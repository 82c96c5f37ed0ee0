import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { useOneRowReached } from '@/ui/useOneRowReached.ts'
import { DeviceRow } from './DeviceRow.tsx'
import type { ListedDevice } from './devices.queries.ts'
import type { SelectRow } from './DevicesTable.tsx'
import { isSelected, type Selection } from './selection.ts'
import type { TableLayout } from './table-layout.ts'

/** Longer pages render only the rows in sight. */
const ALL_RENDERED_TO = 100
const ROWS_BEYOND = 12

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
  if (devices.length <= ALL_RENDERED_TO) return <Body>{devices.map((_, index) => rowAt(index))}</Body>
  return (
    <RowsInSight
      count={devices.length}
      firstRow={firstRow}
      rowHeight={rowHeight}
      columns={layout.columns.length + 1}
      rowAt={rowAt}
    />
  )
}

interface RowsInSightProps {
  count: number
  firstRow: number
  rowHeight: number
  columns: number
  rowAt: (index: number) => ReactNode
}

function RowsInSight({ count, firstRow, rowHeight, columns, rowAt }: RowsInSightProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => setScroller(body.current?.closest<HTMLElement>('[role="region"]') ?? null), [])
  // oxlint-disable-next-line react/incompatible-library -- nothing memoizes what this returns
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: ROWS_BEYOND,
  })
  useLayoutEffect(() => rows.measure(), [rows, rowHeight])

  // Home and End lead to rows that may have to be rendered first.
  const wanted = useRef<{ index: number; cell: number }>(undefined)
  const goToEnds = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    if ((event.key !== 'Home' && event.key !== 'End') || event.ctrlKey || event.altKey || event.metaKey)
      return
    event.preventDefault()
    const cell = (event.target as HTMLElement).closest('td')?.cellIndex ?? 0
    wanted.current = { index: event.key === 'Home' ? 0 : count - 1, cell }
    rows.scrollToIndex(wanted.current.index)
    focusWanted()
  }
  const focusWanted = () => {
    if (wanted.current === undefined) return
    const { index, cell } = wanted.current
    const row = body.current?.querySelector<HTMLTableRowElement>(
      `tr[aria-rowindex="${firstRow + index + 1}"]`,
    )
    const control = row?.cells[cell]?.querySelector<HTMLElement>('a[href], button, input')
    if (!control) return
    wanted.current = undefined
    control.focus()
    control.scrollIntoView?.({ block: 'nearest' })
  }
  useLayoutEffect(focusWanted)

  const inSight = rows.getVirtualItems()
  const above = inSight[0]?.start ?? 0
  const below = rows.getTotalSize() - (inSight.at(-1)?.end ?? 0)
  return (
    <Body ref={body} onKeyDown={goToEnds}>
      <Gap height={above} columns={columns} />
      {inSight.map(({ index }) => rowAt(index))}
      <Gap height={below} columns={columns} />
    </Body>
  )
}

/** Stands for the rows that are not rendered. */
function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    height > 0 && (
      <tr aria-hidden="true">
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it is hidden, and no control */}
        <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
      </tr>
    )
  )
}

interface BodyProps {
  ref?: RefObject<HTMLTableSectionElement | null>
  onKeyDown?: (event: KeyboardEvent<HTMLTableSectionElement>) => void
  children: ReactNode
}

function Body({ ref, onKeyDown, children }: BodyProps) {
  const own = useRef<HTMLTableSectionElement>(null)
  const body = ref ?? own
  const onFocus = useOneRowReached(body)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the links in it are pressed, not the body
    <tbody
      ref={body}
      onFocus={onFocus}
      onKeyDown={(event) => {
        selectBySpace(event)
        onKeyDown?.(event)
      }}
    >
      {children}
    </tbody>
  )
}

/** Space on a row's link presses its checkbox; on the checkbox itself the browser does. */
function selectBySpace(event: KeyboardEvent<HTMLTableSectionElement>) {
  if (event.key !== ' ' || !(event.target instanceof HTMLAnchorElement)) return
  event.preventDefault()
  const box = event.target.closest('tr')?.querySelector('input[type="checkbox"]')
  // With Shift, as a press with Shift on the box: all rows from the one chosen before.
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: event.shiftKey }))
}
