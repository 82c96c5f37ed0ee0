import { expect, expectAccessible, test } from './fixtures.ts'
import { visits } from './routes.ts'

for (const { name, path, signedOut } of visits) {
  const title = `the page "${name}" has a title, one heading and whole words, and keeps nobody out in light or dark`

  test(title, { tag: '@phone' }, async ({ page, world }) => {
    await world.open('first-look', { as: signedOut ? null : 'ada' })
    await page.goto(await path(world))
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expect(page).toHaveTitle(/\S · Flotilla$/)

    const words = await page.locator('body').innerText()
    expect(words).not.toMatch(/\bundefined\b|\bNaN\b|\[object |Invalid Date/)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, 'pixels that the page scrolls sideways').toBe(0)

    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
  })
}
