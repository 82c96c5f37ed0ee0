import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './Tooltip.module.css'

const SHOW_AFTER_MS = 350
const HIDE_AFTER_MS = 120
const EDGE = 8

export interface TooltipProps {
  /** Undefined: no tooltip. */
  text: ReactNode
  children: ReactNode
  /** Also shown on focus; default: true. */
  onFocus?: boolean
}

/**
 * A tooltip on hover and focus. It can be hovered and dismissed with Escape. Hidden from assistive technology: the control
 * has the same text as its name or description.
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
  // The anchor is rendered without a text too, so that its children are not mounted again and keep the focus.
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

/** Places the tooltip above the anchor if there is space, else below, and never outside the window. */
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
