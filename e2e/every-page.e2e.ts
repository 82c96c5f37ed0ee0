import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'
import { emptyPanels, lowControls, namelessSections, smallTargets, spilledFacts } from './layout.ts'
import { visits, type Visit } from './routes.ts'

/** Pages visited in one session: opening a world and signing in takes longer than checking a page. */
const IN_A_ROW = 8

const rounds = [true, false].flatMap((signedOut) => {
  const pages = visits.filter((visit) => (visit.signedOut === true) === signedOut)
  return Array.from({ length: Math.ceil(pages.length / IN_A_ROW) }, (_, round) => ({
    signedOut,
    pages: pages.slice(round * IN_A_ROW, (round + 1) * IN_A_ROW),
  }))
})

for (const { signedOut, pages } of rounds) {
  const names = pages.map(({ name }) => name).join(', ')
  const title = `each page has a title, one heading and whole words, and keeps nobody out in light or dark: ${names}`

  test(title, { tag: '@phone' }, async ({ page, world }, { project }) => {
    test.setTimeout(400_000)
    await world.open('first-look', { as: signedOut ? null : 'ada' })
    for (const { name, path } of pages) {
      await test.step(name, async () => {
        // The first page of a round is fully loaded; for each, that would take half of the test's time.
        const isLoaded = project.name === 'desktop' && name === pages[0]?.name
        if (isLoaded) await page.goto(await path(world))
        else await world.visit(await path(world))
        await look(page, name)
        await page.emulateMedia({ colorScheme: 'light' })
        // Colours are the same at every width.
        if (project.name === 'phone') return expectAccessible(page, 'structure')
        await expectAccessible(page)
        await page.emulateMedia({ colorScheme: 'dark' })
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
        await expectAccessible(page, 'colours')
      })
    }
  })
}

const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 400

/** Soft, so that one run reports every page. */
async function look(page: Page, name: Visit['name']) {
  await expect(page.getByRole('heading', { level: 1 }), name).toHaveCount(1)
  await expect(page.locator('[aria-busy="true"]'), name).toHaveCount(0)
  await expect.soft(page, name).toHaveTitle(/\S · Flotilla$/)

  const words = await page.locator('body').innerText()
  expect.soft(words, name).not.toMatch(/\bundefined\b|\bNaN\b|\[object |Invalid Date/)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overflow, `pixels that ${name} scrolls sideways`).toBe(0)
  expect.soft(await emptyPanels(page), `panels of ${name} that say nothing`).toEqual([])
  expect.soft(await spilledFacts(page), `values of ${name} that reach into the next`).toEqual([])
  expect.soft(await page.evaluate(namelessSections), `sections of ${name} without a heading`).toEqual([])
  if (!isNarrow(page)) return
  expect.soft(await page.evaluate(smallTargets), `targets of ${name}`).toEqual([])
  expect.soft(await page.evaluate(lowControls), `low controls of ${name}`).toEqual([])
}
