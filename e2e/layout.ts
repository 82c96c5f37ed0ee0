import type { Page } from 'playwright/test'

/** Panels that are empty except for their title. */
export const emptyPanels = (page: Page) =>
  page.locator('main section:has(h2)').evaluateAll((panels) =>
    panels.flatMap((panel) => {
      const title = panel.querySelector('h2')?.textContent ?? ''
      const isFolded = panel.querySelector('h2 [aria-expanded="false"]') !== null
      return panel.textContent === title && !isFolded ? [title] : []
    }),
  )

/** Values of facts that are wider than their column and overlap the next one. */
export const spilledFacts = (page: Page) =>
  page.locator('main dd').evaluateAll((values) =>
    values.flatMap((value) => {
      if (value.scrollWidth <= value.clientWidth + 1 || getComputedStyle(value).overflowX !== 'visible')
        return []
      // What surrounds a small button reacts to a finger, but has nothing to show.
      const shown = document.createRange()
      shown.selectNodeContents(value)
      const right = Math.max(...[...shown.getClientRects()].map((box) => box.right))
      return right > value.getBoundingClientRect().right + 1 ? [value.textContent] : []
    }),
  )

/** Targets too small for a finger: less than 24 px in either direction, except links within a sentence. */
export const smallTargets = () => {
  const asked = 'main :is(button, a[href], input, select, summary, [role="checkbox"], [role="switch"])'
  return [...document.querySelectorAll(asked)].flatMap((element) => {
    const style = getComputedStyle(element)
    const own = element.getBoundingClientRect()
    const isSeen = own.width > 1 && own.height > 1 && style.visibility !== 'hidden'
    if (!isSeen || (element.tagName === 'A' && style.display === 'inline')) return []
    const boxes = [
      own,
      ...(element.tagName === 'INPUT' ? [element.closest('label')?.getBoundingClientRect()] : []),
    ]
    const isLarge = boxes.some((box) => box !== undefined && Math.min(box.width, box.height) > 23.5)
    const words = element.getAttribute('aria-label') ?? element.textContent
    return isLarge ? [] : [`${element.tagName} ${words} ${own.width} × ${own.height}`]
  })
}

/** Controls that are less than 44 px high for a finger, with what around them reacts; links and parts of rows have 24 px. */
export const lowControls = () => {
  if (!matchMedia('(pointer: coarse)').matches) return ['the pointer is not a finger']
  const asked =
    ':is(main, header) :is(button:not(td *, th *, summary *), select, input:not([type="checkbox"], [type="radio"], [type="color"], [type="range"], [type="file"]), [role="switch"])'
  return [...document.querySelectorAll(asked)].flatMap((element) => {
    const field = element.tagName === 'INPUT' ? (element.parentElement ?? element) : element
    const inside = element.firstElementChild ?? element
    const around = [element, inside]
      .map((each) => getComputedStyle(each, '::before'))
      .filter(({ position }) => position === 'absolute')
    const own = field.getBoundingClientRect().height
    if (own <= 1 || getComputedStyle(element).visibility === 'hidden') return []
    const height = Math.max(own, ...around.map((area) => parseFloat(area.height)))
    const words = element.getAttribute('aria-label') ?? element.textContent
    return height > 43.5 ? [] : [`${element.tagName} “${words}” ${height} px`]
  })
}

/** Sections that have neither a heading nor a name, so that a screen reader's list of headings or regions leaves them out. Runs in the page. */
export const namelessSections = () =>
  [...document.querySelectorAll('main section')].flatMap((section) => {
    const isNamed = section.matches('[aria-label], [aria-labelledby]')
    const isSeen = section.checkVisibility() && section.textContent.trim() !== ''
    return isNamed || !isSeen || section.querySelector('h2, h3, h4, legend') !== null
      ? []
      : [`${section.className} “${section.textContent.slice(0, 60)}”`]
  })

/** Focuses each control and finds those without a visible ring, and rings that a clipping box cuts. Runs in the page. */
export const cutRings = () => {
  const ROOM = 1.5
  const hasRing = (element: Element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
  }
  const isCut = (drawn: Element): boolean => {
    const { outlineOffset, outlineWidth } = getComputedStyle(drawn)
    const beyond = parseFloat(outlineOffset) + parseFloat(outlineWidth)
    const ring = drawn.getBoundingClientRect()
    for (let at = drawn.parentElement; at !== null && at !== document.body; at = at.parentElement) {
      const { position, overflowX, overflowY } = getComputedStyle(at)
      if (position === 'fixed') return false
      if (overflowX === 'visible' && overflowY === 'visible') continue
      const box = at.getBoundingClientRect()
      const beside = Math.max(box.left - ring.left, ring.right - box.right) + beyond
      const below = Math.max(box.top - ring.top, ring.bottom - box.bottom) + beyond
      // What scrolls is brought into view, more or less.
      const isWide = at.scrollWidth > at.clientWidth + 1
      const isHigh = at.scrollHeight > at.clientHeight + 1
      return (!isWide && beside > ROOM) || (!isHigh && below > ROOM)
    }
    return false
  }
  const found = [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    ),
  ].flatMap((control) => {
    if (!control.checkVisibility()) return []
    const before = getComputedStyle(control).boxShadow
    control.focus({ focusVisible: true })
    if (document.activeElement !== control) return []
    const { parentElement: frame, nextElementSibling: next } = control
    const drawn = [control, frame, next, frame?.parentElement].find((each) => each && hasRing(each))
    const label = `${control.localName} “${control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 40)}”`
    if (!drawn) return getComputedStyle(control).boxShadow === before ? [`no ring: ${label}`] : []
    return isCut(drawn) ? [`cut ring: ${label} ${drawn.className}`] : []
  })
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  return found
}
