import type { Page } from 'playwright/test'
import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

// A live dashboard requests the user's picture there, which a test machine may not reach.
test.use({ expectedErrors: [/www\.gravatar\.com/] })

const history = (page: Page) => page.getByRole('region', { name: 'Metrics over time' })

test('the history of a device in this browser survives a reload, with gaps where no page was open, until it is cleared [OPS-045, OPS-046, OPS-048]', async ({
  page,
  world,
}) => {
  await page.clock.install()
  await world.open('first-look')
  const uuid = await world.anyDevice('cold-chain-eu')
  await page.goto(paths.deviceHistory(uuid))
  await expect(history(page).getByText(/^Not enough data for a chart yet/)).toBeVisible()
  const bands = history(page).getByRole('region', { name: 'Status and connection' })
  await expect(bands.getByRole('img', { name: /^Status: Operational/ })).toBeVisible()
  await expectAccessible(page)
  // Polls add one point a minute, which is written a few seconds later.
  for (let minute = 0; minute < 4; minute += 1) {
    await page.clock.runFor(61_000)
    await world.lookAgain()
  }
  const cpu = history(page).getByRole('region', { name: 'CPU' })
  await expect(cpu.getByRole('img', { name: /^CPU: from/ })).toBeVisible()
  await page.clock.runFor(15_000)

  // Twenty minutes without a poll.
  await page.clock.fastForward(20 * 60_000)
  await page.reload()
  await expect(cpu.getByRole('img', { name: /^CPU: from/ })).toBeVisible()
  await expect(bands.getByRole('img', { name: /^Status: Operational.*unknown/ })).toBeVisible()
  await bands.getByText('Show as a table').click()
  const table = bands.getByRole('table', { name: 'Status and connection over time' })
  await expect
    .poll(() => table.getByRole('row', { name: /Recorded by this browser$/ }).count())
    .toBeGreaterThan(1)
  await expectAccessible(page)

  await history(page).getByRole('button', { name: 'Clear history' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clear the history of this browser?' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Clear history' }).click()
  await expect(page.getByText('History cleared')).toBeVisible()
  await expect(cpu).toHaveCount(0)
  await page.reload()
  await expect(history(page).getByText(/^Not enough data for a chart yet/)).toBeVisible()
})
