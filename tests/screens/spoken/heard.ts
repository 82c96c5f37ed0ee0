import { commonText } from '../../../src/messages/common/common.ts'

export interface Heard {
  /** What the live region of the application announced. */
  texts: () => readonly string[]
  /** The same and what was announced assertively, in order. */
  lines: () => readonly string[]
  end: () => void
}

const REGION = `section[aria-label="${commonText.notifications}"] > [role="status"] > *`

/** Blocks are read one after the other. */
const spoken = (element: Element) => {
  const parts: string[] = []
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node.parentElement?.closest('[aria-hidden="true"], button') === null)
      parts.push(node.textContent?.trim() ?? '')
  return parts.filter((part) => part !== '').join(' · ')
}

/** Keeps what is announced from now on: announcements replace each other, and toasts disappear. */
export function listen(): Heard {
  const known = new Set(document.querySelectorAll(`${REGION}, [role="alert"]`))
  const texts: string[] = []
  const lines: string[] = []
  const watching = new MutationObserver(() => {
    for (const each of document.querySelectorAll(`${REGION}, [role="alert"]`)) {
      if (known.has(each)) continue
      known.add(each)
      const text = spoken(each)
      const isAlert = each.getAttribute('role') === 'alert'
      if (!isAlert) texts.push(text)
      lines.push(`${isAlert ? 'alert' : 'status'}: ${text}`)
    }
  })
  watching.observe(document, { childList: true, subtree: true })
  return { texts: () => texts, lines: () => lines, end: () => watching.disconnect() }
}
