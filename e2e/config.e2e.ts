import { badConfigs } from './bad-configs.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { serveWithConfig } from './own-config.ts'

test('an invalid config.json shows a page with the errors and how to fix them', async ({
  page,
  baseURL,
  causedErrors,
}) => {
  const served = await serveWithConfig(baseURL ?? '', null)
  causedErrors.push(new RegExp(`asked another host: ${served.address}`), /status of 404.*config\.json/)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).host))
  const fact = (label: string) =>
    page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd[1]')

  for (const { what, config, key, why } of badConfigs) {
    await test.step(`it ${what}`, async () => {
      served.set(config)
      await page.goto(served.address)
      await expect(page.getByRole('heading', { level: 1, name: 'The dashboard cannot start' })).toBeVisible()
      await expect(fact('Problem')).toHaveText(why)
      await expect(fact('Read from')).toHaveText('/config.json')
      if (key === undefined) await expect(fact('Key')).toHaveCount(0)
      else await expect(fact('Key')).toHaveText(key)
      await expectAccessible(page)
    })
  }
  // Neither a live nor a simulated platform was contacted.
  expect(new Set(asked)).toEqual(new Set([new URL(served.address).host]))

  served.set('{"mode":"simulated"}')
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await served.close()
})

test('a link with an invalid world size names the wrong parameter', async ({ page }) => {
  await page.goto('/?scenario=first-look&devices=many')
  await expect(page.getByRole('heading', { level: 1, name: 'The dashboard cannot start' })).toBeVisible()
  await expect(page.getByText('this page’s address')).toBeVisible()
  await expect(page.getByText('devices', { exact: true })).toBeVisible()
  await expectAccessible(page)
})
