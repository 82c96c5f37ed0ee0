import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('two devices are compared, from the list and from a device page [OPS-107] @phone', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  await world.visit(paths.fleetDevices(await world.fleet('cold-chain-eu')))
  const boxes = page.getByRole('main').getByRole('checkbox', { name: /^Select (?!all)/ })
  await boxes.nth(0).check()
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Compare' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await boxes.nth(4).check()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Compare' }).click()
  await expect(page.getByRole('heading', { name: /^Compare .+ with / })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: /UUID$/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: 'Only differences' }).click()
  await expect(page.getByRole('rowheader', { name: 'Local mode', exact: true })).toBeVisible()
  await expectAccessible(page)

  await world.visit(paths.device(await world.anyDevice('cold-chain-eu')))
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Compare with…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Compare .+ with/ })
  await dialog.getByRole('searchbox').fill('a')
  await expect(dialog.getByRole('list', { name: 'Devices found' }).getByRole('button').first()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('list', { name: 'Devices found' }).getByRole('button').last().click()
  await expect(page).toHaveURL(/\/devices\/[0-9a-f]+\/compare\/[0-9a-f]+$/)
  await expect(page.getByRole('heading', { name: /^Compare .+ with / })).toBeVisible()
})
