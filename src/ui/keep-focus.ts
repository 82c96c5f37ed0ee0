import { focusPage } from './focus-page.ts'

/** Until then, whoever removed the element may move the focus: dialogs and menus return it, new pages take it. */
const PATIENCE_MS = 250
/** Places that the focus may move to: what they are is announced. */
const PLACES = 'section, form, nav, dialog, table, ul, ol, [role="dialog"], [role="region"], [role="group"]'

/** It was removed, or cannot have the focus any more. */
const isGone = (element: Element) =>
  !element.isConnected || element.checkVisibility?.() === false || element.matches(':disabled')

/**
 * When the focused element is removed, hidden or disabled, moves the focus to the closest place around it that is still there, or to the page.
 * Otherwise the next press of Tab would start at the top of the document. Returns a function that ends this.
 */
export function keepFocus(page: Document = document): () => void {
  /** The focused element and what contains it, innermost first. */
  let path: Element[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const note = ({ target }: FocusEvent) => {
    path = []
    for (let at = target instanceof Element ? target : null; at !== null; at = at.parentElement) path.push(at)
  }
  // A press on the background takes the focus away deliberately.
  const forget = () => (path = [])
  const isLost = () => page.activeElement === page.body && path[0] !== undefined && isGone(path[0])

  const recover = () => {
    timer = undefined
    if (!isLost()) return
    const place = path.find((element) => !isGone(element) && element.matches(PLACES))
    const lost = path
    path = []
    if (place instanceof HTMLElement) focusPlace(place)
    // A page that is still loading is tried again with its next change.
    else if (!focusPage(page)) path = lost
  }
  const recoverSoon = () => (timer ??= setTimeout(recover, PATIENCE_MS))
  const watching = new MutationObserver(() => {
    if (isLost()) recoverSoon()
  })
  // Hiding or disabling an element takes its focus away, after this event.
  const noteLoss = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget === null && path.length > 0) recoverSoon()
  }

  page.addEventListener('focusin', note, { capture: true })
  page.addEventListener('focusout', noteLoss, { capture: true })
  page.addEventListener('pointerdown', forget, { capture: true })
  watching.observe(page.body, { childList: true, subtree: true })
  return () => {
    clearTimeout(timer)
    watching.disconnect()
    page.removeEventListener('focusin', note, { capture: true })
    page.removeEventListener('focusout', noteLoss, { capture: true })
    page.removeEventListener('pointerdown', forget, { capture: true })
  }
}

function focusPlace(place: HTMLElement): void {
  if (place.tabIndex < 0 && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  }
  place.focus({ preventScroll: true })
}
