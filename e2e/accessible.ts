import { AxeBuilder } from '@axe-core/playwright'
import { expect } from 'playwright/test'
import type { Page } from 'playwright/test'

/** What axe says of the first rows of a table holds for the rest; it takes its time over each. */
const REPEATED_ROWS = 'tbody > tr:nth-child(n + 16)'

/** Lets every movement end: colours half way through a fade have no contrast of their own. */
async function settle(page: Page) {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished),
    ),
  )
}

/** Axe finds nothing on what the page shows now. */
export async function expectAccessible(page: Page) {
  await settle(page)
  // What lies half under the sticky header would count as too small a target.
  const scrolledTo = await page.evaluate(() => window.scrollY)
  await page.evaluate(() => window.scrollTo(0, 0))
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const { violations } = await new AxeBuilder({ page }).withTags(tags).exclude(REPEATED_ROWS).analyze()
  await page.evaluate((top) => window.scrollTo(0, top), scrolledTo)
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id} (${help}): ${html.slice(0, 200)}\n${failureSummary}`),
  )
  // Soft: the journey goes on, so that one run tells of every state that keeps somebody out.
  expect.soft(found, `accessibility of ${new URL(page.url()).pathname}`).toEqual([])
}
