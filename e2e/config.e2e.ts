import { expect, expectAccessible, test } from './fixtures.ts'
import { serveWithConfig } from './own-config.ts'

const wrong: { what: string; config: string | null; key?: string; why: RegExp }[] = [
  {
    what: 'is missing',
    config: null,
    why: /^is missing\. Create it with at least \{ "mode": "simulated" \}$/,
  },
  { what: 'is not JSON', config: '{ mode: live }', why: /^is not valid JSON/ },
  { what: 'names no mode', config: '{}', key: 'mode', why: /^must be "simulated" or "live"$/ },
  {
    what: 'is live and has no address',
    config: '{"mode":"live"}',
    key: 'apiUrl',
    why: /^is required in live mode$/,
  },
  {
    what: 'has an address that is none',
    config: '{"mode":"live","apiUrl":"api.example.com"}',
    key: 'apiUrl',
    why: /^must be a full URL such as https:\/\/api\.example\.com$/,
  },
  {
    what: 'has a key with a slip of the pen',
    config: '{"mode":"live","apiURL":"https://api.example.com"}',
    key: 'apiURL',
    why: /^is not a known key; did you mean "apiUrl"\?$/,
  },
  {
    what: 'chooses a world in live mode',
    config: '{"mode":"live","apiUrl":"https://api.example.com","scenario":"release-day"}',
    key: 'scenario',
    why: /^is only for simulated mode$/,
  },
  {
    what: 'asks for half a device',
    config: '{"mode":"simulated","devices":0.5}',
    key: 'devices',
    why: /^must be a whole number from 1 to /,
  },
]

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

  for (const { what, config, key, why } of wrong) {
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
