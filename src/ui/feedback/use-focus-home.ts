import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * For what goes away once its own control was pressed, as an error does with Retry: the keyboard goes to the dialog or
 * page around it, not to the beginning of the document.
 */
export function useFocusHome(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const leaving = place.current
    const home = leaving?.closest<HTMLElement>('[role="dialog"], main')
    return () => {
      if (leaving?.contains(document.activeElement)) home?.focus({ preventScroll: true })
    }
  }, [])
  return place
}
