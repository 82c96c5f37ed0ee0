import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { RowsBody, RowsGap } from './RowsBody.tsx'

const ROWS_BEYOND = 12

export interface VirtualRowsProps {
  count: number
  firstRow: number
  rowHeight: number
  columns: number
  rowAt: (index: number) => ReactNode
}

/** Renders the visible rows of a long page; two gaps take the height of the others. */
export function VirtualRows({ count, firstRow, rowHeight, columns, rowAt }: VirtualRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => setScroller(body.current?.closest<HTMLElement>('[role="region"]') ?? null), [])
  // oxlint-disable-next-line react/incompatible-library -- its return value is not memoized
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: ROWS_BEYOND,
  })
  useLayoutEffect(() => rows.measure(), [rows, rowHeight])

  // The target rows of Home and End may have to be rendered first.
  const focusTarget = useRef<{ index: number; cell: number }>(undefined)
  const goToEnds = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    if ((event.key !== 'Home' && event.key !== 'End') || event.ctrlKey || event.altKey || event.metaKey)
      return
    event.preventDefault()
    const cell = (event.target as HTMLElement).closest('td')?.cellIndex ?? 0
    focusTarget.current = { index: event.key === 'Home' ? 0 : count - 1, cell }
    rows.scrollToIndex(focusTarget.current.index)
    focusWhenRendered()
  }
  const focusWhenRendered = () => {
    if (focusTarget.current === undefined) return
    const { index, cell } = focusTarget.current
    const row = body.current?.querySelector<HTMLTableRowElement>(
      `tr[aria-rowindex="${firstRow + index + 1}"]`,
    )
    const control = row?.cells[cell]?.querySelector<HTMLElement>('a[href], button, input')
    if (!control) return
    focusTarget.current = undefined
    control.focus()
    control.scrollIntoView?.({ block: 'nearest' })
  }
  useLayoutEffect(focusWhenRendered)

  const visible = rows.getVirtualItems()
  const above = visible[0]?.start ?? 0
  const below = rows.getTotalSize() - (visible.at(-1)?.end ?? 0)
  return (
    <RowsBody ref={body} onKeyDown={goToEnds}>
      <RowsGap height={above} columns={columns} />
      {visible.map(({ index }) => rowAt(index))}
      <RowsGap height={below} columns={columns} />
    </RowsBody>
  )
}
