import { useEffect, useRef, type RefObject } from 'react'

/**
 * For a control that gives its place to what it opened, such as a pencil to its field: once it is back, it has the
 * keyboard again, unless that has gone on meanwhile. The ref is the control's.
 */
export function useFocusReturn(isAway: boolean): RefObject<HTMLButtonElement | null> {
  const control = useRef<HTMLButtonElement>(null)
  const wasAway = useRef(isAway)
  useEffect(() => {
    const isBack = wasAway.current && !isAway
    wasAway.current = isAway
    if (isBack && document.activeElement === document.body) control.current?.focus({ preventScroll: true })
  }, [isAway])
  return control
}
