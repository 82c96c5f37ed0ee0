import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const FLEET = 'cold-chain-eu'

test(
  'a change is listed where it was made and on its pages, undone after a preview, kept after a reload, exported and cleared; the simulation lists changes by others [OPS-080, OPS-083, OPS-084, OPS-087, OPS-088]',
  { tag: '@phone' },
  async ({ page, world }) => {
    await world.open('first-look')
    await world.setSpeed(0)
    const fleet = await world.fleet(FLEET)
    const device = await world.deviceWhere(FLEET, "overall_status eq 'operational'")
    await world.visit(paths.activity())
    await expect(page.getByText('Changes that you make appear here')).toBeVisible()
    await expectAccessible(page)

    await world.visit(paths.device(device.uuid))
    await page.getByRole('button', { name: 'Edit name' }).click()
    await page.getByLabel('Device name').fill('renamed-here')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'renamed-here' })).toBeVisible()
    // A change by another client.
    const [other = ''] = (await world.someDevices(FLEET, 5)).filter((uuid) => uuid !== device.uuid)
    await world.rename(other, 'renamed-elsewhere')

    const row = (name: RegExp) => page.getByRole('table').getByRole('row', { name })
    for (const path of [
      paths.deviceHistory(device.uuid),
      paths.applicationActivity(fleet),
      paths.organizationActivity(await world.organization('acme_logistics')),
      paths.activity(),
    ]) {
      await world.visit(path)
      await expect(row(/Renamed to “renamed-here”.*Done/)).toBeVisible()
      await expect(row(/renamed-elsewhere/)).toHaveCount(0)
    }
    await expectAccessible(page)

    await page.getByText('Everyone', { exact: true }).click()
    await expect(row(/ada.*Renamed to “renamed-elsewhere”/)).toBeVisible()
    await expect(row(/ada.*Renamed to “renamed-here”/)).toBeVisible()
    await page.getByRole('searchbox', { name: 'Find' }).fill('elsewhere')
    await expect(row(/renamed-here/)).toHaveCount(0)
    await expect(page.getByText('1 change', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByText('This browser', { exact: true }).click()

    await page.getByRole('button', { name: 'Undo: Renamed to “renamed-here”' }).click()
    const dialog = page.getByRole('dialog', { name: 'Undo change' })
    await expect(dialog.getByRole('row', { name: new RegExp(`renamed-here.*${device.name}`) })).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Undo change' }).click()
    await expect(dialog.getByText('1 change undone.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await expect(row(new RegExp(`Undo: Renamed to “${device.name}”`))).toBeVisible()

    await page.reload()
    await expect(row(/^[^:]*Renamed to “renamed-here”.*Undone/)).toBeVisible()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^activity-.*\.csv$/)
    await world.visit(paths.device(device.uuid))
    await expect(page.getByRole('heading', { level: 1, name: device.name })).toBeVisible()

    await world.visit(paths.activity())
    await page.getByRole('button', { name: 'Clear activity' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clear activity' }).click()
    await expect(page.getByText('Changes that you make appear here')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Changes that you make appear here')).toBeVisible()
  },
)
