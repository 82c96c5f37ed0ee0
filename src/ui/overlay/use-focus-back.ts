import { useLayoutEffect } from 'react'
import { focusPage } from '../focus-page.ts'

/** A frame that closes has let the focus go by then. */
const AFTER_CLOSING_MS = 20

/**
 * Gives the focus back to what had it when something opened over the page, once that has closed or gone. The frame
 * itself may come later than its opening, so it cannot know what was focused before it.
 */
export function useFocusBack(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return
    // Kept, as a test may take its page away before the timer comes.
    const page = document
    const before = whatOpened(page.activeElement)
    // What was done may have taken the opener away with its row: then the table has the focus, or else the page.
    const homes = [before, before?.closest<HTMLElement>('[role="region"][tabindex]'), before?.closest('main')]
    return () => {
      const atClosing = page.activeElement
      setTimeout(() => {
        const now = page.activeElement
        // Who has moved on meanwhile is left alone.
        if (now !== null && now !== page.body && now !== atClosing) return
        const home = homes.find((each) => each?.isConnected)
        // What the address itself opened had no opener.
        if (home) home.focus({ preventScroll: true })
        else focusPage(page)
      }, AFTER_CLOSING_MS)
    }
  }, [opened])
}

/** An entry of a menu goes with its menu: the menu's button stands for it. */
function whatOpened(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role="menu"]')
  if (menu) return document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  return focused instanceof HTMLElement && focused !== document.body ? focused : null
}
