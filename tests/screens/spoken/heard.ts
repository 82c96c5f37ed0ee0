import { pageText } from '../../../src/messages/app/pages.ts'
import { commonText } from '../../../src/messages/common/common.ts'

export interface Heard {
  /** What live regions announced, and alerts, in order. */
  lines: () => readonly string[]
  end: () => void
}

const APPLICATION = `section[aria-label="${commonText.notifications}"] > [role="status"]`
const REGION = `${APPLICATION} > *`

/** Blocks are read one after the other. */
const spoken = (element: Element) => {
  const parts: string[] = []
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node.parentElement?.closest('[aria-hidden="true"], button') === null)
      parts.push(node.textContent?.trim() ?? '')
  return parts.filter((part) => part !== '').join(' · ')
}

/** Other live regions. What arrives together with its region is not announced. */
const OTHERS = '[role="status"]:not([aria-live="off"])'
const comesLater = (region: Element) => region.querySelector('[class*="later"]') !== null

/** When a page is announced depends on how fast it loads. */
const ofNavigation = (text: string) => text === pageText.loading || text.endsWith(pageText.ready(''))

/** Keeps what is announced from now on: announcements replace each other, and toasts disappear. */
export function listen(): Heard {
  const known = new Set(document.querySelectorAll(`${REGION}, [role="alert"]`))
  const said = new WeakMap<Element, string>()
  for (const region of document.querySelectorAll(OTHERS)) said.set(region, spoken(region))
  const lines: string[] = []
  const watching = new MutationObserver(() => {
    for (const each of document.querySelectorAll(`${REGION}, [role="alert"]`)) {
      if (known.has(each)) continue
      known.add(each)
      const text = spoken(each)
      const isAlert = each.getAttribute('role') === 'alert'
      lines.push(`${isAlert ? 'alert' : 'status'}: ${text}`)
    }
    for (const region of document.querySelectorAll(OTHERS)) {
      const before = said.get(region)
      const text = spoken(region)
      if (before === text || region.closest(APPLICATION) !== null) continue
      said.set(region, text)
      if (text !== '' && !ofNavigation(text) && (before !== undefined || comesLater(region)))
        lines.push(`status: ${text}`)
    }
  })
  watching.observe(document, { childList: true, subtree: true, characterData: true })
  return { lines: () => lines, end: () => watching.disconnect() }
}
