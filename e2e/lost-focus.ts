/**
 * Logs an error when the focused element is removed, hidden or disabled and nothing else gets the focus: users of a keyboard or
 * a screen reader would have to start again at the top of the page. Runs in the page.
 */
export function reportLostFocus(): void {
  /** Within it, the page that removed the element has moved the focus. */
  const LOST_MS = 1500
  let focused: Element | null = null
  let since = 0
  addEventListener(
    'focusin',
    ({ target }) => {
      focused = target instanceof Element ? target : null
      since = 0
    },
    { capture: true },
  )
  // A press on the background leaves the focused element deliberately.
  addEventListener('pointerdown', () => (focused = null), { capture: true })
  // The page's own clock may be replaced later.
  const clock = performance
  setInterval(() => {
    const isGone =
      focused !== null && (!focused.isConnected || !focused.checkVisibility() || focused.matches(':disabled'))
    const isLost = isGone && document.activeElement === document.body
    if (!isLost || !document.hasFocus()) since = 0
    else if (since === 0) since = clock.now()
    else if (clock.now() - since > LOST_MS) {
      const { tagName = '', textContent = '' } = focused ?? {}
      const label = focused?.getAttribute('aria-label') ?? textContent
      console.error(`the focus fell to the body from ${tagName.toLowerCase()} "${label}"`)
      focused = null
    }
  }, 250)
}
