import axe from 'axe-core'
import type { AxeResults } from 'axe-core'
import { expect } from 'playwright/test'
import type { Page } from 'playwright/test'

/** What axe says of the first rows of a table holds for the rest; it takes its time over each. */
const REPEATED_ROWS = 'tbody > tr:nth-child(n + 16)'

/** Lets every movement end, also one that only begins with the next picture: colours half way have no contrast. */
async function settle(page: Page) {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((drawn) => requestAnimationFrame(drawn))
    // What inherits a colour begins to move when what it inherits from has arrived.
    for (let moving = [null], round = 0; moving.length > 0 && round < 20; round++) {
      await nextFrame()
      await nextFrame()
      moving = await Promise.all(
        document
          .getAnimations()
          .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
          .map((animation) => animation.finished.then(() => null).catch(() => null)),
      )
    }
  })
}

/** What is looked for: everything, or, where only the colours differ from what was looked at, their contrast. */
const LOOKED_FOR = {
  everything: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  colours: { type: 'rule', values: ['color-contrast'] },
} as const

/** Axe finds nothing on what the page shows now. */
export async function expectAccessible(page: Page, lookFor: keyof typeof LOOKED_FOR = 'everything') {
  // What it finds is the same in every browser, and Firefox 153 ends the page in the midst of its look.
  if (page.context().browser()?.browserType().name() === 'firefox') return
  await settle(page)
  // A dialog has its title a moment later than its frame.
  await expect(page.locator('[role="dialog"]:not([aria-labelledby], [aria-label])')).toHaveCount(0)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // In the page's own frame, as there are no others: a run over all frames takes twice as long.
  const violations = await page.evaluate(
    async ({ exclude, runOnly }) => {
      // What lies half under the sticky header would count as too small a target.
      const scrolledTo = window.scrollY
      window.scrollTo(0, 0)
      const options = { runOnly, resultTypes: ['violations'], iframes: false }
      const { axe } = window as unknown as { axe: Axe }
      const { violations } = await axe.run({ exclude: [exclude] }, options)
      // The same with what lies half under a bar at the bottom: it is judged where somebody would scroll it to.
      for (const violation of violations.filter(({ id }) => id === 'target-size')) {
        const small = []
        for (const node of violation.nodes) {
          const element = document.querySelector(String(node.target[0]))
          element?.scrollIntoView({ block: 'center', behavior: 'instant' })
          const alone = { ...options, runOnly: { type: 'rule', values: ['target-size'] } }
          if (element === null || (await axe.run(element, alone)).violations.length > 0) small.push(node)
        }
        violation.nodes = small
      }
      window.scrollTo(0, scrolledTo)
      return violations
    },
    { exclude: REPEATED_ROWS, runOnly: LOOKED_FOR[lookFor] },
  )
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id} (${help}): ${html.slice(0, 200)}\n${failureSummary}`),
  )
  // Soft: the journey goes on, so that one run tells of every state that keeps somebody out.
  expect.soft(found, `accessibility of ${new URL(page.url()).pathname}`).toEqual([])
}

/** What is asked of axe, as it stands in the page. */
interface Axe {
  run(context: object, options: object): Promise<Pick<AxeResults, 'violations'>>
}
