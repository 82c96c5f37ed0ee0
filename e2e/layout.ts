import type { Page } from 'playwright/test'

/** Panels that are empty except for their title. */
export const emptyPanels = (page: Page) =>
  page.locator('main section:has(h2)').evaluateAll((panels) =>
    panels.flatMap((panel) => {
      const title = panel.querySelector('h2')?.textContent ?? ''
      return panel.textContent === title ? [title] : []
    }),
  )

/** Values of facts that are wider than their column and overlap the next one. */
export const spilledFacts = (page: Page) =>
  page
    .locator('main dd')
    .evaluateAll((values) =>
      values.flatMap((value) =>
        value.scrollWidth > value.clientWidth + 1 && getComputedStyle(value).overflowX === 'visible'
          ? [value.textContent]
          : [],
      ),
    )
