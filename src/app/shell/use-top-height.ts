import { useLayoutEffect, type RefObject } from 'react'
import { useMedia } from '@/ui/use-media.ts'

/** Low windows, such as 720 px at 400 % or a phone on its side: there it scrolls away (Shell.module.css). */
const LOW = '(height < 480px)'

/**
 * Tells style sheets the height of what stays at the top of the window (`--top`): what scrolls below it, such as the focused
 * element, keeps that distance. Its lines come and go, and grow with large text.
 */
export function useTopHeight(top: RefObject<HTMLElement | null>): void {
  const scrollsAway = useMedia(LOW)
  useLayoutEffect(() => {
    const element = top.current
    if (element === null) return
    const { style } = document.documentElement
    const measure = () => style.setProperty('--top', `${scrollsAway ? 0 : element.offsetHeight}px`)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--top')
    }
  }, [top, scrollsAway])
}
