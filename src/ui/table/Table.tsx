import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useId, useLayoutEffect, useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import { classes } from '../classes.ts'
import { moveInTable } from './table-keys.ts'
import stacking from '../overlay/stacking.module.css'
import styles from './Table.module.css'

export interface TableFrameProps {
  /** Accessible name of the table. */
  label: string
  /** 32 px rows instead of 40. */
  compact?: boolean
  /** The table scrolls inside this height and its header stays. */
  maxHeight?: CSSProperties['maxHeight']
  /** All rows there are, when only a page of them is rendered. */
  rowCount?: number
  /** Names what the rows were asked for. Under another name they are another list, which begins at its top. */
  list?: string
  /** New rows are on their way; the old ones stay, dimmed. */
  stale?: boolean
  /** Above the table inside its frame: the bar of a selection. */
  bar?: ReactNode
  /** Where there is little room each row becomes a card; a cell's `data-unit` then says what its figure counts. */
  stacks?: boolean
  /** `thead` and `tbody` of native cells. */
  children: ReactNode
}

/**
 * The frame of a native table: thin border, sticky header, its own scrolling. Arrow up and down move between rows, left
 * and right between the controls of a row, Home and End to the first and last row. When what has the focus goes away, a
 * row or a button of the bar, the focus goes to the table.
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
      // A dialog that was opened from the bar looks after its own focus.
      onFocus={({ target, currentTarget }) => {
        if (currentTarget.contains(target)) focused.current = target
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
  /** Absent: the table is not sorted by this column. */
  sorted?: SortDirection | undefined
  /** Absent: the column cannot be sorted by. `together`: besides the columns that it is sorted by already (Shift). */
  onSort?: ((options: { together: boolean }) => void) | undefined
  /** Its place among several columns that the table is sorted by. */
  place?: ReactNode
  /** Others come before it in the order: only the first of a table may say its direction as an attribute, the others do in `place`. */
  isLater?: boolean
  align?: 'start' | 'end'
  width?: CSSProperties['width']
  /** At the column's edge, beside the header: what changes its width. */
  edge?: ReactNode
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
}

/** A column's header; a press sorts by it, a second press turns the order. */
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
      // What stands at the edge has a name of its own.
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

/** The bar over a table while rows are selected. */
export function SelectionBar({ children }: { children: ReactNode }) {
  return (
    <div className={styles.selection} data-selection={true}>
      {children}
    </div>
  )
}
