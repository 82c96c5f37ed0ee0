import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * For elements that disappear when their control is pressed, such as an error with Retry: moves the focus to the
 * surrounding dialog or page, not to the beginning of the document.
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
