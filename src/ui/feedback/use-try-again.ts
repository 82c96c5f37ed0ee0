import { useEffect, useRef } from 'react'

/** How often something that failed by chance is tried again while it is in sight. */
const TRY_AGAIN_EVERY_MS = 15_000

/** Tries again by itself while the page is visible; not without `retry`. */
export function useTryAgain(retry: (() => void) | undefined): void {
  const latest = useRef(retry)
  useEffect(() => {
    latest.current = retry
  })
  const isOn = retry !== undefined
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => {
      if (document.visibilityState !== 'hidden') latest.current?.()
    }, TRY_AGAIN_EVERY_MS)
    return () => clearInterval(timer)
  }, [isOn])
}
