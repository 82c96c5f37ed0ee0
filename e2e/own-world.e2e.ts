import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

/** The names of the fleets on the page with their numbers of devices. */
const fleets = async (page: Page) =>
  (await page.getByRole('list', { name: 'Fleets' }).innerText()).match(
    /^(?:[a-z]+-[a-z]+|[\d,]+\s+devices)$/gm,
  )

test('a world with a custom company name and 5,000 devices is created on the first visit, and its link opens the same world [WORLD-006, WORLD-008] @phone-release', async ({
  page,
  world,
  browser,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await world.open('first-look', { as: null })
  await page.getByRole('button', { name: /^Create your own world/ }).click()
  const panel = page.getByRole('dialog', { name: 'Simulator' })
  await panel.getByLabel('Company').fill('Northern Lights')
  await panel.getByLabel('Accent colour').fill('#1f77d0')
  await panel.getByLabel('Network outage in one town').check()
  await panel.getByLabel('Contents of the file').click()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await panel.getByRole('button', { name: 'Open this world' }).click()

  await expect(page).toHaveURL('/fleets')
  await expect(page.getByRole('heading', { name: 'shop-screens' })).toBeVisible()
  await expect(page.getByText('3,500')).toBeVisible()
  await expect(page.getByText('1,500')).toBeVisible()
  const create = page.getByRole('button', { name: 'Create fleet' })
  await expect(create).toHaveCSS('background-color', 'rgb(31, 119, 208)')
  await expectAccessible(page)
  const mine = await fleets(page)
  expect(mine).toHaveLength(4)

  const colleague = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await colleague.goto(link)
  await colleague.getByRole('button', { name: /^Look around/ }).click()
  await expect(colleague.getByRole('heading', { name: 'shop-screens' })).toBeVisible()
  await expect.poll(() => fleets(colleague)).toEqual(mine)
  await colleague.getByRole('link', { name: 'shop-screens' }).first().click()
  await colleague.getByRole('link', { name: /^Devices/ }).click()
  await expect(colleague.getByText('screen-ams-0001')).toBeVisible()
  await colleague.context().close()

  // A truncated link is rejected, and the world stays open.
  await page.goto(link.slice(0, -20))
  await expect(page.getByText('The world of this link could not be opened')).toBeVisible()
  await expect(page.getByText('The link is incomplete')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'shop-screens' })).toBeVisible()
})
