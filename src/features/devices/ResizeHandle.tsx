import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { columnsText } from '@/messages/device-table.ts'
import styles from './DevicesTable.module.css'
import { NARROWEST, WIDEST, withinWidths } from './table-layout.ts'

const KEY_STEP = 16

export interface ResizeHandleProps {
  column: string
  /** Px; undefined while the content decides. */
  width: number | undefined
  onResize: (width: number) => void
}

/** At the edge of a column's header: dragged, or moved by arrow keys. */
export function ResizeHandle({ column, width, onResize }: ResizeHandleProps) {
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
    // Straight to the element: rendering a page of rows for each pixel would lag behind the hand.
    drag.current.header.style.width = `${next}px`
    drag.current.header.style.minWidth = `${next}px`
  }
  const end = ({ clientX }: PointerEvent) => {
    const next = widthAt(clientX)
    drag.current = undefined
    if (next !== undefined) onResize(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    event.stopPropagation()
    const now = width ?? headerOf(event.currentTarget)?.getBoundingClientRect().width ?? NARROWEST
    onResize(withinWidths(now + (event.key === 'ArrowRight' ? KEY_STEP : -KEY_STEP)))
  }
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={columnsText.resize(column)}
      aria-valuenow={width ?? 0}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      tabIndex={0}
      className={styles.handle}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => (drag.current = undefined)}
      onKeyDown={onKeyDown}
    />
  )
}
