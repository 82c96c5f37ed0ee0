import { expect, expectAccessible, test } from './fixtures.ts'

test('the first screen and a fleet show at a glance what is wrong, since when and where [OPS-109]', async ({
  page,
  world,
}) => {
  await world.open('offline-storm')
  const strip = page.getByRole('group', { name: 'All fleets at a glance' })
  await expect(strip).toContainText('need attention')
  const card = page.getByRole('listitem').filter({ hasText: 'cold-chain-eu' })
  await expect(card.getByRole('img', { name: 'Devices of cold-chain-eu by status' })).toBeVisible()
  await expect(card.getByRole('listitem').filter({ hasText: 'disconnected' })).toHaveCount(1)
  await expect(card.getByRole('img', { name: /^Operational in the last 24 hours/ })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'cold-chain-eu' }).first().click()
  const panel = page.getByRole('region', { name: 'Last 24 hours' })
  await expect(
    panel.getByRole('img', { name: /^Devices of cold-chain-eu by status over time/ }),
  ).toBeVisible()
  // The limits of both scales, and the unit.
  const limits = panel.getByText(/^[\d,]+ ?devices$/)
  await expect(limits.filter({ visible: true })).toHaveCount(2)
  await expect(panel.getByText('devices', { exact: true }).first()).toBeVisible()
  const slider = panel.getByRole('slider')
  await slider.focus()
  await slider.press('Home')
  const read = (await slider.getAttribute('aria-valuetext')) ?? ''
  expect(read).toContain('operational')
  await expect(panel.getByText(read)).toBeVisible()
  await panel.getByRole('button', { name: 'Show as table' }).click()
  await expect(panel.getByRole('table', { name: 'What happened' })).toContainText(/Outage: \d+ devices/)
  await expectAccessible(page)
})

test('each device of a small fleet is a cell that the keyboard reaches and opens [OPS-108]', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  await page.getByRole('link', { name: 'kiosk-lobby' }).click()
  const matrix = page.getByRole('group', { name: 'Devices by status' })
  const first = matrix.getByRole('link', { name: /: Disconnected, needs attention$/ })
  await first.focus()
  await page.keyboard.press('ArrowDown')
  const second = matrix.getByRole('link', { name: /: Operational$/ })
  await expect(second).toBeFocused()
  const name = (await second.getAttribute('aria-label'))?.split(':')[0] ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})
