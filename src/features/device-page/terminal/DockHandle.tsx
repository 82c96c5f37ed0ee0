import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { terminalText } from '@/messages/device-page/device.ts'
import { DOCK_HEIGHTS, withinDockHeights } from './terminal-preferences.ts'
import styles from './TerminalDock.module.css'

const KEY_STEP_PX = 24

interface DockHandleProps {
  dock: { readonly current: HTMLElement | null }
  /** Px. */
  height: number
  onResize: (height: number) => void
}

/** The upper edge of the dock, moved by dragging or arrow keys. */
export function DockHandle({ dock, height, onResize }: DockHandleProps) {
  const drag = useRef<{ from: number; height: number }>(undefined)
  const heightAt = (y: number) =>
    drag.current && withinDockHeights(drag.current.height + drag.current.from - y)
  const start = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from: event.clientY, height }
  }
  const move = ({ clientY }: PointerEvent) => {
    const next = heightAt(clientY)
    // Set directly on the element, because rendering the terminals for each pixel would lag.
    if (next !== undefined) dock.current?.style.setProperty('--dock-height', `${next}px`)
  }
  const end = ({ clientY }: PointerEvent) => {
    const next = heightAt(clientY)
    drag.current = undefined
    if (next !== undefined) onResize(next)
  }
  const cancel = () => {
    drag.current = undefined
    dock.current?.style.setProperty('--dock-height', `${height}px`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = {
      ArrowUp: height + KEY_STEP_PX,
      ArrowDown: height - KEY_STEP_PX,
      Home: DOCK_HEIGHTS.max,
      End: DOCK_HEIGHTS.min,
    }[event.key]
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onResize(withinDockHeights(next))
  }
  return (
    <div
      role="separator"
      aria-orientation="horizontal"
      aria-label={terminalText.resize}
      aria-valuenow={height}
      aria-valuemin={DOCK_HEIGHTS.min}
      aria-valuemax={DOCK_HEIGHTS.max}
      tabIndex={0}
      className={styles.handle}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={cancel}
      onKeyDown={onKeyDown}
    />
  )
}
