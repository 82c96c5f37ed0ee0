import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './Tooltip.module.css'

const SHOW_AFTER_MS = 350
const HIDE_AFTER_MS = 120
const EDGE = 8

export interface TooltipProps {
  /** Absent: no tooltip. */
  text: ReactNode
  children: ReactNode
  /** Shows at once on focus also; on by default. */
  onFocus?: boolean
}

/**
 * A hint on hover and on focus. It can be hovered itself and dismissed with Escape. It is a picture of what the control
 * says elsewhere (its name, or a described-by text): it is hidden from assistive technology.
 */
export function Tooltip({ text, children, onFocus = true }: TooltipProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [shown, setShown] = useState(false)
  const id = useId()

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!shown) return
    const hide = (event: KeyboardEvent) => event.key === 'Escape' && setShown(false)
    document.addEventListener('keydown', hide)
    return () => document.removeEventListener('keydown', hide)
  }, [shown])

  const plan = (show: boolean, afterMs: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setShown(show), afterMs)
  }
  const hasText = text !== undefined && text !== null && text !== ''
  // The anchor stays when there is nothing to say: its children, and the focus in them, must not start anew.
  return (
    <span
      ref={anchor}
      className={styles.anchor}
      onPointerEnter={(event) => event.pointerType !== 'touch' && plan(true, SHOW_AFTER_MS)}
      onPointerLeave={() => plan(false, HIDE_AFTER_MS)}
      onPointerDown={() => plan(false, 0)}
      onFocus={(event) => onFocus && event.target.matches(':focus-visible') && plan(true, 0)}
      onBlur={() => plan(false, 0)}
    >
      {children}
      {shown &&
        hasText &&
        createPortal(
          <span
            key={id}
            ref={(tip) => place(tip, anchor.current)}
            className={styles.tip}
            aria-hidden="true"
            onPointerEnter={() => plan(true, 0)}
            onPointerLeave={() => plan(false, HIDE_AFTER_MS)}
          >
            {text}
          </span>,
          document.body,
        )}
    </span>
  )
}

/** Above the anchor where there is room, else below, and never over the window's edge. */
function place(tip: HTMLElement | null, anchor: HTMLElement | null) {
  const target = anchor?.firstElementChild
  if (!tip || !target) return
  const at = target.getBoundingClientRect()
  const size = tip.getBoundingClientRect()
  const left = at.left + at.width / 2 - size.width / 2
  const above = at.top - size.height - 6
  tip.style.left = `${Math.max(EDGE, Math.min(left, window.innerWidth - size.width - EDGE))}px`
  tip.style.top = `${above < EDGE ? at.bottom + 6 : above}px`
}
