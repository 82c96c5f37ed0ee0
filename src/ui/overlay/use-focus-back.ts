import { useLayoutEffect } from 'react'
import { focusPage } from '@/ui/focus-page.ts'

/** By then, a closing frame has released the focus. */
const AFTER_CLOSING_MS = 20

/**
 * Returns the focus to the element that had it before something opened, when that is closed or removed. The frame may be
 * loaded after the opening, so it cannot know the previous focus itself.
 */
export function useFocusBack(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return
    // Stored, because a test may remove its page before the timer runs.
    const page = document
    const before = whatOpened(page.activeElement)
    // If the action removed the opener with its row, the table gets the focus, or else the page.
    const homes = [before, before?.closest<HTMLElement>('[role="region"][tabindex]'), before?.closest('main')]
    return () => {
      const atClosing = page.activeElement
      setTimeout(() => {
        const now = page.activeElement
        // The user has already moved the focus.
        if (now !== null && now !== page.body && now !== atClosing) return
        const home = homes.find((each) => each?.isConnected)
        // If it was opened by the URL, there is no opener.
        if (home) home.focus({ preventScroll: true })
        else focusPage(page)
      }, AFTER_CLOSING_MS)
    }
  }, [opened])
}

/** The focused element; for an item of a menu, the button of the menu, because the menu closes. */
function whatOpened(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role="menu"]')
  if (menu) return document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  return focused instanceof HTMLElement && focused !== document.body ? focused : null
}
