import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

test(
  'a user follows a deploy link, signs in, deploys the project and sees its release in the fleet [FLEET-041, ROUTE-043, ROUTE-044]',
  { tag: '@phone' },
  async ({ page, world }) => {
    await world.open('first-look', {
      as: null,
      path: paths.deploy({ repoUrl: 'https://github.com/flotilla-examples/sensor-dashboard' }),
    })
    await signIn(page, 'ada')
    const dialog = page.getByRole('dialog', { name: 'Deploy a fleet from a URL' })
    await expect(dialog.getByRole('region', { name: 'What will be deployed' })).toContainText(
      'flotilla-examples/sensor-dashboard',
    )
    await expect(page).toHaveURL(paths.deployApplication('fleet'))
    await expect(dialog.getByLabel('Name')).toHaveValue('sensor-dashboard')
    await expectAccessible(page)
    await dialog.getByLabel('Organization').selectOption({ label: 'Acme Logistics' })
    await dialog.getByRole('button', { name: 'Create and deploy' }).click()

    const progress = page.getByRole('dialog', { name: 'Deploying to sensor-dashboard' })
    await expect(progress.getByText(/^Building for /)).toBeVisible()
    await world.advance('10 s')
    await expect(progress.getByRole('log')).toContainText('Step 1/6 : FROM registry.flotilla.test')
    await expectAccessible(page)
    await world.advance('5 min')
    await expect(progress.getByText(/^Release 2\.0\.1 is ready/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(progress).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'sensor-dashboard' })).toBeVisible()
    await expect(
      page.getByRole('region', { name: 'Recent releases' }).getByRole('link', { name: '2.0.1' }),
    ).toBeVisible()
  },
)
