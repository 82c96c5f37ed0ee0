import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test(
  'charts of a fleet are read, also as a table, saved, and link to the devices of a bar [OPS-033, OPS-036]',
  { tag: '@phone' },
  async ({ page, world }) => {
    await world.open('ageing-os', { as: 'olive' })
    await world.visit(paths.fleetInsights(await world.fleet('cold-chain-eu')))
    const bars = page.getByRole('list', { name: 'Host OS' })
    await expect(bars.getByRole('link').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show as table: Host OS' }).click()
    await expect(page.getByRole('table', { name: 'Host OS' })).toBeVisible()
    await expectAccessible(page)
    for (const [button, ending] of [
      ['Save as CSV: Host OS', 'cold-chain-eu-os.csv'],
      ['Save as PNG: Host OS', 'cold-chain-eu-os.png'],
    ] as const) {
      const file = page.waitForEvent('download')
      await page.getByRole('button', { name: button }).click()
      expect((await file).suggestedFilename()).toBe(ending)
    }
    await page.getByRole('button', { name: 'Show as table: Host OS' }).click()
    const bar = bars.getByRole('link').first()
    const count = /[\d,]+(?= *\d+ %$)/.exec(await bar.innerText())?.[0]
    await bar.press('Enter')
    await expect(page.getByRole('table', { name: 'Devices of this fleet' })).toBeVisible()
    await expect(page.getByText(new RegExp(`of ${count}$`)).first()).toBeVisible()
  },
)

test(
  'a bar of an organization lists the fleets of its devices, and links to their lists [OPS-038]',
  { tag: '@phone' },
  async ({ page, world }) => {
    await world.open('ageing-os', { as: 'olive' })
    await world.visit(paths.organizationInsights(await world.organization('acme_logistics')))
    const outdated = page
      .getByRole('list', { name: 'Host OS' })
      .getByRole('link')
      .filter({ hasText: 'outdated' })
    await expect(outdated.first()).toBeVisible()
    await expectAccessible(page)
    await outdated.first().press('Enter')
    const fleets = page.getByRole('list', { name: /^Fleets: / })
    const bar = fleets.getByRole('link', { name: /^cold-chain-eu/ })
    await expect(bar).toBeInViewport()
    await expectAccessible(page)
    const count = /[\d,]+(?= *\d+ %$)/.exec(await bar.innerText())?.[0]
    await bar.press('Enter')
    await expect(page.getByRole('table', { name: 'Devices of this fleet' })).toBeVisible()
    await expect(page.getByText(new RegExp(`of ${count}$`)).first()).toBeVisible()
  },
)
