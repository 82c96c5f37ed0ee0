import { useLayoutEffect, type RefObject } from 'react'

/**
 * Tells style sheets the height of what stays at the top of the window (`--top`): what scrolls below it, such as the focused
 * element, keeps that distance. Its lines come and go, and grow with large text.
 */
export function useTopHeight(top: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = top.current
    if (element === null) return
    const { style } = document.documentElement
    const measure = () => style.setProperty('--top', `${element.offsetHeight}px`)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--top')
    }
  }, [top])
}
