import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('two releases of the list are compared [OPS-106] @phone', async ({ page, world }) => {
  await world.open('first-look')
  await world.visit(paths.releases(await world.fleet('bench-lab')))
  const boxes = page.getByRole('main').getByRole('checkbox', { name: /^Select (?!all)/ })
  await boxes.nth(0).check()
  await boxes.nth(3).check()
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Compare .+ with / })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: 'Only differences' }).click()
  await expect(page.getByRole('rowheader', { name: 'Status', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Compose file, line by line' })).toBeVisible()
  await expectAccessible(page)
  await expect(page).toHaveURL(/\/releases\/\d+\/compare\/\d+\?show=all$/)

  await page.getByRole('button', { name: 'Compare with…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Compare .+ with/ })
  await expect(dialog.getByRole('radio').first()).toBeVisible()
  await expectAccessible(page)
})
