import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test(
  'an administrator creates a fleet and is taken to its page [FLEET-005, FLEET-011]',
  { tag: '@release' },
  async ({ page, world }) => {
    await world.open('first-look')
    await world.visit(paths.createApplication('fleet'))
    const dialog = page.getByRole('dialog', { name: 'Create a fleet' })
    await dialog.getByRole('combobox', { name: 'Organization' }).selectOption('Acme Logistics')
    await dialog.getByRole('button', { name: 'Suggest a name' }).click()
    await dialog.getByRole('combobox', { name: 'Default device type' }).selectOption('Raspberry Pi 5')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create fleet' }).click()
    await expect(page).toHaveURL(/\/fleets\/\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^[a-z]+-[a-z]+/)
  },
)

test('the browser downloads an image with the configuration of a fleet [DEVLIST-017]', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  await world.visit(paths.addDevice(await world.fleet('cold-chain-eu')))
  const dialog = page.getByRole('dialog', { name: 'Add a device to cold-chain-eu' })
  await expect(dialog.getByRole('combobox', { name: 'OS version' })).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download image' }).click()
  expect((await download).suggestedFilename()).toMatch(/^flotilla-cold-chain-eu-.*\.img\.zip$/)
})

test('the card of a fleet measures 370 by 324 [FLEET-004]', async ({ page, world }) => {
  await world.open('first-look')
  const card = page.getByRole('list', { name: 'Fleets' }).getByRole('listitem').first()
  await expect(card).toBeVisible()
  const box = await card.boundingBox()
  expect(Math.round(box?.width ?? 0)).toBe(370)
  expect(Math.round(box?.height ?? 0)).toBe(324)
})
