import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { MIN_WIDTH, MAX_WIDTH, withinWidths } from '@/features/device-list/columns/table-layout.ts'
import { columnsText } from '@/messages/device-list/device-table.ts'
import styles from './DevicesTable.module.css'

const KEY_STEP = 16

export interface ResizeHandleProps {
  column: string
  /** Px; undefined while the content sets the width. */
  width: number | undefined
  /** Whether Tab reaches the handle. */
  isTabStop: boolean
  onResize: (width: number) => void
  /** Receives the keys that the handle does not use. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** The column width after a number of steps, measured from the header if no width is set. */
export function widthAfter(steps: number, width: number | undefined, element: Element): number {
  const now = width ?? element.closest('th')?.getBoundingClientRect().width ?? MIN_WIDTH
  return withinWidths(now + steps * KEY_STEP)
}

/** The handle at the edge of a column header, moved by dragging or arrow keys. */
export function ResizeHandle({ column, width, isTabStop, onResize, ...rest }: ResizeHandleProps) {
  const drag = useRef<{ header: HTMLElement; from: number; width: number }>(undefined)
  const headerOf = (element: Element) => element.closest('th')
  const widthAt = (x: number) => {
    const { current } = drag
    return current && withinWidths(current.width + x - current.from)
  }
  const start = (event: PointerEvent<HTMLElement>) => {
    const header = headerOf(event.currentTarget)
    if (header === null || event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { header, from: event.clientX, width: header.getBoundingClientRect().width }
  }
  const move = ({ clientX }: PointerEvent) => {
    const next = widthAt(clientX)
    if (next === undefined || !drag.current) return
    // Set directly on the element, because rendering all rows for each pixel would lag.
    drag.current.header.style.width = `${next}px`
    drag.current.header.style.minWidth = `${next}px`
  }
  const end = ({ clientX }: PointerEvent) => {
    const next = widthAt(clientX)
    drag.current = undefined
    if (next !== undefined) onResize(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined || event.altKey || event.shiftKey) return rest.onKeyDown(event)
    event.preventDefault()
    event.stopPropagation()
    onResize(widthAfter(step, width, event.currentTarget))
  }
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={columnsText.resize(column)}
      aria-valuenow={width ?? 0}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      tabIndex={isTabStop ? 0 : -1}
      className={styles.handle}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => (drag.current = undefined)}
      onKeyDown={onKeyDown}
    />
  )
}
