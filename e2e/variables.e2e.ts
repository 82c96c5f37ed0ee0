import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test, typeInto } from './fixtures.ts'

const FLEET = 'cold-chain-eu'

test(
  'changes of variables are staged, survive a reload, and are applied together [FVAR-003, FVAR-009, FVAR-010, FVAR-013]',
  { tag: ['@phone', '@firefox'] },
  async ({ page, world }) => {
    await world.open('first-look', { as: 'devi' })
    await world.visit(paths.fleetVariables(await world.fleet(FLEET)))
    const table = page.getByRole('region', { name: 'Variables of this fleet' })
    await page.getByRole('button', { name: 'Edit MQTT_HOST' }).click()
    await typeInto(page.getByRole('textbox', { name: 'Value' }), 'mqtt.example')
    const beside = () =>
      page
        .locator('header')
        .first()
        .evaluate((header) => window.innerWidth - header.getBoundingClientRect().right)
    await expect.poll(beside, 'the header ends at the edge, also where the scrollbar stood').toBe(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Stage change' }).click()
    await page.getByRole('button', { name: 'Delete DOOR_ALARM_C' }).click()

    const bar = page.getByRole('region', { name: 'Staged changes' })
    await expect(bar).toContainText('2 changes not applied yet')
    await expect(table.locator('del', { hasText: 'broker.acme-logistics.example' })).toBeVisible()
    await expectAccessible(page)

    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(bar).toContainText('2 changes not applied yet')
    await bar.getByRole('button', { name: 'Apply all' }).click()
    await expect(page.getByText('2 changes applied')).toBeVisible()
    await expect(bar).toHaveCount(0)
    await expect(table).toContainText('mqtt.example')
    await expect(table).not.toContainText('DOOR_ALARM_C')
    await page.reload()
    await expect(table).toContainText('mqtt.example')
  },
)

test('a variable of a device is set from a file [DVAR-001, DVAR-003]', async ({ page, world }) => {
  await world.open('first-look')
  await world.visit(paths.deviceVariables(await world.anyDevice(FLEET)))
  await page.getByRole('button', { name: 'Import .env' }).click()
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: '.env',
    mimeType: 'text/plain',
    buffer: Buffer.from('REPORT_EVERY_S=5\nUSER=me\n'),
  })
  await expect(page.getByRole('table', { name: 'What will change' })).toContainText(
    'This environment variable is reserved and cannot be used.',
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add 1 change' }).click()
  await page.getByRole('button', { name: 'Apply all' }).click()
  await expect(page.getByText('1 change applied')).toBeVisible()
  await page.getByRole('button', { name: 'Remove override of REPORT_EVERY_S' }).click()

  await page.getByRole('link', { name: 'Summary' }).click()
  const warning = page.getByRole('dialog', { name: 'Changes not saved' })
  await expect(warning).toContainText('Changes not saved, click OK to proceed.')
  await warning.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Variables' })).toHaveCount(0)
})
