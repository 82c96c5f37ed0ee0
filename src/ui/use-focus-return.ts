import { useEffect, useRef, type RefObject } from 'react'

/**
 * For a control that is replaced by what it opens, such as a pencil by a field: it gets the focus again when it returns,
 * unless the user has moved on. The ref is for the control.
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
