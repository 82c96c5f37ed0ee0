import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useId, useLayoutEffect, useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import { classes } from '@/ui/classes.ts'
import { moveInTable } from './table-keys.ts'
import styles from './Table.module.css'
import stacking from '@/ui/overlay/stacking.module.css'

export interface TableFrameProps {
  /** Accessible name of the table. */
  label: string
  /** 32 px rows instead of 40. */
  compact?: boolean
  /** The table scrolls inside this height and its header stays. */
  maxHeight?: CSSProperties['maxHeight']
  /** The total number of rows, if only a part of them is rendered. */
  rowCount?: number
  /** Identifies the query of the rows. If it changes, the table scrolls to the top. */
  list?: string
  /** New rows are loading; the old ones are still shown. */
  stale?: boolean
  /** Above the table, inside its frame: the selection bar. */
  bar?: ReactNode
  /** In a narrow container, each row becomes a card; a cell's `data-unit` is then shown after its number. */
  stacks?: boolean
  /** `thead` and `tbody` with native cells. */
  children: ReactNode
}

/**
 * The frame of a native table: border, sticky header and scrolling. Arrow up and down move between rows, left and right
 * between the controls of a row, Home and End to the first and last row. If the focused element is removed, such as a row
 * or a button of the bar, the table gets the focus.
 */
export function TableFrame({
  label,
  compact,
  maxHeight,
  rowCount,
  list,
  stale,
  bar,
  stacks,
  children,
}: TableFrameProps) {
  const region = useRef<HTMLDivElement>(null)
  const focused = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected) return
    focused.current = null
    if (document.activeElement === document.body) region.current?.focus({ preventScroll: true })
  })
  const listBefore = useRef(list)
  useLayoutEffect(() => {
    if (listBefore.current !== list && region.current) region.current.scrollTop = 0
    listBefore.current = list
  }, [list])
  return (
    <div
      className={styles.frame}
      data-stale={stale || undefined}
      // A dialog opened from the bar manages its own focus.
      onFocus={({ target, currentTarget }) => {
        const isInDialog = target.closest('[role="dialog"]') !== null
        if (currentTarget.contains(target) && !isInDialog) focused.current = target
      }}
      onBlur={({ target }) => {
        if (target.isConnected) focused.current = null
      }}
    >
      {bar}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moves focus between the controls of its table */}
      <div
        ref={region}
        className={classes(styles.scroll, stacks && stacking.room)}
        style={{ maxHeight }}
        role="region"
        aria-label={label}
        data-rows={true}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        onKeyDown={moveInTable}
      >
        <table
          className={classes(styles.table, compact && styles.compact, stacks && stacking.stacks)}
          aria-label={label}
          aria-rowcount={rowCount}
          aria-busy={stale || undefined}
        >
          {children}
        </table>
      </div>
    </div>
  )
}

export type SortDirection = 'asc' | 'desc'

export interface SortHeaderProps {
  children: ReactNode
  /** Undefined: the table is not sorted by this column. */
  sorted?: SortDirection | undefined
  /** Undefined: the column cannot be sorted. `together`: adds it to the current sort columns (Shift). */
  onSort?: ((options: { together: boolean }) => void) | undefined
  /** Its position among several sort columns. */
  place?: ReactNode
  /** A secondary sort column: only the first one of a table may have `aria-sort`, the others show it in `place`. */
  isLater?: boolean
  align?: 'start' | 'end'
  width?: CSSProperties['width']
  /** At the edge of the header: the handle that changes the width. */
  edge?: ReactNode
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
}

/** A column header; a click sorts by it, a second click reverses the order. */
export function SortHeader({
  children,
  sorted,
  onSort,
  place,
  isLater = false,
  align = 'start',
  width,
  edge,
  onKeyDown,
}: SortHeaderProps) {
  const id = useId()
  const order = sorted === 'asc' ? 'ascending' : 'descending'
  const Arrow = sorted === 'desc' ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      aria-sort={isLater ? undefined : sorted && order}
      data-align={align}
      style={{ width, minWidth: width }}
      // The handle at the edge has its own name.
      aria-labelledby={edge === undefined ? undefined : id}
    >
      {onSort ? (
        <button
          type="button"
          className={styles.sort}
          data-sorted={sorted}
          onClick={({ shiftKey }) => onSort({ together: shiftKey })}
          onKeyDown={onKeyDown}
        >
          <span id={id}>{children}</span>
          <Arrow size={13} className={styles.arrow} aria-hidden="true" />
          {place}
        </button>
      ) : (
        <span id={id}>{children}</span>
      )}
      {edge}
    </th>
  )
}

/** The bar above a table while rows are selected. */
export function SelectionBar({ children }: { children: ReactNode }) {
  return (
    <div className={styles.selection} data-selection={true}>
      {children}
    </div>
  )
}
