import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'
import { visits, type Visit } from './routes.ts'

/** Pages that one person visits in a row: opening a world and signing in takes longer than looking at a page. */
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
        // Each page is loaded anew once; that takes longer than the look, and the same at every width.
        if (project.name === 'phone') await world.visit(await path(world))
        else await page.goto(await path(world))
        await look(page, name)
        await page.emulateMedia({ colorScheme: 'light' })
        await expectAccessible(page)
        // Colours are the same at every width.
        if (project.name === 'phone') return
        await page.emulateMedia({ colorScheme: 'dark' })
        await expectAccessible(page, 'colours')
      })
    }
  })
}

/** Soft, so that one run tells of every page. */
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
}
