import axe from 'axe-core'
import type { AxeResults } from 'axe-core'
import { expect } from 'playwright/test'
import type { Page } from 'playwright/test'

/** Only the first rows of a table are checked: the others are alike, and axe is slow. */
const REPEATED_ROWS = 'tbody > tr:nth-child(n + 16)'

/** Waits for all transitions, including those that start with the next frame: intermediate colours lack contrast. */
async function settle(page: Page) {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((drawn) => requestAnimationFrame(drawn))
    // An inherited colour starts its own transition only after the parent's has ended.
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

const STANDARDS = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
} as const
/** What a theme can change beside the contrast of texts. */
const BY_COLOURS = ['link-in-text-block', 'target-size'] as const
/**
 * All rules, or all but contrast, or only what colours can change, for a page that was checked before: the contrast of texts, 4.5:1
 * or in the high contrast theme 7:1.
 */
const LOOKED_FOR = {
  everything: { runOnly: STANDARDS },
  structure: { runOnly: STANDARDS, rules: { 'color-contrast': { enabled: false } } },
  colours: { runOnly: { type: 'rule', values: [...BY_COLOURS, 'color-contrast'] } },
  'high contrast': { runOnly: { type: 'rule', values: [...BY_COLOURS, 'color-contrast-enhanced'] } },
} as const

/** Asserts that axe finds no violation on the page. */
export async function expectAccessible(page: Page, lookFor: keyof typeof LOOKED_FOR = 'everything') {
  // The result is the same in every browser, and Firefox 153 crashes the page during the check.
  if (page.context().browser()?.browserType().name() === 'firefox') return
  // A dialog gets its title shortly after its frame.
  await expect(page.locator('[role="dialog"]:not([aria-labelledby], [aria-label])')).toHaveCount(0)
  // Soft, so that one run reports the violations of every state.
  expect
    .soft(await violationsOn(page, lookFor), `accessibility of ${new URL(page.url()).pathname}`)
    .toEqual([])
}

/** The violations that axe finds on the page, each with its element. */
export async function violationsOn(
  page: Page,
  lookFor: keyof typeof LOOKED_FOR = 'everything',
): Promise<string[]> {
  await settle(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // Only the top frame, since there are no others: a run over all frames takes twice as long.
  const violations = await page.evaluate(
    async ({ exclude, chosen }) => {
      // Elements half under the sticky header would count as too small.
      const scrolledTo = window.scrollY
      window.scrollTo(0, 0)
      const options = { ...chosen, resultTypes: ['violations'], iframes: false }
      const { axe } = window as unknown as { axe: Axe }
      const { violations } = await axe.run({ exclude: [exclude] }, options)
      // Elements half under a bar at the bottom are measured after scrolling them into view.
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
    { exclude: REPEATED_ROWS, chosen: LOOKED_FOR[lookFor] },
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id} (${help}): ${html.slice(0, 200)}\n${failureSummary}`),
  )
}

/** The API of axe in the page. */
interface Axe {
  run(context: object, options: object): Promise<Pick<AxeResults, 'violations'>>
}
