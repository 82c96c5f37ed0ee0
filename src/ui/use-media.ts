import { useCallback, useSyncExternalStore } from 'react'

/** Where parts of a page are below each other. Must match the style sheets. */
export const SMALL_SCREEN = '(width < 620px)'

/** Whether a media query matches, such as `(width < 760px)`; false if media queries are not supported. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia?.(query)
      list?.addEventListener('change', listener)
      return () => list?.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(query).matches ?? false)
}
