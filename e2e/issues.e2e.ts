import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test(
  'the issues of a fleet are listed, fixed for all affected devices, and link to them [OPS-041, OPS-042, OPS-043]',
  { tag: '@phone' },
  async ({ page, world }) => {
    await world.open('bad-release', { as: 'devi' })
    await world.visit(paths.fleetIssues(await world.fleet('cold-chain-eu')))
    const row = page.getByRole('row', { name: /Service keeps restarting/ })
    await expect(row).toBeVisible()
    await expectAccessible(page)
    await row.getByRole('button', { name: /^Pin to a release/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /^4\.11\.0/ }).click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Pin', exact: true }).click()
    await expect(dialog.getByText(/Pinned \d+ devices/)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('link', { name: /devices: Update rejected$/ }).click()
    await expect(page.getByText('Update rejected').first()).toBeVisible()
    await expect(page.getByRole('table', { name: 'Devices of this fleet' })).toBeVisible()
  },
)
