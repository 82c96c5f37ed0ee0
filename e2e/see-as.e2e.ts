import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test(
  'a page is shown as an observer sees it, with the disabled controls and the reasons, and one click leads back [SEEAS-001]',
  { tag: '@phone-release' },
  async ({ page, world }, { project }) => {
    await world.open('first-look', { as: 'devi' })
    await world.visit(paths.fleet(await world.fleet('cold-chain-eu')))
    if (project.name === 'phone') await page.getByRole('button', { name: 'Open navigation' }).click()
    await page.getByRole('button', { name: 'Simulator panel' }).click()
    const panel = page.getByRole('dialog', { name: 'Simulator' })
    await panel.getByRole('tab', { name: 'People' }).click()
    await panel.getByLabel('View this page as').selectOption({ label: 'Olive Lindqvist, Observer' })
    const list = panel.getByRole('table', { name: 'Controls that Olive Lindqvist cannot use' })
    await expect(list.getByRole('row', { name: /Add device/ })).toContainText(
      'Your role here (Observer) does not allow this',
    )
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    if (project.name === 'phone') await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Account of olive' })).toBeVisible()
    const bar = page.getByRole('region', { name: 'Viewed as another user' })
    await expect(bar).toContainText('Viewed as Olive Lindqvist, Observer')
    await expectAccessible(page)
    await page.reload()
    await bar.getByRole('button', { name: 'Back to Devi Narayan' }).click()
    await expect(page.getByRole('button', { name: 'Account of devi' })).toBeVisible()
    await expect(bar).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: 'cold-chain-eu' })).toBeVisible()
  },
)
