import { useEffect, useRef, useState, type ReactNode } from 'react'
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
 * has the same text as its name or description. Tables have hundreds: it has no effects until it is shown.
 */
export function Tooltip({ text, children, onFocus = true }: TooltipProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)

  const plan = (next: HTMLElement | null, afterMs: number) => {
    clearTimeout(timer.current)
    // When it is unmounted meanwhile, nothing happens.
    timer.current = setTimeout(() => setAnchor(next), afterMs)
  }
  const hasText = text !== undefined && text !== null && text !== ''
  // The anchor is rendered without a text too, so that its children are not mounted again and keep the focus.
  return (
    <span
      className={styles.anchor}
      onPointerEnter={(event) => event.pointerType !== 'touch' && plan(event.currentTarget, SHOW_AFTER_MS)}
      onPointerLeave={() => plan(null, HIDE_AFTER_MS)}
      onPointerDown={() => plan(null, 0)}
      onFocus={(event) => onFocus && event.target.matches(':focus-visible') && plan(event.currentTarget, 0)}
      onBlur={() => plan(null, 0)}
    >
      {children}
      {anchor !== null && hasText && (
        <Tip
          anchor={anchor}
          text={text}
          onReach={() => plan(anchor, 0)}
          onLeave={() => plan(null, HIDE_AFTER_MS)}
          onDismiss={() => setAnchor(null)}
        />
      )}
    </span>
  )
}

interface TipProps {
  anchor: HTMLElement
  text: ReactNode
  onReach: () => void
  onLeave: () => void
  onDismiss: () => void
}

function Tip({ anchor, text, onReach, onLeave, onDismiss }: TipProps) {
  useEffect(() => {
    const dismiss = (event: KeyboardEvent) => event.key === 'Escape' && onDismiss()
    document.addEventListener('keydown', dismiss)
    return () => document.removeEventListener('keydown', dismiss)
  })
  return createPortal(
    <span
      ref={(tip) => place(tip, anchor)}
      className={styles.tip}
      aria-hidden="true"
      onPointerEnter={onReach}
      onPointerLeave={onLeave}
    >
      {text}
    </span>,
    document.body,
  )
}

/** Places the tooltip above the anchor if there is space, else below, and never outside the window. */
function place(tip: HTMLElement | null, anchor: HTMLElement) {
  const target = anchor.firstElementChild
  if (!tip || !target) return
  const at = target.getBoundingClientRect()
  const size = tip.getBoundingClientRect()
  const left = at.left + at.width / 2 - size.width / 2
  const above = at.top - size.height - 6
  tip.style.left = `${Math.max(EDGE, Math.min(left, window.innerWidth - size.width - EDGE))}px`
  tip.style.top = `${above < EDGE ? at.bottom + 6 : above}px`
}
