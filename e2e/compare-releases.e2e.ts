import { paths } from '../src/app/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('two releases of the list are compared [OPS-106] @phone', async ({ page, world }) => {
  await world.open('first-look')
  await world.visit(paths.releases(await world.fleet('bench-lab')))
  const boxes = page.getByRole('main').getByRole('checkbox', { name: /^Select (?!all)/ })
  await boxes.nth(0).check()
  await boxes.nth(3).check()
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Compare .+ with / })
  await expect(dialog.getByRole('heading', { name: 'Compose file' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('checkbox', { name: 'Only differences' }).uncheck()
  await expect(dialog.getByText('Status', { exact: true })).toBeVisible()
  await expectAccessible(page)
})
