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
      .find(({ position }) => position === 'absolute')
    const own = field.getBoundingClientRect().height
    if (own <= 1 || getComputedStyle(element).visibility === 'hidden') return []
    const height = around === undefined ? own : Math.max(own, parseFloat(around.height))
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
