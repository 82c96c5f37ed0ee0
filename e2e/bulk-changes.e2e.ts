import { Buffer } from 'node:buffer'
import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('a CSV file is checked, applied and undone [OPS-100, OPS-101, OPS-103, OPS-104] @phone', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  await world.visit(paths.fleetDevices(await world.fleet('kiosk-lobby')))
  const { uuid, name } = await world.deviceWhere('kiosk-lobby', 'is_online eq true')
  if ((page.viewportSize()?.width ?? 0) < 760) {
    await page.getByRole('button', { name: 'View and columns' }).click()
    await page.getByRole('menuitem', { name: 'Bulk changes from CSV…' }).click()
  } else await page.getByRole('button', { name: 'Bulk changes from CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bulk changes from CSV' })
  await expect(dialog.getByRole('button', { name: 'Check' })).toBeVisible()
  await expectAccessible(page)

  const file = (text: string | Buffer) => ({
    name: 'devices.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  })
  await dialog.getByLabel('CSV file').setInputFiles(file(Buffer.from([0x89, 0x50, 0, 0xff])))
  await expect(dialog.getByRole('alert')).toContainText('not a CSV file in UTF-8')
  await dialog
    .getByLabel('CSV file')
    .setInputFiles(file(`\uFEFFuuid;name;tag:desk;var:DESK\r\n${uuid};front-desk;7;secret\r\nffff;a;b;c\r\n`))
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog.getByText('3 changes on 1 device')).toBeVisible()
  await expect(dialog.getByText('No device ffff in this fleet.')).toBeVisible()
  await expect(dialog.getByText('secret')).toHaveCount(0)
  await expectAccessible(page)

  await dialog.getByRole('button', { name: 'Apply 3 changes' }).click()
  await expect(dialog.getByText('3 changes made')).toBeVisible()
  await expectAccessible(page)

  await dialog.getByRole('button', { name: 'Undo…' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Undo bulk changes' }).getByText('3 changes on 1 device'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Apply 3 changes' }).click()
  await expect(dialog.getByText('3 changes made')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page.getByRole('link', { name }).first()).toBeVisible()
})
