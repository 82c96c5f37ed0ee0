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
